//! The levels of the heuristic, each with more lower bounds.

/// The lower bounds that are combined. Each level includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeuristicLevel {
    /// The sum of the atoms' generalized distances.
    Distances,
    /// Plus the excess of pairs.
    Pairs,
    /// Plus, in the lazy test, the excess of triples.
    Triples,
    /// Plus, in the lazy test, unsupported stops. The tables of triples are built only in long
    /// searches.
    SupportedStops,
    /// Plus, in the lazy test, joint routes of every two atoms: refutes more, but takes longer.
    SupportedPairs,
}

impl HeuristicLevel {
    /// All levels, weakest first.
    pub const ALL: [Self; 5] =
        [Self::Distances, Self::Pairs, Self::Triples, Self::SupportedStops, Self::SupportedPairs];

    /// Returns the name that answers report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Distances => "generalized-distance",
            Self::Pairs => "pair-excess",
            Self::Triples => "triple-excess",
            Self::SupportedStops => "supported-stops",
            Self::SupportedPairs => "supported-pairs",
        }
    }
}
