//! Means of the published tables.

/// The harmonic mean, which one long run does not dominate; the mean of Gliesch's tables.
#[derive(Debug, Default)]
pub(super) struct HarmonicMean {
    count: u32,
    sum: f64,
}

/// The arithmetic mean.
#[derive(Debug, Default)]
pub(super) struct ArithmeticMean {
    count: u32,
    sum: f64,
}

impl HarmonicMean {
    /// The mean; `None` without values.
    pub(super) fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| f64::from(self.count) / self.sum)
    }
}

impl ArithmeticMean {
    /// The mean; `None` without values.
    pub(super) fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

impl FromIterator<f64> for HarmonicMean {
    fn from_iter<T: IntoIterator<Item = f64>>(values: T) -> Self {
        // No value in a report is measured more finely, and zero has no reciprocal.
        let add = |mean: Self, value: f64| Self {
            count: mean.count + 1,
            sum: mean.sum + 1.0 / value.max(0.001),
        };
        values.into_iter().fold(Self::default(), add)
    }
}

impl FromIterator<f64> for ArithmeticMean {
    fn from_iter<T: IntoIterator<Item = f64>>(values: T) -> Self {
        let add = |mean: Self, value| Self { count: mean.count + 1, sum: mean.sum + value };
        values.into_iter().fold(Self::default(), add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmonic_means_are_those_of_the_published_tables() {
        // Table E.1 and the first line of table 4.6: eight levels without a database.
        let states = [28, 418, 120, 599, 353, 2548, 4963, 181].map(f64::from);
        let mean: HarmonicMean = states.into_iter().collect();
        assert_eq!(mean.value().map(f64::round), Some(140.0));
        assert_eq!(HarmonicMean::default().value(), None);
    }
}
