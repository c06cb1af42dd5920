//! Plans as text: moves as they are printed, or the records of `solve --json`.

use fewest::input::text_of;
use fewest::rules::{Puzzle, TextPosition};
use fewest::{InputError, Instance};
use serde::Deserialize;
use std::ffi::OsStr;

/// A plan that is not yet understood.
pub(crate) struct PlanText {
    file: String,
    text: String,
}

/// The lines of our own output that hold a plan.
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
    /// Reads a file, or standard input if it is called `-`.
    pub(crate) fn read(file: &OsStr) -> Result<Self, InputError> {
        let (file, text) = text_of(file)?;
        Ok(Self { file, text })
    }

    /// Moves as they were printed.
    #[cfg(feature = "lab")]
    pub(crate) fn of_moves(moves: &[String]) -> Self {
        Self { file: String::new(), text: moves.join("\n") }
    }

    /// Whether these are records, which may hold plans of many instances.
    fn is_records(&self) -> bool {
        self.text.trim_start().starts_with('{')
    }

    /// Moves that are not in a record are for one instance.
    ///
    /// # Errors
    /// If there are more.
    pub(crate) fn check_is_for(&self, instances: &[Instance]) -> Result<(), InputError> {
        if self.is_records() || instances.len() == 1 {
            return Ok(());
        }
        let error = format!("these moves are for one instance, not for {}", instances.len());
        Err(InputError::invalid(&self.file, TextPosition::START, error))
    }

    /// The plan for an instance.
    ///
    /// It ends with the first move that is not legal where it is taken: the replay will say so,
    /// and what comes after it cannot be understood.
    ///
    /// # Errors
    /// A word that is no move, or records without a plan for this instance.
    pub(crate) fn moves<P: Puzzle>(
        &self,
        instance: &str,
        puzzle: &P,
    ) -> Result<Vec<P::Move>, InputError> {
        if self.is_records() { self.recorded(instance, puzzle) } else { self.printed(puzzle) }
    }

    /// Moves separated by commas, line ends, or, where they have no spaces themselves, by spaces.
    /// `#` begins a comment.
    fn printed<P: Puzzle>(&self, puzzle: &P) -> Result<Vec<P::Move>, InputError> {
        let mut plan = Plan::new(puzzle);
        for (i, line) in self.text.lines().enumerate() {
            let content = line.split('#').next().unwrap_or_default();
            for part in content.split(',').filter(|part| !part.trim().is_empty()) {
                if plan.push(part.trim()) {
                    continue;
                }
                for word in part.split_whitespace() {
                    if !plan.push(word) {
                        // Both are slices of the line.
                        let offset = word.as_ptr() as usize - line.as_ptr() as usize;
                        let at =
                            TextPosition { line: i + 1, ..TextPosition::of_offset(line, offset) };
                        return Err(InputError::invalid(&self.file, at, not_a_move(word)));
                    }
                }
            }
        }
        Ok(plan.moves)
    }

    fn recorded<P: Puzzle>(&self, name: &str, puzzle: &P) -> Result<Vec<P::Move>, InputError> {
        let mut results = Vec::new();
        for (i, line) in self.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let at = TextPosition { line: i + 1, column: 1 };
            let invalid = |error: serde_json::Error| {
                let column = at.right(error.column().saturating_sub(1));
                InputError::invalid(&self.file, column, error)
            };
            let record: Record = serde_json::from_str(line).map_err(invalid)?;
            if record.r#type == "result" {
                results.push((at, serde_json::from_value::<Solved>(record.data).map_err(invalid)?));
            }
        }
        let of_name = results.iter().rev().find(|(_, solved)| solved.instance == name);
        let only = results.first().filter(|_| results.len() == 1);
        let Some((at, solved)) = of_name.or(only) else {
            let error = format!("no result for {name} is in these records");
            return Err(InputError::invalid(&self.file, TextPosition::START, error));
        };
        let Some(moves) = &solved.moves else {
            let error = format!("the result for {name} is {}, without a plan", solved.status);
            return Err(InputError::invalid(&self.file, *at, error));
        };
        let mut plan = Plan::new(puzzle);
        match moves.iter().find(|text| !plan.push(text)) {
            Some(text) => Err(InputError::invalid(&self.file, *at, not_a_move(text))),
            None => Ok(plan.moves),
        }
    }
}

fn not_a_move(text: &str) -> String {
    format!("\"{}\" is no move of this puzzle", text.escape_debug())
}

/// The moves read so far and where they lead.
struct Plan<'a, P: Puzzle> {
    puzzle: &'a P,
    moves: Vec<P::Move>,
    /// `None` after an illegal move.
    position: Option<P::Position>,
}

impl<'a, P: Puzzle> Plan<'a, P> {
    fn new(puzzle: &'a P) -> Self {
        Self { puzzle, moves: Vec::new(), position: Some(puzzle.start()) }
    }

    /// Adds a move; false if the text is none.
    fn push(&mut self, text: &str) -> bool {
        let Some(position) = &self.position else { return true };
        let Some(step) = self.puzzle.parse_move(position, text) else { return false };
        self.position = self.puzzle.play(position, &step);
        self.moves.push(step);
        true
    }
}
