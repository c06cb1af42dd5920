//! The exchange of two Panex towers of any height, by levels instead of by search.

use crate::{
    AnyPuzzle, Counts, ExchangePlan, Instance, MoveCount, Plan, Report, ResourceUsage, Solutions,
    SolveError, Status,
};
use fewest_panex::exchange::{self, Exchange};
use fewest_proof::panex::{CertificateError, Checker};
use fewest_rules::panex;
use fewest_search::{Depth, Direction, Monitor, Request, Statistics, Stop, Unsupported, Verdict};

/// The name of the method in reports.
const ENGINE: &str = "level-decomposition";

/// Memory per size, roughly.
const BYTES_A_SIZE: u64 = 1 << 20;

/// The lowest towers for which there are certificates.
const CERTIFIED: u16 = 5;

/// Towers up to this height have exchanges whose length fits a [`Depth`]; for higher ones the
/// shortest exchanges are not counted.
const COUNTED: u16 = 10;

/// Whether an instance is solved by levels if it is requested like this.
pub(crate) fn is_asked(puzzle: &panex::Instance, request: &Request) -> bool {
    puzzle.is_exchange() && puzzle.n() > 1 && *request == Request::default()
}

/// Returns the instance if a certificate of its exchange can be written: if its towers have 5 or
/// more pieces, and it is solved by levels.
pub fn certified<'a>(instance: &'a Instance, request: &Request) -> Option<&'a panex::Instance> {
    match &instance.puzzle {
        AnyPuzzle::Panex(puzzle) if is_asked(puzzle, request) && puzzle.n() >= CERTIFIED => {
            Some(puzzle)
        }
        _ => None,
    }
}

/// The reason why a certificate does not confirm the result: a bug in this program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongCertificate {
    /// The checker rejects the certificate.
    #[error("the certificate is wrong: {0}")]
    Rejected(#[from] CertificateError),
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

/// Exchanges two towers of at least two pieces in the fewest moves. With `all`, all shortest
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
    let none = Statistics::default();
    let mut report = Report {
        puzzle: instance.puzzle.name(),
        instance: instance.name.clone(),
        status: Status(Verdict::Optimal),
        stop: None,
        lower: None,
        likely: None,
        upper: None,
        plan: None,
        solutions: None,
        tiles: None,
        engine: ENGINE,
        heuristic: "none",
        direction: Direction::Forward.name(),
        counts: Counts::from(none),
        tries: vec![],
        resumed: None,
        usage: ResourceUsage::default(),
        threads: 1,
        seed: 0,
        version: env!("CARGO_PKG_VERSION"),
    };
    let stopped = |report: &mut Report, stop| {
        report.status = Status(Verdict::Bounded(stop));
        report.stop = report.status.stop();
    };
    let checked = Exchange::try_new(puzzle.n(), |size| {
        monitor.poll(Depth::ZERO, &none)?;
        monitor.check_memory(u64::from(size) * BYTES_A_SIZE)
    });
    let mut exchange = match checked {
        Ok(exchange) => exchange,
        Err(stop) => {
            report.lower = Some(Depth::ZERO.into());
            stopped(&mut report, stop);
            return Ok(report);
        }
    };
    let length = MoveCount(exchange.moves());
    report.lower = Some(length.clone());
    if asked.is_some_and(|asked| length > asked.into()) {
        stopped(&mut report, Stop::Bound);
    } else {
        let plan = ExchangePlan::new(puzzle.clone(), exchange.plan())?;
        assert_eq!(plan.len(), length, "the plan is as long as the distance says");
        let plan = Plan::Exchange(plan);
        if let (Some(most), Ok(moves)) = (all, u16::try_from(&length.0)) {
            let counted = fewest_panex::shortest_plans(puzzle, Depth(moves), most, monitor)?;
            report.solutions = Some(Solutions::counted(puzzle, counted, &plan)?);
        }
        report.plan = Some(plan);
        report.upper = Some(length);
    }
    Ok(report)
}
