//! The state of a long search in a checkpoint file.

use super::progress::{IterationCounts, SubtreeProgress};
use crate::artifact::{FileError, Format};
use crate::{Depth, Statistics};
use blake3::Hash;
use std::path::Path;

/// The format of checkpoint files.
pub(super) const FORMAT: Format = Format {
    name: "fewest checkpoint",
    version: 2,
    fields: &[
        "position",
        "goal",
        "heuristic",
        "automaton",
        "earlier",
        "bound",
        "before",
        "roots",
        "subtrees",
        "searched",
        "built-by",
    ],
};

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
    /// The values of [`FORMAT`]'s fields.
    pub fn values(&self, [position, goal]: &[String; 2]) -> Vec<String> {
        let Self { heuristic, automaton, earlier, start, progress } = self;
        let IterationCounts { bound, expanded, generated, last } = start;
        vec![
            position.clone(),
            goal.clone(),
            heuristic.clone(),
            automaton.to_hex().to_string(),
            format!("{} {} {}", earlier.expanded, earlier.generated, earlier.reexpanded),
            bound.0.to_string(),
            format!("{expanded} {generated} {last}"),
            progress.roots.to_hex().to_string(),
            progress.left.len().to_string(),
            format!("{} {}", progress.expanded, progress.generated),
            env!("CARGO_PKG_VERSION").to_owned(),
        ]
    }

    /// Writes the search of a position to a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path, position: &[String; 2]) -> Result<(), FileError> {
        let SubtreeProgress { priorities, left, .. } = &self.progress;
        let numbers = priorities.iter().chain(left);
        let bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        FORMAT.write(path, &self.values(position), || std::iter::once(bytes.clone()))
    }

    /// Reads the search of a position from a file, and checks its digest.
    ///
    /// # Errors
    /// If the file is not as it was written, or of another position.
    pub fn read(path: &Path, position: &[String; 2]) -> Result<Self, FileError> {
        let content = FORMAT.open(path)?;
        let values = content.header.values.clone();
        if values[..2] != position[..] {
            let (found, expected) = (values[..2].join(" "), position.join(" "));
            return Err(FileError::Mismatch { path: path.to_owned(), found, expected });
        }
        let line = |at: usize, expected: &str| FileError::line(path, at + 2, expected);
        let digest =
            |at: usize| Hash::from_hex(&values[at]).map_err(|_| line(at, "64 hexadecimal digits"));
        let [earlier_expanded, earlier_generated, reexpanded] =
            numbers(&values[4]).ok_or_else(|| line(4, "three numbers"))?;
        let bound = values[5].parse().ok().filter(|&bound| bound <= LARGEST_BOUND);
        let bound = Depth(bound.ok_or_else(|| line(5, "a number of moves"))?);
        let [expanded, generated, last] =
            numbers(&values[6]).ok_or_else(|| line(6, "three numbers"))?;
        let [subtrees] = numbers(&values[8]).ok_or_else(|| line(8, "a number"))?;
        let [searched_expanded, searched_generated] =
            numbers(&values[9]).ok_or_else(|| line(9, "two numbers"))?;
        content.expect(4 * subtrees)?;
        let mut moves = vec![];
        content.read(|bytes| {
            moves.extend_from_slice(bytes);
            Ok(())
        })?;
        let moves: Vec<_> =
            moves.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let (priorities, left) = moves.split_at(moves.len() / 2);
        Ok(Self {
            heuristic: values[2].clone(),
            automaton: digest(3)?,
            earlier: Statistics {
                expanded: earlier_expanded,
                expanded_until_last_layer: earlier_expanded,
                generated: earlier_generated,
                stored: 0,
                reexpanded,
            },
            start: IterationCounts { bound, expanded, generated, last },
            progress: SubtreeProgress {
                roots: digest(7)?,
                priorities: priorities.to_vec(),
                left: left.to_vec(),
                expanded: searched_expanded,
                generated: searched_generated,
            },
        })
    }
}

/// No search goes on to plans that are longer.
const LARGEST_BOUND: u16 = 10_000;

/// Numbers separated by single spaces, none so large that sums of them could overflow.
fn numbers<const N: usize>(text: &str) -> Option<[u64; N]> {
    let number = |text: &str| text.parse().ok().filter(|&number: &u64| number < 1 << 60);
    let numbers: Option<Vec<u64>> = text.split(' ').map(number).collect();
    numbers?.try_into().ok()
}
