//! Choke points and partial states: the reduced form of a position in which big pieces can pass.

use super::channels::{Big, Events};
use fewest_rules::panex::Column;
use std::fmt;

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
    /// All patterns.
    pub const ALL: [Self; 5] = [Self::U0, Self::U1, Self::U2, Self::U3, Self::U4];

    /// Returns the column without small pieces.
    fn free_column(self) -> Column {
        match self {
            Self::U0 => Column::M,
            Self::U1 | Self::U2 => Column::L,
            Self::U3 | Self::U4 => Column::R,
        }
    }

    /// Returns how many of the pieces up to size 2 stand in each column.
    pub(super) fn heights_of_two(self) -> [usize; 3] {
        match self {
            Self::U0 => [2, 0, 2],
            Self::U1 => [0, 2, 2],
            Self::U2 => [0, 1, 3],
            Self::U3 => [2, 2, 0],
            Self::U4 => [3, 1, 0],
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The two pieces of one size: the first one from the left, and from the top within a column,
/// before anything moves; and the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Twin {
    /// The first one, written `1`.
    First,
    /// The other, written `2`.
    Second,
}

/// The piece in a place of level N + 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occupant {
    /// A piece of size N + 1.
    Twin(Twin),
    /// A larger piece.
    Big(Big),
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twin(Twin::First) => write!(f, "1"),
            Self::Twin(Twin::Second) => write!(f, "2"),
            Self::Big(big) => write!(f, "{big}"),
        }
    }
}

/// The ending of a way from one choke point to the next; written `U1/A^L,AvM`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// The pattern of the small pieces.
    pub pattern: Pattern,
    /// The events of the big pieces.
    pub events: Events,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.pattern, self.events)
    }
}

/// A choke point of size N between two choke points of size N + 1; written `U1/1.2/-`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Partial {
    /// The arrangement of the pieces up to size N.
    pub pattern: Pattern,
    /// The piece at level N + 1 of each column.
    pub row: [Option<Occupant>; 3],
    /// The events of the pieces larger than N + 1.
    pub events: Events,
}

impl Partial {
    /// Returns the choke point of size N + 1 at which nothing has moved yet.
    pub fn start(pattern: Pattern) -> Self {
        let mut twins = [Twin::First, Twin::Second].map(Occupant::Twin).into_iter();
        let free = pattern.free_column();
        let row = Column::ALL.map(|column| if column == free { None } else { twins.next() });
        Self { pattern, row, events: Events::default() }
    }

    /// If this is also a choke point of size N + 1, returns whether the two pieces of that size
    /// have changed places; otherwise `None`.
    pub fn choke_point(&self) -> Option<bool> {
        let free = self.pattern.free_column();
        let mut standing = Column::ALL.into_iter().filter(|&column| column != free);
        let mut twin = || match self.row[standing.next()?.index()] {
            Some(Occupant::Twin(twin)) => Some(twin),
            _ => None,
        };
        let (first, _) = (twin()?, twin()?);
        self.row[free.index()].is_none().then_some(first == Twin::Second)
    }

    /// Returns the ending of a way of size N + 1 that ends here.
    pub fn ending(&self) -> Ending {
        Ending { pattern: self.pattern, events: self.events.clone() }
    }
}

impl fmt::Display for Partial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.pattern)?;
        for place in self.row {
            match place {
                Some(occupant) => write!(f, "{occupant}")?,
                None => write!(f, ".")?,
            }
        }
        write!(f, "/{}", self.events)
    }
}
