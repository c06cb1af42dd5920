//! What engines can be told.

use crate::{Engine, Unsupported, Weight};

/// What engines can be told, each for those that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// How much the heuristic counts in the weighted engines.
    pub weight: Weight,
    /// Which state gives way in the transposition tables of [`Engine::TranspositionIdaStar`] and
    /// [`Engine::StochasticIdaStar`].
    pub replacement: Replacement,
    /// What these tables hold when an iteration begins.
    pub table_start: TableStart,
}

impl Settings {
    /// Whether an engine has what it is told.
    ///
    /// # Errors
    /// [`Unsupported::Choice`] for what it does not have.
    pub fn suit(self, engine: Engine, puzzle: &'static str) -> Result<(), Unsupported> {
        if matches!(engine, Engine::TranspositionIdaStar | Engine::StochasticIdaStar) {
            return Ok(());
        }
        let Self { weight: _, replacement, table_start } = self;
        let replacement = (replacement != Replacement::default()).then_some(replacement.name());
        let table_start = (table_start != TableStart::default()).then_some(table_start.name());
        match [("replacement", replacement), ("table start", table_start)] {
            [(what, Some(name)), _] | [_, (what, Some(name))] => {
                let reason = "the engine has no transposition table to choose it for";
                Err(Unsupported::Choice { what, name, puzzle, reason })
            }
            [(_, None), (_, None)] => Ok(()),
        }
    }
}

/// Which state gives way where a transposition table has no room for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Replacement {
    /// The one that was stored first: what was met last is met again soonest.
    #[default]
    Oldest,
    /// The deepest, be it the new one: least work lies below it.
    Deepest,
    /// The new one: what is stored stays (Hüffner 2003).
    Newest,
}

impl Replacement {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Oldest, Self::Deepest, Self::Newest];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Oldest => "oldest",
            Self::Deepest => "deepest",
            Self::Newest => "newest",
        }
    }
}

/// What a transposition table holds when an iteration begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TableStart {
    /// Nothing.
    #[default]
    Empty,
    /// Unless it grows, the states of the iteration before. They keep their slots, but count as
    /// known only when they are entered again. Each of them will be, since the bound has risen.
    ///
    /// Hüffner's program empties its table and repeats the iterations that are three and more
    /// below the bound to the same end.
    Preheated,
}

impl TableStart {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Empty, Self::Preheated];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Preheated => "preheated",
        }
    }
}
