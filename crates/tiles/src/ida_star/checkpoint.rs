//! Checkpoints of this puzzle.

use fewest_rules::tiles::Instance;
use fewest_search::artifact::FileError;
use fewest_search::depth_first::iterative_deepening::Checkpoint;
use std::path::PathBuf;

/// The checkpoint of an instance in a file, which need not exist yet. If the file cannot be
/// written later, `failed` is told and the search goes on.
///
/// # Errors
/// If the file is not as it was written, or is of another instance.
pub fn checkpoint<'a>(
    path: impl Into<PathBuf>,
    instance: &Instance,
    failed: &'a mut dyn FnMut(FileError),
) -> Result<Checkpoint<'a>, FileError> {
    let board = &instance.start;
    let tiles: Vec<_> = board.tiles().iter().map(ToString::to_string).collect();
    let position = format!("{}:{}", board.size(), tiles.join(","));
    Checkpoint::open(path, [position, instance.goal.to_string()], failed)
}
