//! The configuration of an engine: heuristic, tie-breaking rule and treatment of several goals.

use crate::heuristic::{HeuristicLevel, HeuristicName};
use crate::space::TieBreaking;
use fewest_search::{Engine, Goals, Request, Unsupported};

/// The name of the puzzle in errors.
pub const PUZZLE: &str = "Atomix";

/// What was asked for, or the default of the engine; a supported combination.
pub struct Configuration {
    pub engine: Engine,
    pub heuristic: HeuristicName,
    pub ties: TieBreaking,
    pub goals: Goals,
}

impl Configuration {
    /// The configuration that a request asks of an engine.
    ///
    /// # Errors
    /// [`Unsupported::Choice`] for what the engine does not have.
    pub fn of(engine: Engine, request: &Request) -> Result<Self, Unsupported> {
        request.settings.suit(engine, PUZZLE)?;
        Ok(Self {
            engine,
            heuristic: heuristic(engine, request)?,
            ties: ties(engine, request)?,
            goals: goals(engine, request)?,
        })
    }

    /// The name of the heuristic, as answers report it.
    pub fn heuristic_name(&self) -> &'static str {
        match self.engine {
            Engine::BreadthFirst => "none",
            _ => self.heuristic.name(),
        }
    }
}

fn heuristic(engine: Engine, request: &Request) -> Result<HeuristicName, Unsupported> {
    let Some(name) = request.heuristic else {
        return Ok(HeuristicName::Level(match engine {
            // One uses it for dead ends only, the other needs a consistent heuristic.
            Engine::BreadthFirst | Engine::BaeStar => HeuristicLevel::Distances,
            Engine::BreadthFirstHeuristic => HeuristicLevel::SupportedStops,
            // Without lazy tests, as published.
            _ => HeuristicLevel::Pairs,
        }));
    };
    let unsupported =
        |reason| Unsupported::Choice { what: "heuristic", name, puzzle: PUZZLE, reason };
    let heuristic =
        HeuristicName::named(name).ok_or_else(|| unsupported("it has no such heuristic"))?;
    match engine {
        Engine::BreadthFirst => Err(unsupported("breadth-first uses no heuristic")),
        Engine::BaeStar if !heuristic.is_consistent() => {
            Err(unsupported("bae-star needs one that is consistent: generalized-distance"))
        }
        Engine::BreadthFirstHeuristic
        | Engine::PartialExpansionAstar
        | Engine::TranspositionIdaStar => Ok(heuristic),
        _ if heuristic.level() > HeuristicLevel::Pairs => Err(unsupported(
            "only breadth-first-heuristic, partial-expansion-astar and transposition-ida-star use \
             its lazy test",
        )),
        _ => Ok(heuristic),
    }
}

fn ties(engine: Engine, request: &Request) -> Result<TieBreaking, Unsupported> {
    let Some(name) = request.ties else { return Ok(TieBreaking::Heuristic) };
    let unsupported = |reason| Unsupported::Choice { what: "ties", name, puzzle: PUZZLE, reason };
    let ties = TieBreaking::named(name).ok_or_else(|| unsupported("it has no such rule"))?;
    match engine {
        Engine::Astar | Engine::WeightedAstar | Engine::PartialExpansionAstar => Ok(ties),
        _ => Err(unsupported("the engine has no open list ordered by f")),
    }
}

fn goals(engine: Engine, request: &Request) -> Result<Goals, Unsupported> {
    match (request.goals, engine) {
        (Goals::Apart, Engine::Astar | Engine::StateTableAstar | Engine::PartialExpansionAstar) => {
            Ok(Goals::Apart)
        }
        (Goals::Apart, _) => Err(Unsupported::Choice {
            what: "goals",
            name: Goals::Apart.name(),
            puzzle: PUZZLE,
            reason: "the engine would restart from nothing at every bound",
        }),
        (Goals::Together, _) => Ok(Goals::Together),
    }
}
