//! Choke points: where the small pieces must stand when a big one enters or leaves a channel,
//! and what one level adds to the level below.

use super::events::{Big, Channels, Event, Events};
use fewest_rules::panex::Column;

/// How the small pieces stand, sorted by size in two columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pattern {
    /// Left and right at levels 1 to N, as before an exchange.
    U0,
    /// Middle and right at levels 1 to N.
    U1,
    /// As [`Pattern::U1`], but the 1 of the middle on top of the right column, at level 0.
    U2,
    /// [`Pattern::U1`] mirrored.
    U3,
    /// [`Pattern::U2`] mirrored.
    U4,
}

impl Pattern {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::U0, Self::U1, Self::U2, Self::U3, Self::U4];

    /// As an index into an array with a place for each pattern.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The column without small pieces: the open channel.
    pub fn free_column(self) -> Column {
        match self {
            Self::U0 => Column::M,
            Self::U1 | Self::U2 => Column::L,
            Self::U3 | Self::U4 => Column::R,
        }
    }

    /// How many of the small pieces up to size `n` stand in each column.
    pub fn heights(self, n: u32) -> [u32; 3] {
        match self {
            Self::U0 => [n, 0, n],
            Self::U1 => [0, n, n],
            Self::U2 => [0, n - 1, n + 1],
            Self::U3 => [n, n, 0],
            Self::U4 => [n + 1, n - 1, 0],
        }
    }

    /// The pattern with these heights.
    pub fn of_heights(heights: [u32; 3], n: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|pattern| pattern.heights(n) == heights)
    }
}

/// The two pieces of one size: the one met first from the left, and from the top within a
/// column, before anything moves; and the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Twin {
    /// The one met first.
    First,
    /// The other.
    Second,
}

/// What stands in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occupant {
    /// A piece of the size that is the level's number.
    Twin(Twin),
    /// A larger piece.
    Big(Big),
}

/// How a way from one choke point to the next ends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// The pattern of the small pieces.
    pub pattern: Pattern,
    /// What became of the big pieces.
    pub events: Events,
}

/// A position between two choke points of size N + 1 that is a choke point of size N, as far as
/// costs depend on it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Partial {
    /// How the pieces up to size N stand.
    pub pattern: Pattern,
    /// What stands at level N + 1 of each column.
    pub row: [Option<Occupant>; 3],
    /// What became of the pieces larger than N + 1.
    pub events: Events,
}

/// Whether a big piece that nobody touches again rests right below the zone or deeper.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Deeper,
    BelowTheZone,
}

impl Partial {
    /// The choke point of size N + 1 where nothing has moved yet.
    pub fn start(pattern: Pattern) -> Self {
        let free = pattern.free_column();
        let mut twins = [Twin::First, Twin::Second].map(Occupant::Twin).into_iter();
        let row = Column::ALL.map(|column| if column == free { None } else { twins.next() });
        Self { pattern, row, events: Events::default() }
    }

    /// Whether this is a choke point of size N + 1 as well: the two pieces of that size stand
    /// below those of N.
    pub fn is_choke_point(&self) -> bool {
        let has_twin = |c: &Column| matches!(self.row[c.index()], Some(Occupant::Twin(_)));
        let free = self.pattern.free_column();
        self.row[free.index()].is_none()
            && Column::ALL.iter().filter(|column| has_twin(column)).count() == 2
    }

    /// Whether the two pieces of size N + 1 have changed places.
    pub fn is_swapped(&self) -> bool {
        let first = self.row.iter().find(|place| matches!(place, Some(Occupant::Twin(_))));
        first == Some(&Some(Occupant::Twin(Twin::Second)))
    }

    /// How the way from one choke point of size N + 1 to the next ends here.
    pub fn ending(&self) -> Ending {
        Ending { pattern: self.pattern, events: self.events.clone() }
    }

    /// All that can be here after one more way between choke points of size N, which ended with
    /// `ending`.
    ///
    /// The big pieces of that way are whatever is on top here: at level N + 1 or below. Each of
    /// its events happens at level N + 1 or, if the piece passes that level, is an event here.
    ///
    /// A piece that is dropped stays at level N + 1 if the next thing in its column is that it is
    /// lifted again: whether it had fallen deeper makes no difference then. It falls deeper if
    /// another is dropped on top. If it is not touched again both are possible, and the choice
    /// is left to what comes later.
    pub fn after(&self, ending: &Ending) -> Vec<Self> {
        let below = self.events.channels();
        let actor = |big: Big| {
            let (column, depth) = match big {
                Big::A => (Column::L, 0),
                Big::B => (Column::M, 0),
                Big::C => (Column::M, 1),
                Big::D => (Column::R, 0),
            };
            let bigs = below.of(column).iter().copied().map(Occupant::Big);
            self.row[column.index()].into_iter().chain(bigs).nth(depth)
        };
        let mut results = Vec::new();
        for rest in [Rest::Deeper, Rest::BelowTheZone] {
            let result = self.play(&below, ending, actor, rest);
            if let Some(partial) = result.filter(|partial| !results.contains(partial)) {
                results.push(partial);
            }
        }
        results
    }

    fn play(
        &self,
        below: &Channels,
        ending: &Ending,
        actor: impl Fn(Big) -> Option<Occupant>,
        rest: Rest,
    ) -> Option<Self> {
        let (mut row, mut channels) = (self.row, below.clone());
        let mut events = self.events.as_slice().to_vec();
        let way = ending.events.as_slice();
        for (at, &event) in way.iter().enumerate() {
            let passes = match event {
                Event::Lift(big, column) => {
                    let piece = actor(big)?;
                    let place = &mut row[column.index()];
                    match (place.take(), piece) {
                        (Some(standing), _) if standing == piece => None,
                        (None, Occupant::Big(big)) => Some(Event::Lift(big, column)),
                        _ => return None,
                    }
                }
                Event::Drop(big, column) => {
                    let piece = actor(big)?;
                    let place = &mut row[column.index()];
                    if place.is_some() {
                        return None;
                    }
                    let in_column = |later: &&Event| match later {
                        Event::Lift(_, c) | Event::Drop(_, c) => *c == column,
                    };
                    let stays = match way[at + 1..].iter().find(in_column) {
                        Some(Event::Lift(..)) => true,
                        Some(Event::Drop(..)) => false,
                        None => rest == Rest::BelowTheZone,
                    };
                    match piece {
                        // Its size keeps a twin from passing.
                        Occupant::Big(big) if !stays => Some(Event::Drop(big, column)),
                        _ => {
                            *place = Some(piece);
                            None
                        }
                    }
                }
            };
            if let Some(event) = passes {
                if !channels.carry_out(event) {
                    return None;
                }
                events.push(event);
            }
        }
        let events = Events::reduced(events)?;
        Some(Self { pattern: ending.pattern, row, events })
    }
}
