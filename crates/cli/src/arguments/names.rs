//! Values that are one of several names.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::str::FromStr;

/// Reads one of `names`, which `T` can parse, too.
pub(crate) fn names<T>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}
