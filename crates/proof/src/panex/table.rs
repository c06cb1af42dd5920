//! The transition table: all partial states, and the effect of each ending of a way on them. It is
//! the same at every size.

use super::board::{Outcomes, outcomes};
use super::channels::Histories;
use super::partial::{Ending, Partial, Pattern};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The index of a partial state in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PartialId(pub(super) u16);

/// The index of an ending in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct EndingId(pub(super) u16);

/// All partial states that ways lead through, and the transitions between them.
pub struct Table {
    pub(super) partials: Vec<Partial>,
    pub(super) endings: Vec<Ending>,
    /// Partial states and endings as certificates write them.
    pub(super) partial_ids: HashMap<String, PartialId>,
    pub(super) ending_ids: HashMap<String, EndingId>,
    /// For each partial state, what each ending makes of it.
    pub(super) transitions: Vec<BTreeMap<EndingId, Vec<PartialId>>>,
    pub(super) starts: [PartialId; 5],
    /// For each pattern, the partial states on ways from it.
    pub(super) reached: [BTreeSet<PartialId>; 5],
    /// For each pattern, the endings of ways from it.
    pub(super) ways: [BTreeSet<EndingId>; 5],
    /// The choke points of the next size: where ways with an ending arrive, without and with the
    /// two pieces of that size swapped.
    pub(super) choke_points: BTreeMap<EndingId, [Option<PartialId>; 2]>,
}

#[cfg(test)]
impl Table {
    /// Returns a table without partial states: for certificates that refer to none.
    pub(super) fn empty() -> Self {
        Self {
            partials: vec![],
            endings: vec![],
            partial_ids: HashMap::new(),
            ending_ids: HashMap::new(),
            transitions: vec![],
            starts: [PartialId(0); 5],
            reached: Default::default(),
            ways: Default::default(),
            choke_points: BTreeMap::new(),
        }
    }
}

impl Table {
    /// Computes the table by moving pieces on a board.
    ///
    /// # Complexity
    /// 1172 partial states of up to some ten thousand boards each: about a second.
    pub fn derive() -> Self {
        let mut histories = Histories::default();
        let mut numbers = Numbers::default();
        let mut transitions: BTreeMap<PartialId, BTreeMap<EndingId, Vec<PartialId>>> =
            BTreeMap::new();
        let starts = Pattern::ALL.map(|pattern| numbers.partial(&Partial::start(pattern)));
        let reached = starts.map(|start| {
            let mut reached = BTreeSet::from([start]);
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                let partial = numbers.partials[usize::from(at.0)].clone();
                if partial.choke_point().is_some() && at != start {
                    continue;
                }
                let results = transitions
                    .entry(at)
                    .or_insert_with(|| numbers.outcomes(outcomes(&partial, &mut histories)));
                for &result in results.values().flatten() {
                    if reached.insert(result) {
                        open.push(result);
                    }
                }
            }
            reached
        });
        let mut choke_points: BTreeMap<EndingId, [Option<PartialId>; 2]> = BTreeMap::new();
        let mut end = |at: &PartialId| {
            let partial = numbers.partials[usize::from(at.0)].clone();
            let is_swapped = partial.choke_point()?;
            let ending = numbers.ending(&partial.ending());
            choke_points.entry(ending).or_default()[usize::from(is_swapped)] = Some(*at);
            Some(ending)
        };
        let ways = reached.each_ref().map(|reached| reached.iter().filter_map(&mut end).collect());
        let ids = 0..numbers.partials.len() as u16;
        let of = |id| transitions.remove(&PartialId(id)).unwrap_or_default();
        Self {
            transitions: ids.map(of).collect(),
            partial_ids: as_written(&numbers.partials, PartialId),
            ending_ids: as_written(&numbers.endings, EndingId),
            partials: numbers.partials,
            endings: numbers.endings,
            starts,
            reached,
            ways,
            choke_points,
        }
    }

    /// Returns every transition in the words of certificates: a partial state, an ending, and where
    /// it leads.
    pub fn transitions(&self) -> impl Iterator<Item = (String, String, Vec<String>)> {
        let names =
            |ids: &[PartialId]| ids.iter().map(|&id| self.partial(id).to_string()).collect();
        self.partials.iter().zip(&self.transitions).flat_map(move |(partial, results)| {
            results.iter().map(move |(&ending, to)| {
                (partial.to_string(), self.ending(ending).to_string(), names(to))
            })
        })
    }

    pub(super) fn partial(&self, id: PartialId) -> &Partial {
        &self.partials[usize::from(id.0)]
    }

    pub(super) fn ending(&self, id: EndingId) -> &Ending {
        &self.endings[usize::from(id.0)]
    }

    /// Whether ways of the next size continue from here: it is their start or not a choke point.
    pub(super) fn continues(&self, from: Pattern, at: PartialId) -> bool {
        at == self.starts[from as usize] || self.partial(at).choke_point().is_none()
    }
}

fn as_written<T: ToString, I>(items: &[T], id: fn(u16) -> I) -> HashMap<String, I> {
    items.iter().zip(0..).map(|(item, number)| (item.to_string(), id(number))).collect()
}

/// Items in the order in which they were met.
#[derive(Default)]
struct Numbers {
    partials: Vec<Partial>,
    partial_ids: BTreeMap<Partial, PartialId>,
    endings: Vec<Ending>,
    ending_ids: BTreeMap<Ending, EndingId>,
}

impl Numbers {
    fn partial(&mut self, partial: &Partial) -> PartialId {
        *self.partial_ids.entry(partial.clone()).or_insert_with(|| {
            self.partials.push(partial.clone());
            PartialId(self.partials.len() as u16 - 1)
        })
    }

    fn ending(&mut self, ending: &Ending) -> EndingId {
        *self.ending_ids.entry(ending.clone()).or_insert_with(|| {
            self.endings.push(ending.clone());
            EndingId(self.endings.len() as u16 - 1)
        })
    }

    fn outcomes(&mut self, outcomes: Outcomes) -> BTreeMap<EndingId, Vec<PartialId>> {
        let numbered = |(ending, results): (Ending, BTreeSet<Partial>)| {
            let ending = self.ending(&ending);
            (ending, results.iter().map(|partial| self.partial(partial)).collect())
        };
        outcomes.into_iter().map(numbered).collect()
    }
}
