//! The content of a checkpoint of IDA*.
//!
//! An iteration of IDA* is a list of subtrees. The list follows from the instance, the heuristic,
//! the automaton and the bound, and the order of search from the priorities that the previous
//! iteration gave each subtree. So a checkpoint needs only the priorities and, for each subtree
//! that has been searched, the moves left in its deepest position, from which the next iteration's
//! priorities are computed.
//!
//! # Sound because
//! a subtree is marked only once all of it has been searched without finding a plan, and only
//! subtrees with the same roots are skipped.

use super::progress::{IterationCounts, SubtreeProgress};
use super::saved_search::SavedSearch;
use crate::artifact::{Checkpoint, FileError};
use crate::{Depth, Statistics};
use blake3::Hash;

/// A long search and the checkpoint that it is saved in.
pub struct SearchCheckpoint<'a, 'b> {
    checkpoint: &'a mut Checkpoint<'b>,
    saved: Option<SavedSearch>,
}

impl<'a, 'b> SearchCheckpoint<'a, 'b> {
    /// Reads the search in a checkpoint, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, or is not a search.
    pub fn of(checkpoint: &'a mut Checkpoint<'b>) -> Result<Self, FileError> {
        let saved = checkpoint.read(|from| from.part())?;
        Ok(Self { checkpoint, saved })
    }

    /// Returns the heuristic of the search that is resumed, or the collection that its tables
    /// belong to.
    pub fn heuristic(&self) -> Option<&str> {
        self.saved.as_ref().map(|saved| saved.heuristic.as_str())
    }

    /// Returns the counts of the stages that were given up for the search that is resumed.
    pub fn earlier(&self) -> Statistics {
        self.saved.as_ref().map(|saved| saved.earlier).unwrap_or_default()
    }

    /// Returns the number of positions that it expanded, except those in units of subtrees that
    /// were not finished.
    pub fn expanded(&self) -> u64 {
        self.saved.as_ref().map_or(0, SavedSearch::expanded)
    }

    /// Starts a search, or resumes the one that was saved. Returns the counts of the stages that
    /// were given up for it: those that were saved if there are any, or else `earlier`.
    ///
    /// # Errors
    /// If the search that was saved has another heuristic or automaton.
    pub fn enter(
        &mut self,
        heuristic: &str,
        automaton: Hash,
        earlier: &Statistics,
    ) -> Result<Statistics, FileError> {
        let heuristic = heuristic.to_owned();
        match &self.saved {
            Some(saved) if saved.heuristic != heuristic => {
                Err(self.checkpoint.mismatch(saved.heuristic.clone(), heuristic))
            }
            Some(saved) if saved.automaton != automaton => {
                let named = |digest: Hash| format!("the automaton {}", digest.to_hex());
                Err(self.checkpoint.mismatch(named(saved.automaton), named(automaton)))
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

    /// Returns the start of the iteration with which the search resumes.
    pub fn iteration(&self) -> Option<IterationCounts> {
        let start = self.saved.as_ref()?.start;
        (start.bound > Depth::ZERO).then_some(start)
    }

    /// Starts an iteration, unless it is the one being resumed.
    ///
    /// It is saved at once for the first iteration only. Later ones are saved when their subtrees
    /// are known; before that, the checkpoint has the end of the previous iteration.
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

    /// The priorities of the iteration's subtrees, in tree order: the saved ones if the iteration
    /// is being resumed, otherwise those given for a new one.
    pub(super) fn prioritize(&mut self, priorities: Vec<u16>) -> Vec<u16> {
        let Some(SavedSearch { progress, .. }) = &mut self.saved else { return priorities };
        if progress.priorities.len() != priorities.len() {
            *progress = SubtreeProgress::none(progress.roots, priorities);
        }
        progress.priorities.clone()
    }

    /// The progress of this iteration on the subtrees with these roots.
    pub(super) fn progress(&mut self, roots: Hash) -> Option<SubtreeProgress> {
        let known = &self.saved.as_ref()?.progress;
        if known.roots == roots {
            return Some(known.clone());
        }
        let begun = SubtreeProgress::none(roots, known.priorities.clone());
        self.write(begun.clone());
        Some(begun)
    }

    /// Whether it is time to save the search again.
    pub(super) fn is_due(&self) -> bool {
        self.checkpoint.is_due()
    }

    /// Saves which subtrees have been searched.
    pub(super) fn write(&mut self, progress: SubtreeProgress) {
        let Some(saved) = &mut self.saved else { return };
        saved.progress = progress;
        let counted = Statistics { expanded: saved.expanded(), ..Statistics::default() };
        self.checkpoint.write(saved.start.bound, &counted, |to| to.part(saved));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::{Reader, Unreadable, Writer};
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn saved(part: &SavedSearch) -> Vec<u8> {
        let mut bytes = vec![];
        Writer::new(&mut bytes).part(part).unwrap();
        bytes
    }

    fn restored(mut bytes: &[u8]) -> Result<SavedSearch, Unreadable> {
        let length = bytes.len() as u64;
        let mut reader = Reader::new(&mut bytes, length);
        let search = reader.part()?;
        reader.end().map(|()| search)
    }

    fn some_search() -> impl Strategy<Value = SavedSearch> {
        let subtrees = vec(any::<[u16; 2]>(), 0..40);
        (subtrees, any::<[u32; 5]>(), 1..200_u16).prop_map(|(subtrees, numbers, bound)| {
            let [expanded, generated, last, below, made] = numbers.map(u64::from);
            let earlier = Statistics { expanded, generated, ..Statistics::default() };
            let (priorities, left) = subtrees.into_iter().map(<(u16, u16)>::from).unzip();
            let roots = blake3::hash(b"roots");
            SavedSearch {
                heuristic: "manhattan".to_owned(),
                automaton: blake3::hash(b"rules"),
                earlier,
                start: IterationCounts { bound: Depth(bound), expanded, generated, last },
                progress: SubtreeProgress {
                    roots,
                    priorities,
                    left,
                    expanded: below,
                    generated: made,
                },
            }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(search in some_search()) {
            prop_assert_eq!(restored(&saved(&search)).unwrap(), search);
        }

        /// A forged checkpoint with the right digests is refused, or read as a search.
        #[test]
        fn forged_states_are_read_or_refused(
            search in some_search(),
            at in any::<prop::sample::Index>(),
            byte in any::<u8>(),
        ) {
            let mut bytes = saved(&search);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if let Ok(forged) = restored(&bytes) {
                let SubtreeProgress { priorities, left, .. } = &forged.progress;
                prop_assert_eq!(priorities.len(), left.len());
                prop_assert!(forged.start.bound <= Depth(SavedSearch::LARGEST_BOUND));
                prop_assert_eq!(&saved(&forged), &bytes);
            }
            prop_assert!(restored(&bytes[..at]).is_err());
        }
    }
}
