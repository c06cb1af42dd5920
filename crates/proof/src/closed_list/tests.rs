//! Lists made naively, from only the checker's graphs and the definition, for small instances of
//! all families: correct ones are accepted, and anything else is rejected.

use super::*;
use crate::{NotVerified, Reason, unwatched};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

mod ended;
mod format;
mod parts;
mod plans;
mod refuted;
mod second_checker;
mod states;

const LEVEL: &str = "#######\n#1..#.#\n#..2..#\n#.#...#\n#######\n\nmolecule:\n12\n";
const EQUAL: &str = "######\n#1..1#\n#.#..#\n#...2#\n######\n\nmolecule:\n121\n";
const ROOMS: &str = "
(define (domain rooms)
  (:types room thing)
  (:predicates (at ?r - room) (in ?t - thing ?r - room) (held ?t - thing) (way ?a ?b - room))
  (:action go
    :parameters (?a ?b - room)
    :precondition (and (at ?a) (way ?a ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:action take
    :parameters (?t - thing ?r - room)
    :precondition (and (at ?r) (in ?t ?r) (not (held ?t)))
    :effect (and (held ?t) (not (in ?t ?r))))
  (:action drop
    :parameters (?t - thing ?r - room)
    :precondition (and (at ?r) (held ?t))
    :effect (and (in ?t ?r) (not (held ?t)))))";
const TASK: &str = "
(define (problem two) (:domain rooms)
  (:objects a b c - room x y - thing)
  (:init (at a) (in x c) (in y b) (way a b) (way b c) (way c a))
  (:goal (and (in x a) (in y c))))";

fn header(instance: Instance, direction: Direction, heuristic: Heuristic) -> Header {
    let name = "a small one".to_owned();
    Header { name, instance, lower: None, direction, heuristic, plan: None }
}

/// An instance of each family, in each direction, with each heuristic.
fn all() -> Vec<Header> {
    use Direction::{Backward, Forward};
    let tiles =
        |start: &str, goal: &str| Instance::Tiles { start: start.into(), goal: goal.into() };
    let panex = |instance: &str| Instance::Panex { instance: instance.into() };
    let pddl = || Instance::Pddl { domain: ROOMS.into(), task: TASK.into() };
    let mut all = vec![
        header(tiles("5 4 3 / 2 1 0", "1 2 3 / 4 5 0"), Forward, Heuristic::Manhattan),
        header(tiles("2 4 0 / 5 3 1", "0 1 2 / 3 4 5"), Forward, Heuristic::Manhattan),
        header(panex("2"), Forward, Heuristic::Blind),
        header(panex("a1a2/-/b1b2:-/a1a2/b1b2:neighbours"), Forward, Heuristic::Blind),
        header(pddl(), Forward, Heuristic::Blind),
        header(pddl(), Forward, Heuristic::Hmax),
    ];
    for level in [LEVEL, EQUAL] {
        for direction in [Forward, Backward] {
            for heuristic in [
                Heuristic::GeneralizedDistance,
                Heuristic::PairExcess,
                Heuristic::TripleExcess,
                Heuristic::SupportedStops,
                Heuristic::SupportedPairs,
            ] {
                all.push(header(Instance::Atomix { level: level.into() }, direction, heuristic));
            }
        }
    }
    all
}

/// The reachable states, each with the number of moves to it and its children.
type Reached = BTreeMap<Vec<u8>, (u16, Vec<Vec<u8>>)>;

fn reached(graph: &dyn Graph) -> Reached {
    let mut reached = Reached::new();
    let mut layer = graph.roots();
    for depth in 0.. {
        let mut next = vec![];
        for state in layer {
            if let Entry::Vacant(entry) = reached.entry(state) {
                let mut children = vec![];
                graph.children(entry.key(), &mut |child| children.push(child.to_vec()));
                next.extend(children.iter().cloned());
                entry.insert((depth, children));
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    reached
}

/// The number of moves from each of them to a goal, by relaxation until nothing changes.
fn to_goal(graph: &dyn Graph, reached: &Reached) -> HashMap<Vec<u8>, u16> {
    let goals = reached.keys().filter(|state| graph.is_goal(state));
    let mut to_goal: HashMap<Vec<u8>, u16> = goals.map(|goal| (goal.clone(), 0)).collect();
    loop {
        let mut changed = false;
        for (state, (_, children)) in reached {
            let Some(least) = children.iter().filter_map(|child| to_goal.get(child)).min() else {
                continue;
            };
            let through = least + 1;
            if to_goal.get(state).is_none_or(|&known| through < known) {
                to_goal.insert(state.clone(), through);
                changed = true;
            }
        }
        if !changed {
            return to_goal;
        }
    }
}

fn optimum(graph: &dyn Graph) -> u16 {
    let reached = reached(graph);
    let to_goal = to_goal(graph, &reached);
    graph.roots().iter().filter_map(|root| to_goal.get(root)).copied().min().unwrap()
}

/// The states to be listed for a bound, by g.
type List = Vec<Vec<Vec<u8>>>;

fn list(graph: &dyn Graph, lower: Option<u16>) -> List {
    let is_listed = |state: &Vec<u8>, g: u16| {
        let left = lower.map(|lower| lower - g);
        left != Some(0) && !graph.needs(state, left) && !graph.is_refuted(state, left)
    };
    let mut seen: Vec<Vec<u8>> = vec![];
    let mut layers: List = vec![];
    let mut layer = graph.roots();
    while !layer.is_empty() {
        let g = layers.len() as u16;
        layer.sort_unstable();
        layer.dedup();
        layer.retain(|state| !seen.contains(state) && is_listed(state, g));
        seen.extend(layer.iter().cloned());
        let mut next = vec![];
        for state in &layer {
            graph.children(state, &mut |child| next.push(child.to_vec()));
        }
        layers.push(std::mem::replace(&mut layer, next));
    }
    layers
}

fn compress(coded: &[u8]) -> std::io::Result<Vec<u8>> {
    Ok(compress_to_vec(coded, CompressionLevel::Fastest))
}

fn written(header: &Header, list: &List) -> Vec<u8> {
    let mut file = vec![];
    let width = graph(header).unwrap().width();
    let mut layers = Layers::new(&mut file, header, width, compress).unwrap();
    for (g, states) in list.iter().enumerate() {
        if !states.is_empty() {
            layers.part(g as u16, &states.concat()).unwrap();
        }
    }
    let written = layers.finish().unwrap();
    assert_eq!(written.states, list.iter().map(Vec::len).sum::<usize>() as u64);
    file
}

/// Returns a list that is accepted, and its file.
fn accepted() -> (Header, List, Vec<u8>) {
    let mut header = all().remove(0);
    let graph = &*graph(&header).unwrap();
    header.lower = Some(optimum(graph));
    let list = list(graph, header.lower);
    let file = written(&header, &list);
    (header, list, file)
}

fn checked(file: &[u8]) -> Result<Checked, NotVerified> {
    check(|| Ok(file), None, &mut unwatched)
}

fn reason(file: &[u8]) -> Reason {
    match checked(file) {
        Err(NotVerified::Rejected(rejection)) => rejection.reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn bounds_are_those_of_their_definitions_and_never_too_large() {
    // The states, and the sum of what is known about them, without and with the expensive tests.
    let mut counted = vec![];
    for header in all() {
        let graph = &*graph(&header).unwrap();
        let reached = reached(graph);
        let to_goal = to_goal(graph, &reached);
        let mut known = [0; 2];
        for (state, (_, children)) in &reached {
            assert_eq!(state.len(), graph.width());
            assert!(graph.is_state(state));
            assert!(!graph.is_state(&state[1..]) && !graph.is_state(&[&state[..], &[0]].concat()));
            assert!(children.iter().all(|child| child != state));
            match to_goal.get(state) {
                Some(&moves) => {
                    assert!(!graph.needs(state, Some(moves + 1)), "{header:?} {state:?}");
                    assert!(!graph.is_refuted(state, Some(moves + 1)), "{header:?} {state:?}");
                    assert!(!graph.needs(state, None) && !graph.is_refuted(state, None));
                    let needs = |&moves: &u16| graph.needs(state, Some(moves));
                    let is_refuted = |&moves: &u16| graph.is_refuted(state, Some(moves));
                    known[0] += (1..=moves).take_while(needs).count();
                    known[1] += (1..=moves).take_while(|it| needs(it) || is_refuted(it)).count();
                    assert_eq!(graph.needs(state, Some(1)), !graph.is_goal(state));
                }
                None => assert!(!graph.is_goal(state)),
            }
        }
        counted.push((reached.len(), known));
    }
    let expected = [
        (360, [2460, 2460]),
        (360, [2460, 2460]),
        (156, [155, 155]),
        (216, [215, 215]),
        (48, [45, 45]),
        (48, [140, 140]),
        (114, [232, 232]),
        (114, [270, 270]),
        (114, [270, 270]),
        (114, [270, 353]),
        (114, [270, 389]),
        (156, [366, 366]),
        (156, [378, 378]),
        (156, [378, 378]),
        (156, [378, 480]),
        (156, [378, 529]),
        (438, [1193, 1193]),
        (438, [1193, 1193]),
        (438, [1193, 1318]),
        (438, [1193, 1322]),
        (438, [1193, 1384]),
        (495, [1558, 1558]),
        (495, [1588, 1588]),
        (495, [1588, 1598]),
        (495, [1588, 1830]),
        (495, [1588, 2072]),
    ];
    assert_eq!(counted, expected);
}

#[test]
fn lists_by_the_definition_are_accepted_and_show_no_more() {
    for mut header in all() {
        let graph = &*graph(&header).unwrap();
        let optimum = optimum(graph);
        for lower in 1..=optimum {
            header.lower = Some(lower);
            let list = list(graph, header.lower);
            let checked = checked(&written(&header, &list)).unwrap();
            assert_eq!(checked.header, header);
            assert_eq!(checked.states, list.iter().map(Vec::len).sum::<usize>() as u64);
        }
        // With one more, the list contains a goal; without it, the goal is missing.
        header.lower = Some(optimum + 1);
        let mut list = list(graph, header.lower);
        assert!(matches!(reason(&written(&header, &list)), Reason::Goal(_)), "{header:?}");
        list.iter_mut().for_each(|layer| layer.retain(|state| !graph.is_goal(state)));
        assert!(matches!(reason(&written(&header, &list)), Reason::MissingChild { .. }));
    }
}

#[test]
fn no_state_may_be_left_out_or_be_later() {
    for mut header in all() {
        let graph = &*graph(&header).unwrap();
        header.lower = Some(optimum(graph));
        let list = list(graph, header.lower);
        let places = list.iter().enumerate();
        let places: Vec<(usize, usize)> =
            places.flat_map(|(g, states)| (0..states.len()).map(move |at| (g, at))).collect();
        for &(g, at) in places.iter().step_by(places.len().div_ceil(40).max(1)) {
            let mut changed = list.clone();
            let state = changed[g].remove(at);
            let is_missing = |reason: Reason| match reason {
                Reason::MissingRoot(_) => g == 0,
                Reason::MissingChild { g: parent, .. } => usize::from(parent) < g || g == 0,
                _ => false,
            };
            assert!(is_missing(reason(&written(&header, &changed))), "{header:?} {g} {at}");
            if g + 1 < changed.len() && g + 1 < header.lower.unwrap().into() {
                changed[g + 1].push(state);
                assert!(is_missing(reason(&written(&header, &changed))), "{header:?} {g} {at}");
            }
        }
    }
}

#[test]
fn what_has_no_plan_is_certified() {
    let panex = Instance::Panex { instance: "2:neighbours".to_owned() };
    let odd = Instance::Tiles { start: "2 1 / 3 0".into(), goal: "1 2 / 3 0".into() };
    let level = "#####\n#1.2#\n#####\n#####\n\nmolecule:\n21\n".to_owned();
    let atomix = Instance::Atomix { level };
    let task = TASK.replace("(way c a)", "");
    let pddl = Instance::Pddl { domain: ROOMS.into(), task };
    for (instance, heuristic) in
        [(odd, Heuristic::Manhattan), (atomix, Heuristic::PairExcess), (pddl, Heuristic::Hmax)]
    {
        let header = header(instance, Direction::Forward, heuristic);
        let graph = &*graph(&header).unwrap();
        let list = list(graph, None);
        assert!(checked(&written(&header, &list)).is_ok(), "{header:?}");
        let Some(last) = list.iter().rposition(|layer| !layer.is_empty()) else { continue };
        let mut fewer = list.clone();
        fewer[last].pop();
        assert!(checked(&written(&header, &fewer)).is_err());
    }
    // The question is about the state, not about where the instance begins.
    let tiles = graph(&all().remove(0)).unwrap();
    assert!(tiles.needs(&[1, 2, 3, 5, 4, 0], None) && !tiles.needs(&[1, 2, 3, 4, 0, 5], None));
    // If there is a plan, a list of all reachable states contains a goal.
    let header = header(panex, Direction::Forward, Heuristic::Blind);
    let graph = &*graph(&header).unwrap();
    assert!(matches!(reason(&written(&header, &list(graph, None))), Reason::Goal(_)));
}

#[test]
fn it_is_told_how_far_it_is_and_can_be_ended() {
    let (_, list, file) = accepted();
    let states = list.iter().map(Vec::len).sum::<usize>() as u64;
    let mut told = vec![];
    let checked = check(|| Ok(&file[..]), None, &mut |checking| {
        told.push(checking);
        std::ops::ControlFlow::Continue(())
    });
    assert!(checked.is_ok());
    assert_eq!(told.last().map(|last| (last.done, last.of)), Some((states, Some(states))));
    assert!(told.windows(2).all(|pair| pair[0].done <= pair[1].done));
    let stopped = check(|| Ok(&file[..]), None, &mut |_| std::ops::ControlFlow::Break(()));
    assert!(matches!(stopped, Err(NotVerified::Stopped)));
}
