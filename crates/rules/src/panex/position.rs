//! Positions, and the level rule for pieces in a column.

use super::{Colour, Column, MAX_SIZE, Piece, PieceSet, Rule};

/// A legal position: the pieces of both towers or of one in three columns, each as deep as it can
/// stand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// From the bottom up.
    columns: [Vec<Piece>; 3],
    rule: Rule,
}

/// The reason why columns of pieces are not a legal position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// There are no pieces on the board.
    #[error("a position needs at least a piece a1 or b1")]
    NoPieces,
    /// A size is 0 or above [`MAX_SIZE`].
    #[error("there is no piece {0}: sizes are 1 to {MAX_SIZE}")]
    Size(Piece),
    /// A piece is in two places.
    #[error("{0} stands here a second time")]
    Twice(Piece),
    /// A piece of a tower that is on the board is missing.
    #[error("{missing} is missing: with size {largest} a tower has all sizes 1 to {largest}")]
    Missing {
        /// The piece that is nowhere.
        missing: Piece,
        /// The largest size on the board.
        largest: u16,
    },
    /// There is no level for a piece: the pieces below it reach up to the track.
    #[error("{}", no_room(*piece, *highest))]
    NoRoom {
        /// The lowest piece without a level.
        piece: Piece,
        /// The highest level where a piece may rest in its column.
        highest: u16,
    },
}

fn no_room(piece: Piece, highest: u16) -> String {
    match highest {
        0 => format!("no room for {piece}: the piece below it stands at level 0, on the track"),
        _ => format!(
            "no room for {piece}: it would rest at level 0 of the middle column and block the track"
        ),
    }
}

impl Position {
    /// Creates a position. Checks that each piece of both towers, or of one, is there once, and
    /// that there is a level for each.
    ///
    /// `columns` has the order of [`Column::ALL`]; each column is given from the bottom up.
    ///
    /// # Errors
    /// The first error.
    pub fn new(columns: [Vec<Piece>; 3], rule: Rule) -> Result<Self, PositionError> {
        let pieces = || columns.iter().flatten().copied();
        if let Some(piece) = pieces().find(|piece| !(1..=MAX_SIZE).contains(&piece.size)) {
            return Err(PositionError::Size(piece));
        }
        let largest = pieces().map(|piece| piece.size).max().ok_or(PositionError::NoPieces)?;
        let mut seen = vec![[false; 2]; usize::from(largest)];
        for piece in pieces() {
            let seen = &mut seen[usize::from(piece.size) - 1][piece.colour as usize];
            if std::mem::replace(seen, true) {
                return Err(PositionError::Twice(piece));
            }
        }
        let position = Self { columns, rule };
        let alone = position.piece_set().alone;
        for (size, seen) in (1..).zip(seen) {
            let mut colours = Colour::ALL.into_iter().filter(|&c| alone.is_none_or(|a| a == c));
            if let Some(colour) = colours.find(|&colour| !seen[colour as usize]) {
                return Err(PositionError::Missing { missing: Piece { colour, size }, largest });
            }
        }
        for column in Column::ALL {
            let highest = rule.highest_level(column);
            let levels = position.levels(column);
            let standing = levels.iter().take_while(|level| **level >= i32::from(highest)).count();
            if let Some(&piece) = position.column(column).get(standing) {
                return Err(PositionError::NoRoom { piece, highest });
            }
        }
        Ok(position)
    }

    /// Returns the position with one tower of `n` pieces at the left in colour `left`, and the
    /// other at the right.
    ///
    /// # Panics
    /// If `n` is not between 1 and [`MAX_SIZE`].
    pub fn towers(n: u16, left: Colour) -> Self {
        let columns = [tower(n, left), Vec::new(), tower(n, left.other())];
        Self { columns, rule: Rule::Standard }
    }

    /// Returns the position with a single tower of `n` pieces, in colour a.
    ///
    /// # Panics
    /// If `n` is not between 1 and [`MAX_SIZE`].
    pub fn one_tower(n: u16, column: Column) -> Self {
        let mut columns = Column::ALL.map(|_| Vec::new());
        columns[column.index()] = tower(n, Colour::A);
        Self { columns, rule: Rule::Standard }
    }

    /// Returns the same position in the game between neighbouring columns, where it is always
    /// legal.
    #[must_use]
    pub fn between_neighbours(self) -> Self {
        Self { rule: Rule::Neighbours, ..self }
    }

    /// Returns the rule for moves.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the largest size: the number of pieces of each tower.
    pub fn n(&self) -> u16 {
        self.piece_set().n
    }

    /// Returns the set of pieces.
    pub fn piece_set(&self) -> PieceSet {
        let pieces = || self.columns.iter().flatten();
        let is_missing = |colour: &Colour| pieces().all(|piece| piece.colour != *colour);
        PieceSet {
            n: pieces().map(|piece| piece.size).max().unwrap_or_default(),
            alone: Colour::ALL.into_iter().find(is_missing).map(Colour::other),
        }
    }

    /// Returns the pieces of a column, from the bottom up.
    pub fn column(&self, column: Column) -> &[Piece] {
        &self.columns[column.index()]
    }

    /// Returns the levels at which the pieces of a column stand, from the bottom up.
    pub fn levels(&self, column: Column) -> Vec<i32> {
        let below = |above: &mut i32, piece: &Piece| {
            *above = dropped_onto(*above, piece);
            Some(*above)
        };
        self.column(column).iter().scan(BELOW_ALL, below).collect()
    }

    /// Returns the level that `piece` would take on top of a column, or `None` if there is no room.
    pub(super) fn landing_level(&self, piece: Piece, column: Column) -> Option<u16> {
        let top = self.column(column).iter().fold(BELOW_ALL, dropped_onto);
        let level = u16::try_from(dropped_onto(top, &piece)).ok();
        level.filter(|level| *level >= self.rule.highest_level(column))
    }

    /// Returns the position after the top piece of `from` moved onto `to`; there must be room.
    pub(super) fn with_moved(&self, from: Column, to: Column) -> Self {
        let mut columns = self.columns.clone();
        if let Some(piece) = columns[from.index()].pop() {
            columns[to.index()].push(piece);
        }
        Self { columns, rule: self.rule }
    }
}

/// A level below that of any piece.
const BELOW_ALL: i32 = MAX_SIZE as i32 + 1;

/// Returns the level that a piece drops to on top of one at level `top`.
fn dropped_onto(top: i32, piece: &Piece) -> i32 {
    (top - 1).min(i32::from(piece.size))
}

/// Returns the pieces of a tower from the bottom up.
fn tower(n: u16, colour: Colour) -> Vec<Piece> {
    assert!((1..=MAX_SIZE).contains(&n), "there is no tower of {n} pieces");
    (1..=n).rev().map(|size| Piece { colour, size }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_limits() {
        for (size, shown) in [(0, "a0"), (MAX_SIZE + 1, "a10001")] {
            let piece = Piece { colour: Colour::A, size };
            let error = Position::new([vec![piece], vec![], vec![]], Rule::Standard).unwrap_err();
            let expected = format!("there is no piece {shown}: sizes are 1 to 10000");
            assert_eq!(error.to_string(), expected);
        }
    }
}
