//! Saved games of KAtomic (`*.katomic`): the level, the places of its atoms, and the moves that led
//! there.
//!
//! A file has a section `[Savegame]` with `LevelSet`, `Level`, `Atom_N=column,row` for the atoms of
//! the level in reading order, and `Move_N=atom,direction,squares` for the moves, both from 0.
//! Directions are 0 to 3: up, down, left, right. Atoms and moves beyond those of the level and those
//! that `MoveCount` counts are left from another game.

use super::ini::sections;
use super::set::decode;
use super::{Direction, Label, Level, Move, Position, Square};
use crate::text::number;
use crate::{Located, Puzzle, TextPosition, Walk};
use std::collections::BTreeMap;

/// The atom of a move by its index in reading order, and its direction.
type Step = (usize, Direction);

/// A saved game of KAtomic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedGame {
    /// The file of the level set without its extension.
    pub level_set: String,
    /// The number of the level in it.
    pub level: u32,
    /// The squares of the atoms.
    squares: Vec<Square>,
    steps: Vec<Step>,
}

/// The reason why a text is not a saved game, or not one of a level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SavedGameError {
    /// An entry cannot be understood.
    #[error("{key}={value:?} cannot be read: expected {expected}")]
    Entry {
        /// The key.
        key: String,
        /// What it says.
        value: String,
        /// What it should say.
        expected: &'static str,
    },
    /// An entry is missing.
    #[error("{0} is missing")]
    Missing(String),
    /// The atoms are not those of the level.
    #[error("the {saved} atoms are not where atoms of this level can be")]
    OtherLevel {
        /// How many atoms the game has.
        saved: usize,
    },
}

/// The header of the section.
const HEADER: &str = "[Savegame]";
/// What KAtomic uses if a game does not name a level set.
const DEFAULT_SET: &str = "default_levels";

pub(super) fn recognises(text: &str) -> bool {
    text.lines().any(|line| line.trim().eq_ignore_ascii_case(HEADER))
}

/// The entries of the section.
struct Entries<'a> {
    text: &'a str,
    values: BTreeMap<&'a str, &'a str>,
}

impl<'a> Entries<'a> {
    fn of(text: &'a str) -> Self {
        let name = HEADER.trim_matches(['[', ']']);
        let sections = sections(text).into_iter();
        let games = sections.filter(|section| section.header.eq_ignore_ascii_case(name));
        let entries = games.flat_map(|section| section.entries);
        Self { text, values: entries.map(|entry| (entry.key, entry.value.trim())).collect() }
    }

    /// Reads an entry, if it is there.
    fn read<T>(
        &self,
        key: &str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Located<SavedGameError>> {
        let Some(&value) = self.values.get(key) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| {
            let (key, at) = (key.to_owned(), TextPosition::of_part(self.text, value));
            at.error(SavedGameError::Entry { key, value: value.to_owned(), expected })
        })
    }

    /// Reads the entries `KEY_0`, `KEY_1`, ... up to the first missing one.
    fn list<T>(
        &self,
        key: &str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, Located<SavedGameError>> {
        let mut list = Vec::new();
        while let Some(item) = self.read(&format!("{key}_{}", list.len()), expected, &read)? {
            list.push(item);
        }
        Ok(list)
    }
}

/// Reads digits only, separated by commas.
fn numbers<const N: usize>(text: &str) -> Option<[usize; N]> {
    let numbers: Option<Vec<usize>> = text.split(',').map(|word| number(word.trim())).collect();
    numbers?.try_into().ok()
}

impl SavedGame {
    /// Reads a saved game; returns `None` if the text is not a saved game.
    ///
    /// # Errors
    /// The first entry that cannot be read, or the number of moves if some are missing.
    pub fn parse(text: &[u8]) -> Option<Result<Self, Located<SavedGameError>>> {
        let text = decode(text);
        recognises(&text).then(|| Self::of(&Entries::of(&text)))
    }

    fn of(entries: &Entries<'_>) -> Result<Self, Located<SavedGameError>> {
        let name = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let level_set = entries.read("LevelSet", "the name of a level set", name)?;
        let level = entries.read("Level", "the number of a level", number)?;
        let squares = entries.list("Atom", "column,row", |text| {
            let [column, row] = numbers(text)?;
            Some(Square { row: row.try_into().ok()?, column: column.try_into().ok()? })
        })?;
        let mut steps = entries.list("Move", "atom,direction,squares", |text| {
            let [atom, direction, _] = numbers(text)?;
            Some((atom, *Direction::ALL.get(direction)?))
        })?;
        let missing = |key: String| TextPosition::START.error(SavedGameError::Missing(key));
        let count = entries.read("MoveCount", "the number of moves", number)?;
        if count.is_some_and(|count| count > steps.len()) {
            return Err(missing(format!("Move_{}", steps.len())));
        }
        // KAtomic writes a game over that of another one in the same file, whose last moves remain.
        steps.truncate(count.unwrap_or(steps.len()));
        if squares.is_empty() {
            return Err(missing("Atom_0".to_owned()));
        }
        Ok(Self {
            level_set: level_set.unwrap_or_else(|| DEFAULT_SET.to_owned()),
            level: level.unwrap_or(1),
            squares,
            steps,
        })
    }

    /// Returns the position of the game in its level.
    ///
    /// # Errors
    /// If the atoms are not those of the level, or not on different free squares.
    pub fn position(&self, level: &Level) -> Result<Position, SavedGameError> {
        let other = || SavedGameError::OtherLevel { saved: self.squares.len() };
        // The atoms of a larger level remain as moves do.
        let squares = self.squares.get(..level.atoms.len()).ok_or_else(other)?;
        let atoms = level.atoms.iter().zip(squares);
        let labels: Vec<(Label, Square)> =
            atoms.clone().map(|(&(atom, _), &square)| (atom.label, square)).collect();
        level.position(&labels).ok_or_else(other)?;
        Ok(Position { atoms: atoms.map(|(&(atom, _), &square)| (atom, square)).collect() })
    }

    /// Returns the moves of the game from the start of its level, up to the first that is not
    /// legal.
    ///
    /// # Errors
    /// If a move is of an atom that the level does not have.
    pub fn moves(&self, level: &Level) -> Result<Vec<Move>, SavedGameError> {
        let mut walk = Walk::new(level, level.start());
        for &(number, direction) in &self.steps {
            let Some(position) = walk.position() else { break };
            let other = SavedGameError::OtherLevel { saved: self.squares.len() };
            let &(atom, _) = level.atoms.get(number).ok_or(other)?;
            walk.push(level.step_of(position, atom, direction));
        }
        Ok(walk.into_moves())
    }
}
