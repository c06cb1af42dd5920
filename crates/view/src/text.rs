//! A scene as text for a terminal.

use crate::scene::Colour;
use crate::{Ground, Look, Place, Scene};

/// The characters with which text is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Letters that every terminal has.
    Plain,
    /// Blocks and lines.
    Unicode,
    /// Blocks and lines, and colours by escape sequences.
    Colour,
}

/// A cell of a scene as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The text in the cell; all cells of a scene are equally wide.
    pub text: String,
    /// The colours of its surface and its text.
    pub colours: Option<(Colour, Colour)>,
}

/// Returns the cells of a scene, row by row, each as wide as the widest label and its margins.
///
/// The piece with the number `marked` is in brackets.
pub fn cells(scene: &Scene, style: Style, marked: Option<usize>) -> Vec<Vec<Cell>> {
    const WALL: Colour = Colour(110, 118, 130);
    let labels: Vec<String> = scene.pieces.iter().map(|piece| label(&piece.look)).collect();
    let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(1).max(1);
    let empty = Cell { text: " ".repeat(widest + 2), colours: None };
    let mut rows = vec![vec![empty; scene.width.into()]; scene.height.into()];
    let mut put = |at: Place, cell: Cell| rows[usize::from(at.y)][usize::from(at.x)] = cell;
    let (block, dot) = if style == Style::Plain { ("#", ".") } else { ("█", "·") };
    for &(at, ground) in &scene.ground {
        let cell = match ground {
            Ground::Wall => Cell { text: block.repeat(widest + 2), colours: Some((WALL, WALL)) },
            Ground::Floor => Cell { text: format!("{dot:^0$}", widest + 2), colours: None },
        };
        put(at, cell);
    }
    for (number, (piece, label)) in scene.pieces.iter().zip(&labels).enumerate() {
        let (open, close) = if marked == Some(number) { ('[', ']') } else { (' ', ' ') };
        let text = format!("{open}{label:>widest$}{close}");
        put(piece.at, Cell { text, colours: Some(piece.look.colours()) });
    }
    rows
}

/// Draws a scene, one line per row: see [`cells`].
pub fn draw(scene: &Scene, style: Style, marked: Option<usize>) -> String {
    let cell = |cell: &Cell| match (style, cell.colours) {
        (Style::Colour, Some((Colour(red, green, blue), Colour(r, g, b)))) => {
            let text = &cell.text;
            format!("\x1b[48;2;{red};{green};{blue};38;2;{r};{g};{b}m{text}\x1b[0m")
        }
        _ => cell.text.clone(),
    };
    let line = |row: &Vec<Cell>| {
        let line: String = row.iter().map(cell).collect();
        format!("{}\n", line.trim_end())
    };
    cells(scene, style, marked).iter().map(line).collect()
}

/// Returns the label of a piece; a crystal has none.
fn label(look: &Look) -> String {
    let label = look.label();
    if label.is_empty() { "o".to_owned() } else { label }
}
