//! Checks that are stopped early.

use super::*;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[test]
fn a_replay_that_takes_long_can_be_ended() {
    let (mut header, list, _) = accepted();
    header.plan = Some(vec![[9, 9]; 1000]);
    let file = written(&header, &list);
    assert!(matches!(reason(&file), Reason::Plan(_)));
    let stopped = check(|| Ok(&file[..]), None, &mut |_| Break(()));
    assert!(matches!(stopped, Err(NotVerified::Stopped)));
}

/// One root, with moves to all other states, which have none. Counts whose children are visited.
struct Star(Arc<AtomicUsize>);

const STATES: u16 = 5000;

impl Graph for Star {
    fn roots(&self) -> Vec<Vec<u8>> {
        vec![vec![0, 0]]
    }

    fn is_goal(&self, _: &[u8]) -> bool {
        false
    }

    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        self.0.fetch_add(1, Relaxed);
        if state == [0, 0] {
            (1..STATES).for_each(|child| visit(&child.to_be_bytes()));
        }
    }
}

/// However long each of them takes.
#[test]
fn few_states_are_looked_at_before_a_check_can_be_ended() {
    let own = Instance::Own { rules: "a star".to_owned(), instance: String::new() };
    let header = header(own, Direction::Forward, Heuristic::Own);
    let mut file = vec![];
    let mut layers = Layers::new(&mut file, &header, 2, compress).unwrap();
    layers.part(0, &[0, 0]).unwrap();
    let listed: Vec<u8> = (1..STATES).flat_map(u16::to_be_bytes).collect();
    layers.part(1, &listed).unwrap();
    layers.finish().unwrap();
    let looked_at = Arc::new(AtomicUsize::new(0));
    let checked = |ends: bool| {
        looked_at.store(0, Relaxed);
        let star = Box::new(Star(looked_at.clone()));
        let checked = check_with(|_| Ok(star), || Ok(&file[..]), None, &mut |told| {
            if ends && told.done > 1 { Break(()) } else { Continue(()) }
        });
        (checked.is_ok(), looked_at.load(Relaxed))
    };
    assert_eq!(checked(false), (true, STATES.into()));
    let (is_ok, looked_at) = checked(true);
    assert!(!is_ok && looked_at < 200, "{looked_at}");
}
