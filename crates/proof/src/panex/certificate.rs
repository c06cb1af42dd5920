//! A certificate that was parsed but not yet checked.

use super::partial::Pattern;
use super::sequence::Sequence;
use super::table::{EndingId, PartialId, Table};
use crate::{Reason, Rejection};
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

/// Whether a size is odd or even: closed forms are given for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Parity {
    Odd,
    Even,
}

impl Parity {
    pub(super) const ALL: [Self; 2] = [Self::Odd, Self::Even];

    pub(super) fn of(size: u32) -> Self {
        if size % 2 == 1 { Self::Odd } else { Self::Even }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Odd => Self::Even,
            Self::Even => Self::Odd,
        }
    }

    /// Returns the smallest size that a certificate makes claims about.
    pub(super) fn first_size(self) -> u32 {
        match self {
            Self::Odd => 5,
            Self::Even => 6,
        }
    }
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", if *self == Self::Odd { "odd" } else { "even" })
    }
}

/// The name of a cost function of j bits for all odd, or all even, sizes j; written `o17`, `e4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FunctionId {
    pub(super) parity: Parity,
    pub(super) index: usize,
}

impl fmt::Display for FunctionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if self.parity == Parity::Odd { 'o' } else { 'e' };
        write!(f, "{letter}{}", self.index + 1)
    }
}

/// A function and what is to be added to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offset {
    pub(super) function: FunctionId,
    pub(super) offset: Sequence,
}

/// A statement, and the number of its line.
#[derive(Debug, Clone)]
pub(super) struct Said<T> {
    pub(super) line: usize,
    pub(super) said: T,
}

impl<T> Said<T> {
    /// Returns the error that this statement is wrong.
    pub(super) fn is_wrong(&self, reason: Reason) -> Rejection {
        reason.in_line(self.line as u64)
    }

    /// Checks that what this statement says of something is what follows from the rest.
    pub(super) fn equals(
        &self,
        what: &'static str,
        said: &Sequence,
        is: &Sequence,
    ) -> Result<(), Rejection> {
        if said == is {
            return Ok(());
        }
        let (said, is) = (said.to_string(), is.to_string());
        Err(self.is_wrong(Reason::NotEqual { what, said, is }))
    }
}

/// Statements by what they are about.
pub(super) type Statements<K, T> = HashMap<K, Said<T>>;

/// Returns a statement that must be there; `name` says what it is.
pub(super) fn find<'a, K: Eq + Hash, T>(
    said: &'a Statements<K, T>,
    key: &K,
    name: impl FnOnce() -> String,
) -> Result<&'a Said<T>, Rejection> {
    said.get(key).ok_or_else(|| Reason::Missing(name()).into())
}

/// Checks that each statement is used; of several that are not, the first line is named.
pub(super) fn all_are_used<K, T>(
    said: &Statements<K, T>,
    is_used: impl Fn(&K) -> bool,
) -> Result<(), Rejection> {
    let unused = said.iter().filter(|(key, _)| !is_used(key)).map(|(_, said)| said);
    match unused.min_by_key(|said| said.line) {
        Some(said) => Err(said.is_wrong(Reason::Unused)),
        None => Ok(()),
    }
}

/// A cost function by the value of its last bit: whether the largest size is swapped.
pub(super) type Branches = [Option<Offset>; 2];

/// Identifies a cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// Of ways from a pattern, by how they end.
    Way(Pattern, EndingId),
    /// Of getting from a pattern to a partial state.
    Partial(Pattern, PartialId),
    /// Of getting from the start to a pattern, without big pieces.
    Distance(Pattern),
}

impl Key {
    /// Names a cost as in the certificate.
    pub(super) fn name(self, table: &Table) -> String {
        match self {
            Self::Way(from, ending) => format!("way {from} {}", table.ending(ending)),
            Self::Partial(from, partial) => format!("partial {from} {}", table.partial(partial)),
            Self::Distance(to) => format!("distance {to}"),
        }
    }
}

/// Three functions f, g, h, for the least value of f(v) + g(w) - h(v XOR w). `None` is the function
/// that is 0 if nothing is swapped and has no other value.
pub(super) type Triple = (Option<FunctionId>, FunctionId, FunctionId);

/// The sizes that a way swaps, from the largest to the smallest: the swaps before the repeated one,
/// the repeated one, and those after it; written `01*0`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Swaps {
    pub(super) before: Vec<bool>,
    pub(super) repeated: bool,
    pub(super) after: Vec<bool>,
}

/// The most swaps before, and after, the repeated one: at size 5, one repeated swap is then left.
pub(super) const MOST_SWAPS_AT_AN_END: usize = 2;

impl Swaps {
    /// Returns the same swap at every size.
    pub(super) fn all(repeated: bool) -> Self {
        Self { before: Vec::new(), repeated, after: Vec::new() }
    }

    /// Returns the swaps at a size: size s in bit s - 1.
    pub(super) fn at(&self, size: u32) -> usize {
        let ends = self.before.len() + self.after.len();
        let repeated = std::iter::repeat_n(&self.repeated, size as usize - ends);
        let swaps = self.before.iter().chain(repeated).chain(&self.after);
        swaps.fold(0, |number, &swap| number << 1 | usize::from(swap))
    }
}

/// A family of ways, one for each size, that are composed of ways of the size below.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) from: Pattern,
    pub(super) ending: EndingId,
    pub(super) swaps: Swaps,
    pub(super) cost: Sequence,
    /// The indices of rules for the other parity.
    pub(super) parts: Vec<usize>,
}

/// What is to be proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Goal {
    /// Two towers change places.
    Exchange,
    /// The right tower goes to the middle.
    Transfer,
}

impl Goal {
    pub(super) const ALL: [Self; 2] = [Self::Exchange, Self::Transfer];

    /// Returns where the pieces stand at the end.
    pub(super) fn pattern(self) -> Pattern {
        match self {
            Self::Exchange => Pattern::U0,
            Self::Transfer => Pattern::U3,
        }
    }

    /// Whether all pieces have swapped places with their twins.
    pub(super) fn is_swapped(self) -> bool {
        self == Self::Exchange
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", if *self == Self::Exchange { "exchange" } else { "transfer" })
    }
}

/// The fewest moves for a goal, and ways of that length.
#[derive(Debug, Clone)]
pub(super) struct Length {
    pub(super) moves: Sequence,
    pub(super) rules: Vec<usize>,
}

/// Everything that a certificate states.
#[derive(Debug, Default)]
pub(super) struct Certificate {
    /// The functions for odd, and for even sizes.
    pub(super) functions: [Vec<Said<Branches>>; 2],
    /// The values at size 5 of the functions for odd sizes.
    pub(super) values: Statements<usize, Vec<Option<i64>>>,
    /// The costs for odd, and for even sizes.
    pub(super) costs: Statements<(Parity, Key), Offset>,
    pub(super) least: Statements<Triple, Sequence>,
    /// The values of functions where nothing (false) or everything (true) is swapped.
    pub(super) ends: Statements<(FunctionId, bool), Sequence>,
    pub(super) rules: [Vec<Said<Rule>>; 2],
    pub(super) lengths: Statements<(Parity, Goal), Length>,
}

impl Certificate {
    pub(super) fn function(&self, id: FunctionId) -> &Said<Branches> {
        &self.functions[id.parity as usize][id.index]
    }

    /// Returns the values at size 5 of a function for odd sizes.
    pub(super) fn values(&self, id: FunctionId) -> Result<&Vec<Option<i64>>, Rejection> {
        Ok(&find(&self.values, &id.index, || format!("the values of {id}"))?.said)
    }

    pub(super) fn cost(
        &self,
        parity: Parity,
        key: Key,
        table: &Table,
    ) -> Result<&Said<Offset>, Rejection> {
        find(&self.costs, &(parity, key), || format!("the {parity} cost {}", key.name(table)))
    }

    pub(super) fn length(&self, parity: Parity, goal: Goal) -> Result<&Said<Length>, Rejection> {
        find(&self.lengths, &(parity, goal), || format!("the {parity} {goal}"))
    }
}
