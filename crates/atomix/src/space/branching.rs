//! The average number of moves from a state, forward and backward.

use super::Graph;
use crate::board::{Cell, Packed};
use fewest_rules::atomix::{Level, MAX_ATOMS};
use fewest_search::Direction;

/// The numbers of moves, summed over all ways to put the atoms of a level on its cells. Labels are
/// ignored, since they do not change the number of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branching {
    /// The number of ways.
    pub placings: u64,
    /// The number of slides from all of them together.
    pub forward: u64,
    /// The number of reversed slides from all of them together.
    pub backward: u64,
}

/// Counts the moves over all ways to put the atoms on the cells; `None` if there are more than
/// `most` ways. The numbers of moves forward and backward are the same.
///
/// # Complexity
/// The ways times the cells that a move passes.
///
/// # Source
/// Hüffner, Edelkamp, Fernau and Niedermeier 2001, lemma 1.
pub fn branching(level: &Level, most: u64) -> Option<Branching> {
    let (cells, atoms) = (level.free_squares().len(), level.atoms().len());
    let placings = binomial(cells as u64, atoms as u64, most)?;
    let graphs = Direction::ALL.map(|direction| Graph::<MAX_ATOMS>::new(level, direction));
    let mut sums = [0, 0];
    let mut placed: Vec<Cell> = (0..atoms).map(|cell| Cell(cell as u8)).collect();
    loop {
        let state = Packed::of_cells(&placed);
        for (sum, graph) in sums.iter_mut().zip(&graphs) {
            graph.moves(&state, &mut |_, _| *sum += 1);
        }
        // The next way in lexicographic order: advances the last atom that can advance.
        let can_go_on = |&atom: &usize| placed[atom].index() + atoms - atom < cells;
        let Some(atom) = (0..atoms).rev().find(can_go_on) else { break };
        let first = placed[atom].0 + 1;
        for (cell, at) in (first..).zip(&mut placed[atom..]) {
            *at = Cell(cell);
        }
    }
    let [forward, backward] = sums;
    Some(Branching { placings, forward, backward })
}

/// The number of ways to choose `chosen` out of `all`; `None` if above `most`.
fn binomial(all: u64, chosen: u64, most: u64) -> Option<u64> {
    let chosen = chosen.min(all.checked_sub(chosen)?);
    let step = |ways: u128, i: u64| {
        let ways = ways * u128::from(all - i) / u128::from(i + 1);
        (ways <= u128::from(most)).then_some(ways)
    };
    let ways = (0..chosen).try_fold(1, step)?;
    u64::try_from(ways).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_counted_up_to_a_limit() {
        assert_eq!(binomial(45, 3, 1 << 20), Some(14_190));
        assert_eq!(binomial(45, 42, 14_190), Some(14_190));
        assert_eq!(binomial(45, 3, 14_189), None);
        assert_eq!((binomial(3, 4, 9), binomial(4, 4, 9)), (None, Some(1)));
        assert_eq!(binomial(255, 32, u64::MAX), None);
    }
}
