//! Settings of engines.

use crate::{Engine, Unsupported, Weight};

/// Settings of engines. `None` is the default of those that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// How much the heuristic counts in the weighted engines.
    pub weight: Option<Weight>,
    /// Which state gives way in the transposition tables of [`Engine::TranspositionIdaStar`] and
    /// [`Engine::StochasticIdaStar`].
    pub replacement: Option<Replacement>,
    /// What these tables hold when an iteration begins.
    pub table_start: Option<TableStart>,
}

impl Settings {
    /// Whether an engine has what is set.
    ///
    /// # Errors
    /// [`Unsupported::Setting`] for the first setting that it does not have.
    pub fn suit(self, engine: Engine) -> Result<(), Unsupported> {
        const WEIGHTED: &[Engine] = &[Engine::WeightedAstar, Engine::WeightedIdaStar];
        const WITH_TABLE: &[Engine] = &[Engine::TranspositionIdaStar, Engine::StochasticIdaStar];
        let Self { weight, replacement, table_start } = self;
        let set = [
            ("weight", weight.is_some(), WEIGHTED),
            ("replacement", replacement.is_some(), WITH_TABLE),
            ("table-start", table_start.is_some(), WITH_TABLE),
        ];
        let refused =
            set.into_iter().find(|(_, is_set, having)| *is_set && !having.contains(&engine));
        refused.map_or(Ok(()), |(setting, _, having)| {
            Err(Unsupported::Setting { setting, engine, having })
        })
    }
}

/// Which state gives way where a transposition table has no room for another.
///
/// # Source
/// Breuker, Uiterwijk and van den Herik, *Replacement schemes for transposition tables* (1994),
/// call them New, Deep and Old; here a state may be in one of several slots.
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
            Self::Oldest => "fifo",
            Self::Deepest => "depth-preferred",
            Self::Newest => "never",
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
