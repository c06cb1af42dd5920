//! A measure of how hard it is to find a shortest plan.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use std::fmt;

/// The number of decisions between two equal choices that it takes to find a shortest plan.
///
/// # Units
/// Bits.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Difficulty(f64);

impl Difficulty {
    /// The difficulty of a puzzle with these shortest plans, one of which takes `choices` bits: see
    /// [`PlanFigures::choices`](super::PlanFigures::choices).
    pub(super) fn new(choices: f64, plans: &UBig) -> Self {
        Self((choices - log2(plans)).max(0.0))
    }

    /// Returns the number.
    pub fn bits(self) -> f64 {
        self.0
    }

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        let (_, word) = WORDS.iter().rfind(|(least, _)| self.0 >= *least).unwrap_or(&WORDS[0]);
        word
    }
}

/// The least bits for each word.
const WORDS: [(f64, &str); 5] =
    [(0.0, "trivial"), (10.0, "easy"), (30.0, "medium"), (60.0, "hard"), (100.0, "very hard")];

/// The logarithm of a number that is at least 1.
fn log2(number: &UBig) -> f64 {
    /// The number of leading bits that fit a double.
    const KEPT: usize = 52;
    let dropped = number.bit_len().saturating_sub(KEPT);
    let leading = u64::try_from(number >> dropped).unwrap_or(u64::MAX).max(1);
    (leading as f64).log2() + dropped as f64
}

/// `31.5 bits, medium`.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} bits, {}", self.0, self.word())
    }
}

/// Bits to a tenth, and the word.
impl Serialize for Difficulty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut data = serializer.serialize_struct("Difficulty", 2)?;
        data.serialize_field("bits", &((self.0 * 10.0).round() / 10.0))?;
        data.serialize_field("word", self.word())?;
        data.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_at_any_size() {
        assert_eq!(log2(&1_u8.into()), 0.0);
        assert!((log2(&1000_u16.into()) - 1000_f64.log2()).abs() < 1e-12);
        assert_eq!(log2(&(UBig::from(1_u8) << 5000)), 5000.0);
    }

    #[test]
    fn more_plans_are_easier() {
        let one = Difficulty::new(40.0, &1_u8.into());
        let many = Difficulty::new(40.0, &1024_u16.into());
        assert_eq!((one.bits(), many.bits()), (40.0, 30.0));
        assert_eq!(Difficulty::new(3.0, &1024_u16.into()).bits(), 0.0);
        assert_eq!((Difficulty(9.9).word(), Difficulty(1e9).word()), ("trivial", "very hard"));
        assert_eq!(serde_json::to_string(&one).unwrap(), r#"{"bits":40.0,"word":"medium"}"#);
    }
}
