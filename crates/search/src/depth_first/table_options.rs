//! Options of a transposition table.

use crate::depth_first::Switch;

/// Options of a transposition table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TableOptions {
    /// Which state is replaced.
    pub replacement: Replacement,
    /// What the table holds when an iteration begins.
    pub start: TableStart,
    /// Whether children are searched in order of f, or in the order of the graph.
    pub move_ordering: Switch,
}

/// Which state is replaced when a transposition table has no room for another.
///
/// # Source
/// Breuker, Uiterwijk and van den Herik, *Replacement schemes for transposition tables* (1994),
/// call them New, Deep and Old; here a state may be in one of several slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Replacement {
    /// The one that was stored first: the state that was met last is likely to be met again
    /// soonest.
    #[default]
    Fifo,
    /// The deepest, which may be the new one: it has the least work below it.
    DepthPreferred,
    /// None: what is stored stays, and the new one is not stored (Hüffner 2003).
    Never,
}

impl Replacement {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Fifo, Self::DepthPreferred, Self::Never];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fifo => "fifo",
            Self::DepthPreferred => "depth-preferred",
            Self::Never => "never",
        }
    }
}

/// What a transposition table holds when an iteration begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TableStart {
    /// Nothing.
    #[default]
    Empty,
    /// The states of the iteration before. They keep their slots, but count as known only when they
    /// are entered again. Each of them will be, since the bound has risen.
    Preheated,
    /// After the table was emptied, iterations are run again to fill it: those of all limits that
    /// are at least three below the bound.
    ///
    /// # Source
    /// Pre-heating in the program of Hüffner 2003, appendix A.
    LowerLimits,
}

impl TableStart {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Empty, Self::Preheated, Self::LowerLimits];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Preheated => "preheated",
            Self::LowerLimits => "lower-limits",
        }
    }
}
