//! Progress of listing the states of a certificate: a line on the terminal, or `listing` records.

use super::Reporting;
use crate::output::{is_abandoned, json};
use crate::process::signals::INTERRUPT;
use fewest::search::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};

/// Time between two records: a list may take hours.
const INTERVAL: Duration = Duration::from_secs(10);

/// Shows the progress of a list.
pub(crate) struct Listing<'a> {
    instance: &'a str,
    began: Instant,
    /// It is drawn on a terminal only.
    line: ProgressBar,
    /// When the next record is written, if there are records.
    due: Option<Instant>,
}

#[derive(Serialize)]
struct Data<'a> {
    instance: &'a str,
    states: u64,
    seconds: f64,
}

impl<'a> Listing<'a> {
    pub(crate) fn new(instance: &'a str, told: Reporting) -> Self {
        let style = ProgressStyle::with_template("{spinner} certificate: {human_pos} states");
        let line = match told {
            Reporting::Line => ProgressBar::no_length(),
            Reporting::Record | Reporting::Nothing => ProgressBar::hidden(),
        };
        let (line, began) = (line.with_style(style.expect("constant")), Instant::now());
        Self { instance, began, line, due: (told == Reporting::Record).then_some(began) }
    }

    /// To be called with the progress that the search for the list reports. Once nobody reads the
    /// records any more, that search is asked to end.
    pub(crate) fn update(&mut self, progress: &Progress) {
        let states = progress.statistics.stored;
        self.line.set_position(states);
        let Some(due) = self.due else { return };
        if is_abandoned() {
            INTERRUPT.interrupt();
        }
        let now = Instant::now();
        if now >= due {
            self.due = Some(now + INTERVAL);
            let seconds = (now - self.began).as_secs_f64();
            let data = Data { instance: self.instance, states, seconds };
            let _ = json::write(&mut io::stdout().lock(), "listing", &data);
        }
    }
}

impl Drop for Listing<'_> {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
