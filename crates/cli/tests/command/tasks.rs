//! Planning tasks in PDDL: two files instead of one.

use crate::checkers::{agree, reject_what_is_altered};
use crate::run::{Folder, Ran};
use serde_json::Value;

const DOMAIN: &str = "(define (domain lamps)
  (:requirements :strips :typing :negative-preconditions)
  (:types lamp)
  (:predicates (lit ?l - lamp) (next ?a ?b - lamp))
  (:action light
    :parameters (?a ?b - lamp)
    :precondition (and (lit ?a) (next ?a ?b) (not (lit ?b)))
    :effect (lit ?b))
  (:action dim
    :parameters (?a ?b - lamp)
    :precondition (and (lit ?a) (lit ?b) (next ?a ?b))
    :effect (not (lit ?a))))
";

const TASK: &str = "(define (problem four)
  (:domain lamps)
  (:objects a b c d - lamp)
  (:init (lit a) (next a b) (next b c) (next c d))
  (:goal (and (lit d) (not (lit a)) (not (lit b)))))
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("lamps.pddl", DOMAIN);
    folder.write("four.pddl", TASK);
    folder.write("beside/domain.pddl", DOMAIN);
    folder.write("beside/four.pddl", TASK);
    folder.write("beside/none.pddl", TASK.replace("(not (lit b))", "(lit a)"));
    folder
}

fn refused(ran: &Ran, code: i32, error: &str) {
    let expected = (Some(code), "", format!("{error}\n"));
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.clone()), expected);
}

#[test]
fn a_task_is_solved_with_its_domain_in_either_place() {
    let folder = folder();
    let expected = "four: OPTIMAL: 5 moves, and no shorter solution exists\n";
    for inputs in
        [&["lamps.pddl", "four.pddl"][..], &["four.pddl", "lamps.pddl"], &["beside/four.pddl"]]
    {
        let arguments = [&["solve", "--quiet"], inputs].concat();
        assert_eq!(folder.run(&arguments).quietly(0).stdout, expected, "{inputs:?}");
    }
    let none = folder.run(&["solve", "--quiet", "beside/none.pddl"]).quietly(10);
    assert_eq!(none.stdout, "none: UNSOLVABLE: no solution exists\n");
    for engine in ["ida-star", "partial-expansion-astar", "transposition-ida-star"] {
        for heuristic in ["blind", "hmax"] {
            let ran = folder.run(&[
                "solve",
                "--quiet",
                "--engine",
                engine,
                "--heuristic",
                heuristic,
                "beside/four.pddl",
            ]);
            assert_eq!(ran.quietly(0).stdout, expected, "{engine} {heuristic}");
        }
    }
}

#[test]
fn a_plan_is_written_as_planners_do_and_verified() {
    let folder = folder();
    let plan = folder.run(&["solve", "--moves=1-", "beside/four.pddl"]).quietly(0).stdout;
    let expected = "\
(light a b)
(light b c)
(light c d)
(dim a b)
(dim b c)
; cost = 5 (unit cost)
";
    let mut lines: Vec<_> = plan.lines().collect();
    assert_eq!(lines.len(), 6);
    lines.sort_unstable();
    let mut shown: Vec<_> = expected.lines().collect();
    shown.sort_unstable();
    assert_eq!(lines, shown);
    folder.write("plan", &plan);
    let ran = folder.run(&["verify", "beside/four.pddl", "plan"]).quietly(0);
    let accepted = "four: accepted: 5 moves solve it; whether fewer moves can was not checked\n";
    assert_eq!(ran.stdout, accepted);
    let json = folder.run(&["solve", "--json", "beside/four.pddl"]).quietly(0).stdout;
    let result: Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    let data = &result["data"];
    assert_eq!((&data["puzzle"], &data["upper"]), (&"pddl".into(), &5.into()));
    assert_eq!((&data["engine"], &data["heuristic"]), (&"astar".into(), &"hmax".into()));
    folder.write("records", &json);
    let ran = folder.run(&["verify", "beside/four.pddl", "records"]).quietly(0);
    assert_eq!(ran.stdout, accepted);
    let ran = folder.run(&["verify", "beside/four.pddl", "(light a c)"]).quietly(30);
    assert_eq!(
        ran.stdout,
        "four: rejected: move 1 ((light a c)) is not legal: (next a c) does not hold\n"
    );
}

#[test]
fn a_task_is_certified() {
    let folder = folder();
    for (task, shown) in
        [("four", "5 moves solve it, and no fewer do"), ("none", "it has no solution")]
    {
        let input = format!("beside/{task}.pddl");
        folder.run(&["solve", "--quiet", &input, "--certificate", "proof"]);
        let said = agree(&folder, "proof", 0);
        let expected = format!("proof: accepted: \"{task}\": {shown}\n");
        assert!(said.starts_with(&expected), "{said}");
        reject_what_is_altered(&folder, "proof");
    }
}

#[test]
fn a_task_is_shown_and_replayed_as_text() {
    let folder = folder();
    let show = folder.run(&["show", "beside/four.pddl"]).quietly(0).stdout;
    assert_eq!(show, "four\n(lit a)\n");
    let info = folder.run(&["info", "lamps.pddl", "four.pddl"]).quietly(0).stdout;
    let expected = "\
instance           four
domain             lamps
objects            4
atoms              4
actions            6
hmax               at least 3 moves
";
    assert_eq!(info, expected);
    let replay =
        folder.run(&["replay", "beside/four.pddl", "light a b, dim a b"]).quietly(30).stdout;
    assert!(replay.starts_with(
        "four\n(lit a)\n\n1. (light a b)\n(lit a)\n(lit b)\n\n2. (dim a b)\n(lit b)\n"
    ));
    let page = folder.run(&["replay", "--as", "html", "beside/four.pddl"]);
    assert_eq!(page.code, Some(0), "{}", page.stderr);
    assert_eq!(page.stdout.matches("<pre").count(), 7, "six states and the goal");
    assert!(page.stdout.contains("<pre>(lit a)\n</pre><pre hidden>(lit a)\n(lit b)\n</pre>"));
    let rejected =
        folder.run(&["replay", "--as", "html", "beside/four.pddl", "light a b, light a a"]);
    assert_eq!(rejected.code, Some(30), "{}", rejected.stderr);
    assert_eq!(rejected.stdout.matches("<pre").count(), 3, "two states, and the last once more");
    let hint = folder.run(&["hint", "beside/four.pddl"]).quietly(0).stdout;
    assert!(hint.starts_with("four: 5 moves left. On a shortest solution: (light a b)."), "{hint}");
}

#[test]
fn what_makes_no_sense_for_a_task_is_said() {
    let folder = folder();
    let no_board = "fewest: four: a task in PDDL has no board to draw";
    refused(&folder.run(&["show", "--as", "svg", "beside/four.pddl"]), 2, no_board);
    refused(&folder.run(&["replay", "--as", "gif", "beside/four.pddl"]), 2, no_board);
    refused(
        &folder.run(&["rate", "beside/four.pddl"]),
        2,
        "fewest: planning tasks cannot be rated: they have no pieces",
    );
    refused(
        &folder.run(&["solve", "--checkpoint", "saved", "beside/four.pddl"]),
        2,
        "fewest: tasks in PDDL have no checkpoints; Atomix, tile puzzles and Panex have",
    );
    refused(
        &folder.run(&["solve", "--engine", "breadth-first", "beside/four.pddl"]),
        2,
        "fewest: the engine breadth-first does not work on tasks in PDDL: it has to undo moves, \
         which is not possible here; astar and partial-expansion-astar do not need that",
    );
    let all = folder.run(&["solve", "--all", "beside/four.pddl"]);
    assert_eq!(all.code, Some(2));
    assert!(all.stderr.contains("which are not known"), "{}", all.stderr);
}

#[test]
fn errors_name_file_line_and_column() {
    let folder = folder();
    folder
        .write("broken/domain.pddl", DOMAIN.replace("(lit ?a) (lit ?b)", "(or (lit ?a) (lit ?b))"));
    folder.write("broken/four.pddl", TASK);
    refused(
        &folder.run(&["solve", "broken/four.pddl"]),
        31,
        "broken/domain.pddl:11:25: or is not supported: conditions can only be conjunctions of atoms \
         and negated atoms",
    );
    folder.write("beside/typo.pddl", TASK.replace("(lit a)", "(lid a)"));
    refused(
        &folder.run(&["solve", "beside/typo.pddl"]),
        31,
        "beside/typo.pddl:4:11: there is no predicate lid; did you mean lit?",
    );
    refused(
        &folder.run(&["solve", "four.pddl"]),
        31,
        "four.pddl: this is a task, and its domain is not in the same folder: give both files, \
         or name the domain domain.pddl",
    );
    refused(
        &folder.run(&["solve", "lamps.pddl"]),
        31,
        "lamps.pddl: this is a domain; give its task as well",
    );
    refused(
        &folder.run(&["solve", "lamps.pddl", "beside/domain.pddl", "four.pddl"]),
        2,
        "fewest: beside/domain.pddl: only one domain can be given",
    );
    folder.write("task.txt", TASK);
    let ran = folder.run(&["solve", "--quiet", "lamps.pddl", "task.txt"]).quietly(0);
    assert_eq!(ran.stdout, "task: OPTIMAL: 5 moves, and no shorter solution exists\n");
}
