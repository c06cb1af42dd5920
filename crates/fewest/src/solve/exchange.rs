//! The exchange of two Panex towers of any height, by levels instead of by search.

use crate::{AnyPuzzle, Instance, MoveCount, Plan, Report, Solutions, SolveError};
use fewest_panex::exchange::{self, Exchange};
use fewest_proof::NotVerified;
use fewest_proof::panex::{Checker, Theorem};
use fewest_rules::panex;
use fewest_search::{Depth, Monitor, Request, Statistics, Stop, Unsupported, Verdict};

/// The engine, the heuristic and the direction in reports.
const METHOD: [&str; 3] = ["level-decomposition", "none", "forward"];

/// Memory per size, roughly.
const BYTES_A_SIZE: u64 = 1 << 20;

/// The lowest towers that are exchanged by levels, and for which there are certificates: a search
/// exchanges lower ones at once, and assumes nothing.
pub(crate) const LOWEST: u16 = 5;

/// Towers up to this height have exchanges whose length fits a [`Depth`]; for higher ones the
/// shortest exchanges are not counted.
const COUNTED: u16 = 10;

/// Whether an instance is solved by levels if it is requested like this.
pub(crate) fn is_asked(puzzle: &panex::Instance, request: &Request) -> bool {
    puzzle.is_exchange() && puzzle.n() >= LOWEST && *request == Request::default()
}

/// Returns the instance if a certificate of its exchange can be written: if its towers have 5 or
/// more pieces, and it is solved by levels.
pub fn certified<'a>(instance: &'a Instance, request: &Request) -> Option<&'a panex::Instance> {
    match &instance.puzzle {
        AnyPuzzle::Panex(puzzle) if is_asked(puzzle, request) => Some(puzzle),
        _ => None,
    }
}

/// The reason why a certificate does not confirm the result: a bug in this program.
#[derive(Debug, thiserror::Error)]
pub enum WrongCertificate {
    /// The checker rejects the certificate.
    #[error("the certificate is wrong: {0}")]
    Rejected(#[from] NotVerified),
    /// The certificate proves another length.
    #[error("the certificate is about another number of moves")]
    OtherLength,
}

/// Returns a certificate of the length of the shortest exchange of these towers, and of the towers
/// of all other heights from 5 on. The independent checker has accepted it.
///
/// # Errors
/// If the checker rejects it, or if it proves another number of moves.
///
/// # Complexity
/// Some seconds, whatever the height.
pub fn certificate(
    puzzle: &panex::Instance,
    moves: &MoveCount,
) -> Result<String, WrongCertificate> {
    let text = exchange::certificate();
    let theorem = Checker::new().check(&text)?;
    match theorem.exchange(puzzle.n().into()) {
        Some(shown) if shown == moves.0 => Ok(text),
        _ => Err(WrongCertificate::OtherLength),
    }
}

/// Exchanges two towers in the fewest moves, assuming [`Theorem::ASSUMES`]. With `all`, all shortest
/// exchanges are counted by search, and up to that many listed. They have more moves than a search
/// counts, so the bound is the one that was `asked` for.
///
/// # Errors
/// If the replay of a plan fails, or if exchanges of such towers are not counted.
pub(crate) fn solve(
    instance: &Instance,
    puzzle: &panex::Instance,
    all: Option<usize>,
    asked: Option<Depth>,
    monitor: &mut Monitor<'_>,
) -> Result<Report, SolveError> {
    if all.is_some() && puzzle.n() > COUNTED {
        return Err(SolveError::Unsupported(Unsupported::Choice {
            what: "all",
            name: instance.name.clone(),
            puzzle: "Panex",
            reason: format!("exchanges are counted only for towers of up to {COUNTED} pieces"),
        }));
    }
    let checked = Exchange::try_new(puzzle.n(), |size| {
        monitor.poll(Depth::ZERO, &Statistics::default())?;
        monitor.check_memory(u64::from(size) * BYTES_A_SIZE)
    });
    let mut exchange = match checked {
        Ok(exchange) => exchange,
        Err(stop) => {
            let lower = MoveCount::default();
            let report = Report::new(instance, METHOD, Verdict::of(&lower, None, Some(stop)));
            return Ok(Report { lower: Some(lower), ..report });
        }
    };
    let lower = MoveCount(exchange.moves());
    let (mut plan, mut solutions) = (None, None);
    if asked.is_none_or(|asked| lower <= asked.into()) {
        let found = Plan::of_exchange(puzzle.clone(), exchange.plan())?;
        if let (Some(most), Some(moves)) = (all, lower.fitting()) {
            let counted = fewest_panex::shortest_plans(puzzle, Depth(moves), most, monitor)?;
            solutions = Some(Solutions::counted(&instance.puzzle, counted, &found)?);
        }
        plan = Some(found);
    }
    let upper = plan.as_ref().map(Plan::len);
    let stop = plan.is_none().then_some(Stop::Bound);
    let verdict = Verdict::of(&lower, upper.as_ref(), stop);
    Ok(Report {
        lower: Some(lower),
        assumes: Some(Theorem::ASSUMES),
        upper,
        plan,
        solutions,
        ..Report::new(instance, METHOD, verdict)
    })
}
