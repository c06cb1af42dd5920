//! The output of `lab run`: one line per run on standard output, and a bar on a terminal.

use crate::output::{printable, tell};
use fewest::{InputError, rules};
use fewest_lab::{Event, Experiment, Record, RunResult};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};

/// Shows events of an experiment.
pub(super) struct Display<'a, W> {
    out: &'a mut W,
    experiment: &'a Experiment,
    columns: [usize; 2],
    bar: ProgressBar,
    /// The first write error, or that there is no instance at all.
    failed: anyhow::Result<()>,
}

impl<'a, W: Write> Display<'a, W> {
    pub(super) fn new(out: &'a mut W, experiment: &'a Experiment) -> Self {
        let names = experiment.configurations.iter().map(|one| one.name.as_str());
        let columns = [width(experiment.instances.iter().map(String::as_str)), width(names)];
        Self { out, experiment, columns, bar: ProgressBar::hidden(), failed: Ok(()) }
    }

    pub(super) fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Absent(names) => {
                if let Err(error) = absent(self.experiment, names) {
                    self.failed = Err(error.into());
                }
            }
            Event::Begins { runs, done } => {
                let (name, done) = (printable(&self.experiment.name), *done);
                let line = writeln!(self.out, "{name}: {runs} runs to do, {done} recorded before");
                self.keep(line);
                if io::stderr().is_terminal() {
                    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}");
                    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                    self.bar = ProgressBar::new(*runs as u64).with_style(style);
                }
            }
            Event::Ran { record, result } => {
                let line = self.line(record, result);
                let out = &mut *self.out;
                let written =
                    self.bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
                self.keep(written);
                self.bar.inc(1);
            }
        }
    }

    fn line(&self, record: &Record, result: &RunResult) -> String {
        let Record { task, wall_seconds, .. } = record;
        let why = match result {
            RunResult::Bounded { stop, .. } => stop,
            RunResult::Failed(reason) => reason,
            _ => "",
        };
        let text = result.to_string();
        let (instance, configuration) = (&task.instance, &task.configuration);
        let [first, second] = self.columns;
        let line = format!(
            "{instance:first$}  {configuration:second$}  {text:>8} {wall_seconds:8.2} s  {why}"
        );
        printable(line.trim_end()).into_owned()
    }

    fn keep(&mut self, result: io::Result<()>) {
        if let (Err(error), Ok(())) = (result, &self.failed) {
            self.failed = Err(error.into());
        }
    }

    pub(super) fn end(self) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        self.failed
    }
}

/// Reports which instances are not on this machine.
///
/// # Errors
/// If none is.
pub(super) fn absent(experiment: &Experiment, names: &[&str]) -> Result<(), InputError> {
    let (absent, all) = (names.len(), experiment.instances.len());
    let message = format!(
        "{absent} of {all} instances are not on this machine; put them into $FEWEST_DATA/{}: {}",
        experiment.folder.as_deref().unwrap_or_default(),
        names.join(" "),
    );
    if absent == all {
        return Err(InputError::invalid(&experiment.name, rules::TextPosition::START, message));
    }
    tell(&format!("fewest: {message}"));
    Ok(())
}

/// The width of a column that fits all of these.
fn width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or_default()
}
