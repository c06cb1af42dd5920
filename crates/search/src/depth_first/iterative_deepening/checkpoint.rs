//! Checkpoints: a file from which a long search can be resumed.
//!
//! An iteration of IDA* is a list of subtrees. The list follows from the instance, the heuristic,
//! the automaton and the bound, and the order of search from the priorities that the iteration
//! before gave each subtree. So the file needs only the priorities and, for each subtree that has
//! been searched, the moves left in its deepest position, from which the next iteration's
//! priorities are made. Its content is two bytes a subtree for the former, in the order of the
//! tree, then two bytes a subtree for the latter, in the order of search, low byte first.
//!
//! # Sound because
//! a subtree is marked only once all of it has been searched without finding a plan, and only
//! subtrees with the same roots are skipped. The digest shows that a file is as it was written,
//! not that its claims are true: whoever can write the file can make it claim any bound.

use super::progress::{IterationCounts, SubtreeProgress};
use super::saved_search::SavedSearch;
use crate::artifact::FileError;
use crate::{Depth, Statistics};
use blake3::Hash;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often the file is written while an iteration runs.
const INTERVAL: Duration = Duration::from_secs(60);

/// A long search and the file that it is saved in.
pub struct Checkpoint<'a> {
    path: PathBuf,
    /// The position and the goal, as in the file.
    position: [String; 2],
    saved: Option<SavedSearch>,
    written: Instant,
    failed: &'a mut dyn FnMut(FileError),
}

/// What a resumed search has done in earlier runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resumed {
    /// The heuristic, or the collection that its tables are of.
    pub heuristic: String,
    /// The counts of the stages that were given up for this search.
    pub earlier: Statistics,
    /// No plan is shorter, as the file claims.
    pub at_least: Depth,
    /// All positions expanded so far, except those in units of subtrees that were not finished.
    pub expanded: u64,
}

impl<'a> Checkpoint<'a> {
    /// The checkpoint of a position and a goal in a file, which need not exist yet. If the file
    /// cannot be written later, `failed` is told and the search goes on.
    ///
    /// # Errors
    /// If the file is not as it was written, or is of another position or goal.
    pub fn open(
        path: impl Into<PathBuf>,
        position: [String; 2],
        failed: &'a mut dyn FnMut(FileError),
    ) -> Result<Self, FileError> {
        let path = path.into();
        let is_there = path.try_exists().map_err(FileError::io(&path))?;
        let saved = if is_there { Some(SavedSearch::read(&path, &position)?) } else { None };
        Ok(Self { path, position, saved, written: Instant::now(), failed })
    }

    /// The search in the file, if there is one.
    pub fn resumed(&self) -> Option<Resumed> {
        let SavedSearch { heuristic, earlier, start, progress, .. } = self.saved.as_ref()?;
        let expanded = earlier.expanded + start.expanded + progress.expanded;
        let (heuristic, earlier, at_least) = (heuristic.clone(), *earlier, start.bound);
        Some(Resumed { heuristic, earlier, at_least, expanded })
    }

    /// Starts a search, or resumes the one in the file. Returns the counts of the stages that
    /// were given up for it: those in the file if there is one, or else `earlier`.
    ///
    /// # Errors
    /// If the search in the file has another heuristic or automaton.
    pub fn enter(
        &mut self,
        heuristic: &str,
        automaton: Hash,
        earlier: &Statistics,
    ) -> Result<Statistics, FileError> {
        let heuristic = heuristic.to_owned();
        match &self.saved {
            Some(saved) if saved.heuristic != heuristic => {
                Err(self.mismatch(saved.heuristic.clone(), heuristic))
            }
            Some(saved) if saved.automaton != automaton => {
                let named = |digest: Hash| format!("the automaton {}", digest.to_hex());
                Err(self.mismatch(named(saved.automaton), named(automaton)))
            }
            Some(saved) => Ok(saved.earlier),
            None => {
                let (start, progress) = (IterationCounts::default(), SubtreeProgress::unknown());
                let earlier = *earlier;
                self.saved = Some(SavedSearch { heuristic, automaton, earlier, start, progress });
                Ok(earlier)
            }
        }
    }

    fn mismatch(&self, found: String, expected: String) -> FileError {
        FileError::Mismatch { path: self.path.clone(), found, expected }
    }
    /// The start of the iteration that the search resumes with.
    pub fn iteration(&self) -> Option<IterationCounts> {
        let start = self.saved.as_ref()?.start;
        (start.bound > Depth::ZERO).then_some(start)
    }

    /// Starts an iteration, unless it is the one being resumed.
    ///
    /// The file is written at once for the first iteration only. Later ones are written when
    /// their subtrees are known; until then the file has the end of the iteration before.
    pub(super) fn begin(&mut self, start: IterationCounts) {
        if let Some(saved) = &mut self.saved
            && saved.start != start
        {
            let before = std::mem::replace(&mut saved.start, start);
            saved.progress = SubtreeProgress::unknown();
            if before == IterationCounts::default() {
                self.write(SubtreeProgress::unknown());
            }
        }
    }

    /// The priorities of the iteration's subtrees, in the order of the tree, given those of a new
    /// one: they are those in the file if the iteration is being resumed.
    pub(super) fn prioritize(&mut self, priorities: Vec<u16>) -> Vec<u16> {
        let Some(SavedSearch { progress, .. }) = &mut self.saved else { return priorities };
        if progress.priorities.len() != priorities.len() {
            *progress = SubtreeProgress::none(progress.roots, priorities);
        }
        progress.priorities.clone()
    }

    /// Which of the subtrees with these roots have been searched in this iteration.
    pub(super) fn progress(&mut self, roots: Hash) -> Option<SubtreeProgress> {
        let known = &self.saved.as_ref()?.progress;
        if known.roots == roots {
            return Some(known.clone());
        }
        let begun = SubtreeProgress::none(roots, known.priorities.clone());
        self.write(begun.clone());
        Some(begun)
    }

    /// Whether it is time to write the file again.
    pub(super) fn is_due(&self) -> bool {
        self.written.elapsed() >= INTERVAL
    }

    /// Writes which subtrees have been searched.
    pub(super) fn write(&mut self, progress: SubtreeProgress) {
        let Some(saved) = &mut self.saved else { return };
        saved.progress = progress;
        let written = saved.write(&self.path, &self.position);
        self.written = Instant::now();
        if let Err(error) = written {
            (self.failed)(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::saved_search::FORMAT;
    use super::*;
    use proptest::prelude::*;
    use proptest::{collection::vec, option};
    use std::path::Path;

    fn position() -> [String; 2] {
        ["3x3:8,6,7,2,5,4,3,0,1", "blank-last"].map(str::to_owned)
    }

    fn write(path: &Path, values: &[String], content: &[u8]) {
        FORMAT.write(path, values, || std::iter::once(content.to_vec())).unwrap();
    }

    proptest! {
        /// Whoever makes a file with the right digest gets an error, or a search that goes on.
        #[test]
        fn forged_values_are_read_or_refused(
            at in 4..10_usize,
            text in "[0-9]{0,20}( [0-9]{1,20}){0,2}",
            content in vec(any::<u8>(), 0..9),
            subtrees in option::of(0..3_u64),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("search");
            let mut failed = |error: FileError| panic!("{error}");
            let mut checkpoint = Checkpoint::open(&path, position(), &mut failed).unwrap();
            checkpoint.enter("manhattan", blake3::hash(b"rules"), &Statistics::default()).unwrap();
            let mut values = checkpoint.saved.as_ref().unwrap().values(&checkpoint.position);
            values[at] = text;
            if let Some(subtrees) = subtrees {
                values[8] = subtrees.to_string();
            }
            write(&path, &values, &content);
            let mut failed = |error: FileError| panic!("{error}");
            if let Ok(read) = Checkpoint::open(&path, position(), &mut failed) {
                let saved = read.saved.clone().unwrap();
                prop_assert_eq!(4 * saved.progress.left.len(), content.len());
                prop_assert!(read.resumed().is_some());
            }
        }

        #[test]
        fn what_is_written_is_read(
            subtrees in vec(any::<[u16; 2]>(), 0..40),
            numbers in any::<[u32; 5]>(),
            bound in 1..200_u16,
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("search");
            let mut failed = |error: FileError| panic!("{error}");
            let mut checkpoint = Checkpoint::open(&path, position(), &mut failed).unwrap();
            let [expanded, generated, last, below, made] = numbers.map(u64::from);
            let earlier = Statistics {
                expanded, expanded_until_last_layer: expanded, generated, ..Statistics::default()
            };
            checkpoint.enter("manhattan", blake3::hash(b"rules"), &earlier).unwrap();
            checkpoint.begin(IterationCounts { bound: Depth(bound), expanded, generated, last });
            let roots = blake3::hash(b"roots");
            let (priorities, left) = subtrees.into_iter().map(<(u16, u16)>::from).unzip();
            checkpoint.write(SubtreeProgress { roots, priorities, left, expanded: below, generated: made });
            let saved = checkpoint.saved.clone();
            let mut failed = |error: FileError| panic!("{error}");
            let read = Checkpoint::open(&path, position(), &mut failed).unwrap();
            prop_assert_eq!(read.saved, saved);
        }
    }
}
