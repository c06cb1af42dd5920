//! A table made by hand, and errors in others.

use super::*;
use crate::{Rejection, unwatched};

/// A file with a correct header and digest.
fn file(pattern: &str, states: &str, words: &[u64]) -> Vec<u8> {
    let header = format!("{}pattern {pattern}\nstates {states}\nbuilt-by 0.1.0\n", FORMAT.begin);
    let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut hasher = blake3::Hasher::new();
    hasher.update(header.as_bytes()).update(&words);
    let begin = format!("{header}digest {}\n\n", hasher.finalize().to_hex());
    [begin.into_bytes(), words].concat()
}

/// The table of one tile of the 2x2 board, by hand: it belongs in cell 1, the blank in cell 0. The
/// sets in order are {0}, {3}, then {1}, {2}; one tile has one order and one region. The tile is
/// one move away in 0 and 3, none in 1, two in 2.
const BY_HAND: [u64; 4] = [0, 0, 0, 1];

fn checked(file: &[u8]) -> Result<Checked, NotVerified> {
    check(file, None, &mut unwatched)
}

fn refused(file: &[u8]) -> Rejection {
    match checked(file) {
        Err(NotVerified::Rejected(rejection)) => rejection,
        other => panic!("{other:?}"),
    }
}

fn wrong(file: &[u8]) -> Reason {
    refused(file).reason
}

#[test]
fn a_table_made_by_hand_is_accepted() {
    let file = file("2x2:1:0", "4", &BY_HAND);
    let checked = checked(&file).unwrap();
    assert_eq!((checked.states, checked.farthest), (4, 2));
    assert_eq!(checked.pattern.to_string(), "2x2:1:0");
}

#[test]
fn every_bit_that_is_wrong_is_found() {
    for at in 0..4 * 64 {
        let mut words = BY_HAND;
        words[at / 64] ^= 1 << (at % 64);
        let wrong = wrong(&file("2x2:1:0", "4", &words));
        match at % 64 {
            0 => {
                let (state, distance) = [("0:1", 1), ("3:0", 1), ("1:0", 0), ("2:0", 2)][at / 64];
                assert_eq!(wrong, Reason::Distance { state: state.to_owned(), distance });
            }
            _ => assert_eq!(wrong, Reason::Padding, "{at}"),
        }
    }
}

#[test]
fn no_byte_can_be_changed_or_left_out() {
    let file = file("2x2:1:0", "4", &BY_HAND);
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            assert!(checked(&changed).is_err(), "bit {bit} of byte {at}");
        }
        assert!(checked(&file[..at]).is_err(), "{at} bytes");
    }
    assert_eq!(wrong(&[file, vec![0]].concat()), Reason::Length);
    assert_eq!(wrong(&self::file("2x2:1:0", "4", &BY_HAND[..3])), Reason::Length);
}

#[test]
fn a_table_of_another_pattern_is_rejected() {
    // The blank is just as near in the other one.
    assert!(checked(&file("2x2:1:3", "4", &BY_HAND)).is_ok());
    for pattern in ["2x2:2:0", "2x2:0:1"] {
        assert!(
            matches!(wrong(&file(pattern, "4", &BY_HAND)), Reason::Distance { .. }),
            "{pattern}"
        );
    }
    assert_eq!(wrong(&file("2x2:1:0", "5", &BY_HAND)), Reason::States(4));
    for pattern in [
        "",
        "2x2",
        "2x2:1",
        "2x2:1:1",
        "2x2:1,1:0",
        "2x2:2,1:0",
        "2x2:4:0",
        "2x2:+1:0",
        "9x9:1:0",
        "7x7:1:0",
        "2x2::0",
    ] {
        let expected = Reason::Expected("a pattern").in_line(2);
        assert_eq!(refused(&file(pattern, "4", &BY_HAND)), expected, "{pattern}");
    }
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    let file = file("6x6:0,1,2,3,4,5,6,7:8", "1", &[]);
    let checked = check(&file[..], Some(1 << 20), &mut unwatched);
    // C(36, 8) sets of cells, and for each, twice, the words with a bit for each of the 8! orders.
    let expected = 30_260_340 * (64 + 2 * 8 * 630);
    assert!(matches!(checked, Err(NotVerified::Memory(bytes)) if bytes == expected));
}

/// The table of a pattern, as defined in the book, by lists and maps; the number of states, the
/// number of those that are reached, and the largest distance.
fn naive(width: u8, height: u8, homes: &[u8], blank: u8) -> (Vec<u64>, [usize; 2], u16) {
    let cells = 0..width * height;
    let beside = |cell: u8| {
        let near = cells.clone().filter(move |&other| {
            let apart = |one: u8, other: u8| one.abs_diff(other);
            apart(cell % width, other % width) + apart(cell / width, other / width) == 1
        });
        near.collect::<Vec<u8>>()
    };
    let region = |tiles: &[u8], blank: u8| {
        let mut region = vec![blank];
        while let Some(more) = region
            .iter()
            .flat_map(|&cell| beside(cell))
            .find(|cell| !region.contains(cell) && !tiles.contains(cell))
        {
            region.push(more);
        }
        region.sort_unstable();
        region
    };
    // The states in the order of their bits: tiles in their cells, and the region of the blank.
    let mut sets: Vec<Vec<u8>> = (0_u32..1 << cells.len())
        .filter(|set| set.count_ones() as usize == homes.len())
        .map(|set| cells.clone().filter(|cell| set >> cell & 1 == 1).collect())
        .collect();
    let dark = |cell: &&u8| (**cell % width + **cell / width) % 2 == 1;
    sets.sort_by_key(|set| set.iter().filter(dark).count() % 2);
    let mut orders: Vec<Vec<usize>> = vec![vec![]];
    for _ in homes {
        orders = orders
            .iter()
            .flat_map(|order| {
                let left = (0..homes.len()).filter(|tile| !order.contains(tile));
                left.map(|tile| [&order[..], &[tile]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    // By the fourth, third, second and first of them, then by the others.
    orders.sort_by_key(|order| {
        let (front, back) = order.split_at(order.len().min(4));
        front.iter().rev().chain(back).copied().collect::<Vec<_>>()
    });
    let mut states = vec![];
    for set in &sets {
        let mut free: Vec<u8> = cells.clone().filter(|cell| !set.contains(cell)).collect();
        while let Some(&first) = free.first() {
            let blanks = region(set, first);
            free.retain(|cell| !blanks.contains(cell));
            for order in &orders {
                let cell_of = |tile| set[order.iter().position(|&at| at == tile).unwrap()];
                states.push(((0..homes.len()).map(cell_of).collect::<Vec<u8>>(), blanks.clone()));
            }
        }
    }
    let home = (homes.to_vec(), region(homes, blank));
    let mut distances = std::collections::HashMap::from([(home.clone(), 0_u16)]);
    let mut queue = std::collections::VecDeque::from([home]);
    let mut farthest = 0;
    while let Some(state) = queue.pop_front() {
        farthest = distances[&state];
        let (tiles, blanks) = state;
        for (tile, &from) in tiles.iter().enumerate() {
            for to in beside(from).into_iter().filter(|to| blanks.contains(to)) {
                let mut moved = tiles.clone();
                moved[tile] = to;
                let next = (moved.clone(), region(&moved, from));
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), farthest + 1);
                    queue.push_back(next);
                }
            }
        }
    }
    let words = orders.len().div_ceil(64);
    let mut table = vec![0; states.len() / orders.len() * words];
    for (number, state) in states.iter().enumerate() {
        let (block, order) = (number / orders.len(), number % orders.len());
        let bit = distances.get(state).map_or(0, |distance| u64::from(distance >> 1 & 1));
        table[block * words + order / 64] |= bit << (order % 64);
    }
    (table, [states.len(), distances.len()], farthest)
}

#[test]
fn tables_by_the_definition_are_accepted_and_others_are_not() {
    for (width, height, homes, blank) in [
        (2, 2, &[1_u8, 2][..], 0),
        (3, 2, &[1, 2, 5], 0),
        (2, 3, &[0, 1, 3, 4], 5),
        (3, 2, &[0, 2, 3, 4], 1),
        (3, 2, &[0, 1, 2, 3, 5], 4),
    ] {
        let (table, [states, reached], farthest) = naive(width, height, homes, blank);
        let cells: Vec<_> = homes.iter().map(u8::to_string).collect();
        let pattern = format!("{width}x{height}:{}:{blank}", cells.join(","));
        let whole = file(&pattern, &states.to_string(), &table);
        let mut told = vec![];
        let checked = check(&whole[..], None, &mut |checking| {
            told.push(checking);
            std::ops::ControlFlow::Continue(())
        });
        let checked = checked.unwrap_or_else(|error| panic!("{pattern}: {error}"));
        assert_eq!((checked.states, checked.farthest), (reached as u64, farthest), "{pattern}");
        assert_eq!(told.len(), usize::from(farthest) + 1);
        let end = told.last().map(|last| (last.done, last.of));
        assert_eq!(end, Some((reached as u64, Some(states as u64))));
        let step = (table.len() * 64).div_ceil(200);
        for at in (0..table.len() * 64).step_by(step) {
            let mut words = table.clone();
            words[at / 64] ^= 1 << (at % 64);
            let wrong = wrong(&file(&pattern, &states.to_string(), &words));
            assert!(matches!(wrong, Reason::Distance { .. } | Reason::Padding), "{pattern} {at}");
        }
        // Memory for the sets of cells, and twice the table.
        let chosen = homes.len() as u64;
        let cells = u64::from(width) * u64::from(height);
        let sets = (0..chosen).fold(1, |sets, at| sets * (cells - at) / (at + 1));
        let memory = sets * BYTES_OF_SET + 16 * table.len() as u64;
        let with = |memory| check(&whole[..], Some(memory), &mut unwatched);
        assert!(with(memory).is_ok());
        assert!(matches!(with(memory - 1), Err(NotVerified::Memory(asked)) if asked == memory));
        let stopped = check(&whole[..], None, &mut |_| std::ops::ControlFlow::Break(()));
        assert!(matches!(stopped, Err(NotVerified::Stopped)));
    }
}
