//! Levels that are known to be playable.

use super::{Atom, Kind, Label, Position, Square};
use crate::Puzzle;

/// The largest number of free squares that a level may have.
pub const MAX_FREE_SQUARES: usize = 255;
/// The largest number of atoms that a level may have.
pub const MAX_ATOMS: usize = 64;

/// A square relative to the top left corner of the molecule's bounding box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    /// The number of rows down.
    pub row: u8,
    /// The number of columns to the right.
    pub column: u8,
}

/// The type of a square of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tile {
    /// A wall: atoms stop before it.
    Wall,
    /// A free square: an atom may be there.
    Free,
    /// A square without a wall that no atom can ever reach: the surroundings of the board, and
    /// pockets in its walls.
    Outside,
}

/// An Atomix level: a closed board, atoms on it, and the molecule to build.
///
/// Made only by [`parse`](super::parse), so that every value is playable: it has at least one atom,
/// at most [`MAX_ATOMS`] of them on at most [`MAX_FREE_SQUARES`] squares closed in by walls (or by
/// the edge of the field if [`OpenEdge::Stop`](super::OpenEdge) was asked for), and exactly the
/// atoms of the molecule, which fits on the board somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    pub(super) name: Option<String>,
    /// In reading order.
    pub(super) walls: Vec<Square>,
    /// In reading order.
    pub(super) free: Vec<Square>,
    /// In reading order of the squares of the level as read.
    pub(super) atoms: Vec<(Atom, Square)>,
    /// In reading order; starts in row 0, and some atom is in column 0.
    pub(super) molecule: Vec<(Label, Offset)>,
    /// Of the labels of the molecule, if the format gives them; in order of labels.
    pub(super) kinds: Vec<(Label, Kind)>,
}

impl Level {
    /// Returns the name in the file, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the type of a square; squares beyond the board are outside.
    pub fn tile(&self, square: Square) -> Tile {
        if self.walls.binary_search(&square).is_ok() {
            Tile::Wall
        } else if self.is_free(square) {
            Tile::Free
        } else {
            Tile::Outside
        }
    }

    /// Whether an atom may be on a square.
    pub(super) fn is_free(&self, square: Square) -> bool {
        self.free.binary_search(&square).is_ok()
    }

    /// Returns the top left and the bottom right corner of the smallest rectangle with all walls
    /// and free squares.
    pub fn corners(&self) -> (Square, Square) {
        corners(self.walls.iter().chain(&self.free).copied()).expect("a level has free squares")
    }

    /// Returns the number of columns of the board, walls included.
    pub fn width(&self) -> usize {
        let (first, last) = self.corners();
        usize::from(last.column - first.column) + 1
    }

    /// Returns the number of rows of the board, walls included.
    pub fn height(&self) -> usize {
        let (first, last) = self.corners();
        usize::from(last.row - first.row) + 1
    }

    /// Returns the walls in reading order.
    pub fn walls(&self) -> &[Square] {
        &self.walls
    }

    /// Returns the squares that an atom may ever be on, in reading order: all that are connected to
    /// an atom.
    pub fn free_squares(&self) -> &[Square] {
        &self.free
    }

    /// Returns the atoms and their starting squares, in reading order of the level as it was read.
    pub fn atoms(&self) -> &[(Atom, Square)] {
        &self.atoms
    }

    /// Returns the atoms of the molecule in reading order, relative to its bounding box.
    pub fn molecule(&self) -> &[(Label, Offset)] {
        &self.molecule
    }

    /// Returns the different labels, in order of first appearance in the molecule.
    pub fn labels(&self) -> Vec<Label> {
        let mut labels = Vec::new();
        for &(label, _) in &self.molecule {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        labels
    }

    /// Returns the meaning of a label, if the file gives it.
    pub fn kind(&self, label: Label) -> Option<&Kind> {
        self.kinds.iter().find(|(other, _)| *other == label).map(|(_, kind)| kind)
    }

    /// Returns the meaning of a label or, if the file does not give it, a crystal of its own:
    /// formats that need a kind must show different labels differently.
    pub(super) fn kind_or_crystal(&self, label: Label) -> Kind {
        self.kind(label).cloned().unwrap_or_else(|| Kind::crystal(label))
    }

    /// Returns all goals: the molecule at every translation at which it lies on free squares, in
    /// reading order of its top left corner. The atoms of each have the order of
    /// [`Level::molecule`].
    ///
    /// # Complexity
    /// Squares of the board times atoms.
    pub fn placements(&self) -> Vec<Vec<(Label, Square)>> {
        // The first atom of the molecule is on some free square, which fixes the translation.
        let Some(&(_, first)) = self.molecule.first() else { return Vec::new() };
        let place = |&anchor: &Square| {
            let row = anchor.row.checked_sub(first.row)?;
            let column = anchor.column.checked_sub(first.column)?;
            let put = |&(label, offset): &(Label, Offset)| {
                let row = row.checked_add(offset.row)?;
                let column = column.checked_add(offset.column)?;
                let square = Square { row, column };
                self.is_free(square).then_some((label, square))
            };
            self.molecule.iter().map(put).collect()
        };
        self.free.iter().filter_map(place).collect()
    }

    /// Returns the rows of the board at the start, from its top left corner, with `outside` for
    /// squares outside.
    pub fn board_rows(&self, outside: char) -> Vec<String> {
        self.rows_of(&self.start(), outside)
    }

    /// Returns the rows of the board in a position.
    pub(super) fn rows_of(&self, position: &Position, outside: char) -> Vec<String> {
        let (first, last) = self.corners();
        let cell = |square| match (position.atom_at(square), self.tile(square)) {
            (Some(atom), _) => atom.label.as_char(),
            (None, Tile::Wall) => '#',
            (None, Tile::Free) => '.',
            (None, Tile::Outside) => outside,
        };
        let columns = first.column..=last.column;
        let row = |row| columns.clone().map(|column| cell(Square { row, column })).collect();
        (first.row..=last.row).map(row).collect()
    }

    /// Returns the rows of the molecule, with `empty` where it has no atom.
    pub fn molecule_rows(&self, empty: char) -> Vec<String> {
        let height = self.molecule.iter().map(|(_, at)| at.row).max();
        let width = self.molecule.iter().map(|(_, at)| at.column).max();
        let (Some(height), Some(width)) = (height, width) else { return Vec::new() };
        let cell = |row, column| {
            let here = |(_, at): &&(Label, Offset)| *at == Offset { row, column };
            self.molecule.iter().find(here).map_or(empty, |(label, _)| label.as_char())
        };
        (0..=height).map(|row| (0..=width).map(|column| cell(row, column)).collect()).collect()
    }

    /// Returns the position with these labels on these squares, or `None` if they are not exactly
    /// the atoms of the level on different free squares.
    ///
    /// Atoms with the same label are numbered in reading order.
    pub fn position(&self, labels: &[(Label, Square)]) -> Option<Position> {
        let mut open = labels.to_vec();
        open.sort_unstable_by_key(|&(_, at)| at);
        let distinct = open.windows(2).all(|pair| pair[0].1 != pair[1].1);
        if !distinct || !open.iter().all(|&(_, at)| self.is_free(at)) {
            return None;
        }
        let mut atoms = Vec::with_capacity(self.atoms.len());
        for &(atom, _) in &self.atoms {
            let found = open.iter().position(|&(label, _)| label == atom.label)?;
            atoms.push((atom, open.remove(found).1));
        }
        open.is_empty().then_some(Position { atoms })
    }
}

/// Returns labels in reading order, relative to their bounding box.
pub(super) fn relative(mut labels: Vec<(Label, Square)>) -> Vec<(Label, Offset)> {
    labels.sort_unstable_by_key(|&(_, at)| at);
    let Some((first, _)) = corners(labels.iter().map(|&(_, at)| at)) else { return Vec::new() };
    let offset = |at: Square| Offset { row: at.row - first.row, column: at.column - first.column };
    labels.into_iter().map(|(label, at)| (label, offset(at))).collect()
}

/// Returns the corners of the smallest rectangle with all these squares, if there are any.
pub(super) fn corners(squares: impl Iterator<Item = Square> + Clone) -> Option<(Square, Square)> {
    let rows = || squares.clone().map(|square| square.row);
    let columns = || squares.clone().map(|square| square.column);
    Some((
        Square { row: rows().min()?, column: columns().min()? },
        Square { row: rows().max()?, column: columns().max()? },
    ))
}
