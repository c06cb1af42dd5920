//! Bidirectional frontier search: breadth-first from both ends, keeping the last layers only.
//!
//! # Source
//! Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program" (old, current and
//! new list; plan by recursion on the midpoint).

use crate::problem::{StateSpace, Undirected};
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Monitor, Outcome, Statistics, Stop};

/// Searches from both ends until the two frontiers meet, then recovers the plan by searching
/// again on both sides of the midpoint.
///
/// Each side keeps the layer it expands and the one before it. In a graph whose moves can be
/// taken back, a state met again can only lie in one of these two, so the whole closed list is
/// not needed.
///
/// # Complexity
/// Memory linear in the largest layer within half the distance; time about that of one
/// breadth-first search from each end to the middle, times two for the plan.
///
/// # Not sound with
/// Directed graphs: duplicates further back are not seen there. UpperBounds would still be shortest,
/// but an unsolvable puzzle might never end.
pub fn frontier_search<S: Undirected>(space: &S, monitor: &mut Monitor<'_>) -> Outcome<S::Action> {
    let backward = space.reversed();
    let starts: Vec<_> = space.roots().iter().map(|s| space.pack(s)).collect();
    let goals: Vec<_> = backward.roots().iter().map(|s| backward.pack(s)).collect();
    let counters = Counters { monitor, statistics: Statistics::default(), lower: Depth::ZERO };
    let mut search = Search { space, backward, counters };
    let result = match search.meet(&starts, &goals) {
        Ok(Some(met)) => {
            let length = met.before + met.after;
            search.counters.lower = length;
            search.keys_through(&starts, met, &goals).map(|keys| Some((length, keys)))
        }
        Ok(None) => Ok(None),
        Err(stop) => Err(stop),
    };
    let Counters { lower, statistics, monitor } = search.counters;
    match result {
        Ok(Some((length, keys))) => {
            Outcome::with_plan(moves_between(space, &keys), length, statistics)
        }
        Ok(None) => Outcome::unsolvable(statistics),
        Err(stop) => monitor.stopped(stop, None, lower, statistics),
    }
}

struct Search<'a, 'm, S: Undirected> {
    space: &'a S,
    backward: S::Reversed,
    counters: Counters<'a, 'm>,
}

struct Counters<'a, 'm> {
    monitor: &'a mut Monitor<'m>,
    statistics: Statistics,
    /// No plan is shorter.
    lower: Depth,
}

/// A midpoint of a shortest path, and its distances from the starts and to the goals.
struct Met<K> {
    middle: K,
    before: Depth,
    after: Depth,
}

impl<S: Undirected> Search<'_, '_, S> {
    /// Finds a midpoint of a shortest path from any start to any goal; `None` if one side has
    /// seen all it can reach.
    ///
    /// # Sound because
    /// before a step no path of `forward.depth + backward.depth` moves or fewer exists, so one
    /// with one move more exists exactly if the new layer of one side shares a state with the
    /// current layer of the other.
    fn meet(&mut self, starts: &[S::Key], goals: &[S::Key]) -> Result<Option<Met<S::Key>>, Stop> {
        let mut forward = Side::new(starts);
        let mut backward = Side::new(goals);
        loop {
            if let Some(middle) = common(&forward.current, &backward.current) {
                let (before, after) = (forward.depth, backward.depth);
                return Ok(Some(Met { middle, before, after }));
            }
            if forward.current.is_empty() || backward.current.is_empty() {
                return Ok(None);
            }
            let counters = &mut self.counters;
            counters.lower = counters.lower.max((forward.depth + backward.depth).next());
            if counters.monitor.limits().upper_bound.is_some_and(|asked| counters.lower > asked) {
                return Err(Stop::Bound);
            }
            // The smaller layer first, but both sides move: else the midpoint of the recursion
            // could be one of its ends.
            let smaller = forward.current.len() <= backward.current.len();
            if forward.depth == Depth::ZERO || (smaller && backward.depth > Depth::ZERO) {
                forward.advance(self.space, backward.len(), counters)?;
            } else {
                backward.advance(&self.backward, forward.len(), counters)?;
            }
        }
    }

    /// The states of a shortest path from a start through `met` to a goal, by recursion.
    fn keys_through(
        &mut self,
        starts: &[S::Key],
        met: Met<S::Key>,
        goals: &[S::Key],
    ) -> Result<Vec<S::Key>, Stop> {
        let middle = [met.middle];
        let mut keys = self.shortest(starts, &middle, met.before)?;
        keys.pop();
        keys.extend(self.shortest(&middle, goals, met.after)?);
        Ok(keys)
    }

    /// The states of a shortest path from a start to a goal, which is `distance` moves long.
    fn shortest(
        &mut self,
        starts: &[S::Key],
        goals: &[S::Key],
        distance: Depth,
    ) -> Result<Vec<S::Key>, Stop> {
        match distance {
            Depth(0) => {
                Ok(starts.iter().copied().find(|key| goals.contains(key)).into_iter().collect())
            }
            Depth(1) => Ok(self.neighbours(starts, goals)),
            _ => {
                let met = self.meet(starts, goals)?.expect("a path of this length exists");
                self.keys_through(starts, met, goals)
            }
        }
    }

    /// A start and a goal one move apart.
    fn neighbours(&self, starts: &[S::Key], goals: &[S::Key]) -> Vec<S::Key> {
        let mut found = Vec::new();
        for &start in starts {
            self.space.successors(&self.space.unpack(start), |_, child| {
                let child = self.space.pack(&child);
                if found.is_empty() && goals.contains(&child) {
                    found = vec![start, child];
                }
            });
        }
        found
    }
}

/// One of the two searches: its last two layers, sorted.
struct Side<K> {
    old: Vec<K>,
    current: Vec<K>,
    depth: Depth,
}

impl<K: Copy + Ord> Side<K> {
    fn new(roots: &[K]) -> Self {
        let mut current = roots.to_vec();
        current.sort_unstable();
        current.dedup();
        Self { old: Vec::new(), current, depth: Depth::ZERO }
    }

    fn len(&self) -> usize {
        self.old.len() + self.current.len()
    }

    /// Expands the current layer; `elsewhere` states are held by the other side.
    fn advance<S: StateSpace<Key = K>>(
        &mut self,
        space: &S,
        elsewhere: usize,
        counters: &mut Counters<'_, '_>,
    ) -> Result<(), Stop> {
        let mut next: Vec<K> = Vec::new();
        for &key in &self.current {
            counters.monitor.check(counters.lower, &counters.statistics)?;
            counters.statistics.expanded += 1;
            let mut children = 0;
            let mut full = Ok(());
            space.successors(&space.unpack(key), |_, child| {
                children += 1;
                if next.len() == next.capacity() && full.is_ok() {
                    full = make_room(&mut next, self.len() + elsewhere, counters.monitor);
                }
                if full.is_ok() {
                    next.push(space.pack(&child));
                }
            });
            counters.statistics.generated += children;
            full?;
        }
        sort_and_deduplicate(&mut next);
        remove_sorted(&mut next, &self.current);
        remove_sorted(&mut next, &self.old);
        let stored = (self.len() + elsewhere + next.len()) as u64;
        counters.statistics.stored = counters.statistics.stored.max(stored);
        self.old = std::mem::replace(&mut self.current, next);
        self.depth = self.depth.next();
        Ok(())
    }
}

/// Makes room for more states in a full list: first by taking duplicates out, then by growing.
fn make_room<K: Ord>(
    next: &mut Vec<K>,
    elsewhere: usize,
    monitor: &Monitor<'_>,
) -> Result<(), Stop> {
    sort_and_deduplicate(next);
    // A list that stays nearly full would be sorted again at once.
    if next.len() > next.capacity() / 4 * 3 || next.capacity() == 0 {
        let capacity = (2 * next.capacity()).max(1024);
        monitor.check_memory(((elsewhere + capacity) * size_of::<K>()) as u64)?;
        next.try_reserve_exact(capacity - next.len()).map_err(|_| Stop::Memory)?;
    }
    Ok(())
}

fn sort_and_deduplicate<K: Ord>(keys: &mut Vec<K>) {
    keys.sort_unstable();
    keys.dedup();
}

/// Takes out of a sorted list what another sorted list holds.
fn remove_sorted<K: Ord>(keys: &mut Vec<K>, other: &[K]) {
    let mut other = other.iter().peekable();
    keys.retain(|key| {
        while other.next_if(|candidate| *candidate < key).is_some() {}
        other.peek() != Some(&key)
    });
}

/// The first state that two sorted lists share.
fn common<K: Copy + Ord>(left: &[K], right: &[K]) -> Option<K> {
    let mut right = right.iter().peekable();
    left.iter().copied().find(|key| {
        while right.next_if(|candidate| *candidate < key).is_some() {}
        right.peek() == Some(&key)
    })
}
