//! A file that says how far a long search has come, to take it up again from there.
//!
//! An iteration of IDA* is a list of subtrees. Which there are follows from the instance, the
//! heuristic, the automaton and the bound, and their order from what the iteration before promised
//! of each. So it is enough to write down the promises, and which of the subtrees are searched,
//! with what that promises for the next iteration. The file ends with these: two bytes a subtree
//! for the former in the order of the tree, then two for the latter in that of the search, the
//! lower one first.
//!
//! # Sound because
//! a subtree is marked after all of it was searched without a plan, and only subtrees of the same
//! roots are passed over. Nothing shows that an earlier run did what the file says: whoever can
//! write the file can make it claim any bound.

use crate::Automaton;
use crate::promise::Promises;
use crate::stored::{FileError, Kind};
use crate::tree::{Subtree, UNKNOWN};
use blake3::Hash;
use fewest_rules::tiles::Instance;
use fewest_search::{Depth, Statistics};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const KIND: Kind = Kind {
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

/// How often a file is written while a search goes on.
const INTERVAL: Duration = Duration::from_secs(60);

/// A long search and the file that says how far it has come.
pub struct Checkpoint<'a> {
    path: PathBuf,
    position: [String; 2],
    standing: Option<Standing>,
    written: Instant,
    failed: &'a mut dyn FnMut(FileError),
}

/// What a search that goes on has done before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resumed {
    /// The heuristic, or the partition that its tables are of.
    pub heuristic: String,
    /// The counts of the searches that were given up for this one.
    pub earlier: Statistics,
    /// No plan is shorter, as the file says.
    pub at_least: Depth,
    /// All positions expanded so far, but for those of groups that were not searched to the end.
    pub expanded: u64,
}

/// How far a search has come.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Standing {
    heuristic: String,
    automaton: Hash,
    /// The counts of the searches that were given up for this one.
    earlier: Statistics,
    iteration: Iteration,
    progress: Progress,
}

/// An iteration at its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Iteration {
    pub bound: Depth,
    /// Of the iterations before.
    pub expanded: u64,
    /// Likewise.
    pub generated: u64,
    /// Positions expanded in the last iteration before.
    pub last: u64,
}

/// Which subtrees of an iteration are searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Progress {
    /// A digest of the roots.
    pub roots: Hash,
    /// What was promised of each subtree, in the order of the tree.
    pub promised: Vec<u16>,
    /// The moves left in the deepest position of each, in the order of search, if it is searched:
    /// [`UNKNOWN`] if not.
    pub left: Vec<u16>,
    /// Below the roots of those that are.
    pub expanded: u64,
    /// Likewise.
    pub generated: u64,
}

impl Progress {
    /// None of the subtrees that so much was promised of.
    pub fn none(roots: Hash, promised: Vec<u16>) -> Self {
        let left = vec![UNKNOWN; promised.len()];
        Self { roots, promised, left, expanded: 0, generated: 0 }
    }

    fn nothing() -> Self {
        Self::none(blake3::hash(&[]), vec![])
    }
}

impl<'a> Checkpoint<'a> {
    /// The checkpoint in a file, or none yet if there is no such file. Files that cannot be
    /// written later are told to `failed`; the search goes on without.
    ///
    /// # Errors
    /// If there is a file that is not as it was written, or for another instance.
    pub fn open(
        path: impl Into<PathBuf>,
        instance: &Instance,
        failed: &'a mut dyn FnMut(FileError),
    ) -> Result<Self, FileError> {
        let (path, board) = (path.into(), &instance.start);
        let tiles: Vec<_> = board.tiles().iter().map(ToString::to_string).collect();
        let position = format!("{}:{}", board.size(), tiles.join(","));
        let position = [position, instance.goal.name().to_owned()];
        let is_there = path.try_exists().map_err(FileError::io(&path))?;
        let standing = if is_there { Some(read(&path, &position)?) } else { None };
        Ok(Self { path, position, standing, written: Instant::now(), failed })
    }

    /// The search in the file, if there is one.
    pub fn resumed(&self) -> Option<Resumed> {
        let Standing { heuristic, earlier, iteration, progress, .. } = self.standing.as_ref()?;
        let expanded = earlier.expanded + iteration.expanded + progress.expanded;
        let (heuristic, earlier, at_least) = (heuristic.clone(), *earlier, iteration.bound);
        Some(Resumed { heuristic, earlier, at_least, expanded })
    }

    /// Begins a search, or goes on with the one in the file; the counts of those that were given
    /// up for it.
    ///
    /// # Errors
    /// If that one has another heuristic or automaton.
    pub(crate) fn enter(
        &mut self,
        heuristic: &str,
        automaton: &Automaton,
        earlier: &Statistics,
    ) -> Result<Statistics, FileError> {
        let (heuristic, automaton) = (heuristic.to_owned(), automaton.digest());
        match &self.standing {
            Some(known) if known.heuristic != heuristic => {
                Err(self.mismatch(known.heuristic.clone(), heuristic))
            }
            Some(known) if known.automaton != automaton => {
                let named = |digest: Hash| format!("the automaton {}", digest.to_hex());
                Err(self.mismatch(named(known.automaton), named(automaton)))
            }
            Some(known) => Ok(known.earlier),
            None => {
                let iteration = Iteration::default();
                let progress = Progress::nothing();
                let earlier = *earlier;
                self.standing =
                    Some(Standing { heuristic, automaton, earlier, iteration, progress });
                Ok(earlier)
            }
        }
    }

    fn mismatch(&self, found: String, expected: String) -> FileError {
        FileError::Mismatch { path: self.path.clone(), found, expected }
    }

    /// The iteration that the search goes on with.
    pub(crate) fn iteration(&self) -> Option<Iteration> {
        let iteration = self.standing.as_ref()?.iteration;
        (iteration.bound > Depth::ZERO).then_some(iteration)
    }

    /// Begins an iteration, unless the search goes on with it.
    ///
    /// The first one is written at once. Others are when their subtrees are known: until then the
    /// file has the one before, which is over.
    pub(crate) fn begin(&mut self, iteration: Iteration) {
        if let Some(standing) = &mut self.standing
            && standing.iteration != iteration
        {
            let before = std::mem::replace(&mut standing.iteration, iteration);
            standing.progress = Progress::nothing();
            if before == Iteration::default() {
                self.write(Progress::nothing());
            }
        }
    }

    /// Sets the promises of an iteration's subtrees: those it had before, if the search goes on
    /// with it.
    pub(crate) fn promise<N>(&mut self, promises: &Promises, subtrees: &mut [Subtree<N>]) {
        let Some(Standing { progress, .. }) = &mut self.standing else { return };
        if progress.promised.len() == subtrees.len() {
            let known = subtrees.iter_mut().zip(&progress.promised);
            known.for_each(|(subtree, &promise)| subtree.promise = promise);
        } else {
            promises.give(subtrees);
            let promised = subtrees.iter().map(|subtree| subtree.promise).collect();
            *progress = Progress::none(progress.roots, promised);
        }
    }

    /// Which subtrees of the iteration are searched, of those with these roots.
    pub(crate) fn progress(&mut self, roots: Hash) -> Option<Progress> {
        let known = &self.standing.as_ref()?.progress;
        if known.roots == roots {
            return Some(known.clone());
        }
        let begun = Progress::none(roots, known.promised.clone());
        self.write(begun.clone());
        Some(begun)
    }

    /// Whether it is time to write again.
    pub(crate) fn is_due(&self) -> bool {
        self.written.elapsed() >= INTERVAL
    }

    /// Writes which subtrees are searched.
    pub(crate) fn write(&mut self, progress: Progress) {
        let Some(standing) = &mut self.standing else { return };
        standing.progress = progress;
        let Progress { promised, left, .. } = &standing.progress;
        let bytes: Vec<u8> =
            promised.iter().chain(left).flat_map(|moves| moves.to_le_bytes()).collect();
        let values = standing.values(&self.position);
        let written = KIND.write(&self.path, &values, || std::iter::once(bytes.clone()));
        self.written = Instant::now();
        if let Err(error) = written {
            (self.failed)(error);
        }
    }
}

impl Standing {
    fn values(&self, [position, goal]: &[String; 2]) -> Vec<String> {
        let Self { heuristic, automaton, earlier, iteration, progress } = self;
        let Iteration { bound, expanded, generated, last } = iteration;
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
}

/// Reads a file about a position; the digest of all of it is checked.
fn read(path: &Path, position: &[String; 2]) -> Result<Standing, FileError> {
    let content = KIND.open(path)?;
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
    let (promised, left) = moves.split_at(moves.len() / 2);
    Ok(Standing {
        heuristic: values[2].clone(),
        automaton: digest(3)?,
        earlier: Statistics {
            expanded: earlier_expanded,
            expanded_until_last_layer: earlier_expanded,
            generated: earlier_generated,
            stored: 0,
            reexpanded,
        },
        iteration: Iteration { bound, expanded, generated, last },
        progress: Progress {
            roots: digest(7)?,
            promised: promised.to_vec(),
            left: left.to_vec(),
            expanded: searched_expanded,
            generated: searched_generated,
        },
    })
}

/// No plan on a board of up to six by six is longer.
const LARGEST_BOUND: u16 = 10_000;

/// Numbers separated by single spaces, none so large that sums of them could overflow.
fn numbers<const N: usize>(text: &str) -> Option<[u64; N]> {
    let number = |text: &str| text.parse().ok().filter(|&number: &u64| number < 1 << 60);
    let numbers: Option<Vec<u64>> = text.split(' ').map(number).collect();
    numbers?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tables, solve_with_tables};
    use fewest_rules::tiles::{Options, parse};
    use fewest_search::{Limits, Monitor, Request, Stop, Verdict};
    use proptest::prelude::*;
    use proptest::{collection::vec, option};
    use std::sync::atomic::AtomicBool;

    fn write(path: &Path, values: &[String], content: &[u8]) {
        KIND.write(path, values, || std::iter::once(content.to_vec())).unwrap();
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
            let instance = parse("867254301", Options::default()).unwrap();
            let mut failed = |error: FileError| panic!("{error}");
            let mut checkpoint = Checkpoint::open(&path, &instance, &mut failed).unwrap();
            let automaton = Automaton::no_way_back();
            checkpoint.enter("manhattan", &automaton, &Statistics::default()).unwrap();
            let mut values = checkpoint.standing.as_ref().unwrap().values(&checkpoint.position);
            values[at] = text;
            if let Some(subtrees) = subtrees {
                values[8] = subtrees.to_string();
            }
            write(&path, &values, &content);
            let mut failed = |error: FileError| panic!("{error}");
            if let Ok(read) = Checkpoint::open(&path, &instance, &mut failed) {
                let standing = read.standing.clone().unwrap();
                prop_assert_eq!(4 * standing.progress.left.len(), content.len());
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
            let instance = parse("867254301", Options::default()).unwrap();
            let mut failed = |error: FileError| panic!("{error}");
            let mut checkpoint = Checkpoint::open(&path, &instance, &mut failed).unwrap();
            let automaton = Automaton::no_way_back();
            let [expanded, generated, last, below, made] = numbers.map(u64::from);
            let earlier = Statistics {
                expanded, expanded_until_last_layer: expanded, generated, ..Statistics::default()
            };
            checkpoint.enter("manhattan", &automaton, &earlier).unwrap();
            checkpoint.begin(Iteration { bound: Depth(bound), expanded, generated, last });
            let roots = blake3::hash(b"roots");
            let (promised, left) = subtrees.into_iter().map(<(u16, u16)>::from).unzip();
            checkpoint.write(Progress { roots, promised, left, expanded: below, generated: made });
            let standing = checkpoint.standing.clone();
            let mut failed = |error: FileError| panic!("{error}");
            let read = Checkpoint::open(&path, &instance, &mut failed).unwrap();
            prop_assert_eq!(read.standing, standing);
        }
    }

    /// A bound that the file claims is believed; it may be above the length of a plan.
    #[test]
    fn a_search_from_a_forged_bound_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search");
        let instance = parse("ca6098dfb73254e1", Options::default()).unwrap();
        let search = |nodes| {
            let (never, mut silent) = (AtomicBool::new(false), |_: &_| {});
            let limits = Limits { nodes, memory: Some(40 << 20), ..Limits::default() };
            let mut monitor = Monitor::new(limits, &never, &mut silent);
            let mut failed = |error: FileError| panic!("{error}");
            let mut checkpoint = Checkpoint::open(&path, &instance, &mut failed).unwrap();
            let request = Request::default();
            let checkpoint = Some(&mut checkpoint);
            let answer = Tables::none(|tables| {
                solve_with_tables(&instance, &request, tables, checkpoint, &mut monitor)
            });
            answer.unwrap().outcome
        };
        assert_eq!(search(Some(400_000)).verdict(), Verdict::Bounded(Stop::Nodes));
        let mut values = KIND.open(&path).unwrap().header.values;
        let known: u16 = values[5].parse().unwrap();
        for more in [30, 9_000] {
            values[5] = (known + more).to_string();
            values[8] = "0".to_owned();
            write(&path, &values, &[]);
            let forged = search(Some(1_000_000));
            match forged.plan() {
                Some(plan) => assert_eq!(plan.len(), forged.bounds().lower.index()),
                None => {
                    assert_eq!(forged.verdict(), Verdict::Bounded(Stop::Nodes));
                    assert!(forged.bounds().lower >= Depth(known + more));
                }
            }
        }
    }
}
