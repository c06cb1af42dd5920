//! The full rule, every piece with its explicit level, compared with the normal form.

use super::{Column, Instance, Piece, Position};
use crate::Puzzle;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Columns from the bottom up, each piece with its level.
type Board = [Vec<(Piece, i32)>; 3];

fn full_moves(n: u16, board: &Board) -> Vec<Board> {
    let top = |column: usize| board[column].last().map_or(i32::from(n) + 1, |&(_, level)| level);
    let mut boards = Vec::new();
    for from in 0..3 {
        let Some(&(piece, _)) = board[from].last() else { continue };
        for to in (0..3).filter(|&to| to != from) {
            // The way along the track passes the middle column unless it starts there.
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

/// All positions of towers of `n` from `start` at their distances in both games.
fn compare_from(n: u16, start: &Position) -> usize {
    let puzzle = Instance::exchange(n);
    let normal = distances(start.clone(), |position| {
        let moves = puzzle.moves(position);
        moves.iter().map(|step| puzzle.play(position, step).unwrap()).collect()
    });
    let full = distances(with_levels(start), |board| full_moves(n, board));
    for (position, distance) in &normal {
        assert_eq!(full.get(&with_levels(position)), Some(distance), "{position}");
    }
    // Nothing that has a normal form is reached by the full rule alone.
    for board in full.keys() {
        let columns = board.clone().map(|column| column.iter().map(|&(piece, _)| piece).collect());
        if let Ok(position) = Position::new(columns) {
            assert!(normal.contains_key(&position), "{position}");
        }
    }
    normal.len()
}

#[test]
fn both_games_have_the_same_distances_between_all_positions() {
    for (n, reachable) in [(1, 10), (2, 156)] {
        let puzzle = Instance::exchange(n);
        let all = distances(puzzle.start(), |position| {
            let moves = puzzle.moves(position);
            moves.iter().map(|step| puzzle.play(position, step).unwrap()).collect()
        });
        for start in all.keys() {
            assert_eq!(compare_from(n, start), reachable);
        }
    }
    assert_eq!(compare_from(3, &Instance::exchange(3).start()), 3048);
}
