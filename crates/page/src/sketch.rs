//! A level being drawn: rows that need not form a level yet.

use crate::Problem;
use fewest::rules::atomix::{Kind, Label, Level};
use fewest_view::{Ground, Piece, Place, Scene, atom, svg};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most rows and columns of any format.
const LARGEST: usize = 255;

/// The level that is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sketch {
    name: String,
    /// Rows of walls `#`, floor `.`, labels, and spaces outside of the walls.
    board: Vec<String>,
    /// Rows of labels and `.`.
    molecule: Vec<String>,
    /// Maps labels to elements and bonds in KAtomic's letters, `2-bdD`.
    kinds: BTreeMap<char, String>,
}

impl Sketch {
    /// A level to draw on.
    pub(crate) fn of(level: &Level) -> Self {
        let kind = |label: Label| match level.kind(label)? {
            kind @ Kind::Katomic { .. } => Some((label.as_char(), kind.to_string())),
            Kind::Gnome { .. } => None,
        };
        Self {
            name: level.name().unwrap_or_default().to_owned(),
            board: level.board_rows(' '),
            molecule: level.molecule_rows('.'),
            kinds: level.labels().into_iter().filter_map(kind).collect(),
        }
    }

    /// The text: a KAtomic level if elements are chosen, else a plain drawing.
    fn text(&self) -> String {
        let drawn = || self.board.iter().chain(&self.molecule).flat_map(|row| row.chars());
        if self.kinds.is_empty() {
            let trimmed = |row: &String| row.trim_end().to_owned();
            let rows = self.board.iter().map(trimmed).collect::<Vec<_>>().join("\n");
            return format!("{rows}\n\nmolecule:\n{}\n", self.molecule.join("\n"));
        }
        let name = self.name.replace(char::is_control, " ");
        let mut text = format!("[Level]\nName={name}\n");
        for label in Label::all().filter(|label| drawn().any(|c| c == label.as_char())) {
            let kind = self.kinds.get(&label.as_char()).map_or("o-", String::as_str);
            let kind = kind.replace(char::is_control, " ");
            text += &format!("atom_{label}={kind}\n");
        }
        for (row, cells) in self.board.iter().enumerate() {
            text += &format!("feld_{row:02}={}\n", cells.replace(' ', "."));
        }
        for (row, cells) in self.molecule.iter().enumerate() {
            text += &format!("mole_{row}={}\n", cells.replace(' ', "."));
        }
        text
    }

    /// The picture of rows.
    fn scene(&self, rows: &[String]) -> Scene {
        let mut scene =
            Scene { width: 0, height: rows.len() as u16, ground: vec![], pieces: vec![] };
        for (y, row) in rows.iter().enumerate() {
            for (x, character) in row.chars().enumerate() {
                let at = Place { x: x as u16, y: y as u16 };
                scene.width = scene.width.max(at.x + 1);
                match (character, Label::new(character)) {
                    (' ', _) => continue,
                    ('#', _) => scene.ground.push((at, Ground::Wall)),
                    (_, None) => scene.ground.push((at, Ground::Floor)),
                    (_, Some(label)) => {
                        scene.ground.push((at, Ground::Floor));
                        let look = atom(label, self.kind(label).as_ref());
                        scene.pieces.push(Piece { look, at });
                    }
                }
            }
        }
        scene
    }

    fn kind(&self, label: Label) -> Option<Kind> {
        let (element, bonds) = self.kinds.get(&label.as_char())?.split_once('-')?;
        Some(Kind::Katomic { element: element.chars().next()?, bonds: bonds.to_owned() })
    }
}

/// The text and the pictures of a sketch, and a picture of each atom of its kinds.
pub(crate) fn draw(question: &str) -> Result<Value, Problem> {
    let sketch: Sketch = serde_json::from_str(question)?;
    let is_large = |rows: &[String]| {
        rows.len() > LARGEST || rows.iter().any(|row| row.chars().count() > LARGEST)
    };
    if is_large(&sketch.board) || is_large(&sketch.molecule) {
        return Err(Problem::new("rows and columns go up to 255"));
    }
    let alone = |label: Label| {
        let look = atom(label, sketch.kind(label).as_ref());
        let pieces = vec![Piece { look, at: Place { x: 0, y: 0 } }];
        let scene = Scene { width: 1, height: 1, ground: vec![], pieces };
        (label.as_char(), svg::inline(&scene, &format!("Atom {label}")))
    };
    let drawn: String = sketch.board.concat() + &sketch.molecule.concat();
    let is_used = |label: &Label| {
        drawn.contains(label.as_char()) || sketch.kinds.contains_key(&label.as_char())
    };
    let atoms: BTreeMap<char, String> = Label::all().filter(is_used).map(alone).collect();
    Ok(json!({
        "text": sketch.text(),
        "svg": svg::inline(&sketch.scene(&sketch.board), "The board as it is drawn"),
        "goal_svg": svg::inline(&sketch.scene(&sketch.molecule), "The molecule as it is drawn"),
        "atoms": atoms,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::rules::atomix;

    fn sketch(kinds: &[(char, &str)]) -> Sketch {
        let rows = |text: &str| text.split('/').map(str::to_owned).collect();
        let kinds = kinds.iter().map(|&(label, kind)| (label, kind.to_owned()));
        Sketch {
            name: "Pair".to_owned(),
            board: rows("  ####/###1.#/#..2.#/######"),
            molecule: rows("12"),
            kinds: kinds.collect(),
        }
    }

    #[test]
    fn the_text_of_a_sketch_is_the_level_that_was_drawn() {
        for kinds in [&[][..], &[('1', "1-c")], &[('1', "1-c"), ('2', "3-g")]] {
            let sketch = sketch(kinds);
            let set = atomix::parse(sketch.text().as_bytes(), atomix::Options::default());
            let levels: Vec<_> = set.expect("a level").into_levels().collect();
            let level = levels[0].level.as_ref().expect("it is playable");
            let again = Sketch::of(level);
            assert_eq!((&again.board, &again.molecule), (&sketch.board, &sketch.molecule));
            assert!(kinds.iter().all(|(label, kind)| again.kinds[label] == *kind));
        }
    }

    #[test]
    fn half_a_level_is_drawn_too() {
        let half = r##"{"name":"","board":["#1x","?"],"molecule":[],"kinds":{"1":"3-cg"}}"##;
        let drawn = draw(half).expect("it is drawn");
        assert_eq!(
            drawn["svg"].as_str().map(|svg| svg.matches("class=\"piece\"").count()),
            Some(2)
        );
        assert!(drawn["atoms"]["1"].as_str().is_some_and(|svg| svg.contains(">O<")));
    }

    #[test]
    fn a_sketch_that_is_too_large_is_refused() {
        let board = vec!["#".repeat(300)];
        let question = json!({ "name": "", "board": board, "molecule": [], "kinds": {} });
        assert!(draw(&question.to_string()).is_err());
    }
}
