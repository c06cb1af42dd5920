//! Every engine on every instance of the corpus.

use fewest_rules::replay;
use fewest_rules::tiles::{Board, Goal, Instance, Options, parse};
use fewest_search::monitor::unlimited;
use fewest_search::{Direction, Engine, Request, StateSpace, Verdict};
use fewest_tiles::{HeuristicName, Model, Solver, knuth, solve};
use serde::Deserialize;
use std::collections::HashSet;
use std::num::NonZero;

#[derive(Deserialize)]
struct Corpus {
    instance: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    input: String,
    goal: Option<String>,
    optimum: usize,
    layers: Option<Vec<usize>>,
}

fn corpus() -> Vec<(Entry, Instance)> {
    let corpus: Corpus = toml::from_str(include_str!("../../../corpus/tiles.toml")).unwrap();
    let read = |entry: &Entry| {
        let goal = entry.goal.as_deref().map_or(Goal::BlankLast, |goal| goal.parse().unwrap());
        parse(&entry.input, Options { goal, size: None }).unwrap()
    };
    let with_instance = |entry: Entry| {
        let instance = read(&entry);
        (entry, instance)
    };
    corpus.instance.into_iter().map(with_instance).collect()
}

fn check(engine: Engine, direction: Direction, has_room: impl Fn(&Entry) -> bool) {
    let entries = corpus();
    assert!(entries.len() >= 12);
    for (entry, instance) in entries.iter().filter(|(entry, _)| has_room(entry)) {
        let request = Request { engine: Some(engine), direction: Some(direction) };
        let outcome = unlimited(|monitor| solve(instance, &request, monitor)).unwrap().outcome;
        assert_eq!(outcome.verdict(), Verdict::Optimal, "{}", entry.name);
        let plan = outcome.plan().unwrap();
        assert_eq!(plan.len(), entry.optimum, "{} by {engine} {direction}", entry.name);
        assert!(replay(instance, plan.iter().copied()).is_ok(), "{}", entry.name);
    }
}

#[test]
fn astar_agrees() {
    Direction::ALL.into_iter().for_each(|direction| check(Engine::Astar, direction, |_| true));
}

#[test]
fn ida_star_agrees() {
    Direction::ALL.into_iter().for_each(|direction| check(Engine::IdaStar, direction, |_| true));
}

/// Knuth's program searches the tree of IDA* in the same order, so even the counts agree.
#[test]
fn knuths_program_equals_ida_star() {
    for (entry, instance) in corpus() {
        let (size, goal) = (instance.start.size(), instance.goal);
        let threads = NonZero::new(1).unwrap();
        let solver = Solver::new(size, goal, HeuristicName::Manhattan, threads).unwrap();
        let ida_star = unlimited(|monitor| solver.solve(&instance, monitor));
        let mut tries = vec![];
        let knuth = unlimited(|monitor| knuth(&instance, monitor, |failed| tries.push(failed)));
        assert_eq!(knuth.plan(), ida_star.plan(), "{}", entry.name);
        let [ours, theirs] = [&knuth, &ida_star].map(|outcome| outcome.statistics());
        assert_eq!(ours.expanded, theirs.expanded, "{}", entry.name);
        assert_eq!(ours.expanded_until_last_layer, tries.iter().map(|t| t.nodes).sum::<u64>());
        // Each try allows one move more of either kind; the one after the last succeeds.
        let distance = entry.optimum - 2 * tries.len();
        for (sad, failed) in tries.iter().enumerate() {
            let expected = format!("no solution with {}+{sad} moves", distance + sad);
            assert_eq!(failed.to_string(), expected, "{}", entry.name);
        }
    }
}

#[test]
fn breadth_first_heuristic_search_agrees() {
    let engine = Engine::BreadthFirstHeuristic;
    Direction::ALL.into_iter().for_each(|direction| check(engine, direction, |_| true));
}

#[test]
fn frontier_search_agrees_where_memory_holds_half_the_way() {
    check(Engine::Frontier, Direction::Forward, |entry| entry.optimum <= 36);
}

#[test]
fn breadth_first_search_agrees_on_the_small_boards() {
    check(Engine::BreadthFirst, Direction::Forward, |entry| entry.layers.is_some());
}

#[test]
fn the_layers_are_those_of_the_whole_spaces() {
    for (entry, instance) in corpus() {
        let Some(expected) = entry.layers else { continue };
        let solved = Board::solved(instance.start.size(), instance.goal);
        let space = Model::<1, 4>::new(solved.clone(), solved);
        let mut layer: Vec<_> = space.initial_states().iter().map(|s| space.pack(s)).collect();
        let mut seen: HashSet<_> = layer.iter().copied().collect();
        for count in expected {
            assert_eq!(layer.len(), count, "{}", entry.name);
            let mut next = vec![];
            for key in layer {
                space.expand(&space.unpack(key), |_, state| {
                    next.extend(Some(space.pack(&state)).filter(|&key| seen.insert(key)));
                });
            }
            layer = next;
        }
        assert!(layer.is_empty(), "{}", entry.name);
    }
}
