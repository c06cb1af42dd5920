//! Which heuristic, rule for ties and way with goals an engine is given.

use crate::{HeuristicName, Strength, Ties};
use fewest_search::{Engine, Goals, Request, Unsupported};

/// What errors call the puzzle.
pub const PUZZLE: &str = "Atomix";

/// What was asked for, or what suits the engine; known to go together.
pub struct Choice {
    pub engine: Engine,
    pub heuristic: HeuristicName,
    pub ties: Ties,
    pub goals: Goals,
}

impl Choice {
    /// What a request asks of an engine.
    ///
    /// # Errors
    /// [`Unsupported::Choice`] for what the engine does not have.
    pub fn of(engine: Engine, request: &Request) -> Result<Self, Unsupported> {
        request.settings.suit(engine)?;
        Ok(Self {
            engine,
            heuristic: heuristic(engine, request)?,
            ties: ties(engine, request)?,
            goals: goals(engine, request)?,
        })
    }

    /// The name of the heuristic that is asked.
    pub fn heuristic_name(&self) -> &'static str {
        match self.engine {
            Engine::BreadthFirst => "none",
            _ => self.heuristic.name(),
        }
    }
}

fn heuristic(engine: Engine, request: &Request) -> Result<HeuristicName, Unsupported> {
    let Some(name) = request.heuristic else {
        return Ok(HeuristicName::Strength(match engine {
            // One asks for dead ends only, the other needs consistent heuristics.
            Engine::BreadthFirst | Engine::BaeStar => Strength::Distances,
            Engine::BreadthFirstHeuristic => Strength::SupportedStops,
            // Without tests, as they were published.
            _ => Strength::Pairs,
        }));
    };
    let refused = |reason| Unsupported::Choice { what: "heuristic", name, puzzle: PUZZLE, reason };
    let heuristic = HeuristicName::named(name).ok_or_else(|| refused("it is not known there"))?;
    match engine {
        Engine::BreadthFirst => Err(refused("breadth-first uses none")),
        Engine::BaeStar if !heuristic.is_consistent() => {
            Err(refused("bae-star needs one that is consistent: generalized-distance"))
        }
        Engine::BreadthFirstHeuristic
        | Engine::PartialExpansionAstar
        | Engine::TranspositionIdaStar => Ok(heuristic),
        _ if heuristic.strength() > Strength::Pairs => Err(refused(
            "only breadth-first-heuristic, partial-expansion-astar and transposition-ida-star ask \
             its tests",
        )),
        _ => Ok(heuristic),
    }
}

fn ties(engine: Engine, request: &Request) -> Result<Ties, Unsupported> {
    let Some(name) = request.ties else { return Ok(Ties::Heuristic) };
    let refused =
        |reason| Unsupported::Choice { what: "tie-breaking", name, puzzle: PUZZLE, reason };
    let ties = Ties::named(name).ok_or_else(|| refused("they are not known there"))?;
    match engine {
        Engine::Astar | Engine::WeightedAstar | Engine::PartialExpansionAstar => Ok(ties),
        _ => Err(refused("the engine has no open list by f")),
    }
}

fn goals(engine: Engine, request: &Request) -> Result<Goals, Unsupported> {
    match (request.goals, engine) {
        (Goals::Apart, Engine::Astar | Engine::StateTableAstar | Engine::PartialExpansionAstar) => {
            Ok(Goals::Apart)
        }
        (Goals::Apart, _) => Err(Unsupported::Choice {
            what: "multi-goal",
            name: Goals::Apart.name(),
            puzzle: PUZZLE,
            reason: "the engine takes no bound from outside without beginning anew",
        }),
        (Goals::Together, _) => Ok(Goals::Together),
    }
}
