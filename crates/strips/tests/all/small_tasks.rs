//! Tasks made for one rule each.

use crate::tasks::{Task, instance};
use fewest_proof::closed_list::{self, Direction, Header, Heuristic, Omissions};
use fewest_rules::Puzzle as _;
use fewest_rules::pddl::{Atom, Instance, State};
use fewest_search::outcome::unlimited;
use fewest_search::{Depth, Request, Verdict};
use fewest_strips::{Ground, HeuristicName, Hmax, TooLarge, solve};
use std::collections::{BTreeMap, HashMap};

const SWITCHES: &str = "
(define (domain switches)
  (:types switch)
  (:predicates (on ?s - switch) (wired ?a ?b - switch))
  (:action turn-on
    :parameters (?s - switch)
    :precondition (not (on ?s))
    :effect (on ?s))
  (:action pass
    :parameters (?a ?b - switch)
    :precondition (and (wired ?a ?b) (on ?a) (not (on ?b)))
    :effect (and (on ?b) (not (on ?a)))))";

fn verdict(instance: &Instance, heuristic: HeuristicName) -> (Verdict, Option<usize>) {
    let request = Request { heuristic: Some(heuristic.name()), ..Request::default() };
    let answer = unlimited(|monitor| solve(instance, &request, monitor)).unwrap();
    (answer.outcome.verdict(), answer.outcome.plan().map(<[_]>::len))
}

#[test]
fn what_must_be_false_is_reached_by_moves() {
    let task = |goal: &str| {
        let text = format!(
            "(define (problem p) (:domain switches) (:objects a b c - switch)
              (:init (on a) (wired a b) (wired b c)) (:goal {goal}))"
        );
        instance(SWITCHES, &text)
    };
    for (goal, expected) in [
        ("(and)", (Verdict::Optimal, Some(0))),
        ("(on b)", (Verdict::Optimal, Some(1))),
        ("(not (on a))", (Verdict::Optimal, Some(1))),
        ("(and (not (on a)) (on c))", (Verdict::Optimal, Some(2))),
        ("(and (not (on a)) (not (on b)) (on c))", (Verdict::Optimal, Some(2))),
        ("(and (not (on a)) (not (on b)) (not (on c)))", (Verdict::Unsolvable, None)),
        ("(and (on a) (not (on a)))", (Verdict::Unsolvable, None)),
        ("(wired a c)", (Verdict::Unsolvable, None)),
        ("(not (wired a c))", (Verdict::Optimal, Some(0))),
        ("(= a b)", (Verdict::Unsolvable, None)),
        ("(and (not (= a b)) (on b))", (Verdict::Optimal, Some(1))),
    ] {
        for heuristic in HeuristicName::ALL {
            assert_eq!(verdict(&task(goal), heuristic), expected, "{goal} {}", heuristic.name());
        }
    }
}

#[test]
fn what_is_added_and_deleted_is_true() {
    let domain = "(define (domain d) (:predicates (p) (q))
        (:action a :effect (and (not (p)) (p) (q))))";
    let task = "(define (problem t) (:domain d) (:init (p)) (:goal (and (p) (q))))";
    assert_eq!(verdict(&instance(domain, task), HeuristicName::Hmax), (Verdict::Optimal, Some(1)));
}

#[test]
fn tasks_that_are_too_large_are_refused() {
    let domain = "(define (domain d) (:predicates (p ?a ?b ?c) (q))
        (:action a :parameters (?a ?b ?c) :precondition (q) :effect (p ?a ?b ?c)))";
    let task = |objects: usize, start: &str| {
        let objects: String = (0..objects).map(|object| format!(" o{object}")).collect();
        let text = format!(
            "(define (problem t) (:domain d) (:objects{objects}) (:init {start}) (:goal (p o0 o1 o2)))"
        );
        Ground::new(&instance(domain, &text)).map(|ground| ground.atoms())
    };
    assert_eq!(task(9, "(q)"), Ok(729));
    assert_eq!(task(10, "(q)"), Err(TooLarge::Atoms(1000)));
    assert_eq!(task(1000, "(q)"), Err(TooLarge::Instances));
    // The action is never possible.
    assert_eq!(task(1000, ""), Ok(0));
}

/// The distance from every reachable state to the nearest goal, by the rules alone.
fn distances(instance: &Instance) -> BTreeMap<State, Option<u16>> {
    let mut states = vec![instance.start()];
    let mut numbers: HashMap<Vec<Atom>, usize> = HashMap::new();
    let key = |state: &State| state.iter().copied().collect::<Vec<_>>();
    numbers.insert(key(&states[0]), 0);
    let mut before: Vec<Vec<usize>> = vec![vec![]];
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        for step in instance.moves(&state) {
            let child = instance.play(&state, &step).unwrap();
            let number = *numbers.entry(key(&child)).or_insert_with(|| {
                states.push(child);
                before.push(vec![]);
                states.len() - 1
            });
            before[number].push(next);
        }
        next += 1;
    }
    let mut distance = vec![None; states.len()];
    let mut layer: Vec<usize> =
        (0..states.len()).filter(|&number| instance.is_goal(&states[number])).collect();
    let mut depth = 0;
    while !layer.is_empty() {
        layer.iter().for_each(|&number| distance[number] = Some(depth));
        let mut above: Vec<usize> =
            layer.iter().flat_map(|&number| before[number].iter().copied()).collect();
        above.sort_unstable();
        above.dedup();
        above.retain(|&number| distance[number].is_none());
        (layer, depth) = (above, depth + 1);
    }
    states.into_iter().zip(distance).collect()
}

/// In every reachable state of these tasks. The checker of certificates, which has an h^max of its
/// own, agrees.
#[test]
fn hmax_is_admissible_and_is_what_the_checker_has() {
    let names =
        ["sussman", "three-disks", "cabbage", "guarini", "four-balls", "five-and-three", "3x2"];
    let tasks = Task::all();
    for name in names {
        let instance = tasks.iter().find(|task| task.task.contains(name)).unwrap().instance();
        for (state, distance) in distances(&instance) {
            let there = instance.starting_at(state);
            let ground = Ground::new(&there).unwrap();
            let estimate = Hmax::new(&ground).of_start(&ground);
            if let Some(distance) = distance {
                assert!(estimate.is_some_and(|h| h <= Depth(distance)), "{name}");
            }
            let root = ground.start_bytes();
            let unlisted = unlisted(&there);
            match estimate {
                None => assert!(unlisted.has_no_plan(&root, u16::MAX - 1)),
                Some(Depth(h)) => {
                    assert!(!unlisted.has_no_plan(&root, h), "{name}");
                    assert!(h == 0 || unlisted.has_no_plan(&root, h - 1), "{name}");
                }
            }
        }
    }
}

fn unlisted(instance: &Instance) -> Omissions {
    let instance = closed_list::Instance::Pddl {
        domain: instance.domain().to_string(),
        task: instance.task_text(),
    };
    let header = Header {
        name: String::new(),
        instance,
        lower: None,
        direction: Direction::Forward,
        heuristic: Heuristic::Hmax,
        plan: None,
    };
    Omissions::new(&header).unwrap()
}
