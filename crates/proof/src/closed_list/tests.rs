//! Lists made naively, by the graphs of the checker and the definition alone, for small instances of all
//! families: right ones are accepted, and nothing that differs.

use super::*;
use crate::unwatched;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

mod second_checker;

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

/// The states that can be reached, with the moves that it takes and their children.
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

/// The moves from each of them to a goal, by relaxation until nothing changes.
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

/// What is to be listed for a bound: for each g the states.
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

fn checked(file: &[u8]) -> Result<Checked, ClosedListError> {
    check(|| Ok(file), None, &mut unwatched)
}

fn fault(file: &[u8]) -> Fault {
    match checked(file) {
        Err(ClosedListError::Rejected { fault, .. }) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn bounds_are_those_of_their_definitions_and_never_too_large() {
    // The states, and what is known of all of them together, without what takes long and with it.
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
        for lower in [1, optimum / 2, optimum] {
            header.lower = Some(lower);
            let list = list(graph, header.lower);
            let checked = checked(&written(&header, &list)).unwrap();
            assert_eq!(checked.header, header);
            assert_eq!(checked.states, list.iter().map(Vec::len).sum::<usize>() as u64);
        }
        // One more would list a goal, or, without it, miss it.
        header.lower = Some(optimum + 1);
        let mut list = list(graph, header.lower);
        assert!(matches!(fault(&written(&header, &list)), Fault::Goal(_)), "{header:?}");
        list.iter_mut().for_each(|layer| layer.retain(|state| !graph.is_goal(state)));
        assert!(matches!(fault(&written(&header, &list)), Fault::MissingChild { .. }));
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
            let is_missing = |fault: Fault| match fault {
                Fault::MissingRoot(_) => g == 0,
                Fault::MissingChild { g: parent, .. } => usize::from(parent) < g || g == 0,
                _ => false,
            };
            assert!(is_missing(fault(&written(&header, &changed))), "{header:?} {g} {at}");
            if g + 1 < changed.len() && g + 1 < header.lower.unwrap().into() {
                changed[g + 1].push(state);
                assert!(is_missing(fault(&written(&header, &changed))), "{header:?} {g} {at}");
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
    // Where there is a plan, all that can be reached lists a goal.
    let header = header(panex, Direction::Forward, Heuristic::Blind);
    let graph = &*graph(&header).unwrap();
    assert!(matches!(fault(&written(&header, &list(graph, None))), Fault::Goal(_)));
}

/// The states along a shortest plan.
fn plan(graph: &dyn Graph) -> Vec<Vec<u8>> {
    let reached = reached(graph);
    let to_goal = to_goal(graph, &reached);
    let mut path = vec![graph.roots().remove(0)];
    while let Some(&left @ 1..) = to_goal.get(path.last().unwrap()) {
        let children = &reached[path.last().unwrap()].1;
        let next = children.iter().find(|child| to_goal.get(*child) == Some(&(left - 1)));
        path.push(next.unwrap().clone());
    }
    path
}

/// What two bytes say of a move.
fn step(instance: &Instance, graph: &dyn Graph, before: &[u8], after: &[u8]) -> [u8; 2] {
    match instance {
        Instance::Tiles { .. } => {
            let blank = |state: &[u8]| state.iter().position(|&tile| tile == 0).unwrap() as u8;
            [blank(after), blank(before)]
        }
        Instance::Panex { .. } => {
            let heights = |state: &[u8]| -> Vec<usize> {
                state.split(|&byte| byte == 0).map(<[u8]>::len).collect()
            };
            let (before, after) = (heights(before), heights(after));
            let column = |is: fn(usize, usize) -> bool| {
                (0..3).find(|&at| is(before[at], after[at])).unwrap() as u8
            };
            [column(|before, after| before > after), column(|before, after| before < after)]
        }
        Instance::Atomix { .. } => {
            let only = |these: &[u8], those: &[u8]| {
                *these.iter().find(|cell| !those.contains(cell)).unwrap()
            };
            [only(before, after), only(after, before)]
        }
        _ => {
            let mut children = vec![];
            graph.children(before, &mut |child| children.push(child.to_vec()));
            (children.iter().position(|child| child == after).unwrap() as u16).to_be_bytes()
        }
    }
}

#[test]
fn plans_are_replayed() {
    for mut header in all() {
        if header.direction == Direction::Backward {
            continue;
        }
        let graph = &*graph(&header).unwrap();
        let states = plan(graph);
        let steps = states.windows(2);
        let plan: Vec<[u8; 2]> =
            steps.map(|pair| step(&header.instance, graph, &pair[0], &pair[1])).collect();
        let optimum = plan.len() as u16;
        (header.lower, header.plan) = (Some(optimum), Some(plan.clone()));
        let list = list(graph, header.lower);
        assert_eq!(checked(&written(&header, &list)).unwrap().header.plan, Some(plan.clone()));
        header.plan = Some(plan[1..].to_vec());
        assert!(matches!(fault(&written(&header, &list)), Fault::Plan(_)), "{header:?}");
        header.plan = Some(plan[..plan.len() - 1].to_vec());
        assert!(matches!(fault(&written(&header, &list)), Fault::Plan(_)), "{header:?}");
        for at in 0..plan.len() {
            let mut changed = plan.clone();
            changed[at] = [9, 0xf9];
            header.plan = Some(changed);
            let said = format!("move {}", at + 1);
            assert!(
                matches!(fault(&written(&header, &list)), Fault::Plan(text) if text.starts_with(&said))
            );
        }
        (header.lower, header.plan) = (Some(optimum + 1), Some(plan.clone()));
        assert_eq!(fault(&written(&header, &list)), Fault::ShorterPlan);
        header.lower = None;
        assert_eq!(fault(&written(&header, &list)), Fault::ShorterPlan);
        // A plan says nothing of a lower bound that is smaller.
        header.lower = Some(optimum - 1);
        let shorter = super::tests::list(graph, header.lower);
        assert!(checked(&written(&header, &shorter)).is_ok());
    }
}

#[test]
fn no_bit_can_be_changed_and_no_byte_left_out_or_added() {
    let mut header = all().remove(0);
    let graph = &*graph(&header).unwrap();
    header.lower = Some(optimum(graph));
    let list = list(graph, header.lower);
    let file = written(&header, &list);
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(checked(&changed).is_err(), "byte {at}");
        assert!(checked(&file[..at]).is_err(), "{at} bytes");
    }
    assert_eq!(fault(&[&file[..], b"\0"].concat()), Fault::Beyond);
    let last = file.len() - 44;
    assert_eq!(fault(&file[..last]), Fault::Truncated);
    assert_eq!(fault(b""), Fault::NoCertificate);
    assert_eq!(fault(b"fewest-certificate 2\n"), Fault::NoCertificate);
    assert!(begins(b"fewest-certificate 2\n") && !begins(b"fewest-certificates"));
    assert!(matches!(fault(b"fewest-certificate 1\n{}\n"), Fault::Header { column: 2, .. }));
    // The digest names the whole file.
    let digest = checked(&file).unwrap().digest.to_string();
    let said: String = file[last + 12..].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, said);
}

/// A file of sections, which need not be right.
fn of_sections(header: &Header, sections: &[(u16, u32, Vec<u8>)]) -> Vec<u8> {
    let mut writer = Writer::new(vec![], header).unwrap();
    for (layer, states, payload) in sections {
        writer.section(*layer, *states, payload).unwrap();
    }
    writer.finish().unwrap().0
}

#[test]
fn sections_are_in_order_and_have_what_they_say() {
    let header = Header { lower: Some(9), ..all().remove(0) };
    let (low, high) = ([0, 1, 2, 3, 4, 5_u8], [0, 1, 2, 3, 5, 4_u8]);
    let coded = |states: &[[u8; 6]]| encode(states.iter().map(|state| &state[..]));
    let packed = |states: &[[u8; 6]]| compress(&coded(states)).unwrap();
    let section = |g: u16, states: &[[u8; 6]]| (g, states.len() as u32, packed(states));
    let fault =
        |sections: &[(u16, u32, Vec<u8>)]| super::tests::fault(&of_sections(&header, sections));
    let is_root_missing = |fault: Fault| matches!(fault, Fault::MissingRoot(_));
    assert!(is_root_missing(fault(&[])));
    assert!(is_root_missing(fault(&[section(0, &[low, high])])));
    assert!(is_root_missing(fault(&[section(1, &[low]), section(1, &[high])])));
    assert!(is_root_missing(fault(&[section(1, &[high]), section(2, &[low])])));
    for sections in [
        &[section(0, &[high, low])][..],
        &[section(1, &[high]), section(1, &[low])],
        &[section(1, &[low]), section(1, &[low])],
        &[section(1, &[low]), section(0, &[high])],
    ] {
        assert_eq!(fault(sections), Fault::OutOfOrder);
    }
    assert_eq!(fault(&[section(0, &[low, low])]), Fault::NotCoded, "it has all in common");
    let twice = [section(0, &[low]), section(1, &[low])];
    assert_eq!(fault(&twice), Fault::Twice("000102030405".to_owned()));
    assert!(is_root_missing(fault(&[section(8, &[low])])));
    assert_eq!(fault(&[section(9, &[low])]), Fault::TooDeep(9));
    let none = [0, 1, 2, 3, 4, 4];
    assert_eq!(fault(&[section(0, &[none])]), Fault::NoState("000102030404".to_owned()));
    for count in [1, 3] {
        assert_eq!(fault(&[(0, count, packed(&[low, high]))]), Fault::NotCoded, "{count}");
    }
    assert_eq!(fault(&[(0, 1, b"nothing".to_vec())]), Fault::NotCoded);
    // More in common than there is, and than a state has.
    for bytes in [&[1_u8, 1, 2, 3, 4, 5][..], &[0, 0, 1, 2, 3, 4, 5, 7], &[0, 0, 1, 2, 3, 4]] {
        let count = if bytes.len() > 7 { 2 } else { 1 };
        assert_eq!(fault(&[(0, count, compress(bytes).unwrap())]), Fault::NotCoded);
    }
    assert_eq!(fault(&[(0, 1, vec![0; 129])]), Fault::SectionTooLarge);
    assert_eq!(fault(&[(0, 1, vec![0; 128])]), Fault::NotCoded);
    assert_eq!(fault(&[(0, MOST_STATES + 1, vec![])]), Fault::SectionTooLarge);
    assert_eq!(fault(&[(0, MOST_STATES, vec![])]), Fault::NotCoded);
}

#[test]
fn only_what_is_known_is_read() {
    let tiles =
        |start: &str, goal: &str| Instance::Tiles { start: start.into(), goal: goal.into() };
    let right = || tiles("1 2 / 3 0", "3 1 / 2 0");
    let refused = |instance, direction, heuristic| {
        let header = Header { lower: Some(1), ..header(instance, direction, heuristic) };
        fault(&of_sections(&header, &[]))
    };
    let panex = Instance::Panex { instance: "2".to_owned() };
    let atomix = Instance::Atomix { level: LEVEL.to_owned() };
    let pddl = Instance::Pddl { domain: ROOMS.into(), task: TASK.into() };
    use Direction::{Backward, Forward};
    for (instance, direction, heuristic) in [
        (right(), Backward, Heuristic::Manhattan),
        (right(), Forward, Heuristic::Blind),
        (panex.clone(), Backward, Heuristic::Blind),
        (panex, Forward, Heuristic::Manhattan),
        (Instance::Panex { instance: "101".to_owned() }, Forward, Heuristic::Blind),
        (atomix.clone(), Forward, Heuristic::Manhattan),
        (atomix, Backward, Heuristic::Own),
        (pddl.clone(), Backward, Heuristic::Hmax),
        (pddl, Forward, Heuristic::PairExcess),
    ] {
        assert_eq!(refused(instance, direction, heuristic), Fault::Unsupported);
    }
    for instance in [
        tiles("1 2 / 3 0", "1 2 3 / 4 5 0"),
        tiles("1 2 / 3 3", "1 2 / 3 0"),
        Instance::Atomix { level: "#####\n".to_owned() },
        Instance::Atomix { level: format!("{LEVEL}\n{LEVEL}") },
        Instance::Panex { instance: "x".to_owned() },
        Instance::Pddl { domain: ROOMS.into(), task: "(".to_owned() },
    ] {
        let heuristic = match instance {
            Instance::Tiles { .. } => Heuristic::Manhattan,
            Instance::Atomix { .. } => Heuristic::PairExcess,
            _ => Heuristic::Blind,
        };
        let fault = refused(instance, Forward, heuristic);
        assert!(matches!(fault, Fault::Instance(_)), "{fault:?}");
    }
    let own = Instance::Own { rules: "mine".to_owned(), instance: "1".to_owned() };
    let header = Header { lower: Some(1), ..header(own, Forward, Heuristic::Own) };
    let error = checked(&of_sections(&header, &[]));
    assert!(matches!(error, Err(ClosedListError::Unreadable(_))));
}

#[test]
fn it_is_told_how_far_it_is_and_can_be_ended() {
    let mut header = all().remove(0);
    let graph = &*graph(&header).unwrap();
    header.lower = Some(optimum(graph));
    let list = list(graph, header.lower);
    let file = written(&header, &list);
    let states = list.iter().map(Vec::len).sum::<usize>() as u64;
    let mut told = vec![];
    let checked = check(|| Ok(&file[..]), None, &mut |checking| {
        told.push(checking);
        std::ops::ControlFlow::Continue(())
    });
    assert!(checked.is_ok());
    assert_eq!(told.last().map(|last| (last.done, last.of)), Some((states, Some(states))));
    assert!(told.windows(2).all(|pair| pair[0].done < pair[1].done));
    let stopped = check(|| Ok(&file[..]), None, &mut |_| std::ops::ControlFlow::Break(()));
    assert!(matches!(stopped, Err(ClosedListError::Stopped)));
}

/// Steps in a quarter of the plane; the goal is nowhere near.
struct Quarter;

fn place(x: u16, y: u16) -> Vec<u8> {
    [x.to_be_bytes(), y.to_be_bytes()].concat()
}

impl Graph for Quarter {
    fn roots(&self) -> Vec<Vec<u8>> {
        vec![place(0, 0)]
    }

    fn is_goal(&self, state: &[u8]) -> bool {
        state == place(u16::MAX, u16::MAX)
    }

    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let number = |at: usize| u16::from_be_bytes([state[at], state[at + 1]]);
        let (x, y) = (number(0), number(2));
        visit(&place(x + 1, y));
        visit(&place(x, y + 1));
    }
}

/// What does not fit into memory is looked at in parts, and each of them counts.
#[test]
fn lists_larger_than_memory_are_read_in_parts() {
    const LOWER: u16 = 400;
    let own = Instance::Own { rules: "a quarter".to_owned(), instance: String::new() };
    let header = Header { lower: Some(LOWER), ..header(own, Direction::Forward, Heuristic::Own) };
    let file = |left_out: Option<(u16, u16)>| {
        let mut file = vec![];
        let mut layers = Layers::new(&mut file, &header, 4, compress).unwrap();
        for g in 0..LOWER {
            let states = (0..=g).map(|x| (x, g - x)).filter(|&state| Some(state) != left_out);
            let states: Vec<u8> = states.flat_map(|(x, y)| place(x, y)).collect();
            layers.part(g, &states).unwrap();
        }
        let written = layers.finish().unwrap();
        (file, written.states)
    };
    let checked = |file: &[u8], memory| {
        let mut last = None;
        let checked = check_with(|_| Ok(Box::new(Quarter)), || Ok(file), memory, &mut |checking| {
            last = Some((checking.done, checking.of));
            std::ops::ControlFlow::Continue(())
        });
        checked.map(|checked| (checked.states, last))
    };
    let (whole, states) = file(None);
    for (memory, parts) in [(None, 1), (Some(1 << 30), 1), (Some(1 << 20), 2), (Some(0), 2)] {
        let of = parts * states;
        assert_eq!(checked(&whole, memory).unwrap(), (states, Some((of, Some(of)))), "{memory:?}");
    }
    for left_out in [(0, 0), (7, 0), (100, 101), (0, 250)] {
        let (fewer, _) = file(Some(left_out));
        for memory in [None, Some(1 << 20)] {
            let error = checked(&fewer, memory).unwrap_err().to_string();
            let missing = fault::shown(&place(left_out.0, left_out.1));
            assert!(error.contains(&missing), "{error}");
        }
    }
}

/// A layer of several sections, and one of a few states: the file is the same however they are parted, and
/// what does not ascend is refused.
#[test]
fn parts_of_a_layer_make_the_same_file() {
    let own = Instance::Own { rules: "numbers".to_owned(), instance: String::new() };
    let header = header(own, Direction::Forward, Heuristic::Own);
    let number = |number: u32| number.to_be_bytes();
    let large: Vec<u8> =
        (0..3 * MOST_STATES + 5).rev().map(|state| 7 * state).flat_map(number).collect();
    let small: Vec<u8> = [5_u32, 9, 2].into_iter().flat_map(number).collect();
    let file = |parts: &[(u16, &[u8])]| {
        let mut file = vec![];
        let mut layers = Layers::new(&mut file, &header, 4, compress).unwrap();
        let written = parts.iter().try_for_each(|(g, states)| layers.part(*g, states));
        written.and_then(|()| layers.finish()).map(|written| (written.states, written.digest, file))
    };
    let whole = file(&[(2, &large), (3, &small)]).unwrap();
    assert_eq!(whole.0, u64::from(3 * MOST_STATES + 5 + 3));
    let mut ascending: Vec<[u8; 4]> =
        large.chunks_exact(4).map(|state| state.try_into().unwrap()).collect();
    ascending.sort_unstable();
    let ascending = ascending.concat();
    for states in [1000, MOST_STATES as usize, MOST_STATES as usize + 1, 400_000] {
        let mut parts: Vec<(u16, &[u8])> =
            ascending.chunks(4 * states).map(|part| (2, part)).collect();
        parts.extend([(2, &[][..]), (3, &small)]);
        assert!(file(&parts).unwrap() == whole, "{states}");
    }
    let mut reader = container::Reader::new(&whole.2[..]).unwrap().1;
    let mut sections = vec![];
    while let Some(section) = reader.section().unwrap() {
        sections.push((section.layer, section.states));
    }
    let most = MOST_STATES;
    assert_eq!(sections, [(2, most), (2, most), (2, most), (2, 5), (3, 3)]);
    let (one, other) = ascending.split_at(4 * 1000);
    for parts in [[(2, other), (2, one)], [(2, one), (2, one)], [(2, other), (1, one)]] {
        let refused = file(&parts).unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::InvalidInput);
    }
}
