//! What an accepted certificate proves.

use super::certificate::{Certificate, Goal, Parity};
use super::sequence::Sequence;
use dashu_int::UBig;
use std::collections::BTreeMap;
use std::fmt;

/// The fewest moves for towers of every height from 5 on, if [`Theorem::ASSUMES`] is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theorem {
    lengths: BTreeMap<(Goal, Parity), Sequence>,
    inequalities: usize,
}

impl Theorem {
    /// What no program checks: that no exchange of towers of 5 or more is shorter rests on it. The
    /// second checker has the same words.
    pub const ASSUMES: &str = "the claim on levels holds, which the book argues but does not prove \
                               (theory/panex-exchange.md)";

    pub(super) fn new(certificate: &Certificate, inequalities: usize) -> Self {
        let lengths = certificate.lengths.iter();
        let lengths =
            lengths.map(|(&(parity, goal), said)| ((goal, parity), said.said.moves.clone()));
        Self { lengths: lengths.collect(), inequalities }
    }

    /// Returns the number of closed forms that were proved to be never negative, or equal.
    pub fn inequalities(&self) -> usize {
        self.inequalities
    }

    /// Returns the fewest moves that exchange towers of `n`; `None` below 5.
    pub fn exchange(&self, n: u32) -> Option<UBig> {
        self.moves(Goal::Exchange, n)
    }

    /// Returns the fewest moves that bring one of two towers of `n` to the middle; `None` below 5.
    pub fn transfer(&self, n: u32) -> Option<UBig> {
        self.moves(Goal::Transfer, n)
    }

    fn moves(&self, goal: Goal, n: u32) -> Option<UBig> {
        let moves = self.lengths.get(&(goal, Parity::of(n)))?;
        moves.whole_at(n).filter(|_| n >= 5)?.try_into().ok()
    }
}

/// One line for each goal, two where odd and even heights differ.
impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        let mut line = |name: &str, n: &str, moves: &Sequence| {
            let end = if std::mem::take(&mut is_first) { "" } else { "\n" };
            write!(f, "{end}{name}(n) = {} for all {n}n >= 5", formula(moves))
        };
        for (goal, name) in [(Goal::Exchange, "X"), (Goal::Transfer, "T")] {
            let [odd, even] = Parity::ALL.map(|parity| self.lengths.get(&(goal, parity)));
            let (Some(odd), Some(even)) = (odd, even) else { continue };
            if odd == even {
                line(name, "", odd)?;
            } else {
                line(name, "odd ", odd)?;
                line(name, "even ", even)?;
            }
        }
        Ok(())
    }
}

/// Writes a sum in terms of Pell numbers.
fn formula(sequence: &Sequence) -> String {
    let [p, q, one, n] = ["P(n)", "P(n+1)", "", "n"];
    let coefficients = sequence.to_string();
    let terms = coefficients.split(' ').zip([p, q, one, n]).filter(|(number, _)| *number != "0");
    let mut formula = String::new();
    for (number, of) in terms {
        let (sign, size) = match number.strip_prefix('-') {
            Some(size) => ("-", size),
            None => ("+", number),
        };
        match (formula.is_empty(), sign) {
            (true, "-") => formula.push('-'),
            (true, _) => {}
            (false, sign) => formula.push_str(&format!(" {sign} ")),
        }
        match (size, of) {
            ("1", of) if !of.is_empty() => formula.push_str(of),
            (size, "") => formula.push_str(size),
            (size, of) => formula.push_str(&format!("{size} {of}")),
        }
    }
    if formula.is_empty() { "0".to_owned() } else { formula }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;

    #[test]
    fn formulas_are_written_as_usual() {
        let formula = |doubled: [i32; 4]| formula(&Sequence { doubled: doubled.map(IBig::from) });
        assert_eq!(formula([2, -2, 2, 0]), "P(n) - P(n+1) + 1");
        assert_eq!(formula([-2, 0, 0, 4]), "-P(n) + 2 n");
        assert_eq!(formula([0, 0, 0, -1]), "-1/2 n");
        assert_eq!(formula([0; 4]), "0");
    }
}
