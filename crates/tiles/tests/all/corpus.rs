//! Every engine on every instance of the corpus.

use fewest_rules::replay;
use fewest_rules::tiles::{Board, Direction as Step, Goal, Instance, Options, Size, parse};
use fewest_search::outcome::unlimited;
use fewest_search::{
    Depth, Direction, Engine, Interrupt, Limits, Monitor, Request, StateSpace, Stop, Verdict,
};
use fewest_tiles::analysis::{NotSearched, layers};
use fewest_tiles::historical::knuth;
use fewest_tiles::{Graph, HeuristicName, Packed, Solver, solve};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::num::NonZero;
use std::sync::Mutex;

#[derive(Deserialize)]
struct Corpus {
    instance: Vec<Entry>,
    space: Vec<Space>,
}

#[derive(Deserialize)]
struct Space {
    size: String,
    farthest: String,
    layers: Vec<u64>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    input: String,
    goal: Option<String>,
    optimum: usize,
    layers: Option<Vec<usize>>,
}

fn read_corpus() -> Corpus {
    toml::from_str(include_str!("../../../../corpus/tiles.toml")).unwrap()
}

fn corpus() -> Vec<(Entry, Instance)> {
    let read = |entry: &Entry| {
        let goal = entry.goal.as_deref().map_or(Goal::BlankLast, |goal| goal.parse().unwrap());
        parse(&entry.input, Options { goal, size: None }).unwrap()
    };
    let with_instance = |entry: Entry| {
        let instance = read(&entry);
        (entry, instance)
    };
    read_corpus().instance.into_iter().map(with_instance).collect()
}

fn check(engine: Engine, direction: Direction, has_memory: impl Fn(&Entry) -> bool) {
    let entries = corpus();
    assert!(entries.len() >= 12);
    for (entry, instance) in entries.iter().filter(|(entry, _)| has_memory(entry)) {
        let direction_asked = (!engine.is_bidirectional()).then_some(direction);
        let request =
            Request { engine: Some(engine), direction: direction_asked, ..Request::default() };
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

/// Knuth's program searches the tree of IDA*, the last iteration in another order.
#[test]
fn knuths_program_equals_ida_star() {
    for (entry, instance) in corpus() {
        let (size, goal) = (instance.start.size(), instance.goal);
        let threads = NonZero::new(1).unwrap();
        let solver = Solver::new(size, goal, HeuristicName::Manhattan, threads).unwrap();
        let ida_star = unlimited(|monitor| solver.solve(&instance, monitor));
        let mut tries = vec![];
        let knuth = unlimited(|monitor| knuth(&instance, monitor, |failed| tries.push(failed)));
        assert_eq!(knuth.bounds(), ida_star.bounds(), "{}", entry.name);
        assert!(replay(&instance, knuth.plan().unwrap().iter().copied()).is_ok(), "{}", entry.name);
        let [ours, theirs] = [&knuth, &ida_star].map(|outcome| outcome.statistics());
        assert_eq!(ours.expanded_until_last_layer, theirs.expanded_until_last_layer);
        assert_eq!(ours.expanded_until_last_layer, tries.iter().map(|t| t.expanded).sum::<u64>());
        // Each try allows one move more of either kind; the one after the last succeeds.
        let distance = entry.optimum - 2 * tries.len();
        for (sad, failed) in tries.iter().enumerate() {
            let moves = [failed.happy, failed.sad].map(usize::from);
            assert_eq!(moves, [distance + sad, sad], "{}", entry.name);
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
        let space = Graph::<Packed<1, 4>>::new(solved, solved);
        let mut layer: Vec<_> = space.roots().iter().map(|s| space.pack(s)).collect();
        let mut seen: HashSet<_> = layer.iter().copied().collect();
        for count in expected {
            assert_eq!(layer.len(), count, "{}", entry.name);
            let mut next = vec![];
            for key in layer {
                space.successors(&space.unpack(key), |_, state| {
                    next.extend(Some(space.pack(&state)).filter(|&key| seen.insert(key)));
                });
            }
            layer = next;
        }
        assert!(layer.is_empty(), "{}", entry.name);
    }
}

#[test]
fn whole_spaces_are_counted_in_two_bits_a_position() {
    for (entry, instance) in corpus() {
        let Some(expected) = entry.layers else { continue };
        for threads in [1, 2].map(|threads| NonZero::new(threads).unwrap()) {
            let size = instance.start.size();
            let visited = Mutex::new(HashMap::new());
            let visit = |Depth(depth), boards: &[Board]| {
                visited.lock().unwrap().extend(boards.iter().map(|&board| (board, depth)));
            };
            let layers = unlimited(|monitor| layers(size, threads, Some(&visit), monitor)).unwrap();
            check_visited(&visited.into_inner().unwrap());
            let counts: Vec<_> = expected.iter().map(|&count| count as u64).collect();
            assert_eq!(layers.counts, counts, "{size} on {threads} threads");
            let farthest = Instance::new(layers.farthest, Goal::BlankLast);
            let outcome = unlimited(|monitor| solve(&farthest, &Request::default(), monitor));
            let length = outcome.unwrap().outcome.bounds().upper.unwrap();
            assert_eq!(length.index() + 1, counts.len(), "{}", farthest.start);
        }
    }
}

/// Every position has a neighbour that is one move nearer, and none that is nearer than that.
fn check_visited(visited: &HashMap<Board, u16>) {
    for (board, &depth) in visited {
        let beside = Step::ALL
            .into_iter()
            .filter_map(|step| board.push(board.size().neighbour(board.blank(), step)?));
        let nearest = beside.map(|board| visited[&board]).min().unwrap();
        assert_eq!(nearest, if depth == 0 { 1 } else { depth - 1 }, "{board}");
    }
}

#[test]
fn boards_too_large_to_count_and_limits_are_told() {
    let one = NonZero::new(1).unwrap();
    let large: Size = "3x5".parse().unwrap();
    let refused = unlimited(|monitor| layers(large, one, None, monitor));
    assert_eq!(refused, Err(NotSearched::TooLarge(large)));
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    let limits = Limits { memory: Some(1000), ..Limits::default() };
    let mut monitor = Monitor::new(limits, &never, &mut silent);
    let stopped = layers("3x3".parse().unwrap(), one, None, &mut monitor);
    assert_eq!(stopped, Err(NotSearched::Stopped(Stop::Memory)));
}

#[test]
fn the_large_spaces_have_half_of_all_permutations() {
    for space in read_corpus().space {
        let size: Size = space.size.parse().unwrap();
        let permutations: u64 = (1..=size.cells() as u64).product();
        assert_eq!(space.layers.iter().sum::<u64>() * 2, permutations, "{size}");
    }
}

#[test]
#[ignore = "visits 479,001,600 positions: a minute or two"]
fn the_large_spaces_are_counted_again() {
    for space in read_corpus().space {
        let size: Size = space.size.parse().unwrap();
        let two = NonZero::new(2).unwrap();
        let layers = unlimited(|monitor| layers(size, two, None, monitor)).unwrap();
        assert_eq!(layers.counts, space.layers, "{size}");
        assert_eq!(layers.farthest.to_string(), space.farthest, "{size}");
    }
}
