//! The end of a layer: what all ranks have stored for it.

use crate::distributed::collective::gather;
use crate::distributed::expansion::Part;
use crate::distributed::layers::Layers;
use crate::distributed::message::{number_of, stop_of};
use crate::distributed::{LayerCount, Traffic};
use crate::problem::{FBound, Key, Parts};
use crate::{Depth, Stop};

/// What all ranks have stored for a layer.
pub(super) struct Layer<K> {
    /// By ranks.
    pub(super) states: Vec<u64>,
    pub(super) goal: Option<K>,
}

impl<P: Parts> Layers<'_, '_, P> {
    /// Puts the parts of all ranks together.
    ///
    /// # Errors
    /// The limit that one of them has reached, unless there is a goal.
    pub(super) fn conclude(
        &mut self,
        depth: Depth,
        bound: &mut FBound,
        part: Part<Key<P>>,
    ) -> Result<Layer<Key<P>>, Stop> {
        let Part { expanded, generated, tested, new, sum, xor, goal, stop, .. } = part;
        let next = part.bound.next.map_or(0, |next| u64::from(next.0) + 1);
        let has_goal = u64::from(goal.is_some());
        let mine = [expanded, generated, tested, new, sum, xor, next, number_of(stop), has_goal];
        let transport = self.mailbox.transport();
        let all = gather(transport, mine);
        let mut count = LayerCount {
            bound: bound.limit(),
            depth,
            states: 0,
            generated: 0,
            digest: [0; 2],
            traffic: Traffic::default(),
        };
        let (mut states, mut stop) = (vec![], 0);
        for [expanded, generated, tested, new, sum, xor, next, stopped, _] in &all {
            self.work.statistics.expanded += expanded;
            self.work.statistics.generated += generated;
            self.work.tested += tested;
            count.states += new;
            count.generated += generated;
            count.digest = [count.digest[0].wrapping_add(*sum), count.digest[1] ^ xor];
            if let Some(next) = next.checked_sub(1) {
                bound.prune(Depth(next as u16));
            }
            states.push(*new);
            stop = stop.max(*stopped);
        }
        let goal = if all.iter().any(|part| part[8] > 0) { self.least(goal) } else { None };
        if let (Some(stop), None) = (stop_of(stop), goal) {
            return Err(stop);
        }
        if stop == 0 {
            (self.visit)(&LayerCount { traffic: self.mailbox.traffic, ..count });
        }
        Ok(Layer { states, goal })
    }

    /// The least of the goals of all ranks.
    fn least(&mut self, goal: Option<Key<P>>) -> Option<Key<P>> {
        let mut mine = vec![u8::from(goal.is_some())];
        match goal {
            Some(goal) => self.keys.write(goal, &mut mine),
            None => mine.resize(1 + self.keys.length(), 0),
        }
        let all = self.mailbox.transport().all_gather(&mine);
        let goals = all.chunks_exact(mine.len()).filter(|goal| goal[0] > 0);
        goals.map(|goal| self.keys.read(&goal[1..])).min()
    }
}
