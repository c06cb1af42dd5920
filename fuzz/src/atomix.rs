//! Properties of the parsers of Atomix levels.

use crate::memory;
use fewest_rules::atomix::{self, CannotWrite, Format, Label, Level, OpenEdge, Options};
use fewest_rules::{Puzzle, read_plan};

/// Parses a text. It must not panic or use much memory, every level must be playable, and each must
/// be the same after it was written and read in every format.
pub fn check(text: &[u8], format: Option<Format>) {
    let set = memory::within(text, 4 << 20, 200, |text| atomix::parse(text, format));
    check_open(text, format);
    let Ok(set) = set else { return };
    assert!(!set.levels().is_empty(), "a file has at least one level");
    for level in set.levels() {
        match &level.level {
            Ok(level) => {
                check_playable(level);
                check_written(level);
            }
            Err(errors) => assert!(!errors.is_empty(), "a broken level says why"),
        }
    }
}

/// Checks the same if the edge of the field stops atoms: closed levels stay as they were, and walls
/// around the others change no move.
fn check_open(text: &[u8], format: Option<Format>) {
    let options = Options { format, open_edge: OpenEdge::Stop };
    let Ok(set) = atomix::parse(text, options) else { return };
    for level in set.levels().iter().filter_map(|level| level.level.as_ref().ok()) {
        check_playable(level);
        let Ok(text) = Format::KAtomic.write(level) else { continue };
        let (rows, columns) = Format::KAtomic.moves_squares(level);
        let moved = level.shifted(rows, columns).expect("there was room for it");
        assert_eq!(read(&text, Format::KAtomic).free_squares(), moved.free_squares());
    }
}

/// Reads a text as a plan of a small level, and as a saved game. It must not panic or use much
/// memory, and a plan that is written must be read back.
pub fn check_plan(text: &[u8]) {
    let level = atomix::builtin("water").expect("it comes with the rules");
    let Ok(text) = std::str::from_utf8(text) else { return };
    let read = memory::within(text.as_bytes(), 1 << 20, 400, |_| read_plan(&level, text, None));
    let Ok(plan) = read else { return };
    let mut position = level.start();
    for step in plan {
        let Some(next) = level.play(&position, &step) else {
            assert!(!level.why_illegal(&position, &step).is_empty());
            return;
        };
        for &notation in level.notations() {
            let written = level.write_move(&position, &step, notation);
            assert_eq!(level.parse_move(&position, &written), Some(step), "{written}");
        }
        position = next;
    }
}

fn check_playable(level: &Level) {
    let start = level.start();
    for step in level.moves(&start) {
        let next = level.play(&start, &step).expect("its moves are legal");
        assert_eq!(level.take_back(&next, &step).as_ref(), Some(&start));
        assert_eq!(level.parse_move(&start, &step.to_string()), Some(step));
    }
    for goal in level.placements() {
        let goal = level.position(&goal).expect("placements are positions");
        assert!(level.is_goal(&goal));
    }
    assert!(!level.draw(&start).is_empty());
}

fn check_written(level: &Level) {
    for format in Format::ALL {
        match format.write(level) {
            Ok(text) => assert_eq!(content(&read(&text, format)), content(level), "{text}"),
            // Known limits of the formats.
            Err(CannotWrite::NoLetter(_) | CannotWrite::NoWord(_) | CannotWrite::SameLook(..)) => {
                ()
            }
            Err(CannotWrite::NoRoomForWall) => panic!("the board is closed"),
            Err(CannotWrite::OneLevelAFile(_)) => panic!("it is one level"),
        }
    }
}

fn read(text: &str, format: Format) -> Level {
    let set = atomix::parse(text.as_bytes(), Some(format)).expect("what was written is read");
    let level = set.into_levels().next().expect("a level was written");
    level.level.expect("it was playable before")
}

/// The name and the puzzle: free squares and atoms, and the molecule, with labels in order of
/// first appearance in the molecule.
fn content(level: &Level) -> (Option<&str>, Vec<String>, Vec<String>) {
    let labels = level.labels();
    let new = |character: char| {
        let index = labels.iter().position(|label| label.as_char() == character);
        index.and_then(|index| Label::all().nth(index)).map_or(character, Label::as_char)
    };
    let renamed =
        |rows: Vec<String>| rows.iter().map(|row| row.chars().map(new).collect()).collect();
    (level.name(), renamed(level.board_rows('#')), renamed(level.molecule_rows('.')))
}
