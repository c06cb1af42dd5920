//! Move pruning by automata.

/// Says which moves of the blank are not worth making after those before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// By state and direction.
    next: Vec<[u32; 4]>,
}

impl Automaton {
    /// The state before any move.
    pub const START: u32 = 0;
    /// No state: the move is not worth making.
    pub const FORBIDDEN: u32 = u32::MAX;

    /// Forbids to take back the last move, and nothing else.
    pub fn no_way_back() -> Self {
        let opposite = |direction: usize| (direction + 2) % 4;
        let states = (0..5).map(|state| {
            std::array::from_fn(|direction| {
                let is_back = state > 0 && opposite(state - 1) == direction;
                if is_back { Self::FORBIDDEN } else { direction as u32 + 1 }
            })
        });
        Self { next: states.collect() }
    }

    /// The state after a move of the blank, or [`Automaton::FORBIDDEN`].
    #[inline(always)]
    pub fn next(&self, state: u32, direction: usize) -> u32 {
        self.next[state as usize][direction & 3]
    }
}
