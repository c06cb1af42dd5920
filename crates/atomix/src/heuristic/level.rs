//! How much a heuristic looks at.

/// The lower bounds that are combined. Each strength includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// The sum of the atoms' generalized distances.
    Distances,
    /// And what pairs of atoms cost beyond their distances.
    Pairs,
    /// And, for new states, what triples cost beyond the pairs in them.
    Triples,
    /// And, for new states, the price of unsupported stops. Triples are looked at once the search
    /// has become long: their tables take time.
    SupportedStops,
    /// And whether any two atoms have such stops together, past each other. Tests refute more, but
    /// take longer.
    SupportedPairs,
}

impl Strength {
    /// All of them, weakest first.
    pub const ALL: [Self; 5] =
        [Self::Distances, Self::Pairs, Self::Triples, Self::SupportedStops, Self::SupportedPairs];

    /// The name under which answers report it.
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
