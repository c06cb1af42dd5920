//! Proves that this many moves are enough, by families of ways, one for each size from 7 on, that
//! are composed of ways of the size below.

use super::certificate::{Certificate, Goal, Length, Parity, Rule, Said, Swaps};
use super::costs::Costs;
use super::partial::Pattern;
use super::sequence::Sequence;
use super::table::Table;
use crate::{Reason, Rejection};
use std::collections::BTreeSet;

/// The smallest size of the ways, for odd and for even sizes.
const FIRST: [u32; 2] = [7, 8];

/// Checks all rules and their conclusions from size 7 on; `costs` has the costs there.
pub(super) fn check(
    certificate: &Certificate,
    costs: &[Costs],
    table: &Table,
) -> Result<(), Rejection> {
    let seven = costs.iter().find(|costs| costs.size == FIRST[Parity::Odd as usize]);
    for parity in Parity::ALL {
        for rule in &certificate.rules[parity as usize] {
            let parts = parts(certificate, parity.other(), &rule.said.parts);
            if parity == Parity::Odd {
                begins(rule, seven)?;
            }
            // The smallest size whose ways are composed of others.
            let size = FIRST[parity.other() as usize] + 1;
            if !leads_to_the_end(&rule.said, &parts, table) {
                return Err(rule.is_wrong(Reason::NoWay("these ways do not lead to the end")));
            }
            // Without the swap of the largest size.
            let swaps = rule.said.swaps.at(size) & !(1 << (size - 1));
            if swaps != swaps_of(&parts, size - 1) {
                return Err(rule.is_wrong(Reason::NoWay("these ways swap other pieces")));
            }
            let cost = cost_of(&parts).of_the_size_below();
            rule.equals("the cost of the parts", &rule.said.cost, &cost)?;
        }
        for goal in Goal::ALL {
            let length = certificate.length(parity, goal)?;
            reaches(certificate, parity, goal, length, table)?;
        }
    }
    every_rule_is_used(certificate)
}

fn parts<'a>(certificate: &'a Certificate, parity: Parity, rules: &[usize]) -> Vec<&'a Rule> {
    rules.iter().map(|&rule| &certificate.rules[parity as usize][rule].said).collect()
}

/// Returns the swaps of ways one after the other.
///
/// The strings of swaps are the same at every size but for two swaps at each end; so if the sum is
/// right at a size where a place is left between the ends, it is right at all of them.
fn swaps_of(parts: &[&Rule], size: u32) -> usize {
    parts.iter().fold(0, |sum, part| sum ^ part.swaps.at(size))
}

fn cost_of(parts: &[&Rule]) -> Sequence {
    parts.iter().fold(Sequence::zero(), |sum, part| sum.plus(&part.cost))
}

/// Checks that at size 7 there is a way that costs what the rule states.
fn begins(rule: &Said<Rule>, seven: Option<&Costs>) -> Result<(), Rejection> {
    let Rule { from, ending, swaps, cost, .. } = &rule.said;
    let size = FIRST[Parity::Odd as usize];
    let swaps = swaps.at(size);
    let exact = seven.and_then(|costs| {
        let way = costs.ways[*from as usize].get(ending)?;
        costs.value(*way, swaps).map(i64::from)
    });
    let said = cost.at(size);
    if said.is_some() && said == exact {
        return Ok(());
    }
    Err(rule.is_wrong(Reason::NotTheCost { size, swaps, said, cost: exact }))
}

/// Whether ways of the size below, one after the other, make a way of this size.
fn leads_to_the_end(rule: &Rule, parts: &[&Rule], table: &Table) -> bool {
    let mut at = BTreeSet::from([table.starts[rule.from as usize]]);
    for (i, part) in parts.iter().enumerate() {
        let continues = |partial| i == 0 || table.partial(partial).choke_point().is_none();
        let here = at
            .into_iter()
            .filter(|&partial| table.partial(partial).pattern == part.from && continues(partial));
        let results =
            here.filter_map(|from| table.transitions[usize::from(from.0)].get(&part.ending));
        at = results.flatten().copied().collect();
    }
    // The first swap is that of the largest size, whose pieces do not belong to the size below.
    let is_swapped = *rule.swaps.before.first().unwrap_or(&rule.swaps.repeated);
    let end = table.choke_points.get(&rule.ending).and_then(|ends| ends[usize::from(is_swapped)]);
    !parts.is_empty() && end.is_some_and(|end| at.contains(&end))
}

/// Checks that ways lead from the start to a goal and cost what is stated.
fn reaches(
    certificate: &Certificate,
    parity: Parity,
    goal: Goal,
    length: &Said<Length>,
    table: &Table,
) -> Result<(), Rejection> {
    let parts = parts(certificate, parity, &length.said.rules);
    let mut at = Pattern::U0;
    for part in &parts {
        let end = table.ending(part.ending);
        if part.from != at || !end.events.0.is_empty() {
            return Err(length.is_wrong(Reason::NoWay("these ways do not follow one another")));
        }
        at = end.pattern;
    }
    let size = FIRST[parity as usize];
    if at != goal.pattern() || swaps_of(&parts, size) != Swaps::all(goal.is_swapped()).at(size) {
        return Err(length.is_wrong(Reason::NoWay("these ways do not lead to the goal")));
    }
    length.equals("the cost of the parts", &length.said.moves, &cost_of(&parts))
}

fn every_rule_is_used(certificate: &Certificate) -> Result<(), Rejection> {
    let lengths = certificate.lengths.iter();
    let mut open: Vec<_> = lengths
        .flat_map(|((parity, _), length)| length.said.rules.iter().map(|&rule| (*parity, rule)))
        .collect();
    let mut used = BTreeSet::new();
    while let Some((parity, rule)) = open.pop() {
        if used.insert((parity, rule)) {
            let parts = &certificate.rules[parity as usize][rule].said.parts;
            open.extend(parts.iter().map(|&part| (parity.other(), part)));
        }
    }
    for parity in Parity::ALL {
        for (index, rule) in certificate.rules[parity as usize].iter().enumerate() {
            if !used.contains(&(parity, index)) {
                return Err(rule.is_wrong(Reason::Unused));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;
    use crate::panex::Checker;
    use crate::panex::parse;
    use std::sync::LazyLock;

    static CHECKER: LazyLock<Checker> = LazyLock::new(Checker::new);

    fn certificate(lines: &str) -> Certificate {
        let read = parse::parse(&format!("{}\n{lines}\n", parse::HEADER), || CHECKER.table());
        read.unwrap_or_else(|error| panic!("{error}"))
    }

    /// The 1s are swapped for free. At every size, the costs and swaps of the parts are right.
    #[test]
    fn rules_may_not_support_each_other_alone() {
        let rules = "rule odd 1 U0 U0/- 0*1 0 0 0 0 1\nrule even 1 U0 U0/- 0*1 0 0 0 0 1";
        let of = certificate(rules);
        let error = check(&of, CHECKER.costs(), CHECKER.table()).unwrap_err();
        let reason = Reason::NotTheCost { size: 7, swaps: 1, said: Some(0), cost: Some(3) };
        assert_eq!((error.at, error.reason), (Place::Line(2), reason));
        let error = every_rule_is_used(&of).unwrap_err();
        assert_eq!((error.at, error.reason), (Place::Line(2), Reason::Unused));
    }

    #[test]
    fn ways_follow_one_another_to_the_goal() {
        let rules = "rule odd 1 U0 U3/- 0* 0 0 1 0 1\nrule odd 2 U3 U0/- 0* 0 0 1 0 1\n\
                     rule odd 3 U0 U3/B^M,BvR 0* 0 0 1 0 1\nrule even 1 U0 U0/- 0* 0 0 0 0 1";
        let apart = Reason::NoWay("these ways do not follow one another");
        let astray = Reason::NoWay("these ways do not lead to the goal");
        for (goal, line, expected) in [
            (Goal::Transfer, "transfer odd 0 0 1 0 1", Ok(())),
            (Goal::Transfer, "transfer odd 0 0 1 0 2", Err(apart.clone())),
            (Goal::Transfer, "transfer odd 0 0 1 0 3", Err(apart)),
            (Goal::Exchange, "exchange odd 0 0 2 0 1 2", Err(astray.clone())),
            (Goal::Transfer, "transfer odd 0 0 0 0", Err(astray)),
        ] {
            let of = certificate(&format!("{rules}\n{line}"));
            let length = &of.lengths[&(Parity::Odd, goal)];
            let reached = reaches(&of, Parity::Odd, goal, length, CHECKER.table());
            assert_eq!(reached.map_err(|it| it.reason), expected, "{line}");
        }
    }
}
