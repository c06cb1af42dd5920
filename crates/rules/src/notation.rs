//! Notations for moves.

use std::fmt;
use std::str::FromStr;

/// A notation for moves. Each puzzle has the standard notation and some of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// The notation in which fewest prints moves by default.
    #[default]
    Standard,
    /// Atomix: the atom and the direction, `1.1 down`.
    Directions,
    /// Atomix: the four letters of kp-atomix, `bbdb`.
    Letters,
    /// Tiles: the direction of the blank, as one of the letters `U`, `D`, `L`, `R`.
    Blank,
    /// Tiles: the direction of the blank, in words.
    BlankWords,
    /// Tiles: the direction of the tile, as one of the letters `U`, `D`, `L`, `R`.
    Tile,
    /// Tiles: the direction of the tile, in words.
    TileWords,
    /// Panex: columns by number from the left, `1-2`.
    Numbers,
    /// Panex: columns in small letters, `l-m`.
    Lower,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 9] = [
        Self::Standard,
        Self::Directions,
        Self::Letters,
        Self::Blank,
        Self::BlankWords,
        Self::Tile,
        Self::TileWords,
        Self::Numbers,
        Self::Lower,
    ];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Directions => "directions",
            Self::Letters => "letters",
            Self::Blank => "blank",
            Self::BlankWords => "blank-words",
            Self::Tile => "tile",
            Self::TileWords => "tile-words",
            Self::Numbers => "numbers",
            Self::Lower => "lower",
        }
    }

    /// Returns the notation that is read in the same way, but may be written differently.
    #[must_use]
    pub fn reading(self) -> Self {
        match self {
            Self::Blank | Self::BlankWords => Self::Blank,
            Self::Tile | Self::TileWords => Self::Tile,
            Self::Standard | Self::Directions | Self::Letters | Self::Numbers | Self::Lower => {
                Self::Standard
            }
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a word that is not the name of a notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown notation \"{0}\"")]
pub struct UnknownNotation(pub String);

impl FromStr for Notation {
    type Err = UnknownNotation;
    fn from_str(text: &str) -> Result<Self, UnknownNotation> {
        let named = Self::ALL.into_iter().find(|notation| notation.name() == text);
        named.ok_or_else(|| UnknownNotation(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let names = [
            "standard",
            "directions",
            "letters",
            "blank",
            "blank-words",
            "tile",
            "tile-words",
            "numbers",
            "lower",
        ];
        assert_eq!(Notation::ALL.map(Notation::name), names);
        for notation in Notation::ALL {
            assert_eq!(notation.to_string().parse(), Ok(notation));
        }
        let error = "Blank".parse::<Notation>().unwrap_err();
        assert_eq!(error.to_string(), "unknown notation \"Blank\"");
    }
}
