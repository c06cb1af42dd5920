//! The layer of one rank, made from the candidates it owns.

use crate::Monitor;
use crate::StateSpace as _;
use crate::distributed::on_disk::layers::{Layers, Running};
use crate::distributed::owner::hash_of;
use crate::external::Unfinished;
use crate::external::candidates::Candidates;
use crate::external::layer::{Layer, LayerMaker};
use crate::problem::{FBound, Parts};

/// The new part of a layer on one rank.
#[derive(Default)]
pub(super) struct New {
    pub(super) states: u64,
    /// Sum of their hashes.
    pub(super) sum: u64,
    pub(super) xor: u64,
    /// The least goal.
    pub(super) goal: Option<u128>,
    pub(super) tested: u64,
}

impl<P: Parts> Layers<'_, '_, P> {
    /// Makes a layer of the candidates. `bound` records the least f of those that the test refutes.
    ///
    /// # Errors
    /// If it is time to stop, or the disk is full or fails, or a run was altered.
    pub(super) fn make(
        &self,
        candidates: Candidates<'_>,
        bound: &mut FBound,
        is_goal_met: bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<(Layer, New), Unfinished> {
        let Self { problem, numbers, disk, sizes, lower, work, .. } = self;
        let Running { shared, layers } = self.running.as_ref().expect("it has begun");
        let earlier = &layers[self.scope.first(layers.len())..];
        let (mut new, space) = (New::default(), problem.space());
        let halt = monitor.halt();
        let mut visit = |states: &[u128]| {
            monitor.poll(*lower, &work.statistics)?;
            for &number in states {
                let key = numbers.key(number).expect("it is the number of a child");
                let hash = hash_of(key);
                new.states += 1;
                new.sum = new.sum.wrapping_add(hash);
                new.xor ^= hash;
                if is_goal_met && space.is_goal(&space.unpack(key)) {
                    // In ascending order.
                    new.goal.get_or_insert(number);
                }
            }
            Ok(())
        };
        let maker = LayerMaker { problem: *problem, numbers, disk, block: sizes.block };
        let (layer, tested) =
            maker.of_candidates(candidates, earlier, shared.depth, bound, halt, &mut visit)?;
        new.tested = tested;
        Ok((layer, new))
    }
}
