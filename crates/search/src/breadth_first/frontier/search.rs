//! The search from both ends of a plan, or of a part of one.

use super::encoding::{Encoding, Ends};
use super::recovery::PlanRecovery;
use super::side::Frontier;
use super::{Known, Middle};
use crate::breadth_first::Unfinished;
use crate::problem::Undirected;
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::{Limits, Monitor, Stop};
use std::io;

pub(super) struct Search<'a, S: Undirected, E: Encoding<S>> {
    space: &'a S,
    forward: Frontier<'a, S, E>,
    /// The search from the goals, unless it is the image of the other.
    backward: Option<Frontier<'a, S, E>>,
    recovery: PlanRecovery,
}

impl<'a, S: Undirected, E: Encoding<S>> Search<'a, S, E> {
    pub(super) fn new(
        space: &'a S,
        ends: &impl Fn(&[S::State], &[S::State]) -> Ends<E>,
        [starts, goals]: [&[S::State]; 2],
        recovery: PlanRecovery,
    ) -> Self {
        let (start, goal) = match ends(starts, goals) {
            Ends::Separate { start, goal } => (start, Some(goal)),
            Ends::Images(start) => (start, None),
        };
        let side = |encoding, roots: &[S::State]| {
            Frontier::new(space, encoding, roots.iter().cloned(), recovery)
        };
        let (forward, backward) = (side(start, starts), goal.map(|goal| side(goal, goals)));
        Self { space, forward, backward, recovery }
    }

    /// Advances the sides in turn until their layers share a state; `None` if one of them has seen
    /// all it can reach.
    ///
    /// # Errors
    /// If the search has not ended; the same call resumes it. It is paused between two layers if
    /// that `is_due`.
    ///
    /// # Sound because
    /// all sums of depths below the current one were compared before, so the first state found
    /// in common lies on a shortest path.
    pub(super) fn meet(
        &mut self,
        known: &mut Known,
        is_due: &dyn Fn() -> bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Middle<S::State>>, Unfinished> {
        loop {
            let middle = self.middle();
            if middle.is_none()
                && (self.forward.is_empty()
                    || self.backward.as_ref().is_some_and(Frontier::is_empty))
            {
                return Ok(None);
            }
            let length = match &middle {
                Some(middle) => middle.before + middle.after,
                // An image advances with its original; the odd sum in between was compared as well.
                None => {
                    let opposite = self.backward.as_ref().unwrap_or(&self.forward);
                    (self.forward.depth() + opposite.depth()).next()
                }
            };
            // A part of a plan is at most as long as the plan.
            known.lower = known.lower.max(length);
            if monitor.limits().upper_bound.is_some_and(|asked| known.lower > asked) {
                return Err(Stop::Bound.into());
            }
            if middle.is_some() {
                return Ok(middle);
            }
            self.advance(known, monitor)?;
            known.in_whole_layers = known.statistics;
            if is_due() {
                return Err(Unfinished::Paused);
            }
        }
    }

    /// Advances the side with fewer states or, for the midpoint, the side with fewer moves.
    fn advance(&mut self, known: &mut Known, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        let Self { forward, backward, recovery, .. } = self;
        let is_forward = backward.as_ref().is_none_or(|backward| match recovery {
            PlanRecovery::Layers => forward.len() <= backward.len(),
            PlanRecovery::Midpoint => forward.depth() <= backward.depth(),
        });
        let (side, elsewhere) = match backward {
            Some(backward) if !is_forward => (backward, Some(&*forward)),
            backward => (forward, backward.as_ref()),
        };
        let held = elsewhere.map_or(0, Frontier::bytes);
        let memory = monitor.limits().memory.map(|budget| budget.saturating_sub(held));
        let limits = Limits { memory, ..*monitor.limits() };
        let Known { lower, statistics, .. } = known;
        side.advance(*lower, &mut monitor.with(limits), statistics)?;
        let stored = side.stored() + elsewhere.map_or(0, Frontier::stored);
        statistics.stored = statistics.stored.max(stored);
        Ok(())
    }

    fn middle(&self) -> Option<Middle<S::State>> {
        let before = self.forward.depth();
        match &self.backward {
            None => {
                let (state, after) = self.forward.meets_its_image()?;
                Some(Middle { state, before, after })
            }
            Some(backward) => {
                let state = self.forward.meets(backward)?;
                Some(Middle { state, before, after: backward.depth() })
            }
        }
    }

    /// Whether the layers of both sides are as far from their ends as a middle state is.
    pub(super) fn has_reached(&self, middle: &Middle<S::State>) -> bool {
        let opposite = self.backward.as_ref().unwrap_or(&self.forward);
        middle.before <= self.forward.depth() && middle.after <= opposite.depth()
    }

    /// The states from a start through a middle state to a goal, found with the kept layers; the
    /// last layers are released.
    ///
    /// # Errors
    /// The limit that is reached; the same call starts over.
    pub(super) fn path(
        &mut self,
        middle: &Middle<S::State>,
        known: &Known,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<S::Key>, Unfinished> {
        let Self { space, forward, backward, .. } = self;
        forward.release_last_layers();
        backward.iter_mut().for_each(Frontier::release_last_layers);
        let kept = forward.bytes() + backward.as_ref().map_or(0, Frontier::bytes);
        let check = &mut |states: usize| {
            let bytes = states * (2 * size_of::<S::Key>() + size_of::<S::State>());
            monitor.check_memory(kept + bytes as u64)?;
            monitor.poll(known.lower, &known.statistics)
        };
        let mut keys = forward.walk_back(&middle.state, middle.before, check)?;
        keys.reverse();
        let rest = match backward {
            Some(backward) => backward.walk_back(&middle.state, middle.after, check)?,
            None => {
                let image = |state: &S::State| {
                    forward.encoding.image(state).expect("the goals are images of the starts")
                };
                let rest = forward.walk_back(&image(&middle.state), middle.after, check)?;
                rest.into_iter().map(|key| space.pack(&image(&space.unpack(key)))).collect()
            }
        };
        keys.extend(rest.into_iter().skip(1));
        Ok(keys)
    }

    /// Writes the state of the search.
    pub(super) fn save(
        &self,
        format: &dyn KeyFormat<E::Entry>,
        to: &mut Writer<'_>,
    ) -> io::Result<()> {
        self.forward.save(format, to)?;
        self.backward.iter().try_for_each(|backward| backward.save(format, to))
    }

    /// Reads what [`Search::save`] has written; it takes at most `memory`.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub(super) fn restore(
        &mut self,
        format: &dyn KeyFormat<E::Entry>,
        memory: Option<u64>,
        from: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        self.forward.restore(format, memory, from)?;
        let left = memory.map(|memory| memory.saturating_sub(self.forward.bytes()));
        self.backward.iter_mut().try_for_each(|backward| backward.restore(format, left, from))
    }
}
