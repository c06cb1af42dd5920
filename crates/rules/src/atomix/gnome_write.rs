//! Writes levels as files of GNOME Atomix.

use super::gnome_words::words_of;
use super::{CannotWrite, Label, Level, Offset, Square};
use std::collections::BTreeMap;

/// Writes a level. Squares keep their rows and columns.
///
/// # Errors
/// If two labels have the same kind, or if a kind has no words in GNOME Atomix.
pub(super) fn write(level: &Level) -> Result<String, CannotWrite> {
    let mut looks: BTreeMap<(String, Vec<String>), Label> = BTreeMap::new();
    let mut tiles = BTreeMap::new();
    for label in level.labels() {
        let kind = level.kind_or_crystal(label);
        let words = words_of(&kind).ok_or(CannotWrite::NoWord(kind))?;
        let (base, underlays) = &words;
        let mut tile = format!("      <tile type=\"TILE_TYPE_ATOM\" base=\"{base}\">\n");
        for underlay in underlays {
            tile += &format!("        <underlay>{underlay}</underlay>\n");
        }
        tiles.insert(label, tile + "      </tile>\n");
        if let Some(other) = looks.insert(words, label) {
            return Err(CannotWrite::SameLook(other, label));
        }
    }
    let position = |row: u8, column: u8, tile: &str| {
        format!("    <position row=\"{row}\" col=\"{column}\">\n{tile}    </position>\n")
    };
    let on_board = |at: Square, tile: &str| position(at.row, at.column, tile);
    let wall = "      <tile type=\"TILE_TYPE_WALL\" base=\"wall-single\"/>\n";
    let walls: String = level.walls().iter().map(|&at| on_board(at, wall)).collect();
    let atoms: String =
        level.atoms().iter().map(|(atom, at)| on_board(*at, &tiles[&atom.label])).collect();
    let in_goal = |(label, at): &(Label, Offset)| position(at.row, at.column, &tiles[label]);
    let goal: String = level.molecule().iter().map(in_goal).collect();
    let part = |name: &str, width: usize, height: usize, positions: &str| {
        format!("  <{name} n_columns=\"{width}\" n_rows=\"{height}\">\n{positions}  </{name}>\n")
    };
    let (_, last) = level.corners();
    let (width, height) = (usize::from(last.column) + 1, usize::from(last.row) + 1);
    let molecule = level.molecule_rows('.');
    let name = escape(level.name().unwrap_or_default());
    Ok(format!(
        "<?xml version=\"1.0\"?>\n<level name=\"{name}\">\n{}{}{}</level>\n",
        part("environment", width, height, &walls),
        part("scenario", width, height, &atoms),
        part("goal", molecule.first().map_or(0, String::len), molecule.len(), &goal),
    ))
}

/// Escapes a text as the value of an XML attribute.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;").replace('\'', "&apos;")
}
