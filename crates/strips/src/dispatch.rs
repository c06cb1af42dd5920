//! The smallest states that a task fits into.

use crate::bits::Bits;
use crate::ground::Ground;
use crate::model::Model;
use fewest_search::erased::PackedKey;

/// An operation on a model, whatever the size of its states.
pub(crate) trait WithModel {
    type Output;
    fn with<const N: usize>(self, model: Model<N>) -> Self::Output
    where
        Bits<N>: PackedKey;
}

/// Runs an operation on the model of a task.
pub(crate) fn with_model<W: WithModel>(ground: &Ground, what: W) -> W::Output {
    match ground.atoms {
        0..=64 => what.with(Model::<1>::new(ground)),
        65..=128 => what.with(Model::<2>::new(ground)),
        129..=256 => what.with(Model::<4>::new(ground)),
        _ => what.with(Model::<12>::new(ground)),
    }
}
