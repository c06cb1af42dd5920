//! The instances (`.in`) of the program of Gliesch and Ritt.
//!
//! A file contains the name; the number of atoms; width and height of the board and its rows; width
//! and height of the molecule and its rows; the number of goals; the number of free squares. Rows
//! are written as in KAtomic. Gliesch and Ritt's own files have walls all around the board.

use super::findings::{Fault, Findings};
use super::grid::{Grid, Place, byte_of};
use super::raw::{Claim, RawLevel, RawSet};
use super::{FormatError, Level};
use crate::text::{number, offset};

/// Whether the second line is one number and the third line two.
pub(super) fn recognises(text: &str) -> bool {
    let mut lines = Lines { text, lines: text.lines() };
    lines.next("").is_ok() && lines.numbers::<1>("").is_ok() && lines.numbers::<2>("").is_ok()
}

/// The lines that are still unread.
struct Lines<'a> {
    text: &'a str,
    lines: std::str::Lines<'a>,
}

impl<'a> Lines<'a> {
    fn next(&mut self, what: &'static str) -> Result<&'a str, Fault> {
        self.lines.next().ok_or_else(|| FormatError::Missing(what).at(self.text.len()))
    }

    /// Reads a line of N numbers, each with its place.
    fn numbers<const N: usize>(
        &mut self,
        what: &'static str,
    ) -> Result<[(usize, usize); N], Fault> {
        let line = self.next(what)?;
        let mut words = line.split_ascii_whitespace();
        let mut numbers = [(0, 0); N];
        for value in &mut numbers {
            let end = offset(self.text, line) + line.trim_end().len();
            let word = words.next().ok_or_else(|| FormatError::Missing(what).at(end))?;
            let at = offset(self.text, word);
            let bad = || FormatError::BadNumber(what, word.to_owned()).at(at);
            *value = (number(word).ok_or_else(bad)?, at);
        }
        match words.next() {
            Some(word) => Err(FormatError::Trailing.at(offset(self.text, word))),
            None => Ok(numbers),
        }
    }

    /// Reads width and height, and the rows that follow.
    fn grid(
        &mut self,
        place: Place,
        size: &'static str,
        row: &'static str,
        findings: &mut Findings,
    ) -> Result<Grid, Fault> {
        let [(width, at), (height, _)] = self.numbers::<2>(size)?;
        let mut grid = Grid { at, ..Grid::default() };
        for number in 0..height {
            let line = self.next(row)?;
            let start = offset(self.text, line);
            let length = line.chars().count().min(width.max(line.trim_end().chars().count()));
            if length != width {
                let error = FormatError::RowLength { width, length };
                return Err(error.at(start + byte_of(line, width)));
            }
            grid.row(place, (number, 0), line, |byte| start + byte, findings);
        }
        Ok(grid)
    }
}

pub(super) fn parse(text: &str) -> Result<RawSet, Fault> {
    let mut lines = Lines { text, lines: text.lines() };
    let name = lines.next("the name")?;
    let [(atoms, atoms_at)] = lines.numbers::<1>("the number of atoms")?;
    let mut findings = Findings::default();
    let (size, row) = ("width and height of the board", "a row of the board");
    let board = lines.grid(Place::Board, size, row, &mut findings)?;
    let (size, row) = ("width and height of the molecule", "a row of the molecule");
    let molecule = lines.grid(Place::Molecule, size, row, &mut findings)?;
    let [(goals, goals_at)] = lines.numbers::<1>("the number of final states")?;
    let [(free, free_at)] = lines.numbers::<1>("the number of free squares")?;
    if let Some(line) = lines.lines.find(|line| !line.trim().is_empty()) {
        return Err(FormatError::Trailing.at(offset(text, line.trim_start())));
    }
    let claim = |what, claimed, at, actual| Claim { what, claimed, actual, at };
    let level = RawLevel {
        name: Some(name.to_owned()),
        board,
        molecule,
        claims: vec![
            claim("atoms", atoms, atoms_at, |level| level.atoms().len()),
            claim("final states", goals, goals_at, |level| level.placements().len()),
            claim("free squares", free, free_at, |level| level.free_squares().len()),
        ],
        ..RawLevel::default()
    };
    Ok(RawSet::single(Some(level), findings))
}

/// Writes a level. The file has no kinds of atoms, the board is cut to its walls, and all squares
/// that are not free become walls.
pub(super) fn write(level: &Level) -> String {
    let molecule = level.molecule_rows('.');
    let molecule_width = molecule.first().map_or(0, String::len);
    format!(
        "{}\n{}\n{} {}\n{}\n{} {}\n{}\n{}\n{}\n",
        level.name().unwrap_or_default(),
        level.atoms().len(),
        level.width(),
        level.height(),
        level.board_rows('#').join("\n"),
        molecule_width,
        molecule.len(),
        molecule.join("\n"),
        level.placements().len(),
        level.free_squares().len(),
    )
}
