//! Counts of the states around the start or the goals of a puzzle.

use crate::{AnyPuzzle, Instance};
use fewest_atomix::HeuristicLevel;
use fewest_search::breadth_first::Survey;
use fewest_search::{Direction, Interrupt, Limits, Monitor, Progress, Stop};
use fewest_tiles::Tables;

/// The number of states in one direction, by layer and by estimate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surveyed {
    /// The direction: from the start or from the goals.
    pub direction: Direction,
    /// The name of the heuristic, which estimates the distance to the other end; `None` if the
    /// puzzle has none.
    pub heuristic: Option<&'static str>,
    /// The counts.
    pub survey: Survey,
}

/// The most states to visit: these are all of the 8-puzzle, and take a second or two.
const STATES: u64 = 1 << 18;

impl Surveyed {
    /// Counts the states of a puzzle layer by layer, 262,144 at most: see
    /// [`survey`](fewest_search::breadth_first::survey()). The limits apply to the counting, and to
    /// the tables of the heuristic.
    ///
    /// The heuristic is given by its name, as in a report. If the puzzle has none of this name, it
    /// is the sum of distances of the pieces.
    ///
    /// Returns `None` if the puzzle has too many pieces for its states, or cannot be searched in
    /// the direction.
    ///
    /// # Errors
    /// The limit that is reached before the heuristic is ready.
    pub fn new(
        instance: &Instance,
        direction: Direction,
        heuristic: &str,
        limits: Limits,
        interrupt: &Interrupt,
    ) -> Result<Option<Self>, Stop> {
        let nodes = limits.nodes.map_or(STATES, |nodes| nodes.min(STATES));
        let limits = Limits { nodes: Some(nodes), ..limits };
        let mut silent = |_: &Progress| {};
        let monitor = &mut Monitor::new(limits, interrupt, &mut silent);
        let (heuristic, survey) = match &instance.puzzle {
            AnyPuzzle::Atomix(level) => {
                use fewest_atomix::HeuristicName;
                let distances = HeuristicName::Level(HeuristicLevel::Distances);
                let heuristic = HeuristicName::named(heuristic).unwrap_or(distances);
                let survey = fewest_atomix::survey(level, direction, heuristic, monitor)?;
                (Some(heuristic.name()), survey)
            }
            AnyPuzzle::Tiles(tiles) => {
                use fewest_tiles::HeuristicName;
                let heuristic = heuristic.parse().unwrap_or(HeuristicName::Manhattan);
                let survey = Tables::none(|tables| {
                    fewest_tiles::survey(tiles, direction, heuristic, tables, monitor)
                })?;
                (Some(heuristic.name()), survey)
            }
            AnyPuzzle::Panex(panex) => match fewest_panex::survey(panex, direction, monitor) {
                Some(survey) => (None, survey),
                None => return Ok(None),
            },
            AnyPuzzle::Pddl(task) => {
                use fewest_strips::{Ground, HeuristicName};
                // The states in which a goal holds are not known. A page reads no tasks.
                let is_possible = direction == Direction::Forward && !cfg!(target_arch = "wasm32");
                let forward = is_possible.then(|| Ground::new(task).ok());
                let Some(ground) = forward.flatten() else { return Ok(None) };
                let heuristic: HeuristicName = heuristic.parse().unwrap_or_default();
                let survey = fewest_strips::survey(&ground, heuristic, monitor);
                (Some(heuristic.name()), survey)
            }
        };
        Ok(Some(Self { direction, heuristic, survey }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InputOptions, read};
    use fewest_search::breadth_first::Extent;

    fn surveyed(input: &str, direction: Direction, heuristic: &str) -> Surveyed {
        let instance = &read(input.as_ref(), InputOptions::default()).unwrap()[0];
        let limits = Limits::default();
        let never = Interrupt::new();
        Surveyed::new(instance, direction, heuristic, limits, &never).unwrap().unwrap()
    }

    #[test]
    fn every_puzzle_is_seen_from_both_ends() {
        // All positions of the 8-puzzle, with the published number in each layer.
        for direction in Direction::ALL {
            let Surveyed { heuristic, survey, .. } =
                surveyed("1 2 3 / 4 5 6 / 7 0 8", direction, "linear-conflict");
            assert_eq!((heuristic, survey.extent), (Some("linear-conflict"), Extent::Whole));
            assert_eq!((survey.states(), survey.dead_ends), (181_440, 0));
            assert_eq!(survey.estimates.values().sum::<u64>(), survey.states());
        }
        let from_goal = surveyed("1 2 3 / 4 5 6 / 7 0 8", Direction::Backward, "no name");
        assert_eq!(from_goal.heuristic, Some("manhattan"));
        assert_eq!(from_goal.survey.layers[..6], [1, 2, 4, 8, 16, 20]);
        assert_eq!(from_goal.survey.layers.len(), 32);
        // The positions of a tower of two and their distances.
        for direction in Direction::ALL {
            let Surveyed { heuristic, survey, .. } = surveyed("panex:2", direction, "none");
            assert_eq!((heuristic, survey.extent), (None, Extent::Whole));
            assert_eq!(Some(survey.states()), fewest_panex::known::reachable_positions(2));
        }
        let water = surveyed("water", Direction::Forward, "pair-excess");
        assert_eq!((water.heuristic, water.survey.layers[0]), (Some("pair-excess"), 1));
        assert!(water.survey.dead_ends < water.survey.states());
    }

    #[test]
    fn towers_too_high_for_a_state_have_no_survey() {
        let instance = &read("panex:13".as_ref(), InputOptions::default()).unwrap()[0];
        let (limits, never) = (Limits::default(), Interrupt::new());
        let surveyed = Surveyed::new(instance, Direction::Forward, "none", limits, &never);
        assert_eq!(surveyed, Ok(None));
    }
}
