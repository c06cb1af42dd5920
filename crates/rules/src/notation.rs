//! Notations for moves.

use crate::named::named;

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

named!(
    Notation,
    "notation",
    Standard = "standard",
    Directions = "directions",
    Letters = "letters",
    Blank = "blank",
    BlankWords = "blank-words",
    Tile = "tile",
    TileWords = "tile-words",
    Numbers = "numbers",
    Lower = "lower",
);

impl Notation {
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
        let expected =
            format!("unknown notation \"Blank\": use {} or lower", names[..8].join(", "));
        assert_eq!(error.to_string(), expected);
    }
}
