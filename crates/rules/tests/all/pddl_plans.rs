//! Plans of tasks in PDDL, as planners and people write them.

use crate::pddl::instance;
use fewest_rules::pddl::{Domain, Instance};
use fewest_rules::{Notation, Puzzle as _, read_plan, replay};

/// Reads a plan, and writes its moves one after the other.
fn moves(instance: &Instance, text: &str) -> String {
    let plan = read_plan(instance, text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
    let written = |step| instance.write_move(&instance.start(), step, Notation::Standard);
    plan.iter().map(written).collect::<Vec<_>>().join(" ")
}

#[test]
fn plans_of_planners_are_read() {
    let instance = instance();
    for text in [
        "(seal j1)\n(lift j1 floor high)\n; cost = 2 (unit cost)\n",
        "; a plan\n\n0.000: (SEAL J1) [0.001]\n1: ( lift j1 floor high )\n",
        "0.0003:   (SEAL J1) [D:1.0000; C:0.1000]\n1.0003: (LIFT J1 FLOOR HIGH) [D:1.0000; C:1]",
        "# a plan\n(seal j1)\n  # Then:\n(lift j1 floor high) # (done)\n# cost = 2 (unit cost)",
        "# moves\n; of a plan\n(seal j1) ; first (of two)\n(lift j1 floor high)[1]",
        "seal j1\nlift j1 floor high # as other moves are written\n",
        "; moves, one by one\nseal j1 ; first, j1\nlift j1 floor high",
        "(seal j1) (lift j1 floor high) ; in one line",
        "(seal j1) (lift j1 floor high)",
        "seal j1, lift j1 floor high",
    ] {
        assert_eq!(moves(&instance, text), "(seal j1) (lift j1 floor high)", "{text}");
        let plan = read_plan(&instance, text, None).unwrap();
        assert!(replay(&instance, plan).is_ok(), "{text}");
    }
    for text in ["", "; cost = 0", "# cost = 0", "# nothing\n\n; to do"] {
        assert_eq!(read_plan(&instance, text, None), Ok(vec![]), "{text}");
    }
    assert_eq!(instance.notations(), [Notation::Standard]);
}

#[test]
fn errors_in_plans_have_their_places() {
    let instance = instance();
    for (text, expected) in [
        ("(seal j1)\n (open j1)", "2:2: there is no action open"),
        ("# one\n0: (seal j1)\n1: (open j1) # two", "3:4: there is no action open"),
        ("(seal j1 j1)", "1:1: seal has 1 argument, not 2"),
        ("(lift j1)", "1:1: lift has 3 arguments, not 1"),
        ("(seal c1)", "1:1: c1 is of type crate, not jar"),
        ("(seal j9)", "1:1: there is no object j9"),
        ("(seal j1", "1:1: \"(seal j1\" is not a move of this puzzle"),
        ("(seal j1) (seal j1", "1:17: \"(seal j1) (seal j1\" is not a move of this puzzle"),
        (
            "; a plan\n(seal j1) (seal ; j1",
            "2:11: \"(seal j1) (seal\" is not a move of this puzzle",
        ),
        ("()", "1:1: \"()\" is not a move of this puzzle"),
        ("1: (seal j1)\nthen: (seal j1)", "2:1: \"then: (seal j1)\" is not a move of this puzzle"),
    ] {
        assert_eq!(read_plan(&instance, text, None).unwrap_err().to_string(), expected, "{text}");
    }
}

/// A second move in a line would be lost.
#[test]
fn only_a_duration_may_follow_a_move() {
    for after in ["[1] (seal j1)", "[1] seal j1", "[1 (seal j1)", "seal j1", "[1] [1]", "1"] {
        let line = format!("(lift j1 floor high) {after}");
        let error = read_plan(&instance(), &format!("(seal j1)\n{line}"), None).unwrap_err();
        assert_eq!(error.to_string(), format!("2:1: \"{line}\" is not a move of this puzzle"));
    }
}

#[test]
fn a_name_may_contain_the_sign_of_a_comment() {
    let domain =
        "(define (domain d) (:predicates (p ?x)) (:action set# :parameters (?x) :effect (p ?x)))";
    let task = "(define (problem t) (:domain d) (:objects #1 2#) (:init) (:goal (p #1)))";
    let task = Instance::parse(Domain::parse(domain).unwrap(), task).unwrap();
    assert_eq!(moves(&task, "(set# #1) # first\n(set# 2#)"), "(set# #1) (set# 2#)");
}
