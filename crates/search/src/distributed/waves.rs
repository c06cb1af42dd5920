//! Determines the joint progress of several ranks, by waves of questions and counts of messages.
//!
//! A wave asks every rank for the smallest f of all states that it has held or sent since the
//! previous wave. The smallest answer is a lower bound for all ranks together, although they answer
//! at different times and states are in transit between them. The search is over when this bound
//! reaches the length of the best plan, or when no states were held.
//!
//! # Sound because
//! consider a moment T between two waves. A state to be expanded is then held by a rank, or in
//! transit. In the first case its rank counts it in the second wave. A state in transit was sent
//! after its sender had answered the first wave, and then is counted there; or it was sent before,
//! and then the counts of messages show whether all of those have arrived by the second wave: if
//! so, its receiver counts it, and if not, the second wave shows nothing. On every path to a goal
//! that is shorter than the best plan known there is, at T, a state to be expanded with f at most
//! the length of the path.
//!
//! # Source
//! Mattern, "Efficient algorithms for distributed snapshots and global virtual time approximation",
//! Journal of Parallel and Distributed Computing 18 (1993); the end of the search is the bound
//! without a limit, as in Mattern, "Algorithms for distributed termination detection", Distributed
//! Computing 2 (1987).

use crate::Depth;

/// A rank's answer in a wave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer {
    /// The least f of all states held since the previous wave.
    pub(super) least: Option<Depth>,
    /// Messages with states sent so far.
    pub(super) sent: u64,
    /// Messages received so far that were sent before their senders had answered the previous wave.
    pub(super) received: u64,
}

/// What a rank has held between two waves.
#[derive(Debug, Default)]
pub(super) struct Interval {
    /// Waves answered.
    wave: u64,
    least: Option<Depth>,
    sent: u64,
    /// By the waves that their senders had answered: one less than here, the same, one more.
    received: [u64; 3],
}

impl Interval {
    /// The tag of messages sent now.
    pub(super) fn wave(&self) -> u64 {
        self.wave
    }

    /// Notes that this f is held here, or sent.
    #[inline]
    pub(super) fn hold(&mut self, f: Depth) {
        self.least = Some(self.least.map_or(f, |least| least.min(f)));
    }

    /// Counts messages with states as sent.
    #[inline]
    pub(super) fn send(&mut self, messages: u64) {
        self.sent += messages;
    }

    /// Records the arrival of a message with states and this tag.
    pub(super) fn receive(&mut self, wave: u64) {
        let place = if wave < self.wave { 0 } else { 1 + (wave - self.wave) as usize };
        self.received[place] += 1;
    }

    /// Answers a wave. `open` is the least f held now; the next interval begins with it.
    pub(super) fn answer(&mut self, open: Option<Depth>) -> Answer {
        let Self { least, sent, received, .. } = *self;
        let [before, now, next] = received;
        *self = Self { wave: self.wave + 1, least: open, sent, received: [before + now, next, 0] };
        Answer { least, sent, received: before }
    }
}

/// The rank that sends the waves.
#[derive(Debug)]
pub(super) struct Leader {
    ranks: usize,
    /// Answers that are missing.
    missing: usize,
    /// Messages sent according to the answers of the previous wave.
    sent_before: u64,
    /// The answers to this wave, combined.
    all: Answer,
}

/// What a wave shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Proved {
    /// Nothing: messages from before are still in transit.
    Nothing,
    /// A state with this f was held, and none with less.
    Least(Depth),
    /// Nothing was held.
    AllIdle,
}

const NONE: Answer = Answer { least: None, sent: 0, received: 0 };

impl Leader {
    pub(super) fn new(ranks: usize) -> Self {
        Self { ranks, missing: 0, sent_before: 0, all: NONE }
    }

    /// Whether no wave is in progress.
    pub(super) fn is_ready(&self) -> bool {
        self.missing == 0
    }

    /// Starts a wave: every rank is to answer.
    pub(super) fn begin(&mut self) {
        self.missing = self.ranks;
        self.sent_before = std::mem::replace(&mut self.all, NONE).sent;
    }

    /// Processes an answer. The last one returns what the wave shows.
    pub(super) fn take(&mut self, answer: Answer) -> Option<Proved> {
        let all = &mut self.all;
        all.least = [all.least, answer.least].into_iter().flatten().min();
        all.sent += answer.sent;
        all.received += answer.received;
        self.missing -= 1;
        if self.missing > 0 {
            return None;
        }
        Some(match all.least {
            _ if all.received != self.sent_before => Proved::Nothing,
            Some(least) => Proved::Least(least),
            None => Proved::AllIdle,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave(leader: &mut Leader, answers: &[Answer]) -> Proved {
        leader.begin();
        let proved: Vec<_> = answers.iter().filter_map(|&answer| leader.take(answer)).collect();
        assert!(leader.is_ready() && proved.len() == 1);
        proved[0]
    }

    /// A rank answers, then receives what another one held, and that one answers.
    #[test]
    fn what_is_under_way_is_not_overlooked() {
        let (mut one, mut two, mut leader) =
            (Interval::default(), Interval::default(), Leader::new(2));
        one.hold(Depth(5));
        let answers = [one.answer(Some(Depth(5))), two.answer(None)];
        assert_eq!(wave(&mut leader, &answers), Proved::Least(Depth(5)));
        // One sends all it holds after two has answered.
        let second = two.answer(None);
        one.send(1);
        let tag = one.wave();
        let answers = [one.answer(None), second];
        assert_eq!(wave(&mut leader, &answers), Proved::Least(Depth(5)));
        // The message does not arrive.
        let answers = [one.answer(None), two.answer(None)];
        assert_eq!(wave(&mut leader, &answers), Proved::Nothing);
        two.receive(tag);
        two.hold(Depth(7));
        let answers = [one.answer(None), two.answer(None)];
        assert_eq!(wave(&mut leader, &answers), Proved::Least(Depth(7)));
        let answers = [one.answer(None), two.answer(None)];
        assert_eq!(wave(&mut leader, &answers), Proved::AllIdle);
    }

    #[test]
    fn messages_of_later_waves_are_counted_later() {
        let mut rank = Interval::default();
        rank.receive(1);
        rank.receive(0);
        assert_eq!(rank.answer(None).received, 0);
        rank.receive(0);
        assert_eq!(rank.answer(None).received, 2);
        assert_eq!(rank.answer(None).received, 3);
    }
}
