//! Minimum-cost assignment of equal atoms to places.
//!
//! # Source
//! Kuhn 1955 and Munkres 1957, in the form with shortest augmenting paths and potentials
//! (Jonker and Volgenant 1987).

use fewest_rules::atomix::MAX_ATOMS;

/// The cost of an impossible pair; sums of it do not overflow.
pub const FORBIDDEN: u32 = 1 << 16;

/// Returns the smallest sum of `cost(row, column)` over all assignments of `size` rows to distinct
/// columns.
///
/// It is at least [`FORBIDDEN`] exactly if every assignment uses a forbidden pair, provided all
/// other costs are below `FORBIDDEN / size`.
///
/// # Panics
/// If `size` is more than [`MAX_ATOMS`].
///
/// # Complexity
/// Cubic in `size`; one and two rows, most of the calls, are special cases.
#[inline]
pub fn least_cost(size: usize, cost: impl Fn(usize, usize) -> u32) -> u32 {
    match size {
        0 => 0,
        1 => cost(0, 0),
        2 => (cost(0, 0) + cost(1, 1)).min(cost(0, 1) + cost(1, 0)),
        _ => by_augmenting_paths(size, cost).least_cost,
    }
}

/// The dual solution, which proves that no assignment costs less.
///
/// No pair costs less than the sum of its row's and its column's potential, and the sum of all
/// potentials is the least cost.
pub struct Potentials {
    /// By row.
    pub rows: [i32; MAX_ATOMS],
    /// By column.
    pub columns: [i32; MAX_ATOMS],
    /// See [`least_cost`].
    pub least_cost: u32,
}

/// Returns the potentials for [`least_cost`] with the same arguments.
///
/// # Panics
/// If `size` is more than [`MAX_ATOMS`].
///
/// # Complexity
/// Cubic in `size`.
pub fn by_augmenting_paths(size: usize, cost: impl Fn(usize, usize) -> u32) -> Potentials {
    const NONE: u8 = u8::MAX;
    let mut row_potential = [0_i32; MAX_ATOMS];
    let mut column_potential = [0_i32; MAX_ATOMS];
    let mut row_of = [NONE; MAX_ATOMS];
    let mut distance = [0_i32; MAX_ATOMS];
    let mut column_before = [NONE; MAX_ATOMS];
    for row in 0..size {
        // Dijkstra over the columns, with reduced costs, until a free column is nearest.
        distance[..size].fill(i32::MAX);
        column_before[..size].fill(NONE);
        let mut done = 0_u64;
        let is_done = |done: u64, column: usize| done >> column & 1 == 1;
        let (mut at_row, mut at_column, mut so_far) = (row, NONE, 0);
        let free_column = loop {
            let mut nearest = usize::MAX;
            for column in (0..size).filter(|&column| !is_done(done, column)) {
                let reduced =
                    cost(at_row, column) as i32 - row_potential[at_row] - column_potential[column];
                if so_far + reduced < distance[column] {
                    distance[column] = so_far + reduced;
                    column_before[column] = at_column;
                }
                if nearest == usize::MAX || distance[column] < distance[nearest] {
                    nearest = column;
                }
            }
            so_far = distance[nearest];
            if row_of[nearest] == NONE {
                break nearest;
            }
            done |= 1 << nearest;
            at_column = nearest as u8;
            at_row = usize::from(row_of[nearest]);
        };
        row_potential[row] += so_far;
        for column in (0..size).filter(|&column| is_done(done, column)) {
            let gained = so_far - distance[column];
            row_potential[usize::from(row_of[column])] += gained;
            column_potential[column] -= gained;
        }
        let mut column = free_column;
        while column_before[column] != NONE {
            let before = usize::from(column_before[column]);
            row_of[column] = row_of[before];
            column = before;
        }
        row_of[column] = row as u8;
    }
    let least_cost = (0..size).map(|column| cost(usize::from(row_of[column]), column)).sum();
    Potentials { rows: row_potential, columns: column_potential, least_cost }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfinding::kuhn_munkres::kuhn_munkres_min;
    use pathfinding::matrix::Matrix;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_another_implementation(
            size in 1..9_usize,
            costs in prop::collection::vec(prop_oneof![0..12_u32, Just(FORBIDDEN)], 81),
        ) {
            let cost = |row: usize, column: usize| costs[row * 9 + column];
            let rows = (0..size).map(|r| (0..size).map(|c| i64::from(cost(r, c))).collect::<Vec<_>>());
            let matrix = Matrix::from_rows(rows).unwrap();
            prop_assert_eq!(i64::from(least_cost(size, cost)), kuhn_munkres_min(&matrix).0);
            let Potentials { rows, columns, least_cost } = by_augmenting_paths(size, cost);
            let sum: i32 = rows[..size].iter().chain(&columns[..size]).sum();
            prop_assert_eq!(sum, least_cost as i32);
            for (row, column) in (0..size).flat_map(|row| (0..size).map(move |c| (row, c))) {
                prop_assert!(rows[row] + columns[column] <= cost(row, column) as i32);
            }
        }
    }

    #[test]
    fn the_largest_size_works() {
        let shifted = |row: usize, column: usize| u32::from((row + 1) % MAX_ATOMS != column);
        assert_eq!(least_cost(MAX_ATOMS, shifted), 0);
        assert_eq!(least_cost(MAX_ATOMS, |_, _| FORBIDDEN), FORBIDDEN * MAX_ATOMS as u32);
    }
}
