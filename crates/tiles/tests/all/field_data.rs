//! The instance lists of the field, if they are present.

use fewest_rules::replay;
use fewest_rules::tiles::{Goal, Instance, Options, Size, parse_each};
use fewest_search::Verdict;
use fewest_search::outcome::unlimited;
use fewest_tiles::{HeuristicName, Solver};
use std::num::NonZero;
use std::path::{Path, PathBuf};

fn list(file: &str, goal: Goal) -> Option<Vec<Instance>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("FEWEST_DATA").map_or(beside, PathBuf::from);
    let path = folder.join("tiles").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is not there", path.display());
        return None;
    };
    let read = parse_each(&text, Options { goal, size: None }).into_iter();
    Some(read.map(|board| board.unwrap_or_else(|error| panic!("{file}:{error}"))).collect())
}

fn stated(list: &[Instance]) -> Vec<u16> {
    list.iter().map(|instance| instance.stated_optimum.unwrap()).collect()
}

#[test]
fn korfs_100_instances_are_read() {
    let Some(list) = list("korf100.txt", Goal::BlankFirst) else { return };
    assert_eq!(list.len(), 100);
    assert_eq!(stated(&list).into_iter().map(u32::from).sum::<u32>(), 5305);
    assert!(list.iter().all(Instance::is_solvable));
    assert_eq!(list[99].name.as_deref(), Some("100"));
}

#[test]
fn the_17_farthest_positions_are_read() {
    let Some(list) = list("antipodes15_80.txt", Goal::BlankLast) else { return };
    assert_eq!(stated(&list), [80; 17]);
    assert!(list.iter().all(Instance::is_solvable));
}

#[test]
fn korf_and_felners_24_puzzles_are_read() {
    let Some(list) = list("korf24_25.txt", Goal::BlankFirst) else { return };
    assert_eq!(list.len(), 25);
    assert!(list.iter().all(|instance| instance.start.size() == Size::new(5, 5).unwrap()));
    assert!(list.iter().all(Instance::is_solvable));
}

#[test]
fn korfs_100_instances_are_solved_in_5305_moves() {
    let Some(list) = list("korf100.txt", Goal::BlankFirst) else { return };
    let (size, goal) = (list[0].start.size(), list[0].goal);
    let two = NonZero::new(2).unwrap();
    let solver = Solver::new(size, goal, HeuristicName::PatternDatabases, two).unwrap();
    let mut moves = 0;
    for instance in &list {
        let outcome = unlimited(|monitor| solver.solve(instance, monitor));
        assert_eq!(outcome.verdict(), Verdict::Optimal);
        let plan = outcome.plan().unwrap();
        assert_eq!(plan.len(), usize::from(instance.stated_optimum.unwrap()));
        assert!(replay(instance, plan.iter().copied()).is_ok());
        moves += plan.len();
    }
    assert_eq!(moves, 5305);
}
