//! Plans in the moves of their puzzles.

use crate::instance::draw;
use crate::{ExchangePlan, MoveCount, Replayed};
use fewest_rules::{Notation, ReplayError, atomix, panex, pddl, tiles};
use std::fmt;

/// A plan that the rules have replayed.
#[derive(Debug, Clone)]
pub enum Plan {
    /// Moves of atoms.
    Atomix(Replayed<atomix::Level>),
    /// Moves of tiles.
    Tiles(Replayed<tiles::Instance>),
    /// Moves of pieces of Panex.
    Panex(Replayed<panex::Instance>),
    /// An exchange of two Panex towers, as long as it may be.
    Exchange(ExchangePlan),
    /// Actions of a planning task.
    Pddl(Replayed<pddl::Instance>),
}

/// A move of one of the puzzles. Its `Display` is the puzzle's notation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Move {
    /// Of an atom.
    Atomix(atomix::Move),
    /// Of a tile.
    Tiles(tiles::Move),
    /// Of a piece of Panex.
    Panex(panex::Move),
    /// An action of a planning task.
    Pddl(pddl::Move),
}

/// Longer plans are not written out in a report.
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
    /// How many moves there are.
    pub fn len(&self) -> MoveCount {
        for_any_plan!(
            self,
            replayed => MoveCount::from(replayed.moves().len() as u64),
            exchange => exchange.len()
        )
    }

    /// Whether the start is solved.
    pub fn is_empty(&self) -> bool {
        for_any_plan!(self, replayed => replayed.moves().is_empty(), exchange => exchange.is_empty())
    }

    /// The moves if they are few enough to be written out: 100,000.
    pub fn listed(&self) -> Option<Vec<Move>> {
        let moves = self.moves_after(&MoveCount::default());
        (self.len() <= LISTED.into()).then(|| moves.collect::<Result<_, _>>().ok()).flatten()
    }

    /// The moves after the first `count`, in order and without end in sight.
    ///
    /// Those of an exchange are replayed as they are made: the iterator ends with an error if the
    /// rules do not accept one.
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

    /// The same plan with its moves written in a notation, if its puzzle has it; else as before.
    #[must_use]
    pub fn in_notation(mut self, notation: Notation) -> Self {
        for_any_plan!(
            &mut self,
            replayed => replayed.notation = notation,
            exchange => exchange.notation = notation
        );
        self
    }

    /// The moves as they are written, if they are few enough: 100,000.
    pub fn texts(&self) -> Option<Vec<String>> {
        let texts = self.texts_after(&MoveCount::default());
        (self.len() <= LISTED.into()).then(|| texts.collect::<Result<_, _>>().ok()).flatten()
    }

    /// [`Plan::moves_after`] as they are written.
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

    /// The position after the first `count` moves, drawn.
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
