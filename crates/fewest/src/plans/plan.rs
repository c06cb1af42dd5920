//! Plans and moves of any puzzle.

use crate::instance::draw;
use crate::{ExchangePlan, MoveCount, Replayed};
use fewest_rules::{Notation, ReplayError, atomix, panex, pddl, tiles};
use std::fmt;

/// A plan that was replayed by the rules.
#[derive(Debug, Clone)]
pub enum Plan {
    /// A plan of an Atomix level.
    Atomix(Replayed<atomix::Level>),
    /// A plan of a tile puzzle.
    Tiles(Replayed<tiles::Instance>),
    /// A plan of a Panex puzzle.
    Panex(Replayed<panex::Instance>),
    /// An exchange of two Panex towers, of any length.
    Exchange(ExchangePlan),
    /// A plan of a planning task.
    Pddl(Replayed<pddl::Instance>),
}

/// A move of one of the puzzles. Its `Display` is the puzzle's notation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Move {
    /// A move of an atom.
    Atomix(atomix::Move),
    /// A move of a tile.
    Tiles(tiles::Move),
    /// A move of a Panex piece.
    Panex(panex::Move),
    /// An action of a planning task.
    Pddl(pddl::Move),
}

/// Plans longer than this are not written out in a report.
const LISTED: u64 = 100_000;

/// Evaluates an expression over a plan, whichever its puzzle is; another over an exchange.
macro_rules! for_any_plan {
    ($plan:expr, $replayed:ident => $listed:expr, $exchange:ident => $made:expr) => {
        match $plan {
            Plan::Atomix($replayed) => $listed,
            Plan::Tiles($replayed) => $listed,
            Plan::Panex($replayed) => $listed,
            Plan::Pddl($replayed) => $listed,
            Plan::Exchange($exchange) => $made,
        }
    };
}

impl Plan {
    /// Returns the number of moves.
    pub fn len(&self) -> MoveCount {
        for_any_plan!(
            self,
            replayed => MoveCount::from(replayed.moves().len() as u64),
            exchange => exchange.len()
        )
    }

    /// Whether the plan has no moves: the start is solved.
    pub fn is_empty(&self) -> bool {
        for_any_plan!(self, replayed => replayed.moves().is_empty(), exchange => exchange.is_empty())
    }

    /// Returns the moves if they are few enough to be written out: 100,000 at most.
    pub fn listed(&self) -> Option<Vec<Move>> {
        let moves = self.moves_after(&MoveCount::default());
        (self.len() <= LISTED.into()).then(|| moves.collect::<Result<_, _>>().ok()).flatten()
    }

    /// Returns the moves after the first `count`, in order, however many there are.
    ///
    /// The moves of an exchange are replayed as they are generated: the iterator ends with an error
    /// if a move is illegal.
    pub fn moves_after(
        &self,
        count: &MoveCount,
    ) -> Box<dyn Iterator<Item = Result<Move, ReplayError>> + '_> {
        for_any_plan!(
            self,
            replayed => {
                let moves = replayed.moves().iter().skip(index(count));
                Box::new(moves.cloned().map(|step| Ok(Move::from(step))))
            },
            exchange => Box::new(exchange.moves_after(count).map(|step| step.map(Move::from)))
        )
    }

    /// Returns the same plan with its moves written in a notation, if its puzzle has that notation;
    /// otherwise unchanged.
    #[must_use]
    pub fn in_notation(mut self, notation: Notation) -> Self {
        for_any_plan!(
            &mut self,
            replayed => replayed.notation = notation,
            exchange => exchange.notation = notation
        );
        self
    }

    /// Returns the moves as texts, if they are few enough: 100,000 at most.
    pub fn texts(&self) -> Option<Vec<String>> {
        let texts = self.texts_after(&MoveCount::default());
        (self.len() <= LISTED.into()).then(|| texts.collect::<Result<_, _>>().ok()).flatten()
    }

    /// Returns the moves of [`Plan::moves_after`] as texts.
    pub fn texts_after(
        &self,
        count: &MoveCount,
    ) -> Box<dyn Iterator<Item = Result<String, ReplayError>> + '_> {
        for_any_plan!(
            self,
            replayed => Box::new(replayed.texts_after(index(count)).map(Ok)),
            exchange => Box::new(exchange.texts_after(count))
        )
    }

    /// Draws the position after the first `count` moves.
    pub fn board_after(&self, count: &MoveCount) -> String {
        for_any_plan!(
            self,
            replayed => draw(replayed.puzzle(), &replayed.position_after(index(count))),
            exchange => draw(exchange.puzzle(), &exchange.position_after(count))
        )
    }
}

/// A number of moves as an index into a plan in memory.
fn index(count: &MoveCount) -> usize {
    usize::try_from(&count.0).unwrap_or(usize::MAX)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Atomix(step) => step.fmt(f),
            Self::Tiles(step) => step.fmt(f),
            Self::Panex(step) => step.fmt(f),
            Self::Pddl(step) => step.fmt(f),
        }
    }
}

macro_rules! of_a_puzzle {
    ($($puzzle:ident: $instance:ty, $step:ty;)*) => {$(
        impl From<$step> for Move {
            fn from(step: $step) -> Self {
                Self::$puzzle(step)
            }
        }

        impl From<Replayed<$instance>> for Plan {
            fn from(plan: Replayed<$instance>) -> Self {
                Self::$puzzle(plan)
            }
        }
    )*};
}
of_a_puzzle! {
    Atomix: atomix::Level, atomix::Move;
    Tiles: tiles::Instance, tiles::Move;
    Panex: panex::Instance, panex::Move;
    Pddl: pddl::Instance, pddl::Move;
}
