//! Bounds as tables print them: `=13`, `>=22`, `<=41`, `~37`.

use serde::{Deserialize, Deserializer, de::Error};
use std::fmt;
use std::str::FromStr;

/// A proved or likely bound on the length of a shortest plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It has exactly this many moves.
    Exactly(u64),
    /// No plan is shorter.
    AtLeast(u64),
    /// A plan with this many moves is known.
    AtMost(u64),
    /// A search that may lose plans found none shorter: likely a bound, but not proved.
    Likely(u64),
}

impl Bound {
    /// Whether the length itself is known.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Exactly(_))
    }

    /// The number of moves in the bound.
    pub fn moves(self) -> u64 {
        match self {
            Self::Exactly(moves)
            | Self::AtLeast(moves)
            | Self::AtMost(moves)
            | Self::Likely(moves) => moves,
        }
    }
}

/// A text that is not a bound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a bound is written as =13, >=22, <=41 or ~37, not as {0:?}")]
pub struct NotABound(String);

impl FromStr for Bound {
    type Err = NotABound;

    fn from_str(text: &str) -> Result<Self, NotABound> {
        let (sign, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit()).unwrap_or(0));
        let bound = match sign {
            "=" => Self::Exactly,
            ">=" => Self::AtLeast,
            "<=" => Self::AtMost,
            "~" => Self::Likely,
            _ => return Err(NotABound(text.to_owned())),
        };
        digits.parse().map(bound).map_err(|_| NotABound(text.to_owned()))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(moves) => write!(f, "={moves}"),
            Self::AtLeast(moves) => write!(f, "≥{moves}"),
            Self::AtMost(moves) => write!(f, "≤{moves}"),
            Self::Likely(moves) => write!(f, "≥{moves}?"),
        }
    }
}

impl<'de> Deserialize<'de> for Bound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_as_tables_print_them() {
        assert_eq!("=13".parse(), Ok(Bound::Exactly(13)));
        assert_eq!(">=22".parse(), Ok(Bound::AtLeast(22)));
        assert_eq!("<=41".parse(), Ok(Bound::AtMost(41)));
        assert_eq!("~37".parse(), Ok(Bound::Likely(37)));
        for text in ["13", "=", "=-1", "=+1", "> 2", "=99999999999999999999"] {
            assert!(text.parse::<Bound>().is_err(), "{text}");
        }
    }
}
