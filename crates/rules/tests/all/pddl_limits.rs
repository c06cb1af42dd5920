//! How much is read of a domain or a task in PDDL: the last of each that is read, and the first
//! that is not.

use fewest_rules::pddl::{Domain, Instance};
use std::ops::Range;

/// Returns one text for each number.
fn repeated(numbers: Range<usize>, text: impl Fn(usize) -> String) -> String {
    numbers.map(text).collect()
}

fn domain(sections: &str) -> Result<Domain, String> {
    Domain::parse(&format!("(define (domain d)\n{sections})")).map_err(|error| error.to_string())
}

#[test]
fn as_much_is_read_of_a_domain_as_is_allowed() {
    let types = |count| format!("(:types {})", repeated(0..count, |i| format!("t{i:03} ")));
    let variables = |count| repeated(0..count, |i| format!("?{i:x}"));
    let predicates = |count| repeated(0..count, |i| format!("(p{i:04})"));
    let actions = |count| repeated(0..count, |i| format!("(:action a{i:04})"));
    let objects = |count| format!("(:constants {})", repeated(0..count, |i| format!("o{i:05} ")));
    for (allowed, refused, error) in [
        (types(999), types(1000), "2:5004: more than 1000 types"),
        (objects(10_000), objects(10_001), "2:70013: more than 10000 objects"),
        (
            format!("(:predicates {})", predicates(1000)),
            format!("(:predicates {})", predicates(1001)),
            "2:7015: more than 1000 predicates",
        ),
        (actions(1000), actions(1001), "2:15002: more than 1000 actions"),
        (
            format!("(:predicates (p {}))", variables(8)),
            format!("(:predicates (p {}))", variables(9)),
            "2:33: more than 8 parameters",
        ),
        (
            format!("(:action a :parameters ({}))", variables(16)),
            format!("(:action a :parameters ({}))", variables(17)),
            "2:57: more than 16 parameters",
        ),
    ] {
        assert_eq!(domain(&allowed).map(|domain| domain.name().to_owned()), Ok("d".into()));
        assert_eq!(domain(&refused), Err(error.to_owned()));
    }
}

/// 500 types have all the others as supertypes that come before them, as far as allowed.
#[test]
fn as_many_supertypes_are_read_as_is_allowed() {
    let types = |pairs: usize| {
        let supertypes = (0..500).flat_map(|of| (of + 1..500).map(move |name| (name, of)));
        let pairs = supertypes.take(pairs).map(|(name, of)| format!("t{name:03} - t{of:03} "));
        // What is said twice counts once.
        let pairs: String = pairs.collect();
        format!("(:types {pairs}{pairs})")
    };
    assert!(domain(&types(1000)).is_ok());
    assert_eq!(domain(&types(1001)), Err("2:12009: more than 1000 supertypes".into()));
    assert_eq!(domain(&types(100_000)), Err("2:12009: more than 1000 supertypes".into()));
}

#[test]
fn a_text_may_have_4_mib_in_one_line() {
    let text = |length: usize| {
        let end = ":types ü))";
        let space = length - "(define (domain d) (".len() - end.len();
        format!("(define (domain d) ({}{end}", " ".repeat(space))
    };
    let error = |length| Domain::parse(&text(length)).unwrap_err().to_string();
    let expected = "1:4194301: the character \"ü\" cannot appear in a PDDL name";
    assert_eq!(error(4 << 20), expected);
    assert_eq!(error((4 << 20) + 1), "1:1: a text of more than 4 MiB");
}

/// Such actions take time although no object is tried for a parameter.
#[test]
fn long_actions_without_parameters_count() {
    let conditions = "(p)".repeat(320);
    let action = format!("(:action a :precondition (and {conditions}) :effect (q))");
    let domain = domain(&format!("(:predicates (p) (q)) {action}")).unwrap();
    let task = "(define (problem t) (:domain d) (:init (p)) (:goal (q)))";
    let task = Instance::parse(domain, task).unwrap();
    // Twice until nothing is new, and once for the actions.
    assert!(task.reachable(60).is_ok());
    assert!(task.reachable(59).is_err());
}

#[test]
fn a_text_may_have_many_sections() {
    let sections = repeated(0..100_000, |i| format!("(:s{i:05})"));
    let error = domain(&format!("{sections}(:s00000)"));
    assert_eq!(error, Err("2:900002: the section :s00000 is declared twice".into()));
}

/// The time to compare two names grows with the product of their lengths.
#[test]
fn long_names_are_not_compared() {
    let error = |known: String, name: String| {
        let task =
            format!("(define (problem t) (:domain d) (:objects {known}) (:init (p {name})))");
        let domain = domain("(:predicates (p ?x))").unwrap();
        Instance::parse(domain, &task).unwrap_err().error.to_string()
    };
    let name = |length: usize, last| "o".repeat(length - 1) + last;
    let (known, unknown) = (name(64, "a"), name(64, "b"));
    let expected = format!("there is no object {unknown}; did you mean {known}?");
    assert_eq!(error(known.clone(), unknown.clone()), expected);
    for (known, unknown) in [(name(65, "a"), unknown), (known, name(65, "b"))] {
        assert_eq!(error(known, unknown.clone()), format!("there is no object {unknown}"));
    }
    // Alike, but not enough.
    assert_eq!(error("at".into(), "attached".into()), "there is no object attached");
    assert_eq!(
        error("boxes".into(), "baxes".into()),
        "there is no object baxes; did you mean boxes?"
    );
}
