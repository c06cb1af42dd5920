//! Formats of level files: their names and detection, and writing in any of them.

use super::set::decode;
use super::{CannotWrite, Level};
use super::{draw, drawing, gliesch_ritt, gnome_write, katomic, kp};
use crate::named::named;

/// The text formats of Atomix levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// KAtomic's level sets (`*.dat`): sections `[Level1]`, `[Level2]`, ... in any order, each with
    /// `Name`, the rows of the board `feld_00`, `feld_01`, ... (`#` is a wall, `.` or a space is
    /// empty, anything else an atom), those of the molecule `mole_0`, `mole_1`, ..., and the
    /// meanings of the labels (`atom_1=1-c`). Also files with one section `[Level]`, as read by the
    /// programs of Hüffner and others.
    KAtomic,
    /// A level of GNOME Atomix (`*.atomix.xml`), of any of its versions since 2001.
    Gnome,
    /// Level sets of kp-atomix (`*.json`, `*.js`). Levels are numbered from 1 in their order.
    Kp,
    /// Instances of Gliesch and Ritt (`*.in`): name; number of atoms; width and height of the
    /// board and its rows; width and height of the molecule and its rows; number of final states;
    /// number of free squares.
    GlieschRitt,
    /// A drawn board with the molecule beside or below it, as fewest draws levels. Several levels
    /// are numbered from 1 in their order.
    Drawing,
}

named!(
    Format,
    "format",
    KAtomic = "katomic",
    Gnome = "gnome",
    Kp = "kp",
    GlieschRitt = "gliesch-ritt",
    Drawing = "drawing",
);

impl Format {
    /// Writes a level in this format; [`parse`](super::parse) reads it back.
    ///
    /// Squares keep their rows and columns, except as [`Format::moves_squares`] says.
    ///
    /// # Errors
    /// If the format cannot express the level.
    pub fn write(self, level: &Level) -> Result<String, CannotWrite> {
        self.write_set(level.name().unwrap_or_default(), &[level])
    }

    /// Writes levels as one file in this format; [`parse`](super::parse) reads them back, numbered
    /// from 1.
    ///
    /// # Errors
    /// If the format cannot express one of the levels, or if it has exactly one level per file and
    /// the number of levels is another one.
    pub fn write_set(self, name: &str, levels: &[&Level]) -> Result<String, CannotWrite> {
        let closed = || {
            let closed: Option<Vec<_>> = levels.iter().map(|level| level.enclosed()).collect();
            closed.ok_or(CannotWrite::NoRoomForWall)
        };
        match (self, levels.len()) {
            (Self::KAtomic, _) => katomic::write(name, &closed()?),
            (Self::Kp, _) => kp::write(name, &closed()?),
            (Self::Drawing, _) => {
                let drawings: Vec<_> = levels.iter().map(|level| draw::to_drawing(level)).collect();
                Ok(drawings.join("\n"))
            }
            (Self::Gnome, 1) => gnome_write::write(&closed()?[0]),
            (Self::GlieschRitt, 1) => Ok(gliesch_ritt::write(&closed()?[0])),
            (Self::Gnome | Self::GlieschRitt, _) => Err(CannotWrite::OneLevelAFile(self)),
        }
    }

    /// Returns the extension of files in this format.
    pub fn extension(self) -> &'static str {
        match self {
            Self::KAtomic => ".dat",
            Self::Gnome => ".atomix.xml",
            Self::Kp => ".json",
            Self::GlieschRitt => ".in",
            Self::Drawing => ".txt",
        }
    }

    /// Returns by how many rows and columns squares move when a level is written in this format:
    /// two formats cut boards to their walls, and a field whose edge stops atoms gets walls around
    /// it.
    pub fn moves_squares(self, level: &Level) -> (i16, i16) {
        let (rows, columns) = level.room_for_walls();
        match (self, level.enclosed()) {
            (Self::KAtomic | Self::Gnome, _) => (rows, columns),
            (Self::Kp | Self::GlieschRitt, Some(closed)) => {
                let (corner, _) = closed.corners();
                (rows - i16::from(corner.row), columns - i16::from(corner.column))
            }
            (Self::Kp | Self::GlieschRitt, None) | (Self::Drawing, _) => (0, 0),
        }
    }

    /// Returns the format that a text seems to have; parsing shows whether the text is valid in it.
    pub fn detect(text: &[u8]) -> Option<Self> {
        Self::of(&decode(text))
    }

    /// Returns the format that a decoded text seems to have.
    pub(super) fn of(text: &str) -> Option<Self> {
        match text.trim_start().chars().next()? {
            '<' => Some(Self::Gnome),
            _ if katomic::recognises(text) => Some(Self::KAtomic),
            _ if kp::recognises(text) => Some(Self::Kp),
            _ if gliesch_ritt::recognises(text) => Some(Self::GlieschRitt),
            _ if drawing::recognises(text) => Some(Self::Drawing),
            _ => None,
        }
    }
}

/// How the edge of the field is treated where there is no wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OpenEdge {
    /// A board that atoms can leave is an error.
    #[default]
    Refuse,
    /// The edge stops atoms like a wall.
    Stop,
}

named!(OpenEdge, "treatment of the edge", Refuse = "refuse", Stop = "stop");

/// Options for reading a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// The format; detected if `None`.
    pub format: Option<Format>,
    /// How the edge of the field is treated.
    pub open_edge: OpenEdge,
}

impl From<Option<Format>> for Options {
    fn from(format: Option<Format>) -> Self {
        Self { format, ..Self::default() }
    }
}
