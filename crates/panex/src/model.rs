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

    fn piece(self) -> Piece {
        let colour = if self.0 & 1 == 0 { Colour::A } else { Colour::B };
        Piece { colour, size: u16::from(self.0 >> 1) + 1 }
    }
}

/// Where all pieces stand: the pieces of each column, the top piece in the lowest bits, below a
/// one.
///
/// # Units
/// 24 bytes for towers up to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct State<K> {
    pub(crate) pieces: [K; 3],
}

impl<K: Word> State<K> {
    /// No pieces at all.
    pub(crate) const EMPTY: Self = Self { pieces: [K::ONE; 3] };
    /// The highest levels where pieces may rest.
    const HIGHEST: [u32; 3] = [0, 1, 0];

    /// The number of pieces in a column.
    #[inline]
    pub(crate) fn height(&self, column: usize) -> u32 {
        self.pieces[column].highest_bit() / K::PIECE_BITS
    }

    /// The pieces of a column from the bottom up.
    fn bottom_up(&self, column: usize) -> impl Iterator<Item = PieceId> {
        let stack = self.pieces[column];
        let places = (0..self.height(column)).rev();
        places.map(move |place| PieceId(stack.field(K::PIECE_BITS * place, K::PIECE_BITS) as u8))
    }

    /// Left and right swapped.
    #[inline]
    pub(crate) fn mirrored(&self) -> Self {
        let [left, middle, right] = self.pieces;
        Self { pieces: [right, middle, left] }
    }

    /// The two pieces of every size swapped.
    #[inline]
    pub(crate) fn with_colours_swapped(&self) -> Self {
        Self { pieces: self.pieces.map(K::with_colours_swapped) }
    }

    /// Whether another piece, of whatever size, finds a level on a column of a board for towers
    /// of `n`.
    ///
    /// A piece with *j* others above it stands so deep at the least that these have room down
    /// from the highest level allowed, *h*; one more needs its size to be at least *h* + *j* + 1.
    /// All pieces are compared at once: the top bit of each place is set before the subtraction,
    /// and still there after it where the size is large enough.
    #[inline]
    pub(crate) fn has_room(&self, column: usize, n: u32) -> bool {
        let stack = self.pieces[column];
        let highest = Self::HIGHEST[column];
        let needed = if highest == 0 { K::PIECES } else { K::PIECES_FROM_ONE };
        let in_use = K::TOP_BITS & K::low_bits(stack.highest_bit());
        let sizes_less_one = stack >> 1 & K::HALVES;
        let left = (sizes_less_one | K::TOP_BITS).less(needed);
        left & in_use == in_use && self.height(column) + highest <= n
    }

    /// The state with one piece more on top of a column.
    #[inline]
    fn with(&self, piece: PieceId, column: usize) -> Self {
        let mut state = *self;
        state.pieces[column] = state.pieces[column].append(K::PIECE_BITS, u32::from(piece.0));
        state
    }

    /// The state without the top piece of a column, and the piece.
    #[inline]
    fn without_top(&self, column: usize) -> Option<(PieceId, Self)> {
        let stack = self.pieces[column];
        if stack == K::ONE {
            return None;
        }
        let mut state = *self;
        state.pieces[column] = stack >> K::PIECE_BITS;
        Some((PieceId(stack.field(0, K::PIECE_BITS) as u8), state))
    }
}

/// A set of columns, the left one in the lowest bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Columns(pub(crate) u32);

impl Columns {
    pub(crate) const NONE: Self = Self(0);

    #[inline]
    pub(crate) fn only(column: Column) -> Self {
        Self(1 << column.index())
    }

    #[inline]
    fn contains(self, column: Column) -> bool {
        self.0 >> column.index() & 1 == 1
    }

    /// Left and right swapped.
    #[inline]
    pub(crate) fn mirrored(self) -> Self {
        Self(self.0 >> 2 | self.0 & 2 | (self.0 & 1) << 2)
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
                    state = state.with(PieceId::of(piece), column.index());
                }
            }
            state
        };
        let (start, goal) = (state(&instance.start()), state(instance.goal()));
        Some(Self { packing, start, goal })
    }

    /// Every move of a piece that does not come from some columns, and where it leads.
    #[inline]
    pub(crate) fn expand_except(
        &self,
        state: &State<K>,
        columns: Columns,
        mut visit: impl FnMut(Step, State<K>),
    ) {
        let has_room = [0, 1, 2].map(|column| state.has_room(column, self.packing.n()));
        for from in Column::ALL {
            if columns.contains(from) {
                continue;
            }
            let Some((piece, lifted)) = state.without_top(from.index()) else { continue };
            for to in Column::ALL {
                if to != from && has_room[to.index()] {
                    visit(Step { from, to }, lifted.with(piece, to.index()));
                }
            }
        }
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
    fn expand(&self, state: &State<K>, visit: impl FnMut(Step, State<K>)) {
        self.expand_except(state, Columns::NONE, visit);
    }

    /// Every move can be taken back.
    fn predecessors(&self, state: &State<K>, mut visit: impl FnMut(State<K>)) {
        self.expand(state, |_, next| visit(next));
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
