//! What the examples have in common.

use fewest_rules::atomix::{Level, parse};
use std::error::Error;
use std::process::ExitCode;

/// The result of an example, with any error.
pub type Fallible<T> = Result<T, Box<dyn Error>>;

/// Runs an example with its arguments, and reports its error.
pub fn run(example: fn(&[String]) -> Fallible<()>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match example(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The first level of a file.
pub fn level(file: &str) -> Fallible<Level> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let set = parse(&bytes, None).map_err(|error| format!("{file}:{error}"))?;
    let first = set.into_levels().next().ok_or_else(|| format!("{file}: no level"))?;
    first.level.map_err(|errors| {
        let lines: Vec<_> = errors.iter().map(|error| format!("{file}:{error}")).collect();
        lines.join("\n").into()
    })
}
