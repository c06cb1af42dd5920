//! Boards with one to four atoms, some of them alike.

use crate::Small;
use crate::all_solutions;
use crate::breadth_first::optimum;
use crate::claims::Claims;
use crate::request::{Asked, maybe};
use crate::search;
use fewest::AnyPuzzle;
use fewest::atomix::{HeuristicName, TieBreaking};
use fewest::rules::atomix::{Label, Level, Position, Square, parse};
use fewest::search::{MultiGoal, Request};

pub struct Random {
    level: Level,
    text: String,
}

impl Random {
    pub fn new(random: &mut fastrand::Rng) -> Self {
        loop {
            let text = text(random);
            let set = parse(text.as_bytes(), None).expect("a level file");
            // Not every molecule fits on its board.
            if let Some(Ok(level)) = set.into_levels().next().map(|level| level.level) {
                return Self { level, text };
            }
        }
    }

    /// Whether it has several shortest plans; checks that all of them are counted, and no others.
    pub fn has_several_solutions(&self, request: Request) -> bool {
        let optimum = self.optimum();
        all_solutions::compare(&self.level, AnyPuzzle::Atomix, optimum, request, labels)
    }
}

/// A level in KAtomic's format, which may have no place for its molecule.
fn text(random: &mut fastrand::Rng) -> String {
    let atoms = random.usize(1..=4);
    let kinds = random.usize(1..=atoms.min(3));
    let labels: Vec<char> = (0..atoms).map(|_| ['1', '2', '3'][random.usize(0..kinds)]).collect();

    // More atoms get fewer squares, so that breadth-first search takes milliseconds.
    let (width, height) = match atoms {
        1 | 2 => (random.usize(2..=6), random.usize(2..=5)),
        3 => (random.usize(2..=4), random.usize(2..=4)),
        _ => (random.usize(3..=4), 3),
    };
    let walls = random.usize(0..=width * height / 3);
    let mut squares: Vec<_> =
        (1..=height).flat_map(|row| (1..=width).map(move |column| (row, column))).collect();
    random.shuffle(&mut squares);
    let mut board = vec![vec!['#'; width + 2]; height + 2];
    for &(row, column) in squares.iter().skip(walls) {
        board[row][column] = '.';
    }
    for (&(row, column), &label) in squares.iter().rev().zip(&labels) {
        board[row][column] = label;
    }

    // Each atom of the molecule is beside an earlier one.
    let mut molecule = vec![(4, 4)];
    while molecule.len() < atoms {
        let (row, column) = molecule[random.usize(0..molecule.len())];
        let beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        let next = beside[random.usize(0..4)];
        if !molecule.contains(&next) {
            molecule.push(next);
        }
    }
    let mut drawn = vec![vec!['.'; 9]; 9];
    for (&(row, column), &label) in molecule.iter().zip(&labels) {
        drawn[row][column] = label;
    }
    let (top, left) = (
        molecule.iter().map(|&(row, _)| row).min().expect("an atom"),
        molecule.iter().map(|&(_, column)| column).min().expect("an atom"),
    );

    let mut text = String::from("[Level]\n");
    for (number, label) in (1..).zip(['1', '2', '3']) {
        text += &format!("atom_{label}={number}-a\n");
    }
    for (number, row) in board.iter().enumerate() {
        text += &format!("feld_{number:02}={}\n", row.iter().collect::<String>());
    }
    for (number, row) in drawn.iter().skip(top).enumerate() {
        let row = row[left..].iter().collect::<String>();
        let row = row.trim_end_matches('.');
        if !row.is_empty() {
            text += &format!("mole_{number}={row}\n");
        }
    }
    text
}

/// The labels and their squares: atoms with the same label are alike.
fn labels(position: &Position) -> Vec<(Label, Square)> {
    let mut labels = position.labels();
    labels.sort_unstable();
    labels
}

impl Small for Random {
    fn optimum(&self) -> Option<u64> {
        optimum(&self.level, labels)
    }

    fn ask(&self, random: &mut fastrand::Rng) -> Asked {
        Asked {
            heuristic: maybe(random, 3, HeuristicName::ALL).map(HeuristicName::name),
            tie_breaking: (random.u8(0..4) == 0)
                .then(|| TieBreaking::ALL[random.usize(0..TieBreaking::ALL.len())].name()),
            multi_goal: match random.u8(0..8) {
                0 => MultiGoal::Separate,
                _ => MultiGoal::Joint,
            },
            ..Asked::random(random)
        }
    }

    fn answer(&self, asked: &Asked) -> Option<Claims> {
        search::answer(&self.level, AnyPuzzle::Atomix, asked)
    }

    fn describe(&self) -> String {
        self.text.clone()
    }
}
