//! The full rule, in which every piece has an explicit level, compared with the normal form.

use super::{Column, Instance, Piece, Position, Rule};
use crate::Puzzle;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Columns from the bottom up, each piece with its level.
type Board = [Vec<(Piece, i32)>; 3];

fn full_moves(rule: Rule, n: u16, board: &Board) -> Vec<Board> {
    let top = |column: usize| board[column].last().map_or(i32::from(n) + 1, |&(_, level)| level);
    let mut boards = Vec::new();
    for from in 0..3 {
        let Some(&(piece, _)) = board[from].last() else { continue };
        for to in (0..3).filter(|&to| rule.connects(Column::ALL[from], Column::ALL[to])) {
            // The path along the track passes the middle column unless it starts there.
            if from != Column::M.index() && top(Column::M.index()) == 0 {
                continue;
            }
            for level in 0..=i32::from(piece.size).min(top(to) - 1) {
                let mut next = board.clone();
                next[from].pop();
                next[to].push((piece, level));
                boards.push(next);
            }
        }
    }
    boards
}

fn distances<S: Clone + Eq + Hash>(start: S, moves: impl Fn(&S) -> Vec<S>) -> HashMap<S, u32> {
    let mut found = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let next_distance = found[&state] + 1;
        for next in moves(&state) {
            if !found.contains_key(&next) {
                found.insert(next.clone(), next_distance);
                queue.push_back(next);
            }
        }
    }
    found
}

fn with_levels(position: &Position) -> Board {
    Column::ALL.map(|column| {
        position.column(column).iter().copied().zip(position.levels(column)).collect()
    })
}

fn normal_distances(puzzle: &Instance) -> HashMap<Position, u32> {
    distances(puzzle.start(), |position| {
        let moves = puzzle.moves(position);
        moves.iter().map(|step| puzzle.play(position, step).unwrap()).collect()
    })
}

/// Compares the distances of all positions from the start of a puzzle in both games.
fn compare_from(puzzle: &Instance) -> usize {
    let (rule, n) = (puzzle.rule(), puzzle.n());
    let normal = normal_distances(puzzle);
    let full = distances(with_levels(&puzzle.start()), |board| full_moves(rule, n, board));
    for (position, distance) in &normal {
        assert_eq!(full.get(&with_levels(position)), Some(distance), "{position}");
    }
    // The full rule alone reaches nothing that has a normal form.
    for board in full.keys() {
        let columns = board.clone().map(|column| column.iter().map(|&(piece, _)| piece).collect());
        if let Ok(position) = Position::new(columns, rule) {
            assert!(normal.contains_key(&position), "{position}");
        }
    }
    normal.len()
}

/// Compares both games from every position of a puzzle, which has `reachable` of them.
fn compare(puzzle: &Instance, reachable: usize) {
    for start in normal_distances(puzzle).into_keys() {
        assert_eq!(compare_from(&puzzle.starting_at(start)), reachable, "{puzzle}");
    }
}

#[test]
fn both_games_have_the_same_distances_between_all_positions() {
    compare(&Instance::exchange(1), 10);
    compare(&Instance::exchange(2), 156);
    assert_eq!(compare_from(&Instance::exchange(3)), 3048);
}

#[test]
fn so_they_have_between_neighbours_and_with_one_tower() {
    for (n, both, one) in [(1, 12, 3), (2, 216, 12)] {
        compare(&Instance::exchange(n).between_neighbours(), both);
        compare(&Instance::one_tower(n).between_neighbours(), one);
    }
    for (n, reachable) in (1..).zip([3, 11, 47, 231]) {
        compare(&Instance::one_tower(n), reachable);
    }
    assert_eq!(compare_from(&Instance::exchange(3).between_neighbours()), 4872);
}

/// The distances of the standard game if a move from one side to the other counts as two.
fn distances_with_sides_apart(puzzle: &Instance) -> HashMap<Position, u32> {
    let mut found = HashMap::new();
    let mut layers = VecDeque::from([vec![puzzle.start()], vec![], vec![]]);
    for distance in 0.. {
        let layer = layers.pop_front().unwrap();
        if layer.is_empty() && layers.iter().all(Vec::is_empty) {
            break;
        }
        layers.push_back(Vec::new());
        for position in layer {
            if found.contains_key(&position) {
                continue;
            }
            for step in puzzle.moves(&position) {
                let cost = step.from.index().abs_diff(step.to.index());
                layers[cost - 1].push(puzzle.play(&position, &step).unwrap());
            }
            found.insert(position, distance);
        }
    }
    found
}

#[test]
fn between_neighbours_a_move_across_counts_as_two() {
    for puzzle in (1..=3).flat_map(|n| [Instance::exchange(n), Instance::one_tower(n)]) {
        let apart = distances_with_sides_apart(&puzzle);
        let neighbours = normal_distances(&puzzle.clone().between_neighbours());
        for (position, distance) in &apart {
            let same = position.clone().between_neighbours();
            assert_eq!(neighbours.get(&same), Some(distance), "{puzzle}: {position}");
        }
        // The other positions have a piece on level 0 of the middle column.
        let is_standard = |p: &&Position| p.levels(Column::M).last() != Some(&0);
        assert_eq!(neighbours.keys().filter(is_standard).count(), apart.len(), "{puzzle}");
    }
}
