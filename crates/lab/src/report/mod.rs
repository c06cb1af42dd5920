//! Reports: our figures beside the published ones.

mod csv;
mod document;
mod groups;
mod head;
mod html;
mod levels;
mod markdown;
mod mean;
mod misses;
mod per_bound;
mod plots;
mod runs;
mod seconds;
mod values;
mod verdicts;

use crate::record::Solved;
use crate::{
    Bound, Comparison, Conditions, Experiment, Figure, Puzzles, Record, Results, RunResult, Task,
};
use document::{Block, Document};
use fewest_work::files::replace;
use std::fs;
use std::io;
use std::path::Path;

/// The runs of an experiment under the conditions of the last one, and their results.
#[derive(Debug)]
pub struct Report<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// What the runs have in common.
    pub conditions: &'a Conditions,
    /// One row per instance, one cell per configuration; `None` if nothing was run.
    rows: Vec<Vec<Option<Cell<'a>>>>,
}

/// One run in a report.
#[derive(Debug)]
pub struct Cell<'a> {
    /// What was observed.
    pub record: &'a Record,
    /// Its result.
    pub result: RunResult,
    /// Whether there is no plan or it was replayed.
    pub is_checked: bool,
    /// Whether its engine may lose plans.
    pub is_lossy: bool,
    /// The published figure.
    pub figure: Figure,
    /// The comparison of both, if a bound is published.
    pub comparison: Option<Comparison>,
}

/// A file of a report cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {error}")]
pub struct ReportError {
    file: String,
    error: io::Error,
}

impl<'a> Report<'a> {
    /// The report of the last recorded runs; `None` if there are none.
    pub fn new(
        experiment: &'a Experiment,
        results: &'a Results,
        puzzles: &dyn Puzzles,
    ) -> Option<Self> {
        let conditions = results.last_conditions()?;
        let rows = experiment.instances.iter().map(|instance| {
            let input = puzzles.input(experiment.folder.as_deref(), instance);
            let cell = |task: Task| {
                let task = task.of(input.as_deref(), puzzles);
                let record = results.find(&task, conditions)?;
                let result = RunResult::of(record, input.as_deref(), puzzles);
                let is_checked = RunResult::is_checked(record, input.as_deref());
                let engine = record.result.as_ref().map(|solved| solved.engine.as_str());
                let is_lossy = engine.is_some_and(|engine| puzzles.is_lossy(engine));
                let figure = experiment.figure(&task);
                let likely = record.result.as_ref().and_then(|solved| solved.likely_lower);
                let comparison = figure.bound.map(|bound| Comparison::of(&result, likely, bound));
                Some(Cell { record, result, is_checked, is_lossy, figure, comparison })
            };
            experiment.tasks(instance).map(cell).collect()
        });
        Some(Self { experiment, conditions, rows: rows.collect() })
    }

    /// All runs, by rows.
    pub fn cells(&self) -> impl Iterator<Item = &Cell<'a>> {
        self.rows.iter().flatten().flatten()
    }

    /// The runs of one configuration, in the order of the instances.
    fn column(&self, configuration: usize) -> impl Iterator<Item = &Cell<'a>> {
        self.rows.iter().filter_map(move |row| row[configuration].as_ref())
    }

    /// Instances with at least one run, with their runs.
    fn rows(&self) -> impl Iterator<Item = (&'a str, &[Option<Cell<'a>>])> {
        let names = self.experiment.instances.iter().map(String::as_str);
        let rows = names.zip(self.rows.iter().map(Vec::as_slice));
        rows.filter(|(_, row)| row.iter().any(Option::is_some))
    }

    /// Writes `report.md`, `report.csv`, `report.html` and the plots to a folder.
    ///
    /// The same records make the same files.
    ///
    /// # Errors
    /// The first file that cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), ReportError> {
        let document = self.document();
        let failed = |file: String| |error| ReportError { file, error };
        let csv = csv::csv(self).map_err(failed("report.csv".to_owned()))?;
        let mut files = vec![
            ("report.md".to_owned(), markdown::markdown(&document).into_bytes()),
            ("report.html".to_owned(), html::html(&document).into_bytes()),
            ("report.csv".to_owned(), csv),
        ];
        files.extend(document.blocks.into_iter().filter_map(|block| match block {
            Block::Plot(plot) => Some((plot.file, plot.svg.into_bytes())),
            _ => None,
        }));
        for (name, bytes) in files {
            let path = folder.join(name);
            let written = fs::create_dir_all(path.parent().unwrap_or(folder))
                .and_then(|()| replace(&path, &bytes));
            written.map_err(failed(path.display().to_string()))?;
        }
        Ok(())
    }

    /// The contents, part by part; empty parts are left out.
    fn document(&self) -> Document {
        let counts = [levels::EXPANDED, levels::GENERATED, levels::SECONDS].into_iter();
        let mut plotted: Vec<_> = plots::plots(self).into_iter().map(Block::Plot).collect();
        if !plotted.is_empty() {
            plotted.insert(0, Block::Heading("Plots".to_owned()));
        }
        let parts = [
            head::head(self),
            verdicts::summary(self),
            verdicts::misses(self),
            verdicts::likely(self),
            verdicts::bounds(self),
            counts.flat_map(|it| it.section(self)).collect(),
            per_bound::tables(self),
            groups::by_atoms(self),
            groups::relative_bounds(self),
            plotted,
            verdicts::failures(self),
        ];
        Document {
            title: self.experiment.title.clone(),
            blocks: parts.into_iter().flatten().collect(),
            runs: runs::runs(self),
        }
    }
}

impl Cell<'_> {
    /// Why its result is incomplete, if it is.
    pub fn reason(&self) -> Option<&str> {
        match &self.result {
            RunResult::Failed(reason) => Some(reason),
            RunResult::Bounded { stop, .. } => Some(stop),
            _ => None,
        }
    }

    /// Whether the publication knows the answer.
    fn is_published_solved(&self) -> bool {
        self.figure.bound.is_some_and(Bound::is_exact)
    }

    /// The counts of a run whose answer is known.
    fn solved(&self) -> Option<&Solved> {
        self.record.result.as_ref().filter(|_| self.result.is_solved())
    }
}

impl Experiment {
    /// The published figure of a task; empty if its configuration does not repeat a method.
    fn figure(&self, task: &Task) -> Figure {
        let configuration = self.configurations.iter().find(|one| one.name == task.configuration);
        let method = configuration.and_then(|configuration| configuration.published.as_deref());
        let figure = method.and_then(|method| self.published.figure(&task.instance, method));
        figure.copied().unwrap_or_default()
    }
}
