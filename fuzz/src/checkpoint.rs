//! Properties of searches that resume from the files in a folder.

use crate::memory;
use fewest_search::artifact::KeyFormat;
use fewest_search::artifact::{Checkpoint, FileError};
use fewest_search::best_first::partial_expansion_astar;
use fewest_search::breadth_first::{breadth_first_heuristic_search, frontier_search};
use fewest_search::problem::{Backward, Undirected};
use fewest_search::{
    Depth, Interrupt, Limits, Monitor, OpenList, Outcome, PlanRecovery, Problem, Progress,
    StateSpace, Statistics,
};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Steps on a square from one corner to the opposite one.
#[derive(Clone, Copy)]
struct Square {
    start: u8,
    goal: u8,
}

const SIDE: u8 = 12;

impl Square {
    fn neighbours(cell: u8) -> impl Iterator<Item = u8> {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let up = row.checked_sub(1).map(|row| (row, column));
        let left = column.checked_sub(1).map(|column| (row, column));
        let down = (row + 1 < SIDE).then_some((row + 1, column));
        let right = (column + 1 < SIDE).then_some((row, column + 1));
        [up, left, down, right].into_iter().flatten().map(|(row, column)| row * SIDE + column)
    }
}

impl StateSpace for Square {
    type State = u8;
    type Action = (u8, u8);
    type Key = u8;

    fn roots(&self) -> Vec<u8> {
        vec![self.start]
    }

    fn is_goal(&self, &cell: &u8) -> bool {
        cell == self.goal
    }

    fn successors(&self, &cell: &u8, mut visit: impl FnMut((u8, u8), u8)) {
        Self::neighbours(cell).for_each(|next| visit((cell, next), next));
    }

    fn pack(&self, &cell: &u8) -> u8 {
        cell
    }

    fn unpack(&self, key: u8) -> u8 {
        key
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<u8>>> {
        Some(Box::new(Cells))
    }
}

impl Backward for Square {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        Self { start: self.goal, goal: self.start }
    }
}

impl Undirected for Square {}

/// A byte for each cell.
struct Cells;

impl KeyFormat<u8> for Cells {
    fn bytes(&self) -> usize {
        1
    }

    fn write(&self, key: u8, to: &mut [u8]) {
        to[0] = key;
    }

    fn read(&self, from: &[u8]) -> Option<u8> {
        (from[0] < SIDE * SIDE).then_some(from[0])
    }
}

/// Searches that are saved.
#[derive(Clone, Copy)]
enum Method {
    BreadthFirstHeuristic,
    PartialExpansion(OpenList),
    Frontier(PlanRecovery),
}

const METHODS: [Method; 6] = [
    Method::BreadthFirstHeuristic,
    Method::PartialExpansion(OpenList::Buckets),
    Method::PartialExpansion(OpenList::BinaryHeap),
    Method::PartialExpansion(OpenList::PairingHeap),
    Method::Frontier(PlanRecovery::Layers),
    Method::Frontier(PlanRecovery::Midpoint),
];

/// Calls `work` with the checkpoint in a folder.
fn with_checkpoint<T>(
    folder: &Path,
    work: impl FnOnce(&mut Checkpoint<'_>) -> Result<T, FileError>,
) -> Result<T, FileError> {
    let mut failed = |error: FileError| panic!("{error}");
    let names = ["a square", "some method"].map(str::to_owned);
    // No save is due while it runs.
    work(&mut Checkpoint::open(folder, names, Duration::from_secs(3600), &mut failed)?)
}

impl Method {
    /// Searches this many more states.
    fn run(self, folder: &Path, nodes: u64) -> Result<Outcome<(u8, u8)>, FileError> {
        let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
        let limits = Limits { nodes: Some(nodes), memory: Some(4 << 20), ..Limits::default() };
        let monitor = &mut Monitor::new(limits, &never, &mut silent);
        let square = Square { start: 0, goal: SIDE * SIDE - 1 };
        // It knows half of the distance.
        let half = |&cell: &u8| {
            let left = u16::from(2 * (SIDE - 1) - cell / SIDE - cell % SIDE);
            Some(Depth(left / 2))
        };
        let problem = Problem::new(square, half);
        with_checkpoint(folder, |checkpoint| {
            let checkpoint = Some(checkpoint);
            match self {
                Self::BreadthFirstHeuristic => {
                    breadth_first_heuristic_search(&problem, checkpoint, monitor)
                }
                Self::PartialExpansion(open_list) => {
                    partial_expansion_astar(&problem, open_list, checkpoint, monitor)
                }
                Self::Frontier(recovery) => frontier_search(&square, recovery, checkpoint, monitor),
            }
        })
    }
}

/// Resumes from a state, or a manifest, that is the input; the first byte says which of the two,
/// and of which search. The digests of a state are correct, so that its content is read.
///
/// A search must not panic or use much memory; it must finish, and its plan must be valid.
pub fn go_on(input: &[u8]) {
    let Some((&which, rest)) = input.split_first() else { return };
    let method = METHODS[usize::from(which >> 1) % METHODS.len()];
    let folder = tempfile::tempdir_in(fast()).expect("there is room");
    let folder = folder.path();
    let written = with_checkpoint(folder, |checkpoint| {
        checkpoint.write(Depth(0), &Statistics::default(), |to| to.bytes(rest));
        Ok(())
    });
    written.expect("the folder is empty");
    if which & 1 == 1 {
        fs::write(folder.join("gen-1/MANIFEST"), rest).expect("there is room");
    }
    // The table of the closed list, buffers for files, and the memory of threads.
    let searched = memory::within(input, 64 << 20, 1 << 8, |_| method.run(folder, 5_000));
    if let Ok(outcome) = searched
        && let Some(plan) = outcome.plan()
    {
        let mut at = 0;
        for &(from, to) in plan {
            assert!(from == at && Square::neighbours(from).any(|next| next == to), "{plan:?}");
            at = to;
        }
        assert_eq!(at, SIDE * SIDE - 1);
        assert!(outcome.bounds().lower.index() <= plan.len());
    }
}

/// Returns a folder where writing takes no time.
pub(crate) fn fast() -> &'static Path {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory } else { Path::new(".") }
}
