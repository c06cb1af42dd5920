//! The channels: the parts of the three columns below the small pieces, where only big pieces
//! stand, and what happens to the big pieces there.
//!
//! `theory/panex-exchange.md` of the book defines the terms (small, big, channel, way) and shows
//! why sequences may be reduced.

use fewest_rules::panex::Column;
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::fmt;

/// A big piece that can be touched between one choke point and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Big {
    /// The top piece of the left channel.
    A,
    /// The top piece of the middle channel.
    B,
    /// The piece below [`Big::B`].
    C,
    /// The top piece of the right channel.
    D,
}

impl fmt::Display for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A big piece leaves or enters a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// The piece leaves: `A^L`.
    Lift(Big, Column),
    /// The piece enters: `AvM`.
    Drop(Big, Column),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lift(big, column) => write!(f, "{big}^{column}"),
            Self::Drop(big, column) => write!(f, "{big}v{column}"),
        }
    }
}

/// Events in order, reduced; written with commas between them, or `-` if there are none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Events(pub Vec<Event>);

impl fmt::Display for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return write!(f, "-");
        }
        for (i, event) in self.0.iter().enumerate() {
            write!(f, "{}{event}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// Which of the four big pieces each of the three channels holds, from the top.
pub(super) type Channels = [Vec<Big>; 3];

/// What the channels have held since the beginning, reduced.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct History(Vec<Channels>);

impl History {
    fn beginning() -> Self {
        Self(vec![[vec![Big::A], vec![Big::B, Big::C], vec![Big::D]]])
    }

    fn last(&self) -> &Channels {
        &self.0[self.0.len() - 1]
    }

    /// Adds a step and reduces; `None` if a shorter way does the same.
    fn extended(&self, channels: Channels) -> Option<Self> {
        let count = |channels: &Channels| channels.iter().map(Vec::len).sum::<usize>();
        let mut steps = self.0.clone();
        steps.push(channels);
        // Only the last two events can have become a pair that cancels out.
        while let [.., before, between, after] = &steps[..] {
            if before != after {
                break;
            }
            if count(between) < count(before) {
                return None;
            }
            let is_changed = |&channel: &usize| between[channel] != before[channel];
            let has_room = (0..3).find(is_changed).is_some_and(|channel| {
                let (now, first) = (&before[channel], &steps[0][channel]);
                now.len() < first.len() && first.ends_with(now)
            });
            if !has_room {
                break;
            }
            steps.truncate(steps.len() - 2);
        }
        let mut whole: Vec<_> = steps.iter().filter(|channels| count(channels) == 4).collect();
        let arrangements = whole.len();
        whole.sort_unstable();
        whole.dedup();
        (whole.len() == arrangements).then_some(Self(steps))
    }

    fn events(&self) -> Events {
        let event = |pair: &[Channels]| {
            let channel = (0..3).find(|&c| pair[0][c] != pair[1][c])?;
            let column = Column::ALL[channel];
            Some(match pair[0][channel].len() < pair[1][channel].len() {
                true => Event::Drop(pair[1][channel][0], column),
                false => Event::Lift(pair[0][channel][0], column),
            })
        };
        Events(self.0.windows(2).filter_map(event).collect())
    }
}

/// Histories by number: boards are compared millions of times, but few histories occur.
#[derive(Default)]
pub(super) struct Histories {
    all: Vec<History>,
    numbers: HashMap<History, u16, FixedState>,
    next: HashMap<(u16, Event), Option<u16>, FixedState>,
}

impl Histories {
    fn number(&mut self, history: History) -> u16 {
        let next = self.all.len() as u16;
        *self.numbers.entry(history).or_insert_with_key(|history| {
            self.all.push(history.clone());
            next
        })
    }

    /// Returns the history in which nothing has happened yet.
    pub(super) fn beginning(&mut self) -> u16 {
        self.number(History::beginning())
    }

    /// Returns the history of reduced events.
    pub(super) fn of(&mut self, events: &Events) -> Option<u16> {
        let beginning = self.beginning();
        events.0.iter().try_fold(beginning, |history, &event| self.after(history, event))
    }

    /// Returns what the channels hold at the end.
    pub(super) fn channels(&self, history: u16) -> &Channels {
        self.all[usize::from(history)].last()
    }

    /// Returns the events.
    pub(super) fn events(&self, history: u16) -> Events {
        self.all[usize::from(history)].events()
    }

    /// Adds an event; `None` if it cannot happen or a shorter way does the same.
    pub(super) fn after(&mut self, history: u16, event: Event) -> Option<u16> {
        if let Some(&known) = self.next.get(&(history, event)) {
            return known;
        }
        let mut channels = self.channels(history).clone();
        let is_possible = match event {
            Event::Lift(big, column) => {
                let channel = &mut channels[column.index()];
                let is_top = channel.first() == Some(&big);
                is_top.then(|| channel.remove(0));
                is_top
            }
            Event::Drop(big, column) => {
                channels[column.index()].insert(0, big);
                true
            }
        };
        let extended = self.all[usize::from(history)].extended(channels);
        let next = extended.filter(|_| is_possible).map(|history| self.number(history));
        self.next.insert((history, event), next);
        next
    }
}
