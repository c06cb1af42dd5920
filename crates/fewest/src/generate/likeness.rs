//! Recognises levels that are the same for a player.

use fewest_rules::atomix::{Label, Level};
use std::collections::BTreeMap;

/// A position in the plane.
type Point = (i16, i16);

/// A level without what no player would notice as a difference: its place, its rotation or
/// reflection, and its choice of labels. Two levels are alike exactly if these are equal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Likeness {
    /// The free squares.
    floor: Vec<Point>,
    /// The squares of the molecule, in order, with a number for each label, in order as well.
    molecule: Vec<(Point, usize)>,
    /// The atoms at the start.
    atoms: Vec<(Point, usize)>,
}

impl Likeness {
    /// Returns the likeness of a level: the smallest of its eight images.
    pub fn of(level: &Level) -> Self {
        let images = (0..8).map(|number| Self::image(level, number));
        images.min().expect("there are eight")
    }

    fn image(level: &Level, number: u8) -> Self {
        let image = |row: u8, column: u8| {
            let (mut row, mut column) = (i16::from(row), i16::from(column));
            if number & 1 != 0 {
                row = -row;
            }
            if number & 2 != 0 {
                column = -column;
            }
            if number & 4 != 0 { (column, row) } else { (row, column) }
        };
        let mut floor: Vec<_> =
            level.free_squares().iter().map(|square| image(square.row, square.column)).collect();
        let corner = to_corner(floor.iter_mut());
        let offsets = level.molecule().iter();
        let mut molecule: Vec<_> =
            offsets.map(|(label, at)| (image(at.row, at.column), *label)).collect();
        to_corner(molecule.iter_mut().map(|(at, _)| at));
        let mut atoms: Vec<_> = level
            .atoms()
            .iter()
            .map(|(atom, square)| {
                let (row, column) = image(square.row, square.column);
                ((row - corner.0, column - corner.1), atom.label)
            })
            .collect();
        floor.sort_unstable();
        molecule.sort_unstable();
        atoms.sort_unstable();
        let mut numbers: BTreeMap<Label, usize> = BTreeMap::new();
        for (_, label) in &molecule {
            let next = numbers.len();
            numbers.entry(*label).or_insert(next);
        }
        let numbered = |points: Vec<(Point, Label)>| {
            let mut points: Vec<_> =
                points.into_iter().map(|(at, label)| (at, numbers[&label])).collect();
            points.sort_unstable();
            points
        };
        Self { floor, molecule: numbered(molecule), atoms: numbered(atoms) }
    }
}

/// Moves points so that the least row and column are 0; returns the former least ones.
fn to_corner<'a>(points: impl Iterator<Item = &'a mut Point>) -> Point {
    let points: Vec<_> = points.collect();
    let least = |side: fn(&Point) -> i16| points.iter().map(|point| side(point)).min().unwrap_or(0);
    let (row, column) = (least(|point| point.0), least(|point| point.1));
    for point in points {
        *point = (point.0 - row, point.1 - column);
    }
    (row, column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_rules::atomix::parse;

    fn likeness(text: &str) -> Likeness {
        let level = parse(text.as_bytes(), None).unwrap().into_levels().next().unwrap();
        Likeness::of(&level.level.unwrap())
    }

    #[test]
    fn turned_and_mirrored_levels_are_alike() {
        let one = likeness("######\n#1..2#\n#....#\n#.#..#\n######\n\nmolecule:\n12\n");
        let mirrored = likeness("######\n#2..1#\n#....#\n#..#.#\n######\n\nmolecule:\n21\n");
        let turned = likeness("#####\n#..1#\n##..#\n#...#\n#..2#\n#####\n\nmolecule:\n1\n2\n");
        let renamed = likeness("######\n#a..4#\n#....#\n#.#..#\n######\n\nmolecule:\na4\n");
        assert_eq!([&mirrored, &turned, &renamed], [&one; 3]);
        let other_molecule = likeness("######\n#1..2#\n#....#\n#.#..#\n######\n\nmolecule:\n21\n");
        let other_start = likeness("######\n#1.2.#\n#....#\n#.#..#\n######\n\nmolecule:\n12\n");
        assert!(one != other_molecule && one != other_start);
    }
}
