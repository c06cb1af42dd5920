//! A search within a bound in a checkpoint.

use super::{LayeredSearch, Running};
use crate::breadth_first::expansion::Expanded;
use crate::breadth_first::overflow_dfs::Walks;
use crate::problem::{Backward, FBound, Key, Parts};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::feistel::SHARDS;
use std::io;

impl<P: Parts<Space: Backward>> LayeredSearch<'_, P> {
    /// Writes the state of the search. Once the closed list was full, the search within a bound
    /// starts over: the tables of depth-first search are not written.
    pub(crate) fn save(
        &self,
        format: &dyn KeyFormat<Key<P>>,
        to: &mut Writer<'_>,
    ) -> io::Result<()> {
        to.part(&self.work)?;
        to.part(&self.lower)?;
        to.part(&self.overflow.is_some())?;
        let running = self.running.as_ref().filter(|_| self.overflow.is_none());
        to.part(&running.is_some())?;
        let Some(running) = running else { return Ok(()) };
        running.save(format, to)?;
        self.closed.save(format, to)?;
        self.deepest.save(format, to)
    }

    /// Reads what [`LayeredSearch::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub(crate) fn restore(
        &mut self,
        format: &dyn KeyFormat<Key<P>>,
        from: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        self.work = from.part()?;
        self.lower = from.part()?;
        if let (true, Some(memory)) = (from.part()?, self.memory) {
            self.make_overflow(memory);
        }
        if from.part()? {
            let running = Running::restore(format, from)?;
            let is_goal = |key| self.problem.is_goal(&self.problem.unpack(key));
            if !running.met.goal.is_none_or(is_goal) {
                return Err(Unreadable::Invalid("such a goal"));
            }
            self.closed.restore(format, from)?;
            self.deepest.restore(format, running.bound.limit(), from)?;
            self.running = Some(running);
        }
        Ok(())
    }
}

impl<K: Copy> Running<K> {
    fn save(&self, format: &dyn KeyFormat<K>, to: &mut Writer<'_>) -> io::Result<()> {
        let Self { bound, depth, newest, stored, shards, next_shard, open, expanded, met, .. } =
            self;
        to.part(bound)?;
        to.part(depth)?;
        [newest, stored, shards, next_shard, expanded]
            .into_iter()
            .try_for_each(|number| to.part(number))?;
        to.keys(format, open)?;
        met.save(format, to)
    }

    fn restore(format: &dyn KeyFormat<K>, from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let (bound, depth): (FBound, _) = (from.part()?, from.part()?);
        let mut number = || from.count().map(|count| count as usize);
        let (newest, stored, shards) = (number()?, number()?, number()?);
        let (next_shard, expanded) = (number()?, number()?);
        let (open, met) = (from.keys(format)?, Expanded::restore(format, from)?);
        let is_possible = depth <= bound.limit()
            && (1..=SHARDS).contains(&shards)
            && next_shard <= SHARDS
            && expanded <= open.len();
        if !is_possible {
            return Err(Unreadable::Invalid("such a position in the search"));
        }
        let walks = Walks::none();
        Ok(Self { bound, depth, newest, stored, shards, next_shard, open, expanded, met, walks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Depth;
    use crate::graph::Graph;
    use crate::outcome::unlimited;
    use crate::problem::{LazyTesting, key_format};

    #[test]
    fn a_state_that_is_no_goal_is_not_resumed_as_one() {
        let graph = Graph::new(4, &[(1, 2), (2, 3)], vec![1], vec![3]);
        let problem = graph.problem();
        let format = key_format(&problem.space);
        let read_with = |goal| {
            unlimited(|monitor| {
                let mut saved = LayeredSearch::new(&problem, LazyTesting::On, monitor);
                saved.running = saved.begin(Depth(2), monitor);
                saved.running.as_mut().expect("the root is no goal").met.goal = Some(goal);
                let mut bytes = vec![];
                saved.save(&*format, &mut Writer::new(&mut bytes)).expect("memory takes all");
                let (length, mut bytes) = (bytes.len() as u64, &bytes[..]);
                let from = &mut Reader::new(&mut bytes, length);
                LayeredSearch::new(&problem, LazyTesting::On, monitor).restore(&*format, from)
            })
        };
        assert!(read_with(3).is_ok());
        assert!(matches!(read_with(2), Err(Unreadable::Invalid("such a goal"))));
    }
}
