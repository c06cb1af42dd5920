//! Bidirectional frontier search that uses the symmetries of the board.
//!
//! Breadth-first from both ends, keeping the old, the current and the new layer only. Compared
//! with [`fewest_search::breadth_first::frontier_search`], which knows no puzzle:
//! - one state stands for all that the symmetries fixing an end make of it;
//! - where a symmetry takes the start to the goal, the search from the goal is the image of the
//!   one from the start and is not run;
//! - layers are split into parts that are expanded and sorted on all cores;
//! - a few layers are kept whole, and the plan is found by small searches from one to the next
//!   instead of searching everything again.
//!
//! # Source
//! Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program". They keep no
//! layer and recover the plan by recursion on the midpoint, which costs another search.

#[cfg(test)]
mod layers;
mod side;
mod walk;

use crate::model::{Model, Step};
use crate::state::State;
use crate::symmetry::{Orbits, Symmetry, between};
use crate::word::Word;
use fewest_search::problem::Backward as _;
use fewest_search::{Depth, Monitor, Outcome, Statistics, Stop};
pub(crate) use side::Side;

/// Finds a shortest plan by searching from both ends.
///
/// # Complexity
/// Two or three layers of one word a state in memory, and every 32nd layer; time linear in the
/// states within half the distance, divided by the number of symmetries in use.
pub fn frontier_search<K: Word>(model: &Model<K>, monitor: &mut Monitor<'_>) -> Outcome<Step> {
    let (start, goal) = model.ends();
    if start == goal {
        return Outcome::with_plan(Vec::new(), Depth::ZERO, Statistics::default());
    }
    let links = between(start, goal);
    let mut tied = [between(start, start), between(goal, goal), links.clone()].concat();
    tied.sort_unstable_by_key(|symmetry| *symmetry as u8);
    tied.dedup();
    let mut search = Search {
        model,
        forward: Side::new(model, start, Orbits::new(start, &tied)),
        backward: match links.first() {
            Some(&link) => Backward::Image(link),
            None => Backward::Searched(Side::new(model, goal, Orbits::new(goal, &tied))),
        },
        statistics: Statistics::default(),
        lower: Depth::ZERO,
    };
    match search.meet(monitor) {
        Ok(Some(middle)) => {
            let plan = search.plan(&middle);
            let length = Depth(u16::try_from(plan.len()).unwrap_or(u16::MAX));
            Outcome::with_plan(plan, length, search.statistics)
        }
        Ok(None) => Outcome::unsolvable(search.statistics),
        Err(stop) => monitor.stopped(stop, None, search.lower, search.statistics),
    }
}

/// The search from the goal.
enum Backward<'a, K> {
    /// What the symmetry makes of the search from the start.
    Image(Symmetry),
    /// A search of its own.
    Searched(Side<'a, K>),
}

struct Search<'a, K> {
    model: &'a Model<K>,
    forward: Side<'a, K>,
    backward: Backward<'a, K>,
    statistics: Statistics,
    /// No plan is shorter.
    lower: Depth,
}

/// A state on a shortest path, and its distances from both ends.
struct Middle<K> {
    state: State<K>,
    before: u32,
    after: u32,
}

impl<K: Word> Search<'_, K> {
    /// Advances one side after the other until their layers share a state; `None` if one of them
    /// has seen all it can reach.
    ///
    /// # Sound because
    /// all sums of depths below the current one were compared before, so the first state found
    /// in common lies on a shortest path.
    fn meet(&mut self, monitor: &mut Monitor<'_>) -> Result<Option<Middle<K>>, Stop> {
        loop {
            if let Some(middle) = self.middle() {
                return Ok(Some(middle));
            }
            let (sum, is_exhausted) = match &self.backward {
                // Both sides advance at once; the odd sum between was compared as well.
                Backward::Image(_) => (2 * self.forward.depth(), self.forward.is_exhausted()),
                Backward::Searched(backward) => (
                    self.forward.depth() + backward.depth(),
                    self.forward.is_exhausted() || backward.is_exhausted(),
                ),
            };
            if is_exhausted {
                return Ok(None);
            }
            self.lower = Depth(u16::try_from(sum + 1).unwrap_or(u16::MAX));
            if monitor.limits().upper_bound.is_some_and(|asked| self.lower > asked) {
                return Err(Stop::Bound);
            }
            monitor.check(self.lower, &self.statistics)?;
            monitor.poll(self.lower, &self.statistics)?;
            match &mut self.backward {
                Backward::Searched(backward) if backward.len() < self.forward.len() => {
                    backward.advance(self.forward.bytes(), monitor, &mut self.statistics)?;
                }
                Backward::Searched(backward) => {
                    self.forward.advance(backward.bytes(), monitor, &mut self.statistics)?;
                }
                Backward::Image(_) => {
                    self.forward.advance(0, monitor, &mut self.statistics)?;
                }
            }
        }
    }

    fn middle(&self) -> Option<Middle<K>> {
        let depth = self.forward.depth();
        match &self.backward {
            Backward::Image(_) => {
                let (state, before, after) = self.forward.meets_its_image()?;
                Some(Middle { state, before, after })
            }
            Backward::Searched(backward) => {
                let state = self.forward.meets(backward)?;
                Some(Middle { state, before: depth, after: backward.depth() })
            }
        }
    }

    /// The moves from the start through a middle state to the goal.
    fn plan(&self, middle: &Middle<K>) -> Vec<Step> {
        let mut steps = self.forward.walk_back(&middle.state, middle.before);
        steps.reverse();
        let mut steps: Vec<_> = steps.into_iter().map(|step| self.model.inverse(step)).collect();
        match &self.backward {
            Backward::Image(link) => {
                let image = link.of(&middle.state);
                let image_of = |step: Step| link.of_step(step);
                let rest = self.forward.walk_back(&image, middle.after);
                steps.extend(rest.into_iter().map(image_of));
            }
            Backward::Searched(backward) => {
                steps.extend(backward.walk_back(&middle.state, middle.after));
            }
        }
        steps
    }
}
