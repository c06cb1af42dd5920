//! The routes of one atom, and the joint routes of two.

use super::board::{Board, Stops};
use super::cell_set::CellSet;

/// What the routes of an atom depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conditions<const W: usize> {
    /// By direction, the cells where a slide can be stopped.
    pub stops: Stops<W>,
    /// The cells of atoms that never move.
    pub obstacles: CellSet<W>,
}

impl<const W: usize> Conditions<W> {
    /// Returns the conditions with no atoms around.
    pub fn of_walls(board: &Board<W>) -> Self {
        Self { stops: board.walls(), obstacles: CellSet::EMPTY }
    }

    /// Adds an atom that rests somewhere in a set and provides these stops beside it.
    pub fn add(&mut self, domain: CellSet<W>, beside: &Stops<W>) {
        self.stops.iter_mut().zip(beside).for_each(|(all, &stops)| *all |= stops);
        // An atom that moves rests on at least two cells.
        self.obstacles |= domain.if_one();
    }

    /// Returns the conditions with one more atom, at a known cell.
    fn with_atom(mut self, board: &Board<W>, cell: u8) -> Self {
        self.add(CellSet::one(cell), &board.beside(CellSet::one(cell)));
        self
    }
}

/// Finds the routes of an atom from one cell to another, of at most a number of slides, that rest
/// `within` a set and end each slide at one of the stops: the cells on them, and the fewest slides.
/// `None` if there are none.
pub fn routes<const W: usize>(
    board: &Board<W>,
    [from, to]: [u8; 2],
    slides: usize,
    within: CellSet<W>,
    Conditions { stops, obstacles }: &Conditions<W>,
) -> Option<(CellSet<W>, usize)> {
    if obstacles.contains(from) || obstacles.contains(to) {
        return None;
    }
    // By number of slides, the cells reached with at most that many.
    let mut reached = vec![CellSet::one(from)];
    let mut newest = CellSet::one(from);
    let mut fewest = (from == to).then_some(0);
    for made in 1..=slides {
        let known = reached[made - 1];
        newest = (board.after_slide(newest, stops, *obstacles) & within) - known;
        if newest.is_empty() {
            break;
        }
        if fewest.is_none() && newest.contains(to) {
            fewest = Some(made);
        }
        reached.push(known | newest);
    }
    let fewest = fewest?;
    let mut on_routes = CellSet::one(to);
    let mut newest = on_routes;
    for left in (0..slides).rev() {
        let before = board.before_slide(newest, stops, *obstacles);
        newest = (before & reached[left.min(reached.len() - 1)]) - on_routes;
        if newest.is_empty() {
            break;
        }
        on_routes |= newest;
    }
    Some((on_routes, fewest))
}

/// Whether there are such [`routes`].
pub fn has_routes<const W: usize>(
    board: &Board<W>,
    ends: [u8; 2],
    slides: usize,
    within: CellSet<W>,
    conditions: &Conditions<W>,
) -> bool {
    !ends.iter().any(|&end| conditions.obstacles.contains(end))
        && fewest_slides(board, ends, slides, within, conditions).is_some()
}

/// Returns the fewest slides of such [`routes`].
fn fewest_slides<const W: usize>(
    board: &Board<W>,
    [from, to]: [u8; 2],
    slides: usize,
    within: CellSet<W>,
    Conditions { stops, obstacles }: &Conditions<W>,
) -> Option<usize> {
    let mut newest = CellSet::one(from);
    let mut known = newest;
    for made in 0..=slides {
        if newest.contains(to) {
            return Some(made);
        }
        newest = (board.after_slide(newest, stops, *obstacles) & within) - known;
        if newest.is_empty() {
            return None;
        }
        known |= newest;
    }
    None
}

/// Whether two atoms have joint routes of at most this many slides together, each from its first to
/// its last cell within its set of cells: in any order, each slide ending at a stop of `conditions`
/// or at the other atom where it then is, and neither passing through the other.
pub fn have_joint_routes<const W: usize>(
    board: &Board<W>,
    ends: [[u8; 2]; 2],
    slides: usize,
    within: [CellSet<W>; 2],
    conditions: &Conditions<W>,
) -> bool {
    let take_turns = |first: usize, second: usize| {
        let made = fewest_slides(
            board,
            ends[first],
            slides,
            within[first],
            &conditions.with_atom(board, ends[second][0]),
        );
        let left = made.map(|made| slides - made);
        left.is_some_and(|left| {
            let conditions = conditions.with_atom(board, ends[first][1]);
            fewest_slides(board, ends[second], left, within[second], &conditions).is_some()
        })
    };
    take_turns(0, 1)
        || take_turns(1, 0)
        || have_mixed_routes(board, ends, slides, within, conditions)
}

/// The same by a search over the cells of both.
fn have_mixed_routes<const W: usize>(
    board: &Board<W>,
    [[from, to], [other_from, other_to]]: [[u8; 2]; 2],
    slides: usize,
    within: [CellSet<W>; 2],
    conditions: &Conditions<W>,
) -> bool {
    // By the cell of the first atom, cells of the second.
    let mut known = vec![CellSet::EMPTY; 64 * W];
    let mut newest = vec![(from, CellSet::one(other_from))];
    known[usize::from(from)].insert(other_from);
    for _ in 0..slides {
        let mut next: Vec<(u8, CellSet<W>)> = vec![];
        let mut reach = |first: u8, seconds: CellSet<W>| {
            let known = &mut known[usize::from(first)];
            let new = seconds - *known;
            if !new.is_empty() {
                *known |= new;
                next.push((first, new));
            }
        };
        for &(first, seconds) in &newest {
            let Conditions { stops, obstacles } = conditions.with_atom(board, first);
            reach(first, board.after_slide(seconds, &stops, obstacles) & within[1]);
            seconds.for_each(|second| {
                let Conditions { stops, obstacles } = conditions.with_atom(board, second);
                let after = board.after_slide(CellSet::one(first), &stops, obstacles) & within[0];
                after.for_each(|cell| reach(cell, CellSet::one(second)));
            });
        }
        if known[usize::from(to)].contains(other_to) {
            return true;
        }
        if next.is_empty() {
            return false;
        }
        newest = next;
    }
    known[usize::from(to)].contains(other_to)
}
