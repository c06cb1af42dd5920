//! A plan from stored layers, traced back from the last one.

use crate::StateSpace as _;
use crate::artifact::FileError;
use crate::external::Unfinished;
use crate::external::disk::Disk;
use crate::external::layer::Layer;
use crate::external::numbers::Numbers;
use crate::external::run::{Run, RunReader};
use crate::problem::{Action, Backward, Key, Parts};
use crate::snapshot::Unreadable;
use crate::store::plan_extraction::moves_between;

/// Finds the least of some ascending numbers that is in a run.
pub(crate) type FindIn<'a> = dyn FnMut(Run, &[u128]) -> Result<Option<u128>, Unfinished> + 'a;

/// The plan to a goal one move beyond these layers, whose runs are searched by `find`.
///
/// # Sound because
/// a layer has every state within the bound at its depth, so one that leads to a state of the next
/// layer is in it; and every state in it can be reached in that many moves.
///
/// # Errors
/// Those of `find`, and if no state of a layer leads to the next one.
///
/// # Complexity
/// Reads each layer once, up to the state on the plan.
pub(crate) fn plan<P: Parts<Space: Backward>>(
    problem: &P,
    numbers: &Numbers<Key<P>>,
    (disk, layers): (&Disk, &[Layer]),
    goal: u128,
    find: &mut FindIn<'_>,
) -> Result<Vec<Action<P>>, Unfinished> {
    let reversed = problem.space().reversed();
    let mut key = numbers.key(goal).expect("it is the number of a child");
    let mut way = vec![key];
    for layer in layers.iter().rev() {
        let mut before = vec![];
        reversed.successors(&reversed.unpack(key), |_, state| {
            before.push(numbers.number(reversed.pack(&state)));
        });
        before.sort_unstable();
        let found = find(layer.open, &before)?;
        let path = disk.path(layer.open.number);
        let error = Unreadable::Invalid("a layer that does not lead to the next one");
        let found = found.and_then(|number| numbers.key(number));
        key = found.ok_or(FileError::Content { path, error })?;
        way.push(key);
    }
    way.reverse();
    Ok(moves_between(problem.space(), &way))
}

/// The least of some ascending numbers that is in a run of numbers of `width` bytes.
///
/// # Errors
/// Those of `poll`, and if the run cannot be read or was altered.
pub(crate) fn find_in_run(
    (disk, width): (&Disk, usize),
    run: Run,
    numbers: &[u128],
    poll: &mut dyn FnMut() -> Result<(), Unfinished>,
) -> Result<Option<u128>, Unfinished> {
    let mut reader = RunReader::open(disk, run, width)?;
    let mut block = vec![];
    loop {
        poll()?;
        let Some(header) = reader.header()? else { return Ok(None) };
        if !header.may_have_any(numbers) {
            reader.skip(header)?;
            continue;
        }
        block.clear();
        reader.read(header, &mut block)?;
        if let Some(&found) = numbers.iter().find(|&number| block.binary_search(number).is_ok()) {
            return Ok(Some(found));
        }
    }
}
