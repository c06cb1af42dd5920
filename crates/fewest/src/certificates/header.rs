//! What a certificate says of its instance before the list of states.

use super::certificate::NoCertificate;
use crate::{AnyPuzzle, Instance, Move, Plan, Report};
use fewest_proof::closed_list::{self, Direction, Header, Heuristic};
use fewest_rules::{AnyPosition, Puzzle as _, atomix};
use fewest_search::Depth;

/// An instance as it is written in certificates.
pub(super) fn text(instance: &Instance) -> Result<closed_list::Instance, NoCertificate> {
    Ok(match &instance.puzzle {
        AnyPuzzle::Atomix(level) => closed_list::Instance::Atomix { level: drawing(level)? },
        AnyPuzzle::Tiles(puzzle) => {
            let (start, goal) = (puzzle.start.to_string(), puzzle.solved().to_string());
            closed_list::Instance::Tiles { start, goal }
        }
        AnyPuzzle::Panex(puzzle) => closed_list::Instance::Panex { instance: puzzle.to_string() },
        AnyPuzzle::Pddl(task) => {
            let (domain, task) = (task.domain().to_string(), task.task_text());
            closed_list::Instance::Pddl { domain, task }
        }
    })
}

/// The header of a report's certificate, before its list.
pub(super) fn header(
    instance: &Instance,
    report: &Report,
    lower: Option<Depth>,
) -> Result<Header, NoCertificate> {
    let heuristic = match (&instance.puzzle, lower, report.heuristic) {
        // Tests are about plans of some length, not about whether any exists.
        (AnyPuzzle::Atomix(_), Some(_), "triple-excess") => Heuristic::TripleExcess,
        (AnyPuzzle::Atomix(_), Some(_), "supported-stops") => Heuristic::SupportedStops,
        (AnyPuzzle::Atomix(_), Some(_), "supported-pairs") => Heuristic::SupportedPairs,
        (AnyPuzzle::Atomix(_), ..) => Heuristic::PairExcess,
        (AnyPuzzle::Tiles(_), ..) => Heuristic::Manhattan,
        (AnyPuzzle::Panex(_), ..) => Heuristic::Blind,
        (AnyPuzzle::Pddl(_), ..) => Heuristic::Hmax,
    };
    let is_backward =
        matches!(instance.puzzle, AnyPuzzle::Atomix(_)) && report.direction == "backward";
    Ok(Header {
        name: report.instance.clone(),
        instance: text(instance)?,
        lower: lower.map(|lower| lower.0),
        direction: if is_backward { Direction::Backward } else { Direction::Forward },
        heuristic,
        plan: report.plan.as_ref().and_then(steps),
    })
}

/// A level as its board, with its molecule below, without coordinates: a checker needs none.
fn drawing(level: &atomix::Level) -> Result<String, NoCertificate> {
    let lines = |rows: Vec<String>| rows.iter().map(|row| format!("{row}\n")).collect::<String>();
    let (board, molecule) = (lines(level.board_rows(' ')), lines(level.molecule_rows('.')));
    let text = format!("{board}\nmolecule:\n{molecule}");
    let read = atomix::parse(text.as_bytes(), None).ok().and_then(|set| set.into_levels().next());
    let is_same = |read: &atomix::Level| read.free_squares().len() == level.free_squares().len();
    match read.and_then(|read| read.level.ok()) {
        Some(read) if is_same(&read) => Ok(text),
        _ => Err(NoCertificate::Unsupported("a board whose edge stops atoms")),
    }
}

/// The moves of a plan, each as two bytes that the checker reads: where a piece is and where it
/// goes, or the number of the move. `None` if they are too many to be listed.
fn steps(plan: &Plan) -> Option<Vec<[u8; 2]>> {
    let (puzzle, moves) = (plan.puzzle(), plan.listed()?);
    let mut position = puzzle.start();
    let mut bytes = |step| {
        let bytes = step_bytes(puzzle, &position, step)?;
        position = puzzle.play(&position, step)?;
        Some(bytes)
    };
    moves.iter().map(&mut bytes).collect()
}

fn step_bytes(puzzle: &AnyPuzzle, position: &AnyPosition, step: &Move) -> Option<[u8; 2]> {
    match (puzzle, position, step) {
        (AnyPuzzle::Atomix(level), _, Move::Atomix(step)) => {
            let squares = level.free_squares();
            let cell = |square| Some(squares.binary_search(&square).ok()? as u8);
            Some([cell(step.from)?, cell(step.to)?])
        }
        (_, AnyPosition::Tiles(board), Move::Tiles(step)) => {
            Some([board.cell_of(step.0)?, board.blank()].map(|cell| cell.0))
        }
        (.., Move::Panex(step)) => Some([step.from, step.to].map(|column| column.index() as u8)),
        (AnyPuzzle::Pddl(task), AnyPosition::Pddl(state), Move::Pddl(step)) => {
            let number = task.moves(state).iter().position(|other| other == step)?;
            u16::try_from(number).ok().map(u16::to_be_bytes)
        }
        _ => None,
    }
}
