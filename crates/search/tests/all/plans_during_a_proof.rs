//! Beams that look for plans while a bound is being proved.

use fewest_search::outcome::unlimited;
use fewest_search::portfolio::{Configuration, cheapest_configuration};
use fewest_search::problem::{Backward, BoundedEstimate, Heuristic, LazyTest, LazyTesting};
use fewest_search::{Depth, Direction, Monitor, Problem, StateSpace, Verdict};

/// A start and three layers of states; one state of the last layer is next to the goal, and the
/// others are ten moves farther away. The heuristic knows only the distance of the start; tests
/// know all distances.
struct Layers {
    start: u32,
    goal: u32,
}

impl Layers {
    const WHOLE: Self = Self { start: START, goal: GOAL };

    fn is_whole(&self) -> bool {
        (self.start, self.goal) == (START, GOAL)
    }
}

const WIDTH: u32 = 43_000;
const START: u32 = 0;
/// The first of the ten states on the long path.
const LONG: u32 = 1 + 3 * WIDTH;
const GOAL: u32 = LONG + 10;
/// The place of the state next to the goal in its layer.
const NEXT_TO_GOAL: u32 = 4_321;

/// The two places in the next layer that a place leads to.
fn places_after(place: u32) -> [u32; 2] {
    [place, (place + 7_919) % WIDTH]
}

fn children(state: u32) -> Vec<u32> {
    match (state, state.saturating_sub(1) / WIDTH, state.saturating_sub(1) % WIDTH) {
        (START, ..) => (1..=WIDTH).collect(),
        (GOAL, ..) => Vec::new(),
        (LONG.., ..) => vec![state + 1],
        (_, 2, NEXT_TO_GOAL) => vec![GOAL],
        (_, 2, _) => vec![LONG],
        (_, layer, place) => {
            places_after(place).map(|place| 1 + (layer + 1) * WIDTH + place).to_vec()
        }
    }
}

/// The moves from a state to the goal.
fn distance(state: u32) -> u16 {
    match state {
        START => 4,
        LONG.. => (GOAL - state) as u16,
        _ => 1 + children(state).into_iter().map(distance).min().expect("no state is a dead end"),
    }
}

impl StateSpace for Layers {
    type State = u32;
    type Action = (u32, u32);
    type Key = u32;

    fn roots(&self) -> Vec<u32> {
        vec![self.start]
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal
    }

    fn successors(&self, &state: &u32, mut visit: impl FnMut((u32, u32), u32)) {
        children(state).into_iter().for_each(|child| visit((state, child), child));
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, key: u32) -> u32 {
        key
    }
}

/// The layers from the goal to the start.
struct Reversed;

impl StateSpace for Reversed {
    type State = u32;
    type Action = (u32, u32);
    type Key = u32;

    fn roots(&self) -> Vec<u32> {
        vec![GOAL]
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == START
    }

    fn successors(&self, &state: &u32, mut visit: impl FnMut((u32, u32), u32)) {
        let parents = (0..GOAL).filter(|&parent| children(parent).contains(&state));
        parents.for_each(|parent| visit((state, parent), parent));
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, key: u32) -> u32 {
        key
    }
}

impl Backward for Layers {
    type Reversed = Reversed;

    fn reversed(&self) -> Reversed {
        Reversed
    }
}

/// Knows the distance from the start, in the whole problem only.
struct Estimate(bool);

impl Heuristic<Layers> for Estimate {
    type Value = ();

    fn value(&self, _: &u32) {}

    fn estimate(&self, &state: &u32, (): &()) -> Option<Depth> {
        Some(Depth(if self.0 && state == START { 4 } else { 0 }))
    }
}

/// Knows all distances to the goal, in the whole problem only.
struct Exact(bool);

impl LazyTest<Layers> for Exact {
    fn test(&self, &state: &u32, budget: Depth) -> BoundedEstimate {
        let distance = self.0.then(|| Depth(distance(state)));
        distance.map_or(BoundedEstimate::WithinBudget, |distance| {
            BoundedEstimate::of(Some(distance), budget)
        })
    }
}

type LayersProblem = Problem<Layers, Estimate, Exact>;

fn problem(space: Layers) -> LayersProblem {
    let is_whole = space.is_whole();
    Problem::new(space, Estimate(is_whole)).with_test(Exact(is_whole))
}

/// A narrow beam misses the state next to the goal, unless its states are tested; so the state is
/// found once the proof has paid for tests.
#[test]
fn a_plan_found_during_a_proof_ends_it() {
    let problem = &problem(Layers::WHOLE);
    let (direction, testing) = (Direction::Forward, LazyTesting::Off);
    let configuration = Configuration { direction, problem, testing };
    let between = |_: &LayersProblem, start, goal| self::problem(Layers { start, goal });
    let search = |m: &mut Monitor<'_>| cheapest_configuration(&[configuration], &between, None, m);
    let (_, outcome) = unlimited(search).expect("there is no checkpoint to refuse");
    assert_eq!(outcome.verdict(), Verdict::Optimal);
    let plan = outcome.plan().expect("an optimal outcome has a plan");
    assert_eq!(plan.len(), 4);
    assert!(plan.windows(2).all(|pair| pair[0].1 == pair[1].0));
    assert!(plan.iter().all(|&(from, to)| children(from).contains(&to)));
    assert_eq!((plan[0].0, plan[3].1), (START, GOAL));
    let expanded = outcome.statistics().expanded;
    // Two layers, and some hundred states by beams.
    assert!(expanded < 2 * u64::from(WIDTH) + 1_000, "{expanded}: the last layer was searched");
}
