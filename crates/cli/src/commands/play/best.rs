//! The player's best result for each puzzle, in the user's data folder.

use crate::arguments::plan_text::not_json;
use crate::output::pictures;
use anyhow::Context;
use fewest::rules::Located;
use fewest::{InputError, Instance};
use fewest_view::text::{Style, draw};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The fewest moves of a player, by puzzle.
pub(super) struct Best {
    /// `None` if the user has no data folder.
    file: Option<PathBuf>,
    known: Known,
}

#[derive(Default, Serialize, Deserialize)]
struct Known {
    /// By the digests of puzzles.
    moves: BTreeMap<String, usize>,
}

impl Best {
    /// Reads the known results.
    ///
    /// # Errors
    /// If there is a file that cannot be read.
    pub fn read() -> Result<Self, InputError> {
        let file = fewest::tables::data_folder().map(|folder| folder.join("played.json"));
        let known = file.as_deref().map(Known::read).transpose()?.unwrap_or_default();
        Ok(Self { file, known })
    }

    /// The fewest moves in which an instance was solved.
    pub fn of(&self, instance: &Instance) -> Option<usize> {
        self.known.moves.get(&key(instance)).copied()
    }

    /// Records that an instance was solved. A new best is written at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn solved(&mut self, instance: &Instance, moves: usize) -> anyhow::Result<()> {
        let key = key(instance);
        if self.known.moves.get(&key).is_some_and(|&best| best <= moves) {
            return Ok(());
        }
        self.known.moves.insert(key, moves);
        let Some(file) = &self.file else { return Ok(()) };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let text = serde_json::to_string_pretty(&self.known)?;
        pictures::written(Some(file), false, |out| Ok(out.write_all(text.as_bytes())?))
    }
}

impl Known {
    /// The results in a file; empty if there is no file.
    fn read(file: &Path) -> Result<Self, InputError> {
        let name = file.display().to_string();
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(InputError::unreadable(&name, &error)),
        };
        serde_json::from_str(&text).map_err(|error| {
            let Located { at, error } = not_json(&text, &error);
            InputError::invalid(&name, at, error)
        })
    }
}

/// Identifies a puzzle: by its start and goal as they are drawn, not by its name.
fn key(instance: &Instance) -> String {
    let goal = draw(&fewest_view::goal(&instance.puzzle), Style::Plain, None);
    let drawn = format!("{}\n{}\n{goal}", instance.puzzle.name(), instance.draw());
    blake3::hash(drawn.as_bytes()).to_hex()[..32].to_owned()
}
