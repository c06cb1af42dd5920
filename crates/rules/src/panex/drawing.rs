//! Draws a position: the track on top, columns hanging down.

use super::{Column, Position};
use std::fmt::Write;

/// Draws the columns side by side, one line per level, with its number in front; the places of the
/// track are joined by dashes.
pub(super) fn draw(position: &Position) -> String {
    let margin = position.n().to_string().len();
    let width = margin + 1;
    let row = |text: &mut String, label: &str, cells: [String; 3], between: char| {
        let joint = between.to_string().repeat(3);
        let _ = write!(text, "{label:>margin$}  ");
        for (place, cell) in cells.iter().enumerate() {
            let fill = width.saturating_sub(cell.len());
            let gap = format!("{}{joint}", between.to_string().repeat(fill));
            let _ = write!(text, "{cell}{}", if place < 2 { gap.as_str() } else { "" });
        }
    };
    let levels = Column::ALL.map(|column| position.levels(column));
    let mut text = String::new();
    row(&mut text, "", Column::ALL.map(|column| column.to_string()), ' ');
    for level in 0..=position.n() {
        let cells = Column::ALL.map(|column| {
            // Levels decrease from the bottom up.
            let standing = levels[column.index()].binary_search_by(|l| i32::from(level).cmp(l));
            standing.map_or(".".to_owned(), |piece| position.column(column)[piece].to_string())
        });
        text.push('\n');
        row(&mut text, &level.to_string(), cells, if level == 0 { '-' } else { ' ' });
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::Puzzle;
    use crate::panex::parse;

    #[test]
    fn levels_are_rows_and_the_track_is_on_top() {
        let instance = parse("b1a1a2/b2/-:a1a2/-/b1b2").unwrap();
        let drawn = instance.draw(&instance.start());
        let expected = "   L    M    R\n0  b1---.----.\n1  a1   .    .\n2  a2   b2   .";
        assert_eq!(drawn, expected);
    }
}
