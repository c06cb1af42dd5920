//! Proves that no way is shorter, by induction over the sizes.
//!
//! Suppose that all ways of size n cost at least what the certificate says. Then the same holds for
//! reaching any partial state, by induction over the number of ways, if for every transition
//!
//! > cost of being here (v) + cost of the way (w) >= cost of being there (v XOR w)
//!
//! for all swaps v and w; and ways of size n + 1 are ways to certain partial states. The three
//! functions of swaps are given by their branches, so the smallest value of f(v) + g(w) - h(v XOR
//! w) follows from those of the branches, one size below. It remains to show that some closed forms
//! are not negative at any size.

use super::certificate::{
    Certificate, FunctionId, Goal, Key, Offset, Parity, Said, Triple, all_are_used, find,
};
use super::partial::Pattern;
use super::sequence::Sequence;
use super::table::Table;
use crate::{Reason, Rejection};
use std::collections::{BTreeSet, HashSet};

/// Checks everything but the costs at size 5; returns the number of inequalities.
pub(super) fn check(certificate: &Certificate, table: &Table) -> Result<usize, Rejection> {
    let mut induction = Induction { certificate, table, needed: HashSet::new(), inequalities: 0 };
    let mut open = induction.transitions()?;
    while let Some(triple) = open.pop() {
        if induction.needed.insert(triple) {
            open.extend(induction.branches(triple)?);
        }
    }
    all_are_used(&certificate.least, |triple| induction.needed.contains(triple))?;
    induction.ways()?;
    ends(certificate, table)?;
    Ok(induction.inequalities)
}

struct Induction<'a> {
    certificate: &'a Certificate,
    table: &'a Table,
    needed: HashSet<Triple>,
    inequalities: usize,
}

impl<'a> Induction<'a> {
    fn cost(&self, parity: Parity, key: Key) -> Result<&'a Said<Offset>, Rejection> {
        self.certificate.cost(parity, key, self.table)
    }

    fn least(&self, triple: Triple) -> Result<&'a Said<Sequence>, Rejection> {
        find(&self.certificate.least, &triple, || shown(triple))
    }

    /// Checks one inequality for each transition and each parity; returns the triples they need.
    fn transitions(&mut self) -> Result<Vec<Triple>, Rejection> {
        let mut triples = BTreeSet::new();
        for parity in Parity::ALL {
            for (from, &start) in Pattern::ALL.into_iter().zip(&self.table.starts) {
                for &at in &self.table.reached[from as usize] {
                    if !self.table.continues(from, at) {
                        continue;
                    }
                    // Ways begin at the start and do not pass through it: nothing is swapped.
                    let here = (at != start).then_some(Key::Partial(from, at));
                    let pattern = self.table.partial(at).pattern;
                    for (&ending, results) in &self.table.transitions[usize::from(at.0)] {
                        if !self.table.ways[pattern as usize].contains(&ending) {
                            continue;
                        }
                        for &to in results {
                            let (way, there) = (Key::Way(pattern, ending), Key::Partial(from, to));
                            triples.insert(self.transition(parity, here, way, there)?);
                        }
                    }
                }
            }
            for from in Pattern::ALL {
                for &ending in &self.table.ways[from as usize] {
                    let end = self.table.ending(ending);
                    if end.events.0.is_empty() {
                        let (here, way) = (Some(Key::Distance(from)), Key::Way(from, ending));
                        let there = Key::Distance(end.pattern);
                        triples.insert(self.transition(parity, here, way, there)?);
                    }
                }
            }
        }
        Ok(triples.into_iter().collect())
    }

    fn transition(
        &mut self,
        parity: Parity,
        here: Option<Key>,
        way: Key,
        there: Key,
    ) -> Result<Triple, Rejection> {
        let from = here.map(|key| self.cost(parity, key)).transpose()?;
        let (by, to) = (&self.cost(parity, way)?.said, self.cost(parity, there)?);
        let triple = (from.map(|cost| cost.said.function), by.function, to.said.function);
        let offset = from.map_or_else(Sequence::zero, |cost| cost.said.offset.clone());
        let sum = offset.plus(&by.offset).plus(&self.least(triple)?.said);
        self.inequalities += 1;
        match sum.minus(&to.said.offset).first_negative(parity.first_size()) {
            None => Ok(triple),
            Some(size) => {
                let way = way.name(self.table);
                let here = here.map_or("the start".to_owned(), |key| key.name(self.table));
                let inequality = format!("going on from {here} by {way} costs no less");
                Err(to.is_wrong(Reason::Inequality { inequality, size }))
            }
        }
    }

    /// Checks the inequalities between a least value and those of the branches; returns the triples
    /// of branches they need.
    fn branches(&mut self, triple: Triple) -> Result<Vec<Triple>, Rejection> {
        let (f, g, h) = triple;
        let parity = g.parity;
        let least = self.least(triple)?;
        if parity == Parity::Odd {
            self.least_at_five(triple)?;
        }
        // The branches of an odd size are used from 7 on, as at 5 all values are given.
        let first = if parity == Parity::Odd { 7 } else { 6 };
        let mut triples = Vec::new();
        let mut is_reached = false;
        for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let from = match f {
                Some(f) => match &self.certificate.function(f).said[x] {
                    Some(branch) => (Some(branch.function), branch.offset.clone()),
                    None => continue,
                },
                // Without any swap, the largest size is not swapped either.
                None if x == 0 => (None, Sequence::zero()),
                None => continue,
            };
            let Some(by) = &self.certificate.function(g).said[y] else { continue };
            let inequality = || format!("the branches {x} and {y}");
            let Some(to) = &self.certificate.function(h).said[x ^ y] else {
                let (inequality, size) = (inequality(), first.into());
                return Err(least.is_wrong(Reason::Inequality { inequality, size }));
            };
            let branch = (from.0, by.function, to.function);
            let below = self.least(branch)?.said.of_the_size_below();
            let sum = from.1.plus(&by.offset).minus(&to.offset).plus(&below);
            let difference = sum.minus(&least.said);
            self.inequalities += 1;
            if let Some(size) = difference.first_negative(first) {
                let inequality = inequality();
                return Err(least.is_wrong(Reason::Inequality { inequality, size }));
            }
            is_reached |= difference.is_zero();
            triples.push(branch);
        }
        if is_reached { Ok(triples) } else { Err(least.is_wrong(Reason::NotReached)) }
    }

    fn least_at_five(&self, triple: Triple) -> Result<(), Rejection> {
        let (f, g, h) = triple;
        let values = |id: FunctionId| self.certificate.values(id);
        let unmoved: Vec<_> = (0..32).map(|swaps| (swaps == 0).then_some(0)).collect();
        let (f, g, h) = (f.map_or(Ok(&unmoved), values)?, values(g)?, values(h)?);
        let said = self.least(triple)?;
        let no_count = || said.is_wrong(Reason::NoCount { size: 5 });
        let number = said.said.at(5).ok_or_else(no_count)?;
        let mut least = None;
        for (v, f) in f.iter().enumerate().filter_map(|(v, f)| Some((v, (*f)?))) {
            for (w, g) in g.iter().enumerate().filter_map(|(w, g)| Some((w, (*g)?))) {
                let Some(h) = h[v ^ w] else {
                    let inequality = format!("swaps {v:05b} and {w:05b}");
                    return Err(said.is_wrong(Reason::Inequality { inequality, size: 5.into() }));
                };
                least = Some(least.map_or(f + g - h, |least: i64| least.min(f + g - h)));
            }
        }
        match least {
            Some(least) if least != number => {
                Err(said.is_wrong(Reason::NotTheLeast { said: number, least }))
            }
            _ => Ok(()),
        }
    }

    /// Checks that ways of size n + 1 are ways to partial states of size n.
    fn ways(&mut self) -> Result<(), Rejection> {
        for parity in Parity::ALL {
            for from in Pattern::ALL {
                for &ending in &self.table.ways[from as usize] {
                    let way = self.cost(parity.other(), Key::Way(from, ending))?;
                    let branches = &self.certificate.function(way.said.function).said;
                    for (branch, end) in branches.iter().zip(self.table.choke_points[&ending]) {
                        let end = end.map(|end| Key::Partial(from, end));
                        let is = end.and_then(|key| self.certificate.costs.get(&(parity, key)));
                        let said = branch.as_ref().map(|branch| Offset {
                            function: branch.function,
                            offset: branch.offset.plus(&way.said.offset),
                        });
                        let is = is.map(|is| Offset {
                            function: is.said.function,
                            offset: is.said.offset.of_the_size_below(),
                        });
                        self.inequalities += 1;
                        if said != is {
                            let shown = |offset: Option<Offset>| {
                                offset.map_or("impossible".to_owned(), |offset| {
                                    format!("{} {}", offset.function, offset.offset)
                                })
                            };
                            let what = "getting to the end of this way";
                            let reason =
                                Reason::NotEqual { what, said: shown(said), is: shown(is) };
                            return Err(way.is_wrong(reason));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn shown((f, g, h): Triple) -> String {
    let f = f.map_or("same".to_owned(), |f| f.to_string());
    format!("the least value of {f} {g} {h}")
}

/// Checks the values where nothing or everything is swapped, and that the lengths are among them.
fn ends(certificate: &Certificate, table: &Table) -> Result<(), Rejection> {
    let end = |id: FunctionId, is_swapped: bool| {
        let name = || format!("ends {} {id}", u8::from(is_swapped));
        find(&certificate.ends, &(id, is_swapped), name)
    };
    let mut open = Vec::new();
    for parity in Parity::ALL {
        let distance = |pattern| certificate.cost(parity, Key::Distance(pattern), table);
        let start = distance(Pattern::U0)?;
        let value = start.said.offset.plus(&end(start.said.function, false)?.said);
        start.equals("the distance of the start", &Sequence::zero(), &value)?;
        open.push((start.said.function, false));
        for goal in Goal::ALL {
            let length = certificate.length(parity, goal)?;
            let cost = distance(goal.pattern())?;
            let value = &end(cost.said.function, goal.is_swapped())?.said;
            let value = cost.said.offset.plus(value);
            length.equals("the distance of the goal", &length.said.moves, &value)?;
            open.push((cost.said.function, goal.is_swapped()));
        }
    }
    let mut needed = HashSet::new();
    while let Some((id, is_swapped)) = open.pop() {
        if !needed.insert((id, is_swapped)) {
            continue;
        }
        let said = end(id, is_swapped)?;
        if id.parity == Parity::Odd {
            let (size, swaps) = (5, if is_swapped { 31 } else { 0 });
            let cost = certificate.values.get(&id.index).and_then(|values| values.said[swaps]);
            let value = said.said.at(size);
            if cost.is_none() || value != cost {
                return Err(said.is_wrong(Reason::NotTheCost { size, swaps, said: value, cost }));
            }
        }
        let branch = &certificate.function(id).said[usize::from(is_swapped)];
        let Some(branch) = branch else {
            return Err(said.is_wrong(Reason::Unused));
        };
        let below = end(branch.function, is_swapped)?.said.of_the_size_below();
        let value = branch.offset.plus(&below);
        said.equals("the value of the branch", &said.said, &value)?;
        open.push((branch.function, is_swapped));
    }
    all_are_used(&certificate.ends, |key| needed.contains(key))
}

#[cfg(test)]
mod tests;
