//! The end of a joint step of all ranks: the result of all, or why there is none.

use crate::Stop;
use crate::artifact::FileError;
use crate::distributed::{Transport, gather, number_of, stop_of, together};
use crate::external::Unfinished;

/// The numbers of all ranks, and the limit that a rank has reached.
///
/// # Errors
/// If a file of one rank cannot be used, on all ranks.
pub(super) fn conclude<const N: usize>(
    transport: &mut dyn Transport,
    done: Result<[u64; N], Unfinished>,
    otherwise: [u64; N],
) -> Result<(Vec<[u64; N]>, Option<Stop>), FileError> {
    let (stop, done) = match done {
        Ok(numbers) => (None, Ok(numbers)),
        Err(Unfinished::Stopped(stop)) => (Some(stop), Ok(otherwise)),
        Err(Unfinished::Failed(error)) => (None, Err(error)),
    };
    let numbers = together(transport, done)?;
    let stops = gather(transport, [number_of(stop)]);
    let stop = stops.iter().map(|[stop]| *stop).max().and_then(stop_of);
    Ok((gather(transport, numbers), stop))
}

/// The numbers of all ranks, if all have reached the end.
///
/// # Errors
/// What kept one rank from it, on all ranks.
pub(super) fn agreed<const N: usize>(
    transport: &mut dyn Transport,
    done: Result<[u64; N], Unfinished>,
) -> Result<Vec<[u64; N]>, Unfinished> {
    match conclude(transport, done, [0; N])? {
        (numbers, None) => Ok(numbers),
        (_, Some(stop)) => Err(stop.into()),
    }
}

/// A state's number in the form that is gathered, or zeros.
pub(super) fn words(number: Option<u128>) -> [u64; 3] {
    let some = number.unwrap_or(0);
    [number.is_some().into(), (some >> 64) as u64, some as u64]
}

/// The least of the gathered numbers.
pub(super) fn least(all: impl IntoIterator<Item = [u64; 3]>) -> Option<u128> {
    let number = |[_, high, low]: [u64; 3]| u128::from(high) << 64 | u128::from(low);
    all.into_iter().filter(|[is_some, ..]| *is_some > 0).map(number).min()
}
