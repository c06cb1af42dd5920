//! The Python checker (`checker/`), which shares nothing with this one, on the same lists.

use super::*;
use fewest_rules::pddl::Domain;
use std::process::Command;

/// The second checker's verdicts, one line per file, and its exit code; `None` if it cannot run.
fn second(files: &[Vec<u8>]) -> Option<(Vec<String>, Option<i32>)> {
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !has("python3") || !has("zstd") {
        println!("skipped: the second checker needs python3 and zstd");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checker/certificate.py");
    let mut command = Command::new("python3");
    // Without byte-code files next to the sources.
    command.args(["-B", checker]).current_dir(folder.path());
    for (number, file) in files.iter().enumerate() {
        std::fs::write(folder.path().join(number.to_string()), file).unwrap();
        command.arg(number.to_string());
    }
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let said: Vec<String> = said.lines().map(str::to_owned).collect();
    assert_eq!(said.len(), files.len(), "{}", String::from_utf8_lossy(&output.stderr));
    let without_name = |(number, line): (usize, &String)| {
        line.strip_prefix(&format!("{number}: ")).expect("the name of the file").to_owned()
    };
    Some((said.iter().enumerate().map(without_name).collect(), output.status.code()))
}

/// Asserts that both checkers accept some lists and reject others.
fn agree(right: &[(Vec<u8>, usize)], wrong: &[Vec<u8>]) {
    assert!(right.iter().all(|(file, states)| checked(file).unwrap().states == *states as u64));
    let is_rejected = |file| matches!(checked(file), Err(NotVerified::Rejected(_)));
    assert!(wrong.iter().all(|file| is_rejected(file)));
    let files: Vec<Vec<u8>> = right.iter().map(|(file, _)| file.clone()).collect();
    let Some((said, code)) = second(&files) else { return };
    for ((_, states), said) in right.iter().zip(&said) {
        let is_same =
            said.starts_with("accepted: ") && said.ends_with(&format!(", {states} states"));
        assert!(is_same, "{said}");
    }
    assert_eq!(code, Some(0), "{said:?}");
    let (said, code) = second(wrong).unwrap();
    assert!(said.iter().all(|said| said.starts_with("rejected: ")), "{said:?}");
    assert_eq!(code, Some(30));
}

fn many(list: &List) -> usize {
    list.iter().map(Vec::len).sum()
}

#[test]
fn both_checkers_accept_lists_by_the_definition_and_reject_what_differs() {
    let (mut right, mut wrong) = (vec![], vec![]);
    for mut header in all() {
        let graph = &*graph(&header).unwrap();
        let optimum = optimum(graph);
        header.lower = Some(optimum);
        let mut list = list(graph, header.lower);
        right.push((written(&header, &list), many(&list)));
        header.lower = Some(optimum + 1);
        wrong.push(written(&header, &list));
        header.lower = Some(optimum);
        if let Some(last) = list.iter_mut().rfind(|layer| !layer.is_empty()) {
            last.pop();
            wrong.push(written(&header, &list));
        }
    }
    agree(&right, &wrong);
}

/// A file with any second line and any sections.
fn of_bytes(header: &[u8], sections: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut file = [MAGIC.as_bytes(), header, b"\n"].concat();
    let mut digest = blake3::hash(&file);
    for (states, payload) in sections.iter().chain([&(0, vec![])]) {
        let numbers = [0, *states, payload.len() as u32].map(u32::to_le_bytes).concat();
        digest = blake3::hash(&[digest.as_bytes(), &numbers[..], payload].concat());
        file.extend([&numbers[..], digest.as_bytes(), payload].concat());
    }
    file
}

/// Everything that the format requires is there, but is written differently.
#[test]
fn both_checkers_reject_what_is_written_otherwise() {
    let tiles = |start: &str| {
        let instance = Instance::Tiles { start: start.into(), goal: "1 2 / 3 0".into() };
        Header { lower: Some(1), ..header(instance, Direction::Forward, Heuristic::Manhattan) }
    };
    let line = |header: &Header| serde_json::to_string(header).unwrap();
    let plain = line(&tiles("1 0 / 3 2"));
    let root = compress(&[0, 1, 0, 3, 2]).unwrap();
    let listed = |payload: Vec<u8>| of_bytes(plain.as_bytes(), &[(1, payload)]);
    // A frame of the root as it is: descriptor, the rest of the header, what follows.
    let frame = |descriptor: u8, rest: &[u8], end: &[u8]| {
        let begin = [b"\x28\xb5\x2f\xfd", &[descriptor][..], rest].concat();
        listed([&begin[..], &[5 << 3 | 1, 0, 0], &[0, 1, 0, 3, 2], end].concat())
    };
    let right = [
        (listed(root.clone()), 1),
        (of_bytes(plain.as_bytes(), &[]), 0),
        (frame(0, &[13 << 3], b""), 1),
        (frame(1 << 5, &[5], b""), 1),
    ];
    let skippable = b"\x50\x2a\x4d\x18\x01\0\0\0x";
    let mut wrong = vec![
        listed([&root[..], b"x"].concat()),
        listed([&root[..], &compress(b"").unwrap()].concat()),
        listed([&skippable[..], &root].concat()),
        listed([&root[..], skippable].concat()),
        of_bytes(&[b"\xef\xbb\xbf", plain.as_bytes()].concat(), &[]),
        frame(0, &[13 << 3 | 1], b""),
        frame(0, &[31 << 3], b""),
        frame(1 << 3, &[0], b""),
        frame(1 << 5, &[6], b""),
        frame(1 << 2, &[0], b"none"),
        frame(1 << 2, &[0], b""),
    ];
    for (old, new) in [
        ("\"lower\":1", "\"lower\":-0"),
        ("\"lower\":1", "\"lower\":1.0"),
        ("\"lower\":1", "\"lower\":1,\"lower\":1"),
        ("\"name\":\"", "\"name\":\"\\ud800"),
        ("\"name\":\"", "\"name\":1,\"more\":\""),
        (",\"plan\":null", ""),
        ("\"lower\":1,", ""),
        ("\"forward\"", "{\"forward\":null}"),
        ("1 0 / 3 2", "1 0/3 2"),
        ("1 0 / 3 2", "1  0 / 3 2"),
        ("1 0 / 3 2", "10/32"),
        ("1 0 / 3 2", "01 0 / 3 2"),
    ] {
        assert!(plain.contains(old), "{plain}");
        wrong.push(of_bytes(plain.replacen(old, new, 1).as_bytes(), &[]));
    }
    wrong.push(of_bytes(br#"["",{"puzzle":"tiles","start":"1 0 / 3 2","goal":"1 2 / 3 0"},1,"forward","manhattan",null]"#, &[]));
    let atomix = |level: String| {
        let instance = Instance::Atomix { level };
        let header = header(instance, Direction::Forward, Heuristic::PairExcess);
        of_bytes(line(&Header { lower: Some(0), ..header }).as_bytes(), &[])
    };
    let katomic =
        "[Level]\natom_1=1-c\natom_2=1-g\nfeld_00=#####\nfeld_01=#1.2#\nfeld_02=#####\nmole_0=12\n";
    let drawn = "#####\n#1.2#\n#####\n\nmolecule:\n12\n";
    let open = drawn.replace("#1.2#", "#1.2.");
    let apart = drawn.replace("#1.2#", "#1#2#");
    for level in
        [katomic.to_owned(), drawn.replace('\n', "\r\n"), drawn.trim_end().to_owned(), open, apart]
    {
        wrong.push(atomix(level));
    }
    // A room without atoms, margins, rows of different lengths, and a molecule with spaces.
    let room = "#####\n#...#\n#####\n\n";
    for (old, new) in [
        ("#####\n\n", room),
        ("#####\n\n", "#####\n     \n\n"),
        ("#####\n#1.2#\n#####", " #####\n #1.2#\n #####"),
        ("#####\n#1.2#\n#####", "##### \n#1.2# \n##### "),
        ("#####\n\n", "##### \n\n"),
        (":\n12", ":\n12."),
        (":\n12", ":\n.12"),
        (":\n12", ":\n12\n.."),
        (":\n12", ":\n1 2"),
    ] {
        assert!(drawn.contains(old));
        wrong.push(atomix(drawn.replacen(old, new, 1)));
    }
    for start in ["1 0", "1 / 0", "1 2 3 4 5 6 7 8 / 9 10 11 12 13 14 15 0 16"] {
        wrong.push(of_bytes(plain.replacen("1 0 / 3 2", start, 1).as_bytes(), &[]));
        wrong.push(of_bytes(
            plain.replace("1 0 / 3 2", start).replace("1 2 / 3 0", start).as_bytes(),
            &[],
        ));
    }
    let right = [&right[..], &[(atomix(drawn.to_owned()), 0)]].concat();
    for heights in ["3 ", "+3", "03"] {
        let instance = Instance::Panex { instance: heights.to_owned() };
        let header = header(instance, Direction::Forward, Heuristic::Blind);
        let header = Header { lower: Some(1), ..header };
        wrong.push(of_bytes(line(&header).as_bytes(), &[]));
    }
    agree(&right, &wrong);
}

const SWITCHES: &str = "
(define (domain switches)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types button lever - switch button - thing)
  (:constants z - lever)
  (:predicates (wired ?a - (either button lever) ?b - switch) (ready) (on ?s - switch))
  (:action turn-on
    :parameters (?s - button)
    :precondition (and (not (on ?s)) (ready))
    :effect (on ?s))
  (:action pass
    :parameters (?a ?b - switch)
    :precondition (and (wired ?a ?b) (on ?a) (not (on ?b)) (not (= ?a ?b)))
    :effect (and (on ?b) (not (on ?a)) (ready) (not (ready))))
  (:action rest :parameters (?t - thing) :effect (not (ready))))";

/// Goals that are true, false, negated, never reached, or contradict themselves, with a fact, a
/// constant, an equation, a type with two supertypes that are declared nowhere, and an effect that
/// is added and deleted; as written here, and as a command prints it.
#[test]
fn both_checkers_agree_on_planning_tasks() {
    let goals = [
        ("(and)", Some(0)),
        ("(on b)", Some(1)),
        ("(not (on a))", Some(1)),
        ("(and (not (on a)) (on c))", Some(2)),
        ("(and (not (on a)) (on z))", Some(3)),
        ("(and (on a) (on b) (on c) (on z) (not (ready)))", Some(6)),
        ("(and (on a) (on b) (on z))", Some(4)),
        ("(and (not (on a)) (not (on b)) (not (on c)) (not (on z)))", None),
        ("(and (on a) (not (on a)))", None),
        ("(wired a c)", None),
        ("(not (wired a c))", Some(0)),
        ("(= a b)", None),
        ("(and (not (= a b)) (on b))", Some(1)),
    ];
    let (mut right, mut wrong) = (vec![], vec![]);
    let printed = Domain::parse(SWITCHES).unwrap().to_string();
    for ((goal, expected), domain) in
        goals.into_iter().flat_map(|goal| [(goal, SWITCHES), (goal, &printed)])
    {
        for heuristic in [Heuristic::Blind, Heuristic::Hmax] {
            let task = format!(
                "(define (problem p) (:domain switches) (:objects a - button b - lever c - button)
                  (:init (on a) (wired a b) (wired b c) (wired c z)) (:goal {goal}))"
            );
            let instance = Instance::Pddl { domain: domain.into(), task };
            let mut header = header(instance, Direction::Forward, heuristic);
            let graph = &*graph(&header).unwrap();
            let optimum = to_goal(graph, &reached(graph)).get(&graph.roots()[0]).copied();
            assert_eq!(optimum, expected, "{goal}");
            header.lower = optimum;
            let list = list(graph, optimum);
            right.push((written(&header, &list), many(&list)));
            if let Some(optimum) = optimum {
                header.lower = Some(optimum + 1);
                wrong.push(written(&header, &list));
            }
        }
    }
    agree(&right, &wrong);
}

/// An action that needs an atom to be true and false, as it is written or since both parameters have
/// the same object: the goal cannot be reached, but h^max does not show that for the start.
#[test]
fn both_checkers_agree_on_actions_that_contradict_themselves() {
    let (mut right, mut wrong) = (vec![], vec![]);
    for (parameters, condition) in
        [("", "(and (q o) (not (q o)))"), ("?x ?y", "(and (q ?x) (not (q ?y)))")]
    {
        let domain = format!(
            "(define (domain d) (:requirements :strips :negative-preconditions) (:constants o)
              (:predicates (p) (q ?x)) (:action b :effect (q o))
              (:action c :parameters ({parameters}) :precondition {condition} :effect (p)))"
        );
        let task = "(define (problem t) (:domain d) (:init) (:goal (p)))".to_owned();
        let instance = Instance::Pddl { domain, task };
        for (heuristic, states) in [(Heuristic::Blind, 2), (Heuristic::Hmax, 1)] {
            let header = header(instance.clone(), Direction::Forward, heuristic);
            let list = list(&*graph(&header).unwrap(), None);
            assert_eq!(many(&list), states);
            right.push((written(&header, &list), states));
            wrong.push(written(&header, &vec![]));
        }
    }
    agree(&right, &wrong);
}

/// One atom that cannot stop at its place anywhere, and fifteen that are at theirs. This checker
/// raises all caps at once; the second one tries all ways to divide the slack, and gives up.
#[test]
fn the_second_checker_gives_up_where_it_would_work_for_ever() {
    let room = format!("#A....##########\n{}", "#.....##########\n".repeat(4));
    let wall = format!("{}\n", "#".repeat(16));
    let pairs = ["#1.#2.#3.#4.#5.#\n", "#6.#7.#8.#9.#a.#\n", "#b.#c.#d.#e.#f.#\n"];
    let pairs: String = pairs.iter().map(|row| format!("{row}{wall}")).collect();
    let empty = ".............\n";
    let molecule = format!(
        "..A..........\n{}1..2..3..4..5\n{empty}6..7..8..9..a\n{empty}b..c..d..e..f\n",
        empty.repeat(3)
    );
    let level = format!("{wall}{room}{wall}{pairs}\nmolecule:\n{molecule}");
    let instance = Instance::Atomix { level };
    let mut header = header(instance, Direction::Forward, Heuristic::SupportedStops);
    header.lower = Some(8);
    let file = written(&header, &vec![]);
    assert_eq!(checked(&file).unwrap().states, 0);
    if let Some((said, code)) = second(&[file]) {
        assert_eq!(said, ["not checked: the bound of a state takes more than 8388608 steps"]);
        assert_eq!(code, Some(31));
    }
}

/// Sixteen parameters of a hundred objects each.
#[test]
fn the_second_checker_gives_up_on_tasks_with_too_many_actions() {
    let parameters: String = (0..16).map(|number| format!(" ?p{number}")).collect();
    let domain = format!(
        "(define (domain d) (:predicates (p)) (:action a :parameters ({parameters}) :effect (p)))"
    );
    let objects: String = (0..100).map(|number| format!(" o{number}")).collect();
    let task = format!("(define (problem t) (:domain d) (:objects {objects}) (:init) (:goal (p)))");
    let instance = Instance::Pddl { domain, task };
    let mut header = header(instance, Direction::Forward, Heuristic::Hmax);
    header.lower = Some(1);
    let mut file = vec![];
    Writer::new(&mut file, &header).unwrap().finish().unwrap();
    assert!(matches!(reason(&file), Reason::Instance(_)));
    if let Some((said, code)) = second(&[file]) {
        assert_eq!(
            said,
            ["not checked: finding the actions of the task takes more than 8388608 steps"]
        );
        assert_eq!(code, Some(31));
    }
}
