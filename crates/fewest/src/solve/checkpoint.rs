//! Checkpoints of searches by one process or by ranks, and folders of searches on disk.

use crate::instance::draw;
use crate::{AnyPuzzle, Instance};
use fewest_rules::Puzzle as _;
use fewest_search::artifact::{Checkpoint, FileError};
use fewest_search::{MultiGoal, Request, Settings};
#[cfg(not(target_arch = "wasm32"))]
use fewest_search::{
    distributed::{Notice, RankCheckpoint},
    external::{Disk, RankDisk},
};
use std::path::PathBuf;
use std::time::Duration;

/// Opens the checkpoint of a search in a folder, which need not exist yet: see
/// [`Checkpoint::open`].
///
/// # Errors
/// As [`Checkpoint::open`].
pub fn checkpoint<'a>(
    folder: impl Into<PathBuf>,
    instance: &Instance,
    request: &Request,
    interval: Duration,
    failed: &'a mut dyn FnMut(FileError),
) -> Result<Checkpoint<'a>, FileError> {
    Checkpoint::open(folder, [described(&instance.puzzle), method(request)], interval, failed)
}

/// Returns the checkpoint of a search by ranks, in a folder that need not exist yet: see
/// [`RankCheckpoint::new`].
#[cfg(not(target_arch = "wasm32"))]
pub fn rank_checkpoint<'a>(
    folder: impl Into<PathBuf>,
    instance: &Instance,
    request: &Request,
    interval: Duration,
    told: &'a (dyn Fn(Notice) + Sync),
) -> RankCheckpoint<'a> {
    RankCheckpoint::new(folder, [described(&instance.puzzle), method(request)], interval, told)
}

/// Returns the folder of a search by ranks on disk. It need not exist yet; the runs of all ranks
/// together may take `limit` bytes: see [`RankDisk::new`].
#[cfg(not(target_arch = "wasm32"))]
pub fn rank_disk<'a>(
    folder: impl Into<PathBuf>,
    instance: &Instance,
    request: &Request,
    limit: Option<u64>,
    told: &'a (dyn Fn(Notice) + Sync),
) -> RankDisk<'a> {
    RankDisk::new(folder, [described(&instance.puzzle), method(request)], limit, told)
}

/// Opens the folder of a search on disk. It need not exist yet; its runs may take `limit` bytes:
/// see [`Disk::open`].
///
/// # Errors
/// As [`Disk::open`].
#[cfg(not(target_arch = "wasm32"))]
pub fn disk(
    folder: impl Into<PathBuf>,
    instance: &Instance,
    request: &Request,
    limit: Option<u64>,
) -> Result<Disk, FileError> {
    Disk::open(folder, [described(&instance.puzzle), method(request)], limit)
}

/// Returns a digest that identifies a puzzle, whatever its name is: BLAKE3, as 64 hexadecimal
/// digits.
///
/// Work units and records of the laboratory store this digest. If it changes, they no longer match
/// their puzzle.
pub fn identity(puzzle: &AnyPuzzle) -> String {
    blake3::hash(described(puzzle).as_bytes()).to_string()
}

/// Identifies an instance, whatever its name.
fn described(puzzle: &AnyPuzzle) -> String {
    match puzzle {
        AnyPuzzle::Atomix(level) => {
            let atoms = level.atoms().iter().map(|(atom, at)| (atom.label, at));
            let parts = (level.corners(), atoms.collect::<Vec<_>>(), level.placements());
            format!("atomix\n{}\n{parts:?}", draw(level, &level.start()))
        }
        AnyPuzzle::Tiles(tiles) => {
            let board = &tiles.start;
            let cells: Vec<_> = board.tiles().iter().map(ToString::to_string).collect();
            format!("{} {} to {}", board.size(), cells.join(","), tiles.goal)
        }
        AnyPuzzle::Panex(panex) => format!("panex:{panex}"),
        AnyPuzzle::Pddl(task) => format!("pddl\n{}{}", task.domain(), task.task_text()),
    }
}

/// The method that was asked for.
fn method(request: &Request) -> String {
    let Request { engine, direction, heuristic, tie_breaking, multi_goal, rule_length, settings } =
        *request;
    let separate = (multi_goal == MultiGoal::Separate).then_some(multi_goal);
    let asked = [
        ("engine", engine.map(|engine| engine.to_string())),
        ("direction", direction.map(|direction| direction.to_string())),
        ("heuristic", heuristic.map(str::to_owned)),
        ("tie-breaking", tie_breaking.map(str::to_owned)),
        ("multi-goal", separate.map(|separate| separate.to_string())),
        ("rule-length", rule_length.map(|length| length.to_string())),
        ("settings", (settings != Settings::default()).then(|| format!("{settings:?}"))),
    ];
    let asked = asked.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value?)));
    let asked: Vec<_> = asked.collect();
    if asked.is_empty() { "the default method".to_owned() } else { asked.join(", ") }
}
