//! Families of ways, one for each size, derived from shortest plans at a few sizes.

use super::super::grammar::{Body, Costs, RuleId, Way, shortest_ways};
use super::super::partial::Pattern;
use super::super::table::EndingId;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The sizes that are swapped, at every size: all alike from the largest to the smallest, but for a
/// few at the ends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Swaps {
    before: Vec<bool>,
    repeated: bool,
    after: Vec<bool>,
}

impl Swaps {
    /// Swaps at a size large enough to show what is repeated.
    fn of(size: u32, swaps: &UBig) -> Self {
        let mut swaps: Vec<_> = (0..size as usize).rev().map(|bit| swaps.bit(bit)).collect();
        let repeated = swaps[swaps.len() / 2];
        let is_other = |swap: &bool| *swap != repeated;
        let half = swaps.len() / 2;
        let after = swaps[half..].iter().position(is_other).map_or(swaps.len(), |at| half + at);
        let after = swaps.split_off(after);
        let before = swaps.iter().rposition(is_other).map_or(0, |at| at + 1);
        swaps.truncate(before);
        Self { before: swaps, repeated, after }
    }

    pub(super) fn at(&self, size: u32) -> UBig {
        let repeated = size as usize - self.before.len() - self.after.len();
        let repeated = std::iter::repeat_n(&self.repeated, repeated);
        let swaps = self.before.iter().chain(repeated).chain(&self.after);
        swaps.fold(UBig::ZERO, |number, &swap| (number << 1) + UBig::from(swap))
    }
}

impl fmt::Display for Swaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |swaps: &[bool]| -> String {
            swaps.iter().map(|&swap| if swap { '1' } else { '0' }).collect()
        };
        let repeated = digits(&[self.repeated]);
        write!(f, "{}{repeated}*{}", digits(&self.before), digits(&self.after))
    }
}

/// A family of ways for odd, or for even sizes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Family {
    pub(super) parity: u32,
    pub(super) from: Pattern,
    pub(super) ending: EndingId,
    pub(super) swaps: Swaps,
}

impl Family {
    fn of((size, from, ending, swaps): &Way) -> Self {
        let (parity, swaps) = (size % 2, Swaps::of(*size, swaps));
        Self { parity, from: *from, ending: *ending, swaps }
    }
}

/// Families, and what each consists of.
#[derive(Default)]
pub(super) struct Families(BTreeMap<Family, Vec<Family>>);

/// Ways up to this size are too short to show what repeats.
const SMALLEST: u32 = 10;

impl Families {
    /// Adds the ways of a shortest plan; returns those that the plan consists of.
    pub(super) fn add(&mut self, costs: Costs<'_>, goal: Pattern, swaps: &UBig) -> Vec<Family> {
        let (grammar, ways) = shortest_ways(costs, goal, swaps);
        let families = |rules: &[RuleId]| -> Vec<_> {
            rules.iter().map(|rule| Family::of(&ways[rule.index()])).collect()
        };
        // The parts of a rule come before it, so the largest size comes last and counts.
        for (way, rule) in ways.iter().zip(grammar.rules()) {
            if let (Body::Rules(parts), true) = (&rule.body, way.0 > SMALLEST) {
                self.0.insert(Family::of(way), families(parts));
            }
        }
        families(&grammar.root)
    }

    /// Keeps some families and all that they consist of, directly or indirectly.
    ///
    /// # Panics
    /// If one of them was not added.
    pub(super) fn closure(self, roots: impl IntoIterator<Item = Family>) -> Self {
        let mut open: Vec<_> = roots.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(family) = open.pop() {
            if !seen.contains(&family) {
                open.extend(self.0[&family].iter().cloned());
                seen.insert(family);
            }
        }
        Self(self.0.into_iter().filter(|(family, _)| seen.contains(family)).collect())
    }

    /// The families of a parity in order, with their parts.
    pub(super) fn of_parity(&self, parity: u32) -> impl Iterator<Item = (&Family, &[Family])> {
        let families = self.0.iter().filter(move |(family, _)| family.parity == parity);
        families.map(|(family, parts)| (family, parts.as_slice()))
    }

    /// The numbers of families among those of their parity, from 1.
    pub(super) fn numbers(&self, families: &[Family]) -> String {
        let number = |family: &Family| {
            let place = self.of_parity(family.parity).position(|(other, _)| other == family);
            format!(" {}", place.expect("the family was added") + 1)
        };
        families.iter().map(number).collect()
    }
}
