//! The end of a piece of a layer: the totals of all ranks.

use crate::Stop;
use crate::distributed::collective::gather;
use crate::distributed::expansion::Part;
use crate::distributed::layers::Layers;
use crate::distributed::message::{depth_of, number_of, stop_of, word_of};
use crate::distributed::place::Place;
use crate::problem::{Key, Parts};

/// The end of a piece.
pub(super) struct Ended<K> {
    /// The least goal of the layer, if the layer is complete or a limit ended it.
    pub(super) goal: Option<K>,
    /// The limit that a rank reached.
    pub(super) stop: Option<Stop>,
    /// The layer is complete.
    pub(super) is_whole: bool,
    /// It is time to save the search.
    pub(super) is_due: bool,
    /// A rank has lost states, so the layer cannot be continued.
    pub(super) is_lossy: bool,
}

impl<P: Parts> Layers<'_, '_, '_, P> {
    /// Combines the parts of all ranks.
    pub(super) fn conclude(
        &mut self,
        place: &mut Place<Key<P>>,
        part: Part<Key<P>>,
    ) -> Ended<Key<P>> {
        let Part { expanded, generated, tested, new, sum, xor, own, stop, .. } = part;
        place.own = own;
        let goal = place.own.goal;
        let next = word_of(part.bound.next);
        let flags = [part.is_due, part.is_lossy, goal.is_some(), !part.is_whole].map(u64::from);
        let [due, lossy, has_goal, not_whole] = flags;
        let mine = [
            expanded,
            generated,
            tested,
            new,
            sum,
            xor,
            next,
            number_of(stop),
            due,
            lossy,
            has_goal,
            not_whole,
        ];
        let all = gather(self.mailbox.transport(), mine);
        let (shared, work) = (&mut place.shared, &mut self.work);
        for (rank, part) in all.iter().enumerate() {
            let [expanded, generated, tested, new, sum, xor, next, ..] = part;
            work.statistics.expanded += expanded;
            work.statistics.generated += generated;
            work.tested += tested;
            shared.open[rank] = shared.open[rank].saturating_sub(*expanded);
            shared.new[rank] += new;
            shared.generated += generated;
            shared.digest = (shared.digest.0.wrapping_add(*sum), shared.digest.1 ^ xor);
            depth_of(*next).into_iter().for_each(|next| shared.bound.prune(next));
        }
        let most = |place: usize| all.iter().map(|part| part[place]).max().unwrap_or(0);
        let (stop, is_whole) = (stop_of(most(7)), most(11) == 0);
        let has_goal = most(10) > 0 && (is_whole || stop.is_some());
        let (is_due, is_lossy) = (most(8) > 0, most(9) > 0);
        let goal = if has_goal { self.least(goal) } else { None };
        Ended { goal, stop, is_whole, is_due, is_lossy }
    }

    /// The least of the goals of all ranks.
    fn least(&mut self, goal: Option<Key<P>>) -> Option<Key<P>> {
        let mut mine = vec![u8::from(goal.is_some())];
        match goal {
            Some(goal) => self.keys.append(goal, &mut mine),
            None => mine.resize(1 + self.keys.length(), 0),
        }
        let all = self.mailbox.transport().all_gather(&mine);
        let goals = all.chunks_exact(mine.len()).filter(|goal| goal[0] > 0);
        goals.map(|goal| self.keys.sent(&goal[1..])).min()
    }
}
