//! Distances of a few atoms that block each other: the entries of pattern databases.

use super::{FARTHEST, UNREACHABLE};
use crate::board::{Board, Cell, CellSet};
use fewest_rules::atomix::Direction;
use fewest_search::Stop;
use fewest_search::outcome::Halt;

/// Returns the index of some atoms' cells in a table of distances.
#[inline]
pub fn index(cells: usize, atoms: impl Iterator<Item = Cell>) -> usize {
    atoms.fold(0, |index, at| index * cells + at.index())
}

/// Returns the fewest generalized moves that take `size` atoms from any cells to the nearest of
/// `goals`, if they may neither share a cell nor pass through each other.
///
/// `goals` has `size` cells for each goal.
///
/// # Units
/// One byte for each way to put the atoms on cells, at its [`index`].
///
/// # Errors
/// The limit that is reached meanwhile; [`Stop::Memory`] if the table cannot be allocated.
///
/// # Complexity
/// Cells to the power of `size`, times the atoms and the length of a line. Generalized moves are
/// invertible, so one breadth-first search from all goals gives the distances from everywhere.
///
/// # Source
/// Gliesch 2015, section 3.4.1.
pub fn pattern_distances(
    board: &Board,
    size: usize,
    goals: &[Cell],
    halt: Halt<'_>,
) -> Result<Vec<u8>, Stop> {
    /// States expanded between two polls: a few milliseconds.
    const POLL_EVERY: usize = 1 << 14;
    let cells = board.len();
    let mut distances = Vec::new();
    distances.try_reserve_exact(cells.pow(size as u32)).map_err(|_| Stop::Memory)?;
    distances.resize(cells.pow(size as u32), UNREACHABLE);
    let mut layer = Vec::new();
    for goal in goals.chunks_exact(size) {
        let goal = index(cells, goal.iter().copied());
        if distances[goal] == UNREACHABLE {
            distances[goal] = 0;
            layer.push(goal as u32);
        }
    }
    let mut beyond = 0;
    while !layer.is_empty() {
        beyond = (beyond + 1).min(FARTHEST);
        let mut next = Vec::new();
        for states in layer.chunks(POLL_EVERY) {
            halt.check()?;
            for &state in states {
                let mut obstacles = CellSet::WALLS;
                let mut rest = state as usize;
                for _ in 0..size {
                    obstacles.insert(Cell((rest % cells) as u8));
                    rest /= cells;
                }
                let mut stride = 1;
                for _ in 0..size {
                    let from = state as usize / stride % cells;
                    let others = state as usize - from * stride;
                    for direction in Direction::ALL {
                        for cell in board.ray(Cell(from as u8), direction, &obstacles) {
                            let moved = others + cell.index() * stride;
                            if distances[moved] == UNREACHABLE {
                                distances[moved] = beyond;
                                next.push(moved as u32);
                            }
                        }
                    }
                    stride *= cells;
                }
            }
        }
        layer = next;
    }
    Ok(distances)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distances::Distances;
    use fewest_rules::atomix::builtin;
    use fewest_search::outcome::unlimited;
    use fewest_search::{Interrupt, Limits, Monitor, Progress};

    fn without_limits(board: &Board, size: usize, goals: &[Cell]) -> Vec<u8> {
        let table = unlimited(|monitor| pattern_distances(board, size, goals, monitor.halt()));
        table.expect("nothing stops it")
    }

    #[test]
    fn distances_are_those_to_the_nearest_goal() {
        let board = Board::new(&builtin("water").expect("it is built in"));
        let alone = Distances::new(&board);
        let goals = [Cell(0), Cell(board.len() as u8 / 2)];
        let nearest = without_limits(&board, 1, &goals);
        for at in board.cells() {
            let least = goals.map(|goal| alone.between(goal, at)).into_iter().min();
            assert_eq!(Some(nearest[at.index()]), least);
        }
        let two = [goals, [goals[1], Cell(3)]].concat();
        let [first, second] =
            [[two[0], two[1]], [two[2], two[3]]].map(|goal| without_limits(&board, 2, &goal));
        let least: Vec<_> = first.iter().zip(&second).map(|(a, b)| *a.min(b)).collect();
        assert_eq!(without_limits(&board, 2, &two), least);
    }

    #[test]
    fn an_interrupt_stops_it() {
        let board = Board::new(&builtin("water").expect("it is built in"));
        let (interrupted, mut silent) = (Interrupt::new(), |_: &Progress| {});
        interrupted.interrupt();
        let monitor = Monitor::new(Limits::default(), &interrupted, &mut silent);
        let stopped = pattern_distances(&board, 2, &[Cell(0), Cell(1)], monitor.halt());
        assert_eq!(stopped, Err(Stop::Interrupted));
    }
}
