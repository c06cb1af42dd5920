//! Panex: a state has the pieces of each column from the bottom up, starting with the left column.
//! A piece is stored as twice its size, minus one if its colour is a; 0 separates columns.

use super::graph::{Graph, replay_by};
use super::{Direction, Heuristic};
use crate::Reason;
use fewest_rules::Puzzle as _;
use fewest_rules::panex::{self, Colour, Column, Instance, Move, Piece, Position};

pub(super) struct Panex {
    instance: Instance,
    goal: Vec<u8>,
}

impl Panex {
    /// Higher towers are rejected: a piece has one byte, and no list of theirs would fit anywhere.
    const SIZES: u16 = 100;

    /// Creates the graph from the start, without a heuristic.
    pub fn new(text: &str, direction: Direction, heuristic: Heuristic) -> Result<Self, Reason> {
        if (direction, heuristic) != (Direction::Forward, Heuristic::Blind) {
            return Err(Reason::Unsupported);
        }
        let instance = panex::parse(text).map_err(|error| Reason::Instance(error.to_string()))?;
        // Anyone who knows only the format reads the same puzzle.
        if instance.to_string() != text {
            return Err(Reason::Instance(format!("it must be written {instance}")));
        }
        if instance.n() > Self::SIZES {
            return Err(Reason::Unsupported);
        }
        let goal = bytes(instance.goal());
        Ok(Self { instance, goal })
    }

    fn position(&self, state: &[u8]) -> Option<Position> {
        let piece = |&byte: &u8| Piece {
            colour: if byte % 2 == 1 { Colour::A } else { Colour::B },
            size: u16::from(byte.div_ceil(2)),
        };
        let columns =
            state.split(|&byte| byte == 0).map(|column| column.iter().map(piece).collect());
        let columns: [Vec<Piece>; 3] = columns.collect::<Vec<_>>().try_into().ok()?;
        let position = Position::new(columns, self.instance.rule()).ok()?;
        (position.piece_set() == self.instance.piece_set()).then_some(position)
    }
}

fn bytes(position: &Position) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(position.piece_set().count() + 2);
    for column in Column::ALL {
        if column != Column::L {
            bytes.push(0);
        }
        let byte = |piece: &Piece| 2 * piece.size as u8 - u8::from(piece.colour == Colour::A);
        bytes.extend(position.column(column).iter().map(byte));
    }
    bytes
}

impl Graph for Panex {
    fn width(&self) -> usize {
        self.goal.len()
    }

    fn roots(&self) -> Vec<Vec<u8>> {
        vec![bytes(&self.instance.start())]
    }

    fn is_state(&self, bytes: &[u8]) -> bool {
        self.position(bytes).is_some()
    }

    fn is_goal(&self, state: &[u8]) -> bool {
        state == self.goal
    }

    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let Some(position) = self.position(state) else { return };
        for step in self.instance.moves(&position) {
            if let Some(child) = self.instance.play(&position, &step) {
                visit(&bytes(&child));
            }
        }
    }

    fn replay(&self, plan: &mut dyn Iterator<Item = [u8; 2]>) -> Result<(), Reason> {
        replay_by(&self.instance, plan, |position, columns| {
            let [from, to] = columns.map(|column| Column::ALL.get(usize::from(column)).copied());
            let (from, to) = from.zip(to)?;
            Some(Move { piece: *position.column(from).last()?, from, to })
        })
    }
}
