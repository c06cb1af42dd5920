//! Several partitions at once: never more positions than with one of them.

use fewest_rules::Puzzle;
use fewest_rules::tiles::{Board, Goal, Instance, Move, Size};
use fewest_search::outcome::unlimited;
use fewest_search::{Outcome, Verdict};
use fewest_tiles::Solver;
use fewest_tiles::pattern::{Collection, Pattern, Table};
use std::collections::HashMap;
use std::convert::Infallible;
use std::num::NonZero;
use std::sync::Arc;

/// Tables that are built once.
type Tables = HashMap<Pattern, Arc<Table>>;

fn solve(partitions: &str, tables: &mut Tables, spare: u64, instance: &Instance) -> Outcome<Move> {
    let collection: Collection = partitions.parse().unwrap();
    let source = |pattern: &Pattern| {
        let build = || Table::without_limits(pattern).unwrap();
        Ok::<_, Infallible>(tables.entry(pattern.clone()).or_insert_with(build).clone())
    };
    let Ok(solver) = Solver::with_tables(&collection, source, spare, NonZero::<usize>::MIN);
    unlimited(|monitor| solver.solve(instance, monitor))
}

/// A position after this many moves, none of them undone by the next.
fn walked(size: Size, moves: usize) -> Instance {
    let goal = Goal::BlankFirst;
    let instance = Instance::new(Board::solved(size, goal), goal);
    let (mut board, mut before) = (instance.start(), None);
    let mut random = 1_u64;
    for _ in 0..moves {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut steps = instance.moves(&board);
        steps.retain(|step| Some(*step) != before);
        before = Some(steps[(random >> 33) as usize % steps.len()]);
        board = instance.play(&board, &steps[(random >> 33) as usize % steps.len()]).unwrap();
    }
    Instance::new(board, goal)
}

/// Whole iterations of the search with all partitions lie within those of the search with one.
fn check(size: &str, drawings: &[&str], walks: &[usize]) {
    let (mut tables, mut is_ever_fewer) = (Tables::new(), false);
    for &moves in walks {
        let instance = walked(size.parse().unwrap(), moves);
        let mut with = |drawings: &str, spare| {
            solve(&format!("{size}:{drawings}"), &mut tables, spare, &instance)
        };
        let together = with(&drawings.join("+"), u64::MAX);
        assert_eq!(together.verdict(), Verdict::Optimal);
        let before = |outcome: &Outcome<_>| outcome.statistics().expanded_until_last_layer;
        let stored = with(&drawings.join("+"), 0);
        assert_eq!((stored.bounds(), before(&stored)), (together.bounds(), before(&together)));
        for drawing in drawings {
            let alone = with(drawing, u64::MAX);
            assert_eq!(alone.bounds(), together.bounds(), "{moves} {drawing}");
            assert!(before(&together) <= before(&alone), "{moves} {drawing}");
            is_ever_fewer |= before(&together) < before(&alone);
        }
    }
    assert!(is_ever_fewer, "several partitions tell more than one");
}

#[test]
fn two_partitions_of_a_square_board() {
    check("4x4", &[".AAB CCAB CDDB CDDB", ".AAA ABBB CCCB DDDD"], &[60, 90, 120]);
}

#[test]
fn four_partitions_of_a_board_that_is_not_square() {
    let drawings =
        [".AAB AABB CCCB DDDD EEEE", ".ABC ABCD ABCD ABED EEEE", ".AAA AABB BBCC CCDD DDDE"];
    check("4x5", &drawings, &[50, 70]);
}

#[test]
fn four_partitions_of_up_to_four_patterns() {
    let drawings = [
        ".AABBB AACCBB DDCCCD",
        ".ABBCC AABBCC AADDDD",
        ".AAAAB CCCCBB CDDDBB",
        ".ABCDD ABBCDD AABCCD",
    ];
    check("6x3", &drawings, &[50, 70]);
}

#[test]
fn partitions_of_more_patterns_than_any_kernel_is_made_for() {
    check("4x4", &[".ABCDEFGHIJKLMNO", ".AABBCCDDEEFFGGH"], &[20, 30]);
}
