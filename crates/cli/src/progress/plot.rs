//! Searches as plots: the states of each bound, how the bounds came together, and the states around
//! both ends with their heuristic values.

use anyhow::Context;
use fewest::search::artifact::AtomicFile;
use fewest::search::breadth_first::Extent;
use fewest::search::{Depth, Direction, Progress};
use fewest::{Counts, Report, Surveyed};
use fewest_chart::{Axis, Chart, Kind, Marks, Point, Series, grouped, stacked};
use std::io::Write;
use std::path::Path;

/// The bounds at a moment of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Known {
    lower: u16,
    upper: Option<u16>,
    /// States expanded so far.
    expanded: u64,
}

/// The course of a search: its bounds whenever one had changed, and at its end.
#[derive(Debug, Default)]
pub(crate) struct Course {
    instance: String,
    direction: &'static str,
    known: Vec<Known>,
}

impl Course {
    /// Takes the progress that a search reports.
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
            // A search that finds a plan early within its last bound has not reported that bound.
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

    fn of_bounds(&self) -> Series {
        let counts = self.per_bound().into_iter();
        let counts = counts.map(|(bound, count)| (f64::from(bound), count as f64));
        series(self.direction.to_owned(), &self.instance, counts)
    }

    /// The lower bound and the best plan against the states expanded.
    fn of_gap(&self) -> [Series; 2] {
        let at = |known: &Known| known.expanded.max(1) as f64;
        let lower = self.known.iter().map(|known| (at(known), f64::from(known.lower)));
        let upper =
            self.known.iter().filter_map(|known| Some((at(known), f64::from(known.upper?))));
        let name = |what| format!("{}, {what}", self.direction);
        let series = |what, points: Vec<_>| series(name(what), &self.instance, points.into_iter());
        [series("at least", lower.collect()), series("found", upper.collect())]
    }
}

fn series(name: String, instance: &str, points: impl Iterator<Item = (f64, f64)>) -> Series {
    let points = points.map(|(x, y)| Point { x, y, name: instance.to_owned() });
    Series { name, points: points.collect() }
}

/// How many states are in each layer.
fn of_layers(surveyed: &Surveyed, instance: &str) -> Series {
    let layers = surveyed.survey.layers.iter().enumerate();
    let points = layers.map(|(depth, &count)| (depth as f64, count as f64));
    series(format!("{}: {}", surveyed.direction, counted(surveyed)), instance, points)
}

/// The share of states with each estimate; `None` without a heuristic.
fn of_estimates(surveyed: &Surveyed, instance: &str) -> Option<Series> {
    let survey = &surveyed.survey;
    let (least, _) = survey.estimates.first_key_value()?;
    let (most, _) = survey.estimates.last_key_value()?;
    let share = |count: u64| 100.0 * count as f64 / survey.states() as f64;
    let points = (least.0..=most.0).map(|h| {
        let count = survey.estimates.get(&Depth(h)).copied().unwrap_or(0);
        (f64::from(h), share(count))
    });
    let dead_ends = match survey.dead_ends {
        0 => String::new(),
        count => format!("; {:.1} % dead ends", share(count)),
    };
    let (direction, heuristic) = (surveyed.direction, surveyed.heuristic?);
    let name = format!("{direction}, {heuristic}: {}{dead_ends}", counted(surveyed));
    Some(series(name, instance, points))
}

/// Which states were counted.
fn counted(Surveyed { direction, survey, .. }: &Surveyed) -> String {
    let states = grouped(survey.states());
    let moves = match survey.layers.len().saturating_sub(1) {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    match (survey.extent, direction) {
        (Extent::Whole, Direction::Forward) => format!("all {states} states reached"),
        (Extent::Whole, Direction::Backward) => {
            format!("all {states} states that lead to a goal")
        }
        (Extent::FirstLayers, Direction::Forward) => {
            format!("{states} states within {moves} of the start")
        }
        (Extent::FirstLayers, Direction::Backward) => {
            format!("{states} states within {moves} of a goal")
        }
    }
}

/// The file that the plots of an instance are written to, and what they show.
pub(crate) struct Plot<'a> {
    path: &'a Path,
    file: AtomicFile,
    courses: Vec<Course>,
    surveys: Vec<Surveyed>,
}

impl<'a> Plot<'a> {
    /// Creates an empty plot: so a file that cannot be written is found before a search that may
    /// take hours.
    pub(crate) fn new(path: &'a Path) -> anyhow::Result<Self> {
        let file = AtomicFile::new(path).with_context(|| path.display().to_string())?;
        Ok(Self { path, file, courses: vec![], surveys: vec![] })
    }

    pub(crate) fn add(&mut self, course: Course) {
        self.courses.push(course);
    }

    pub(crate) fn add_survey(&mut self, surveyed: Surveyed) {
        self.surveys.push(surveyed);
    }

    /// Writes the plots.
    pub(crate) fn write(mut self) -> anyhow::Result<()> {
        let svg = stacked(&self.charts());
        let written = self.file.write_all(svg.as_bytes());
        written.and_then(|()| self.file.finish()).with_context(|| self.path.display().to_string())
    }

    fn instance(&self) -> &str {
        self.courses.first().map_or("", |course| &course.instance)
    }

    /// The charts that have anything to show.
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
        let layers = Chart {
            title: format!("States in each layer: {}", self.instance()),
            x: Axis::new("depth (moves)", Kind::Whole),
            y: Axis::new("states", Kind::Logarithmic),
            marks: Marks::Lines,
            series: self.surveys.iter().map(|one| of_layers(one, self.instance())).collect(),
        };
        let estimates = self.surveys.iter().filter_map(|one| of_estimates(one, self.instance()));
        let estimates = Chart {
            title: format!("Distribution of the heuristic: {}", self.instance()),
            x: Axis::new("estimate (moves)", Kind::Whole),
            y: Axis::new("share of states (%)", Kind::Linear),
            marks: Marks::Lines,
            series: estimates.collect(),
        };
        [per_bound, gap, layers, estimates].into_iter().filter(Chart::has_points).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::search::breadth_first::Survey;
    use std::collections::BTreeMap;

    fn surveyed(heuristic: Option<&'static str>) -> Surveyed {
        let survey = Survey {
            layers: vec![1, 3],
            estimates: BTreeMap::from([(Depth(2), 2), (Depth(4), 1)]),
            dead_ends: 1,
            extent: Extent::FirstLayers,
        };
        Surveyed { direction: Direction::Forward, heuristic, survey }
    }

    #[test]
    fn estimates_are_shares_of_the_states_that_were_counted() {
        let series = of_estimates(&surveyed(Some("sum")), "water").unwrap();
        let said = "forward, sum: 4 states within 1 move of the start; 25.0 % dead ends";
        assert_eq!(series.name, said);
        let points: Vec<_> = series.points.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(points, [(2.0, 50.0), (3.0, 0.0), (4.0, 25.0)]);
        // Without a heuristic only the layers can be shown.
        assert!(of_estimates(&surveyed(None), "water").is_none());
        assert_eq!(of_layers(&surveyed(None), "water").points.len(), 2);
    }

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
