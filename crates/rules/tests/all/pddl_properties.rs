//! Properties of any text that is a random change of a correct one.

use fewest_rules::Puzzle as _;
use fewest_rules::pddl::{Domain, Instance};
use proptest::prelude::*;

const DOMAIN: &str = "(define (domain d) (:types a - b b c) (:constants k - c)
  (:predicates (p ?x - b) (q ?x - a ?y) (r))
  (:action m :parameters (?x - a ?y - object)
    :precondition (and (p ?x) (not (q ?x ?y)) (not (= ?x ?y)))
    :effect (and (not (p ?x)) (q ?x ?y) (r)))
  (:action n :parameters (?x - b) :precondition (r) :effect (and (p ?x) (not (r)))))";

const TASK: &str = "(define (problem t) (:domain d) (:objects x y - a z - b)
  (:init (p x) (p z) (q y k)) (:goal (and (r) (q x k) (not (p x)) (not (= x y)))))";

/// Words of the language, in wrong places.
const WORDS: [&str; 16] = [
    "(", ")", " ", "-", "?x", "x", "and", "not", "=", "p", "q", ":init", ":action", "object", ";",
    "é",
];

/// Some places in a text, each with the number of characters to replace and the replacement.
fn changes() -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    prop::collection::vec((0..1000_usize, 0..8_usize, 0..WORDS.len()), 0..4)
}

fn changed(text: &str, changes: &[(usize, usize, usize)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for &(at, length, word) in changes {
        let at = at % characters.len();
        let end = (at + length).min(characters.len());
        characters.splice(at..end, WORDS[word].chars());
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn what_is_read_is_printed_and_read_the_same(in_domain in changes(), in_task in changes()) {
        let Ok(domain) = Domain::parse(&changed(DOMAIN, &in_domain)) else { return Ok(()) };
        prop_assert_eq!(Domain::parse(&domain.to_string()), Ok(domain.clone()));
        let Ok(task) = Instance::parse(domain.clone(), &changed(TASK, &in_task)) else {
            return Ok(());
        };
        prop_assert_eq!(Instance::parse(domain, &task.task_text()), Ok(task.clone()));
        let start = task.start();
        let reachable = task.reachable(1 << 16).unwrap();
        for step in task.moves(&start) {
            let after = task.play(&start, &step).expect("its moves are legal");
            prop_assert!(after.iter().all(|atom| reachable.atoms.binary_search(atom).is_ok()));
            prop_assert!(reachable.actions.iter().any(|action| action.step == step));
            prop_assert_eq!(task.parse_move(&start, &step.to_string()), Some(step));
        }
    }
}
