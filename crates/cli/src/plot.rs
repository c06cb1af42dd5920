//! Searches as plots: the states of each bound, and how the bounds came together.

use anyhow::Context;
use fewest::search::Progress;
use fewest::{Counts, Report};
use fewest_chart::{Axis, Chart, Kind, Marks, Point, Series, stacked};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// What was known at a moment of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Known {
    lower: u16,
    upper: Option<u16>,
    /// States expanded before.
    expanded: u64,
}

/// A search as it went: what was known whenever a bound had changed, and at its end.
#[derive(Debug, Default)]
pub(crate) struct Course {
    instance: String,
    direction: &'static str,
    known: Vec<Known>,
}

impl Course {
    /// Takes what a search says of itself.
    pub(crate) fn update(&mut self, progress: &Progress) {
        let Progress { lower, upper, statistics } = *progress;
        let (lower, upper) = (lower.0, upper.map(|upper| upper.0));
        let bounds = |known: &Known| (known.lower, known.upper);
        if self.known.last().map(bounds) != Some((lower, upper)) {
            self.known.push(Known { lower, upper, expanded: statistics.expanded });
        }
    }

    /// The course of a search that has ended with this report.
    pub(crate) fn ended(mut self, report: &Report) -> Self {
        (self.instance, self.direction) = (report.instance.clone(), report.direction);
        let number = |count: &fewest::MoveCount| u16::try_from(&count.0).ok();
        let Counts { expanded, expanded_until_last_layer, .. } = report.counts;
        let last = self.known.last().copied();
        let last = last.unwrap_or(Known { lower: 0, upper: None, expanded: 0 });
        let lower = report.lower.as_ref().and_then(number).unwrap_or(last.lower);
        let upper = report.upper.as_ref().and_then(number);
        if lower > last.lower && expanded > expanded_until_last_layer {
            // A search that soon finds a plan within its last bound has not told that bound.
            let expanded = expanded_until_last_layer.max(last.expanded);
            self.known.push(Known { lower, upper: last.upper, expanded });
        }
        self.known.push(Known { lower, upper, expanded });
        self
    }

    /// How many states were expanded at each lower bound.
    fn per_bound(&self) -> Vec<(u16, u64)> {
        let mut counts: Vec<(u16, u64)> = vec![];
        for pair in self.known.windows(2) {
            let (bound, count) = (pair[0].lower, pair[1].expanded - pair[0].expanded);
            match counts.last_mut() {
                Some((last, sum)) if *last == bound => *sum += count,
                _ => counts.push((bound, count)),
            }
        }
        counts.retain(|&(_, count)| count > 0);
        counts
    }

    fn series(&self, name: String, points: impl Iterator<Item = (f64, f64)>) -> Series {
        let points = points.map(|(x, y)| Point { x, y, name: self.instance.clone() });
        Series { name, points: points.collect() }
    }

    fn of_bounds(&self) -> Series {
        let counts = self.per_bound().into_iter();
        let counts = counts.map(|(bound, count)| (f64::from(bound), count as f64));
        self.series(self.direction.to_owned(), counts)
    }

    /// The lower bound and the best plan after so many states.
    fn of_gap(&self) -> [Series; 2] {
        let at = |known: &Known| known.expanded.max(1) as f64;
        let lower = self.known.iter().map(|known| (at(known), f64::from(known.lower)));
        let upper =
            self.known.iter().filter_map(|known| Some((at(known), f64::from(known.upper?))));
        let name = |what| format!("{}, {what}", self.direction);
        [self.series(name("at least"), lower), self.series(name("found"), upper)]
    }
}

/// The file that the plots of an instance are written to, and the searches that they show.
pub(crate) struct Plot<'a> {
    path: &'a Path,
    file: File,
    courses: Vec<Course>,
}

impl<'a> Plot<'a> {
    /// A plot without content: the file is made before a search begins that may take hours.
    pub(crate) fn new(path: &'a Path) -> anyhow::Result<Self> {
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Self { path, file, courses: vec![] })
    }

    pub(crate) fn add(&mut self, course: Course) {
        self.courses.push(course);
    }

    /// Writes the plots.
    pub(crate) fn write(mut self) -> anyhow::Result<()> {
        let svg = stacked(&self.charts());
        let written = self.file.write_all(svg.as_bytes());
        written.with_context(|| self.path.display().to_string())
    }

    fn instance(&self) -> &str {
        self.courses.first().map_or("", |course| &course.instance)
    }

    /// Those that have anything to show.
    fn charts(&self) -> Vec<Chart> {
        let per_bound = Chart {
            title: format!("States expanded at each bound: {}", self.instance()),
            x: Axis::new("bound (moves)", Kind::Whole),
            y: Axis::new("states expanded", Kind::Logarithmic),
            marks: Marks::Lines,
            series: self.courses.iter().map(Course::of_bounds).collect(),
        };
        let gap = Chart {
            title: format!("How the bounds came together: {}", self.instance()),
            x: Axis::new("states expanded", Kind::Logarithmic),
            y: Axis::new("moves", Kind::Whole),
            marks: Marks::Steps,
            series: self.courses.iter().flat_map(Course::of_gap).collect(),
        };
        [per_bound, gap].into_iter().filter(Chart::has_points).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_counts_at_the_bound_it_was_expanded_for() {
        let known =
            [(5, None, 0), (6, None, 10), (6, Some(9), 25), (7, Some(9), 40), (9, Some(9), 40)];
        let known = known.map(|(lower, upper, expanded)| Known { lower, upper, expanded });
        let course = Course { known: known.to_vec(), ..Course::default() };
        assert_eq!(course.per_bound(), [(5, 10), (6, 30)]);
        let [lower, upper] = course.of_gap();
        assert_eq!((lower.points.len(), upper.points.len()), (5, 3));
        assert_eq!((lower.points[0].x, lower.points[0].y), (1.0, 5.0));
    }
}
