//! One step of breadth-first search on all cores: it expands states and stores their children.

use crate::outcome::Halt;
use crate::platform::parallel;
use crate::problem::{FBound, Key, LazyTest, LazyTesting, Parts, StateSpace};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::closed_list::{Addressing, ClosedList, Shard};
use crate::store::feistel::SHARDS;
use crate::store::node_status::Layer;
use crate::{Depth, Stop};
use std::io;

/// What the children of some states were.
pub(crate) struct Expanded<K> {
    /// Number of children.
    pub(crate) generated: u64,
    /// Number of children tested.
    pub(crate) tested: u64,
    /// Number of children stored now.
    pub(crate) new: usize,
    /// New children that found no room, not tested yet.
    pub(crate) unstored: Vec<K>,
    /// The first goal among the stored children.
    pub(crate) goal: Option<K>,
}

impl<K> Default for Expanded<K> {
    fn default() -> Self {
        Self { generated: 0, tested: 0, new: 0, unstored: Vec::new(), goal: None }
    }
}

impl<K: Copy> Expanded<K> {
    /// Saves this for an expansion to be resumed.
    pub(crate) fn save(&self, format: &dyn KeyFormat<K>, to: &mut Writer<'_>) -> io::Result<()> {
        let Self { generated, tested, new, unstored, goal } = self;
        to.part(generated)?;
        to.part(tested)?;
        to.part(new)?;
        to.keys(format, unstored)?;
        to.keys(format, goal.as_slice())
    }

    /// Reads what [`Expanded::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub(crate) fn restore(
        format: &dyn KeyFormat<K>,
        from: &mut Reader<'_>,
    ) -> Result<Self, Unreadable> {
        let (generated, tested, new) = (from.count()?, from.count()?, from.count()? as usize);
        Ok(Self {
            generated,
            tested,
            new,
            unstored: from.keys(format)?,
            goal: from.keys(format)?.pop(),
        })
    }
}

/// States expanded by one core at a time.
const BATCH: usize = 256;

/// Expands some states and stores their children, which are at `depth`, in the thread pool it is
/// called from.
///
/// All cores expand states and sort the children by shards; then each shard is filled by one core,
/// in the order of the states. So nothing that is stored or counted depends on the number of cores.
/// The children are counted in `met`.
///
/// # Errors
/// If it has to stop. Then some children are missing, and those that are stored are counted in
/// `met`. The same call resumes the expansion.
#[expect(
    clippy::too_many_arguments,
    reason = "what is read is a search, what is written is its own"
)]
pub(crate) fn expand<P: Parts>(
    problem: &P,
    closed: &mut ClosedList<Key<P>>,
    states: &[Key<P>],
    depth: Depth,
    bound: &mut FBound,
    testing: LazyTesting,
    halt: Halt<'_>,
    met: &mut Expanded<Key<P>>,
) -> Result<(), Stop> {
    let ClosedList { addressing, shards, .. } = closed;
    let within = FBound::new(bound.limit());
    let expand = |states| Children::of(problem, addressing, states, depth, within);
    let children = parallel::map(states.chunks(BATCH), 1, expand);
    let fill = |(number, shard)| {
        let mut filled = Filled { testing, met: Expanded::default(), bound: within };
        let keys = children.iter().flat_map(|batch| batch.of_shard(number)).copied();
        let is_filled = filled.fill(problem, addressing, shard, keys, depth, halt);
        (filled, is_filled)
    };
    let mut are_filled = Ok(());
    for (filled, is_filled) in parallel::map(shards.iter_mut().enumerate(), 1, fill) {
        bound.merge(&filled.bound);
        met.tested += filled.met.tested;
        met.new += filled.met.new;
        met.unstored.extend(filled.met.unstored);
        met.goal = met.goal.or(filled.met.goal);
        are_filled = are_filled.and(is_filled);
    }
    are_filled?;
    for batch in &children {
        met.generated += batch.generated;
        bound.merge(&batch.bound);
    }
    Ok(())
}

/// The children of a batch of states that are within the bound, by shards.
struct Children<K> {
    keys: Vec<K>,
    /// Where the keys of each shard begin, and last the number of keys.
    begin: [u32; SHARDS + 1],
    generated: u64,
    bound: FBound,
}

impl<K: Copy + Eq + std::hash::Hash + Send + Sync> Children<K> {
    fn of<P: Parts<Space: StateSpace<Key = K>>>(
        problem: &P,
        addressing: &Addressing<K>,
        states: &[K],
        depth: Depth,
        mut bound: FBound,
    ) -> Self {
        let mut found: Vec<(u8, K)> = Vec::with_capacity(4 * states.len());
        let mut generated = 0;
        for &state in states {
            let node = problem.unpack(state);
            generated += bound.visit_successors(problem, &node, depth, |key| {
                found.push((addressing.address(key).shard, key));
            });
        }
        let mut begin = [0; SHARDS + 1];
        for &(shard, _) in &found {
            begin[usize::from(shard) + 1] += 1;
        }
        for shard in 0..SHARDS {
            begin[shard + 1] += begin[shard];
        }
        let mut keys: Vec<K> = found.iter().map(|&(_, key)| key).collect();
        let mut next = begin;
        for (shard, key) in found {
            let next = &mut next[usize::from(shard)];
            keys[*next as usize] = key;
            *next += 1;
        }
        Self { keys, begin, generated, bound }
    }

    fn of_shard(&self, shard: usize) -> &[K] {
        &self.keys[self.begin[shard] as usize..self.begin[shard + 1] as usize]
    }
}

/// The result of filling a shard.
struct Filled<K> {
    testing: LazyTesting,
    met: Expanded<K>,
    bound: FBound,
}

impl<K: Copy + Eq + std::hash::Hash> Filled<K> {
    /// Number of keys whose addresses are read before the first key is looked up, so that they are
    /// fetched from memory together.
    const AHEAD: usize = 16;
    /// Tests between two checks of the clock: they take microseconds to milliseconds.
    const BETWEEN_LOOKS: u64 = 64;

    fn fill<P: Parts<Space: StateSpace<Key = K>>>(
        &mut self,
        problem: &P,
        addressing: &Addressing<K>,
        shard: &mut Shard<K>,
        mut keys: impl Iterator<Item = K>,
        depth: Depth,
        halt: Halt<'_>,
    ) -> Result<(), Stop> {
        let layer = Layer::of(depth);
        let mut ahead = Vec::with_capacity(Self::AHEAD);
        let mut next_look = 0;
        loop {
            if self.met.tested >= next_look {
                halt.check()?;
                next_look = self.met.tested + Self::BETWEEN_LOOKS;
            }
            ahead.clear();
            ahead.extend(keys.by_ref().take(Self::AHEAD).map(|key| (key, addressing.address(key))));
            if ahead.is_empty() {
                return Ok(());
            }
            std::hint::black_box(ahead.iter().filter(|(_, address)| shard.touch(*address)).count());
            for &(key, address) in &ahead {
                let mut state = None;
                let is_wanted = || {
                    let state = state.insert(problem.space().unpack(key));
                    if self.testing == LazyTesting::Off {
                        return true;
                    }
                    self.met.tested += 1;
                    self.bound.admits(depth, |left| problem.test().test(state, left))
                };
                let Ok(is_new) = shard.meet(addressing, key, address, layer, is_wanted) else {
                    self.met.unstored.push(key);
                    continue;
                };
                self.met.new += usize::from(is_new);
                let is_goal = || state.is_some_and(|state| problem.space().is_goal(&state));
                if is_new && self.met.goal.is_none() && is_goal() {
                    self.met.goal = Some(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Filled;
    use crate::breadth_first::layered_search::to_the_end;
    use crate::breadth_first::{Bounded, Step, breadth_first_heuristic_search};
    use crate::problem::{Backward, BoundedEstimate, LazyTest, LazyTesting};
    use crate::{Depth, Interrupt, Limits, Monitor, Problem, Progress, StateSpace, Stop, Verdict};
    use std::sync::atomic::{AtomicUsize, Ordering};

    const CHILDREN: u32 = 100_000;

    /// One root with many children.
    struct Star;

    impl StateSpace for Star {
        type State = u32;
        type Action = u32;
        type Key = u32;

        fn roots(&self) -> Vec<u32> {
            vec![0]
        }

        fn is_goal(&self, _: &u32) -> bool {
            false
        }

        fn successors(&self, &state: &u32, mut visit: impl FnMut(u32, u32)) {
            if state == 0 {
                (1..=CHILDREN).for_each(|child| visit(child, child));
            }
        }

        fn pack(&self, &state: &u32) -> u32 {
            state
        }

        fn unpack(&self, key: u32) -> u32 {
            key
        }
    }

    /// No plan is recovered here.
    impl Backward for Star {
        type Reversed = Self;

        fn reversed(&self) -> Self {
            unreachable!("there is no goal")
        }
    }

    /// Some children interrupt the search when they are tested.
    struct Interrupting {
        interrupt: Interrupt,
        ask: fn(&Interrupt),
        every: usize,
        tested: AtomicUsize,
    }

    impl Interrupting {
        fn new(ask: fn(&Interrupt), every: usize) -> Self {
            Self { interrupt: Interrupt::new(), ask, every, tested: AtomicUsize::new(0) }
        }
    }

    impl LazyTest<Star> for &Interrupting {
        fn test(&self, &state: &u32, _: Depth) -> BoundedEstimate {
            if state > 0 && self.tested.fetch_add(1, Ordering::Relaxed).is_multiple_of(self.every) {
                (self.ask)(&self.interrupt);
            }
            BoundedEstimate::WithinBudget
        }
    }

    #[test]
    fn an_interrupt_ends_a_step_before_all_children_are_tested() {
        let test = Interrupting::new(Interrupt::interrupt, 1);
        let problem = Problem::new(Star, crate::problem::Blind).with_test(&test);
        let mut silent = |_: &Progress| {};
        let limits = Limits { upper_bound: Some(Depth(1)), ..Limits::default() };
        let monitor = &mut Monitor::new(limits, &test.interrupt, &mut silent);
        let outcome = breadth_first_heuristic_search(&problem, None, monitor).unwrap();
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Interrupted));
        assert_eq!(outcome.bounds().lower, Depth(1));
        // Each core reaches its next check.
        let most = Filled::<u32>::BETWEEN_LOOKS as usize + Filled::<u32>::AHEAD;
        let tested = test.tested.load(Ordering::Relaxed);
        assert!((1..=most * rayon::current_num_threads()).contains(&tested), "{tested}");
    }

    /// It is stopped again and again, and each time resumed.
    #[test]
    fn a_step_that_was_interrupted_goes_on_where_it_was() {
        let test = Interrupting::new(Interrupt::out_of_memory, 7_000);
        let problem = Problem::new(Star, crate::problem::Blind).with_test(&test);
        let mut silent = |_: &Progress| {};
        let monitor = &mut Monitor::new(Limits::default(), &test.interrupt, &mut silent);
        let mut search = Bounded::new(&problem, LazyTesting::On, monitor);
        let mut stops = 0;
        let next = loop {
            match search.prove(Depth(1), monitor, &mut to_the_end) {
                Ok(step) => break step,
                Err(_) => stops += 1,
            }
            test.interrupt.memory_is_back();
        };
        assert!(stops > 10, "{stops}");
        // Each child was tested once.
        assert!(matches!(next, Step::Next(Depth(2))));
        assert_eq!(test.tested.load(Ordering::Relaxed), CHILDREN as usize);
        let work = search.layers.work;
        assert_eq!(work.tested, u64::from(CHILDREN));
        assert_eq!(work.statistics.expanded, u64::from(CHILDREN) + 1);
        assert_eq!(work.statistics.generated, u64::from(CHILDREN));
        assert_eq!(work.statistics.stored, u64::from(CHILDREN) + 1);
    }
}
