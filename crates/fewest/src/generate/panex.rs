//! Random Panex puzzles.

use fastrand::Rng;
use fewest_rules::Puzzle;
use fewest_rules::panex::{Instance, Position};
use std::iter;

/// Returns random Panex puzzles with towers of `n` pieces: from two towers to a position that is
/// reached by `moves` random moves, none of which undoes the one before it.
///
/// # Panics
/// If `n` is not between 1 and [`fewest_rules::panex::MAX_SIZE`].
pub fn panex(n: u16, moves: usize, seed: u64) -> impl Iterator<Item = Instance> {
    let mut random = Rng::with_seed(seed);
    let exchange = Instance::exchange(n);
    iter::from_fn(move || Instance::new(exchange.start(), walk(&exchange, moves, &mut random)?))
}

fn walk(puzzle: &Instance, moves: usize, random: &mut Rng) -> Option<Position> {
    let mut position = puzzle.start();
    let mut last = None;
    for _ in 0..moves {
        let mut choices = puzzle.moves(&position);
        choices.retain(|step| Some(step.piece) != last);
        let step = random.choice(choices)?;
        position = puzzle.play(&position, &step)?;
        last = Some(step.piece);
    }
    Some(position)
}
