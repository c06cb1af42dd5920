//! cargo run --release --package fewest-puzzles --example rush_hour
//!
//! Cars slide along their lines until car A can leave to the right; a slide of any length is a move.

mod naive;

use fewest_puzzles::{Failure, Puzzle, demonstrate, reach};
use fewest_search::outcome::unlimited;
use fewest_search::problem::{Backward, Heuristic};
use fewest_search::{PatternDatabase, PatternDatabases};
use fewest_search::{Problem, StateSpace};

/// A jam of 51 moves, from Fogleman's database (2018).
const JAM: &str = "GBBoLo GHIoLM GHIAAM CCCKoM ooJKDD EEJFFo";
const SIDE: usize = 6;

/// A letter for each cell, or a character for empty ones.
type Board = [u8; SIDE * SIDE];
const EMPTY: u8 = b'o';
const EXIT: usize = 3 * SIDE - 1;

/// From a jam to where car A is at the exit or, if `true`, back.
#[derive(Clone)]
struct RushHour(Board, bool);

fn board(text: &str) -> Result<Board, String> {
    let cells: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    cells.try_into().map_err(|_| "it has not 36 cells".to_owned())
}

impl StateSpace for RushHour {
    type State = Board;
    /// The car, and how far it moves to the right or down.
    type Action = (char, i8);
    type Key = Board;

    fn roots(&self) -> Vec<Board> {
        let solved = || reach(&self.reversed()).into_iter().filter(|board| board[EXIT] == b'A');
        if self.1 { solved().collect() } else { vec![self.0] }
    }
    fn is_goal(&self, board: &Board) -> bool {
        if self.1 { *board == self.0 } else { board[EXIT] == b'A' }
    }
    fn successors(&self, board: &Board, mut visit: impl FnMut((char, i8), Board)) {
        for car in b'A'..=b'Z' {
            let Some(first) = board.iter().position(|cell| *cell == car) else { continue };
            let length = board.iter().filter(|cell| **cell == car).count();
            let step = if board.get(first + 1) == Some(&car) { 1 } else { SIDE };
            let line = if step == 1 { first - first % SIDE } else { first % SIDE };
            let at = (first - line) / step;
            let others = board.map(|cell| if cell == car { EMPTY } else { cell });
            let cells = |at: usize| (at..at + length).map(move |place| line + place * step);
            let is_free = |at: &usize| cells(*at).all(|cell| others[cell] == EMPTY);
            let mut slide = |to: usize| {
                let mut next = others;
                cells(to).for_each(|cell| next[cell] = car);
                visit((car.into(), to as i8 - at as i8), next);
            };
            (0..at).rev().take_while(is_free).for_each(&mut slide);
            (at + 1..=SIDE - length).take_while(is_free).for_each(&mut slide);
        }
    }
    fn pack(&self, board: &Board) -> Board {
        *board
    }
    fn unpack(&self, key: Board) -> Board {
        key
    }
}

impl Backward for RushHour {
    type Reversed = Self;
    fn reversed(&self) -> Self {
        Self(self.0, !self.1)
    }
}

impl Puzzle for RushHour {
    const RULES: &'static str = "rush-hour";
    fn bytes(&self, board: &Board) -> Vec<u8> {
        board.to_vec()
    }
    fn draw(&self, board: &Board) -> String {
        board.chunks(SIDE).map(|row| String::from_utf8_lossy(row) + "\n").collect()
    }
    fn words(&self, (car, by): (char, i8)) -> String {
        format!("{car}{by:+}")
    }
}

/// Two pattern databases: each forgets every other car, but never car A.
fn problem(space: RushHour) -> Problem<RushHour, impl Heuristic<RushHour>> {
    let database = |half: u8| {
        let is_kept = move |cell: &u8| *cell == b'A' || cell % 2 == half;
        let forget = move |board: &Board| board.map(|c| if is_kept(&c) { c } else { EMPTY });
        let abstracted = RushHour(forget(&space.0), space.1);
        unlimited(|monitor| PatternDatabase::new(abstracted, forget, monitor)).expect("no limit")
    };
    let databases = PatternDatabases::maximum([0, 1].map(database).into());
    Problem::new(space, databases)
}

fn main() -> Result<(), Failure> {
    let space = RushHour(board(JAM).map_err(Failure::Instance)?, false);
    let (forward, backward) = (problem(space.clone()), problem(space.reversed()));
    demonstrate(&forward, &backward, naive::read)
}

#[cfg(test)]
#[path = "../../tests/known/mod.rs"]
mod known;

#[test]
fn all_boards_of_the_corpus_are_right() {
    known::compare_all("rush-hour", |text| {
        Ok((problem(RushHour(board(text)?, false)), naive::read(text)?))
    });
}
