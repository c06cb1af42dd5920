//! Values that are one of several names.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads the name of one of several values.
pub(crate) fn names<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<T> = all.into_iter().collect();
    PossibleValuesParser::new(all.iter().copied().map(name)).try_map(move |typed| {
        let named = all.iter().copied().find(|&value| name(value) == typed);
        named.ok_or("unknown name")
    })
}
