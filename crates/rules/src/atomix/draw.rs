//! A position as text for a terminal.

use super::{Level, Position, Square};

/// Draws a level in a form that can be read back: its name, and the start.
pub fn to_drawing(level: &Level) -> String {
    let start = Position { atoms: level.atoms.clone() };
    let name = level.name().map(|name| format!("\"{name}\"\n")).unwrap_or_default();
    name + &draw(level, &start)
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
    for row in first.row..=last.row {
        let cells: String = (first.column..=last.column)
            .map(|column| level.cell(position, Square { row, column }, ' '))
            .collect();
        lines.push(format!("{row:row_digits$} {cells}"));
    }
    let molecule = molecule(level);
    // Level with the first row of the board, or one line higher if it has as many rows.
    let top = column_digits.min(lines.len().saturating_sub(molecule.len()));
    let width = row_digits + 1 + columns.len();
    for (line, row) in lines[top..].iter_mut().zip(&molecule) {
        *line = format!("{line:width$}    {row}");
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Returns the rows of the molecule under a heading.
fn molecule(level: &Level) -> Vec<String> {
    let mut lines = vec!["molecule:".to_owned()];
    lines.extend(level.molecule_rows(' '));
    lines
}
