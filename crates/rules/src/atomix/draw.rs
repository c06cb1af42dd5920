//! A position as text for a terminal.

use super::{Level, Position};
use crate::Puzzle;

/// Draws a level in a form that can be read back: its name, and the start.
pub(super) fn to_drawing(level: &Level) -> String {
    let name = level.name().map(|name| format!("\"{name}\"\n")).unwrap_or_default();
    name + &level.draw(&level.start())
}

/// Draws the board with rulers, and the molecule on its right.
///
/// The rulers carry the coordinates that moves are printed with; those of the columns are read
/// downwards.
pub(super) fn draw(level: &Level, position: &Position) -> String {
    let (first, last) = level.corners();
    let row_digits = last.row.to_string().len();
    let column_digits = last.column.to_string().len();
    let columns: Vec<String> =
        (first.column..=last.column).map(|column| format!("{column:column_digits$}")).collect();
    let mut lines: Vec<String> = (0..column_digits)
        .map(|digit| {
            let ruler: String = columns.iter().map(|column| &column[digit..=digit]).collect();
            format!("{:row_digits$} {ruler}", "")
        })
        .collect();
    for (row, cells) in (first.row..=last.row).zip(level.rows_of(position, ' ')) {
        lines.push(format!("{row:row_digits$} {cells}"));
    }
    let mut molecule = vec!["molecule:".to_owned()];
    molecule.extend(level.molecule_rows(' '));
    // Level with the first row of the board, or one line higher if it has as many rows.
    let top = column_digits.min(lines.len().saturating_sub(molecule.len()));
    let width = row_digits + 1 + columns.len();
    for (line, row) in lines[top..].iter_mut().zip(&molecule) {
        *line = format!("{line:width$}    {row}");
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}
