//! Published optima: engines and the naive model agree with them.

use crate::tasks::{Task, folder};
use fewest_rules::pddl::{Atom, Instance};
use fewest_rules::{Puzzle as _, replay};
use fewest_search::breadth_first::Extent;
use fewest_search::outcome::unlimited;
use fewest_search::{Engine, Guarantee, Request, Verdict};
use fewest_strips::{Ground, HeuristicName, solve, survey};
use std::collections::HashSet;

#[test]
fn every_engine_finds_the_published_optimum() {
    let tasks = Task::all();
    assert!(tasks.len() >= 20);
    for task in tasks {
        let instance = task.instance();
        let mut engines = vec![Engine::Astar];
        if !task.large {
            engines.extend([Engine::PartialExpansionAstar, Engine::TranspositionIdaStar]);
        }
        engines.extend(task.ida.then_some(Engine::IdaStar));
        for engine in engines {
            for heuristic in HeuristicName::ALL {
                if engine != Engine::Astar && heuristic == HeuristicName::Blind {
                    continue;
                }
                let request = Request {
                    engine: Some(engine),
                    heuristic: Some(heuristic.name()),
                    ..Request::default()
                };
                let answer = unlimited(|monitor| solve(&instance, &request, monitor)).unwrap();
                let what = format!("{} {engine} {}", task.task, heuristic.name());
                assert_eq!(answer.outcome.verdict(), Verdict::Optimal, "{what}");
                let plan = answer.outcome.plan().unwrap().to_vec();
                assert_eq!(plan.len(), usize::from(task.optimum), "{what}");
                assert!(replay(&instance, plan).is_ok(), "{what}");
                if std::env::var_os("FEWEST_COUNTS").is_some() {
                    let statistics = answer.outcome.statistics();
                    println!("{what} {} {}", statistics.expanded, statistics.stored);
                }
            }
        }
    }
}

#[test]
fn every_file_is_in_the_corpus() {
    let mut named: Vec<String> = Task::all().into_iter().map(|task| task.task).collect();
    let mut found = vec![];
    for domain in folder().read_dir().unwrap() {
        let domain = domain.unwrap();
        for file in domain.path().read_dir().unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let stem = name.strip_suffix(".pddl").unwrap();
            if stem != "domain" {
                found.push(format!("{}/{stem}", domain.file_name().to_str().unwrap()));
            }
        }
    }
    named.sort();
    found.sort();
    assert_eq!(named, found);
}

/// States beyond which the naive model is not searched.
const MOST: usize = 100_000;

/// The states of each layer up to the first with a goal, by the rules alone.
fn naive_layers(instance: &Instance) -> Option<Vec<u64>> {
    let mut seen: HashSet<Vec<Atom>> = HashSet::new();
    let mut layer = vec![instance.start()];
    let mut layers = vec![];
    seen.insert(instance.start().into_iter().collect());
    loop {
        layers.push(layer.len() as u64);
        if layer.iter().any(|state| instance.is_goal(state)) {
            return Some(layers);
        }
        let mut next = vec![];
        for state in &layer {
            for step in instance.moves(state) {
                let child = instance.play(state, &step).expect("its moves are legal");
                if seen.insert(child.iter().copied().collect()) {
                    next.push(child);
                }
            }
        }
        if seen.len() > MOST {
            return None;
        }
        assert!(!next.is_empty(), "there is a plan");
        layer = next;
    }
}

#[test]
fn breadth_first_search_by_the_rules_agrees() {
    let mut searched = 0;
    for task in Task::all() {
        let instance = task.instance();
        let Some(layers) = naive_layers(&instance) else { continue };
        searched += 1;
        assert_eq!(layers.len() - 1, usize::from(task.optimum), "{}", task.task);
        let ground = Ground::new(&instance).unwrap();
        let fast = unlimited(|monitor| survey(&ground, HeuristicName::Hmax, monitor));
        assert_eq!(fast.layers[..layers.len()], layers, "{}", task.task);
        assert_eq!(fast.extent, Extent::Whole, "{}", task.task);
    }
    assert!(searched >= 20, "{searched}");
}

#[test]
fn engines_that_need_moves_back_say_so() {
    let instance = Task::all()[0].instance();
    let solved = |request: &Request| {
        let answer = unlimited(|monitor| solve(&instance, request, monitor));
        answer.map(|_| ()).map_err(|error| error.to_string())
    };
    for engine in Engine::ALL {
        let request = Request { engine: Some(engine), ..Request::default() };
        let needs_more = engine.is_bidirectional()
            || engine.is_historical()
            || matches!(
                engine,
                Engine::PerimeterIdaStar | Engine::BreadthFirst | Engine::BreadthFirstHeuristic
            );
        let is_refused = solved(&request).is_err();
        assert_eq!(is_refused, needs_more, "{engine} {:?}", engine.guarantee() == Guarantee::Lossy);
    }
    let backward =
        Request { direction: Some(fewest_search::Direction::Backward), ..Request::default() };
    let refused = solved(&backward).unwrap_err();
    assert!(refused.contains("a goal is a condition"), "{refused}");
    let other = Request { heuristic: Some("manhattan"), ..Request::default() };
    assert!(solved(&other).unwrap_err().ends_with("expected blind or hmax"));
}
