//! The states that prove a lower bound, for a certificate.

use crate::bits::Bits;
use crate::dispatch::{WithModel, with_model};
use crate::ground::Ground;
use crate::hmax::Hmax;
use crate::model::Model;
use fewest_search::breadth_first::VisitLayer;
use fewest_search::erased::{self, PackedKey};
use fewest_search::{Depth, Monitor, Problem, Stop};

/// Visits what [`erased::closed_states`] does from the start with [`Hmax`], layer by layer:
/// the states of a layer one after the other, in [`Ground::state_bytes`] bytes each. A state has a
/// bit for each atom of the task, in the order of [`Ground`], from the lowest bit of the first byte
/// on. Returns whether no state is a goal.
///
/// # Errors
/// The limit that is reached.
pub fn closed_states(
    ground: &Ground,
    bound: Option<Depth>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Stop> {
    with_model(ground, Close { ground, bound, visit, monitor })
}

struct Close<'a, 'v, 'm> {
    ground: &'a Ground,
    bound: Option<Depth>,
    visit: &'a mut VisitLayer<'v, [u8]>,
    monitor: &'a mut Monitor<'m>,
}

impl WithModel for Close<'_, '_, '_> {
    type Output = Result<bool, Stop>;

    fn with<const N: usize>(self, model: Model<N>) -> Self::Output
    where
        Bits<N>: PackedKey,
    {
        let Self { ground, bound, visit, monitor } = self;
        let width = ground.state_bytes();
        let mut visit = |depth, keys: &[crate::Bits<N>]| {
            let mut bytes = Vec::with_capacity(width * keys.len());
            keys.iter().for_each(|key| key.add_bytes(width, &mut bytes));
            visit(depth, &bytes)
        };
        let problem = Problem::new(model, Hmax::new(ground));
        erased::closed_states(&problem, bound, &mut visit, monitor)
    }
}
