//! Atomix levels as scenes.

use crate::scene::Colour;
use crate::{Ground, Look, Piece, Place, Scene};
use fewest_rules::atomix::{Atom, Kind, Label, Level, Move, Position, Square, Tile};

pub(crate) fn scene(level: &Level, position: &Position) -> Scene {
    let (first, last) = level.corners();
    let squares = (first.row..=last.row)
        .flat_map(|row| (first.column..=last.column).map(move |column| Square { row, column }));
    let ground = squares.filter_map(|square| match level.tile(square) {
        Tile::Wall => Some((place(level, square), Ground::Wall)),
        Tile::Free => Some((place(level, square), Ground::Floor)),
        Tile::Outside => None,
    });
    let piece = |&(atom, square): &(Atom, Square)| piece(level, atom.label, place(level, square));
    Scene {
        width: level.width() as u16,
        height: level.height() as u16,
        ground: ground.collect(),
        pieces: position.atoms().iter().map(piece).collect(),
    }
}

pub(crate) fn step(level: &Level, before: &Position, step: &Move) -> (usize, Place) {
    let piece = before.atoms().iter().position(|&(atom, _)| atom == step.atom);
    (piece.expect("a legal move moves an atom of the level"), place(level, step.to))
}

/// The molecule.
pub(crate) fn goal(level: &Level) -> Scene {
    let molecule = level.molecule().iter();
    let pieces: Vec<_> = molecule
        .map(|&(label, at)| piece(level, label, Place { x: at.column.into(), y: at.row.into() }))
        .collect();
    let most = |side: fn(&Place) -> u16| pieces.iter().map(|piece| side(&piece.at) + 1).max();
    let (width, height) = (most(|at| at.x).unwrap_or(0), most(|at| at.y).unwrap_or(0));
    Scene { width, height, ground: vec![], pieces }
}

fn place(level: &Level, square: Square) -> Place {
    let (first, _) = level.corners();
    Place { x: (square.column - first.column).into(), y: (square.row - first.row).into() }
}

fn piece(level: &Level, label: Label, at: Place) -> Piece {
    Piece { look: atom(label, level.kind(label)), at }
}

/// Returns the look of the atoms with a label: the element if it is known, otherwise the label.
pub fn atom(label: Label, kind: Option<&Kind>) -> Look {
    let unknown = || Look::Atom {
        symbol: label.to_string(),
        colour: distinct(Label::all().position(|other| other == label).unwrap_or(0)),
        bonds: [0; 8],
    };
    kind.and_then(element).unwrap_or_else(unknown)
}

/// Returns the look of an atom whose element is known.
fn element(kind: &Kind) -> Option<Look> {
    let Kind::Katomic { element, bonds } = kind else { return None };
    let (symbol, colour) = match element {
        '1' => ("H", Colour(225, 230, 235)),
        '2' => ("C", Colour(70, 75, 82)),
        '3' => ("O", Colour(205, 45, 45)),
        '4' => ("N", Colour(60, 95, 205)),
        '5' => ("S", Colour(235, 200, 40)),
        '6' => ("F", Colour(120, 195, 90)),
        '7' => ("Cl", Colour(30, 140, 60)),
        '8' => ("Br", Colour(140, 55, 35)),
        '9' => ("P", Colour(240, 140, 30)),
        '0' => ("I", Colour(125, 40, 150)),
        'o' => ("", Colour(130, 205, 220)),
        'A' => ("─", Colour(190, 190, 190)),
        'B' => ("/", Colour(190, 190, 190)),
        'C' => ("│", Colour(190, 190, 190)),
        'D' => ("\\", Colour(190, 190, 190)),
        _ => return None,
    };
    let mut counts = [0_u8; 8];
    for bond in bonds.chars() {
        let (direction, count) = match bond {
            'a'..='h' => (bond as usize - 'a' as usize, 1),
            'A'..='D' => (2 * (bond as usize - 'A' as usize), 2),
            'E'..='H' => (2 * (bond as usize - 'E' as usize), 3),
            '1' => (7, 2),
            '2'..='4' => (2 * (bond as usize - '2' as usize) + 1, 2),
            _ => continue,
        };
        counts[direction] = counts[direction].saturating_add(count);
    }
    Some(Look::Atom { symbol: symbol.to_owned(), colour, bonds: counts })
}

/// Returns a colour distinct from the others even for red-green blindness (Okabe and Ito).
fn distinct(number: usize) -> Colour {
    const COLOURS: [Colour; 8] = [
        Colour(0, 114, 178),
        Colour(230, 159, 0),
        Colour(0, 158, 115),
        Colour(204, 121, 167),
        Colour(86, 180, 233),
        Colour(213, 94, 0),
        Colour(240, 228, 66),
        Colour(110, 110, 110),
    ];
    COLOURS[number % COLOURS.len()]
}
