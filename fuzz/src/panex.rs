//! Properties of the notation of Panex puzzles.

use crate::memory;
use fewest_rules::Puzzle;
use fewest_rules::panex::{self, MAX_SIZE};

/// Reads the text after `panex:`. It must not panic or use much memory, the puzzle must be
/// playable, and it must be the same after it was written and read.
pub fn check(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    // A single number stands for two positions of two towers of that many pieces.
    let constant = 64 * usize::from(MAX_SIZE);
    let read = memory::within(text.as_bytes(), constant, 200, |_| panex::parse(text));
    let Ok(instance) = read else { return };
    assert_eq!(panex::parse(&instance.to_string()).as_ref(), Ok(&instance));
    let start = instance.start();
    for step in instance.moves(&start) {
        let next = instance.play(&start, &step).expect("its moves are legal");
        assert_eq!(instance.parse_move(&start, &step.to_string()), Some(step));
        let back = panex::Move { piece: step.piece, from: step.to, to: step.from };
        assert_eq!(instance.play(&next, &back).as_ref(), Some(&start));
    }
    assert!(!instance.draw(&start).is_empty());
}
