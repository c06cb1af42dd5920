//! Properties of the notations of the (n²−1)-puzzle.

use crate::memory;
use fewest_rules::Puzzle;
use fewest_rules::tiles::{self, Goal, Instance, Options};

/// Reads a text as one board and as several, for all goals with a name, and as a goal. It must not
/// panic or use much memory, every board must be playable, and it must be the same after it was
/// written and read.
pub fn check(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    for goal in Goal::NAMED {
        let options = Options { goal, size: None };
        // A board, its tokens and an error take little memory even if the text is short.
        let one = memory::within(text.as_bytes(), 16 << 10, 200, |_| tiles::parse(text, options));
        let each =
            memory::within(text.as_bytes(), 16 << 10, 800, |_| tiles::parse_each(text, options));
        assert!(!each.is_empty());
        one.iter().chain(each.iter().flatten()).for_each(check_playable);
    }
    if let Ok(goal) = text.parse::<Goal>() {
        assert_eq!(goal.to_string().parse(), Ok(goal));
    }
}

fn check_playable(instance: &Instance) {
    let options = Options { goal: instance.goal, size: None };
    let same = |text: &str| tiles::parse(text, options).map(|read| read.start);
    assert_eq!(same(&instance.start.to_string()).as_ref(), Ok(&instance.start));
    if let Some(digits) = instance.start.digits() {
        assert_eq!(same(&digits).as_ref(), Ok(&instance.start));
    }
    assert_eq!(instance.is_solvable(), instance.turned().is_solvable());
    let start = instance.start();
    for step in instance.moves(&start) {
        let next = instance.play(&start, &step).expect("its moves are legal");
        assert_eq!(instance.parse_move(&start, &step.to_string()), Some(step));
        assert_eq!(instance.play(&next, &step).as_ref(), Some(&start));
    }
    assert!(!instance.draw(&start).is_empty());
}
