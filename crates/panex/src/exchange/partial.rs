//! Choke points: the arrangements that the small pieces must have when a big one enters or leaves a
//! channel, and what one level adds to the level below.

use super::events::{Big, Channels, Event, Events};
use fewest_rules::panex::Column;

/// The arrangement of the small pieces, sorted by size in two columns.
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

    /// Returns the column without small pieces: the open channel.
    pub fn free_column(self) -> Column {
        match self {
            Self::U0 => Column::M,
            Self::U1 | Self::U2 => Column::L,
            Self::U3 | Self::U4 => Column::R,
        }
    }

    /// The number of small pieces up to size `n` in each column.
    pub fn heights(self, n: u32) -> [u32; 3] {
        match self {
            Self::U0 => [n, 0, n],
            Self::U1 => [0, n, n],
            Self::U2 => [0, n - 1, n + 1],
            Self::U3 => [n, n, 0],
            Self::U4 => [n + 1, n - 1, 0],
        }
    }

    /// Returns the pattern with these heights.
    pub fn of_heights(heights: [u32; 3], n: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|pattern| pattern.heights(n) == heights)
    }
}

/// The two pieces of one size: the first one from the left, and from the top within a column,
/// before anything moves; and the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Twin {
    /// The first one.
    First,
    /// The other.
    Second,
}

/// The piece in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occupant {
    /// A piece whose size is the number of the level.
    Twin(Twin),
    /// A larger piece.
    Big(Big),
}

/// The ending of a way from one choke point to the next.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// The pattern of the small pieces.
    pub pattern: Pattern,
    /// The events of the big pieces.
    pub events: Events,
}

/// A position between two choke points of size N + 1 that is a choke point of size N, reduced to
/// what costs depend on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Partial {
    /// The arrangement of the pieces up to size N.
    pub pattern: Pattern,
    /// The piece at level N + 1 of each column.
    pub row: [Option<Occupant>; 3],
    /// The events of the pieces larger than N + 1.
    pub events: Events,
}

/// Whether a big piece that is not touched again rests right below the zone or deeper.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Deeper,
    BelowTheZone,
}

impl Partial {
    /// Returns the choke point of size N + 1 at which nothing has moved yet.
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

    /// Returns the ending of the way from one choke point of size N + 1 to the next that ends here.
    pub fn ending(&self) -> Ending {
        Ending { pattern: self.pattern, events: self.events.clone() }
    }

    /// Returns all partial states that are possible after one more way between choke points of size
    /// N, which ended with `ending`.
    ///
    /// The big pieces of that way are those that are on top here: at level N + 1 or below. Each of
    /// its events happens at level N + 1 or, if the piece passes that level, is an event here.
    ///
    /// A piece that is dropped stays at level N + 1 if the next event in its column is that it is
    /// lifted again: then it makes no difference whether it had fallen deeper. It falls deeper if
    /// another is dropped on top. If it is not touched again both are possible, and the choice is
    /// left to what comes later.
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
