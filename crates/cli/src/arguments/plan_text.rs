//! Plans as text: moves as people write them, or the records of `solve --json`.

use super::moves::Moves;
use crate::output::exit::Usage;
use fewest::input::text_of;
use fewest::rules::{Located, PlanError, ReplayError, TextPosition, atomix, read_plan, replay};
use fewest::{AnyPuzzle, InputError, Instance, Move, MoveCount};
use serde::Deserialize;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// A plan that is not parsed yet.
pub(crate) struct PlanText {
    /// Its name in messages.
    file: String,
    text: String,
    /// The argument, if it is not a file and so must be the moves themselves.
    typed: Option<OsString>,
}

/// The name of typed moves in messages.
const TYPED: &str = "moves";

/// The fields of our own records that give a plan.
#[derive(Deserialize)]
struct Record {
    r#type: String,
    data: serde_json::Value,
}

#[derive(Deserialize)]
struct Solved {
    instance: String,
    status: String,
    moves: Option<Vec<String>>,
}

impl PlanText {
    /// Reads a file, or standard input if the argument is `-`; an argument that is not a file is
    /// the moves themselves.
    pub(crate) fn read(argument: &OsStr) -> Result<Self, InputError> {
        match argument.to_str() {
            Some(moves) if moves != "-" && !Path::new(moves).exists() => {
                let (file, text) = (TYPED.to_owned(), moves.to_owned());
                Ok(Self { file, text, typed: Some(argument.to_owned()) })
            }
            _ => {
                let (file, text) = text_of(argument)?;
                // All formats of our own begin like this, and no move does.
                if text.starts_with("fewest") {
                    let error = format!(
                        "this is not a plan; a certificate is verified alone: fewest verify {file}"
                    );
                    return Err(InputError::invalid(&file, TextPosition::START, error));
                }
                Ok(Self { file, text, typed: None })
            }
        }
    }

    /// Moves as they were printed.
    #[cfg(feature = "lab")]
    pub(crate) fn of_moves(moves: &[String]) -> Self {
        Self { file: String::new(), text: moves.join("\n"), typed: None }
    }

    /// Whether these are records, which may hold plans of many instances.
    fn is_records(&self) -> bool {
        self.text.trim_start().starts_with('{')
    }

    /// Reads the plan of some instances.
    ///
    /// # Errors
    /// If moves outside a record are for several instances.
    pub(crate) fn read_for(argument: &OsStr, instances: &[Instance]) -> Result<Self, InputError> {
        let plan = Self::read(argument)?;
        if plan.is_records() || instances.len() == 1 {
            return Ok(plan);
        }
        let error = format!("these moves are for one instance, not for {}", instances.len());
        Err(InputError::invalid(&plan.file, TextPosition::START, error))
    }

    /// The plan for an instance, or why the rules reject it already.
    ///
    /// It ends with the first illegal move: the replay will report it, and the moves after it
    /// cannot be understood.
    ///
    /// # Errors
    /// A word that is not a move, records without a plan for this instance, or moves that can be
    /// read in two ways.
    pub(crate) fn moves(
        &self,
        instance: &Instance,
        moves: Moves,
    ) -> anyhow::Result<Result<Vec<Move>, ReplayError>> {
        let (at, text) = self.plan(&instance.name)?;
        match read_plan(&instance.puzzle, &text, moves.notation) {
            Ok(plan) => Ok(Ok(plan)),
            Err(PlanError::Rejected(error)) => Ok(Err(error)),
            Err(PlanError::Unreadable(error)) => {
                if let Some(argument) = self.typed.as_ref().filter(|_| is_one_word(&self.text)) {
                    // It was meant as a file name.
                    text_of(argument)?;
                }
                let at = at.unwrap_or(error.at);
                Err(InputError::invalid(&self.file, at, error.error).into())
            }
            Err(error) => Err(Usage(format!("{}: {error}", self.file)).into()),
        }
    }

    /// The number of moves of the plan for an instance, or why the rules reject it.
    ///
    /// # Errors
    /// Those of [`PlanText::moves`].
    pub(crate) fn replayed(
        &self,
        instance: &Instance,
        moves: Moves,
    ) -> anyhow::Result<Result<MoveCount, ReplayError>> {
        Ok(self.moves(instance, moves)?.and_then(|plan| {
            let count = plan.len() as u64;
            replay(&instance.puzzle, plan).map(|_| count.into())
        }))
    }

    /// The rows and columns by which a plan for an Atomix level is off, if nothing else is
    /// wrong with it.
    pub(crate) fn other_margins(
        &self,
        instance: &Instance,
        moves: Moves,
    ) -> Result<Option<(i16, i16)>, InputError> {
        let AnyPuzzle::Atomix(level) = &instance.puzzle else { return Ok(None) };
        let (_, text) = self.plan(&instance.name)?;
        Ok(atomix::other_margins(level, &text, moves.notation))
    }

    /// An instance that starts from the position after these moves.
    pub(crate) fn instance_after(
        &self,
        instance: &Instance,
        moves: Moves,
    ) -> anyhow::Result<Instance> {
        let after = self.moves(instance, moves)?.and_then(|plan| instance.named_after(plan));
        Ok(after.map_err(|error| InputError::invalid(&self.file, TextPosition::START, error))?)
    }

    /// The text of the plan for an instance, with its place if it is from a record.
    fn plan(&self, name: &str) -> Result<(Option<TextPosition>, Cow<'_, str>), InputError> {
        if !self.is_records() {
            return Ok((None, Cow::Borrowed(&self.text)));
        }
        let mut results = Vec::new();
        for (i, line) in self.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let at = TextPosition { line: i + 1, column: 1 };
            let invalid = |error: serde_json::Error| {
                let Located { at: place, error } = not_json(line, &error);
                let at = TextPosition { line: at.line, ..place };
                InputError::invalid(&self.file, at, error)
            };
            let record: Record = serde_json::from_str(line).map_err(invalid)?;
            if record.r#type == "result" {
                results.push((at, serde_json::from_value::<Solved>(record.data).map_err(invalid)?));
            }
        }
        let of_name = results.iter().rev().find(|(_, solved)| solved.instance == name);
        let only = results.first().filter(|_| results.len() == 1);
        let Some((at, solved)) = of_name.or(only) else {
            let error = format!("these records have no result for {name}");
            return Err(InputError::invalid(&self.file, TextPosition::START, error));
        };
        let Some(moves) = &solved.moves else {
            let error = format!("the result for {name} is {}, without a plan", solved.status);
            return Err(InputError::invalid(&self.file, *at, error));
        };
        Ok((Some(*at), Cow::Owned(moves.join("\n"))))
    }
}

/// Where and why a text is not valid JSON: serde's message ends with the place, whose column counts
/// bytes.
pub(crate) fn not_json(text: &str, error: &serde_json::Error) -> Located<String> {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let offset = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(&*message, |(reason, _)| reason);
    TextPosition::of_offset(text, offset).error(reason.to_owned())
}

/// Whether a text has no space and no comma.
fn is_one_word(text: &str) -> bool {
    !text.contains(|c: char| c.is_whitespace() || c == ',')
}
