//! From an instance of the rules to an answer.

use crate::{HeuristicName, Model, Solver};
use fewest_rules::tiles::{Instance, Move};
use fewest_search::astar::astar;
use fewest_search::breadth_first::breadth_first;
use fewest_search::breadth_first_heuristic::breadth_first_heuristic;
use fewest_search::frontier::frontier;
use fewest_search::ida_star::ida_star;
use fewest_search::{
    Answer, Direction, Engine, Monitor, Outcome, Request, Reversible, Statistics, Stop,
    Unsupported, Verdict,
};
use std::num::NonZero;

/// Finds a shortest plan, by default with [`Engine::IdaStar`] from the start.
///
/// That default first tries the Manhattan distance, which needs no tables, for a moment; what is
/// harder gets pattern databases made at the start and all cores. Other engines and directions
/// use the Manhattan distance. A position of the wrong parity is answered as unsolvable without
/// search.
///
/// # Errors
/// If the engine asked for has no direction and one was asked for.
pub fn solve(
    instance: &Instance,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, Unsupported> {
    let engine = request.engine.unwrap_or(Engine::IdaStar);
    let direction = request.direction.unwrap_or(Direction::Forward);
    if engine == Engine::Frontier && direction == Direction::Backward {
        return Err(Unsupported::Direction { engine, direction, puzzle: "the (n²−1)-puzzle" });
    }
    let mut heuristic = HeuristicName::Manhattan;
    let mut threads = engine.threads();
    let outcome = if !instance.is_solvable() {
        Outcome::unsolvable(Statistics::default())
    } else if (engine, direction) == (Engine::IdaStar, Direction::Forward) {
        let outcome;
        threads = rayon::current_num_threads();
        (heuristic, outcome) = with_tables_if_it_pays(instance, threads, monitor);
        outcome
    } else {
        match instance.start.size().cells() {
            ..=16 => run::<1, 4>(instance, engine, direction, monitor),
            17..=32 => run::<3, 5>(instance, engine, direction, monitor),
            _ => run::<4, 6>(instance, engine, direction, monitor),
        }
    };
    Ok(Answer { outcome, engine, direction, heuristic: heuristic.name(), threads })
}

/// Positions expanded before tables are made: a few milliseconds, a hundredth of what the tables
/// take.
const MOMENT: u64 = 50_000;

fn with_tables_if_it_pays(
    instance: &Instance,
    threads: usize,
    monitor: &mut Monitor<'_>,
) -> (HeuristicName, Outcome<Move>) {
    let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
    let solver = |heuristic| {
        Solver::new(instance.start.size(), instance.goal, heuristic, threads)
            .expect("neither heuristic is too large for any board")
    };
    let first =
        solver(HeuristicName::Manhattan).solve(instance, &mut monitor.with_fewer_nodes(MOMENT));
    let is_moment_over = first.verdict() == Verdict::Bounded(Stop::Nodes)
        && monitor.limits().nodes.is_none_or(|limit| limit > MOMENT);
    if !is_moment_over {
        return (HeuristicName::Manhattan, first);
    }
    let name = HeuristicName::PatternDatabases;
    let left = monitor.limits().nodes.map_or(u64::MAX, |limit| limit - MOMENT);
    let second = solver(name).solve(instance, &mut monitor.with_fewer_nodes(left));
    (name, second.plus(first.statistics()))
}

fn run<const WORDS: usize, const BITS: u32>(
    instance: &Instance,
    engine: Engine,
    direction: Direction,
    monitor: &mut Monitor<'_>,
) -> Outcome<Move> {
    let forward = Model::<WORDS, BITS>::new(instance.start.clone(), instance.solved());
    let search = |model: &Model<WORDS, BITS>, monitor: &mut Monitor<'_>| match engine {
        Engine::Astar => astar(model, monitor),
        Engine::IdaStar => ida_star(model, monitor),
        Engine::BreadthFirst => breadth_first(model, monitor),
        Engine::BreadthFirstHeuristic => breadth_first_heuristic(model, monitor),
        Engine::Frontier => frontier(model, monitor),
    };
    match direction {
        Direction::Forward => search(&forward, monitor),
        Direction::Backward => search(&forward.backward(), monitor)
            .map_plan(|plan| plan.into_iter().rev().map(|step| forward.taken_back(step)).collect()),
    }
}
