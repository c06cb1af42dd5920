//! A scene as text for a terminal.

use crate::scene::Colour;
use crate::{Ground, Look, Place, Scene};

/// With what text is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Letters that every terminal has.
    Plain,
    /// Blocks and lines.
    Unicode,
    /// Blocks and lines, and colours by escape sequences.
    Colour,
}

/// Draws a scene, one line a row, each cell as wide as the widest label and its margins.
///
/// The piece with the number `moved` stands in brackets.
pub fn draw(scene: &Scene, style: Style, moved: Option<usize>) -> String {
    let labels: Vec<String> = scene.pieces.iter().map(|piece| label(&piece.look)).collect();
    let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(1).max(1);
    let (columns, rows) = (usize::from(scene.width), usize::from(scene.height));
    let mut cells = vec![" ".repeat(widest + 2); columns * rows];
    let index = |at: Place| usize::from(at.y) * columns + usize::from(at.x);
    for &(at, ground) in &scene.ground {
        cells[index(at)] = match (ground, style) {
            (Ground::Wall, Style::Plain) => "#".repeat(widest + 2),
            (Ground::Wall, Style::Unicode) => "█".repeat(widest + 2),
            (Ground::Wall, Style::Colour) => format!("\x1b[90m{}\x1b[0m", "█".repeat(widest + 2)),
            (Ground::Floor, Style::Plain) => format!("{:^1$}", ".", widest + 2),
            (Ground::Floor, _) => format!("{:^1$}", "·", widest + 2),
        };
    }
    for (number, (piece, label)) in scene.pieces.iter().zip(&labels).enumerate() {
        let (open, close) = if moved == Some(number) { ('[', ']') } else { (' ', ' ') };
        let text = format!("{open}{label:>widest$}{close}");
        cells[index(piece.at)] = match style {
            Style::Colour => coloured(&piece.look, &text),
            _ => text,
        };
    }
    let row = |row: &[String]| format!("{}\n", row.concat().trim_end());
    cells.chunks(columns.max(1)).map(row).collect()
}

/// The label of a piece; a crystal has none of its own.
fn label(look: &Look) -> String {
    let label = look.label();
    if label.is_empty() { "o".to_owned() } else { label }
}

fn coloured(look: &Look, text: &str) -> String {
    let (Colour(red, green, blue), ink) = look.colours();
    let Colour(r, g, b) = ink;
    format!("\x1b[48;2;{red};{green};{blue};38;2;{r};{g};{b}m{text}\x1b[0m")
}
