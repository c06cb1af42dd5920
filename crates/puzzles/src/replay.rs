//! Plans as text and as a page.

use crate::Puzzle;
use fewest_search::StateSpace;
use fewest_view::html::{self, Frame};
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};

/// Returns the states that a plan leads through, beginning with the first root; `None` if the plan
/// is not a solution.
pub fn path<S: StateSpace>(space: &S, plan: &[S::Action]) -> Option<Vec<S::State>> {
    let mut states = vec![space.roots().into_iter().next()?];
    for step in plan {
        let mut after = None;
        space.successors(states.last()?, |action, child| {
            if action == *step {
                after = Some(child);
            }
        });
        states.push(after?);
    }
    space.is_goal(states.last()?).then_some(states)
}

/// Returns all states that are reached from the roots, each once: for the goals of a reversed
/// graph, if they are too many to be written down.
///
/// # Complexity
/// Time and memory linear in the moves between them.
pub fn reach<S: StateSpace>(space: &S) -> Vec<S::State> {
    let mut states = space.roots();
    let mut seen: HashSet<S::Key> = states.iter().map(|state| space.pack(state)).collect();
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        space.successors(&state, |_, child| {
            if seen.insert(space.pack(&child)) {
                states.push(child);
            }
        });
        next += 1;
    }
    states
}

/// A replay of a plan, to be shown.
///
/// Its `Display` has each move with the position that it leads to.
#[derive(Debug, Clone)]
pub struct Replay {
    start: String,
    frames: Vec<Frame>,
}

impl Replay {
    /// Replays the plan from the first root; returns `None` if it is not a solution.
    pub fn new<S: Puzzle>(space: &S, plan: &[S::Action]) -> Option<Self> {
        let states = path(space, plan)?;
        let frame = |(&action, state): (&S::Action, _)| Frame {
            words: space.words(action),
            drawing: space.draw(state),
        };
        let frames = plan.iter().zip(&states[1..]).map(frame).collect();
        Some(Self { start: space.draw(&states[0]), frames })
    }

    /// Writes a self-contained page that plays the plan.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_html(&self, out: &mut impl Write, title: &str, remark: &str) -> io::Result<()> {
        html::write_frames(out, &self.start, &self.frames, title, remark)
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start)?;
        for (number, Frame { words, drawing }) in (1..).zip(&self.frames) {
            write!(f, "\n{number}. {words}\n{drawing}")?;
        }
        Ok(())
    }
}
