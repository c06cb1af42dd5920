//! A shortest exchange as a grammar: few rules for any number of moves.
//!
//! A rule is a way between two choke points of one size, with a known ending and known swaps. It
//! consists of ways between choke points of the next smaller size, or of moves if there is none.

use super::base::{self, Ways};
use super::diagram::{Diagrams, Function};
use super::events::Channels;
use super::level::{Level, all_swapped};
use super::partial::Pattern;
use super::table::{EndingId, PartialId, Table};
use crate::model::Step;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use fewest_rules::panex::Column;
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// The place of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleId(u32);

impl RuleId {
    /// As an index into a list with a place for each rule.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The effect of a rule on a position, independent of its moves.
#[derive(Debug, Clone)]
pub struct Effect {
    /// The largest of the small pieces.
    pub size: u32,
    /// The arrangement of the small pieces at the end.
    pub pattern: Pattern,
    /// The sizes whose two pieces are swapped.
    pub swaps: UBig,
    /// The places of the big pieces at the end.
    pub channels: Channels,
}

/// The parts of a rule.
#[derive(Debug, Clone)]
pub enum Body {
    /// Moves.
    Moves(Vec<Step>),
    /// Other rules, one after the other.
    Rules(Vec<RuleId>),
}

/// A way between two choke points.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its number of moves.
    pub length: UBig,
    /// Its effect.
    pub effect: Effect,
    /// Its parts.
    pub body: Body,
}

/// Rules, and those that make up the whole plan in order.
#[derive(Debug, Clone, Default)]
pub struct Grammar {
    rules: Vec<Rule>,
    /// The whole plan.
    pub root: Vec<RuleId>,
}

impl Grammar {
    /// Returns the exchange of towers of 1, too low for choke points: one piece leaves, the other
    /// goes to its place, the first comes back from the middle.
    pub fn of_one() -> Self {
        let steps = [(Column::L, Column::M), (Column::R, Column::L), (Column::M, Column::R)];
        let steps: Vec<_> = steps.into_iter().map(|(from, to)| Step { from, to }).collect();
        let channels = Channels::untouched();
        let effect = Effect { size: 1, pattern: Pattern::U0, swaps: UBig::ONE, channels };
        let length = UBig::from(steps.len());
        let rule = Rule { length, effect, body: Body::Moves(steps) };
        Self { rules: vec![rule], root: vec![RuleId(0)] }
    }

    /// Returns a rule.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.0 as usize]
    }

    /// Returns all rules, each after those it consists of.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }
}

/// Everything known of the costs up to some size.
pub struct Costs<'a> {
    /// The transition table.
    pub table: &'a Table,
    /// The ways of the smallest size, with moves.
    pub ways: &'a [Ways; 5],
    /// The levels from the smallest size on.
    pub levels: &'a [Level],
    /// The diagrams of their functions.
    pub diagrams: &'a mut Diagrams,
}

impl Costs<'_> {
    /// The largest size that is known.
    fn size(&self) -> u32 {
        base::SIZE + self.levels.len() as u32 - 1
    }
}

/// Returns the grammar of shortest ways from the start to a pattern with some sizes swapped, by
/// going back through the costs, and the way of each rule.
pub fn shortest_ways(costs: Costs<'_>, goal: Pattern, swaps: &UBig) -> (Grammar, Vec<Way>) {
    let mut builder =
        Builder { costs, rules: Vec::new(), ways: Vec::new(), known: HashMap::default() };
    let root = builder.whole(goal, swaps);
    (Grammar { rules: builder.rules, root }, builder.ways)
}

/// The way of a rule: its size, where it begins, how it ends, and what it swaps.
pub type Way = (u32, Pattern, EndingId, UBig);

struct Builder<'a> {
    costs: Costs<'a>,
    rules: Vec<Rule>,
    ways: Vec<Way>,
    known: HashMap<Way, RuleId, FixedState>,
}

/// The last way of a shortest path.
struct Last<P> {
    from: P,
    ending: EndingId,
    swaps: UBig,
}

impl<'a> Builder<'a> {
    fn level(&self, size: u32) -> &'a Level {
        &self.costs.levels[(size - base::SIZE) as usize]
    }

    /// The rules of the whole plan: ways that leave no trace on big pieces, as there are none.
    fn whole(&mut self, goal: Pattern, swaps: &UBig) -> Vec<RuleId> {
        let size = self.costs.size();
        let (table, level) = (self.costs.table, self.level(size));
        let distances = level.distances(table, self.costs.diagrams, Pattern::U0);
        let (mut at, mut rest) = (goal, swaps.clone());
        let mut chain = Vec::new();
        while at != Pattern::U0 || rest != UBig::ZERO {
            let mut candidates = Vec::new();
            for from in Pattern::ALL {
                for &(ending, _) in &level.ways[from.index()] {
                    let end = table.ending(ending);
                    if end.pattern == at && end.events.is_empty() {
                        candidates.push((from, distances[from.index()].clone(), from, ending));
                    }
                }
            }
            let last = self.last(size, &distances[at.index()], &rest, candidates);
            rest ^= &last.swaps;
            chain.push((last.from, last.ending, last.swaps));
            at = last.from;
        }
        let chain = chain.into_iter().rev();
        chain.map(|(from, ending, swaps)| self.way(size, from, ending, swaps)).collect()
    }

    /// The rule of the shortest way between two choke points.
    fn way(&mut self, size: u32, from: Pattern, ending: EndingId, swaps: UBig) -> RuleId {
        let key = (size, from, ending, swaps);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let body = if size == base::SIZE {
            let ending = self.costs.table.ending(ending).clone();
            let swaps = (0..size).map(|bit| u32::from(key.3.bit(bit as usize)) << bit).sum();
            Body::Moves(self.costs.ways[from.index()][&(ending, swaps)].clone())
        } else {
            Body::Rules(self.parts(size, from, ending, &key.3))
        };
        let length = match &body {
            Body::Moves(steps) => UBig::from(steps.len()),
            Body::Rules(parts) => {
                parts.iter().map(|part| &self.rules[part.0 as usize].length).sum()
            }
        };
        let end = self.costs.table.ending(ending);
        let (pattern, channels) = (end.pattern, end.events.channels());
        let effect = Effect { size, pattern, swaps: key.3.clone(), channels };
        let id = RuleId(self.rules.len() as u32);
        self.rules.push(Rule { length, effect, body });
        self.ways.push(key.clone());
        self.known.insert(key, id);
        id
    }

    /// The ways of the next smaller size that a way consists of.
    fn parts(&mut self, size: u32, from: Pattern, ending: EndingId, swaps: &UBig) -> Vec<RuleId> {
        let table = self.costs.table;
        let start = table.start(from);
        let is_swapped = swaps.bit(size as usize - 1);
        let mut at = table.choke_point(ending, is_swapped).expect("ways end at choke points");
        let mut rest = swaps & all_swapped(size - 1);
        let unmoved = self.costs.diagrams.unmoved(size - 1);
        let mut chain = Vec::new();
        // The start is a choke point itself: a way may come back to it, but only to end there.
        let mut is_end = true;
        while is_end || at != start {
            is_end = false;
            let costs = &self.level(size).partials[from.index()];
            let mut candidates = Vec::new();
            for &(before, ending) in table.predecessors(at) {
                let cost = &costs[usize::from(before.0)];
                if before == start {
                    candidates.push((before, unmoved.clone(), from, ending));
                } else if !table.partial(before).is_choke_point() && !cost.is_impossible() {
                    let pattern = table.partial(before).pattern;
                    candidates.push((before, cost.clone(), pattern, ending));
                }
            }
            let total = costs[usize::from(at.0)].clone();
            let last: Last<PartialId> = self.last(size - 1, &total, &rest, candidates);
            rest ^= &last.swaps;
            chain.push((table.partial(last.from).pattern, last.ending, last.swaps));
            at = last.from;
        }
        debug_assert_eq!(rest, UBig::ZERO, "the start has nothing swapped");
        let chain = chain.into_iter().rev();
        chain.map(|(from, ending, swaps)| self.way(size - 1, from, ending, swaps)).collect()
    }

    /// The last way of a shortest path whose cost is `total` at `swaps`: of several the one with
    /// the least swaps, then the first. The choice does not matter for the length, but choosing
    /// alike everywhere keeps the rules few.
    ///
    /// A candidate is a place, the cost of getting there, its pattern, and the ending of the way
    /// from there.
    fn last<P: Copy + Ord>(
        &mut self,
        size: u32,
        total: &Function,
        swaps: &UBig,
        candidates: Vec<(P, Function, Pattern, EndingId)>,
    ) -> Last<P> {
        let total = self.costs.diagrams.value(total, size, swaps).expect("there is a path");
        let mut best: Option<Last<P>> = None;
        for (from, cost, pattern, ending) in candidates {
            let Some(way) = self.cost_of_leaving(size, pattern, ending) else { continue };
            let part = self.costs.diagrams.split(&cost, &way, size, swaps, &total);
            let Some(part) = part else { continue };
            let is_better = best
                .as_ref()
                .is_none_or(|best| (&part, from, ending) < (&best.swaps, best.from, best.ending));
            if is_better {
                best = Some(Last { from, ending, swaps: part });
            }
        }
        best.expect("the cost of a path is that of one before it and a way")
    }

    /// The cost of a way that does not stay where it is with nothing changed.
    fn cost_of_leaving(&mut self, size: u32, from: Pattern, ending: EndingId) -> Option<Function> {
        let ways = &self.level(size).ways[from.index()];
        let at = ways.binary_search_by_key(&ending, |(ending, _)| *ending).ok()?;
        let way = ways[at].1.clone();
        let end = self.costs.table.ending(ending);
        if end.pattern == from && end.events.is_empty() {
            return Some(self.costs.diagrams.except_unmoved(&way, size));
        }
        Some(way)
    }
}
