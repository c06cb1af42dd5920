//! Numbers of moves of any size.

use dashu_int::UBig;
use fewest_search::Depth;
use serde::{Serialize, Serializer, ser::Error};
use serde_json::value::RawValue;
use std::fmt;
use std::str::FromStr;

/// A number of moves. Plans of engines are short, but the exchange of two Panex towers of 200
/// pieces takes more moves than fit into any machine word.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MoveCount(pub UBig);

impl MoveCount {
    /// Whether the number is zero.
    pub fn is_zero(&self) -> bool {
        self.0 == UBig::ZERO
    }

    /// Returns the number if it fits the type: a [`u16`] is as far as engines count.
    pub fn fitting<'a, T: TryFrom<&'a UBig>>(&'a self) -> Option<T> {
        T::try_from(&self.0).ok()
    }

    /// Returns the number with its noun: `1 move`, `2 moves`.
    pub fn in_words(&self) -> String {
        if *self == 1.into() { "1 move".to_owned() } else { format!("{self} moves") }
    }

    /// Returns this number less `other`, or zero if `other` is larger.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        if self > other { Self(&self.0 - &other.0) } else { Self::default() }
    }
}

impl From<u64> for MoveCount {
    fn from(count: u64) -> Self {
        Self(count.into())
    }
}

impl From<Depth> for MoveCount {
    fn from(depth: Depth) -> Self {
        Self(depth.0.into())
    }
}

impl fmt::Display for MoveCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for MoveCount {
    type Err = NotACount;

    fn from_str(text: &str) -> Result<Self, NotACount> {
        // The library would accept underscores and signs, too.
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_number.then(|| UBig::from_str(text).ok()).flatten();
        number.map(Self).ok_or(NotACount)
    }
}

/// The error of a text that does not consist of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of moves, in digits")]
pub struct NotACount;

impl Serialize for MoveCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        digits::<S::Error>(&self.0)?.serialize(serializer)
    }
}

/// A JSON number with all its digits.
pub(crate) fn digits<E: Error>(number: &UBig) -> Result<Box<RawValue>, E> {
    RawValue::from_string(number.to_string()).map_err(E::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_digit_is_lost_in_json() {
        let digits = "123456789012345678901234567890123456789012345678901234567890";
        let count: MoveCount = digits.parse().unwrap();
        assert_eq!(serde_json::to_string(&Some(&count)).unwrap(), digits);
        assert_eq!(serde_json::to_string(&MoveCount::from(7)).unwrap(), "7");
    }
}
