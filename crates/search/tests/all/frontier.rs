//! Frontier search with layers large enough for all cores and a plan long enough for layers to be
//! kept.

use fewest_search::breadth_first::{Frontier, PlainKeys, frontier_search};
use fewest_search::outcome::unlimited;
use fewest_search::problem::{Backward, Undirected};
use fewest_search::{
    Depth, Interrupt, Limits, Monitor, Outcome, PlanRecovery, Progress, StateSpace, Statistics,
    Stop, Verdict,
};

/// Steps along the three axes of a cube whose opposite sides touch.
#[derive(Debug, Clone, Copy)]
struct Torus {
    start: [u8; 3],
    goal: [u8; 3],
}

const SIDE: u8 = 64;

/// A step up or down an axis.
type Step = (usize, bool);

impl StateSpace for Torus {
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
}

impl Backward for Torus {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        Self { start: self.goal, goal: self.start }
    }
}

impl Undirected for Torus {}

impl Torus {
    /// From one place to one of the farthest.
    const FARTHEST: Self = Self { start: [3, 60, 17], goal: [35, 28, 49] };
    const FARTHEST_DISTANCE: u16 = 96;

    fn distance(&self, to: [u8; 3]) -> u16 {
        let along = |axis: usize| {
            let apart = self.start[axis].abs_diff(to[axis]);
            u16::from(apart.min(SIDE - apart))
        };
        (0..3).map(along).sum()
    }
}

fn limited(limits: Limits) -> Outcome<Step> {
    recovered(PlanRecovery::Layers, limits)
}

fn recovered(recovery: PlanRecovery, limits: Limits) -> Outcome<Step> {
    let never = Interrupt::new();
    let mut silent = |_: &Progress| {};
    let monitor = &mut Monitor::new(limits, &never, &mut silent);
    let outcome = frontier_search(&Torus::FARTHEST, recovery, None, monitor);
    outcome.expect("there is no checkpoint to refuse")
}

#[test]
fn the_plan_is_the_same_on_any_number_of_threads() {
    let outcomes = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| limited(Limits::default()))
    });
    assert_eq!(outcomes[0], outcomes[1]);
    assert_eq!(outcomes[0].verdict(), Verdict::Optimal);
    arrives(outcomes[0].plan().unwrap());
}

/// Checks that a plan leads to the goal in the fewest moves.
fn arrives(plan: &[Step]) {
    assert_eq!(plan.len(), usize::from(Torus::FARTHEST_DISTANCE));
    let end = plan.iter().fold(Torus::FARTHEST.start, |state, &step| {
        let mut after = None;
        Torus::FARTHEST.successors(&state, |action, next| {
            if action == step {
                after = Some(next);
            }
        });
        after.expect("the step is one of the graph")
    });
    assert_eq!(end, Torus::FARTHEST.goal);
}

#[test]
fn layers_hold_the_states_at_their_distance() {
    let torus = Torus::FARTHEST;
    let mut states = vec![0; usize::from(Torus::FARTHEST_DISTANCE) + 1];
    for place in 0..u32::from(SIDE).pow(3) {
        let place = [place % 64, place / 64 % 64, place / 4096].map(|along| along as u8);
        states[usize::from(torus.distance(place))] += 1;
    }
    let mut side = Frontier::new(&torus, PlainKeys, torus.roots(), PlanRecovery::Layers);
    let mut counts = Statistics::default();
    for &expected in &states {
        assert_eq!(side.len(), expected, "depth {}", side.depth());
        unlimited(|monitor| side.advance(Depth::ZERO, monitor, &mut counts)).unwrap();
    }
    assert!(side.is_empty());
    assert_eq!(counts.expanded, u64::from(SIDE).pow(3));
}

#[test]
fn no_more_is_expanded_than_may_be() {
    for nodes in [0, 1, 2, 7, 1_000, 50_000, 200_000] {
        let outcome = limited(Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Nodes), "{nodes} nodes");
        assert!(outcome.statistics().expanded <= nodes, "{nodes} nodes");
        assert!(outcome.bounds().lower <= Depth(Torus::FARTHEST_DISTANCE));
    }
}

#[test]
fn no_more_memory_is_taken_than_may_be() {
    // The lower bound with less memory.
    let mut lower = Depth::ZERO;
    for kibibytes in [0, 10, 100, 1_000] {
        let outcome = limited(Limits { memory: Some(kibibytes << 10), ..Limits::default() });
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Memory), "{kibibytes} KiB");
        assert!(outcome.statistics().stored * 3 <= kibibytes << 10, "{kibibytes} KiB");
        assert!(outcome.bounds().lower >= lower, "more memory shows as much");
        lower = outcome.bounds().lower;
    }
    assert!((Depth(40)..Depth(Torus::FARTHEST_DISTANCE)).contains(&lower), "{lower}");
    let enough = limited(Limits { memory: Some(10 << 20), ..Limits::default() });
    assert_eq!(enough.verdict(), Verdict::Optimal);
}

#[test]
fn recursion_on_the_midpoint_keeps_no_layers_and_finds_a_plan_as_short() {
    let [layers, midpoint] =
        PlanRecovery::ALL.map(|recovery| recovered(recovery, Limits::default()));
    assert_eq!(midpoint.verdict(), Verdict::Optimal);
    assert_eq!(midpoint.bounds(), layers.bounds());
    arrives(midpoint.plan().unwrap());
    let [layers, midpoint] = [layers, midpoint].map(|outcome| *outcome.statistics());
    assert!(midpoint.stored < layers.stored, "{} of {}", midpoint.stored, layers.stored);
    // Each level of the recursion has half of the moves, and here a quarter of the states.
    assert!(midpoint.expanded > layers.expanded && midpoint.expanded < 2 * layers.expanded);
}

#[test]
fn a_limit_within_the_recursion_keeps_what_is_shown_of_the_whole() {
    let whole = recovered(PlanRecovery::Midpoint, Limits::default());
    let nodes = Some(whole.statistics().expanded - 1);
    let stopped = recovered(PlanRecovery::Midpoint, Limits { nodes, ..Limits::default() });
    assert_eq!(stopped.verdict(), Verdict::Bounded(Stop::Nodes));
    assert_eq!(stopped.bounds().lower, Depth(Torus::FARTHEST_DISTANCE));
    let beyond =
        Limits { upper_bound: Some(Depth(Torus::FARTHEST_DISTANCE - 1)), ..Limits::default() };
    assert_eq!(recovered(PlanRecovery::Midpoint, beyond).verdict(), Verdict::Bounded(Stop::Bound));
}
