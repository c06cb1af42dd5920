//! The corpus: every engine gives the known optimum, and layers have the known sizes.

use fewest_panex::{Model, solve};
use fewest_rules::panex::parse;
use fewest_rules::replay;
use fewest_search::outcome::unlimited;
use fewest_search::{Engine, Request, StateSpace, Verdict};
use std::collections::HashSet;

#[derive(serde::Deserialize)]
struct Corpus {
    instance: Vec<Entry>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    input: String,
    optimum: usize,
    source: String,
    layers: Option<Vec<usize>>,
    engines: Option<Vec<String>>,
}

fn corpus() -> Vec<Entry> {
    let text = include_str!("../../../../corpus/panex.toml");
    toml::from_str::<Corpus>(text).expect("the corpus is well-formed").instance
}

#[test]
fn every_engine_gives_the_known_optimum() {
    for entry in corpus() {
        assert!(!entry.source.is_empty(), "{}", entry.name);
        let instance = parse(entry.input.strip_prefix("panex:").unwrap()).unwrap();
        let named = |names: Vec<String>| {
            names.iter().map(|name| Some(name.parse::<Engine>().unwrap())).collect()
        };
        for engine in entry.engines.map_or(vec![None], named) {
            let request = Request { engine, ..Request::default() };
            let answer = unlimited(|monitor| solve(&instance, &request, monitor)).unwrap();
            let plan = answer.outcome.plan().expect("the corpus has solvable puzzles");
            assert_eq!(answer.outcome.verdict(), Verdict::Optimal, "{}", entry.name);
            assert_eq!(plan.len(), entry.optimum, "{} {}", entry.name, answer.engine);
            replay(&instance, plan.iter().copied()).expect("plans are legal");
        }
    }
}

#[test]
fn layers_have_the_known_sizes() {
    for entry in corpus() {
        let Some(known) = entry.layers else { continue };
        let instance = parse(entry.input.strip_prefix("panex:").unwrap()).unwrap();
        let model = Model::<u64>::new(&instance).unwrap();
        let mut layer: Vec<_> = model.roots().iter().map(|s| model.pack(s)).collect();
        let mut seen: HashSet<_> = layer.iter().copied().collect();
        let mut layers = Vec::new();
        while !layer.is_empty() {
            layers.push(layer.len());
            let mut next = Vec::new();
            for key in layer {
                model.successors(&model.unpack(key), |_, child| {
                    let child = model.pack(&child);
                    if seen.insert(child) {
                        next.push(child);
                    }
                });
            }
            layer = next;
        }
        assert_eq!(layers, known, "{}", entry.name);
    }
}
