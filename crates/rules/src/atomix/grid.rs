//! Boards and molecules as rows of characters, which three of the formats use.

use super::findings::Findings;
use super::raw::RawAtom;
use super::{FormatError, Kind, Label, Square};
use std::collections::{BTreeMap, BTreeSet};

/// The owner of some rows: the board or the molecule.
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

/// What a board or a molecule contains besides empty squares. All that is known is that no two
/// things are on the same square.
#[derive(Default)]
pub(super) struct Grid {
    /// Where it begins: the offset of a byte in the text.
    pub(super) at: usize,
    pub(super) walls: Vec<Square>,
    pub(super) atoms: Vec<RawAtom>,
    /// How many rows and columns are written.
    pub(super) extent: (usize, usize),
}

impl Grid {
    /// Reads a row: `#` is a wall, `.` or a space is empty, a label an atom.
    ///
    /// `at` gives the offset in the text of the character that begins at a byte of `cells`, and
    /// `left` the column of the first.
    pub(super) fn row(
        &mut self,
        place: Place,
        (row, left): (usize, usize),
        cells: &str,
        at: impl Fn(usize) -> usize,
        findings: &mut Findings,
    ) {
        let cells = cells.trim_end();
        self.extent.0 = self.extent.0.max(row + 1);
        for (column, (byte, character)) in (left..).zip(cells.char_indices()) {
            self.extent.1 = self.extent.1.max(column + 1);
            if matches!(character, '.' | ' ') {
                continue;
            }
            let at = at(byte);
            let (Ok(row), Ok(column)) = (u8::try_from(row), u8::try_from(column)) else {
                findings.error(FormatError::TooFar.at(at));
                return;
            };
            let square = Square { row, column };
            match Label::new(character) {
                Some(label) => self.atoms.push(RawAtom { label, square, at }),
                None if character == '#' && place == Place::Board => self.walls.push(square),
                None => {
                    findings.error(FormatError::UnknownCharacter { character, place }.at(at));
                }
            }
        }
    }

    /// Checks that labels are defined; each that is not is an error where it first occurs.
    pub(super) fn check_labels(
        &self,
        place: Place,
        kinds: &BTreeMap<Label, Kind>,
        findings: &mut Findings,
    ) {
        let mut seen = BTreeSet::new();
        for atom in self.atoms.iter().filter(|atom| !kinds.contains_key(&atom.label)) {
            if seen.insert(atom.label) {
                findings.error(FormatError::UndefinedLabel(atom.label, place).at(atom.at));
            }
        }
    }
}

/// Returns the byte at which a character of a line begins; the end of the line if it is shorter.
pub(super) fn byte_of(line: &str, column: usize) -> usize {
    line.char_indices().nth(column).map_or(line.len(), |(byte, _)| byte)
}
