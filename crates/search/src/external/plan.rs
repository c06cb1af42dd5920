//! A plan from stored layers, from the last one back.

use crate::artifact::FileError;
use crate::external::Unfinished;
use crate::external::layers::Layers;
use crate::external::run::RunReader;
use crate::problem::{Action, Backward, Parts};
use crate::snapshot::Unreadable;
use crate::store::plan_extraction::moves_between;
use crate::{Monitor, StateSpace as _};

/// The plan to a goal behind the last layer.
///
/// # Sound because
/// a layer has every state at its depth that is within the bound, so one that leads to a state of
/// the next layer is in it; and whichever is in it can be reached in so many moves.
///
/// # Complexity
/// Reads each layer once, up to the state that is on the way.
pub(crate) fn plan<P: Parts<Space: Backward>>(
    problem: &P,
    layers: &Layers<'_, P>,
    goal: u128,
    monitor: &mut Monitor<'_>,
) -> Result<Vec<Action<P>>, Unfinished> {
    let numbers = &layers.numbers;
    let reversed = problem.space().reversed();
    let mut key = numbers.key(goal).expect("it is the number of a child");
    let mut way = vec![key];
    for layer in layers.layers().iter().rev() {
        let mut before = vec![];
        reversed.successors(&reversed.unpack(key), |_, state| {
            before.push(numbers.number(reversed.pack(&state)));
        });
        before.sort_unstable();
        let mut reader = RunReader::open(layers.disk, layer.open, numbers.bytes())?;
        let mut block = vec![];
        let found = loop {
            monitor.poll(layers.lower, &layers.work.statistics)?;
            let Some(header) = reader.header()? else { break None };
            if !header.may_have_any(&before) {
                reader.skip(header)?;
                continue;
            }
            block.clear();
            reader.read(header, &mut block)?;
            if let Some(&found) = before.iter().find(|&number| block.binary_search(number).is_ok())
            {
                break Some(found);
            }
        };
        let path = layers.disk.path(layer.open.number);
        let error = Unreadable::Invalid("a layer without a way to the next");
        let found = found.and_then(|number| numbers.key(number));
        key = found.ok_or(FileError::Content { path, error })?;
        way.push(key);
    }
    way.reverse();
    Ok(moves_between(problem.space(), &way))
}
