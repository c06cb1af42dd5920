//! The costs at one size, and their computation from those of the previous size.

use super::base::{self, Ways};
use super::diagram::{Diagrams, Function};
use super::partial::Pattern;
use super::table::{EndingId, Table};
use dashu_int::{IBig, UBig};
use std::collections::{BTreeMap, VecDeque};

/// The smallest costs of ways between choke points of size N, by the set of sizes up to N whose two
/// pieces are swapped.
#[derive(Debug, Clone)]
pub struct Level {
    /// N.
    pub size: u32,
    /// For each pattern at the start and each ending, the cost of a way that touches no other
    /// choke point.
    pub ways: [Vec<(EndingId, Function)>; 5],
    /// For each pattern at the start and each partial state, the cost of getting there through
    /// choke points of size N - 1; N - 1 bits. Empty at the smallest size.
    pub partials: [Vec<Function>; 5],
}

impl Level {
    /// The smallest size, from its table of ways.
    pub fn base(table: &Table, ways: &[Ways; 5], diagrams: &mut Diagrams) -> Self {
        let functions = |ways: &Ways| {
            let mut costs: BTreeMap<EndingId, [Option<usize>; 4]> = BTreeMap::new();
            for ((ending, swaps), steps) in ways {
                let ending = table.find_ending(ending).expect("the table has the base's endings");
                costs.entry(ending).or_default()[*swaps as usize] = Some(steps.len());
            }
            let mut function = |values: [Option<usize>; 4]| {
                let [a, b, c, d] = values.map(|value| match value {
                    Some(value) => Function::constant(IBig::from(value)),
                    None => Function::IMPOSSIBLE,
                });
                let halves = [diagrams.join([a, b]), diagrams.join([c, d])];
                diagrams.join(halves)
            };
            costs.into_iter().map(|(ending, values)| (ending, function(values))).collect()
        };
        let ways = ways.each_ref().map(functions);
        Self { size: base::SIZE, ways, partials: Default::default() }
    }

    /// The next size.
    ///
    /// # Complexity
    /// A shortest-path computation over the partial states, with functions for distances.
    pub fn next(&self, table: &Table, diagrams: &mut Diagrams) -> Self {
        let partials = Pattern::ALL.map(|pattern| self.partial_costs(table, diagrams, pattern));
        let mut assemble = |costs: &Vec<Function>| {
            let mut branches: BTreeMap<EndingId, [Function; 2]> = BTreeMap::new();
            for (partial, cost) in table.partials().iter().zip(costs) {
                if partial.is_choke_point() && !cost.is_impossible() {
                    let ending = table.find_ending(&partial.ending());
                    let ending = ending.expect("the table has the endings of its states");
                    let branches = branches
                        .entry(ending)
                        .or_insert([Function::IMPOSSIBLE, Function::IMPOSSIBLE]);
                    branches[usize::from(partial.is_swapped())] = cost.clone();
                }
            }
            branches.into_iter().map(|(ending, pair)| (ending, diagrams.join(pair))).collect()
        };
        let ways = partials.each_ref().map(&mut assemble);
        Self { size: self.size + 1, ways, partials }
    }

    fn partial_costs(
        &self,
        table: &Table,
        diagrams: &mut Diagrams,
        pattern: Pattern,
    ) -> Vec<Function> {
        let start = table.start(pattern);
        let unmoved = diagrams.unmoved(self.size);
        let mut costs = vec![Function::IMPOSSIBLE; table.partials().len()];
        costs[usize::from(start.0)] = unmoved.clone();
        let mut queue = VecDeque::from([start]);
        let mut is_queued = vec![false; costs.len()];
        let mut is_start_done = false;
        while let Some(at) = queue.pop_front() {
            is_queued[usize::from(at.0)] = false;
            let source = if at == start {
                if std::mem::replace(&mut is_start_done, true) {
                    continue;
                }
                unmoved.clone()
            } else if table.partial(at).is_choke_point() {
                continue;
            } else {
                costs[usize::from(at.0)].clone()
            };
            let ways = &self.ways[table.partial(at).pattern.index()];
            let mut transitions = table.transitions(at).iter().peekable();
            for (ending, way) in ways {
                while transitions.next_if(|(other, _)| other < ending).is_some() {}
                let Some((_, results)) = transitions.next_if(|(other, _)| other == ending) else {
                    continue;
                };
                let cost = diagrams.convolution(&source, way);
                for &to in results {
                    let known = &mut costs[usize::from(to.0)];
                    let least = diagrams.minimum(known, &cost);
                    if least != *known {
                        *known = least;
                        if !std::mem::replace(&mut is_queued[usize::from(to.0)], true) {
                            queue.push_back(to);
                        }
                    }
                }
            }
        }
        costs
    }

    /// The distances from a pattern to all patterns when there are no big pieces.
    pub fn distances(
        &self,
        table: &Table,
        diagrams: &mut Diagrams,
        from: Pattern,
    ) -> [Function; 5] {
        let mut distances = [const { Function::IMPOSSIBLE }; 5];
        distances[from.index()] = diagrams.unmoved(self.size);
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for (ending, way) in &self.ways[at.index()] {
                let ending = table.ending(*ending);
                if !ending.events.is_empty() {
                    continue;
                }
                let cost = diagrams.convolution(&distances[at.index()], way);
                let known = &mut distances[ending.pattern.index()];
                let least = diagrams.minimum(known, &cost);
                if least != *known {
                    *known = least;
                    if !queue.contains(&ending.pattern) {
                        queue.push_back(ending.pattern);
                    }
                }
            }
        }
        distances
    }
}

/// The argument where the pieces of all sizes up to `n` have changed places.
pub fn all_swapped(n: u32) -> UBig {
    (UBig::ONE << n as usize) - UBig::ONE
}
