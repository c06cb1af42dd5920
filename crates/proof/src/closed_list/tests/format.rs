//! What a file may look like.

use super::*;

#[test]
fn no_bit_can_be_changed_and_no_byte_left_out_or_added() {
    let (_, _, file) = accepted();
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(checked(&changed).is_err(), "byte {at}");
        assert!(checked(&file[..at]).is_err(), "{at} bytes");
    }
    assert_eq!(reason(&[&file[..], b"\0"].concat()), Reason::Beyond);
    let last = file.len() - 44;
    assert_eq!(reason(&file[..last]), Reason::Truncated);
    assert_eq!(reason(b""), Reason::NoCertificate);
    assert_eq!(reason(b"fewest-certificate 2\n"), Reason::NoCertificate);
    let empty = checked(b"fewest-certificate 1\n{}\n").unwrap_err().to_string();
    assert_eq!(empty, "line 2, column 2: missing field `name`");
    // The digest identifies the whole file.
    let digest = checked(&file).unwrap().digest.to_string();
    let said: String = file[last + 12..].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, said);
}

/// Each pass reads what the previous one has read.
#[test]
fn a_file_must_not_be_changed_meanwhile() {
    let (header, list, whole) = accepted();
    let last = list.iter().rposition(|layer| !layer.is_empty()).unwrap();
    let [mut fewer, mut shorter, mut longer] = [(); 3].map(|()| list.clone());
    fewer[last].pop();
    shorter.truncate(last);
    longer.push(list[last].clone());
    for other in [&fewer, &shorter, &longer] {
        let other = written(&header, other);
        for passes in 1..3 {
            let opened = std::cell::Cell::new(0);
            let open = || {
                let before = opened.replace(opened.get() + 1);
                Ok(if before < passes { &whole[..] } else { &other[..] })
            };
            let error = check(open, None, &mut unwatched).unwrap_err().to_string();
            assert_eq!(error, "the file was changed while it was checked");
        }
    }
}

/// A file of sections, which need not be correct.
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
    let reason = |sections: &[(u16, u32, Vec<u8>)]| super::reason(&of_sections(&header, sections));
    let is_root_missing = |reason: Reason| matches!(reason, Reason::MissingRoot(_));
    assert!(is_root_missing(reason(&[])));
    assert!(is_root_missing(reason(&[section(0, &[low, high])])));
    assert!(is_root_missing(reason(&[section(1, &[low]), section(1, &[high])])));
    assert!(is_root_missing(reason(&[section(1, &[high]), section(2, &[low])])));
    for sections in [
        &[section(0, &[high, low])][..],
        &[section(1, &[high]), section(1, &[low])],
        &[section(1, &[low]), section(1, &[low])],
        &[section(1, &[low]), section(0, &[high])],
    ] {
        assert_eq!(reason(sections), Reason::OutOfOrder);
    }
    assert_eq!(reason(&[section(0, &[low, low])]), Reason::NotCoded, "it has all in common");
    let twice = [section(0, &[low]), section(1, &[low])];
    assert_eq!(reason(&twice), Reason::Twice("000102030405".to_owned()));
    let said = checked(&of_sections(&header, &twice)).unwrap_err().to_string();
    assert!(said.starts_with("section 2: "), "{said}");
    assert!(is_root_missing(reason(&[section(8, &[low])])));
    assert_eq!(reason(&[section(9, &[low])]), Reason::TooDeep(9));
    let none = [0, 1, 2, 3, 4, 4];
    assert_eq!(reason(&[section(0, &[none])]), Reason::NoState("000102030404".to_owned()));
    for count in [1, 3] {
        assert_eq!(reason(&[(0, count, packed(&[low, high]))]), Reason::NotCoded, "{count}");
    }
    assert_eq!(reason(&[(0, 1, b"nothing".to_vec())]), Reason::NotCoded);
    // One frame, and nothing else.
    let frame = packed(&[low]);
    for payload in [[&frame[..], b"0"].concat(), [&frame[..], &compress(b"").unwrap()].concat()] {
        assert_eq!(reason(&[(0, 1, payload)]), Reason::NotCoded);
    }
    // A longer common prefix than there is, and than a state has.
    for bytes in [&[1_u8, 1, 2, 3, 4, 5][..], &[0, 0, 1, 2, 3, 4, 5, 7], &[0, 0, 1, 2, 3, 4]] {
        let count = if bytes.len() > 7 { 2 } else { 1 };
        assert_eq!(reason(&[(0, count, compress(bytes).unwrap())]), Reason::NotCoded);
    }
    assert_eq!(reason(&[(0, 1, vec![0; 129])]), Reason::SectionTooLarge);
    assert_eq!(reason(&[(0, 1, vec![0; 128])]), Reason::NotCoded);
    assert_eq!(reason(&[(0, MOST_STATES + 1, vec![])]), Reason::SectionTooLarge);
    assert_eq!(reason(&[(0, MOST_STATES, vec![])]), Reason::NotCoded);
}

#[test]
fn only_what_is_known_is_read() {
    let tiles =
        |start: &str, goal: &str| Instance::Tiles { start: start.into(), goal: goal.into() };
    let right = || tiles("1 2 / 3 0", "3 1 / 2 0");
    let refused = |instance, direction, heuristic| {
        let header = Header { lower: Some(1), ..header(instance, direction, heuristic) };
        reason(&of_sections(&header, &[]))
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
        assert_eq!(refused(instance, direction, heuristic), Reason::Unsupported);
    }
    for instance in [
        tiles("1 2 / 3 0", "1 2 3 / 4 5 0"),
        tiles("1 2 / 3 3", "1 2 / 3 0"),
        tiles("1 2/3 0", "1 2 / 3 0"),
        tiles("1 2 / 3 0", "12/30"),
        Instance::Atomix { level: "#####\n".to_owned() },
        Instance::Atomix { level: format!("{LEVEL}\n{LEVEL}") },
        Instance::Atomix { level: LEVEL.replace('\n', "\r\n") },
        Instance::Atomix { level: format!("A title\n{LEVEL}") },
        Instance::Panex { instance: "x".to_owned() },
        Instance::Pddl { domain: ROOMS.into(), task: "(".to_owned() },
    ] {
        let heuristic = match instance {
            Instance::Tiles { .. } => Heuristic::Manhattan,
            Instance::Atomix { .. } => Heuristic::PairExcess,
            _ => Heuristic::Blind,
        };
        let reason = refused(instance, Forward, heuristic);
        assert!(matches!(reason, Reason::Instance(_)), "{reason:?}");
    }
    let own = Instance::Own { rules: "mine".to_owned(), instance: "1".to_owned() };
    let header = Header { lower: Some(1), ..header(own, Forward, Heuristic::Own) };
    let error = checked(&of_sections(&header, &[]));
    assert!(matches!(error, Err(NotVerified::Unreadable(_))));
}

/// A layer of several sections, and one of a few states: the file is the same however they are
/// split into parts, and anything that does not ascend is rejected.
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
