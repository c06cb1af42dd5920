//! Properties of the parsers of Atomix levels.

use crate::memory;
use fewest_rules::atomix::{self, CannotWrite, Format, Label, Level};
use fewest_rules::Puzzle;

/// Parses a text. It must not panic nor use much memory, every level must be playable, and each
/// must be the same after it was written and read in every format.
pub fn check(text: &[u8], format: Option<Format>) {
    let set = memory::within(text, 4 << 20, 200, |text| atomix::parse(text, format));
    let Ok(set) = set else { return };
    assert!(!set.levels().is_empty(), "a file has at least one level");
    for level in set.levels() {
        if let Ok(level) = &level.level {
            check_playable(level);
            check_written(level);
        }
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
    let mut texts = vec![(Ok(atomix::to_gliesch_ritt(level)), Format::GlieschRitt)];
    texts.push((atomix::to_katomic(level), Format::KAtomic));
    texts.push((atomix::to_gnome(level), Format::Gnome));
    texts.push((atomix::to_kp(level), Format::Kp));
    for (text, format) in texts {
        match text {
            Ok(text) => assert_eq!(content(&read(&text, format)), content(level), "{text}"),
            // Known limits of the formats.
            Err(CannotWrite::NoLetter(_) | CannotWrite::NoWord(_) | CannotWrite::SameLook(..)) => (),
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
    let renamed = |rows: Vec<String>| rows.iter().map(|row| row.chars().map(new).collect()).collect();
    (level.name(), renamed(level.board_rows('#')), renamed(level.molecule_rows('.')))
}
