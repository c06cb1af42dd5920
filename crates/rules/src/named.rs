//! Enums whose values have names that users type.

/// The error of a word that is not the name of anything of its kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} \"{name}\": use {known}")]
pub struct UnknownName {
    /// The kind.
    pub what: &'static str,
    /// The word.
    pub name: String,
    /// The names of this kind.
    pub known: String,
}

impl UnknownName {
    /// Returns the error of a word that is not one of some names.
    pub(crate) fn new(what: &'static str, name: &str, known: &[&str]) -> Self {
        let known = known.join(", ");
        let known = match known.rsplit_once(", ") {
            Some((others, last)) => format!("{others} or {last}"),
            None => known,
        };
        Self { what, name: name.to_owned(), known }
    }
}

/// Names the values of an enum: `ALL`, `name`, `Display`, and `FromStr` with [`UnknownName`].
macro_rules! named {
    ($type:ident, $what:literal, $($value:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// All of them.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Returns the name that users type.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = crate::UnknownName;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let named = Self::ALL.into_iter().find(|value| value.name() == text);
                named.ok_or_else(|| Self::Err::new($what, text, &Self::ALL.map(Self::name)))
            }
        }
    };
}

pub(crate) use named;
