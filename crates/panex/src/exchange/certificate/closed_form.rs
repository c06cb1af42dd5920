//! Closed forms of numbers that were computed at a few sizes.

use dashu_int::IBig;
use dashu_int::ops::DivRem;
use std::collections::BTreeMap;
use std::fmt;

/// The numbers a·P(j) + b·P(j+1) + c + d·j at every second size j, where P are the Pell numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ClosedForm {
    /// Twice a, b, c and d, which need not be whole.
    doubled: [IBig; 4],
}

/// P(j).
fn pell(j: u32) -> IBig {
    let step = |(p, q): (IBig, IBig)| (q.clone(), IBig::from(2) * q + p);
    (0..j).fold((IBig::ZERO, IBig::ONE), |pair, _| step(pair)).0
}

impl ClosedForm {
    /// The closed form of numbers at four or more sizes, in steps of two.
    ///
    /// # Panics
    /// If they have none: the costs would not repeat as the certificate supposes.
    pub(super) fn of(numbers: &BTreeMap<u32, IBig>) -> Self {
        let mut first = numbers.iter();
        let [(&j, x0), (_, x1), (_, x2), (_, x3)] =
            std::array::from_fn(|_| first.next().expect("numbers at four sizes"));
        // Constants and multiples of j have no second differences, and those of P(j) are
        // 4 P(j+2), as P(j+4) = 6 P(j+2) - P(j).
        let [y0, y1] = [x0 - x1 - x1 + x2, x1 - x2 - x2 + x3];
        let [p, q, r, s] = [2, 3, 4, 5].map(|more| pell(j + more));
        let determinant = &p * &s - &q * &r;
        let half = |number: IBig| {
            let (half, rest) = number.div_rem(IBig::from(2) * &determinant);
            assert_eq!(rest, IBig::ZERO, "twice the coefficients are whole");
            half
        };
        let (a, b) = (half(&y0 * s - &y1 * q), half(y1 * p - y0 * r));
        let exponential = |j: u32| &a * pell(j) + &b * pell(j + 1);
        let left = [(x0, j), (x1, j + 2)].map(|(x, j)| x + x - exponential(j));
        let (d, rest) = (&left[1] - &left[0]).div_rem(IBig::from(2));
        assert_eq!(rest, IBig::ZERO, "twice the coefficients are whole");
        let c = &left[0] - &d * IBig::from(j);
        let form = Self { doubled: [a, b, c, d] };
        for (&j, number) in numbers {
            assert_eq!(form.doubled_at(j), number + number, "no closed form at size {j}");
        }
        form
    }

    fn doubled_at(&self, j: u32) -> IBig {
        let [a, b, c, d] = &self.doubled;
        a * pell(j) + b * pell(j + 1) + c + d * IBig::from(j)
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self { doubled: std::array::from_fn(|i| &self.doubled[i] + &other.doubled[i]) }
    }
}

/// The coefficients, each whole or a number of halves.
impl fmt::Display for ClosedForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coefficient = |doubled: &IBig| {
            let (half, rest) = doubled.div_rem(IBig::from(2));
            if rest == IBig::ZERO { half.to_string() } else { format!("{doubled}/2") }
        };
        write!(f, "{}", self.doubled.each_ref().map(coefficient).join(" "))
    }
}
