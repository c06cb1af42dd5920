//! The states that prove a lower bound, for a certificate.

use crate::model::Model;
use crate::state::State;
use crate::word::Word;
use fewest_rules::panex::{Colour, Column, Instance};
use fewest_search::breadth_first::{self, VisitLayer};
use fewest_search::problem::Heuristic;
use fewest_search::{Depth, Monitor, Problem, StateSpace as _, Stop};

/// Visits what [`breadth_first::closed_states`] does from the start, layer by layer: the states of a
/// layer one after the other. A state has a byte for each piece, column by column from the bottom up,
/// and 0 between two columns: twice its size, less one in colour a. Whether no state is the goal.
///
/// # Errors
/// The limit that is reached; memory if the towers are higher than 12, whose states do not fit into
/// 16 bytes.
pub fn closed_states(
    instance: &Instance,
    bound: Option<Depth>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Stop> {
    match Model::<u64>::new(instance) {
        Some(model) => of_model(&model, bound, visit, monitor),
        None => {
            let model = Model::<u128>::new(instance).ok_or(Stop::Memory)?;
            of_model(&model, bound, visit, monitor)
        }
    }
}

fn of_model<K: Word>(
    model: &Model<K>,
    bound: Option<Depth>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Stop> {
    let mut visit = |depth, keys: &[K]| {
        let mut bytes = vec![];
        for &key in keys {
            add_bytes(&model.unpack(key), &mut bytes);
        }
        visit(depth, &bytes)
    };
    let problem = Problem::new(model.clone(), OneMove(model));
    breadth_first::closed_states(&problem, bound, &mut visit, monitor)
}

/// What is not the goal needs a move.
struct OneMove<'a, K>(&'a Model<K>);

impl<K: Word> Heuristic<Model<K>> for OneMove<'_, K> {
    type Value = ();

    fn value(&self, _: &State<K>) {}

    fn estimate(&self, state: &State<K>, (): &()) -> Option<Depth> {
        Some(Depth(u16::from(!self.0.is_goal(state))))
    }
}

fn add_bytes<K: Word>(state: &State<K>, bytes: &mut Vec<u8>) {
    for column in Column::ALL {
        if column != Column::L {
            bytes.push(0);
        }
        for piece in state.bottom_up(column.index()) {
            let piece = piece.piece();
            bytes.push(2 * piece.size as u8 - u8::from(piece.colour == Colour::A));
        }
    }
}
