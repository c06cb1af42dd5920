//! Warnings: what is accepted in a level file although it looks like a mistake.

/// A warning about a level that can be played nevertheless.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// An element or a bond that no program has.
    #[error("unknown {0} {1:?}; it is kept as written")]
    Unknown(&'static str, char),
    /// A key without a meaning in a level.
    #[error("unknown key {key:?}{}", did_you_mean(near.as_ref()))]
    UnknownKey {
        /// The key.
        key: String,
        /// A known key that differs little.
        near: Option<String>,
    },
    /// A section header with unexpected letter case.
    #[error("the section is read as [Level], the name that KAtomic requires")]
    HeaderCase,
}

fn did_you_mean(near: Option<&String>) -> String {
    near.map(|near| format!(": did you mean {near:?}?")).unwrap_or_default()
}
