//! Tile puzzles as Atomix levels.

use fewest_rules::atomix::{Format, Label, Level, parse};
use fewest_rules::tiles::{Board, Instance, Tile};

/// Returns the level in which each tile is an atom with a label of its own; its plans have the same
/// length. `None` if there are more tiles than labels.
///
/// The atoms fill the board except for one cell, so every slide leads into that cell from a
/// neighbour, and the molecule has one placement.
///
/// # Source
/// Hüffner, Edelkamp, Fernau and Niedermeier 2001, proposition 1 and figure 6.
pub fn from_tiles(instance: &Instance) -> Option<Level> {
    let size = instance.start.size();
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let labels: Vec<Label> = Label::all().collect();
    let (tiles, cells) = (size.cells() - 1, size.cells());
    if tiles > labels.len() {
        return None;
    }
    let rows = |board: &Board, beside: &str| {
        let character = |&tile: &Tile| match tile {
            Tile::BLANK => '.',
            tile => labels[usize::from(tile.0) - 1].as_char(),
        };
        let row = |tiles: &[Tile]| {
            format!("{beside}{}{beside}\n", tiles.iter().map(character).collect::<String>())
        };
        board.tiles().chunks(width).map(row).collect::<String>()
    };
    let name = format!("{} of tiles", size);
    let wall = format!("{}\n", "#".repeat(width + 2));
    let (board, molecule) = (rows(&instance.start, "#"), rows(&instance.solved(), ""));
    let text = format!(
        "{name}\n{tiles}\n{} {}\n{wall}{board}{wall}{width} {height}\n{molecule}1\n{cells}\n",
        width + 2,
        height + 2,
    );
    let set = parse(text.as_bytes(), Some(Format::GlieschRitt)).ok()?;
    set.into_levels().next()?.level.ok()
}
