//! Where all pieces stand, and the level rule that says where they may.

use super::{Colour, Column, MAX_SIZE, Piece};

/// A legal position: the pieces of both towers in three columns, each as deep as it can stand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// From the bottom up.
    columns: [Vec<Piece>; 3],
}

/// Why columns of pieces are no legal position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// There is nothing on the board.
    #[error("a position needs at least the pieces a1 and b1")]
    NoPieces,
    /// A size is 0 or above [`MAX_SIZE`].
    #[error("there is no piece {0}: sizes are 1 to {MAX_SIZE}")]
    Size(Piece),
    /// A piece stands in two places.
    #[error("{0} stands here a second time")]
    Twice(Piece),
    /// A piece smaller than the largest is nowhere.
    #[error("{missing} is missing: with size {largest} both towers have all sizes 1 to {largest}")]
    Missing {
        /// The piece that is nowhere.
        missing: Piece,
        /// The largest size on the board.
        largest: u16,
    },
    /// A piece finds no level: the pieces below it reach up to the track.
    #[error("{}", no_room(*piece, *column))]
    NoRoom {
        /// The lowest piece without a level.
        piece: Piece,
        /// The column it was put in.
        column: Column,
    },
}

fn no_room(piece: Piece, column: Column) -> String {
    match column {
        Column::L | Column::R => {
            format!("no room for {piece}: the piece below it stands at level 0, on the track")
        }
        Column::M => format!(
            "no room for {piece}: it would rest at level 0 of the middle column and block the track"
        ),
    }
}

impl Position {
    /// Checks that each piece of both towers stands once and that all find a level.
    ///
    /// `columns` are those of [`Column::ALL`], each from the bottom up.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(columns: [Vec<Piece>; 3]) -> Result<Self, PositionError> {
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
        for (size, seen) in (1..).zip(seen) {
            if let Some(colour) = Colour::ALL.into_iter().find(|&colour| !seen[colour as usize]) {
                return Err(PositionError::Missing { missing: Piece { colour, size }, largest });
            }
        }
        let position = Self { columns };
        for column in Column::ALL {
            let levels = position.levels(column);
            let stands = |level: &i32| *level >= i32::from(column.highest_level());
            let standing = levels.iter().take_while(|level| stands(level)).count();
            if let Some(&piece) = position.column(column).get(standing) {
                return Err(PositionError::NoRoom { piece, column });
            }
        }
        Ok(position)
    }

    /// One tower of `n` pieces at the left in colour `left`, the other at the right.
    ///
    /// # Panics
    /// If `n` is not between 1 and [`MAX_SIZE`].
    pub fn towers(n: u16, left: Colour) -> Self {
        assert!((1..=MAX_SIZE).contains(&n), "there is no tower of {n} pieces");
        let tower = |colour| (1..=n).rev().map(|size| Piece { colour, size }).collect();
        Self { columns: [tower(left), Vec::new(), tower(left.other())] }
    }

    /// The largest size: the number of pieces of each tower.
    pub fn n(&self) -> u16 {
        let pieces: usize = self.columns.iter().map(Vec::len).sum();
        u16::try_from(pieces / 2).expect("checked when the position was made")
    }

    /// The pieces of a column, from the bottom up.
    pub fn column(&self, column: Column) -> &[Piece] {
        &self.columns[column.index()]
    }

    /// The levels the pieces of a column stand at, from the bottom up.
    pub fn levels(&self, column: Column) -> Vec<i32> {
        let below = |above: &mut i32, piece: &Piece| {
            *above = (*above - 1).min(i32::from(piece.size));
            Some(*above)
        };
        self.column(column).iter().scan(i32::from(self.n()) + 1, below).collect()
    }

    /// The level that `piece` would take on top of a column, or `None` if there is no room.
    pub(super) fn landing_level(&self, piece: Piece, column: Column) -> Option<u16> {
        let drop = |above: i32, piece: &Piece| (above - 1).min(i32::from(piece.size));
        let top = self.column(column).iter().fold(i32::from(self.n()) + 1, drop);
        u16::try_from(drop(top, &piece)).ok().filter(|level| *level >= column.highest_level())
    }

    /// The position after the top piece of `from` went onto `to`, where there must be room.
    pub(super) fn with_moved(&self, from: Column, to: Column) -> Self {
        let mut columns = self.columns.clone();
        if let Some(piece) = columns[from.index()].pop() {
            columns[to.index()].push(piece);
        }
        Self { columns }
    }
}
