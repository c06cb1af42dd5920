//! The states that prove a lower bound, for a certificate.

use crate::bits::Bits;
use crate::dispatch::with_model;
use crate::ground::Ground;
use crate::hmax::Hmax;
use fewest_search::breadth_first::VisitLayer;
use fewest_search::erased;
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
    let width = ground.state_bytes();
    with_model!(ground, model => {
        let mut visit = |depth, keys: &[Bits<_>]| {
            let mut bytes = Vec::with_capacity(width * keys.len());
            keys.iter().for_each(|key| key.add_bytes(width, &mut bytes));
            visit(depth, &bytes)
        };
        let problem = Problem::new(model, Hmax::new(ground));
        erased::closed_states(&problem, bound, &mut visit, monitor)
    })
}
