//! Files of levels: detection of format and text encoding, and the levels by number.

use super::findings::Findings;
use super::katomic::set_to_katomic;
use super::kp::set_to_kp;
use super::raw::{Fault, RawNumbered, one_line};
use super::{CannotWrite, FormatError, Level, Nearest, Warning};
use super::{drawing, gliesch_ritt, gnome, katomic, kp, saved_game};
use super::{to_drawing, to_gliesch_ritt, to_gnome, to_katomic, to_kp};
use crate::{Located, TextPosition};
use std::fmt;
use std::str::FromStr;

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

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::KAtomic, Self::Gnome, Self::Kp, Self::GlieschRitt, Self::Drawing];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::KAtomic => "katomic",
            Self::Gnome => "gnome",
            Self::Kp => "kp",
            Self::GlieschRitt => "gliesch-ritt",
            Self::Drawing => "drawing",
        }
    }

    /// Writes a level in this format; [`parse`] reads it back.
    ///
    /// # Errors
    /// If the format cannot express the level.
    pub fn write(self, level: &Level) -> Result<String, CannotWrite> {
        match self {
            Self::KAtomic => to_katomic(level),
            Self::Gnome => to_gnome(level),
            Self::Kp => to_kp(level),
            Self::GlieschRitt => to_gliesch_ritt(level),
            Self::Drawing => Ok(to_drawing(level)),
        }
    }

    /// Writes levels as one file in this format; [`parse`] reads them back, numbered from 1.
    ///
    /// # Errors
    /// If the format cannot express one of the levels, or if it has exactly one level per file and
    /// the number of levels is another one.
    pub fn write_set(self, name: &str, levels: &[&Level]) -> Result<String, CannotWrite> {
        match (self, levels) {
            (Self::KAtomic, _) => set_to_katomic(name, levels),
            (Self::Kp, _) => set_to_kp(name, levels),
            (Self::Drawing, _) => {
                let drawings: Vec<_> = levels.iter().map(|level| to_drawing(level)).collect();
                Ok(drawings.join("\n"))
            }
            (Self::Gnome | Self::GlieschRitt, [level]) => self.write(level),
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
        detect(&decode(text))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormatName;
    fn from_str(text: &str) -> Result<Self, UnknownFormatName> {
        let named = Self::ALL.into_iter().find(|format| format.name() == text);
        named.ok_or_else(|| UnknownFormatName(text.to_owned()))
    }
}

/// The error of a word that is not the name of a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown format \"{0}\": use katomic, gnome, kp, gliesch-ritt or drawing")]
pub struct UnknownFormatName(pub String);

/// How the edge of the field is treated where there is no wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OpenEdge {
    /// A board that atoms can leave is an error.
    #[default]
    Refuse,
    /// The edge stops atoms like a wall.
    Stop,
}

impl OpenEdge {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Refuse, Self::Stop];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Stop => "stop",
        }
    }
}

impl FromStr for OpenEdge {
    type Err = UnknownOpenEdge;
    fn from_str(text: &str) -> Result<Self, UnknownOpenEdge> {
        let named = Self::ALL.into_iter().find(|edge| edge.name() == text);
        named.ok_or_else(|| UnknownOpenEdge(text.to_owned()))
    }
}

/// The error of a word that is not the name of a treatment of the edge.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown value \"{0}\" for the edge: use refuse or stop")]
pub struct UnknownOpenEdge(pub String);

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

/// The largest number of bytes that a file may have; the largest known level sets have 200,000.
pub const MAX_BYTES: usize = 1 << 22;

/// The levels of a file, in order of their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelSet {
    name: Option<String>,
    format: Format,
    levels: Vec<NumberedLevel>,
}

/// A level of a set, or the errors in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedLevel {
    /// The number in the set, from 1. The level of a file with one level has the number 1.
    pub number: u32,
    /// The identifier of the level in its set, in formats that have one (kp).
    pub id: Option<String>,
    /// The level, or all errors in it, in the order of the text; a broken level does not affect the
    /// others.
    pub level: Result<Level, Vec<Located<FormatError>>>,
    /// Warnings about what looks like a mistake, in good and broken levels, in the order of the
    /// text.
    pub warnings: Vec<Located<Warning>>,
}

impl LevelSet {
    /// Returns the name of the set, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the format from which the set was read.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the levels in order of their numbers, which need not be consecutive; at least one.
    pub fn levels(&self) -> &[NumberedLevel] {
        &self.levels
    }

    /// Returns the levels in order of their numbers.
    pub fn into_levels(self) -> impl Iterator<Item = NumberedLevel> {
        self.levels.into_iter()
    }

    /// Returns the level with a number.
    pub fn get(&self, number: u32) -> Option<&NumberedLevel> {
        self.levels.iter().find(|level| level.number == number)
    }
}

/// Reads a file of levels, in the format given or detected.
///
/// UTF-8 with or without a byte order mark, otherwise Latin-1; lines end in LF, CRLF or CR.
///
/// # Errors
/// If nothing can be said about any level: no format fits, the syntax of XML or JSON is broken, or
/// there is no level. Errors in single levels are in [`NumberedLevel::level`].
///
/// # Complexity
/// Time and memory are linear in the length of the text, which is at most [`MAX_BYTES`].
pub fn parse(text: &[u8], options: impl Into<Options>) -> Result<LevelSet, Located<FormatError>> {
    let Options { format, open_edge } = options.into();
    if text.len() > MAX_BYTES {
        return Err(TextPosition::START.error(FormatError::TooLarge(text.len())));
    }
    let text = decode(text);
    if let Some(offset) = text.find('\0') {
        return Err(TextPosition::of_offset(&text, offset).error(FormatError::ZeroByte));
    }
    if text.trim().is_empty() {
        return Err(TextPosition::START.error(FormatError::Empty));
    }
    let unknown = || TextPosition::START.error(FormatError::UnknownFormat(nearest(&text)));
    let format = format.or_else(|| detect(&text)).ok_or_else(unknown)?;
    let mut positions = Positions { text: text.as_bytes(), offset: 0, at: TextPosition::START };
    let raw = match format {
        Format::KAtomic => katomic::parse(&text),
        Format::Gnome => gnome::parse(&text),
        Format::Kp => kp::parse(&text),
        Format::GlieschRitt => gliesch_ritt::parse(&text),
        Format::Drawing => drawing::parse(&text),
    };
    let raw = raw.map_err(|Fault { at, error }| positions.locate(at).error(error))?;
    let validated = |RawNumbered { number, id, level, mut findings }| {
        let is_read = !findings.has_errors();
        let level = level.filter(|_| is_read);
        let level = level.and_then(|level| level.validate(open_edge, &mut findings));
        let Findings { mut errors, mut warnings } = findings;
        errors.sort_by_key(|fault| fault.at);
        warnings.sort_by_key(|&(at, _)| at);
        let errors = errors.into_iter().map(|fault| positions.locate(fault.at).error(fault.error));
        let errors: Vec<_> = errors.collect();
        let warnings =
            warnings.into_iter().map(|(at, warning)| positions.locate(at).error(warning));
        let warnings = warnings.collect();
        NumberedLevel {
            number,
            id: id.as_deref().and_then(one_line),
            level: level.ok_or(errors),
            warnings,
        }
    };
    let mut levels: Vec<NumberedLevel> = raw.levels.into_iter().map(validated).collect();
    levels.sort_by_key(|level| level.number);
    Ok(LevelSet { name: raw.name.as_deref().and_then(one_line), format, levels })
}

/// Finds positions in a text, quickly if asked for roughly in order.
struct Positions<'a> {
    text: &'a [u8],
    offset: usize,
    at: TextPosition,
}

impl Positions<'_> {
    fn locate(&mut self, at: usize) -> TextPosition {
        if at < self.offset {
            (self.offset, self.at) = (0, TextPosition::START);
        }
        for &byte in self.text.iter().skip(self.offset).take(at - self.offset) {
            match byte {
                b'\n' => self.at = TextPosition { line: self.at.line + 1, column: 1 },
                0x80..=0xBF => (),
                _ => self.at.column += 1,
            }
        }
        self.offset = at;
        self.at
    }
}

/// Decodes UTF-8, or else Latin-1; line ends of CR alone, as on old Macs, become LF.
pub(super) fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    };
    if text.contains('\n') { text } else { text.replace('\r', "\n") }
}

fn detect(text: &str) -> Option<Format> {
    match text.trim_start().chars().next()? {
        '<' => Some(Format::Gnome),
        _ if katomic::recognises(text) => Some(Format::KAtomic),
        _ if kp::recognises(text) => Some(Format::Kp),
        _ if gliesch_ritt::recognises(text) => Some(Format::GlieschRitt),
        _ if drawing::recognises(text) => Some(Format::Drawing),
        _ => None,
    }
}

/// Finds the format that a text without a format resembles most.
fn nearest(text: &str) -> Nearest {
    if saved_game::recognises(text) {
        Nearest::SavedGame
    } else if katomic::has_keys(text) {
        Nearest::KAtomic
    } else if text.contains("##") && drawing::has_board(text) {
        Nearest::Drawing
    } else {
        Nearest::Nothing
    }
}
