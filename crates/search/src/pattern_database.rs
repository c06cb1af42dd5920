//! Pattern databases: exact distances in an abstraction of a puzzle, as a heuristic.
//!
//! An abstraction is a state space of its own and a function that maps states to its states. Its
//! author asserts that
//!
//! - a move leads from a state to one with the same abstract state, or to one whose abstract state
//!   is a successor of it;
//! - the abstract state of a goal is a goal.
//!
//! An abstraction that ignores some of the pieces usually satisfies both conditions.
//!
//! # Source
//! Culberson and Schaeffer, "Pattern databases", Computational Intelligence 14 (1998); sums of
//! several: Korf and Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134
//! (2002), and Felner, Korf and Hanan, "Additive pattern database heuristics", JAIR 22 (2004).

use crate::problem::{Backward, Consistent, Heuristic, StateSpace};
use crate::store::push;
use crate::{Depth, Monitor, Statistics, Stop};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use std::fmt;

/// The distance of every abstract state to the nearest abstract goal.
///
/// # Admissible because
/// the abstraction maps a plan to a walk to a goal in the abstract graph that takes no more moves.
///
/// It is also consistent: along a move the abstract distance falls by at most one.
///
/// # Examples
/// For a puzzle in which a piece walks to the sixth of eight columns, besides other pieces:
///
/// ```
/// use fewest_search::outcome::unlimited;
/// use fewest_search::PatternDatabase;
/// use fewest_search::problem::Backward;
/// use fewest_search::{Depth, StateSpace};
///
/// /// From one of eight columns to another.
/// struct Columns(u8, u8);
///
/// impl StateSpace for Columns {
///     type State = u8;
///     type Action = u8;
///     type Key = u8;
///
///     fn roots(&self) -> Vec<u8> {
///         vec![self.0]
///     }
///     fn is_goal(&self, column: &u8) -> bool {
///         *column == self.1
///     }
///     fn successors(&self, &column: &u8, mut visit: impl FnMut(u8, u8)) {
///         (0..8).filter(|to| column.abs_diff(*to) == 1).for_each(|to| visit(to, to));
///     }
///     fn pack(&self, column: &u8) -> u8 {
///         *column
///     }
///     fn unpack(&self, key: u8) -> u8 {
///         key
///     }
/// }
///
/// impl Backward for Columns {
///     type Reversed = Self;
///
///     fn reversed(&self) -> Self {
///         Columns(self.1, self.0)
///     }
/// }
///
/// /// A row and a column, and whatever else the puzzle has.
/// type State = (u8, u8);
/// let column = |state: &State| state.1;
/// let database = unlimited(|monitor| PatternDatabase::new(Columns(0, 5), column, monitor))?;
/// assert_eq!((database.states(), database.distance(&1)), (8, Some(Depth(4))));
/// # Ok::<(), fewest_search::Stop>(())
/// ```
pub struct PatternDatabase<A: StateSpace, F> {
    space: A,
    abstraction: F,
    distances: HashMap<A::Key, Depth, FixedState>,
}

impl<A: StateSpace, F> fmt::Debug for PatternDatabase<A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PatternDatabase of {} states", self.states())
    }
}

impl<A: Backward, F> PatternDatabase<A, F> {
    /// Searches an abstract space breadth-first, from its goals back, until no state is left.
    ///
    /// # Errors
    /// The limit of the monitor that is reached: an incomplete table gives no bounds.
    ///
    /// # Complexity
    /// Time and memory linear in the abstract states from which a goal is reached.
    pub fn new(space: A, abstraction: F, monitor: &mut Monitor<'_>) -> Result<Self, Stop> {
        const POLL: usize = 1 << 10;
        let reversed = space.reversed();
        let mut distances = HashMap::with_hasher(FixedState::default());
        let mut layer = Vec::new();
        let mut depth = Depth::ZERO;
        for goal in reversed.roots() {
            if distances.insert(reversed.pack(&goal), depth).is_none() {
                layer.push(goal);
            }
        }
        while !layer.is_empty() {
            depth = depth.next();
            let mut next = Vec::new();
            for some in layer.chunks(POLL) {
                monitor.poll(Depth::ZERO, &Statistics::default())?;
                let bytes = distances.allocation_size()
                    + (layer.capacity() + next.capacity()) * size_of_val(&some[0]);
                monitor.check_memory(bytes as u64)?;
                for state in some {
                    let mut children = Vec::new();
                    reversed.successors(state, |_, child| children.push(child));
                    for child in children {
                        distances.try_reserve(1).map_err(|_| Stop::Memory)?;
                        if let Entry::Vacant(place) = distances.entry(reversed.pack(&child)) {
                            place.insert(depth);
                            push(&mut next, child)?;
                        }
                    }
                }
            }
            layer = next;
        }
        Ok(Self { space, abstraction, distances })
    }
}

impl<A: StateSpace, F> PatternDatabase<A, F> {
    /// Returns the number of abstract states.
    pub fn states(&self) -> usize {
        self.distances.len()
    }

    /// Returns the distance of an abstract state to the nearest goal; `None` at a dead end.
    pub fn distance(&self, state: &A::State) -> Option<Depth> {
        self.distances.get(&self.space.pack(state)).copied()
    }
}

impl<A: StateSpace, F> Consistent for PatternDatabase<A, F> {}

impl<S, A, F> Heuristic<S> for PatternDatabase<A, F>
where
    S: StateSpace,
    A: StateSpace,
    F: Fn(&S::State) -> A::State + Sync,
{
    type Value = Option<Depth>;

    fn value(&self, state: &S::State) -> Option<Depth> {
        self.distance(&(self.abstraction)(state))
    }

    fn estimate(&self, _: &S::State, value: &Option<Depth>) -> Option<Depth> {
        *value
    }
}

/// How several databases form one heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Combination {
    Maximum,
    Sum,
}

/// Several pattern databases of one puzzle, combined.
#[derive(Debug)]
pub struct PatternDatabases<A: StateSpace, F> {
    databases: Vec<PatternDatabase<A, F>>,
    combination: Combination,
}

impl<A: StateSpace, F> PatternDatabases<A, F> {
    /// Combines them by their maximum.
    ///
    /// # Admissible because
    /// each of them is; and consistent for the same reason.
    pub fn maximum(databases: Vec<PatternDatabase<A, F>>) -> Self {
        Self { databases, combination: Combination::Maximum }
    }

    /// Combines them by their sum. The caller asserts that every move changes the abstract state of
    /// at most one of them.
    ///
    /// # Admissible because
    /// then no move of a plan is counted by two of them; and consistent because a move lowers the
    /// value of only one of them.
    pub fn additive(databases: Vec<PatternDatabase<A, F>>) -> Self {
        Self { databases, combination: Combination::Sum }
    }

    /// Returns the number of abstract states of all of them.
    pub fn states(&self) -> usize {
        self.databases.iter().map(PatternDatabase::states).sum()
    }
}

impl<A: StateSpace, F> Consistent for PatternDatabases<A, F> {}

impl<S, A, F> Heuristic<S> for PatternDatabases<A, F>
where
    S: StateSpace,
    A: StateSpace,
    F: Fn(&S::State) -> A::State + Sync,
{
    type Value = Option<Depth>;

    fn value(&self, state: &S::State) -> Option<Depth> {
        let combine = |one: Depth, other: Depth| match self.combination {
            Combination::Maximum => one.max(other),
            Combination::Sum => one + other,
        };
        let mut values =
            self.databases.iter().map(|database| Heuristic::<S>::value(database, state));
        values.try_fold(Depth::ZERO, |sum, value| Some(combine(sum, value?)))
    }

    fn estimate(&self, _: &S::State, value: &Option<Depth>) -> Option<Depth> {
        *value
    }
}
