//! The end of what ranks do together: what all of them have done, or why it has no end.

use crate::artifact::FileError;
use crate::distributed::Transport;
use crate::distributed::collective::{gather, together};
use crate::distributed::message::{number_of, stop_of};
use crate::external::Unfinished;
use crate::{Depth, Stop};

/// The numbers of all ranks, and the limit that one of them has reached.
///
/// # Errors
/// If a file of one of them cannot be used, on all of them.
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

/// The numbers of all ranks, if all have come to the end.
///
/// # Errors
/// What kept one of them from it, on all of them.
pub(super) fn agreed<const N: usize>(
    transport: &mut dyn Transport,
    done: Result<[u64; N], Unfinished>,
) -> Result<Vec<[u64; N]>, Unfinished> {
    match conclude(transport, done, [0; N])? {
        (numbers, None) => Ok(numbers),
        (_, Some(stop)) => Err(stop.into()),
    }
}

/// A number of a state as it is gathered; zeros if there is none.
pub(super) fn words(number: Option<u128>) -> [u64; 3] {
    let some = number.unwrap_or(0);
    [number.is_some().into(), (some >> 64) as u64, some as u64]
}

/// The least of the numbers that ranks have gathered.
pub(super) fn least(all: impl IntoIterator<Item = [u64; 3]>) -> Option<u128> {
    let number = |[_, high, low]: [u64; 3]| u128::from(high) << 64 | u128::from(low);
    all.into_iter().filter(|[is_some, ..]| *is_some > 0).map(number).min()
}

/// The least f beyond a bound as it is gathered; zero if there is none.
pub(super) fn word(next: Option<Depth>) -> u64 {
    next.map_or(0, |next| u64::from(next.0) + 1)
}

/// The same of a number that was gathered.
pub(super) fn depth(word: u64) -> Option<Depth> {
    word.checked_sub(1).map(|next| Depth(next as u16))
}
