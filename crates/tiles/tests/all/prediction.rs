//! Predicted numbers of positions, against all positions of small boards.

use fewest_rules::tiles::{Board, Cell, Goal, Instance, Size, Tile};
use fewest_search::Depth;
use fewest_search::outcome::unlimited;
use fewest_tiles::analysis::{Distribution, count};
use fewest_tiles::automaton::{Automaton, find};
use fewest_tiles::{LinearConflict, Manhattan, SlideHeuristic};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

/// All solvable positions, by trying all orders of the tiles.
fn positions(size: Size, goal: Goal) -> Vec<Board> {
    let mut orders = vec![vec![]];
    for _ in size.all_cells() {
        let longer = |order: &Vec<Tile>| {
            let all = (0..size.cells() as u8).map(Tile).filter(|tile| !order.contains(tile));
            all.map(|tile| [&order[..], &[tile]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let boards = orders.into_iter().map(|tiles| Board::new(size, tiles).unwrap());
    boards.filter(|board| Instance::new(*board, goal).is_solvable()).collect()
}

/// For each cell of the blank, the average over all positions must be as predicted.
fn check<H: SlideHeuristic>(
    all: &[Board],
    heuristic: &H,
    distribution: &Distribution,
    automaton: &Automaton,
    bounds: std::ops::RangeInclusive<u16>,
) {
    let size = all[0].size();
    let with_blank = (all.len() / size.cells()) as f64;
    for bound in bounds.map(Depth) {
        let mut counted = vec![0; size.cells()];
        for board in all {
            counted[board.blank().index()] += count(heuristic, automaton, board, bound);
        }
        for cell in size.all_cells() {
            let predicted = distribution.predict(automaton, cell, bound) * with_blank;
            let counted = counted[cell.index()] as f64;
            assert!((predicted - counted).abs() < 1e-3, "{bound}: {predicted} and {counted}");
        }
    }
}

#[test]
fn the_average_over_all_positions_is_exactly_as_predicted() {
    let solved = Board::solved(size("3x3"), Goal::BlankFirst);
    let (all, manhattan) = (positions(size("3x3"), Goal::BlankFirst), Manhattan::new(&solved));
    let distribution = Distribution::of_manhattan(&solved).unwrap();
    check(&all, &manhattan, &distribution, &Automaton::no_way_back(), 0..=18);
}

#[test]
fn so_it_is_with_another_heuristic_and_an_automaton() {
    let size = size("4x2");
    let solved = Board::solved(size, Goal::BlankLast);
    let (all, heuristic) = (positions(size, Goal::BlankLast), LinearConflict::new(&solved));
    let distribution = Distribution::of(size, &heuristic, all.iter().cloned());
    let rules = unlimited(|monitor| find(size, 10, monitor)).unwrap();
    check(&all, &heuristic, &distribution, &Automaton::new(&rules.rules), 10..=22);
}

#[test]
fn the_manhattan_distance_is_counted_without_visiting_positions() {
    for (text, goal) in [
        ("2x2", Goal::BlankLast),
        ("2x3", Goal::BlankFirst),
        ("3x2", Goal::BlankLast),
        ("2x4", Goal::BlankFirst),
        ("3x3", Goal::BlankLast),
    ] {
        let solved = Board::solved(size(text), goal);
        let all =
            Distribution::of(size(text), &Manhattan::new(&solved), positions(size(text), goal));
        assert_eq!(Distribution::of_manhattan(&solved), Some(all), "{text}");
    }
    assert_eq!(Distribution::of_manhattan(&Board::solved(size("3x6"), Goal::BlankLast)), None);
}

/// The mean of a tile's distance does not depend on the others: half of all placements are
/// solvable, and exchanging any two other tiles leaves that half.
#[test]
fn the_mean_is_that_of_the_tiles_one_by_one() {
    let size = size("4x4");
    let solved = Board::solved(size, Goal::BlankFirst);
    let homes = size.all_cells().filter(|&cell| cell != Cell(0));
    let distances = homes
        .flat_map(|home| size.all_cells().map(move |cell| f64::from(size.distance(cell, home))));
    let mean = distances.sum::<f64>() / 16.0;
    let distribution = Distribution::of_manhattan(&solved).unwrap();
    assert!((distribution.mean() - mean).abs() < 1e-9, "{} and {mean}", distribution.mean());
}
