//! The cheapest assignment of the places of a label to its atoms.
//!
//! # Source
//! The Hungarian method: Kuhn 1955, with potentials and shortest paths (Jonker and Volgenant 1987).

use super::distances::NEVER;
use fewest_rules::atomix::MAX_ATOMS;

/// The cheapest assignment, and numbers that prove it.
#[derive(Debug)]
pub(super) struct Cheapest {
    /// The sum of its costs.
    pub cost: u32,
    /// By atom, and by place: those of an atom and a place add up to at most the cost of the two,
    /// and all of them together to the total cost. Beyond the size there are zeros.
    pub potentials: [[i32; MAX_ATOMS]; 2],
}

/// Finds the cheapest assignment of different places to `size` atoms, at most [`MAX_ATOMS`]; `None`
/// if there is none.
///
/// `cost` is that of an atom and a place, [`NEVER`] if the atom cannot get there. The potentials
/// are those found atom by atom, taking the least place among equal costs: other checkers find the
/// same.
pub(super) fn cheapest(size: usize, cost: impl Fn(usize, usize) -> u32) -> Option<Cheapest> {
    // More than any sum of costs, and small enough that sums of it fit.
    const FORBIDDEN: i64 = 1 << 32;
    // Allocating memory would take longer than the rest: most labels have one or two atoms.
    let mut potentials = [[0; MAX_ATOMS]; 2];
    if size == 1 {
        let cost = cost(0, 0);
        potentials[0][0] = cost as i32;
        return (cost != NEVER).then_some(Cheapest { cost, potentials });
    }
    let cost = |atom: usize, place: usize| match cost(atom, place) {
        NEVER => FORBIDDEN,
        cost => cost.into(),
    };
    // Places and atoms count from 1; place 0 holds the atom that is being assigned.
    let [mut of_atom, mut of_place] = [[0; MAX_ATOMS + 1]; 2];
    let mut holder = [0; MAX_ATOMS + 1];
    for atom in 1..=size {
        holder[0] = atom;
        let mut at = 0;
        let mut least = [i64::MAX; MAX_ATOMS + 1];
        let mut before = [0; MAX_ATOMS + 1];
        let mut is_done = [false; MAX_ATOMS + 1];
        while holder[at] != 0 {
            is_done[at] = true;
            let mover = holder[at];
            let (mut step, mut next) = (i64::MAX, 0);
            for place in (1..=size).filter(|&place| !is_done[place]) {
                let reduced = cost(mover - 1, place - 1) - of_atom[mover] - of_place[place];
                if reduced < least[place] {
                    (least[place], before[place]) = (reduced, at);
                }
                if least[place] < step {
                    (step, next) = (least[place], place);
                }
            }
            for place in 0..=size {
                if is_done[place] {
                    of_atom[holder[place]] += step;
                    of_place[place] -= step;
                } else if least[place] < i64::MAX {
                    least[place] -= step;
                }
            }
            at = next;
        }
        while at != 0 {
            holder[at] = holder[before[at]];
            at = before[at];
        }
    }
    let sum: i64 = (1..=size).map(|place| cost(holder[place] - 1, place - 1)).sum();
    for (own, all) in potentials.iter_mut().zip([of_atom, of_place]) {
        own.iter_mut().zip(&all[1..=size]).for_each(|(own, &it)| *own = it as i32);
    }
    (sum < FORBIDDEN).then_some(Cheapest { cost: sum as u32, potentials })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tries all orders of the places.
    fn naive(costs: &[Vec<u32>], left: &[usize]) -> Option<u32> {
        let Some((own, rest)) = costs.split_first() else { return Some(0) };
        let with = |&place: &usize| {
            let others: Vec<_> = left.iter().copied().filter(|&other| other != place).collect();
            naive(rest, &others)?.checked_add(own[place])
        };
        left.iter().filter_map(with).min()
    }

    #[test]
    fn as_many_atoms_as_there_may_be_are_assigned() {
        let cheapest = cheapest(MAX_ATOMS, |atom, place| (atom + 1).abs_diff(place) as u32);
        // Either all go back by one place, or only the last one moves, the whole way.
        assert_eq!(cheapest.unwrap().cost, MAX_ATOMS as u32);
    }

    proptest! {
        #[test]
        fn it_is_the_least_over_all_ways(
            costs in (1usize..6).prop_flat_map(|size| {
                let cost = prop_oneof![3 => 0u32..20, 1 => Just(NEVER)];
                prop::collection::vec(prop::collection::vec(cost, size), size)
            })
        ) {
            let places: Vec<_> = (0..costs.len()).collect();
            let cheapest = cheapest(costs.len(), |atom, place| costs[atom][place]);
            let cost = cheapest.as_ref().map(|cheapest| cheapest.cost);
            prop_assert_eq!(cost, naive(&costs, &places).filter(|&cost| cost != NEVER));
            let Some(Cheapest { cost, potentials: [of_atom, of_place] }) = cheapest else {
                return Ok(());
            };
            for (costs, own) in costs.iter().zip(of_atom) {
                for (&cost, place) in costs.iter().zip(of_place) {
                    prop_assert!(cost == NEVER || own + place <= cost as i32);
                }
            }
            prop_assert_eq!(of_atom.iter().chain(&of_place).sum::<i32>(), cost as i32);
        }
    }
}
