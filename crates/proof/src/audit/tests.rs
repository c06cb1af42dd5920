//! Audits of correct files, and of wrong ones.

use super::*;
use crate::closed_list::{Heuristic, Instance};
use crate::{Checking, Place, Rejection, unwatched};
use std::collections::HashMap;
use std::ops::ControlFlow::{Break, Continue};

/// A 2x3 puzzle.
fn header(lower: u16, plan: Option<Vec<[u8; 2]>>) -> Header {
    Header {
        name: "a small one".to_owned(),
        instance: Instance::Tiles {
            start: "5 4 3 / 2 1 0".to_owned(),
            goal: "1 2 3 / 4 5 0".to_owned(),
        },
        lower: Some(lower),
        direction: Direction::Forward,
        heuristic: Heuristic::Manhattan,
        plan,
    }
}

/// The distances from some states by breadth-first search.
fn distances(graph: &dyn Graph, from: Vec<u8>) -> HashMap<Vec<u8>, u16> {
    let mut distances = HashMap::from([(from.clone(), 0)]);
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        let next = distances[&state] + 1;
        graph.children(&state, &mut |child| {
            if !distances.contains_key(child) {
                distances.insert(child.to_vec(), next);
                queue.push_back(child.to_vec());
            }
        });
    }
    distances
}

/// The optimum, and the units at a depth with the largest bounds that hold.
fn optimum_and_units(depth: u16) -> (u16, Vec<Unit>) {
    let graph = graph(&header(0, None)).unwrap();
    let start = graph.roots().remove(0);
    let to_goal = distances(&*graph, vec![1, 2, 3, 4, 5, 0]);
    let from_start = distances(&*graph, start.clone());
    let layer = from_start.into_iter().filter(|&(_, distance)| distance == depth);
    let unit = |(state, _)| Unit { lower: to_goal[&state], state, expanded: 1 };
    (to_goal[&start], layer.map(unit).collect())
}

const ALL: Sample = Sample { units: usize::MAX, seed: 5 };

fn checked(text: &str, sample: Sample) -> Result<Audited, NotVerified> {
    check(text.as_bytes(), sample, None, &mut unwatched)
}

/// Returns the line that is wrong, and why.
fn wrong(text: &str, sample: Sample) -> (u64, Reason) {
    match checked(text, sample) {
        Err(NotVerified::Rejected(Rejection { at: Place::Line(line), reason })) => (line, reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn right_units_pass() {
    assert_eq!(start(&header(0, None)).unwrap(), [5, 4, 3, 2, 1, 0]);
    for depth in [0, 1, 5, 9] {
        let (optimum, units) = optimum_and_units(depth);
        assert!(optimum > 9);
        let text = audit(&header(optimum, None), depth, &units);
        let audited = checked(&text, ALL).unwrap();
        assert_eq!((audited.depth, audited.units), (depth, units.len()));
        assert_eq!((audited.searched, audited.share_of_wrong_units()), (units.len(), None));
        assert!(audited.looked_at >= units.len() as u64);
        // Claiming less is also right.
        let less: Vec<_> =
            units.iter().map(|unit| Unit { lower: unit.lower / 2, ..unit.clone() }).collect();
        assert!(checked(&audit(&header(optimum / 2, None), depth, &less), ALL).is_ok());
    }
}

#[test]
fn a_sample_says_how_much_it_shows() {
    let (optimum, units) = optimum_and_units(9);
    let text = audit(&header(optimum, None), 9, &units);
    let some = Sample { units: 3, seed: 1 };
    let audited = checked(&text, some).unwrap();
    assert_eq!(audited.searched, 3);
    assert!((audited.share_of_wrong_units().unwrap() - 0.631_6).abs() < 1e-4);
    let usual = Audited { units: 10_000, searched: Sample::UNITS, ..audited };
    assert!((0.009..0.01).contains(&usual.share_of_wrong_units().unwrap()));
    // Each seed chooses different units, and each unit is chosen by some seed.
    let mut chosen: Vec<_> =
        (0..100).flat_map(|seed| Sample { units: 3, seed }.of(&units)).collect();
    chosen.sort_unstable();
    chosen.dedup();
    assert_eq!(chosen.len(), units.len());
    assert_ne!(Sample::at_random(1).seed, Sample::at_random(1).seed);
}

#[test]
fn a_bound_that_is_too_large_is_found_where_it_is_searched() {
    let (optimum, mut units) = optimum_and_units(9);
    units.sort_unstable_by_key(|unit| unit.state.clone());
    // By parity both are false: there is a plan of exactly the length claimed before.
    for (at, more) in (0..units.len()).flat_map(|at| [(at, 1), (at, 2)]) {
        let mut changed = units.clone();
        changed[at].lower += more;
        let lower = changed[at].lower;
        let text = audit(&header(optimum, None), 9, &changed);
        let line = 8 + at as u64;
        assert_eq!(wrong(&text, ALL), (line, Reason::Refuted(lower)));
        let found = (0..100).filter(|&seed| checked(&text, Sample { units: 3, seed }).is_err());
        let chosen = (0..100).filter(|&seed| Sample { units: 3, seed }.of(&changed).contains(&at));
        assert!(found.eq(chosen), "nothing else is wrong");
    }
}

#[test]
fn no_unit_may_be_missing_or_of_another_layer() {
    let (optimum, mut units) = optimum_and_units(9);
    units.sort_unstable_by_key(|unit| unit.state.clone());
    let header = header(optimum, None);
    let none = Sample { units: 0, seed: 0 };
    for at in 0..units.len() {
        let mut fewer = units.clone();
        let state = shown(&fewer.remove(at).state);
        let expected = (8 + at as u64, Reason::MissingUnit { depth: 9, state });
        assert_eq!(wrong(&audit(&header, 9, &fewer), none), expected);
    }
    let (_, other) = optimum_and_units(8);
    assert!(matches!(wrong(&audit(&header, 9, &other), none).1, Reason::MissingUnit { .. }));
    let last = Unit { state: vec![5, 4, 3, 2, 1, 0], lower: 99, expanded: 0 };
    let more = [&units[..], &[last]].concat();
    let line = 8 + units.len() as u64;
    assert_eq!(wrong(&audit(&header, 9, &more), none), (line, Reason::MoreUnits));
    let twice = [&units[..], &units[..1]].concat();
    assert!(matches!(wrong(&audit(&header, 9, &twice), none).1, Reason::MissingUnit { .. }));
}

#[test]
fn no_more_is_claimed_than_follows() {
    let (optimum, units) = optimum_and_units(9);
    let text = audit(&header(optimum + 1, None), 9, &units);
    assert_eq!(wrong(&text, ALL), (2, Reason::Claim(optimum.into())));
    // The goal itself, one move from the start.
    let near = Header {
        instance: Instance::Tiles {
            start: "1 2 3 / 4 0 5".to_owned(),
            goal: "1 2 3 / 4 5 0".to_owned(),
        },
        ..header(1, Some(vec![[5, 4]]))
    };
    let state = |state: [u8; 6], lower| Unit { state: state.to_vec(), lower, expanded: 0 };
    let mut units = vec![
        state([1, 2, 3, 0, 4, 5], 2),
        state([1, 0, 3, 4, 2, 5], 2),
        state([1, 2, 3, 4, 5, 0], 0),
    ];
    assert!(checked(&audit(&near, 1, &units), ALL).is_ok());
    units[2].lower = 1;
    for units_searched in [0, usize::MAX] {
        let sample = Sample { units: units_searched, ..ALL };
        assert!(matches!(wrong(&audit(&near, 1, &units), sample).1, Reason::Refuted(1)));
    }
    assert_eq!(wrong(&audit(&near, 2, &units), ALL), (3, Reason::GoalBefore(1)));
    let shorter = Header { lower: Some(2), ..near.clone() };
    assert_eq!(wrong(&audit(&shorter, 1, &units), ALL), (2, Reason::ShorterPlan));
    let illegal = Header { plan: Some(vec![[0, 4]]), ..near.clone() };
    assert!(matches!(wrong(&audit(&illegal, 1, &units), ALL), (2, Reason::Plan(_))));
    let backward = Header { direction: Direction::Backward, ..near.clone() };
    assert_eq!(wrong(&audit(&backward, 1, &units), ALL), (2, Reason::Unsupported));
    let endless = Header { lower: None, plan: None, ..near };
    assert_eq!(wrong(&audit(&endless, 1, &units), ALL), (2, Reason::Expected("a bound")));
}

#[test]
fn no_byte_can_be_changed_or_left_out() {
    let (optimum, units) = optimum_and_units(3);
    let text = audit(&header(optimum, None), 3, &units);
    for at in 0..text.len() {
        let mut changed = text.clone().into_bytes();
        changed[at] ^= 1;
        assert!(check(&changed[..], ALL, None, &mut unwatched).is_err(), "byte {at}");
        assert!(checked(&text[..at], ALL).is_err(), "{at} bytes");
    }
}

#[test]
fn units_are_written_in_one_way() {
    let expected = Unit { state: vec![0x1f, 0x2e], lower: 3, expanded: 4 };
    assert_eq!(unit("1f2e 3 4"), Some(expected));
    for text in [
        "1F2e 3 4",
        "1f2 3 4",
        "1f2e 3 4 5",
        "1f2e 3",
        "1f2e 03 4",
        "1f2e +3 4",
        "1f2e 3 04",
        "1f2e  3 4",
        "1g2e 3 4",
        "1f2e 3 4\n",
    ] {
        assert_eq!(unit(text), None, "{text}");
    }
}

#[test]
fn memory_is_not_exceeded_and_it_can_be_stopped() {
    let (optimum, units) = optimum_and_units(9);
    let text = audit(&header(optimum, None), 9, &units);
    let with = |memory| check(text.as_bytes(), ALL, Some(memory), &mut unwatched);
    assert!(matches!(with(1_000), Err(NotVerified::Memory(1_001..))));
    assert!(with(100_000).is_ok());
    let mut last = None;
    let mut remember = |checking: Checking| {
        last = Some(checking);
        Continue(())
    };
    assert!(check(text.as_bytes(), ALL, None, &mut remember).is_ok());
    let all = units.len() as u64;
    assert_eq!(last.map(|last| (last.done, last.of)), Some((all, Some(all))));
    let mut looks = 0;
    let mut on_progress = |checking: Checking| {
        looks += 1;
        if checking.of.is_some() { Break(()) } else { Continue(()) }
    };
    let stopped = check(text.as_bytes(), ALL, None, &mut on_progress);
    assert!(matches!(stopped, Err(NotVerified::Stopped)));
    assert_eq!(looks, 9 + 1);
}

/// The states that were seen, and those of two layers.
#[test]
fn memory_for_the_layer_is_counted() {
    let (optimum, units) = optimum_and_units(5);
    let header = header(optimum, None);
    let graph = graph(&header).unwrap();
    let mut layer = graph.roots();
    let (mut seen, mut most) = (layer.clone(), 0);
    for _ in 0..5 {
        let mut next = vec![];
        for state in &layer {
            graph.children(state, &mut |child| {
                if !seen.iter().any(|known| known == child) {
                    seen.push(child.to_vec());
                    next.push(child.to_vec());
                }
            });
            most = most.max(seen.len() + layer.len() + next.len());
        }
        layer = next;
    }
    let text = audit(&header, 5, &units);
    let within = |memory| check(text.as_bytes(), ALL, Some(memory), &mut unwatched);
    let bytes = most as u64 * (6 + 64);
    assert!(within(bytes).is_ok());
    match within(bytes - 1) {
        Err(NotVerified::Memory(needed)) => assert_eq!(needed, bytes),
        other => panic!("{other:?}"),
    }
}
