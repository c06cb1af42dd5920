//! Scenes of ground and pieces, and steps that move a piece.

/// A cell of a scene.
///
/// # Units
/// Cells from the top left corner of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// To the right.
    pub x: u16,
    /// Down.
    pub y: u16,
}

/// The picture of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The number of columns.
    pub width: u16,
    /// The number of rows.
    pub height: u16,
    /// The ground under the pieces; cells that are not listed are empty.
    pub ground: Vec<(Place, Ground)>,
    /// The pieces; a [`Step`] refers to them by their index in this list.
    pub pieces: Vec<Piece>,
}

/// The ground of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// No piece can go there.
    Wall,
    /// A piece may stand there.
    Floor,
}

/// A piece in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its look.
    pub look: Look,
    /// Its place.
    pub at: Place,
}

/// The look of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Look {
    /// A disc with a symbol, and bonds that stick out of it.
    Atom {
        /// At most two characters.
        symbol: String,
        /// Its colour; an element always has the same.
        colour: Colour,
        /// How many bonds there are in each of eight directions, clockwise from the top.
        bonds: [u8; 8],
    },
    /// A square with a number.
    Tile(u8),
    /// A bar of a tower.
    Bar {
        /// Whether it is of the first tower.
        is_first: bool,
        /// From 1.
        size: u16,
        /// The largest size there is.
        largest: u16,
    },
}

/// The colour of an atom: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Whether dark text is easier to read on it than light text.
    ///
    /// The weights are those of relative luminance in the Web Content Accessibility Guidelines,
    /// without linearising the values: accurate enough to choose between black and white.
    pub fn is_light(self) -> bool {
        let Self(red, green, blue) = self;
        2126 * u32::from(red) + 7152 * u32::from(green) + 722 * u32::from(blue) > 1_400_000
    }
}

impl Look {
    /// Returns the text on the piece.
    pub fn label(&self) -> String {
        match self {
            Self::Atom { symbol, .. } => symbol.clone(),
            Self::Tile(number) => number.to_string(),
            Self::Bar { is_first, size, .. } => {
                format!("{}{size}", if *is_first { 'a' } else { 'b' })
            }
        }
    }

    /// Returns the colours of its surface and its text.
    pub fn colours(&self) -> (Colour, Colour) {
        let surface = match self {
            Self::Atom { colour, .. } => *colour,
            Self::Tile(_) => Colour(241, 200, 121),
            Self::Bar { is_first: true, .. } => Colour(86, 156, 214),
            Self::Bar { is_first: false, .. } => Colour(230, 140, 60),
        };
        let text = if surface.is_light() { Colour(20, 20, 20) } else { Colour(255, 255, 255) };
        (surface, text)
    }
}

/// One move of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The number of the piece in the scene.
    pub piece: usize,
    /// The place it goes to.
    pub to: Place,
    /// The move in words.
    pub text: String,
}
