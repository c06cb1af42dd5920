//! Searches that end at any moment, even within a layer and a batch, and are resumed from what they
//! saved: they expand the same states as in one run.

use crate::graph::{BothWays, graph};
use fewest_search::artifact::KeyFormat;
use fewest_search::artifact::{Checkpoint, FileError};
use fewest_search::best_first::partial_expansion_astar;
use fewest_search::breadth_first::frontier_search;
use fewest_search::problem::{Backward, Blind, Undirected};
use fewest_search::{
    Depth, Interrupt, Limits, Monitor, OpenList, Outcome, PlanRecovery, Problem, Progress,
    StateSpace, Stop, Verdict,
};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A search with or without a checkpoint.
type Search<'a, A> =
    &'a dyn Fn(Option<&mut Checkpoint<'_>>, &mut Monitor<'_>) -> Result<Outcome<A>, FileError>;

/// Calls `work` with the checkpoint in a folder, which is due after this interval.
fn with_checkpoint<T>(
    folder: &Path,
    interval: Duration,
    work: impl FnOnce(&mut Checkpoint<'_>) -> T,
) -> T {
    let mut failed = |error: FileError| panic!("{error}");
    let names = ["some graph", "some method"].map(str::to_owned);
    let checkpoint = Checkpoint::open(folder, names, interval, &mut failed);
    work(&mut checkpoint.expect("it can be opened"))
}

/// Searches in one run.
fn whole<A>(search: Search<'_, A>) -> Outcome<A> {
    let never = Interrupt::new();
    let mut silent = |_: &Progress| {};
    let monitor = &mut Monitor::new(Limits::default(), &never, &mut silent);
    search(None, monitor).expect("there is no checkpoint to refuse")
}

/// Searches in runs that are interrupted once they have reported this many bounds. The search is
/// saved at every check, or only when it stops.
fn in_runs<A>(bounds: u64, interval: Duration, search: Search<'_, A>) -> Outcome<A> {
    let folder = tempfile::tempdir().unwrap();
    let mut known = Depth::ZERO;
    for run in 1..1_000 {
        let interrupt = Interrupt::new();
        let mut reports = 0;
        let mut report = |_: &Progress| {
            reports += 1;
            if reports == bounds + run / 100 {
                interrupt.interrupt();
            }
        };
        let monitor = &mut Monitor::new(Limits::default(), &interrupt, &mut report);
        let outcome = with_checkpoint(folder.path(), interval, |checkpoint| {
            search(Some(checkpoint), monitor).expect("it was saved by this search")
        });
        assert!(outcome.bounds().lower >= known, "what was shown stays shown");
        known = outcome.bounds().lower;
        if outcome.verdict() != Verdict::Bounded(Stop::Interrupted) {
            return outcome;
        }
    }
    panic!("each run does something");
}

/// Searches in runs that are saved at every check and killed once they have reported this many
/// bounds: the next run finds the folder as it was then.
fn in_killed_runs<A>(bounds: u64, search: Search<'_, A>) -> Outcome<A> {
    let mut folder = tempfile::tempdir().unwrap();
    for run in 1..1_000 {
        let left = tempfile::tempdir().unwrap();
        let mut reports = 0;
        let mut report = |_: &Progress| {
            reports += 1;
            if reports == bounds + run / 100 {
                copy(folder.path(), left.path());
            }
        };
        let never = Interrupt::new();
        let monitor = &mut Monitor::new(Limits::default(), &never, &mut report);
        let outcome = with_checkpoint(folder.path(), Duration::ZERO, |checkpoint| {
            search(Some(checkpoint), monitor).expect("it was saved by this search")
        });
        if reports < bounds + run / 100 {
            return outcome;
        }
        folder = left;
    }
    panic!("each run does something");
}

/// Copies the generations of a checkpoint.
fn copy(from: &Path, to: &Path) {
    for generation in fs::read_dir(from).unwrap() {
        let generation = generation.unwrap();
        let copied = to.join(generation.file_name());
        fs::create_dir(&copied).unwrap();
        for file in fs::read_dir(generation.path()).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), copied.join(file.file_name())).unwrap();
        }
    }
}

const NEVER_DUE: Duration = Duration::from_secs(3600);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn from_both_ends_of_random_graphs(graph in graph(), bounds in 2..5_u64, is_due: bool) {
        let graph = BothWays::of(&graph).0;
        let space = BothWays(graph.clone());
        let interval = if is_due { Duration::ZERO } else { NEVER_DUE };
        for recovery in PlanRecovery::ALL {
            let search: Search<'_, _> = &|checkpoint, monitor| {
                frontier_search(&space, recovery, checkpoint, monitor)
            };
            let parted = in_runs(bounds, interval, search);
            graph.is_proved(&parted, recovery.name());
            prop_assert_eq!(&parted, &whole(search), "{}", recovery);
            prop_assert_eq!(in_killed_runs(bounds, search), parted, "{}", recovery);
        }
    }

    #[test]
    fn by_partial_expansion_of_random_graphs(graph in graph(), bounds in 2..5_u64, is_due: bool) {
        let problem = graph.problem();
        let interval = if is_due { Duration::ZERO } else { NEVER_DUE };
        for open_list in OpenList::ALL {
            let search: Search<'_, _> = &|checkpoint, monitor| {
                partial_expansion_astar(&problem, open_list, checkpoint, monitor)
            };
            let parted = in_runs(bounds, interval, search);
            graph.is_proved(&parted, open_list.name());
            if open_list != OpenList::PairingHeap {
                prop_assert_eq!(&parted, &whole(search), "{}", open_list);
                prop_assert_eq!(in_killed_runs(bounds, search), parted, "{}", open_list);
            }
        }
    }
}

/// Steps along the three axes of a cube whose opposite sides touch. The search is interrupted after
/// this many expansions.
#[derive(Clone, Copy)]
struct Torus<'a> {
    start: [u8; 3],
    goal: [u8; 3],
    looks: &'a AtomicU64,
    interrupt: &'a Interrupt,
}

const SIDE: u8 = 48;

/// A step up or down an axis.
type Step = (usize, bool);

/// One byte per coordinate.
struct Coordinates;

impl KeyFormat<[u8; 3]> for Coordinates {
    fn bytes(&self) -> usize {
        3
    }

    fn write(&self, key: [u8; 3], to: &mut [u8]) {
        to.copy_from_slice(&key);
    }

    fn read(&self, from: &[u8]) -> Option<[u8; 3]> {
        let key: [u8; 3] = from.try_into().ok()?;
        key.iter().all(|&along| along < SIDE).then_some(key)
    }
}

impl StateSpace for Torus<'_> {
    type State = [u8; 3];
    type Action = Step;
    type Key = [u8; 3];

    fn roots(&self) -> Vec<[u8; 3]> {
        vec![self.start]
    }

    fn is_goal(&self, state: &[u8; 3]) -> bool {
        *state == self.goal
    }

    fn successors(&self, state: &[u8; 3], mut visit: impl FnMut(Step, [u8; 3])) {
        if self.looks.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.interrupt.interrupt();
        }
        for axis in 0..3 {
            for is_up in [false, true] {
                let mut next = *state;
                next[axis] = (state[axis] + if is_up { 1 } else { SIDE - 1 }) % SIDE;
                visit((axis, is_up), next);
            }
        }
    }

    fn pack(&self, &state: &[u8; 3]) -> [u8; 3] {
        state
    }

    fn unpack(&self, key: [u8; 3]) -> [u8; 3] {
        key
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<[u8; 3]>>> {
        Some(Box::new(Coordinates))
    }
}

impl Backward for Torus<'_> {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        Self { start: self.goal, goal: self.start, ..*self }
    }
}

impl Undirected for Torus<'_> {}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Frontier(PlanRecovery),
    Astar(OpenList),
}

impl Method {
    const ALL: [Self; 4] = [
        Self::Frontier(PlanRecovery::Layers),
        Self::Frontier(PlanRecovery::Midpoint),
        Self::Astar(OpenList::Buckets),
        Self::Astar(OpenList::BinaryHeap),
    ];

    /// Looks for a plan from one place to a distant one. It is interrupted after `looks`
    /// expansions.
    fn try_run(
        self,
        looks: u64,
        limits: Limits,
        folder: Option<&Path>,
    ) -> Result<Outcome<Step>, FileError> {
        let (interrupt, looks) = (&Interrupt::new(), &AtomicU64::new(looks));
        let start = [3, 40, 17];
        let goal = match self {
            Self::Frontier(_) => [25, 16, 41],
            Self::Astar(_) => [9, 32, 23],
        };
        let torus = Torus { start, goal, looks, interrupt };
        let mut silent = |_: &Progress| {};
        let monitor = &mut Monitor::new(limits, interrupt, &mut silent);
        let mut search = |checkpoint: Option<&mut Checkpoint<'_>>| match self {
            Self::Frontier(recovery) => frontier_search(&torus, recovery, checkpoint, monitor),
            Self::Astar(open_list) => {
                partial_expansion_astar(&Problem::new(torus, Blind), open_list, checkpoint, monitor)
            }
        };
        match folder {
            None => search(None),
            Some(folder) => {
                with_checkpoint(folder, NEVER_DUE, |checkpoint| search(Some(checkpoint)))
            }
        }
    }

    fn run(self, looks: u64, limits: Limits, folder: Option<&Path>) -> Outcome<Step> {
        self.try_run(looks, limits, folder).expect("it was saved by this search")
    }

    fn whole(self) -> Outcome<Step> {
        self.run(NEVER, Limits::default(), None)
    }
}

/// More expansions than there are.
const NEVER: u64 = u64::MAX;
const INTERRUPTED: Verdict = Verdict::Bounded(Stop::Interrupted);

/// Expansions that advance a search by some layers.
fn looks(whole: &Outcome<Step>, random: &mut fastrand::Rng) -> u64 {
    let expanded = whole.statistics().expanded;
    random.u64(expanded / 8..expanded / 2)
}

#[test]
fn stopped_at_any_moment_they_go_on() {
    let mut random = fastrand::Rng::with_seed(7);
    for method in Method::ALL {
        let whole = method.whole();
        assert_eq!(whole.verdict(), Verdict::Optimal);
        for _ in 0..3 {
            let folder = tempfile::tempdir().unwrap();
            let mut stops = 0;
            let ended = loop {
                let looks = looks(&whole, &mut random);
                let outcome = method.run(looks, Limits::default(), Some(folder.path()));
                if outcome.verdict() != INTERRUPTED {
                    break outcome;
                }
                stops += 1;
            };
            assert!(stops > 0);
            assert_eq!(ended, whole, "{method:?}");
        }
    }
}

#[test]
fn layers_that_found_no_room_are_searched_again_with_more() {
    let method = Method::Frontier(PlanRecovery::Layers);
    let whole = method.whole();
    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    let ended = (14..40).find_map(|bits| {
        for bytes in [4 << bits, 5 << bits, 6 << bits, 7 << bits] {
            let limits = Limits { memory: Some(bytes), ..Limits::default() };
            let outcome = method.run(NEVER, limits, Some(folder.path()));
            if outcome.verdict() != Verdict::Bounded(Stop::Memory) {
                return Some(outcome);
            }
            stops += 1;
        }
        None
    });
    assert_eq!(ended.unwrap(), whole);
    assert!(stops > 5, "{stops}");
}

#[test]
fn a_damaged_generation_gives_way_to_the_one_before() {
    let mut random = fastrand::Rng::with_seed(11);
    for method in Method::ALL {
        let whole = method.whole();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        for _ in 0..2 {
            let looks = looks(&whole, &mut random).min(whole.statistics().expanded / 3);
            assert_eq!(method.run(looks, Limits::default(), Some(folder)).verdict(), INTERRUPTED);
        }
        let state = folder.join("gen-2/state");
        let mut bytes = fs::read(&state).unwrap();
        let at = random.usize(..bytes.len());
        bytes[at] ^= 1;
        fs::write(&state, bytes).unwrap();
        let refused = with_checkpoint(folder, NEVER_DUE, |checkpoint| checkpoint.refused().len());
        assert_eq!(refused, 1);
        assert_eq!(method.run(NEVER, Limits::default(), Some(folder)), whole, "{method:?}");
    }
}

#[test]
fn what_left_long_plans_out_does_not_go_on_to_them() {
    let method = Method::Astar(OpenList::Buckets);
    let folder = tempfile::tempdir().unwrap();
    let folder = Some(folder.path());
    let within = |bound| Limits { upper_bound: Some(Depth(bound)), ..Limits::default() };
    // Only after all of it is searched is the bound known to be too small.
    let expanded = method.run(NEVER, within(9), None).statistics().expanded;
    assert_eq!(method.run(expanded / 10 * 9, within(9), folder).verdict(), INTERRUPTED);
    let longer = method.try_run(NEVER, Limits::default(), folder);
    assert!(matches!(longer, Err(FileError::Mismatch { .. })), "{longer:?}");
    let ended = method.run(NEVER, within(9), folder);
    assert_eq!(ended.verdict(), Verdict::Bounded(Stop::Bound));
    assert_eq!(ended.statistics().expanded, expanded);
    let shorter = method.run(NEVER, within(5), folder);
    assert_eq!(
        (shorter.verdict(), shorter.bounds().lower),
        (Verdict::Bounded(Stop::Bound), Depth(9))
    );
}
