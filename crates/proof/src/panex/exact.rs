//! The closed forms against the exact costs at sizes 5 to 8.
//!
//! At size 5 this is where the induction of the lower bound begins. The other sizes see to it
//! that every number of the certificate is looked at: each function that it names stands for a
//! part of a cost at these sizes.

use super::certificate::{Certificate, FunctionId, Key, Parity};
use super::costs::Costs;
use super::fault::{Fault, Rejection};
use super::partial::Pattern;
use super::table::Table;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The sizes that are compared.
pub(super) const SIZES: std::ops::RangeInclusive<u32> = 5..=8;

/// Numbers of moves at these sizes are far below.
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
            let Some(said) = certificate.costs.get(&(parity, key)) else {
                return Err(Rejection::missing(format!("the {parity} cost {}", name(key, table))));
            };
            let whole = |offset: &super::sequence::Sequence| whole(offset.at(costs.size));
            let no_count = || said.is_wrong(Fault::NoCount { size: costs.size });
            let offset = whole(&said.said.offset).ok_or_else(no_count)?;
            for (swaps, value) in values[said.said.function.index].iter().enumerate() {
                let value = value.map(|value| value + offset);
                let cost = costs.value(cost, swaps).map(i64::from);
                if value != cost {
                    let fault = Fault::NotTheCost { size: costs.size, swaps, said: value, cost };
                    return Err(said.is_wrong(fault));
                }
            }
        }
        let said = certificate.costs.iter().filter(|((of, _), _)| *of == parity);
        if let Some((_, said)) = said.into_iter().find(|((_, key), _)| !exact.contains_key(key)) {
            return Err(said.is_wrong(Fault::Unused));
        }
    }
    every_function_is_used(certificate)
}

/// The costs at one size by what they are of.
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

/// What a cost is of, as in the certificate.
pub(super) fn name(key: Key, table: &Table) -> String {
    match key {
        Key::Way(from, ending) => format!("way {from} {}", table.ending(ending)),
        Key::Partial(from, partial) => format!("partial {from} {}", table.partial(partial)),
        Key::Distance(to) => format!("distance {to}"),
    }
}

fn whole(value: Option<i64>) -> Option<i64> {
    value.filter(|value| (-BOUND..=BOUND).contains(value))
}

fn values_at_five(certificate: &Certificate) -> Result<Values, Rejection> {
    let count = certificate.functions[Parity::Odd as usize].len();
    let values = (0..count).map(|index| {
        let id = FunctionId { parity: Parity::Odd, index };
        let said = certificate.values.get(&index);
        said.map(|said| said.said.clone())
            .ok_or_else(|| Rejection::missing(format!("the values of {id}")))
    });
    values.collect()
}

/// The values of all functions at a size from those at the size below.
fn values_above(certificate: &Certificate, size: u32, below: &Values) -> Result<Values, Rejection> {
    let functions = &certificate.functions[Parity::of(size) as usize];
    let values = functions.iter().map(|function| {
        let mut values = Vec::with_capacity(1 << size);
        for branch in &function.said {
            let Some(branch) = branch else {
                values.extend(std::iter::repeat_n(None, 1 << (size - 1)));
                continue;
            };
            let no_count = || function.is_wrong(Fault::NoCount { size });
            let offset = whole(branch.offset.at(size)).ok_or_else(no_count)?;
            let below = &below[branch.function.index];
            values.extend(below.iter().map(|value| value.map(|value| value + offset)));
        }
        Ok(values)
    });
    values.collect()
}

/// Every function must have been part of a cost where its branches count: at size 6 or 8 for
/// even, at 7 for odd sizes; and its values at 5.
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
                return Err(function.is_wrong(Fault::Unused));
            }
        }
    }
    Ok(())
}
