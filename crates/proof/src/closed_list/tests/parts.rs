//! Lists that are read in parts.

use super::*;

/// Steps in a quarter of the plane; the goal is far away.
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

/// A list that does not fit into memory is checked in parts, and each of them matters.
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
            let missing = shown(&place(left_out.0, left_out.1));
            assert!(error.contains(&missing), "{error}");
        }
    }
}
