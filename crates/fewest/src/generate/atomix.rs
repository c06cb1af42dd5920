//! Atomix levels by chance: a molecule, a board with walls, and atoms somewhere on it.

use super::molecules::{MOLECULES, Molecule};
use fastrand::Rng;
use fewest_rules::atomix::{Format, Level, parse};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// A cell of the board: row and column.
type Cell = (usize, usize);

/// What a level is to be like.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Atoms of the molecule.
    pub atoms: RangeInclusive<usize>,
    /// Columns and rows of the board, walls included.
    pub side: RangeInclusive<usize>,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { atoms: 3..=5, side: 8..=12 }
    }
}

impl Wanted {
    /// Whether there is a molecule of such a size.
    pub fn is_possible(&self) -> bool {
        MOLECULES.iter().any(|molecule| self.atoms.contains(&molecule.atoms()))
            && *self.side.start() >= 5
            && *self.side.end() <= 30
            && self.side.start() <= self.side.end()
    }

    /// A level that may be solvable; none if the walls left no room.
    pub(super) fn draw(&self, random: &mut Rng) -> Option<Level> {
        let fits = |molecule: &&Molecule| self.atoms.contains(&molecule.atoms());
        let fitting: Vec<_> = MOLECULES.iter().filter(fits).collect();
        let molecule = random.choice(fitting)?;
        let side = |random: &mut Rng| random.usize(self.side.clone());
        let (width, height) = (side(random), side(random));
        let floor = floor(random, width, height);
        let places: Vec<Cell> = floor.iter().copied().collect();
        if places.len() < 4 * molecule.atoms() {
            return None;
        }
        let starts = random.choose_multiple(places, molecule.atoms());
        let text = text(molecule, &floor, &starts, random);
        let set = parse(text.as_bytes(), Some(Format::KAtomic)).ok()?;
        set.into_levels().next()?.level.ok()
    }
}

/// The largest connected part of a board with some walls in it: single blocks and short bars.
fn floor(random: &mut Rng, width: usize, height: usize) -> BTreeSet<Cell> {
    let inside =
        |(row, column): Cell| (1..height - 1).contains(&row) && (1..width - 1).contains(&column);
    let cells = (1..height - 1).flat_map(|row| (1..width - 1).map(move |column| (row, column)));
    let mut floor: BTreeSet<Cell> = cells.collect();
    let walls = floor.len() * random.usize(8..=24) / 100;
    for _ in 0..walls {
        let (mut row, mut column) = (random.usize(1..height - 1), random.usize(1..width - 1));
        let is_upright = random.bool();
        for _ in 0..random.usize(1..=3) {
            floor.remove(&(row, column));
            if is_upright {
                row += 1
            } else {
                column += 1
            }
            if !inside((row, column)) {
                break;
            }
        }
    }
    let mut largest = BTreeSet::new();
    while let Some(&first) = floor.first() {
        let mut part = BTreeSet::new();
        let mut open = vec![first];
        while let Some((row, column)) = open.pop() {
            if floor.remove(&(row, column)) {
                part.insert((row, column));
                open.extend([
                    (row + 1, column),
                    (row - 1, column),
                    (row, column + 1),
                    (row, column - 1),
                ]);
            }
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest
}

/// A level in KAtomic's format, with walls around the floor and nothing beyond.
fn text(molecule: &Molecule, floor: &BTreeSet<Cell>, starts: &[Cell], random: &mut Rng) -> String {
    let mut labels: Vec<char> =
        molecule.rows.iter().flat_map(|row| row.chars()).filter(|&c| c != '.').collect();
    random.shuffle(&mut labels);
    let least = |side: fn(&Cell) -> usize| floor.iter().map(side).min().unwrap_or(1) - 1;
    let most = |side: fn(&Cell) -> usize| floor.iter().map(side).max().unwrap_or(0) + 1;
    let (rows, columns) =
        (least(|cell| cell.0)..=most(|cell| cell.0), least(|cell| cell.1)..=most(|cell| cell.1));
    let cell = |at: Cell| match starts.iter().position(|&start| start == at) {
        Some(number) => labels[number],
        None if floor.contains(&at) => '.',
        None => '#',
    };
    let mut text = format!("[Level1]\nName={}\n", molecule.name);
    for (label, kind) in (1..).zip(molecule.kinds) {
        let _ = writeln!(text, "atom_{label}={kind}");
    }
    for (number, row) in rows.enumerate() {
        let line: String = columns.clone().map(|column| cell((row, column))).collect();
        let _ = writeln!(text, "feld_{number:02}={line}");
    }
    for (number, row) in molecule.rows.iter().enumerate() {
        let _ = writeln!(text, "mole_{number}={row}");
    }
    text
}
