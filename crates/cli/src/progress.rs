//! What a running search says: a line on the terminal, or `progress` records.

use crate::json;
use fewest::search::Progress;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
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
    #[serde(skip_serializing_if = "Option::is_none")]
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
                .with_style(ProgressStyle::with_template("{spinner} {msg}").expect("constant"))
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
            let rate = (statistics.expanded as f64 / seconds.max(0.001)) as u64;
            let most = upper.map(|upper| format!(", at most {upper}")).unwrap_or_default();
            self.line.set_message(format!(
                "{}: at least {lower} moves{most}, {} states expanded, {}/s",
                self.instance,
                HumanCount(statistics.expanded),
                HumanCount(rate),
            ));
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

impl Drop for Display {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
