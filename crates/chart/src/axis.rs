//! An axis of a plot: the values it shows, and the numbers along it.

use crate::grouped;
use std::ops::Range;

/// The name and the kind of an axis.
#[derive(Debug)]
pub struct Axis {
    /// Its name, with the unit.
    pub name: String,
    /// How values are placed on it.
    pub kind: Kind,
}

/// How values are placed on an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// By their size.
    Linear,
    /// Linear, and all values are whole numbers.
    Whole,
    /// By their order of magnitude.
    Logarithmic,
}

/// An axis at its place in the picture.
pub(crate) struct Scale<'a> {
    pub axis: &'a Axis,
    pub range: Range<f64>,
    pub from: f64,
    pub to: f64,
}

impl Axis {
    /// An axis.
    pub fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), kind }
    }

    /// The place of a value: logarithms are taken here, so that all axes are drawn alike.
    pub(crate) fn place(&self, value: f64) -> f64 {
        match self.kind {
            // No count and no time in a report is less, except for zero.
            Kind::Logarithmic => value.max(0.001).log10(),
            Kind::Linear | Kind::Whole => value,
        }
    }

    /// The range of places that the axis shows: whole powers of ten, or all values.
    pub(crate) fn range(&self, places: impl Iterator<Item = f64>) -> Range<f64> {
        let (least, most) = places.fold((f64::MAX, f64::MIN), |(a, b), it| (a.min(it), b.max(it)));
        if self.kind == Kind::Logarithmic {
            let (least, most) = (least.floor(), most.ceil());
            return least..most.max(least + 1.0);
        }
        let margin = ((most - least) * 0.05).max(0.5);
        (least - margin).max(0.0)..most + margin
    }

    /// The places with numbers: at most thirteen steps of 1, 2 or 5 times a power of ten.
    fn ticks(&self, range: &Range<f64>) -> Vec<f64> {
        let width = range.end - range.start;
        let least = match self.kind {
            Kind::Logarithmic => 1.0,
            Kind::Linear => width / 12.0,
            Kind::Whole => (width / 12.0).max(1.0),
        };
        let step = [1.0, 2.0, 5.0, 10.0].map(|it| it * 10_f64.powf(least.log10().floor()));
        let step = step.into_iter().find(|&step| step >= least * 0.999).unwrap_or(width);
        let first = (range.start / step).ceil() as i64;
        let last = (range.end / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }

    /// The number at a tick.
    fn label(&self, place: f64) -> String {
        if self.kind != Kind::Logarithmic {
            return self.value(place);
        }
        match place.round() as i32 {
            power @ 0..=4 => grouped(10_u64.pow(power as u32)),
            power @ -3..=-1 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powi(power)),
            power => {
                let digit = |c: char| match c {
                    '-' => '⁻',
                    _ => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][c as usize - 48],
                };
                let power: String = power.to_string().chars().map(digit).collect();
                format!("10{power}")
            }
        }
    }

    /// A value as text for readers.
    pub fn value(&self, value: f64) -> String {
        if value.fract() == 0.0 && value >= 0.0 {
            return grouped(value as u64);
        }
        let text = format!("{value:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl Scale<'_> {
    /// The coordinate of a place of the axis.
    pub(crate) fn at(&self, place: f64) -> f64 {
        let share = (place - self.range.start) / (self.range.end - self.range.start);
        self.from + (self.to - self.from) * share
    }

    /// The coordinate of a value.
    pub(crate) fn of(&self, value: f64) -> f64 {
        self.at(self.axis.place(value))
    }

    /// The numbers, with their coordinates.
    pub(crate) fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        let ticks = self.axis.ticks(&self.range).into_iter();
        ticks.map(|place| (self.at(place), self.axis.label(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_ticks_between_them() {
        for most in [1.0, 2.0, 5.0, 30.0, 155.0] {
            let axis = Axis::new("levels", Kind::Whole);
            let ticks = axis.ticks(&(0.0..most + 0.5));
            assert!(ticks.iter().all(|tick| tick.fract() == 0.0), "{ticks:?}");
            assert!((2..=14).contains(&ticks.len()), "{ticks:?}");
        }
    }

    #[test]
    fn numbers_are_written_as_readers_write_them() {
        let logarithmic = Axis::new("states", Kind::Logarithmic);
        let labels = [-4.0, -2.0, 0.0, 3.0, 12.0].map(|place| logarithmic.label(place));
        assert_eq!(labels, ["10⁻⁴", "0.01", "1", "1,000", "10¹²"]);
        assert_eq!(logarithmic.value(1_234_567.0), "1,234,567");
        assert_eq!(Axis::new("seconds", Kind::Linear).value(0.25), "0.25");
    }
}
