//! Files of levels: text encoding, and the levels by number.

use super::findings::{Fault, Findings};
use super::raw::{RawNumbered, one_line};
use super::{Format, FormatError, Level, Options, Warning};
use super::{drawing, gliesch_ritt, gnome, katomic, kp, saved_game};
use crate::text::Positions;
use crate::{Located, TextPosition};

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
    let format = format.or_else(|| Format::of(&text)).ok_or_else(unknown)?;
    let positions = Positions::of(&text);
    let raw = match format {
        Format::KAtomic => katomic::parse(&text),
        Format::Gnome => gnome::parse(&text),
        Format::Kp => kp::parse(&text),
        Format::GlieschRitt => gliesch_ritt::parse(&text),
        Format::Drawing => drawing::parse(&text),
    };
    let raw = raw.map_err(|fault| fault.located(&positions))?;
    let validated = |RawNumbered { number, id, level, mut findings }| {
        let is_read = !findings.has_errors();
        let level = level.filter(|_| is_read);
        let level = level.and_then(|level| level.validate(open_edge, &mut findings));
        let Findings { errors, warnings } = findings;
        let warnings = in_order(warnings, &positions);
        let level = level.ok_or_else(|| in_order(errors, &positions));
        NumberedLevel { number, id: id.as_deref().and_then(one_line), level, warnings }
    };
    let mut levels: Vec<NumberedLevel> = raw.levels.into_iter().map(validated).collect();
    levels.sort_by_key(|level| level.number);
    Ok(LevelSet { name: raw.name.as_deref().and_then(one_line), format, levels })
}

/// Returns what was found in a text in its order.
fn in_order<E>(mut faults: Vec<Fault<E>>, positions: &Positions<'_>) -> Vec<Located<E>> {
    faults.sort_by_key(|fault| fault.at);
    faults.into_iter().map(|fault| fault.located(positions)).collect()
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

/// Returns what a text without a format resembles most, and what it lacks.
fn nearest(text: &str) -> &'static str {
    if saved_game::recognises(text) {
        "; a saved game of KAtomic has no board of its own"
    } else if katomic::has_keys(text) {
        "; it has keys of KAtomic, but no section [Level]"
    } else if text.contains("##") {
        "; it has a drawn board, but no molecule below it, after an empty line or a line \"molecule:\""
    } else {
        ""
    }
}
