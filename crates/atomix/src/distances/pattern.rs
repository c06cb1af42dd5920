//! Distances of a few atoms that are in each other's way: what pattern databases hold.

use crate::cell_set::CellSet;
use crate::{Board, Cell};
use fewest_rules::atomix::Direction;
use fewest_search::Stop;

/// No number of moves leads there.
pub const UNREACHABLE: u8 = u8::MAX;

/// The greatest distance that is told from greater ones; those are counted as this one.
const FARTHEST: u8 = u8::MAX - 1;

/// Where the cells of `size` atoms stand in a table of distances.
#[inline]
pub fn place(cells: usize, atoms: impl Iterator<Item = Cell>) -> usize {
    atoms.fold(0, |place, at| place * cells + at.index())
}

/// How many generalized moves take `size` atoms from any cells to the nearest of `goals`, if they
/// may neither share a cell nor pass through each other.
///
/// `goals` has `size` cells for each goal. `check` is called now and then.
///
/// # Units
/// A byte for each way to put the atoms on cells, by [`place`].
///
/// # Errors
/// Those of `check`; [`Stop::Memory`] if the system has no memory for the table.
///
/// # Complexity
/// Cells to the power of `size`, times the atoms and the length of a line. Generalized moves can
/// be taken back, so one breadth-first search from all goals gives the distances from everywhere.
///
/// # Source
/// Gliesch 2015, section 3.4.1.
pub fn pattern_distances(
    board: &Board,
    size: usize,
    goals: &[Cell],
    mut check: impl FnMut() -> Result<(), Stop>,
) -> Result<Vec<u8>, Stop> {
    /// States searched between two checks: some milliseconds.
    const CHECKED: usize = 1 << 14;
    let cells = board.len();
    let mut distances = Vec::new();
    distances.try_reserve_exact(cells.pow(size as u32)).map_err(|_| Stop::Memory)?;
    distances.resize(cells.pow(size as u32), UNREACHABLE);
    let mut layer = Vec::new();
    for goal in goals.chunks_exact(size) {
        let place = place(cells, goal.iter().copied());
        if distances[place] == UNREACHABLE {
            distances[place] = 0;
            layer.push(place as u32);
        }
    }
    let mut beyond = 0;
    while !layer.is_empty() {
        beyond = (beyond + 1).min(FARTHEST);
        let mut next = Vec::new();
        for states in layer.chunks(CHECKED) {
            check()?;
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
    use crate::Distances;
    use crate::pair_distance::pair_distances;
    use fewest_rules::atomix::builtin;

    fn without_limits(board: &Board, size: usize, goals: &[Cell]) -> Vec<u8> {
        pattern_distances(board, size, goals, || Ok(())).expect("nothing stops it")
    }

    #[test]
    fn one_and_two_atoms_have_the_distances_of_the_other_tables() {
        let board = Board::new(&builtin("water").expect("it is built in"));
        let alone = Distances::new(&board);
        let goals = [Cell(0), Cell(board.len() as u8 / 2)];
        let nearest = without_limits(&board, 1, &goals);
        for at in board.cells() {
            let least = goals.map(|goal| alone.between(goal, at)).into_iter().min();
            assert_eq!(Some(nearest[at.index()]), least);
        }
        assert_eq!(without_limits(&board, 2, &goals), pair_distances(&board, goals));
        let two = [goals, [goals[1], Cell(3)]].concat();
        let [first, second] =
            [[two[0], two[1]], [two[2], two[3]]].map(|goal| pair_distances(&board, goal));
        let least: Vec<_> = first.iter().zip(&second).map(|(a, b)| *a.min(b)).collect();
        assert_eq!(without_limits(&board, 2, &two), least);
    }

    #[test]
    fn a_check_that_fails_stops_it() {
        let board = Board::new(&builtin("water").expect("it is built in"));
        let stopped = pattern_distances(&board, 2, &[Cell(0), Cell(1)], || Err(Stop::Time));
        assert_eq!(stopped, Err(Stop::Time));
    }
}
