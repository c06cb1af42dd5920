//! What can be reached in a task in PDDL if nothing ever becomes false.

use crate::pddl::{SHELVES, TASK, instance};
use fewest_rules::pddl::{Domain, Instance};

#[test]
fn what_can_be_reached_is_what_changes() {
    let reachable = instance().reachable(1000).unwrap();
    let moves: Vec<_> = reachable.actions.iter().map(|action| action.step.to_string()).collect();
    assert_eq!(moves, ["(lift c1 floor high)", "(lift j1 floor high)", "(seal j1)"]);
    // On the floor or high, and sealed or not.
    assert_eq!(reachable.atoms.len(), 5);
    // Facts are no longer conditions.
    assert_eq!(reachable.actions[0].requires.len(), 1);
    assert_eq!(reachable.actions[2].forbids.len(), 1);
    assert!(instance().reachable(10).is_err());
}

/// What is nowhere is not moved, and facts that hold are not denied.
#[test]
fn actions_whose_conditions_never_hold_are_left_out() {
    let domain = SHELVES.replace("(not (sealed ?j))", "(not (sealed ?j)) (not (above ?j ?j))");
    let domain = domain.replace("(above ?s ?t - shelf)", "(above ?s ?t)");
    let task = TASK
        .replace("j1 - jar", "j1 j2 j3 - jar")
        .replace("(above", "(above j3 j3) (on j3 floor) (above");
    let task = Instance::parse(Domain::parse(&domain).unwrap(), &task).unwrap();
    let actions = task.reachable(1000).unwrap().actions;
    let moves: Vec<_> = actions.iter().map(|action| action.step.to_string()).collect();
    let expected =
        ["(lift c1 floor high)", "(lift j1 floor high)", "(lift j3 floor high)", "(seal j1)"];
    assert_eq!(moves, expected);
}

#[test]
fn an_action_may_have_no_condition() {
    let domain = "(define (domain d) (:predicates (p ?x))
  (:action set :parameters (?x) :effect (p ?x)))";
    let task = "(define (problem t) (:domain d) (:objects a b) (:init) (:goal (p a)))";
    let task = Instance::parse(Domain::parse(domain).unwrap(), task).unwrap();
    let reachable = task.reachable(1000).unwrap();
    assert_eq!((reachable.actions.len(), reachable.atoms.len()), (2, 2));
}

/// A task whose only action has some parameters, and `parts` conditions that hold, atoms that it
/// adds, and atoms that it deletes, all about the first two parameters.
fn one_action(objects: usize, parameters: usize, parts: [usize; 3]) -> Instance {
    let names = |letter: &str, count: usize| -> Vec<String> {
        (0..count).map(|number| format!("{letter}{number}")).collect()
    };
    let about = |letter: &str, count: usize, of: &str| -> String {
        names(letter, count).iter().map(|name| format!("({name} {of}) ")).collect()
    };
    let [facts, adds, deletes] = parts;
    let declared =
        about("f", facts, "?x") + &about("a", adds, "?x ?y") + &about("d", deletes, "?x ?y");
    let deleted: String =
        names("d", deletes).iter().map(|d| format!("(not ({d} ?p0 ?p1)) ")).collect();
    let domain = format!(
        "(define (domain d) (:predicates {declared})
           (:action act :parameters ({})
             :precondition (and {}) :effect (and {}{deleted})))",
        names("?p", parameters).join(" "),
        about("f", facts, "?p0"),
        about("a", adds, "?p0 ?p1"),
    );
    let objects = names("o", objects);
    let init: String = objects.iter().map(|object| about("f", facts, object)).collect();
    let task = format!(
        "(define (problem t) (:domain d) (:objects {}) (:init {init}) (:goal (a0 o0 o0)))",
        objects.join(" ")
    );
    Instance::parse(Domain::parse(&domain).unwrap(), &task).unwrap()
}

#[test]
fn as_many_objects_are_tried_as_is_allowed() {
    // Twice until nothing is new, and once for the actions: 2 objects for the first parameter, and
    // for each of them 2 for the second. A long action counts for more, even before the first.
    for (parts, tried) in [([2, 3, 10], 18), ([2, 4, 10], 39), ([11, 3, 2], 39)] {
        let task = one_action(2, 2, parts);
        assert!(task.reachable(tried).is_ok(), "{parts:?}");
        assert!(task.reachable(tried - 1).is_err(), "{parts:?}");
    }
}

#[test]
fn what_is_reached_is_kept_small() {
    const ANY: u64 = 1 << 40;
    // At most 2,097,152 atoms: 32 in each of 65,536 actions, 16 of them for the parameters and
    // eight for the rest.
    assert_eq!(one_action(2, 16, [2, 3, 3]).reachable(ANY).unwrap().actions.len(), 1 << 16);
    for parts in [[3, 3, 3], [2, 4, 3], [2, 3, 4]] {
        assert!(one_action(2, 16, parts).reachable(ANY).is_err(), "{parts:?}");
    }
    // At most 131,072 atoms are reached.
    assert_eq!(one_action(362, 2, [0, 1, 0]).reachable(ANY).unwrap().atoms.len(), 362 * 362);
    assert_eq!(one_action(256, 2, [0, 2, 0]).reachable(ANY).unwrap().atoms.len(), 1 << 17);
    assert!(one_action(363, 2, [0, 1, 0]).reachable(ANY).is_err());
}

#[test]
fn what_is_added_is_not_deleted() {
    let domain = "(define (domain d) (:predicates (at ?x))
  (:action go :parameters (?x ?y) :precondition (at ?x) :effect (and (at ?y) (not (at ?x)))))";
    let task = "(define (problem t) (:domain d) (:objects a b) (:init (at a)) (:goal (at b)))";
    let task = Instance::parse(Domain::parse(domain).unwrap(), task).unwrap();
    let reachable = task.reachable(1000).unwrap();
    let effects = reachable.actions.iter().map(|action| {
        let [adds, deletes] = [&action.adds, &action.deletes].map(Vec::len);
        (action.step.to_string(), adds, deletes)
    });
    let expected = [("(go a a)", 1, 0), ("(go a b)", 1, 1), ("(go b a)", 1, 1), ("(go b b)", 1, 0)];
    assert!(effects.eq(expected.map(|(step, adds, deletes)| (step.to_owned(), adds, deletes))));
}
