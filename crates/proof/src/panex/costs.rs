//! The exact costs at small sizes: shortest paths over the transition table, with plain lists for
//! functions of swaps.

use super::channels::Histories;
use super::partial::Pattern;
use super::smallest;
use super::table::{EndingId, PartialId, Table};
use foldhash::fast::FixedState;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// No value: larger than all costs, and the sum of two does not overflow.
const NONE: u32 = u32::MAX / 4;

/// A function of n bits, one for each size whose two pieces may have swapped places: a list with
/// least value 0, and a number to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cost {
    list: usize,
    offset: u32,
}

/// Lists of 2^n values, each stored once.
#[derive(Default)]
struct Lists {
    all: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, usize, FixedState>,
    convolutions: HashMap<(usize, usize), Cost, FixedState>,
}

impl Lists {
    fn cost(&mut self, mut values: Vec<u32>, offset: u32) -> Option<Cost> {
        let least = values.iter().copied().min().filter(|&least| least < NONE)?;
        for value in &mut values {
            *value = if *value < NONE { *value - least } else { NONE };
        }
        let next = self.all.len();
        let list = *self.numbers.entry(values).or_insert_with_key(|values| {
            self.all.push(values.clone());
            next
        });
        Some(Cost { list, offset: least + offset })
    }

    fn minimum(&mut self, f: Option<Cost>, g: Cost) -> Cost {
        let Some(f) = f else { return g };
        let offset = f.offset.min(g.offset);
        let (more_f, more_g) = (f.offset - offset, g.offset - offset);
        let pairs = self.all[f.list].iter().zip(&self.all[g.list]);
        let values = pairs.map(|(f, g)| (f + more_f).min(g + more_g)).collect();
        self.cost(values, offset).unwrap_or(g)
    }

    /// Returns the function whose value at v is the least f(x) + g(y) over all x XOR y = v.
    fn convolution(&mut self, f: Cost, g: Cost) -> Cost {
        let key = (f.list.min(g.list), f.list.max(g.list));
        let offset = f.offset + g.offset;
        if let Some(known) = self.convolutions.get(&key) {
            return Cost { list: known.list, offset: known.offset + offset };
        }
        let (left, right) = (&self.all[key.0], &self.all[key.1]);
        let mut values = vec![NONE; left.len()];
        for (x, f) in left.iter().enumerate().filter(|(_, f)| **f < NONE) {
            for (y, g) in right.iter().enumerate() {
                let value = &mut values[x ^ y];
                *value = (*value).min(f + g);
            }
        }
        let convolution = self.cost(values, 0).expect("both lists have a value");
        self.convolutions.insert(key, convolution);
        Cost { offset: convolution.offset + offset, ..convolution }
    }
}

/// All costs at one size n.
pub(super) struct Costs {
    /// n.
    pub(super) size: u32,
    lists: Lists,
    /// The cost of ways from each pattern, by how they end.
    pub(super) ways: [BTreeMap<EndingId, Cost>; 5],
    /// The costs of getting from each pattern to the partial states on ways of size n + 1.
    pub(super) partials: [BTreeMap<PartialId, Cost>; 5],
    /// The cost of getting from the start to each pattern when there are no big pieces.
    pub(super) distances: [Option<Cost>; 5],
}

#[cfg(test)]
impl Costs {
    /// The cost of the start alone.
    pub(super) fn of_the_start(size: u32) -> Self {
        let (lists, ways, partials, distances) = Default::default();
        let mut costs = Self { size, lists, ways, partials, distances };
        costs.distances[Pattern::U0 as usize] = Some(costs.unmoved());
        costs
    }
}

impl Costs {
    /// Computes the costs at sizes 2, 3, ... up to `largest`.
    ///
    /// `None` if ways of size 2 and of size 3 end differently: then the table would not be the same
    /// at every size.
    pub(super) fn up_to(largest: u32, table: &Table) -> Option<Vec<Self>> {
        let mut lists = Lists::default();
        let mut histories = Histories::default();
        let mut ways: [BTreeMap<EndingId, Cost>; 5] = Default::default();
        for (pattern, ways) in Pattern::ALL.into_iter().zip(&mut ways) {
            for (ending, costs) in smallest::costs(pattern, &mut histories) {
                let at = table.endings.iter().position(|known| *known == ending)?;
                let values = costs.map(|cost| cost.unwrap_or(NONE)).to_vec();
                ways.extend(lists.cost(values, 0).map(|cost| (EndingId(at as u16), cost)));
            }
            if !ways.keys().eq(&table.ways[pattern as usize]) {
                return None;
            }
        }
        let mut all = vec![Self::of(2, lists, ways, table)];
        for size in 3..=largest {
            let below = &all[all.len() - 1];
            let mut lists = Lists::default();
            let mut ways: [BTreeMap<EndingId, Cost>; 5] = Default::default();
            for (pattern, ways) in Pattern::ALL.into_iter().zip(&mut ways) {
                for &ending in &table.ways[pattern as usize] {
                    let values = table.choke_points[&ending].map(|at| below.values(pattern, at));
                    ways.extend(lists.cost(values.concat(), 0).map(|cost| (ending, cost)));
                }
            }
            all.push(Self::of(size, lists, ways, table));
        }
        Some(all)
    }

    fn of(size: u32, lists: Lists, ways: [BTreeMap<EndingId, Cost>; 5], table: &Table) -> Self {
        let (partials, distances) = Default::default();
        let mut costs = Self { size, lists, ways, partials, distances };
        costs.partials = Pattern::ALL.map(|pattern| costs.find_partials(pattern, table));
        costs.distances = costs.find_distances(table);
        costs
    }

    /// Returns the function that is 0 if nothing is swapped and has no other value.
    fn unmoved(&mut self) -> Cost {
        let mut values = vec![NONE; 1 << self.size];
        values[0] = 0;
        self.lists.cost(values, 0).expect("there is a value")
    }

    fn find_partials(&mut self, from: Pattern, table: &Table) -> BTreeMap<PartialId, Cost> {
        let start = table.starts[from as usize];
        let unmoved = self.unmoved();
        let mut costs = BTreeMap::from([(start, unmoved)]);
        let mut open = VecDeque::from([start]);
        let mut is_start_done = false;
        while let Some(at) = open.pop_front() {
            // A way ends when it comes to a choke point, perhaps the one where it began.
            let is_start = at == start && !std::mem::replace(&mut is_start_done, true);
            if !is_start && table.partial(at).choke_point().is_some() {
                continue;
            }
            let cost = if is_start { unmoved } else { costs[&at] };
            let pattern = table.partial(at).pattern;
            for (ending, results) in &table.transitions[usize::from(at.0)] {
                let Some(&way) = self.ways[pattern as usize].get(ending) else { continue };
                let through_here = self.lists.convolution(cost, way);
                for result in results {
                    let known = costs.get(result).copied();
                    let least = self.lists.minimum(known, through_here);
                    if known != Some(least) {
                        costs.insert(*result, least);
                        if !open.contains(result) {
                            open.push_back(*result);
                        }
                    }
                }
            }
        }
        costs
    }

    fn find_distances(&mut self, table: &Table) -> [Option<Cost>; 5] {
        let mut distances = [None; 5];
        distances[Pattern::U0 as usize] = Some(self.unmoved());
        let mut open = VecDeque::from([Pattern::U0]);
        while let Some(at) = open.pop_front() {
            let Some(distance) = distances[at as usize] else { continue };
            for (&ending, &way) in &self.ways[at as usize] {
                let ending = table.ending(ending);
                if !ending.events.0.is_empty() {
                    continue;
                }
                let through_here = self.lists.convolution(distance, way);
                let known = &mut distances[ending.pattern as usize];
                let least = self.lists.minimum(*known, through_here);
                if *known != Some(least) {
                    *known = Some(least);
                    open.push_back(ending.pattern);
                }
            }
        }
        distances
    }

    /// Returns the values of getting from a pattern to a partial state.
    fn values(&self, from: Pattern, to: Option<PartialId>) -> Vec<u32> {
        let cost = to.and_then(|to| self.partials[from as usize].get(&to));
        let value = |swaps| cost.and_then(|&cost| self.value(cost, swaps)).unwrap_or(NONE);
        (0..1 << self.size).map(value).collect()
    }

    /// Returns the value of a function for one combination of swaps: size s in bit s - 1.
    pub(super) fn value(&self, cost: Cost, swaps: usize) -> Option<u32> {
        let value = self.lists.all[cost.list][swaps];
        (value < NONE).then_some(value + cost.offset)
    }
}
