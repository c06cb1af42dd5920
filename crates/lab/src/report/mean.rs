//! Means of the published tables; none without values.

/// The harmonic mean, which one long run does not dominate; the mean of Gliesch's tables.
pub(super) fn harmonic(values: impl Iterator<Item = f64>) -> Option<f64> {
    // No value in a report is measured more finely, and zero has no reciprocal.
    let (count, sum) = counted_sum(values.map(|value| 1.0 / value.max(0.001)));
    (count > 0.0).then(|| count / sum)
}

/// The arithmetic mean.
pub(super) fn arithmetic(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = counted_sum(values);
    (count > 0.0).then(|| sum / count)
}

fn counted_sum(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmonic_means_are_those_of_the_published_tables() {
        // Table E.1 and the first line of table 4.6: eight levels without a database.
        let states = [28, 418, 120, 599, 353, 2548, 4963, 181].map(f64::from);
        assert_eq!(harmonic(states.into_iter()).map(f64::round), Some(140.0));
        assert_eq!(harmonic([].into_iter()), None);
    }
}
