//! The fast model: columns as packed stacks, levels as bit sets.

use crate::packing::{Packing, Word};
use fewest_rules::Puzzle;
use fewest_rules::panex::{Colour, Column, Instance, Move, Piece, Position};
use fewest_search::{Depth, Reversible, StateSpace};

/// The number of a piece: twice its size less one, and one more for colour b.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceId(pub u8);

impl PieceId {
    fn of(piece: Piece) -> Self {
        Self(((piece.size - 1) << 1) as u8 | piece.colour as u8)
    }

    /// The deepest level it may stand at.
    fn size(self) -> u32 {
        u32::from(self.0 >> 1) + 1
    }

    fn piece(self) -> Piece {
        let colour = if self.0 & 1 == 0 { Colour::A } else { Colour::B };
        Piece { colour, size: self.size() as u16 }
    }
}

/// Where all pieces stand.
///
/// States are ordered by their levels first, which is all that most comparisons look at.
///
/// # Units
/// 32 bytes for towers up to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct State<K> {
    /// The occupied levels of each column, level *l* of column *c* in bit 16*c* + *l*: the top
    /// piece's is the lowest of its column, and taking the piece away clears it.
    levels: u64,
    /// The pieces of each column, the top piece in the lowest bits, below a one.
    pieces: [K; 3],
}

impl<K: Word> State<K> {
    /// No pieces at all.
    pub(crate) const EMPTY: Self = Self { levels: 0, pieces: [K::ONE; 3] };
    /// The highest levels where pieces may rest.
    const HIGHEST: [u32; 3] = [0, 1, 0];

    #[inline]
    fn levels(&self, column: usize) -> u32 {
        (self.levels >> (16 * column)) as u32 & 0xFFFF
    }

    /// The number of pieces in a column.
    #[inline]
    pub(crate) fn height(&self, column: usize) -> u32 {
        self.pieces[column].highest_bit() / K::PIECE_BITS
    }

    /// The pieces of a column from the bottom up.
    #[inline]
    pub(crate) fn bottom_up(&self, column: usize) -> impl Iterator<Item = PieceId> {
        let stack = self.pieces[column];
        let places = (0..self.height(column)).rev();
        places.map(move |place| PieceId(stack.field(K::PIECE_BITS * place, K::PIECE_BITS) as u8))
    }

    /// The levels after left and right were swapped.
    #[inline]
    pub(crate) fn mirrored_levels(levels: u64) -> u64 {
        const MIDDLE: u64 = 0xFFFF << 16;
        levels << 32 & MIDDLE << 16 | levels & MIDDLE | levels >> 32
    }

    /// The levels of all columns as one number, by which states are ordered first.
    #[inline]
    pub(crate) fn all_levels(&self) -> u64 {
        self.levels
    }

    /// Left and right swapped.
    #[inline]
    pub(crate) fn mirrored(&self) -> Self {
        let [left, middle, right] = self.pieces;
        Self { levels: Self::mirrored_levels(self.levels), pieces: [right, middle, left] }
    }

    /// The two pieces of every size swapped.
    #[inline]
    pub(crate) fn with_colours_swapped(&self) -> Self {
        let mut state = *self;
        for column in 0..3 {
            let in_use = K::low_bits(self.pieces[column].highest_bit());
            state.pieces[column] = state.pieces[column] ^ (K::ONES & in_use);
        }
        state
    }

    /// The state with `piece` on top of a column, or `None` if there is no room.
    #[inline]
    pub(crate) fn with(&self, piece: PieceId, column: usize, n: u32) -> Option<Self> {
        // The floor counts as occupied.
        let top = (self.levels(column) | 1 << (n + 1)).trailing_zeros();
        let level = top.checked_sub(1)?.min(piece.size());
        if level < Self::HIGHEST[column] {
            return None;
        }
        let mut state = *self;
        state.levels |= 1 << (16 * column as u32 + level);
        state.pieces[column] = state.pieces[column].append(K::PIECE_BITS, u32::from(piece.0));
        Some(state)
    }

    /// The state without the top piece of a column, and the piece.
    #[inline]
    fn without_top(&self, column: usize) -> Option<(PieceId, Self)> {
        let levels = self.levels(column);
        let top = u64::from(levels & levels.wrapping_neg());
        if top == 0 {
            return None;
        }
        let mut state = *self;
        state.levels ^= top << (16 * column);
        state.pieces[column] = state.pieces[column] >> K::PIECE_BITS;
        Some((PieceId(self.pieces[column].field(0, K::PIECE_BITS) as u8), state))
    }
}

/// The top piece of one column goes onto another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Where it stands before.
    pub from: Column,
    /// Where it stands after.
    pub to: Column,
}

/// The state space of one instance, with states packed into a word of type `K`.
#[derive(Debug, Clone)]
pub struct Model<K> {
    packing: Packing<K>,
    start: State<K>,
    goal: State<K>,
}

impl<K: Word> Model<K> {
    /// The model of `instance`, or `None` if its states do not fit into a `K`.
    pub fn new(instance: &Instance) -> Option<Self> {
        let packing = Packing::new(instance.n())?;
        let state = |position: &Position| {
            let mut state = State::EMPTY;
            for column in Column::ALL {
                for &piece in position.column(column) {
                    let piece = PieceId::of(piece);
                    let next = state.with(piece, column.index(), packing.n());
                    state = next.expect("positions of the rules keep the level rule");
                }
            }
            state
        };
        let (start, goal) = (state(&instance.start()), state(instance.goal()));
        Some(Self { packing, start, goal })
    }

    pub(crate) fn ends(&self) -> (&State<K>, &State<K>) {
        (&self.start, &self.goal)
    }

    /// The position of the rules that a state stands for.
    pub fn position(&self, state: &State<K>) -> Position {
        let column = |column: Column| state.bottom_up(column.index()).map(PieceId::piece).collect();
        Position::new(Column::ALL.map(column)).expect("states keep the level rule")
    }
}

impl<K: Word> StateSpace for Model<K> {
    type State = State<K>;
    type Action = Step;
    type Key = K;

    fn initial_states(&self) -> Vec<State<K>> {
        vec![self.start]
    }

    fn is_goal(&self, state: &State<K>) -> bool {
        *state == self.goal
    }

    /// No useful bound is known for arbitrary positions.
    ///
    /// # Admissible because
    /// it is 0 everywhere.
    fn heuristic(&self, _: &State<K>) -> Option<Depth> {
        Some(Depth::ZERO)
    }

    #[inline]
    fn expand(&self, state: &State<K>, mut visit: impl FnMut(Step, State<K>)) {
        for from in Column::ALL {
            let Some((piece, lifted)) = state.without_top(from.index()) else { continue };
            for to in Column::ALL {
                if to == from {
                    continue;
                }
                if let Some(next) = lifted.with(piece, to.index(), self.packing.n()) {
                    visit(Step { from, to }, next);
                }
            }
        }
    }

    fn pack(&self, state: &State<K>) -> K {
        self.packing.pack(state)
    }

    fn unpack(&self, key: K) -> State<K> {
        self.packing.unpack(key)
    }

    /// Whether the piece that was just moved would move again.
    ///
    /// # Sound because
    /// one move, or none, takes it to the same place: what it leaves behind does not change, and
    /// the room in the last column is there from the beginning.
    fn prunes(&self, previous: Step, next: Step) -> bool {
        previous.to == next.from
    }
}

/// Every move can be taken back by moving the piece to where it came from, so the backward
/// space is the same board with start and goal swapped.
impl<K: Word> Reversible for Model<K> {
    type Backward = Self;

    fn backward(&self) -> Self {
        Self { packing: self.packing.clone(), start: self.goal, goal: self.start }
    }

    fn taken_back(&self, action: Step) -> Step {
        Step { from: action.to, to: action.from }
    }
}

/// The moves of the rules for steps played from `start`.
pub(crate) fn moves_from(start: &Position, steps: &[Step]) -> Vec<Move> {
    let mut columns = Column::ALL.map(|column| start.column(column).to_vec());
    let move_of = |step: &Step| {
        let piece = columns[step.from.index()].pop().expect("steps of a plan move a piece");
        columns[step.to.index()].push(piece);
        Move { piece, from: step.from, to: step.to }
    };
    steps.iter().map(move_of).collect()
}
