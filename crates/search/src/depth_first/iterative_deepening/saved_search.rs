//! The state of a long search in a checkpoint.

use super::progress::{IterationCounts, SubtreeProgress};
use crate::snapshot::{Reader, Snapshot, Unreadable, Writer};
use crate::{Depth, Statistics};
use blake3::Hash;
use std::io;

/// A search that can be resumed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SavedSearch {
    pub heuristic: String,
    /// The digest of the automaton that prunes moves.
    pub automaton: Hash,
    /// The counts of the stages that were given up for this search.
    pub earlier: Statistics,
    pub start: IterationCounts,
    pub progress: SubtreeProgress,
}

impl SavedSearch {
    /// The longest plans that any search looks for.
    pub const LARGEST_BOUND: u16 = 10_000;

    /// Returns the number of positions expanded so far, except those in units of subtrees that were
    /// not finished.
    pub fn expanded(&self) -> u64 {
        self.earlier.expanded + self.start.expanded + self.progress.expanded
    }
}

impl Snapshot for SavedSearch {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        let Self { heuristic, automaton, earlier, start, progress } = self;
        to.part(heuristic)?;
        to.part(automaton)?;
        to.part(earlier)?;
        to.part(start)?;
        to.part(progress)
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let (heuristic, automaton, earlier) = (from.part()?, from.part()?, from.part()?);
        let start: IterationCounts = from.part()?;
        if start.bound > Depth(Self::LARGEST_BOUND) {
            return Err(Unreadable::Invalid("such a number of moves"));
        }
        let progress: SubtreeProgress = from.part()?;
        if progress.priorities.len() != progress.left.len() {
            return Err(Unreadable::Invalid("such numbers of subtrees"));
        }
        Ok(Self { heuristic, automaton, earlier, start, progress })
    }
}
