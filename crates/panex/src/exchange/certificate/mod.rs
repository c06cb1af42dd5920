//! The certificate of the numbers of moves of exchanges of all heights from 5 on.
//!
//! The book explains why it is a proof (`theory/panex-proof.md`) and describes the format
//! (`reference/panex-certificate.md`). Nothing here needs to be trusted: `fewest-proof` checks the
//! result.

mod closed_form;
mod functions;
mod least;
mod rules;

use super::diagram::Function;
use super::level::all_swapped;
use super::table::{EndingId, PartialId, Table};
use super::{Exchange, Pattern};
use closed_form::ClosedForm;
use dashu_int::{IBig, UBig};
use functions::{FunctionId, Functions, Offset};
use least::{Triple, least_values};
use rules::Families;
use std::collections::{BTreeMap, BTreeSet};

/// Closed forms are found from the sizes up to here.
const LARGEST: u32 = 20;
/// Least values take much longer, so they are computed up to here only: four sizes determine a
/// closed form, and one more tests it.
const LARGEST_LEAST: u32 = 14;
/// Families of ways begin here: at smaller sizes, what is swapped at the ends is not yet apart.
const FIRST_OF_RULES: u32 = 7;

/// Identifies a cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Way(Pattern, EndingId),
    Partial(Pattern, PartialId),
    Distance(Pattern),
}

/// Returns the certificate for exchanges of towers of 5 and more pieces.
///
/// # Complexity
/// About two seconds and a megabyte.
pub fn certificate() -> String {
    let mut exchange = Exchange::new(LARGEST as u16 + 1);
    let costs = costs(&mut exchange);
    let mut families = Families::default();
    let mut plans = Vec::new();
    for (goal, pattern) in [("exchange", Pattern::U0), ("transfer", Pattern::U3)] {
        for parity in [1, 0] {
            let size = LARGEST - parity;
            let swaps = if goal == "exchange" { all_swapped(size) } else { UBig::ZERO };
            let roots = families.add(exchange.costs(size), pattern, &swaps);
            plans.push((goal, pattern, parity, roots));
        }
    }
    let roots: Vec<_> = plans.iter().flat_map(|(.., roots)| roots.clone()).collect();
    let families = families.closure(roots);

    let Exchange { table, diagrams, .. } = &exchange;
    let mut functions = Functions::new(diagrams);
    let offsets: BTreeMap<_, _> =
        costs.iter().map(|(&key, costs)| (key, functions.offset(costs))).collect();
    let writer = Writer { table, functions: &functions, offsets: &offsets };
    let mut lines = vec!["fewest panex certificate 1".to_owned()];
    writer.functions(&mut lines);
    writer.costs(&mut lines);
    let triples = transitions(table, &offsets);
    for ((f, g, h), form) in least_values(&functions, triples, LARGEST_LEAST) {
        let f = f.map_or("same".to_owned(), |f| f.to_string());
        lines.push(format!("least {f} {g} {h} {form}"));
    }
    for parity in [1, 0] {
        for (family, parts) in families.of_parity(parity) {
            let (from, ending) = (family.from, table.ending(family.ending));
            let way = &costs[&(parity, Key::Way(family.from, family.ending))];
            let number = |(&size, way): (&u32, &Function)| {
                let value = diagrams.value(way, size, &family.swaps.at(size));
                (size, value.expect("plans consist of ways"))
            };
            let name = &families.numbers(std::slice::from_ref(family));
            let way = way.range(FIRST_OF_RULES..);
            let cost = ClosedForm::of(&way.map(number).collect());
            let (parity, parts) = (parity_name(parity), families.numbers(parts));
            let swaps = &family.swaps;
            lines.push(format!("rule {parity}{name} {from} {ending} {swaps} {cost}{parts}"));
        }
    }
    let mut ends = BTreeMap::new();
    for (goal, pattern, parity, roots) in plans {
        let is_swapped = goal == "exchange";
        let distance = &offsets[&(parity, Key::Distance(pattern))];
        let moves = distance.offset.plus(&writer.end(distance.function, is_swapped, &mut ends));
        let start = &offsets[&(parity, Key::Distance(Pattern::U0))];
        writer.end(start.function, false, &mut ends);
        let (parity, parts) = (parity_name(parity), families.numbers(&roots));
        lines.push(format!("{goal} {parity} {moves}{parts}"));
    }
    for ((is_swapped, id), form) in ends {
        lines.push(format!("ends {} {id} {form}", u8::from(is_swapped)));
    }
    lines.join("\n") + "\n"
}

fn parity_name(parity: u32) -> &'static str {
    if parity == 1 { "odd" } else { "even" }
}

/// The functions of all costs at every second size from the first one on.
fn costs(exchange: &mut Exchange) -> BTreeMap<(u32, Key), BTreeMap<u32, Function>> {
    let Exchange { table, levels, diagrams, .. } = exchange;
    let mut costs: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    for pair in levels.windows(2) {
        let [level, next] = pair else { continue };
        let size = level.size;
        if size < functions::SMALLEST {
            continue;
        }
        let mut put = |key, cost: Function| {
            if !cost.is_impossible() {
                costs.entry((size % 2, key)).or_default().insert(size, cost);
            }
        };
        for from in Pattern::ALL {
            for (ending, cost) in &level.ways[from.index()] {
                put(Key::Way(from, *ending), cost.clone());
            }
            for (at, cost) in next.partials[from.index()].iter().enumerate() {
                put(Key::Partial(from, PartialId(at as u16)), cost.clone());
            }
        }
        for (to, cost) in
            Pattern::ALL.into_iter().zip(level.distances(table, diagrams, Pattern::U0))
        {
            put(Key::Distance(to), cost);
        }
    }
    costs
}

/// The functions of each transition: the costs of being here, of the way, and of being there.
fn transitions(table: &Table, offsets: &BTreeMap<(u32, Key), Offset>) -> BTreeSet<Triple> {
    let mut triples = BTreeSet::new();
    for &(parity, key) in offsets.keys() {
        let function = |key: Key| Some(offsets.get(&(parity, key))?.function);
        let mut add = |here, way: Key, there: Key| {
            triples
                .extend(function(way).zip(function(there)).map(|(way, there)| (here, way, there)));
        };
        match key {
            Key::Partial(from, at) => {
                let is_start = at == table.start(from);
                if !is_start && table.partial(at).is_choke_point() {
                    continue;
                }
                let here = if is_start { None } else { function(key) };
                let pattern = table.partial(at).pattern;
                for (ending, results) in table.transitions(at) {
                    for &to in results {
                        add(here, Key::Way(pattern, *ending), Key::Partial(from, to));
                    }
                }
            }
            Key::Way(from, ending) if table.ending(ending).events.is_empty() => {
                let there = Key::Distance(table.ending(ending).pattern);
                add(function(Key::Distance(from)), key, there);
            }
            _ => {}
        }
    }
    triples
}

struct Writer<'a> {
    table: &'a Table,
    functions: &'a Functions<'a>,
    offsets: &'a BTreeMap<(u32, Key), Offset>,
}

impl Writer<'_> {
    fn functions(&self, lines: &mut Vec<String>) {
        for parity in [1, 0] {
            for index in 0..self.functions.count(parity) {
                let id = FunctionId { parity, index };
                let branch = |swapped| match self.functions.branch(id, swapped) {
                    None => "-".to_owned(),
                    Some(branch) => format!("{} {}", branch.function, branch.offset),
                };
                lines.push(format!("function {id} {} {}", branch(0), branch(1)));
                if parity == 1 {
                    let values = self.functions.values(id).into_iter();
                    let value =
                        |value: Option<IBig>| value.map_or("-".to_owned(), |v| v.to_string());
                    let values: Vec<_> = values.map(value).collect();
                    lines.push(format!("values {id} {}", values.join(" ")));
                }
            }
        }
    }

    fn costs(&self, lines: &mut Vec<String>) {
        for (&(parity, key), Offset { function, offset, .. }) in self.offsets {
            let parity = parity_name(parity);
            let (kind, place) = match key {
                Key::Way(from, ending) => ("way", format!("{from} {}", self.table.ending(ending))),
                Key::Partial(from, at) => ("partial", format!("{from} {}", self.table.partial(at))),
                Key::Distance(to) => ("distance", to.to_string()),
            };
            lines.push(format!("{kind} {parity} {place} {function} {offset}"));
        }
    }

    /// The value of a function if nothing or everything is swapped, and of its branches.
    fn end(
        &self,
        id: FunctionId,
        is_swapped: bool,
        ends: &mut BTreeMap<(bool, FunctionId), ClosedForm>,
    ) -> ClosedForm {
        if let Some(known) = ends.get(&(is_swapped, id)) {
            return known.clone();
        }
        let mut numbers = BTreeMap::new();
        for (size, node) in self.functions.nodes(id) {
            let swaps = if is_swapped { all_swapped(size) } else { UBig::ZERO };
            let function = Function::of_node(node);
            let value = self.functions.diagrams().value(&function, size, &swaps);
            numbers.insert(size, value.expect("there is a way"));
        }
        let form = ClosedForm::of(&numbers);
        ends.insert((is_swapped, id), form.clone());
        if let Some(branch) = self.functions.branch(id, usize::from(is_swapped)) {
            self.end(branch.function, is_swapped, ends);
        }
        form
    }
}
