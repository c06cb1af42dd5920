//! The events of the big pieces below the small ones: lifts and drops, in order.
//!
//! *Small* pieces have size at most N, *big* ones are larger. The *zone* is levels 0 to N of all
//! columns; the *channels* are the columns below it. Only big pieces stand in channels.

use fewest_rules::panex::Column;

/// A big piece that the small pieces can let pass.
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

impl Big {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];
}

/// A big piece crosses the border between the zone and a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// It leaves the channel.
    Lift(Big, Column),
    /// It enters the channel.
    Drop(Big, Column),
}

/// The touched part of each channel, from the top.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channels([Vec<Big>; 3]);

impl Channels {
    /// Before any event.
    pub fn untouched() -> Self {
        Self([vec![Big::A], vec![Big::B, Big::C], vec![Big::D]])
    }

    /// Returns the pieces of a channel from the top.
    pub fn of(&self, column: Column) -> &[Big] {
        &self.0[column.index()]
    }

    /// Carries out an event; returns whether it is possible.
    #[must_use]
    pub fn carry_out(&mut self, event: Event) -> bool {
        match event {
            Event::Drop(big, column) => self.0[column.index()].insert(0, big),
            Event::Lift(big, column) => {
                let channel = &mut self.0[column.index()];
                if channel.first() != Some(&big) {
                    return false;
                }
                channel.remove(0);
            }
        }
        true
    }

    fn holds_all(&self) -> bool {
        self.0.iter().map(Vec::len).sum::<usize>() == Big::ALL.len()
    }

    /// Whether a channel has lost pieces and gained none.
    fn has_room(&self, column: Column) -> bool {
        let untouched = Self::untouched();
        let (now, before) = (self.of(column), untouched.of(column));
        now.len() < before.len() && before.ends_with(now)
    }
}

/// Events in order, reduced.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Events(Vec<Event>);

impl Events {
    /// Returns the events in order.
    pub fn as_slice(&self) -> &[Event] {
        &self.0
    }

    /// Whether nothing happened to the big pieces.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the channels after the events.
    pub fn channels(&self) -> Channels {
        let mut channels = Channels::untouched();
        for &event in &self.0 {
            let is_possible = channels.carry_out(event);
            debug_assert!(is_possible, "events are kept in a possible order");
        }
        channels
    }

    /// Returns these events and one more, reduced; `None` if a shorter way has the same effect.
    ///
    /// # Sound because
    /// 1. *A lift right before a drop of the same piece into the same channel* is waste. Leave the
    ///    piece where it was: the zone has one piece less meanwhile, so every other move stays
    ///    legal, and at least one move is saved.
    /// 2. *A drop right before a lift of the same piece from the same channel* is deleted if
    ///    the channel has lost pieces and gained none. The channel is kept in the sequence only
    ///    because a drop needs room below the zone; here there is room whatever the big pieces
    ///    are, since the place of the lowest lifted piece or the ones above it is free, and a
    ///    big piece can stand at the level right below the zone.
    /// 3. *Channels that return to an earlier state with all big pieces in them* are waste. Leave
    ///    out all moves of big pieces in between: at both times the zone held only small pieces,
    ///    and the moves of the small pieces stay legal.
    pub fn and(&self, event: Event) -> Option<Self> {
        let mut events = self.0.clone();
        events.push(event);
        Self::reduced(events)
    }

    /// Returns the reduced form of `events`; `None` if a shorter way has the same effect.
    pub fn reduced(mut events: Vec<Event>) -> Option<Self> {
        while let Some(pair) = Self::superfluous_pair(&events)? {
            events.drain(pair..pair + 2);
        }
        let mut channels = Channels::untouched();
        let mut seen = vec![channels.clone()];
        for &event in &events {
            if !channels.carry_out(event) {
                return None;
            }
            if channels.holds_all() {
                if seen.contains(&channels) {
                    return None;
                }
                seen.push(channels.clone());
            }
        }
        Some(Self(events))
    }

    /// The place of a drop and a lift that can be deleted, if any; `None` on the outside if a lift
    /// and a drop are waste.
    fn superfluous_pair(events: &[Event]) -> Option<Option<usize>> {
        let mut channels = Channels::untouched();
        for (at, &event) in events.iter().enumerate() {
            match (event, events.get(at + 1)) {
                (Event::Lift(x, c), Some(&Event::Drop(y, d))) if (x, c) == (y, d) => return None,
                (Event::Drop(x, c), Some(&Event::Lift(y, d)))
                    if (x, c) == (y, d) && channels.has_room(c) =>
                {
                    return Some(Some(at));
                }
                _ => (),
            }
            if !channels.carry_out(event) {
                return None;
            }
        }
        Some(None)
    }
}
