//! Tasks in PDDL: what is read, how it is played, and what is rejected.

use fewest_rules::Puzzle as _;
use fewest_rules::pddl::{Domain, Instance, Kind, kind};

pub(crate) const SHELVES: &str = "; Boxes on shelves.
(define (domain Shelves)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types crate jar - box box shelf)
  (:constants floor - shelf)
  (:predicates (on ?b - box ?s - shelf) (above ?s ?t - shelf) (sealed ?j - jar))
  (:action Lift
    :parameters (?b - box ?s ?t - shelf)
    :precondition (and (on ?b ?s) (not (= ?s ?t)) (above ?t ?s))
    :effect (and (not (on ?b ?s)) (on ?b ?t)))
  (:action seal
    :parameters (?j - jar)
    :precondition (and (not (sealed ?j)) (on ?j floor))
    :effect (sealed ?j)))
";

pub(crate) const TASK: &str = "(define (problem two)
  (:domain shelves)
  (:objects c1 - crate j1 - jar high - shelf)
  (:init (on c1 floor) (ON j1 Floor) (above high floor))
  (:goal (and (on j1 high) (sealed j1) (not (on c1 high)))))
";

pub(crate) fn instance() -> Instance {
    Instance::parse(Domain::parse(SHELVES).unwrap(), TASK).unwrap()
}

/// Domains of planning competitions contain these.
#[test]
fn what_domains_of_others_have_is_read() {
    let text = "\
(define (domain yard)
  (:types hoist surface area - object depot - area area crate - surface)
  (:predicates (in ?x - (either hoist crate) ?a - area) (joined ?x ?x) (idle ?h - hoist))
  (:action lift
    :parameters (?h - hoist ?c - crate ?a - depot)
    :precondition (and (idle?h) (in?c?a))
    :effect (not (in ?c ?a))))";
    let domain = Domain::parse(text).unwrap();
    assert_eq!(Domain::parse(&domain.to_string()).as_ref(), Ok(&domain));
    let task = "\
(define (problem yard) (:domain yard)
  (:objects h - hoist c - crate d - depot)
  (:init (idle h) (in c d) (in h d) (joined d c))
  (:goal (not (in c d))))";
    let task = Instance::parse(domain, task).unwrap();
    assert_eq!(task.moves(&task.start()).len(), 1);
    let unknown = text.replace("(either hoist crate)", "(either hoist crat)");
    let error = Domain::parse(&unknown).unwrap_err().to_string();
    assert_eq!(error, "3:39: there is no type crat; did you mean crate?");
}

#[test]
fn moves_are_the_actions_whose_conditions_hold() {
    let instance = instance();
    let mut state = instance.start();
    let moves = |state: &_| {
        instance.moves(state).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves(&state), "(lift c1 floor high) (lift j1 floor high) (seal j1)");
    for text in ["(seal j1)", "(LIFT j1 floor high)"] {
        assert!(!instance.is_goal(&state));
        let step = instance.parse_move(&state, text).unwrap();
        state = instance.play(&state, &step).unwrap();
    }
    assert!(instance.is_goal(&state));
    assert_eq!(moves(&state), "(lift c1 floor high)");
    assert_eq!(instance.draw(&state), "(on c1 floor)\n(on j1 high)\n(sealed j1)\n");
    let after = instance.parse_move(&state, "lift c1 floor high").unwrap();
    assert!(!instance.is_goal(&instance.play(&state, &after).unwrap()));
    let moved = instance.starting_at(state);
    assert_eq!(Instance::parse(Domain::parse(SHELVES).unwrap(), &moved.task_text()), Ok(moved));
}

#[test]
fn a_task_may_have_requirements() {
    let read = |requirement: &str| {
        let text = TASK.replace("(:init", &format!("(:requirements {requirement})\n  (:init"));
        Instance::parse(Domain::parse(SHELVES).unwrap(), &text)
    };
    assert_eq!(read(":strips"), Ok(instance()));
    assert!(read(":durative-actions").unwrap_err().to_string().starts_with("4:18: "));
}

/// Facts that no action changes are decided by the start.
#[test]
fn goals_are_what_must_be_changed() {
    assert_eq!((instance().name(), instance().objects()), ("two", 4));
    let goal = |goal: &str| {
        let own = "(and (on j1 high) (sealed j1) (not (on c1 high)))";
        let domain = Domain::parse(SHELVES).unwrap();
        Instance::parse(domain, &TASK.replace(own, goal)).unwrap().goal()
    };
    let atoms = |text| goal(text).map(|(required, forbidden)| (required.len(), forbidden.len()));
    assert_eq!(atoms("(and (on j1 high) (sealed j1) (not (on c1 high)))"), Some((2, 1)));
    assert_eq!(atoms("(and (above high floor) (not (= j1 c1)) (on j1 high))"), Some((1, 0)));
    assert_eq!(atoms("(not (above floor high))"), Some((0, 0)));
    for never in ["(above floor high)", "(not (above high floor))", "(= j1 c1)"] {
        assert_eq!(goal(&format!("(and (on j1 high) {never})")), None, "{never}");
    }
    assert_eq!(goal("(and (on j1 high) (not (on j1 high)))"), None);
}

/// Names of parameters of predicates mean nothing: the second of the same name is a number.
#[test]
fn domains_are_printed_in_one_form() {
    let text = "(DEFINE (domain D) (:types a - b a - b b c - object c)
      (:predicates (p ?x ?y) (q ?x ?x - a)) (:action n :effect (and (p k k) (not (p k k)))) (:constants k - c))";
    let domain = Domain::parse(text).unwrap();
    assert_eq!(domain.name(), "d");
    let expected = "\
(define (domain d)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types a - b b - object c - object)
  (:constants k - c)
  (:predicates
    (p ?x - object ?y - object)
    (q ?x - a ?2 - a))
  (:action n
    :parameters ()
    :precondition (and)
    :effect (and (not (p k k)) (p k k))))
";
    assert_eq!(domain.to_string(), expected);
    assert_eq!(Domain::parse(expected), Ok(domain));
}

#[test]
fn what_is_printed_reads_the_same() {
    let instance = instance();
    let domain = Domain::parse(&instance.domain().to_string()).unwrap();
    assert_eq!(&domain, instance.domain());
    assert_eq!(Instance::parse(domain, &instance.task_text()), Ok(instance));
}

#[test]
fn illegal_moves_are_told_why() {
    let instance = instance();
    let why = |text: &str| {
        let start = instance.start();
        let step = instance.parse_move(&start, text).unwrap();
        assert_eq!(instance.play(&start, &step), None, "{text}");
        instance.why_illegal(&start, &step)
    };
    assert_eq!(why("(lift j1 high floor)"), "(on j1 high) does not hold");
    assert_eq!(why("(lift j1 floor floor)"), "(not (= floor floor)) does not hold");
    assert_eq!(why("(fly j1)"), "there is no action fly");
    assert_eq!(why("(seal high)"), "high is of type shelf, not jar");
}

#[test]
fn domains_and_tasks_are_told_apart() {
    assert_eq!(kind(SHELVES), Some(Kind::Domain));
    assert_eq!(kind(TASK), Some(Kind::Task));
    assert_eq!(kind(" ( DEFINE\n;\n(Domain"), Some(Kind::Domain));
    assert_eq!(kind("\u{feff}(define (domain d)"), Some(Kind::Domain));
    assert_eq!(kind("(define (porblem"), Some(Kind::Task));
    for text in ["", "(", "define (domain d)", "(define domain", "1 2 3 / 4 0 5"] {
        assert_eq!(kind(text), None, "{text}");
    }
}

/// The error of a domain with one part replaced.
fn domain_error(old: &str, new: &str) -> String {
    assert!(SHELVES.contains(old), "{old}");
    Domain::parse(&SHELVES.replacen(old, new, 1)).unwrap_err().to_string()
}

#[test]
fn errors_in_domains_have_their_places() {
    for (old, new, expected) in [
        (
            ":equality",
            ":adl",
            "3:58: :adl is not supported: conditions can only be conjunctions of atoms and negated atoms",
        ),
        (
            ":equality",
            ":action-costs",
            "3:58: :action-costs is not supported: numbers are not read, and every action costs one",
        ),
        (
            ":equality",
            "equality",
            "3:58: equality is not supported: only typed STRIPS with negative preconditions and equality is read",
        ),
        (
            "crate jar - box",
            "crate jar - (either box shelf)",
            "4:24: either is not supported: a name can have only one type",
        ),
        ("box shelf)", "box - crate shelf)", "4:27: the type box is a subtype of itself"),
        ("box shelf)", "object - crate)", "4:27: the type object is a subtype of itself"),
        ("crate jar - box", "crate jar - (or box)", "4:24: expected a type, found \"or\""),
        ("crate jar - box box shelf", "crate jar box -", "4:25: there is no type after this"),
        ("floor - shelf", "floor - self", "5:23: there is no type self; did you mean shelf?"),
        ("floor - shelf", "floor floor - shelf", "5:21: the object floor is declared twice"),
        (
            "(on ?b - box",
            "(on b - box",
            "6:20: expected a parameter, which begins with ?, found \"b\"",
        ),
        (
            "(on ?b - box",
            "(on ? - box",
            "6:20: expected a parameter, which begins with ?, found \"?\"",
        ),
        ("(on ?b - box", "(not ?b - box", "6:17: expected the name of a predicate, found \"not\""),
        ("(above ?s", "(on ?s", "6:42: the predicate on is declared twice"),
        (
            "(on ?b ?s) (not (= ?s ?t))",
            "(onn ?b ?s)",
            "9:25: there is no predicate onn; did you mean on?",
        ),
        ("(on ?b ?s) (not (= ?s ?t))", "(on ?b)", "9:25: on has 2 arguments, not 1"),
        ("(on ?b ?s) (not (= ?s ?t))", "(on ?b ?x)", "9:31: there is no parameter ?x"),
        (
            "(on ?b ?s) (not (= ?s ?t))",
            "(on ?s ?b)",
            "9:28: ?s is of type shelf, where on has one of type box",
        ),
        (
            "(on ?b ?s) (not (= ?s ?t))",
            "(or (on ?b ?s))",
            "9:25: or is not supported: conditions can only be conjunctions of atoms and negated atoms",
        ),
        (
            "(on ?b ?s) (not (= ?s ?t))",
            "(not (not (on ?b ?s)))",
            "9:30: a double negation is not supported: only atoms are negated",
        ),
        ("(on ?b ?s) (not (= ?s ?t))", "(= ?s ?t ?b)", "9:25: = has 2 arguments, not 3"),
        (
            "(on ?b ?s) (not (= ?s ?t))",
            "(= (f ?s) 3)",
            "9:25: = is not supported: numbers are not read, and every action costs one",
        ),
        (
            "(not (on ?b ?s)) (on ?b ?t)",
            "(when (on ?b ?s) (on ?b ?t))",
            "10:19: when is not supported: effects cannot have conditions",
        ),
        (
            "(not (on ?b ?s)) (on ?b ?t)",
            "(increase (total-cost) 1)",
            "10:19: increase is not supported: numbers are not read, and every action costs one",
        ),
        (
            "(not (on ?b ?s)) (on ?b ?t)",
            "(forall (?x) (on ?x ?t))",
            "10:19: forall is not supported: conditions can only be conjunctions of atoms and negated atoms",
        ),
        (
            "(:action seal",
            "(:durative-action seal",
            "11:4: :durative-action is not supported: actions cannot have a duration",
        ),
        ("(:action seal", "(:action lift", "11:4: the action lift is declared twice"),
        (
            "(:action seal",
            "(:action ?seal",
            "11:12: expected the name of an action, found \"?seal\"",
        ),
        (
            "(:action seal",
            "(:derived (sealed ?j - jar) (on ?j floor)) (:action seal",
            "11:4: :derived is not supported: predicates can be changed only by actions",
        ),
        (
            "(:action seal",
            "(:constraints (and)) (:action seal",
            "11:4: :constraints is not supported: a goal can only be a conjunction",
        ),
        (
            "(not (sealed ?j))",
            "(not (and (sealed ?j)))",
            "13:30: and is not supported: only an atom can stand here",
        ),
        (
            "(not (on ?b ?s)) (on ?b ?t)",
            "(not (not (on ?b ?s)))",
            "10:24: not is not supported: only an atom can stand here",
        ),
        (
            "(not (on ?b ?s)) (on ?b ?t)",
            "(not (on ?b ?s) (on ?b ?t))",
            "10:19: there is no single atom after this",
        ),
        (
            ":effect (sealed",
            ":effects (sealed",
            "14:5: :effects is not supported: only typed STRIPS with negative preconditions and equality is read",
        ),
        (
            ":effect (sealed",
            ":precondition (sealed",
            "14:5: the part :precondition is declared twice",
        ),
        (":effect (sealed ?j)", ":effect", "14:5: there is no value of this part"),
        (":effect (sealed ?j)", ":effect sealed", "14:13: expected an effect, found \"sealed\""),
        (
            "(sealed ?j)))\n",
            "(sealed ?j)))\n(define)",
            "15:1: expected the end of the text, found a list",
        ),
        ("(domain Shelves)", "(problem Shelves)", "2:10: expected domain, found \"problem\""),
        ("(domain Shelves)", "(domain)", "2:10: there is no single name"),
        ("(define", "(defne", "2:2: expected define, found \"defne\""),
        (SHELVES, "; nothing", "1:1: there is no definition in this text"),
    ] {
        assert_eq!(domain_error(old, new), expected, "{new}");
    }
}

#[test]
fn errors_in_tasks_have_their_places() {
    for (old, new, expected) in [
        (
            "(:domain shelves)",
            "(:domain blocks)",
            "2:12: this task belongs to the domain blocks, not to shelves",
        ),
        ("  (:domain shelves)\n", "", "1:1: there is no (:domain NAME)"),
        ("j1 - jar", "j1 - jarr", "3:29: there is no type jarr; did you mean jar?"),
        ("j1 - jar", "c1 - jar", "3:24: the object c1 is declared twice"),
        ("j1 - jar", "floor - jar", "3:24: the object floor is declared twice"),
        ("(ON j1 Floor)", "(on j2 floor)", "4:28: there is no object j2"),
        (
            "(ON j1 Floor)",
            "(on floor j1)",
            "4:28: floor is of type shelf, where on has one of type box",
        ),
        (
            "(ON j1 Floor)",
            "(not (on j1 floor))",
            "4:25: not in :init is not supported: what is not listed is false",
        ),
        (
            "(ON j1 Floor)",
            "(= (total-cost) 0)",
            "4:25: = is not supported: numbers are not read, and every action costs one",
        ),
        (
            "(sealed j1)",
            "(exists (?x) (sealed ?x))",
            "5:29: exists is not supported: conditions can only be conjunctions of atoms and negated atoms",
        ),
        ("(sealed j1)", "(sealed ?j)", "5:36: there is no parameter ?j"),
        (
            "(:goal",
            "(:metric minimize (total-cost))\n  (:goal",
            "5:4: :metric is not supported: numbers are not read, and every action costs one",
        ),
        (
            "(sealed j1)",
            "(preference p (sealed j1))",
            "5:29: preference is not supported: a goal can only be a conjunction",
        ),
        (
            "(ON j1 Floor)",
            "(and (on j1 floor))",
            "4:25: and is not supported: only an atom can stand here",
        ),
        ("(:goal", "(:init)\n  (:goal", "5:4: the section :init is declared twice"),
        (
            "(and (on j1 high) (sealed j1) (not (on c1 high)))",
            "",
            "5:4: there is no single condition",
        ),
    ] {
        assert!(TASK.contains(old), "{old}");
        let domain = Domain::parse(SHELVES).unwrap();
        let error = Instance::parse(domain, &TASK.replacen(old, new, 1)).unwrap_err();
        assert_eq!(error.to_string(), expected, "{new}");
    }
}
