//! The moves that a few atoms need beyond the sum of their distances.

use super::Cells;
use super::distances::{NEVER, together};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// The atoms of these labels cannot all reach their places.
pub(super) const IMPOSSIBLE: u8 = u8::MAX;

/// By the cells of `N` atoms, those of the first one varying slowest: the fewest moves that they
/// need beyond their distances, over all places of their labels.
pub(super) type Excess = Arc<Vec<u8>>;

/// Returns, for each goal, the sets of `N` atoms that have a table, each in ascending order, and
/// their tables; in order.
///
/// A goal has the places of all atoms, in their order; `of_label` gives the atoms with the label of
/// an atom. All tables together look at no more than `most` states of `N` atoms, once for each
/// choice of places.
///
/// # Complexity
/// Linear in these states, on all cores; one byte for each state of atoms of `N` labels.
pub(super) fn excesses<const N: usize>(
    cells: &Cells,
    singles: &[Vec<u32>],
    goals: &[Vec<u8>],
    of_label: impl Fn(usize) -> Range<usize>,
    most: usize,
) -> Vec<Vec<([usize; N], Excess)>> {
    if most == 0 {
        return vec![vec![]; goals.len()];
    }
    let atoms = goals.first().map_or(0, Vec::len);
    let sets: Vec<[usize; N]> = sequences(|before: &[usize]| {
        let first = before.last().map_or(0, |last| last + 1);
        (first..atoms).collect()
    });
    let (mut left, mut wanted) = (most, HashSet::new());
    for goal in goals {
        for set in &sets {
            let places = set.map(|atom| &goal[of_label(atom)]);
            let choices: usize = places.iter().map(|places| places.len()).product();
            let searched = choices.saturating_mul(cells.len().pow(N as u32));
            if searched <= left && !wanted.contains(&places) {
                left -= searched;
                wanted.insert(places);
            }
        }
    }
    let tables = wanted.into_par_iter().map(|places: [&[u8]; N]| {
        let table = Excess::new(least(cells, singles, &places));
        (places, table)
    });
    let tables: HashMap<[&[u8]; N], Excess> = tables.collect();
    let of_goal = |goal: &Vec<u8>| {
        let table = |set: [usize; N]| tables.get(&set.map(|atom| &goal[of_label(atom)]));
        let of_set = |&set| Some((set, Excess::clone(table(set)?)));
        sets.iter().filter_map(of_set).collect()
    };
    goals.iter().map(of_goal).collect()
}

/// Returns the least excess over all choices of different places.
fn least<const N: usize>(cells: &Cells, singles: &[Vec<u32>], places: &[&[u8]; N]) -> Vec<u8> {
    let number = cells.len();
    let mut least = vec![IMPOSSIBLE; number.pow(N as u32)];
    let choices: Vec<[u8; N]> = sequences(|before: &[u8]| {
        let all = places[before.len()].iter().copied();
        all.filter(|place| !before.contains(place)).collect()
    });
    for choice in choices {
        let together = together(cells, choice);
        for (at, (least, &together)) in least.iter_mut().zip(&together).enumerate() {
            if together != NEVER {
                let (mut rest, mut apart) = (at, 0);
                for &place in choice.iter().rev() {
                    apart += singles[usize::from(place)][rest % number];
                    rest /= number;
                }
                *least = (*least).min((together - apart).min(u32::from(IMPOSSIBLE) - 1) as u8);
            }
        }
    }
    least
}

/// Returns all sequences of `N` items, each returned by `next` for those before it; in order.
fn sequences<T: Copy + Default, const N: usize>(next: impl Fn(&[T]) -> Vec<T>) -> Vec<[T; N]> {
    let mut sequences = vec![[T::default(); N]];
    for number in 0..N {
        let extended = |sequence: [T; N]| {
            next(&sequence[..number]).into_iter().map(move |it| {
                let mut extended = sequence;
                extended[number] = it;
                extended
            })
        };
        sequences = sequences.into_iter().flat_map(extended).collect();
    }
    sequences
}

#[cfg(test)]
mod tests {
    use super::super::distances::singles;
    use super::*;

    #[test]
    fn no_more_states_are_looked_at_than_allowed() {
        let cells = Cells::of_a_small_room();
        let singles = singles(&cells);
        let goals = [vec![0, 1], vec![1, 2], vec![0, 1], vec![2, 3]];
        let tables = |most| {
            let of_goals = excesses::<2>(&cells, &singles, &goals, |atom| atom..atom + 1, most);
            of_goals.iter().map(Vec::len).collect::<Vec<_>>()
        };
        let one = cells.len().pow(2);
        assert_eq!(tables(0), [0, 0, 0, 0]);
        assert_eq!(tables(one - 1), [0, 0, 0, 0]);
        // A table that two goals share is computed once.
        assert_eq!(tables(one), [1, 0, 1, 0]);
        assert_eq!(tables(2 * one - 1), [1, 0, 1, 0]);
        assert_eq!(tables(2 * one), [1, 1, 1, 0]);
        assert_eq!(tables(3 * one), [1, 1, 1, 1]);
    }
}
