//! Least values of f(v) + g(w) - h(v XOR w) over all swaps v and w.

use super::closed_form::ClosedForm;
use super::functions::{FunctionId, Functions, Offset, SMALLEST, first_size};
use dashu_int::IBig;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Three functions; `None` is the one that is 0 if nothing is swapped and has no other value.
pub(super) type Triple = (Option<FunctionId>, FunctionId, FunctionId);

/// The closed forms of the least values of some triples and of all that these follow from.
pub(super) fn least_values(
    functions: &Functions<'_>,
    triples: impl IntoIterator<Item = Triple>,
    largest: u32,
) -> BTreeMap<Triple, ClosedForm> {
    let mut branches = HashMap::new();
    let mut values = HashMap::new();
    for parity in [0, 1] {
        for index in 0..functions.count(parity) {
            let id = FunctionId { parity, index };
            branches.insert(id, [0, 1].map(|swapped| functions.branch(id, swapped)));
            if parity == 1 {
                values.insert(id, functions.values(id));
            }
        }
    }
    let mut search = Least { branches, values, known: HashMap::new() };
    let mut open: Vec<_> = triples.into_iter().collect();
    let mut seen: HashSet<_> = open.iter().copied().collect();
    let mut forms = BTreeMap::new();
    while let Some(triple) = open.pop() {
        let sizes = (first_size(triple.1.parity)..=largest).step_by(2);
        let numbers = sizes.map(|size| (size, search.least(triple, size)));
        forms.insert(triple, ClosedForm::of(&numbers.collect()));
        open.extend(search.below(triple).map(|(below, ..)| below).filter(|&t| seen.insert(t)));
    }
    forms
}

struct Least {
    branches: HashMap<FunctionId, [Option<Offset>; 2]>,
    values: HashMap<FunctionId, Vec<Option<IBig>>>,
    known: HashMap<(Triple, u32), IBig>,
}

impl Least {
    /// The triples of branches that a triple follows from, with their offsets.
    fn below(
        &self,
        (f, g, h): Triple,
    ) -> impl Iterator<Item = (Triple, Option<&Offset>, &Offset, &Offset)> {
        let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter();
        pairs.filter_map(move |(x, y)| {
            let from = match f {
                Some(f) => Some(self.branches[&f][x].as_ref()?),
                None if x == 0 => None,
                None => return None,
            };
            let by = self.branches[&g][y].as_ref()?;
            let to = self.branches[&h][x ^ y].as_ref().expect("costs allow every transition");
            let triple = (from.map(|from| from.function), by.function, to.function);
            Some((triple, from, by, to))
        })
    }

    fn least(&mut self, triple: Triple, size: u32) -> IBig {
        if let Some(known) = self.known.get(&(triple, size)) {
            return known.clone();
        }
        let least = if size == SMALLEST {
            self.least_of_values(triple)
        } else {
            let below = self.below(triple).map(|(below, from, by, to)| {
                let from = from.map_or(IBig::ZERO, |from| from.number(size).clone());
                (below, from + by.number(size) - to.number(size))
            });
            let below: Vec<_> = below.collect();
            let sums = below.into_iter().map(|(below, sum)| sum + self.least(below, size - 1));
            sums.min().expect("functions have values")
        };
        self.known.insert((triple, size), least.clone());
        least
    }

    fn least_of_values(&self, (f, g, h): Triple) -> IBig {
        let unmoved: Vec<_> =
            (0..1 << SMALLEST).map(|swaps| (swaps == 0).then_some(IBig::ZERO)).collect();
        let f = f.map_or(&unmoved, |f| &self.values[&f]);
        let (g, h) = (&self.values[&g], &self.values[&h]);
        let sums = f.iter().enumerate().flat_map(|(v, f)| {
            g.iter().enumerate().filter_map(move |(w, g)| {
                let sum = f.as_ref()? + g.as_ref()?;
                Some(sum - h[v ^ w].as_ref().expect("costs allow every transition"))
            })
        });
        sums.min().expect("functions have values")
    }
}
