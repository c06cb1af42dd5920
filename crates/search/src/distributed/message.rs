//! The messages between ranks: a byte for the kind, then the content.

use crate::{Depth, Stop};

/// The kind of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// States for their owner.
    States,
    /// This many messages were sent to this rank: no more follow in this part of the search.
    Last,
    /// A limit was reached.
    Stop,
    /// It is time to save the search.
    Pause,
    /// A plan of some length is known.
    Upper,
    /// A wave asks what every rank holds.
    Probe,
    /// The answer to a wave.
    Answer,
    /// Nothing is left to search.
    End,
    /// The first rank asks for the next states of a layer.
    Next,
    /// Those states, and whether they are the last ones.
    Block,
}

impl Kind {
    const ALL: [Self; 10] = [
        Self::States,
        Self::Last,
        Self::Stop,
        Self::Pause,
        Self::Upper,
        Self::Probe,
        Self::Answer,
        Self::End,
        Self::Next,
        Self::Block,
    ];

    /// The kind of a message, and its content.
    ///
    /// # Panics
    /// If there is no such kind: all ranks run the same program.
    pub(crate) fn of(message: &[u8]) -> (Self, &[u8]) {
        let (first, rest) = message.split_first().expect("no message is empty");
        (Self::ALL[usize::from(*first)], rest)
    }

    /// A message of this kind with some numbers.
    pub(crate) fn with(self, numbers: &[u64]) -> Vec<u8> {
        let mut message = vec![self as u8];
        numbers.iter().for_each(|number| message.extend(number.to_le_bytes()));
        message
    }
}

/// The numbers in the bytes of a message.
pub(super) fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.as_chunks::<8>().0.iter().map(|&number| u64::from_le_bytes(number))
}

/// A bound in the form of a message; zero for none.
pub(crate) fn word_of(depth: Option<Depth>) -> u64 {
    depth.map_or(0, |depth| u64::from(depth.0) + 1)
}

/// The bound in a message.
pub(crate) fn depth_of(word: u64) -> Option<Depth> {
    word.checked_sub(1).map(|depth| Depth(depth as u16))
}

/// Limits, numbered from one in messages. Other limits do not end a search on ranks.
const STOPS: [Stop; 5] = [Stop::Interrupted, Stop::Time, Stop::Nodes, Stop::Memory, Stop::Disk];

/// The number of a limit; zero for none.
pub(crate) fn number_of(stop: Option<Stop>) -> u64 {
    let place = |stop| STOPS.iter().position(|&other| other == stop);
    stop.map_or(0, |stop| place(stop).map_or(1, |place| place as u64 + 1))
}

/// The limit with a number.
pub(crate) fn stop_of(number: u64) -> Option<Stop> {
    number.checked_sub(1).map(|place| STOPS[place as usize])
}
