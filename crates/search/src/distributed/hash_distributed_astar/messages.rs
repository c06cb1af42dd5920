//! The messages that a rank of hash-distributed A* receives.

use crate::Depth;
use crate::distributed::hash_distributed_astar::rank::{GeneratedState, Rank};
use crate::distributed::message::{Kind, depth_of, numbers, stop_of, word_of};
use crate::distributed::waves::{Answer, Proved};
use crate::problem::Parts;
use crate::store::StateIndex;

impl<P: Parts> Rank<'_, '_, P> {
    /// Processes a message.
    pub(super) fn take(&mut self, from: usize, message: &[u8]) {
        let (kind, rest) = Kind::of(message);
        let mut all = numbers(rest);
        let depth = |number: Option<u64>| number.and_then(depth_of);
        match kind {
            Kind::States => {
                self.interval.receive(all.next().unwrap_or(0));
                let length = self.keys.length();
                for state in rest[8..].chunks_exact(length + 8) {
                    let (key, rest) = state.split_at(length);
                    let word = |at: usize| Depth(u16::from_le_bytes([rest[at], rest[at + 1]]));
                    let parent =
                        StateIndex(u32::from_le_bytes([rest[4], rest[5], rest[6], rest[7]]));
                    let (key, rank) = (self.keys.sent(key), from as u32);
                    self.reach(GeneratedState { key, depth: word(0), f: word(2), parent, rank });
                }
            }
            Kind::Upper => self.improve(depth(all.next())),
            Kind::Probe => self.answer(),
            Kind::Answer => {
                let least = depth(all.next());
                let (sent, received) = (all.next().unwrap_or(0), all.next().unwrap_or(0));
                self.improve(depth(all.next()));
                self.answered(Answer { least, sent, received });
            }
            Kind::Stop => self.stop = self.stop.or(all.next().and_then(stop_of)),
            Kind::End => self.is_over = true,
            Kind::Last | Kind::Pause | Kind::Next | Kind::Block => {}
        }
    }

    /// Answers a wave.
    pub(super) fn answer(&mut self) {
        // What waits for a full batch is in transit from now on.
        let sent = self.mailbox.flush();
        self.interval.send(sent);
        let open = self.open.least().map(|f| Depth(f as u16));
        let upper = self.upper;
        let open = open.filter(|&f| upper.is_none_or(|upper| f < upper));
        let answer = self.interval.answer(open);
        if self.leader.is_some() {
            return self.answered(answer);
        }
        let Answer { least, sent, received } = answer;
        let answer = [word_of(least), sent, received, word_of(self.upper)];
        self.mailbox.post(0, Kind::Answer.with(&answer));
    }

    /// Processes a rank's answer, and ends the search if the answer shows that it is over.
    fn answered(&mut self, answer: Answer) {
        let Some(proved) = self.leader.as_mut().and_then(|leader| leader.take(answer)) else {
            return;
        };
        let least = match proved {
            Proved::Nothing => return,
            Proved::Least(least) => Some(least),
            Proved::AllIdle => None,
        };
        match (least, self.upper) {
            (Some(least), upper) if upper.is_none_or(|upper| least < upper) => {
                self.lower = self.lower.max(least);
            }
            (_, upper) => {
                self.lower = upper.unwrap_or(self.lower);
                self.is_over = true;
                self.mailbox.tell(&Kind::End.with(&[]));
            }
        }
    }
}
