//! A random level: a molecule, a board, and random places for the atoms.

use super::board::Floor;
use super::molecule::{Molecule, label};
use super::molecules::FORMULAS;
use super::{Style, Wanted};
use fastrand::Rng;
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Format, Level, parse};
use std::fmt::Write;

/// The least number of cells per atom of a board.
const ROOM: usize = 4;

/// A level that may be solvable; `None` if there is no room for the molecule.
pub(super) fn draw(wanted: &Wanted, random: &mut Rng) -> Option<Level> {
    let molecules = FORMULAS.iter().map(|formula| formula.molecule());
    let fitting = molecules.filter(|molecule| wanted.atoms.contains(&molecule.atoms()));
    let molecule = random.choice(fitting.collect::<Vec<_>>())?;
    let floor = match &wanted.board {
        Some(level) => Floor::of(level),
        None => {
            let size = [(); 2].map(|()| random.usize(wanted.side.clone()));
            let style = wanted.style.or_else(|| random.choice(Style::ALL))?;
            Floor::draw(random, style, (size[0], size[1]))?
        }
    };
    if floor.cells.len() < ROOM * molecule.atoms() {
        return None;
    }
    let text = text(&molecule, &floor, random);
    let set = parse(text.as_bytes(), Some(Format::KAtomic)).ok()?;
    set.into_levels().next()?.level.ok()
}

/// The same level with one atom somewhere else at the start.
pub(super) fn with_another_start(level: &Level, random: &mut Rng) -> Option<Level> {
    let mut labels = level.start().labels();
    let square = *random.choice(level.free_squares())?;
    let moved = random.usize(0..labels.len());
    let is_taken = labels.iter().any(|&(_, other)| other == square);
    labels[moved].1 = square;
    (!is_taken).then(|| Some(level.starting_at(level.position(&labels)?)))?
}

/// The level in KAtomic's format, with atoms anywhere, walls around the floor and nothing beyond.
fn text(molecule: &Molecule, floor: &Floor, random: &mut Rng) -> String {
    let mut labels: Vec<char> = molecule.labels().collect();
    random.shuffle(&mut labels);
    let places = floor.cells.iter().copied();
    let starts = random.choose_multiple(places, labels.len());
    let is_beside = |(row, column): (usize, usize)| {
        let rows = row.saturating_sub(1)..=row + 1;
        rows.flat_map(|row| (column.saturating_sub(1)..=column + 1).map(move |c| (row, c)))
            .any(|cell| floor.cells.contains(&cell))
    };
    let cell = |at: (usize, usize)| match starts.iter().position(|&start| start == at) {
        Some(number) => labels[number],
        None if floor.cells.contains(&at) => '.',
        None if is_beside(at) => '#',
        None => '.',
    };
    let mut text = format!("[Level1]\nName={}\n", molecule.name);
    for (number, kind) in molecule.kinds.iter().enumerate() {
        let label = label(number).unwrap_or_default();
        let _ = writeln!(text, "atom_{label}={kind}");
    }
    for row in 0..floor.size.0 {
        let line: String = (0..floor.size.1).map(|column| cell((row, column))).collect();
        let _ = writeln!(text, "feld_{row:02}={line}");
    }
    for (number, row) in molecule.rows.iter().enumerate() {
        let _ = writeln!(text, "mole_{number}={row}");
    }
    text
}
