//! The weight of a heuristic.

use crate::Depth;
use std::fmt;
use std::str::FromStr;

/// The factor of h in g + w·h: at least 1.
///
/// # Units
/// Hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(u16);

impl Weight {
    /// Plain A* and IDA*.
    pub const ONE: Self = Self(Self::UNIT);
    /// The largest weight that is distinguished: in practice only h counts with it.
    pub const MAX: Self = Self(100 * Self::UNIT);

    const UNIT: u16 = 100;

    /// g + w·h, in hundredths.
    #[inline]
    pub(crate) fn priority(self, g: Depth, h: Depth) -> u32 {
        u32::from(Self::UNIT) * u32::from(g.0) + u32::from(self.0) * u32::from(h.0)
    }

    /// The greatest h that a state at g may have within a priority, if any.
    #[inline]
    pub(crate) fn left(self, priority: u32, g: Depth) -> Option<Depth> {
        let left = priority.checked_sub(self.priority(g, Depth::ZERO))? / u32::from(self.0);
        Some(Depth(left.min(u16::MAX.into()) as u16))
    }

    /// The least length of a plan on which some state has at least this priority.
    ///
    /// # Sound because
    /// g + w·h <= w·(g + h) for w >= 1, and g + h is at most the length of the plan if h is
    /// admissible.
    pub(crate) fn least_length(self, priority: u32) -> Depth {
        Depth(priority.div_ceil(self.0.into()).min(u16::MAX.into()) as u16)
    }
}

impl Default for Weight {
    /// One and a half, as in Hüffner 2003, section 7.1.
    fn default() -> Self {
        Self(3 * Self::UNIT / 2)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / Self::UNIT, self.0 % Self::UNIT);
        f.pad(format!("{whole}.{rest:02}").trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The error for a text that is not a weight.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a weight is a number from {} to {}, like 1.5, with two decimals at most",
    Weight::ONE,
    Weight::MAX
)]
pub struct InvalidWeight;

impl FromStr for Weight {
    type Err = InvalidWeight;

    fn from_str(text: &str) -> Result<Self, InvalidWeight> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !(1..=2).contains(&decimals.len()) || !all_digits(whole) || !all_digits(decimals) {
            return Err(InvalidWeight);
        }
        let hundredths = format!("{whole}{decimals:0<2}").parse().map_err(|_| InvalidWeight)?;
        let weight = Self(hundredths);
        if (Self::ONE..=Self::MAX).contains(&weight) { Ok(weight) } else { Err(InvalidWeight) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_and_written() {
        for (text, written) in
            [("1", "1"), ("1.0", "1"), ("1.5", "1.5"), ("2.25", "2.25"), ("100", "100")]
        {
            assert_eq!(text.parse::<Weight>().expect(text).to_string(), written);
        }
        for text in ["", "0.99", "100.01", "1.", "1.555", "-2", "+2", "1e1", "99999999999", "x"] {
            assert_eq!(text.parse::<Weight>(), Err(InvalidWeight), "{text}");
        }
    }

    #[test]
    fn a_priority_bounds_what_is_left_and_what_a_plan_needs() {
        let weight = Weight::default();
        let priority = weight.priority(Depth(4), Depth(6));
        assert_eq!(priority, 1300);
        assert_eq!(weight.left(priority, Depth(4)), Some(Depth(6)));
        assert_eq!(weight.left(priority - 1, Depth(4)), Some(Depth(5)));
        assert_eq!(weight.left(priority, Depth(14)), None);
        assert_eq!(weight.least_length(priority), Depth(9));
        assert_eq!(Weight::ONE.least_length(700), Depth(7));
    }
}
