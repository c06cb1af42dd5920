//! Runs the programs of the literature as engines with names.

use super::answer::PUZZLE;
use super::choice::Choice;
use crate::historical::{KorfFelner, knuth};
use crate::pattern::{Collection, Partition};
use fewest_rules::tiles::{Instance, Move, Size};
use fewest_search::{Depth, Engine, Monitor, Outcome, SolveError, Statistics, Try, Unsupported};

/// Knuth's program, and its tries that found nothing.
pub(super) fn by_knuth(
    instance: &Instance,
    monitor: &mut Monitor<'_>,
) -> (Outcome<Move>, Vec<Try>) {
    let mut tries = vec![];
    let outcome = knuth(instance, monitor, |failed| tries.push(failed));
    (outcome, tries)
}

/// Korf and Felner's program, with the tables that were asked for, or the smallest of the board.
///
/// # Errors
/// If the program does not take the board or the partition.
pub(super) fn by_korf_felner(
    instance: &Instance,
    asked: Option<Choice>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Move>, SolveError> {
    let collection = match asked {
        Some(Choice::Tables(collection)) => collection,
        _ => Collection::smallest(&instance.solved())?,
    };
    let partition = partition(&collection)?;
    let none = Statistics::default();
    let built = monitor.aside(Depth::ZERO, &none, |monitor| KorfFelner::new(&partition, monitor));
    Ok(match built {
        Ok(program) => program.solve(instance, monitor),
        Err(stop) => monitor.stopped(stop, None, Depth::ZERO, none),
    })
}

/// The partition of a collection that the program takes.
fn partition(collection: &Collection) -> Result<Partition, Unsupported> {
    match &collection.sides()[..] {
        // Two bands, along and across, if no diagonal keeps the blank in place.
        [partition, _] if partition.reflected().is_none() => Err(refused(
            "it takes only goals with the blank on a diagonal; ida-star takes every goal"
                .to_owned(),
        )),
        [partition, _reflected] if collection.patterns() <= KorfFelner::PATTERNS => {
            Ok(partition.clone())
        }
        _ => Err(refused(format!(
            "it takes only one partition, of at most {} patterns; ida-star takes every partition",
            KorfFelner::PATTERNS
        ))),
    }
}

/// Checks that Korf and Felner's program takes a board.
///
/// # Errors
/// If not: its tables are reflected in the diagonal.
pub(super) fn takes_board(size: Size) -> Result<(), Unsupported> {
    if size.width() == size.height() {
        return Ok(());
    }
    Err(refused("it takes only square boards; ida-star takes every board".to_owned()))
}

fn refused(reason: String) -> Unsupported {
    Unsupported::Engine { engine: Engine::KorfFelner, puzzle: PUZZLE, reason }
}
