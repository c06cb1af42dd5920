//! A puzzle that is being played.

use super::asked::Asked;
use super::key::Key;
use fewest::rules::Puzzle as _;
use fewest::{Instance, Move, MoveCount};
use fewest_view::{Scene, Step};

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

    /// The moves that were made.
    pub fn moves(&self) -> usize {
        self.positions.len() - 1
    }

    /// The same in words.
    pub fn moves_in_words(&self) -> String {
        MoveCount::from(self.moves() as u64).in_words()
    }

    pub fn scene(&self) -> Scene {
        let puzzle = &self.instance().puzzle;
        fewest_view::scene(puzzle, &puzzle.start())
    }

    pub fn goal(&self) -> Scene {
        fewest_view::goal(&self.instance().puzzle)
    }

    /// The moves that were made, if the puzzle is solved.
    pub fn solved_in(&self) -> Option<usize> {
        let puzzle = &self.instance().puzzle;
        puzzle.is_goal(&puzzle.start()).then(|| self.moves())
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
    fn steps(&self) -> Vec<(Step, Instance)> {
        let puzzle = &self.instance().puzzle;
        let step = |(step, next): (Move, Instance)| {
            let (before, after) = (puzzle.start(), next.puzzle.start());
            (fewest_view::step(puzzle, &before, &step, &after), next)
        };
        self.instance().moves().into_iter().map(step).collect()
    }

    /// Chooses the first piece that can move, starting at number `from` and advancing by `stride`.
    fn choose(&mut self, from: usize, stride: usize) {
        let (pieces, steps) = (self.pieces(), self.steps());
        let mut number = from % pieces.max(1);
        for _ in 0..pieces {
            if steps.iter().any(|(step, _)| step.piece == number) {
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
        let there = steps.filter(|(step, _)| {
            step.piece == self.chosen && is_wanted(from, (step.to.x, step.to.y))
        });
        match there.min_by_key(|(step, _)| step.to.x.abs_diff(from.0)) {
            Some((_, next)) => {
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
            Some(_) => format!("Solved in {}!", self.moves_in_words()),
            None => String::new(),
        };
    }
}
