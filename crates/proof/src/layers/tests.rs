//! Layers computed in another way, and wrong ones.

use super::*;
use crate::{Place, Rejection, unwatched};
use std::ops::ControlFlow::Continue;

/// All layers by the rules, with a set of the positions seen.
fn layers(start: Board) -> Vec<Layer> {
    let (mut seen, mut open) = (vec![start], vec![start]);
    let mut layers = vec![];
    while !open.is_empty() {
        let mut layer = Layer::default();
        open.iter().for_each(|board| layer.add(board));
        layers.push(layer);
        let size = start.size();
        let beside = |board: &Board| {
            let board = *board;
            let cells = Direction::ALL.into_iter();
            cells.filter_map(move |step| board.push(size.neighbour(board.blank(), step)?))
        };
        let mut next: Vec<Board> = vec![];
        for board in open.iter().flat_map(beside) {
            if !seen.contains(&board) {
                seen.push(board);
                next.push(board);
            }
        }
        open = next;
    }
    layers
}

fn board(text: &str) -> Board {
    start(text).unwrap()
}

fn checked(text: &str) -> Result<Checked, NotVerified> {
    check(text.as_bytes(), None, &mut unwatched)
}

/// The line for which a certificate is rejected.
fn refused_line(text: &str) -> u64 {
    match checked(text) {
        Err(NotVerified::Rejected(Rejection { at: Place::Line(line), .. })) => line,
        other => panic!("{other:?}"),
    }
}

#[test]
fn layers_found_otherwise_are_accepted() {
    for (text, expected) in [
        ("1 2 / 3 0", vec![1, 2, 2, 2, 2, 2, 1]),
        // All 360 positions of one parity.
        (
            "1 2 3 / 4 5 0",
            vec![1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1],
        ),
    ] {
        let (start, mut compared) = (board(text), 0);
        let certificate = certificate(&start, &layers(start));
        let checked = check(certificate.as_bytes(), None, &mut |checking| {
            compared = checking.done;
            Continue(())
        })
        .unwrap();
        let counts: Vec<_> = checked.layers.iter().map(|layer| layer.positions).collect();
        assert_eq!(counts, expected);
        assert_eq!((checked.start, compared), (start, expected.iter().sum()));
    }
}

#[test]
fn other_layers_are_rejected() {
    let start = board("1 2 / 3 0");
    let layers = layers(start);
    let line = |layers: &[Layer]| match checked(&certificate(&start, layers)) {
        Err(NotVerified::Rejected(Rejection {
            at: Place::Line(line),
            reason: Reason::Layer { .. },
        })) => line,
        other => panic!("{other:?}"),
    };
    assert_eq!(line(&layers[..6]), 13, "one is missing");
    assert_eq!(line(&[&layers[..], &layers[6..]].concat()), 14, "one is too many");
    for at in 0..layers.len() {
        let mut changed = layers.clone();
        changed[at].positions += 1;
        assert_eq!(line(&changed), 7 + at as u64);
        changed = layers.clone();
        changed[at].digest ^= 1;
        assert_eq!(line(&changed), 7 + at as u64);
    }
    for empty in [1, 3] {
        let more = [&layers[..], &vec![Layer::default(); empty]].concat();
        assert_eq!(refused_line(&certificate(&start, &more)), 14);
    }
    let other = certificate(&board("2 1 / 3 0"), &layers);
    assert_eq!(refused_line(&other), 7);
}

#[test]
fn no_byte_can_be_changed_or_left_out() {
    let start = board("1 2 / 3 0");
    let text = certificate(&start, &layers(start));
    for at in 0..text.len() {
        let mut changed = text.clone().into_bytes();
        changed[at] ^= 1;
        assert!(check(&changed[..], None, &mut unwatched).is_err(), "byte {at}");
        assert!(checked(&text[..at]).is_err(), "{at} bytes");
    }
}

#[test]
fn certificates_are_written_in_one_way() {
    use fewest_rules::tiles::Goal;
    let line = |values: [&str; 2], layers: &str| {
        let [start, count] = values.map(str::to_owned);
        refused_line(&FORMAT.write(&[start, count, "0.1.0".to_owned()], layers))
    };
    let layer = Layer { positions: 1, digest: 0xa };
    let larger = Board::solved("4x5".parse().unwrap(), Goal::BlankLast).to_string();
    for start in ["1 2/3 0", "01 2 / 3 0", "12/30", &larger] {
        assert_eq!(line([start, "0"], ""), 2, "{start}");
    }
    for count in ["01", "+1", "2"] {
        assert_eq!(line(["1 2 / 3 0", count], &format!("{layer}\n")), 3, "{count}");
    }
    let text = layer.to_string();
    for other in [
        text.to_uppercase(),
        text[..text.len() - 1].to_owned(),
        text.replacen("1 ", "01 ", 1),
        text.replacen("1 ", "+1 ", 1),
        format!("{text} "),
    ] {
        assert_eq!(line(["1 2 / 3 0", "1"], &format!("{other}\n")), 7, "{other}");
    }
}

#[test]
fn memory_is_not_exceeded() {
    let start = board("1 2 3 / 4 5 0");
    let text = certificate(&start, &layers(start));
    let memory = |bytes| check(text.as_bytes(), Some(bytes), &mut unwatched);
    assert!(memory(44 * 48).is_ok());
    assert!(matches!(memory(44 * 48 - 1), Err(NotVerified::Memory(2112))));
}
