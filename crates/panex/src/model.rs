//! The fast model of an instance.

use crate::key_format::PackedBytes;
use crate::packing::Packing;
use crate::state::{PieceId, State};
use crate::word::Word;
use fewest_rules::Puzzle;
use fewest_rules::panex::{Column, Instance, Move, Position, Rule};
use fewest_search::StateSpace;
use fewest_search::artifact::KeyFormat;
use fewest_search::erased::Code;
use fewest_search::problem::{Backward, DuplicateScope, Undirected};

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
    pub(crate) fn contains(self, column: Column) -> bool {
        self.0 >> column.index() & 1 == 1
    }

    /// Left and right swapped.
    #[inline]
    pub(crate) fn mirrored(self) -> Self {
        Self(self.0 >> 2 | self.0 & 2 | (self.0 & 1) << 2)
    }
}

/// A move: the top piece of one column goes onto another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The column that it leaves.
    pub from: Column,
    /// The column that it goes to.
    pub to: Column,
}

impl Step {
    /// Returns the move that takes it back.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

impl Code for Step {
    const BITS: u32 = 4;

    fn encode(self) -> u64 {
        (self.from.index() << 2 | self.to.index()) as u64
    }

    fn decode(word: u64) -> Self {
        let column = |index: u64| Column::ALL[index as usize];
        Self { from: column(word >> 2), to: column(word & 3) }
    }
}

/// The state space of one instance, with states packed into a word of type `K`.
#[derive(Debug, Clone)]
pub struct Model<K> {
    packing: Packing<K>,
    rule: Rule,
    start: State<K>,
    goal: State<K>,
}

impl<K: Word> Model<K> {
    /// Creates the model of `instance`; returns `None` if its states do not fit into a `K`.
    pub fn new(instance: &Instance) -> Option<Self> {
        let packing = Packing::new(instance.piece_set(), instance.rule())?;
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
        Some(Self { packing, rule: instance.rule(), start, goal })
    }

    /// Visits every move that does not start in one of `columns`, and its result.
    #[inline]
    pub(crate) fn expand_except(
        &self,
        state: &State<K>,
        columns: Columns,
        mut visit: impl FnMut(Step, State<K>),
    ) {
        let has_room = Column::ALL.map(|column| {
            let highest = self.rule.highest_level(column);
            state.has_room(column.index(), self.packing.n(), highest.into())
        });
        for from in Column::ALL {
            if columns.contains(from) {
                continue;
            }
            let Some((piece, lifted)) = state.without_top(from.index()) else { continue };
            for to in Column::ALL {
                if self.rule.connects(from, to) && has_room[to.index()] {
                    visit(Step { from, to }, lifted.with(piece, to.index()));
                }
            }
        }
    }

    /// The column whose top piece need not be moved right after a move: the one it went to.
    ///
    /// # Sound because
    /// one move, or none, takes the piece to the same place: what it leaves behind does not change,
    /// and the room in the last column is there from the beginning. Between neighbours this holds
    /// of the outer columns, from which the piece can only go back; in the middle one it may be on
    /// its way to the other side.
    #[inline]
    pub(crate) fn settled(&self, step: Step) -> Columns {
        match (self.rule, step.to) {
            (Rule::Neighbours, Column::M) => Columns::NONE,
            _ => Columns::only(step.to),
        }
    }

    /// How its states are stored in files.
    pub(crate) fn packed_bytes(&self) -> PackedBytes<K> {
        PackedBytes(self.packing.clone())
    }

    /// Returns the position of the rules that a state stands for.
    pub fn position(&self, state: &State<K>) -> Position {
        let column = |column: Column| state.bottom_up(column.index()).map(PieceId::piece).collect();
        Position::new(Column::ALL.map(column), self.rule).expect("states keep the level rule")
    }
}

impl<K: Word> StateSpace for Model<K> {
    type State = State<K>;
    type Action = Step;
    type Key = K;

    fn roots(&self) -> Vec<State<K>> {
        vec![self.start]
    }

    fn is_goal(&self, state: &State<K>) -> bool {
        *state == self.goal
    }

    #[inline]
    fn successors(&self, state: &State<K>, visit: impl FnMut(Step, State<K>)) {
        self.expand_except(state, Columns::NONE, visit);
    }

    fn pack(&self, state: &State<K>) -> K {
        self.packing.pack(state)
    }

    fn unpack(&self, key: K) -> State<K> {
        self.packing.unpack(key)
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<K>>> {
        Some(Box::new(self.packed_bytes()))
    }
}

/// Every move can be undone by moving the piece to where it came from, so the backward space is the
/// same board with start and goal swapped.
impl<K: Word> Backward for Model<K> {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        Self { start: self.goal, goal: self.start, ..self.clone() }
    }

    fn duplicate_scope(&self) -> DuplicateScope {
        DuplicateScope::undirected(self)
    }
}

impl<K: Word> Undirected for Model<K> {}

/// Evaluates an expression with the model of an instance, in the narrower of two words that holds
/// its states; `None` if neither does: its towers are higher than 12.
macro_rules! with_model {
    ($instance:expr, $model:ident => $value:expr) => {
        match $crate::Model::<u64>::new($instance) {
            Some($model) => Some($value),
            None => $crate::Model::<u128>::new($instance).map(|$model| $value),
        }
    };
}
pub(crate) use with_model;

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
