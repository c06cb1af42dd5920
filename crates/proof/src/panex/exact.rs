//! Compares the closed forms with the exact costs at sizes 5 to 8.
//!
//! Size 5 is the base case of the induction for the lower bound. The other sizes ensure that every
//! number of the certificate is checked: each function that it names stands for a part of a cost at
//! these sizes.

use super::certificate::{Certificate, FunctionId, Key, Parity, all_are_used};
use super::costs::Costs;
use super::partial::Pattern;
use super::table::Table;
use crate::{Reason, Rejection};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The sizes that are compared.
pub(super) const SIZES: std::ops::RangeInclusive<u32> = 5..=8;

/// The numbers of moves at these sizes are far below this.
const BOUND: i64 = 1 << 40;

/// The values of the functions at one size.
type Values = Vec<Vec<Option<i64>>>;

/// Compares the certificate with `costs`, those at [`SIZES`].
pub(super) fn check(
    certificate: &Certificate,
    costs: &[Costs],
    table: &Table,
) -> Result<(), Rejection> {
    let mut values = values_at_five(certificate)?;
    for costs in costs {
        let parity = Parity::of(costs.size);
        if costs.size > *SIZES.start() {
            values = values_above(certificate, costs.size, &values)?;
        }
        let exact = by_key(costs);
        for (&key, &cost) in &exact {
            let said = certificate.cost(parity, key, table)?;
            let whole = |offset: &super::sequence::Sequence| whole(offset.at(costs.size));
            let no_count = || said.is_wrong(Reason::NoCount { size: costs.size });
            let offset = whole(&said.said.offset).ok_or_else(no_count)?;
            for (swaps, value) in values[said.said.function.index].iter().enumerate() {
                let value = value.map(|value| value + offset);
                let cost = costs.value(cost, swaps).map(i64::from);
                if value != cost {
                    let size = costs.size;
                    return Err(said.is_wrong(Reason::NotTheCost {
                        size,
                        swaps,
                        said: value,
                        cost,
                    }));
                }
            }
        }
        all_are_used(&certificate.costs, |(of, key)| *of != parity || exact.contains_key(key))?;
    }
    every_function_is_used(certificate)
}

/// Returns the costs at one size by key.
fn by_key(costs: &Costs) -> BTreeMap<Key, super::costs::Cost> {
    let mut by_key = BTreeMap::new();
    for from in Pattern::ALL {
        let ways = costs.ways[from as usize].iter();
        by_key.extend(ways.map(|(&ending, &cost)| (Key::Way(from, ending), cost)));
        let partials = costs.partials[from as usize].iter();
        by_key.extend(partials.map(|(&partial, &cost)| (Key::Partial(from, partial), cost)));
        by_key.extend(costs.distances[from as usize].map(|cost| (Key::Distance(from), cost)));
    }
    by_key
}

fn whole(value: Option<i64>) -> Option<i64> {
    value.filter(|value| (-BOUND..=BOUND).contains(value))
}

fn values_at_five(certificate: &Certificate) -> Result<Values, Rejection> {
    let count = certificate.functions[Parity::Odd as usize].len();
    let id = |index| FunctionId { parity: Parity::Odd, index };
    (0..count).map(|index| certificate.values(id(index)).cloned()).collect()
}

/// Computes the values of all functions at a size from those at the size below.
fn values_above(certificate: &Certificate, size: u32, below: &Values) -> Result<Values, Rejection> {
    let functions = &certificate.functions[Parity::of(size) as usize];
    let values = functions.iter().map(|function| {
        let mut values = Vec::with_capacity(1 << size);
        for branch in &function.said {
            let Some(branch) = branch else {
                values.extend(std::iter::repeat_n(None, 1 << (size - 1)));
                continue;
            };
            let no_count = || function.is_wrong(Reason::NoCount { size });
            let offset = whole(branch.offset.at(size)).ok_or_else(no_count)?;
            let below = &below[branch.function.index];
            values.extend(below.iter().map(|value| value.map(|value| value + offset)));
        }
        Ok(values)
    });
    values.collect()
}

/// Checks that every function was part of a cost where its branches count: at size 6 or 8 for even,
/// at 7 for odd sizes; and its values at 5.
fn every_function_is_used(certificate: &Certificate) -> Result<(), Rejection> {
    let mut used: HashMap<u32, BTreeSet<FunctionId>> = HashMap::new();
    for size in SIZES.rev() {
        let parity = Parity::of(size);
        let costs = certificate.costs.iter().filter(|((of, _), _)| *of == parity);
        let mut here: BTreeSet<_> = costs.map(|(_, said)| said.said.function).collect();
        let above = used.get(&(size + 1)).into_iter().flatten();
        let branches = above.flat_map(|&id| &certificate.function(id).said);
        here.extend(branches.flatten().map(|branch| branch.function));
        used.insert(size, here);
    }
    for (parity, sizes) in [(Parity::Odd, [5, 7]), (Parity::Even, [6, 8])] {
        for (index, function) in certificate.functions[parity as usize].iter().enumerate() {
            let id = FunctionId { parity, index };
            let is_used = |size: &u32| used.get(size).is_some_and(|used| used.contains(&id));
            let needed = if parity == Parity::Odd {
                sizes.iter().all(is_used)
            } else {
                sizes.iter().any(is_used)
            };
            if !needed {
                return Err(function.is_wrong(Reason::Unused));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;
    use crate::panex::parse::tests::certificate;

    #[test]
    fn what_is_impossible_stays_so_at_the_next_size() {
        let of = certificate("function o1 e1 0 0 0 0 -\nfunction e1 - o1 0 0 3 0");
        let values = values_above(&of, 6, &vec![vec![Some(0); 32]]).unwrap();
        assert_eq!(values, [[vec![None; 32], vec![Some(3); 32]].concat()]);
        let halves = certificate("function o1 e1 0 0 0 0 -\nfunction e1 - o1 0 0 1/2 0");
        let error = values_above(&halves, 6, &vec![vec![Some(0); 32]]).unwrap_err();
        assert_eq!((error.at, error.reason), (Place::Line(3), Reason::NoCount { size: 6 }));
    }

    #[test]
    fn costs_are_those_of_the_rules_and_no_others() {
        let values = format!("function o1 - -\nvalues o1 0{}\n", " -".repeat(31));
        let checked = |costs: &str| {
            let of = certificate(&format!("{values}{costs}"));
            check(&of, &[Costs::of_the_start(5)], &Table::empty()).map_err(|it| (it.at, it.reason))
        };
        let wrong = Reason::NotTheCost { size: 5, swaps: 0, said: Some(1), cost: Some(0) };
        let lacks = Reason::Missing("the odd cost distance U0".to_owned());
        for (costs, expected) in [
            ("distance odd U0 o1 0 0 0 0", Ok(())),
            ("distance odd U0 o1 0 0 1/2 0", Err((Place::Line(4), Reason::NoCount { size: 5 }))),
            ("distance odd U0 o1 0 0 1 0", Err((Place::Line(4), wrong))),
            ("distance odd U1 o1 0 0 0 0", Err((Place::File, lacks))),
        ] {
            assert_eq!(checked(costs), expected, "{costs}");
        }
        // Of several, the first line is named, whatever the order of a map in memory.
        let more = ["U0", "U4", "U3", "U2", "U1"];
        let more = more.map(|of| format!("distance odd {of} o1 0 0 0 0\n")).concat();
        for _ in 0..20 {
            assert_eq!(checked(&more), Err((Place::Line(5), Reason::Unused)));
        }
    }

    #[test]
    fn a_function_must_be_used() {
        let of = certificate("function o1 - -\nfunction e1 - -");
        let error = every_function_is_used(&of).unwrap_err();
        assert_eq!((error.at, error.reason), (Place::Line(2), Reason::Unused));
    }
}
