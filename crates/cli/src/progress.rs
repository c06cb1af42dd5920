//! What a running search says: a line on the terminal, or `progress` records.

use crate::human::states;
use crate::json;
use crate::output::printable;
use fewest::memory;
use fewest::search::Progress;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, IsTerminal};
use std::time::Instant;

/// Whether `progress` records are written to standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Records {
    Written,
    Silent,
}

/// Shows the progress of one instance.
pub(crate) struct Display {
    instance: String,
    began: Instant,
    line: ProgressBar,
    records: Records,
    /// The last bounds that were recorded.
    recorded: Option<(u16, Option<u16>)>,
}

#[derive(Serialize)]
struct Data<'a> {
    instance: &'a str,
    lower: u16,
    /// The length of the best plan that is known.
    upper: Option<u16>,
    #[serde(flatten)]
    counts: fewest::Counts,
    seconds: f64,
}

impl Display {
    pub(crate) fn new(instance: &str, began: Instant, records: Records, is_quiet: bool) -> Self {
        let line = if is_quiet || !io::stderr().is_terminal() {
            ProgressBar::hidden()
        } else {
            ProgressBar::new_spinner()
                .with_style(ProgressStyle::with_template("{spinner} {wide_msg}").expect("constant"))
        };
        Self { instance: instance.to_owned(), began, line, records, recorded: None }
    }

    /// To be called with what the search says of itself.
    ///
    /// A record is written whenever the lower bound has risen or a better plan is known. A failure to
    /// write it is no reason to stop the search: the result will meet it, too.
    pub(crate) fn update(&mut self, progress: &Progress) {
        let Progress { lower, upper, statistics } = *progress;
        let (lower, upper) = (lower.0, upper.map(|upper| upper.0));
        let seconds = self.began.elapsed().as_secs_f64();
        if !self.line.is_hidden() {
            let bytes = memory::resident();
            let expanded = statistics.expanded;
            let message = message(&self.instance, (lower, upper), seconds, bytes, expanded);
            self.line.set_message(message);
            self.line.tick();
        }
        if self.records == Records::Written && self.recorded != Some((lower, upper)) {
            self.recorded = Some((lower, upper));
            let (instance, counts) = (self.instance.as_str(), statistics.into());
            let data = Data { instance, lower, upper, counts, seconds };
            let _ = json::write(&mut io::stdout().lock(), "progress", &data);
        }
    }
}

/// Names are cut to so many characters, so that what follows has room.
const NAME: usize = 16;

/// What is known, what matters most first: what does not fit the terminal is cut off.
fn message(
    instance: &str,
    (lower, upper): (u16, Option<u16>),
    seconds: f64,
    bytes: Option<u64>,
    expanded: u64,
) -> String {
    let name: String = printable(instance).chars().take(NAME).collect();
    let found = upper.map(|upper| format!(", {upper} found")).unwrap_or_default();
    let bytes = bytes.map(|bytes| format!(", {}", HumanBytes(bytes))).unwrap_or_default();
    let rate = (expanded as f64 / seconds.max(0.001)) as u64;
    format!(
        "{name}: at least {lower} moves{found}, {seconds:.0} s{bytes}, {}, {}/s",
        states(expanded),
        HumanCount(rate)
    )
}

impl Drop for Display {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_fits_sixty_columns() {
        let message = message("katomic_16", (43, Some(57)), 75.4, Some(1_288_490_189), 9_876_543);
        let first = "katomic_16: at least 43 moves, 57 found, 75 s, 1.20 GiB";
        assert_eq!(message, format!("{first}, 9,876,543 states, 130,988/s"));
        assert!(first.len() + "o ".len() <= 60);
    }

    #[test]
    fn one_state_is_one_state() {
        let message = message("a name that is rather long", (3, None), 0.0, None, 1);
        assert_eq!(message, "a name that is r: at least 3 moves, 0 s, 1 state, 1,000/s");
    }
}
