//! The transition table: every partial state, and the effect of each ending on it. It is the same
//! at every level.

use super::base::Ways;
use super::partial::{Ending, Partial, Pattern};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// The place of a partial state in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialId(pub u16);

/// The place of an ending in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EndingId(pub u16);

/// All partial states and endings that come up at any level, and the transitions between them.
pub struct Table {
    partials: Vec<Partial>,
    endings: Vec<Ending>,
    /// For each partial state, the transitions out of it.
    transitions: Vec<Vec<(EndingId, Vec<PartialId>)>>,
    /// For each partial state, its predecessors.
    predecessors: Vec<Vec<(PartialId, EndingId)>>,
    starts: [PartialId; 5],
    /// The choke point with each ending, with the two pieces of the largest size as before, and
    /// swapped.
    choke_points: Vec<[Option<PartialId>; 2]>,
}

impl Table {
    /// Computes the closure of the endings of the smallest case.
    pub fn new(base: &[Ways; 5]) -> Self {
        let mut closure = Closure::default();
        for (pattern, ways) in Pattern::ALL.into_iter().zip(base) {
            closure.partial(Partial::start(pattern), pattern);
            for (ending, _) in ways.keys() {
                closure.ending(pattern, ending.clone());
            }
        }
        closure.complete()
    }

    /// Returns all partial states.
    pub fn partials(&self) -> &[Partial] {
        &self.partials
    }

    /// Returns a partial state.
    pub fn partial(&self, id: PartialId) -> &Partial {
        &self.partials[usize::from(id.0)]
    }

    /// Returns an ending.
    pub fn ending(&self, id: EndingId) -> &Ending {
        &self.endings[usize::from(id.0)]
    }

    /// Returns the choke point where ways with this ending end, with the two pieces of the largest
    /// size swapped or not.
    pub fn choke_point(&self, ending: EndingId, is_swapped: bool) -> Option<PartialId> {
        self.choke_points[usize::from(ending.0)][usize::from(is_swapped)]
    }

    /// Returns the start of ways from a pattern.
    pub fn start(&self, pattern: Pattern) -> PartialId {
        self.starts[pattern.index()]
    }

    /// Returns the place of an ending.
    pub fn find_ending(&self, ending: &Ending) -> Option<EndingId> {
        self.endings.iter().position(|other| other == ending).map(|at| EndingId(at as u16))
    }

    /// Returns the partial states that each ending leads to from a given one.
    pub fn transitions(&self, from: PartialId) -> &[(EndingId, Vec<PartialId>)] {
        &self.transitions[usize::from(from.0)]
    }

    /// Returns the partial states before a given one, each with the ending that leads to it.
    pub fn predecessors(&self, to: PartialId) -> &[(PartialId, EndingId)] {
        &self.predecessors[usize::from(to.0)]
    }
}

#[derive(Default)]
struct Closure {
    partials: Vec<Partial>,
    partial_ids: HashMap<Partial, PartialId, FixedState>,
    endings: Vec<Ending>,
    ending_ids: HashMap<Ending, EndingId, FixedState>,
    endings_from: [Vec<EndingId>; 5],
    /// For each partial state, the patterns of the starts it is reached from.
    starts: Vec<[bool; 5]>,
    /// For each partial state, what each ending leads to, as far as that is known.
    transitions: Vec<Vec<Option<Vec<PartialId>>>>,
}

impl Closure {
    fn ending(&mut self, from: Pattern, ending: Ending) -> bool {
        let next = EndingId(self.endings.len() as u16);
        let id = *self.ending_ids.entry(ending).or_insert_with_key(|ending| {
            self.endings.push(ending.clone());
            next
        });
        let list = &mut self.endings_from[from.index()];
        let is_new = !list.contains(&id);
        if is_new {
            list.push(id);
        }
        is_new
    }

    /// Records that a partial state is reached from a start; returns whether that is new.
    fn partial(&mut self, partial: Partial, start: Pattern) -> (PartialId, bool) {
        let next = PartialId(self.partials.len() as u16);
        let id = *self.partial_ids.entry(partial).or_insert_with_key(|partial| {
            self.partials.push(partial.clone());
            self.starts.push([false; 5]);
            self.transitions.push(Vec::new());
            next
        });
        let reached = &mut self.starts[usize::from(id.0)][start.index()];
        (id, !std::mem::replace(reached, true))
    }

    /// Adds what follows from what is there until nothing is new.
    fn complete(mut self) -> Table {
        loop {
            let mut is_complete = true;
            for at in 0..self.partials.len() {
                is_complete &= !self.expand(PartialId(at as u16));
            }
            if is_complete {
                break;
            }
        }
        self.finish()
    }

    /// Adds what follows from one partial state; returns whether anything is new.
    fn expand(&mut self, id: PartialId) -> bool {
        let at = usize::from(id.0);
        let partial = self.partials[at].clone();
        let starts = self.starts[at];
        let mut is_any_new = false;
        for start in Pattern::ALL.into_iter().filter(|start| starts[start.index()]) {
            let is_start = partial == Partial::start(start);
            if partial.is_choke_point() {
                is_any_new |= self.ending(start, partial.ending());
                if !is_start {
                    continue;
                }
            }
            for ending in self.endings_from[partial.pattern.index()].clone() {
                let ending = usize::from(ending.0);
                if self.transitions[at].len() < self.endings.len() {
                    self.transitions[at].resize(self.endings.len(), None);
                }
                if self.transitions[at][ending].is_none() {
                    let results = partial.after(&self.endings[ending]);
                    let results = results.into_iter().map(|p| self.partial(p, start).0).collect();
                    self.transitions[at][ending] = Some(results);
                    is_any_new = true;
                }
                for &result in self.transitions[at][ending].iter().flatten() {
                    let reached = &mut self.starts[usize::from(result.0)][start.index()];
                    is_any_new |= !std::mem::replace(reached, true);
                }
            }
        }
        is_any_new
    }

    fn finish(self) -> Table {
        let mut predecessors = vec![Vec::new(); self.partials.len()];
        let mut transitions = Vec::new();
        for (at, known) in self.transitions.into_iter().enumerate() {
            let numbered = (0..).map(EndingId).zip(known);
            let known = numbered.filter_map(|(ending, to)| Some((ending, to?)));
            let list: Vec<_> = known.filter(|(_, to)| !to.is_empty()).collect();
            for (ending, results) in &list {
                for to in results {
                    predecessors[usize::from(to.0)].push((PartialId(at as u16), *ending));
                }
            }
            transitions.push(list);
        }
        let mut choke_points = vec![[None; 2]; self.endings.len()];
        for (at, partial) in self.partials.iter().enumerate().filter(|(_, p)| p.is_choke_point()) {
            if let Some(ending) = self.ending_ids.get(&partial.ending()) {
                let pair = &mut choke_points[usize::from(ending.0)];
                pair[usize::from(partial.is_swapped())] = Some(PartialId(at as u16));
            }
        }
        let start = |pattern| self.partial_ids[&Partial::start(pattern)];
        Table {
            choke_points,
            starts: Pattern::ALL.map(start),
            partials: self.partials,
            endings: self.endings,
            transitions,
            predecessors,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::base;
    use std::collections::{BTreeMap, BTreeSet};

    /// The results of endings in partial states, in the words of certificates.
    type Transitions = BTreeMap<(String, String), BTreeSet<String>>;

    #[test]
    fn moving_pieces_on_a_board_gives_the_same_table() {
        let table = Table::new(&base::ways());
        let mut ours = Transitions::new();
        for (at, partial) in table.partials().iter().enumerate() {
            if partial.is_choke_point() && *partial != Partial::start(partial.pattern) {
                continue;
            }
            for (ending, results) in table.transitions(PartialId(at as u16)) {
                let results = results.iter().map(|&id| table.partial(id).to_string()).collect();
                let key = (partial.to_string(), table.ending(*ending).to_string());
                ours.insert(key, results);
            }
        }
        let derived = fewest_proof::panex::Table::derive();
        let theirs: Transitions = derived
            .transitions()
            .map(|(partial, ending, results)| ((partial, ending), results.into_iter().collect()))
            .collect();
        assert_eq!(table.partials().len(), 1172);
        assert_eq!(theirs.len(), 9018);
        assert_eq!(theirs.values().map(BTreeSet::len).sum::<usize>(), 10_485);
        assert!(ours == theirs, "the tables differ");
    }
}
