//! The heuristic: a matching of boxes and places.
//!
//! # Source
//! Junghanns and Schaeffer, "Sokoban: enhancing general single-agent search methods using domain
//! knowledge", Artificial Intelligence 129 (2001).

use crate::{Sokoban, State, each};
use fewest_search::PatternDatabase;
use fewest_search::outcome::unlimited;
use fewest_search::problem::Heuristic;
use fewest_search::{Depth, Problem};

/// A level with the cheapest assignment of its boxes to the places, each box as if it were alone.
///
/// # Admissible because
/// a push moves one box, and each box needs at least as many as without the others. A box that even
/// so cannot reach a place, as on a dead square, cannot be assigned to it.
pub fn problem(level: Sokoban) -> Problem<Sokoban, impl Heuristic<Sokoban>> {
    let alone = |place: u32| {
        let space = Sokoban { places: 1 << place, ..level };
        unlimited(|monitor| PatternDatabase::new(space, (), monitor)).expect("there is no limit")
    };
    let databases: Vec<_> = each(level.places).map(alone).collect();
    Problem::new(level, move |&(boxes, keeper): &State| {
        let pushes = |cell: u32| {
            let lone = level.state(1 << cell, keeper);
            databases.iter().map(|database| database.distance(&lone)).collect()
        };
        cheapest(&each(boxes).map(pushes).collect::<Vec<_>>(), 0)
    })
}

/// The least sum if each box gets a place of its own.
fn cheapest(boxes: &[Vec<Option<Depth>>], taken: u32) -> Option<Depth> {
    let Some((pushes, others)) = boxes.split_first() else { return Some(Depth::ZERO) };
    let with = |place: usize| Some(pushes[place]? + cheapest(others, taken | 1 << place)?);
    (0..pushes.len()).filter(|place| taken >> place & 1 == 0).filter_map(with).min()
}
