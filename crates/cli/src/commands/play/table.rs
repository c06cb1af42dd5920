//! A puzzle that is being played.

use super::asked::Asked;
use super::key::Key;
use crate::output::human;
use fewest::{AnyPuzzle, Instance, Move, for_any_puzzle, rules::Puzzle};
use fewest_view::{Scene, Staged, Step};

/// The positions since the start, and the message about the last one.
pub(super) struct Table {
    /// The puzzle at its start, then after each move.
    positions: Vec<Instance>,
    /// Moves that were taken back.
    undone: Vec<Instance>,
    /// The piece that the arrow keys move.
    pub chosen: usize,
    /// The message below the board.
    pub said: String,
    /// The search for a hint for this position.
    asked: Option<Asked>,
}

const HELP: &str = "Tab: next piece · arrows: move it · u: undo · y: redo · r: restart · \
                    h: hint · q: leave";

impl Table {
    pub fn new(instance: &Instance) -> Self {
        let mut table = Self {
            positions: vec![instance.clone()],
            undone: vec![],
            chosen: 0,
            said: HELP.to_owned(),
            asked: None,
        };
        table.choose(0, 0);
        table
    }

    pub fn instance(&self) -> &Instance {
        self.positions.last().expect("the start stays")
    }

    pub fn moves(&self) -> usize {
        self.positions.len() - 1
    }

    pub fn scene(&self) -> Scene {
        for_any_puzzle!(&self.instance().puzzle, puzzle => puzzle.scene(&puzzle.start()))
    }

    pub fn goal(&self) -> Scene {
        for_any_puzzle!(&self.instance().puzzle, puzzle => Staged::goal(puzzle))
    }

    /// The moves that were made, if the puzzle is solved.
    pub fn solved_in(&self) -> Option<usize> {
        let solved = for_any_puzzle!(&self.instance().puzzle, puzzle => {
            puzzle.is_goal(&puzzle.start())
        });
        solved.then(|| self.moves())
    }

    /// Whether a hint is being searched for.
    pub fn is_asking(&self) -> bool {
        self.asked.is_some()
    }

    /// Shows the hint, once there is one.
    pub fn listen(&mut self) {
        if let Some(said) = self.asked.as_ref().and_then(Asked::said) {
            self.asked = None;
            self.said = said;
        }
    }

    pub fn press(&mut self, key: Key) {
        match key {
            Key::Up => self.go(|from, to| to.1 < from.1 && to.0 == from.0),
            Key::Down => self.go(|from, to| to.1 > from.1 && to.0 == from.0),
            Key::Left => self.go(|from, to| to.0 < from.0),
            Key::Right => self.go(|from, to| to.0 > from.0),
            Key::Next => self.choose(self.chosen + 1, 1),
            Key::Previous => {
                let before = self.pieces().saturating_sub(1);
                self.choose(self.chosen + before, before);
            }
            Key::Undo if self.positions.len() > 1 => {
                self.undone.extend(self.positions.pop());
                self.say();
            }
            Key::Redo if !self.undone.is_empty() => {
                self.positions.extend(self.undone.pop());
                self.say();
            }
            Key::Restart => {
                self.positions.truncate(1);
                self.undone.clear();
                self.say();
            }
            Key::Hint => match Asked::new(self.instance().clone()) {
                Ok(asked) => {
                    self.asked = Some(asked);
                    self.said = "Looking for a hint; Esc stops it.".to_owned();
                }
                Err(error) => self.said = format!("There is no hint: {error}"),
            },
            Key::Escape => self.say(),
            Key::Help => self.said = HELP.to_owned(),
            Key::Undo | Key::Redo | Key::Enter | Key::Quit | Key::End => {}
        }
    }

    fn pieces(&self) -> usize {
        self.scene().pieces.len()
    }

    /// All moves as steps, with the puzzle after each.
    fn steps(&self) -> Vec<(Step, Move, Instance)> {
        let instance = self.instance();
        let step = |(step, next): (Move, Instance)| {
            let shown = match (&instance.puzzle, &step) {
                (AnyPuzzle::Atomix(level), Move::Atomix(step)) => shown(level, step),
                (AnyPuzzle::Tiles(tiles), Move::Tiles(step)) => shown(tiles, step),
                (AnyPuzzle::Panex(panex), Move::Panex(step)) => shown(panex, step),
                _ => None,
            };
            Some((shown?, step, next))
        };
        instance.moves().into_iter().filter_map(step).collect()
    }

    /// Chooses the first piece that can move, starting at number `from` and advancing by `stride`.
    fn choose(&mut self, from: usize, stride: usize) {
        let (pieces, steps) = (self.pieces(), self.steps());
        let mut number = from % pieces.max(1);
        for _ in 0..pieces {
            if steps.iter().any(|(step, ..)| step.piece == number) {
                break;
            }
            number = (number + stride.max(1)) % pieces;
        }
        self.chosen = number;
    }

    /// Moves the chosen piece to the nearest place that `is_wanted`.
    fn go(&mut self, is_wanted: impl Fn((u16, u16), (u16, u16)) -> bool) {
        let scene = self.scene();
        let Some(piece) = scene.pieces.get(self.chosen) else { return };
        let from = (piece.at.x, piece.at.y);
        let steps = self.steps().into_iter();
        let there = steps.filter(|(step, ..)| {
            step.piece == self.chosen && is_wanted(from, (step.to.x, step.to.y))
        });
        match there.min_by_key(|(step, ..)| step.to.x.abs_diff(from.0)) {
            Some((.., next)) => {
                self.positions.push(next);
                self.undone.clear();
                self.say();
            }
            None => self.said = "It cannot move there.".to_owned(),
        }
    }

    /// Updates the message for a new position, and drops any hint that was asked for.
    fn say(&mut self) {
        self.asked = None;
        self.said = match self.solved_in() {
            Some(moves) => format!("Solved in {}!", human::moves(&(moves as u64).into())),
            None => String::new(),
        };
    }
}

/// A move from the start of a puzzle, as it is displayed.
fn shown<P: Staged>(puzzle: &P, step: &P::Move) -> Option<Step> {
    let start = puzzle.start();
    let after = puzzle.play(&start, step)?;
    Some(puzzle.step(&start, step, &after))
}
