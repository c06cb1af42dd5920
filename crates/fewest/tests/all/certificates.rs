//! Certificates of searches are accepted, and altered ones are not.

use fewest::certificate::{self, Written};
use fewest::proof::closed_list::{self, Checked, Direction, Header, Heuristic, Omissions, Writer};
use fewest::proof::{NotVerified, Reason, Rejection, unwatched};
use fewest::search::outcome::unlimited;
use fewest::search::{self, Depth, Interrupt, Limits};
use fewest::{AnyPuzzle, InputOptions, Instance, Report, Solver};
use std::path::Path;

/// A level of the corpus, or what a user types.
fn instance(input: &str) -> Instance {
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../corpus/levels/{input}"));
    let input = if level.is_file() { level.as_os_str() } else { input.as_ref() };
    fewest::read(input, InputOptions::default()).unwrap().remove(0)
}

fn written(instance: &Instance, report: &Report) -> (Vec<u8>, Written) {
    let (limits, interrupt) = (Limits::default(), Interrupt::new());
    let mut bytes = vec![];
    let written =
        certificate::write(instance, report, None, limits, &interrupt, &mut |_| {}, &mut bytes);
    (bytes, written.unwrap())
}

fn check(bytes: &[u8], memory: Option<u64>) -> Result<Checked, NotVerified> {
    closed_list::check(|| Ok(bytes), memory, &mut unwatched)
}

/// Why a certificate is rejected.
fn reason(bytes: &[u8]) -> Reason {
    match check(bytes, None) {
        Err(NotVerified::Rejected(rejection)) => rejection.reason,
        other => panic!("{other:?}"),
    }
}

const SMALL: [&str; 11] = [
    "two-pairs.atomix",
    "square.atomix",
    "one-slide.atomix",
    "no-way.atomix",
    "ring.atomix",
    "3 1 2 / 0 4 5 / 6 7 8",
    "1 2 3 / 4 5 6 / 8 7 0",
    "panex:a1a2/-/b1b2:-/a1a2/b1b2",
    "panex:2:neighbours",
    "../pddl/river/wolf-goat-cabbage.pddl",
    "../pddl/blocks/sussman.pddl",
];

#[test]
fn what_is_proved_is_certified_in_both_directions() {
    let tasks = ["../pddl/visit/three-by-three.pddl", "../pddl/jugs/eight-five-three.pddl"];
    let others = ["water", "867/254/301", "1 2 3 / 4 5 6 / 7 8 0", "panex:3"];
    let others = others.into_iter().chain(tasks);
    for input in SMALL.into_iter().chain(others) {
        let instance = instance(input);
        let heuristics: &[Option<&str>] = match instance.puzzle {
            AnyPuzzle::Atomix(_) => {
                &[Some("pair-excess"), Some("triple-excess"), Some("supported-pairs"), None]
            }
            _ => &[None],
        };
        for direction in search::Direction::ALL {
            if direction == search::Direction::Backward
                && matches!(instance.puzzle, AnyPuzzle::Pddl(_))
            {
                continue;
            }
            let mut most = u64::MAX;
            for &heuristic in heuristics {
                let solver = Solver::new().direction(direction);
                let solver = heuristic.into_iter().fold(solver, Solver::heuristic);
                let report = solver.solve(&instance).unwrap();
                let (bytes, written) = written(&instance, &report);
                let checked =
                    check(&bytes, None).unwrap_or_else(|error| panic!("{input}: {error}"));
                assert_eq!((checked.states, checked.digest), (written.states, written.digest));
                let Header { lower, plan, .. } = checked.header;
                assert_eq!(lower.map(|lower| u64::from(lower).into()), report.lower, "{input}");
                assert_eq!(plan.map(|plan| (plan.len() as u64).into()), report.upper, "{input}");
                // No test leaves more states.
                assert!(written.states <= most, "{input} {heuristic:?}");
                most = if heuristic == Some("pair-excess") { written.states } else { most };
            }
        }
    }
}

#[test]
fn what_the_test_refutes_need_not_be_listed() {
    let instance = instance("water");
    for (heuristic, all, tested) in [("supported-stops", 288, 34), ("supported-pairs", 288, 0)] {
        let states = ["pair-excess", heuristic].map(|heuristic| {
            let solver = Solver::new().direction(search::Direction::Forward);
            let report = solver.heuristic(heuristic).solve(&instance).unwrap();
            written(&instance, &report).1.states
        });
        assert_eq!(states, [all, tested]);
    }
}

/// In this level few states with much slack are refuted in the first layers, and most in the last.
#[test]
fn a_list_has_the_states_that_the_search_stores() {
    let instance = instance("masterclass:8");
    let solver = Solver::new().engine(search::Engine::BreadthFirstHeuristic);
    let solver = solver.direction(search::Direction::Backward).heuristic("supported-stops");
    let report = solver.solve(&instance).unwrap();
    let (_, written) = written(&instance, &report);
    assert_eq!(written.states, report.counts.stored);
}

/// Only states that the checker's test refutes may be missing in a list.
#[test]
fn a_list_of_tested_states_without_one_of_them_is_no_proof() {
    let instance = instance("water");
    let report = Solver::new().direction(search::Direction::Forward).solve(&instance).unwrap();
    let (bytes, _) = written(&instance, &report);
    let header = check(&bytes, None).unwrap().header;
    let unlisted = Omissions::new(&header).unwrap();
    let list = List { heuristic: header.heuristic, ..List::of(&instance) };
    let lower = header.lower.unwrap();
    let mut tested = list.clone();
    tested.states.retain(|(g, state)| !unlisted.has_no_plan(state, lower - 1 - g));
    check(&tested.clone().bytes(), None).unwrap();
    assert!((20..288).contains(&tested.states.len()), "{}", tested.states.len());
    for number in 0..tested.states.len() {
        let missing = tested.with(|list| drop(list.states.remove(number)));
        // States that only refuted ones lead to are not needed.
        if let Err(error) = check(&missing, None) {
            assert!(matches!(
                error,
                NotVerified::Rejected(Rejection {
                    reason: Reason::MissingChild { .. } | Reason::MissingRoot(_),
                    ..
                })
            ));
        } else {
            let (g, state) = &tested.states[number];
            assert!(*g > 0, "{state:?}");
        }
    }
}

#[test]
fn what_a_stopped_search_has_proved_is_certified_with_little_memory() {
    let mut instance = instance("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3");
    let AnyPuzzle::Tiles(puzzle) = &mut instance.puzzle else { panic!("tiles") };
    puzzle.goal = fewest::rules::tiles::Goal::BlankFirst;
    let solver = Solver::new().engine(search::Engine::IdaStar).heuristic("manhattan");
    let report = solver.nodes(300_000).solve(&instance).unwrap();
    assert_eq!(report.stop, Some("nodes"));
    let (bytes, written) = written(&instance, &report);
    assert!(written.states > 50_000, "so that a megabyte does not hold them: {written:?}");
    let checked = [None, Some(1 << 20)].map(|memory| check(&bytes, memory).unwrap());
    assert_eq!(checked[0], checked[1]);
    assert_eq!(checked[0].header.lower.map(|lower| u64::from(lower).into()), report.lower);
}

/// A list of states with their g, and the claim of the list.
#[derive(Clone)]
struct List {
    header: Header,
    heuristic: Heuristic,
    states: Vec<(u16, Vec<u8>)>,
}

impl List {
    /// The list for the least number of moves of an instance, forward.
    fn of(instance: &Instance) -> Self {
        let report = Solver::new().direction(search::Direction::Forward).solve(instance).unwrap();
        let (bytes, _) = written(instance, &report);
        let header = check(&bytes, None).unwrap().header;
        // Not with this test, which could leave out more states than the list does.
        let heuristic = match header.heuristic {
            Heuristic::SupportedStops => Heuristic::PairExcess,
            other => other,
        };
        let bound = header.lower.map(|lower| Depth(lower - 1));
        let mut states = vec![];
        let width = match &instance.puzzle {
            AnyPuzzle::Atomix(level) => level.atoms().len(),
            AnyPuzzle::Tiles(puzzle) => puzzle.start.size().cells(),
            AnyPuzzle::Panex(puzzle) => puzzle.piece_set().count() + 2,
            AnyPuzzle::Pddl(task) => fewest::strips::Ground::new(task).unwrap().state_bytes(),
        };
        let mut visit = |Depth(g), layer: &[u8]| {
            states.extend(layer.chunks_exact(width).map(|state| (g, state.to_vec())));
            Ok(())
        };
        let closed = unlimited(|monitor| match &instance.puzzle {
            AnyPuzzle::Atomix(level) => {
                let forward = search::Direction::Forward;
                fewest::atomix::closed_states(
                    level, forward, bound, None, None, &mut visit, monitor,
                )
            }
            AnyPuzzle::Tiles(puzzle) => {
                fewest::tiles::closed_states(puzzle, bound, None, &mut visit, monitor)
            }
            AnyPuzzle::Panex(puzzle) => {
                fewest::panex::closed_states(puzzle, bound, None, &mut visit, monitor)
            }
            AnyPuzzle::Pddl(task) => {
                let ground = fewest::strips::Ground::new(task).unwrap();
                Ok(fewest::strips::closed_states(&ground, bound, &mut visit, monitor)?)
            }
        });
        assert!(closed.unwrap());
        Self { header, heuristic, states }
    }

    /// A certificate of the list, with correct digests: a section for each layer.
    fn bytes(mut self) -> Vec<u8> {
        self.states.sort();
        self.header.heuristic = self.heuristic;
        let mut writer = Writer::new(vec![], &self.header).unwrap();
        for layer in self.states.chunk_by(|(one, _), (other, _)| one == other) {
            let coded = closed_list::encode(layer.iter().map(|(_, state)| state.as_slice()));
            let payload = zstd::bulk::compress(&coded, 1).unwrap();
            writer.section(layer[0].0, layer.len() as u32, &payload).unwrap();
        }
        writer.finish().unwrap().0
    }

    fn with(&self, change: impl FnOnce(&mut Self)) -> Vec<u8> {
        let mut changed = self.clone();
        change(&mut changed);
        changed.bytes()
    }
}

/// Digests are correct in all of these: the errors are in the list.
#[test]
fn a_list_with_any_state_missing_or_later_is_no_proof() {
    let inputs = ["two-pairs.atomix", "square.atomix", "ring.atomix", "3 1 2 / 0 4 5 / 6 7 8"];
    let tasks = ["../pddl/river/wolf-goat-cabbage.pddl", "../pddl/blocks/sussman.pddl"];
    for input in inputs.into_iter().chain(["panex:2:neighbours"]).chain(tasks) {
        let list = List::of(&instance(input));
        check(&list.clone().bytes(), None).unwrap_or_else(|error| panic!("{input}: {error}"));
        // An odd step meets all layers.
        let step = (list.states.len() / 150 + 1) | 1;
        for number in (0..list.states.len()).step_by(step) {
            let missing = reason(&list.with(|list| drop(list.states.remove(number))));
            let is_missing = |reason: &Reason| {
                matches!(reason, Reason::MissingChild { .. } | Reason::MissingRoot(_))
            };
            assert!(is_missing(&missing), "{input}, state {number}: {missing}");
            let last = list.states[number].0 + 1 >= list.header.lower.unwrap();
            let late = reason(&list.with(|list| list.states[number].0 += 1));
            let is_late = is_missing(&late) || last && matches!(late, Reason::TooDeep(_));
            assert!(is_late, "{input}, state {number}: {late}");
        }
    }
}

#[test]
fn other_claims_and_other_instances_are_not_proved_by_a_list() {
    let list = List::of(&instance("square.atomix"));
    let higher = list.with(|list| list.header.lower = list.header.lower.map(|lower| lower + 1));
    assert_eq!(reason(&higher), Reason::ShorterPlan);
    let higher = list.with(|list| {
        list.header.lower = list.header.lower.map(|lower| lower + 1);
        list.header.plan = None;
    });
    assert!(matches!(reason(&higher), Reason::MissingChild { .. }));
    let none = list.with(|list| {
        list.header.lower = None;
        list.header.plan = None;
    });
    assert!(matches!(reason(&none), Reason::MissingChild { .. }));
    let backward = list.with(|list| list.header.direction = Direction::Backward);
    assert!(matches!(reason(&backward), Reason::Goal(_) | Reason::MissingRoot(_)));
    let other = List::of(&instance("two-pairs.atomix")).header;
    let other = list.with(|list| list.header.instance = other.instance);
    assert!(matches!(reason(&other), Reason::Plan(_)));
    let blind = list.with(|list| list.heuristic = Heuristic::Blind);
    assert_eq!(reason(&blind), Reason::Unsupported);
    let unsupported = list.with(|list| list.heuristic = Heuristic::Manhattan);
    assert_eq!(reason(&unsupported), Reason::Unsupported);
    let wrong_plan = list.with(|list| {
        list.header.plan.as_mut().unwrap().pop();
    });
    assert!(matches!(reason(&wrong_plan), Reason::Plan(_)));

    let list = List::of(&instance("3 1 2 / 0 4 5 / 6 7 8"));
    let goal = list.with(|list| list.states.push((1, vec![1, 2, 3, 4, 5, 6, 7, 8, 0])));
    assert!(matches!(reason(&goal), Reason::Goal(_)));
    let no_state = list.with(|list| list.states.push((0, vec![8; 9])));
    assert!(matches!(reason(&no_state), Reason::NoState(_)));
    let twice = list.with(|list| {
        let (_, root) = list.states[0].clone();
        list.states.push((1, root));
    });
    assert!(matches!(reason(&twice), Reason::Twice(_)));
}

#[test]
fn no_byte_of_a_certificate_can_be_changed_or_left_out() {
    for input in SMALL {
        let instance = instance(input);
        let report = Solver::new().solve(&instance).unwrap();
        let (bytes, _) = written(&instance, &report);
        let step = bytes.len() / 500 + 1;
        for at in (0..bytes.len()).step_by(step) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(check(&changed, None).is_err(), "{input}: byte {at}");
            assert!(check(&bytes[..at], None).is_err(), "{input}: {at} bytes");
        }
        assert_eq!(reason(&[bytes.as_slice(), b"\n"].concat()), Reason::Beyond);
    }
}

#[test]
fn sections_of_two_certificates_do_not_mix() {
    let [one, other] = ["2 1 3 / 4 5 6 / 7 8 0", "1 2 3 / 4 5 6 / 8 7 0"].map(|input| {
        let report = Solver::new().solve(&instance(input)).unwrap();
        written(&instance(input), &report).0
    });
    let end_of_header = |bytes: &[u8]| {
        let lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        lines.map(|(at, _)| at + 1).nth(1).unwrap()
    };
    let (mine, theirs) = (end_of_header(&one), end_of_header(&other));
    assert_eq!(reason(&[&one[..mine], &other[theirs..]].concat()), Reason::Digest);
}

/// The second file has correct digests, and bytes that are not a state.
#[test]
fn a_file_that_is_changed_while_it_is_checked_is_not_believed() {
    let list = List::of(&instance("square.atomix"));
    let changed = list.with(|list| list.states[0].1.fill(254));
    let bytes = list.bytes();
    for right in 1..3 {
        let opened = std::cell::Cell::new(0);
        let open = || {
            opened.set(opened.get() + 1);
            Ok(if opened.get() <= right { &bytes[..] } else { &changed[..] })
        };
        let checked = closed_list::check(open, None, &mut unwatched);
        assert!(matches!(checked, Err(NotVerified::Unreadable(_))), "{checked:?}");
        assert_eq!(opened.get(), right + 1);
    }
}
