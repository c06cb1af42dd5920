//! The documents are accurate: their examples can be read, their tables are complete.

use fewest::input::Format;
use fewest::rules::{Puzzle, atomix, panex, replay};
use fewest::search::Engine;
use fewest::{AnyPuzzle, InputOptions, Instance, MoveCount, Solver};

const FORMATS: &str = include_str!("../../../../book/src/reference/formats.md");
const JSON: &str = include_str!("../../../../book/src/reference/json.md");

/// The text of the block with this name.
fn block(name: &str) -> &'static str {
    let (_, rest) = FORMATS.split_once(&format!("\n```{name}\n")).expect(name);
    rest.split_once("```").unwrap().0
}

/// The instances in a block, read in its format and also with the format detected.
fn instances(name: &str) -> Vec<Instance> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("example");
    std::fs::write(&path, block(name)).unwrap();
    let read = |format: Option<Format>| {
        let options = InputOptions { format, ..InputOptions::default() };
        fewest::read(path.as_os_str(), options).unwrap()
    };
    let instances = read(Format::all().find(|format| format.name() == name));
    assert_eq!(instances, read(None), "{name} is detected");
    instances
}

fn optimum(instance: &Instance) -> Option<MoveCount> {
    Solver::new().solve(instance).unwrap().upper
}

#[test]
fn examples_of_levels_are_one_move_from_the_goal() {
    for name in ["katomic", "gnome", "kp", "gliesch-ritt", "drawing"] {
        let [level] = &instances(name)[..] else { panic!("{name} has one level") };
        assert_eq!(level.title.as_deref(), Some("Pair"));
        assert_eq!(optimum(level), Some(1.into()), "{name}");
    }
}

#[test]
fn a_molecule_below_the_board_is_the_same_level() {
    let read = |name| {
        let set = atomix::parse(block(name).as_bytes(), None).unwrap();
        let level = set.into_levels().next().unwrap().level.unwrap();
        (level.board_rows('.'), level.molecule_rows('.'))
    };
    assert_eq!(read("drawing-below"), read("drawing"));
}

#[test]
fn examples_of_moves_solve_the_example() {
    let AnyPuzzle::Atomix(level) = &instances("katomic")[0].puzzle else { unreachable!() };
    for text in block("moves-of-pair").lines() {
        let step = level.parse_move(&level.start(), text).expect(text);
        assert!(replay(level, [step]).is_ok(), "{text}");
    }
}

#[test]
fn examples_of_tile_puzzles_are_the_same_board() {
    let boards = instances("tiles");
    assert_eq!(boards.len(), 4);
    for board in &boards {
        assert_eq!(board.puzzle, boards[0].puzzle);
        assert_eq!(optimum(board), Some(1.into()));
    }
}

#[test]
fn examples_of_panex_are_read() {
    for line in block("panex").lines() {
        assert!(panex::parse(line).is_ok(), "{line}");
    }
}

/// The names in the first column of the table after `heading`.
fn first_column(heading: &str) -> Vec<&'static str> {
    let (_, rest) = JSON.split_once(heading).expect(heading);
    let rows = rest.lines().skip_while(|line| !line.starts_with('|')).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2)).collect()
}

#[test]
fn the_table_of_the_result_has_all_its_keys() {
    let keys_of = |text: &str, solver: Solver<'_>| {
        let instance = &fewest::read(text.as_ref(), InputOptions::default()).unwrap()[0];
        let record = serde_json::to_value(solver.solve(instance).unwrap()).unwrap();
        let mut keys: Vec<_> = record.as_object().unwrap().keys().cloned().collect();
        keys.sort_unstable();
        keys
    };
    let keys = |solver| keys_of("1230", solver);
    let mut documented = first_column("\n`result`:");
    documented.sort_unstable();
    // Only exchanges of high towers rest on an assumption.
    documented.retain(|key| *key != "assumes");
    assert!(keys_of("panex:5", Solver::new()).contains(&"assumes".to_owned()));
    assert_eq!(documented, keys(Solver::new().engine(Engine::BitstateIdaStar)));
    // Likely results are reported only by engines that may overlook plans.
    documented.retain(|key| !["likely_lower", "miss_probability"].contains(key));
    assert_eq!(documented, keys(Solver::new()));
}
