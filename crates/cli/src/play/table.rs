//! A puzzle that is being played.

use fewest::hint::Hint;
use fewest::search::Interrupt;
use fewest::{AnyPuzzle, Instance, Move, for_any_puzzle, memory, rules::Puzzle};
use fewest_view::{Scene, Staged, Step};
use std::time::Duration;

/// What a player asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Up,
    Down,
    Left,
    Right,
    /// The next piece that can move.
    Next,
    Previous,
    Enter,
    Undo,
    Redo,
    Restart,
    Hint,
    Help,
    Quit,
}

/// The positions since the start, and what is said of the last one.
pub(super) struct Table {
    /// The puzzle from its start, then from where each move led.
    positions: Vec<Instance>,
    /// Moves that were taken back.
    undone: Vec<Instance>,
    /// The piece that the arrow keys move.
    pub chosen: usize,
    /// What is said below the board.
    pub said: String,
}

const HELP: &str = "Tab: next piece · arrows: move it · u: take back · y: again · r: restart · \
                    h: hint · q: leave";
/// Nobody waits longer for a hint.
const HINT_TIME: Duration = Duration::from_secs(10);

impl Table {
    pub fn new(instance: &Instance) -> Self {
        let mut table = Self {
            positions: vec![instance.clone()],
            undone: vec![],
            chosen: 0,
            said: HELP.to_owned(),
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

    pub fn press(&mut self, key: Key) {
        match key {
            Key::Up => self.go(|from, to| to.1 < from.1 && to.0 == from.0),
            Key::Down => self.go(|from, to| to.1 > from.1 && to.0 == from.0),
            Key::Left => self.go(|from, to| to.0 < from.0),
            Key::Right => self.go(|from, to| to.0 > from.0),
            Key::Next => self.choose(self.chosen + 1, 1),
            Key::Previous => self.choose(self.chosen + self.pieces() - 1, self.pieces() - 1),
            Key::Undo if self.positions.len() > 1 => {
                self.undone.extend(self.positions.pop());
                self.say();
            }
            Key::Redo => {
                self.positions.extend(self.undone.pop());
                self.say();
            }
            Key::Restart => {
                self.positions.truncate(1);
                self.undone.clear();
                self.say();
            }
            Key::Hint => self.hint(),
            Key::Help => self.said = HELP.to_owned(),
            Key::Undo | Key::Enter | Key::Quit => {}
        }
    }

    fn pieces(&self) -> usize {
        self.scene().pieces.len()
    }

    /// All moves as steps, with the puzzle after each.
    fn steps(&self) -> Vec<(Step, Move, Instance)> {
        let instance = self.instance();
        let step = |(step, next): (Move, Instance)| {
            let shown = match (&instance.puzzle, step) {
                (AnyPuzzle::Atomix(level), Move::Atomix(step)) => shown(level, &step),
                (AnyPuzzle::Tiles(tiles), Move::Tiles(step)) => shown(tiles, &step),
                (AnyPuzzle::Panex(panex), Move::Panex(step)) => shown(panex, &step),
                _ => None,
            };
            Some((shown?, step, next))
        };
        instance.moves().into_iter().filter_map(step).collect()
    }

    /// Chooses the first piece from a number on that can move, going on by `stride`.
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

    /// Moves the chosen piece the nearest way that `is_wanted`.
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
            None => self.said = "It does not go there.".to_owned(),
        }
    }

    fn say(&mut self) {
        self.said = match self.solved_in() {
            Some(moves) => format!("Solved in {moves} moves!"),
            None => String::new(),
        };
    }

    fn hint(&mut self) {
        static NEVER: Interrupt = Interrupt::new();
        self.said = match Hint::new(self.instance(), HINT_TIME, memory::budget(), &NEVER) {
            Ok(hint) => hint.to_string(),
            Err(error) => error.to_string(),
        };
    }
}

/// A move from the start of a puzzle as it is seen.
fn shown<P: Staged>(puzzle: &P, step: &P::Move) -> Option<Step> {
    let start = puzzle.start();
    let after = puzzle.play(&start, step)?;
    Some(puzzle.step(&start, step, &after))
}
