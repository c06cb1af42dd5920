//! The claims of a search, and whether they can be true.

use crate::request::Asked;
use fewest::search::{Engine, Guarantee, Stop, Verdict};

/// The claims of a search.
#[derive(Debug)]
pub struct Claims {
    pub verdict: Verdict,
    /// No plan is shorter; `u64::MAX` if there is none.
    pub lower: u64,
    pub upper: Option<u64>,
    /// The length of the plan, if there is one, and whether the rules accept it.
    pub plan: Option<(u64, bool)>,
    pub expanded: u64,
    /// The bounds and the numbers of expanded states that it reported on the way.
    pub progress: Vec<(u64, u64)>,
}

impl Claims {
    /// A claim that cannot be true, if there is one.
    pub fn mistake(&self, optimum: Option<u64>, asked: &Asked) -> Option<&'static str> {
        let least = optimum.unwrap_or(u64::MAX);
        let guarantee = asked.engine.map_or(Guarantee::Shortest, Engine::guarantee);
        if self.plan.is_some_and(|(_, accepted)| !accepted) {
            return Some("the rules do not accept the plan");
        }
        if self.plan.map(|(length, _)| length) != self.upper {
            return Some("the upper bound is not the length of the plan");
        }
        if self.lower > least {
            return Some("the lower bound is too high");
        }
        if self.upper.is_some_and(|upper| upper < least) {
            return Some("the upper bound is too low");
        }
        if self.upper > asked.upper_bound.map_or(self.upper, |asked| Some(asked.into())) {
            return Some("the plan is longer than was asked for");
        }
        if asked.nodes.is_some_and(|nodes| self.expanded > nodes) {
            return Some("more states are expanded than was allowed");
        }
        let stops = match self.verdict {
            Verdict::Optimal if guarantee == Guarantee::Lossy => {
                return Some("an engine that may lose states proves a plan optimal");
            }
            Verdict::Optimal => {
                let bounds = [Some(self.lower), self.upper];
                let holds = optimum.is_some() && bounds == [optimum; 2];
                return (!holds).then_some("the plan is not optimal");
            }
            Verdict::Unsolvable if optimum.is_some() => return Some("there is a plan"),
            Verdict::Solved(_) if self.plan.is_none() => return Some("there is no plan"),
            Verdict::Bounded(_) if self.plan.is_some() => return Some("the plan is not used"),
            Verdict::Solved(None) if guarantee == Guarantee::Shortest => {
                return Some("the search ended, but the plan is not proved optimal");
            }
            Verdict::Unsolvable | Verdict::Solved(None) => None,
            Verdict::Solved(Some(stop)) | Verdict::Bounded(stop) => Some(stop),
        };
        let has_reason = stops.is_none_or(|stop| match stop {
            Stop::Nodes => asked.nodes.is_some_and(|nodes| self.expanded <= nodes),
            Stop::Memory => asked.memory.is_some(),
            Stop::Bound => asked
                .upper_bound
                .is_some_and(|asked| u64::from(asked) < least && u64::from(asked) < self.lower),
            Stop::Incomplete => guarantee == Guarantee::Lossy,
            Stop::Disk | Stop::Time | Stop::Interrupted => false,
        });
        if !has_reason {
            return Some("there is no reason to stop");
        }
        self.mistake_on_the_way(least)
    }

    fn mistake_on_the_way(&self, least: u64) -> Option<&'static str> {
        if self.progress.iter().any(|&(lower, _)| lower > least) {
            return Some("a lower bound on the way is too high");
        }
        if !self.progress.is_sorted_by_key(|(lower, _)| *lower) {
            return Some("the lower bound falls on the way");
        }
        if !self.progress.is_sorted_by_key(|(_, expanded)| *expanded) {
            return Some("the number of expanded states falls on the way");
        }
        let (lower, expanded) = *self.progress.last()?;
        if lower > self.lower {
            return Some("the lower bound falls at the end");
        }
        (expanded > self.expanded).then_some("the number of expanded states falls at the end")
    }
}
