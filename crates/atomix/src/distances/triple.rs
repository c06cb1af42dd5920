//! Distances of three atoms that block each other.

use crate::board::{Board, Cell, CellSet, Lines};
use fewest_rules::atomix::Direction;
use fewest_search::Stop;
use fewest_search::outcome::Halt;

/// Breadth-first search, layer by layer, over the positions of three atoms from the cells `to`,
/// with generalized moves in which they may neither share a cell nor pass through each other.
///
/// Calls `visit` with a distance, the cells of the first and second atom, and the set of cells of
/// the third at which the three have that distance; each triple once, nearest first.
///
/// # Errors
/// The limit that is reached meanwhile.
///
/// # Complexity
/// For each two cells the cells of the third atom are one bit set, so a move of one of the first
/// two is a few word operations for all of them at once: about ten times faster than triple by
/// triple.
pub fn triple_distances<const W: usize>(
    board: &Board,
    lines: &Lines<W>,
    to: [Cell; 3],
    halt: Halt<'_>,
    mut visit: impl FnMut(u16, [Cell; 2], CellSet<W>),
) -> Result<(), Stop> {
    let cells = board.len();
    let row = |first: Cell, second: Cell| first.index() * cells + second.index();
    let mut seen = vec![CellSet::<W>::EMPTY; cells * cells];
    let mut newest = seen.clone();
    let mut next = seen.clone();
    next[row(to[0], to[1])] = CellSet::one(to[2]);
    for distance in 0.. {
        halt.check()?;
        let mut is_done = true;
        for first in board.cells() {
            for second in board.cells() {
                let row = row(first, second);
                let reached = std::mem::replace(&mut next[row], CellSet::EMPTY) - seen[row];
                newest[row] = reached;
                if !reached.is_empty() {
                    seen[row] |= reached;
                    is_done = false;
                    visit(distance, [first, second], reached);
                }
            }
        }
        if is_done {
            break;
        }
        for first in board.cells() {
            for second in board.cells() {
                let thirds = newest[row(first, second)];
                if thirds.is_empty() {
                    continue;
                }
                let reached = &mut next[row(first, second)];
                thirds.for_each(|third| {
                    for direction in Direction::ALL {
                        *reached |= lines.line_to(third, direction, [first, second]);
                    }
                });
                for direction in Direction::ALL {
                    let mut slide = |from, other, to_row: &dyn Fn(Cell) -> usize| {
                        let mut obstacles = CellSet::WALLS;
                        obstacles.insert(other);
                        let mut free = thirds;
                        for cell in board.ray(from, direction, &obstacles) {
                            free = free - CellSet::one(cell);
                            next[to_row(cell)] |= free;
                        }
                    };
                    slide(first, second, &|cell| row(cell, second));
                    slide(second, first, &|cell| row(first, cell));
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distances::{UNREACHABLE, pattern_distances};
    use fewest_rules::atomix::builtin;
    use fewest_search::outcome::unlimited;

    #[test]
    fn sets_give_the_same_distances_as_triples_one_by_one() {
        let level = builtin("water").expect("it is built in");
        let board = Board::new(&level);
        let lines = Lines::<4>::new(&board);
        let goal = [0, 1, board.len() / 2].map(|index| Cell(index as u8));
        let mut distances = vec![UNREACHABLE; board.len().pow(3)];
        let visit = |distance, [first, second]: [Cell; 2], thirds: CellSet<4>| {
            let row = first.index() * board.len() + second.index();
            thirds.for_each(|third| {
                let known = &mut distances[row * board.len() + third.index()];
                assert_eq!(std::mem::replace(known, distance as u8), UNREACHABLE);
            });
        };
        let all =
            unlimited(|monitor| triple_distances(&board, &lines, goal, monitor.halt(), visit));
        assert_eq!(all, Ok(()));
        let one_by_one = unlimited(|monitor| pattern_distances(&board, 3, &goal, monitor.halt()));
        assert_eq!(Ok(distances), one_by_one);
    }
}
