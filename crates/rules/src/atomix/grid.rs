//! Boards and molecules written as rows of characters, as three of the formats have them.

use super::raw::{Fault, RawAtom};
use super::{FormatError, Label, Square};

/// Whether rows are of the board or of the molecule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// The board: walls, atoms, empty squares.
    Board,
    /// The molecule: atoms and empty squares.
    Molecule,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Board => "board",
            Self::Molecule => "molecule",
        })
    }
}

/// What rows hold beside empty squares.
#[derive(Default)]
pub(super) struct Grid {
    pub(super) walls: Vec<Square>,
    pub(super) atoms: Vec<RawAtom>,
}

impl Grid {
    /// Reads a row: `#` is a wall, `.` or a space is empty, a label an atom.
    ///
    /// `at` gives the offset in the text of the character that begins at a byte of `cells`.
    pub(super) fn row(
        &mut self,
        place: Place,
        row: usize,
        cells: &str,
        at: impl Fn(usize) -> usize,
    ) -> Result<(), Fault> {
        for (column, (byte, character)) in cells.trim_end().char_indices().enumerate() {
            if matches!(character, '.' | ' ') {
                continue;
            }
            let at = at(byte);
            let (Ok(row), Ok(column)) = (u8::try_from(row), u8::try_from(column)) else {
                return Err(FormatError::TooFar.at(at));
            };
            let square = Square { row, column };
            match Label::new(character) {
                Some(label) => self.atoms.push(RawAtom { label, square, at }),
                None if character == '#' && place == Place::Board => self.walls.push(square),
                None => return Err(FormatError::UnknownCharacter { character, place }.at(at)),
            }
        }
        Ok(())
    }

    /// That labels are `defined`.
    pub(super) fn check_labels(
        &self,
        place: Place,
        defined: impl Fn(Label) -> bool,
    ) -> Result<(), Fault> {
        match self.atoms.iter().find(|atom| !defined(atom.label)) {
            Some(atom) => Err(FormatError::UndefinedLabel(atom.label, place).at(atom.at)),
            None => Ok(()),
        }
    }
}
