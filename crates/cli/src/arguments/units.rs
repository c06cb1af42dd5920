//! Durations, sizes and counts as people type them: `90s`, `1.5h`, `64MiB`, `10M`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

/// A text that is not a quantity of the requested kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAQuantity {
    /// It is not a quantity at all.
    #[error("expected a number with one of the units {units}, like {example}")]
    Unreadable {
        /// The possible units.
        units: String,
        /// An example.
        example: &'static str,
    },
    /// It is not a number without a unit.
    #[error("expected a number")]
    NoNumber,
    /// A number below zero.
    #[error("it must not be negative")]
    Negative,
    /// Too small to be of any use.
    #[error("it must be at least {0}")]
    TooSmall(&'static str),
    /// More than anybody can mean.
    #[error("it is too large")]
    TooLarge,
}

const TIME: &[(&str, f64)] =
    &[("", 1.0), ("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86_400.0)];

const KIB: f64 = 1024.0;

/// `K` to `T` alone are binary, as for control groups.
const BYTES: &[(&str, f64)] = &[
    ("", 1.0),
    ("B", 1.0),
    ("kB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("TB", 1e12),
    ("KiB", KIB),
    ("MiB", KIB * KIB),
    ("GiB", KIB * KIB * KIB),
    ("TiB", KIB * KIB * KIB * KIB),
    ("K", KIB),
    ("M", KIB * KIB),
    ("G", KIB * KIB * KIB),
    ("T", KIB * KIB * KIB * KIB),
];

const COUNT: &[(&str, f64)] =
    &[("", 1.0), ("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12)];

/// A number of seconds, bytes or nodes above this is a typing error.
const MAX: f64 = 1e15;

fn not_negative(text: &str) -> Result<(), NotAQuantity> {
    let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    if text.strip_prefix('-').is_some_and(is_number) { Err(NotAQuantity::Negative) } else { Ok(()) }
}

fn quantity(text: &str, units: &[(&str, f64)], example: &'static str) -> Result<f64, NotAQuantity> {
    not_negative(text)?;
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = units.iter().find(|(name, _)| *name == unit.trim_start()).map(|(_, f)| f);
    let value = number.parse::<f64>().ok().zip(factor).map(|(number, factor)| number * factor);
    let value = value.ok_or_else(|| {
        let names: Vec<_> = units.iter().map(|(name, _)| *name).filter(|n| !n.is_empty()).collect();
        NotAQuantity::Unreadable { units: names.join(", "), example }
    })?;
    if value <= MAX { Ok(value) } else { Err(NotAQuantity::TooLarge) }
}

/// Reads a time: `500ms`, `1s`, `5m`, `2h`, `1d`; a number alone is in seconds.
///
/// # Errors
/// If it is not a time.
pub fn duration(text: &str) -> Result<Duration, NotAQuantity> {
    let seconds = quantity(text, TIME, "90s")?;
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// Reads a number of bytes: `64MiB`, `4GB`, `4G` (which is `4GiB`); a number alone is in bytes.
///
/// # Errors
/// If it is not one.
pub fn bytes(text: &str) -> Result<u64, NotAQuantity> {
    quantity(text, BYTES, "64MiB").map(|value| value as u64)
}

/// Reads a number of bytes that a search can work with.
///
/// # Errors
/// If it is not one, or less than a megabyte: the tables of the engines begin there.
pub fn budget(text: &str) -> Result<u64, NotAQuantity> {
    match bytes(text)? {
        ..1_000_000 => Err(NotAQuantity::TooSmall("1MB")),
        bytes => Ok(bytes),
    }
}

/// Reads a number of threads.
///
/// # Errors
/// If it is not a number, or zero.
pub fn threads(text: &str) -> Result<NonZeroUsize, NotAQuantity> {
    not_negative(text)?;
    let number: usize = text.parse().map_err(|_| NotAQuantity::NoNumber)?;
    NonZeroUsize::new(number).ok_or(NotAQuantity::TooSmall("1"))
}

/// Reads a number of things: `250000`, `10M`, `1.5G` (decimal).
///
/// # Errors
/// If it is not a number.
pub fn count(text: &str) -> Result<u64, NotAQuantity> {
    quantity(text, COUNT, "10M").map(|value| value as u64)
}

/// Reads a number or a range of numbers: `4`, `3..5`, `3-5`.
///
/// # Errors
/// If it is not one, or ends before it begins.
pub fn range(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    const HELP: &str = "expected a number or a range like 3..5";
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| HELP);
    let (first, last) = match text.split_once("..").or_else(|| text.split_once('-')) {
        Some((first, last)) => (number(first)?, number(last.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    if first <= last { Ok(first..=last) } else { Err("the range ends before it begins") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_read_with_their_units() {
        assert_eq!(duration("500ms").unwrap(), Duration::from_millis(500));
        assert_eq!(duration("5m").unwrap(), Duration::from_secs(300));
        assert_eq!(duration("1.5 h").unwrap(), Duration::from_secs(5400));
        assert_eq!(duration("7").unwrap(), Duration::from_secs(7));
        assert_eq!(bytes("64MiB").unwrap(), 64 << 20);
        assert_eq!(bytes("4G").unwrap(), 4 << 30);
        assert_eq!(bytes("1GB").unwrap(), 1_000_000_000);
        assert_eq!(count("10M").unwrap(), 10_000_000);
        assert_eq!(count("0").unwrap(), 0);
    }

    #[test]
    fn what_cannot_work_is_told_apart() {
        assert_eq!(duration("-5s"), Err(NotAQuantity::Negative));
        assert_eq!(bytes("-1").unwrap_err().to_string(), "it must not be negative");
        assert_eq!(budget("10").unwrap_err().to_string(), "it must be at least 1MB");
        assert_eq!(budget("1MB"), Ok(1_000_000));
        assert_eq!(threads("0").unwrap_err().to_string(), "it must be at least 1");
        assert_eq!(threads("12").map(NonZeroUsize::get), Ok(12));
        assert!(threads("2k").is_err() && threads("-2").is_err() && threads("").is_err());
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "s", "-1s", "1x", "1e9s", "1..2s", "inf", "99999999999d", "1 0s"] {
            assert!(duration(text).is_err(), "{text}");
        }
        assert!(bytes("5m").is_err() && bytes("5Mib").is_err() && count("5MiB").is_err());
        assert!(bytes("64 apples").unwrap_err().to_string().ends_with("like 64MiB"));
        assert_eq!(bytes("9999999999T"), Err(NotAQuantity::TooLarge));
        assert_eq!(duration("99999999999999d"), Err(NotAQuantity::TooLarge));
    }
}
