//! States that are refuted by the expensive test.

use super::*;

/// One root, with moves to five other states, none of them a goal.
struct Star {
    refuted: Vec<u8>,
}

impl Graph for Star {
    fn roots(&self) -> Vec<Vec<u8>> {
        vec![vec![0]]
    }

    fn is_goal(&self, state: &[u8]) -> bool {
        state == [u8::MAX]
    }

    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        if state == [0] {
            // In descending order, and each twice.
            (2..12).rev().for_each(|child| visit(&[child / 2]));
        }
    }

    fn is_refuted(&self, state: &[u8], moves: Option<u16>) -> bool {
        moves == Some(2) && self.refuted.contains(&state[0])
    }
}

/// Each child that is not listed is refuted individually, with the moves that are left.
#[test]
fn every_child_is_listed_or_refuted() {
    let own = Instance::Own { rules: "a star".to_owned(), instance: String::new() };
    let header = Header { lower: Some(3), ..header(own, Direction::Forward, Heuristic::Own) };
    let checked = |listed: &[u8], refuted: &[u8]| {
        let mut file = vec![];
        let mut layers = Layers::new(&mut file, &header, 1, compress).unwrap();
        layers.part(0, &[0]).unwrap();
        layers.part(1, listed).unwrap();
        layers.finish().unwrap();
        let star = Box::new(Star { refuted: refuted.to_vec() });
        let checked = check_with(|_| Ok(star), || Ok(&file[..]), None, &mut unwatched);
        checked.map(|checked| checked.states)
    };
    let children = [1, 2, 3, 4, 5];
    for child in children {
        let others: Vec<u8> = children.into_iter().filter(|&other| other != child).collect();
        assert_eq!(checked(&[child], &others).unwrap(), 2);
        assert_eq!(checked(&others, &[child]).unwrap(), 5);
        let missing = Reason::MissingChild { state: shown(&[0]), g: 0, child: shown(&[child]) };
        for listed in [&[][..], &others[..1]] {
            match checked(listed, &others) {
                Err(NotVerified::Rejected(rejection)) => assert_eq!(rejection.reason, missing),
                other => panic!("{other:?}"),
            }
        }
    }
}
