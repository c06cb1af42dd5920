//! Files of levels: which format, which text encoding, and the levels by number.

use super::raw::{Fault, RawLevel, RawNumbered, one_line};
use super::{FormatError, Level, gliesch_ritt, gnome, katomic, kp};
use crate::{Located, TextPosition};
use std::fmt;
use std::str::FromStr;

/// The text formats of Atomix levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// KAtomic's level sets (`*.dat`): sections `[Level1]`, `[Level2]`, ... in any order, each
    /// with `Name`, the rows of the board `feld_00`, `feld_01`, ... (`#` is a wall, `.` or a space
    /// is empty, anything else an atom), those of the molecule `mole_0`, `mole_1`, ..., and what
    /// the atoms stand for (`atom_1=1-c`). Also files with one section `[Level]`, as the programs
    /// of Hüffner and others read them.
    KAtomic,
    /// A level of GNOME Atomix (`*.atomix.xml`).
    Gnome,
    /// Level sets of kp-atomix (`*.json`). Levels are numbered from 1 in their order.
    Kp,
    /// Instances of Gliesch and Ritt (`*.in`): name; number of atoms; width and height of the
    /// board and its rows; width and height of the molecule and its rows; number of final states;
    /// number of free squares.
    GlieschRitt,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::KAtomic, Self::Gnome, Self::Kp, Self::GlieschRitt];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::KAtomic => "katomic",
            Self::Gnome => "gnome",
            Self::Kp => "kp",
            Self::GlieschRitt => "gliesch-ritt",
        }
    }

    /// The format a text looks like; whether it is right in it shows when it is parsed.
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

/// A word that names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown format \"{0}\": use katomic, gnome, kp or gliesch-ritt")]
pub struct UnknownFormatName(pub String);

/// The most bytes a file may have; the greatest known level sets have 200,000.
pub const MAX_BYTES: usize = 1 << 22;

/// The levels of a file, in order of their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelSet {
    name: Option<String>,
    format: Format,
    levels: Vec<NumberedLevel>,
}

/// A level of a set, or what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedLevel {
    /// The number in the set, from 1. A file of one level has number 1.
    pub number: u32,
    /// The name the set calls it by, in formats that have one (kp).
    pub id: Option<String>,
    /// The level; one that is broken does not spoil the others.
    pub level: Result<Level, Located<FormatError>>,
}

impl LevelSet {
    /// The name of the set, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The format it was read from.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The levels in order of their numbers, which need not be consecutive; at least one.
    pub fn levels(&self) -> &[NumberedLevel] {
        &self.levels
    }

    /// The levels in order of their numbers.
    pub fn into_levels(self) -> impl Iterator<Item = NumberedLevel> {
        self.levels.into_iter()
    }

    /// The level with a number.
    pub fn get(&self, number: u32) -> Option<&NumberedLevel> {
        self.levels.iter().find(|level| level.number == number)
    }
}

/// Reads a file of levels, in the format given or detected.
///
/// UTF-8 with or without a byte order mark, otherwise Latin-1; lines end in LF or CRLF.
///
/// # Errors
/// Where nothing can be told about any level: no format fits, the syntax of XML or JSON is
/// broken, no level is there. Errors in single levels are in [`NumberedLevel::level`].
///
/// # Complexity
/// Time and memory are linear in the length of the text, which is at most [`MAX_BYTES`].
pub fn parse(text: &[u8], format: Option<Format>) -> Result<LevelSet, Located<FormatError>> {
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
    let format = format.or_else(|| detect(&text));
    let format = format.ok_or_else(|| TextPosition::START.error(FormatError::UnknownFormat))?;
    let mut positions = Positions { text: text.as_bytes(), offset: 0, at: TextPosition::START };
    let raw = match format {
        Format::KAtomic => katomic::parse(&text),
        Format::Gnome => gnome::parse(&text),
        Format::Kp => kp::parse(&text),
        Format::GlieschRitt => gliesch_ritt::parse(&text),
    };
    let raw = raw.map_err(|fault| positions.locate(fault))?;
    let validated = |RawNumbered { number, id, level }| {
        let level = level.and_then(RawLevel::validate).map_err(|fault| positions.locate(fault));
        NumberedLevel { number, id: id.as_deref().and_then(one_line), level }
    };
    let mut levels: Vec<NumberedLevel> = raw.levels.into_iter().map(validated).collect();
    levels.sort_by_key(|level| level.number);
    Ok(LevelSet { name: raw.name.as_deref().and_then(one_line), format, levels })
}

/// Finds positions in a text quickly when asked for them roughly in order.
struct Positions<'a> {
    text: &'a [u8],
    offset: usize,
    at: TextPosition,
}

impl Positions<'_> {
    fn locate(&mut self, Fault { at, error }: Fault) -> Located<FormatError> {
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
        self.at.error(error)
    }
}

/// UTF-8, or Latin-1 where it is not that.
fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

fn detect(text: &str) -> Option<Format> {
    match text.trim_start().chars().next()? {
        '<' => Some(Format::Gnome),
        '{' => Some(Format::Kp),
        _ if katomic::recognises(text) => Some(Format::KAtomic),
        _ if gliesch_ritt::recognises(text) => Some(Format::GlieschRitt),
        _ => None,
    }
}
