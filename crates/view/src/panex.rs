//! Panex as scenes: the track on top, columns hanging down.

use crate::{Ground, Look, Piece, Place, Scene, Staged, Step};
use fewest_rules::panex::{self, Colour, Column, Instance, Move, Position};

impl Staged for Instance {
    fn scene(&self, position: &Position) -> Scene {
        let n = position.n();
        let cells = (0..=n).flat_map(|y| (0..3).map(move |x| Place { x, y }));
        let mut places = vec![Place { x: 0, y: 0 }; 2 * usize::from(n)];
        for column in Column::ALL {
            let levels = position.levels(column);
            for (&piece, level) in position.column(column).iter().zip(levels) {
                // Levels of a legal position are not above the track.
                places[number(piece, n)] = place(column, u16::try_from(level).unwrap_or(0));
            }
        }
        let pieces = places.into_iter().enumerate().map(|(number, at)| {
            let (tower, size) = (number / usize::from(n), number % usize::from(n));
            let look = Look::Bar { is_first: tower == 0, size: size as u16 + 1, largest: n };
            Piece { look, at }
        });
        Scene {
            width: 3,
            height: n + 1,
            ground: cells.map(|place| (place, Ground::Floor)).collect(),
            pieces: pieces.collect(),
        }
    }

    fn step(&self, _: &Position, step: &Move, after: &Position) -> Step {
        let level = after.levels(step.to).last().copied().unwrap_or(0);
        let to = place(step.to, u16::try_from(level).unwrap_or(0));
        Step { piece: number(step.piece, self.n()), to, text: step.to_string() }
    }

    fn goal(&self) -> Scene {
        self.scene(Instance::goal(self))
    }
}

fn place(column: Column, level: u16) -> Place {
    Place { x: column.index() as u16, y: level }
}

/// First one tower, then the other, each from the smallest piece.
fn number(piece: panex::Piece, n: u16) -> usize {
    let tower = if piece.colour == Colour::A { 0 } else { n };
    usize::from(tower + piece.size - 1)
}
