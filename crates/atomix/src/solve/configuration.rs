//! The configuration of an engine: heuristic, tie-breaking rules and treatment of several goals.

use crate::heuristic::{HeuristicLevel, HeuristicName};
use crate::pdb::BuildError;
use crate::space::{
    Graph, LevelProblem, TieBreaking, TieBreakingRules, least_h_first, level_problem,
};
use fewest_search::{Engine, Monitor, MultiGoal, Request, Unsupported};

/// The name of the puzzle in errors.
pub const PUZZLE: &str = "Atomix";

/// A supported request, completed with the defaults of the engine.
pub struct Configuration {
    pub engine: Engine,
    pub heuristic: HeuristicName,
    pub tie_breaking: TieBreakingRules,
    pub multi_goal: MultiGoal,
}

impl Configuration {
    /// Returns the configuration that a request asks of an engine.
    ///
    /// # Errors
    /// [`Unsupported::Choice`] for a choice that the engine does not have.
    pub fn of(engine: Engine, request: &Request) -> Result<Self, Unsupported> {
        request.settings.suit(engine)?;
        Request { heuristic: None, tie_breaking: None, multi_goal: MultiGoal::Joint, ..*request }
            .without_choices(PUZZLE)?;
        Ok(Self {
            engine,
            heuristic: heuristic(engine, request)?,
            tie_breaking: tie_breaking(engine, request)?,
            multi_goal: multi_goal(engine, request)?,
        })
    }

    /// Returns the problem of a graph, with the parts that the configuration chooses.
    ///
    /// # Errors
    /// [`BuildError`] if a pattern database is too large, or at a limit.
    pub fn problem<const N: usize>(
        &self,
        graph: Graph<N>,
        monitor: &Monitor<'_>,
    ) -> Result<LevelProblem<N>, BuildError> {
        level_problem(graph, self.heuristic, &self.tie_breaking, monitor)
    }

    /// Returns the name of the heuristic that answers report.
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
            // The first uses it for dead ends only, the second needs a consistent heuristic.
            Engine::BreadthFirst | Engine::BaeStar => HeuristicLevel::Distances,
            Engine::BreadthFirstHeuristic | Engine::Anytime => HeuristicLevel::SupportedStops,
            // Without lazy tests, as published.
            _ => HeuristicLevel::Pairs,
        }));
    };
    let refused = |reason: &str| refused("heuristic", name, reason);
    if engine == Engine::BreadthFirst {
        return Err(refused("breadth-first searches without a heuristic"));
    }
    let names = || HeuristicName::ALL.map(HeuristicName::name).join(", ");
    let heuristic = HeuristicName::named(name)
        .ok_or_else(|| refused(&format!("its heuristics are {}", names())))?;
    if engine == Engine::BaeStar && !heuristic.is_consistent() {
        return Err(refused("bae-star needs a consistent heuristic: generalized-distance"));
    }
    if heuristic.level() > HeuristicLevel::Pairs && !engine.asks_lazy_test() {
        return Err(refused(&format!(
            "{engine} cannot use its lazy test; take partial-expansion-astar, which can, or \
             pair-excess, which has none"
        )));
    }
    Ok(heuristic)
}

fn tie_breaking(engine: Engine, request: &Request) -> Result<TieBreakingRules, Unsupported> {
    let Some(names) = request.tie_breaking else { return Ok(least_h_first()) };
    let refused = |reason: &str| refused("tie-breaking", names, reason);
    let mut rules = TieBreakingRules::new();
    for name in names.split(',') {
        let rule = TieBreaking::named(name).ok_or_else(|| {
            let known = TieBreaking::ALL.map(TieBreaking::name).join(", ");
            refused(&format!("its rules are {known}"))
        })?;
        if rules.contains(&rule) {
            return Err(refused(&format!("{name} is given twice")));
        }
        let most = rules.capacity();
        rules.try_push(rule).map_err(|_| refused(&format!("there are at most {most} rules")))?;
    }
    match engine {
        Engine::Astar | Engine::WeightedAstar | Engine::PartialExpansionAstar => Ok(rules),
        _ => Err(refused(
            "only astar, weighted-astar and partial-expansion-astar have an open list by f",
        )),
    }
}

fn multi_goal(engine: Engine, request: &Request) -> Result<MultiGoal, Unsupported> {
    let is_per_goal = matches!(
        engine,
        Engine::Astar
            | Engine::StateTableAstar
            | Engine::PartialExpansionAstar
            | Engine::IdaStar
            | Engine::TranspositionIdaStar
            | Engine::StochasticIdaStar
    );
    match request.multi_goal {
        MultiGoal::Separate if !is_per_goal => Err(refused(
            "multi-goal",
            MultiGoal::Separate.name(),
            "it works only with astar, state-table-astar, partial-expansion-astar, ida-star, \
             transposition-ida-star and stochastic-ida-star",
        )),
        multi_goal => Ok(multi_goal),
    }
}

/// The error for a choice that the engine does not have.
pub fn refused(what: &'static str, name: &str, reason: &str) -> Unsupported {
    let (name, reason) = (name.to_owned(), reason.to_owned());
    Unsupported::Choice { what, name, puzzle: PUZZLE, reason }
}
