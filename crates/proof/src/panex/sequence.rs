//! Closed forms for numbers that grow with the size.

use dashu_int::IBig;
use std::fmt;

/// The numbers a·P(j) + b·P(j+1) + c + d·j for every second size j, where P are the Pell numbers
/// 0, 1, 2, 5, 12, ...
///
/// # Units
/// Twice the coefficients are whole.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Sequence {
    /// Twice a, b, c and d.
    pub(super) doubled: [IBig; 4],
}

impl Sequence {
    pub(super) fn zero() -> Self {
        Self { doubled: [const { IBig::ZERO }; 4] }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.doubled.iter().all(|coefficient| *coefficient == IBig::ZERO)
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self { doubled: std::array::from_fn(|i| &self.doubled[i] + &other.doubled[i]) }
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self { doubled: std::array::from_fn(|i| &self.doubled[i] - &other.doubled[i]) }
    }

    /// Returns the sequence whose number at j is that of this one at j - 1.
    ///
    /// P(j-1) = P(j+1) - 2 P(j).
    pub(super) fn of_the_size_below(&self) -> Self {
        let [a, b, c, d] = &self.doubled;
        Self { doubled: [b - IBig::from(2) * a, a.clone(), c - d, d.clone()] }
    }

    /// Returns twice the numbers at sizes `first`, `first` + 2, ...
    fn doubled_from(&self, first: u32) -> impl Iterator<Item = IBig> {
        let step = |(p, q): (IBig, IBig)| (q.clone(), IBig::from(2) * q + p);
        let pell = (0..first).fold((IBig::ZERO, IBig::ONE), |pair, _| step(pair));
        let pairs = std::iter::successors(Some(pell), move |pair| Some(step(step(pair.clone()))));
        let [a, b, c, d] = &self.doubled;
        pairs
            .zip((first..).step_by(2))
            .map(move |((p, q), j)| a * p + b * q + c + d * IBig::from(j))
    }

    /// Returns the number at a size, if it is whole.
    pub(super) fn whole_at(&self, size: u32) -> Option<IBig> {
        let doubled = self.doubled_from(size).next()?;
        let half = &doubled / IBig::from(2);
        (&half + &half == doubled).then_some(half)
    }

    /// Returns the number at a size, if it is whole and fits.
    pub(super) fn at(&self, size: u32) -> Option<i64> {
        self.whole_at(size)?.try_into().ok()
    }

    /// Returns the first of the sizes `first`, `first` + 2, ... at which the number is below 0, if
    /// there is one at all.
    ///
    /// Let x be the numbers, y their second differences. Constants and multiples of j do not
    /// contribute to y, and P satisfies P(j+4) = 6 P(j+2) - P(j), so y(k+2) = 6 y(k+1) - y(k). If
    /// y(k+1) >= y(k) >= 0, then y grows from k on; if also x(k+1) >= x(k), then x grows from k on.
    /// So it is enough to find such a k with no number below 0 up to it.
    pub(super) fn first_negative(&self, first: u32) -> Option<IBig> {
        let [a, b, _, d] = &self.doubled;
        let mut numbers = self.doubled_from(first);
        let mut next = || numbers.next().unwrap_or_default();
        if *a == IBig::ZERO && *b == IBig::ZERO {
            let number = next();
            if number < IBig::ZERO {
                return Some(first.into());
            }
            let steps = || number / (IBig::from(-2) * d) + IBig::ONE;
            return (*d < IBig::ZERO).then(|| IBig::from(2) * steps() + IBig::from(first));
        }
        let mut x = [next(), next(), next(), next()];
        let mut size = first;
        loop {
            if x[0] < IBig::ZERO {
                return Some(size.into());
            }
            let second = |k: usize| &x[k] - IBig::from(2) * &x[k + 1] + &x[k + 2];
            if x[1] >= x[0] && second(0) >= IBig::ZERO && second(1) >= second(0) {
                return None;
            }
            x.rotate_left(1);
            x[3] = next();
            size += 2;
        }
    }
}

/// As in a certificate: four coefficients, each whole or a number of halves.
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, doubled) in self.doubled.iter().enumerate() {
            let between = if i > 0 { " " } else { "" };
            let half = doubled / IBig::from(2);
            if &half + &half == *doubled {
                write!(f, "{between}{half}")?;
            } else {
                write!(f, "{between}{doubled}/2")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(doubled: [i32; 4]) -> Sequence {
        Sequence { doubled: doubled.map(IBig::from) }
    }

    #[test]
    fn numbers_are_those_of_the_closed_form() {
        let exchange = sequence([-210, 98, -4, -16]);
        let numbers = [(5, 343), (6, 881), (7, 2189), (13, 444_807)];
        for (n, moves) in numbers {
            assert_eq!(exchange.at(n), Some(moves));
            assert_eq!(exchange.of_the_size_below().at(n + 1), Some(moves));
        }
        assert_eq!(sequence([0, 0, 1, 0]).at(5), None);
        assert!(sequence([0; 4]).is_zero() && !sequence([0, 0, 0, 1]).is_zero());
        assert_eq!(exchange.to_string(), "-105 49 -2 -8");
        assert_eq!(sequence([0, -7, 3, 2]).to_string(), "0 -7/2 3/2 1");
    }

    #[test]
    fn the_first_negative_number_is_found_wherever_it_is() {
        let first = |doubled, from| sequence(doubled).first_negative(from);
        assert_eq!(first([0, 0, 0, 0], 5), None);
        assert_eq!(first([0, 0, -1, 0], 5), Some(5.into()));
        // 100 - j, at 5, 7, ...: 99 is the last odd size where it is not negative.
        assert_eq!(first([0, 0, 200, -2], 5), Some(101.into()));
        assert_eq!(first([0, 0, 200, -2], 6), Some(102.into()));
        assert_eq!(first([2, 0, -58, 0], 5), None);
        assert_eq!(first([2, 0, -60, 0], 5), Some(5.into()));
        // P(j) - 1000 j + 4971 falls at first, through 0 at 5.
        assert_eq!(first([2, 0, 9942, -2000], 5), Some(7.into()));
        assert_eq!(first([2, 0, 40_000, -2000], 5), None);
        assert_eq!(first([-2, 0, 2_000_000, 0], 5), Some(17.into()));
        // Coefficients whose leading parts almost cancel.
        assert_eq!(first([-2 * 2378, 2 * 985, 0, 0], 5), Some(5.into()));
        assert_eq!(first([-2 * 2378, 2 * 985, 0, 0], 6), None);
        assert_eq!(first([-2 * 5741, 2 * 2378, 0, 0], 6), Some(12.into()));
        // Grows at first, by less and less: 132, 162, 200, 238, 268, 250, -48.
        assert_eq!(first([-2 * 5741, 2 * 2378, 0, 40], 6), Some(18.into()));
        // 100 - P(j + 1).
        assert_eq!(first([0, -2, 200, 0], 5), Some(7.into()));
    }
}
