//! Progress of a running search: a line on the terminal, or `progress` records.

use super::Reporting;
use super::plot::Course;
use crate::output::human::states;
use crate::output::{is_abandoned, json, printable};
use crate::process::signals::INTERRUPT;
use console::Term;
use fewest::search::{Limits, Progress};
use fewest::{ProgressRecord, memory};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Shows the progress of one instance.
pub(crate) struct Display {
    instance: String,
    began: Instant,
    limits: Limits,
    line: ProgressBar,
    told: Reporting,
    /// The last bounds that were recorded.
    recorded: Option<(u16, Option<u16>)>,
    /// The whole progress so far, for plots.
    pub(crate) course: Course,
}

impl Display {
    /// Records are written beside the line on the terminal.
    pub(crate) fn new(instance: &str, began: Instant, limits: Limits, told: Reporting) -> Self {
        let line = if told != Reporting::Nothing && io::stderr().is_terminal() {
            ProgressBar::new_spinner()
                .with_style(ProgressStyle::with_template("{spinner} {wide_msg}").expect("constant"))
        } else {
            ProgressBar::hidden()
        };
        let (instance, course) = (instance.to_owned(), Course::default());
        Self { instance, began, limits, line, told, recorded: None, course }
    }

    /// To be called with the progress that the search reports.
    ///
    /// A record is written whenever the lower bound has risen or a better plan is known. Once
    /// nobody reads them any more, the search is asked to end: nobody would read its result.
    pub(crate) fn update(&mut self, progress: &Progress) {
        self.course.update(progress);
        let elapsed = self.began.elapsed();
        let record = ProgressRecord::new(&self.instance, progress, elapsed);
        let ProgressRecord { lower, upper, counts, .. } = record;
        if !self.line.is_hidden() {
            let line = Line {
                instance: &self.instance,
                lower,
                upper,
                elapsed,
                bytes: memory::resident(),
                expanded: counts.expanded,
                time: self.limits.deadline.map(|deadline| deadline - self.began),
                memory: self.limits.memory,
                nodes: self.limits.nodes,
            };
            let (_, width) = Term::stderr().size();
            self.line.set_message(line.fitting(usize::from(width).saturating_sub(SPINNER)));
            self.line.tick();
        }
        if self.told != Reporting::Record {
            return;
        }
        if is_abandoned() {
            INTERRUPT.interrupt();
        }
        if self.recorded != Some((lower, upper)) {
            self.recorded = Some((lower, upper));
            let _ = json::write(&mut io::stdout().lock(), "progress", &record);
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

/// Columns before the message.
const SPINNER: usize = 2;
/// Names are cut to this many characters, to leave room for the rest.
const NAME: usize = 16;

/// The contents of the progress line.
#[derive(Clone, Copy)]
struct Line<'a> {
    instance: &'a str,
    lower: u16,
    upper: Option<u16>,
    elapsed: Duration,
    bytes: Option<u64>,
    expanded: u64,
    /// The limits.
    time: Option<Duration>,
    memory: Option<u64>,
    nodes: Option<u64>,
}

impl Line<'_> {
    /// As much of it as fits a width, the most important parts first.
    fn fitting(&self, width: usize) -> String {
        let Self { lower, upper, elapsed, expanded, .. } = *self;
        let name: String = printable(self.instance).chars().take(NAME).collect();
        let found = upper.map(|upper| format!(", {upper} found, gap {}", upper - lower));
        let of_time = self.time.map(|time| format!(" of {}", seconds(time))).unwrap_or_default();
        let of_bytes =
            self.memory.map(|bytes| format!(" of {}", HumanBytes(bytes))).unwrap_or_default();
        let of_nodes =
            self.nodes.map(|nodes| format!(" of {}", HumanCount(nodes))).unwrap_or_default();
        let bounds = format!("at least {lower} moves{}", found.unwrap_or_default());
        let time = format!("{}{of_time}", seconds(elapsed));
        let memory = self.bytes.map(|bytes| format!("{}{of_bytes}", HumanBytes(bytes)));
        let memory: Vec<_> = memory.into_iter().collect();
        let counted = match self.nodes {
            Some(_) => format!("{}{of_nodes} states", HumanCount(expanded)),
            None => states(expanded),
        };
        let rate = expanded as f64 / elapsed.as_secs_f64().max(0.001);
        let rate = format!("{}/s", HumanCount(rate as u64));
        let shortest = upper.map_or(format!("{lower}+"), |upper| format!("{lower}-{upper}"));
        // Each is shorter than the previous one.
        let known = [&[bounds, time][..], &memory].concat();
        let all = [
            format!("{name}: {}", [&known[..], &[counted.clone(), rate]].concat().join(", ")),
            format!("{name}: {}", [&known[..], &[counted]].concat().join(", ")),
            format!("{name}: {}", known.join(", ")),
            known.join(", "),
            known[..2].join(", "),
            format!("{shortest} moves, {}", seconds(elapsed)),
            format!("{shortest} moves"),
        ];
        let fits = |line: &&String| line.chars().count() <= width;
        all.iter().find(fits).unwrap_or(&shortest).clone()
    }
}

/// A time in whole seconds, long ones in larger units.
fn seconds(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..600 => format!("{seconds} s"),
        600..36_000 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Line<'_> = Line {
        instance: "katomic_16",
        lower: 43,
        upper: Some(57),
        elapsed: Duration::from_millis(75_400),
        bytes: Some(1_288_490_189),
        expanded: 9_876_543,
        time: Some(Duration::from_secs(900)),
        memory: Some(4 << 30),
        nodes: None,
    };

    #[test]
    fn every_width_has_the_bounds_and_what_else_it_has_room_for() {
        let all = "katomic_16: at least 43 moves, 57 found, gap 14, 75 s of 15 min, \
                   1.20 GiB of 4.00 GiB, 9,876,543 states, 130,988/s";
        assert_eq!(LINE.fitting(200), all);
        assert_eq!(
            LINE.fitting(80),
            "at least 43 moves, 57 found, gap 14, 75 s of 15 min, 1.20 GiB of 4.00 GiB"
        );
        assert_eq!(LINE.fitting(60), "at least 43 moves, 57 found, gap 14, 75 s of 15 min");
        assert_eq!(LINE.fitting(20), "43-57 moves, 75 s");
        assert_eq!(LINE.fitting(12), "43-57 moves");
        let mut last = 0;
        for width in 20..=200 {
            let length = LINE.fitting(width).chars().count();
            assert!(last <= length && length <= width, "{width}: {length}");
            last = length;
        }
    }

    #[test]
    fn what_is_not_known_and_not_limited_is_not_said() {
        let line = Line {
            instance: "a name that is rather long",
            lower: 3,
            upper: None,
            elapsed: Duration::ZERO,
            bytes: None,
            expanded: 1,
            time: None,
            memory: None,
            nodes: None,
        };
        let said = "a name that is r: at least 3 moves, 0 s, 1 state, 1,000/s";
        assert_eq!(line.fitting(100), said);
        assert_eq!(line.fitting(10), "3+ moves");
        let line = Line { nodes: Some(1000), ..line };
        assert!(line.fitting(100).contains(", 1 of 1,000 states, "), "{}", line.fitting(100));
    }

    #[test]
    fn long_times_are_told_in_larger_units() {
        let told = [5, 599, 600, 35_999, 36_000].map(|time| seconds(Duration::from_secs(time)));
        assert_eq!(told, ["5 s", "599 s", "10 min", "599 min", "10 h"]);
    }
}
