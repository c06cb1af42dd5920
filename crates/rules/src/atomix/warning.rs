//! What is accepted in a level file although it looks like a mistake.

/// A remark on a level that can be played all the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// An element that no program has.
    #[error("no program knows the element {0:?}: it is taken as it is")]
    UnknownElement(char),
    /// A bond that no program has.
    #[error("no program knows the bond {0:?}: it is taken as it is")]
    UnknownBond(char),
    /// A key that means nothing in a level.
    #[error("unknown key {key:?}{}", did_you_mean(near.as_ref()))]
    UnknownKey {
        /// The key.
        key: String,
        /// A known key that differs little.
        near: Option<String>,
    },
    /// A section header in small or capital letters.
    #[error("the section is read as [Level], which KAtomic demands")]
    HeaderCase,
}

fn did_you_mean(near: Option<&String>) -> String {
    near.map(|near| format!(": did you mean {near:?}?")).unwrap_or_default()
}
