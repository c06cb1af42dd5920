//! Known facts about exchanges: numbers that are expensive to compute, and the history of results.

use crate::exchange::{Length, lengths};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use std::fmt;

/// A published result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// The year.
    pub year: u16,
    /// The result.
    pub result: &'static str,
    /// The source.
    pub source: &'static str,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.year, self.result, self.source)
    }
}

/// The history of the results on optimal exchanges.
pub const HISTORY: [Record; 5] = [
    Record {
        year: 1983,
        result: "up to X_5 = 343 in an hour and X_6 = 881 in a day on a VAX 11/750",
        source: "Manasse, Sleator, Wei, Baxter: The Panex Puzzle, section The Program",
    },
    Record { year: 2008, result: "X_n up to X_9 = 13023", source: "OEIS A109224" },
    Record {
        year: 2010,
        result: "X_10 = 31537 to X_13 = 444807 by levels and choke points",
        source: "Kisman, announcement and program; OEIS A109224",
    },
    Record {
        year: 2010,
        result: "conjecture: X_n = 49 P(n+1) - 105 P(n) - 8n - 2 for n >= 5, P the Pell numbers; \
                 an upper bound",
        source: "OEIS A109224",
    },
    Record {
        year: 2026,
        result: "a checked certificate of the conjecture for all n >= 5, on top of an argument on \
                 levels that is not formalised",
        source: "fewest, book/src/theory/panex-proof.md",
    },
];

/// Returns the number of positions that can be reached from two towers of `n`, if it was counted.
pub fn reachable_positions(n: u32) -> Option<u64> {
    const COUNTED: [u64; 7] = [10, 156, 3048, 58_608, 1_111_008, 20_950_848, 394_405_248];
    COUNTED.get(n.checked_sub(1)? as usize).copied()
}

/// Returns the number of moves to the positions farthest from two towers of `n`, if it was
/// computed.
pub fn eccentricity(n: u32) -> Option<u32> {
    const SEARCHED: [u32; 7] = [3, 13, 44, 137, 377, 964, 2384];
    SEARCHED.get(n.checked_sub(1)? as usize).copied()
}

/// Facts about towers of one height.
#[derive(Debug, Clone, PartialEq)]
pub struct Info {
    /// The fewest moves for an exchange and for bringing one tower to the middle.
    pub length: Length,
    /// The quotient of the moves for this height and for one piece less; tends to 1 + √2. `None`
    /// for towers of 1.
    pub growth: Option<f64>,
    /// See [`reachable_positions`].
    pub reachable_positions: Option<u64>,
    /// See [`eccentricity`].
    pub eccentricity: Option<u32>,
}

/// The lengths for towers of `n`, for `n` from 5 on.
///
/// # Source
/// The certificate of [`crate::exchange::certificate`].
fn by_closed_form(n: u32) -> Option<Length> {
    let step = |(p, q): (IBig, IBig)| (q.clone(), IBig::from(2) * q + p);
    let (p, q) = (0..n).fold((IBig::ZERO, IBig::ONE), |pair, _| step(pair));
    let exchange = IBig::from(49) * &q - IBig::from(105) * &p - IBig::from(8 * n + 2);
    let doubled = IBig::from(21) * p - IBig::from(7) * q - IBig::from(1 + 2 * (n % 2));
    let [exchange, transfer] = [exchange, doubled / IBig::from(2)].map(UBig::try_from);
    Some(Length { n, exchange: exchange.ok()?, transfer: transfer.ok()? })
}

/// The lengths for towers of `n`; `None` for no pieces.
fn length(n: u32) -> Option<Length> {
    match n {
        0 => None,
        1..=4 => lengths().nth(n as usize - 1),
        _ => by_closed_form(n),
    }
}

/// Returns everything about towers of `n` that takes no search; `None` for no pieces.
///
/// # Complexity
/// Linear in `n`, times the digits of the result.
pub fn info(n: u16) -> Option<Info> {
    let n = u32::from(n);
    let before = length(n.saturating_sub(1));
    let length = length(n)?;
    let growth = before.map(|before| {
        // More bits than these make no difference to an f64, and thousands do not fit.
        let excess = before.exchange.bit_len().saturating_sub(64);
        let shifted = |number: &UBig| (number >> excess).to_f64().value();
        shifted(&length.exchange) / shifted(&before.exchange)
    });
    Some(Info {
        growth,
        reachable_positions: reachable_positions(length.n),
        eccentricity: eccentricity(length.n),
        length,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_forms_are_what_levels_give() {
        for length in lengths().take(60).skip(4) {
            assert_eq!(by_closed_form(length.n), Some(length));
        }
    }

    #[test]
    fn growth_tends_to_one_plus_the_root_of_two() {
        assert_eq!(info(0), None);
        assert_eq!(info(1).unwrap().growth, None);
        let growth = |n| info(n).unwrap().growth.unwrap();
        assert!((growth(3) - 42.0 / 13.0).abs() < 1e-12);
        assert!((growth(60) - (1.0 + 2_f64.sqrt())).abs() < 1e-12);
        assert!((growth(90) - (1.0 + 2_f64.sqrt())).abs() < 1e-12);
    }
}
