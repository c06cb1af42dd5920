//! The probability with which a state is stored in a stochastic cache.

use std::fmt;
use std::str::FromStr;

/// The probability that a state is stored: more than 0, and 1 at most.
///
/// # Units
/// Millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CachingProbability(u32);

impl CachingProbability {
    /// Every state is stored.
    pub const ONE: Self = Self(1_000_000);

    /// Whether a state is stored that drew this number, all being equally likely.
    #[inline]
    pub(super) fn admits(self, number: u32) -> bool {
        number % Self::ONE.0 < self.0
    }
}

impl Default for CachingProbability {
    /// One in four.
    fn default() -> Self {
        Self(Self::ONE.0 / 4)
    }
}

impl fmt::Display for CachingProbability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f64::from(self.0) / f64::from(Self::ONE.0)).fmt(f)
    }
}

/// The error of a text that is not a probability.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a probability is a number from 0.000001 to 1, like 0.25")]
pub struct InvalidProbability;

impl FromStr for CachingProbability {
    type Err = InvalidProbability;

    fn from_str(text: &str) -> Result<Self, InvalidProbability> {
        let number: f64 = text.parse().map_err(|_| InvalidProbability)?;
        let millionths = (number * f64::from(Self::ONE.0)).round();
        if !(1.0..=f64::from(Self::ONE.0)).contains(&millionths) {
            return Err(InvalidProbability);
        }
        Ok(Self(millionths as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_read_and_written() {
        for text in ["1", "0.25", "0.000001", "0.5"] {
            assert_eq!(text.parse::<CachingProbability>().expect(text).to_string(), text);
        }
        for text in ["", "0", "-0.5", "1.1", "nan", "inf", "a quarter", "0.0000001"] {
            assert_eq!(text.parse::<CachingProbability>(), Err(InvalidProbability), "{text}");
        }
    }

    #[test]
    fn as_many_numbers_are_admitted_as_it_says() {
        let admitted = |text: &str| {
            let probability: CachingProbability = text.parse().expect(text);
            (0..1_000_000).filter(|&number| probability.admits(number)).count()
        };
        assert_eq!(["1", "0.25", "0.000001"].map(admitted), [1_000_000, 250_000, 1]);
    }
}
