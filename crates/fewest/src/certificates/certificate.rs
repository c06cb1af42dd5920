//! Certificates of searches: the claims of a report in a form that others can check.
//!
//! Whichever engine found a bound, the certificate lists the states that breadth-first heuristic
//! search closes below it. A separate search, which knows the bound, makes the list. Nobody has to
//! trust that search: [`closed_list::check`] proves the claim from the rules alone.

use super::header::{header, text};
use crate::{AnyPuzzle, Instance, MoveCount, Report};
use fewest_atomix::{AgreedTest, HeuristicLevel};
use fewest_proof::audit::{self, Sample};
use fewest_proof::closed_list::{self, Header, Heuristic, Layers, MOST_SLACK, Omissions};
use fewest_proof::{NotVerified, Reason};
use fewest_rules::Puzzle as _;
use fewest_search::artifact::FileError;
use fewest_search::breadth_first::VisitLayer;
use fewest_search::distributed::{RankError, Transport};
use fewest_search::external::LongKeys;
use fewest_search::{
    Depth, Direction, Interrupt, Limits, Monitor, NotListed, Progress, Ranks, Stop, Storage,
    Verdict,
};
use fewest_strips::Ground;
use std::io::{self, Write};

pub use fewest_proof::closed_list::Written;

/// How thoroughly sections are compressed: more takes several times as long for some percent.
const LEVEL: i32 = 9;

/// The reason why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// Nothing was proved, or searches of the puzzle are not certified.
    #[error("not available for {0}")]
    Unsupported(&'static str),
    /// The listing of the states was stopped by a limit or an interrupt.
    #[error("{}", match .0 {
        Stop::Memory => "it would need more memory",
        Stop::Time => "it would need more time",
        Stop::Disk => "it would need more disk space",
        _ => "it was interrupted",
    })]
    Stopped(Stop),
    /// There is a plan shorter than the reported bound: a bug in this program.
    #[error("a plan is shorter than reported")]
    Contradiction,
    /// The checker would reject the instance: a bug in this program.
    #[error(transparent)]
    Rejected(#[from] Reason),
    /// The states are too long to be listed on disk.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// A file of the states that are listed on disk is damaged, or cannot be read or written.
    #[error(transparent)]
    Disk(#[from] FileError),
    /// The ranks cannot list the states together.
    #[error(transparent)]
    Ranks(#[from] RankError),
    /// The certificate cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// Some parts of a divided search are missing.
    #[error(transparent)]
    Parts(#[from] NotVerified),
}

impl From<NotListed> for NoCertificate {
    fn from(error: NotListed) -> Self {
        match error {
            NotListed::Stopped(stop) => Self::Stopped(stop),
            NotListed::LongKeys(error) => error.into(),
            NotListed::File(error) => error.into(),
            NotListed::Ranks(error) => error.into(),
        }
    }
}

/// Whether certificates can be written for searches of an instance.
pub fn is_certified(instance: &Instance) -> bool {
    match &instance.puzzle {
        AnyPuzzle::Atomix(_) | AnyPuzzle::Tiles(_) => true,
        // Higher towers are exchanged by a rule, which has a certificate of its own.
        AnyPuzzle::Panex(puzzle) => puzzle.n() <= 12,
        AnyPuzzle::Pddl(_) => true,
    }
}

/// Whether the states that a certificate lists can be kept on a [disk](crate::disk()): the bits
/// that their bytes use may be 128 at most.
pub fn is_certified_on_disk(instance: &Instance) -> bool {
    let largest = match &instance.puzzle {
        AnyPuzzle::Atomix(level) => level.free_squares().len().saturating_sub(1),
        AnyPuzzle::Tiles(puzzle) => puzzle.start.size().cells() - 1,
        AnyPuzzle::Panex(puzzle) => 2 * usize::from(puzzle.n()),
        AnyPuzzle::Pddl(_) => usize::from(u8::MAX),
    };
    let bits = (usize::BITS - largest.leading_zeros()) as usize;
    width(&instance.puzzle).is_some_and(|width| width * bits <= 128)
}

/// Writes a certificate of the claims of a report: its lower bound, or that there is no plan, and
/// its plan if it has one. Works in the thread pool that it is called from.
///
/// With a disk, the states are kept there instead of in memory, beside those of a search that was
/// saved in its folder, which can still be resumed. Ranks list the states that they own; the file
/// is the same. If the ranks are processes, the first one calls this function, and the others call
/// [`list_as_rank`]. A checkpoint is left alone.
///
/// # Errors
/// [`NoCertificate`]; what was written so far is not a certificate then.
///
/// # Complexity
/// That of breadth-first heuristic search within the bound, with the heuristic of the certificate:
/// this may take longer than the search that found the bound.
pub fn write(
    instance: &Instance,
    report: &Report,
    storage: Option<&mut Storage<'_>>,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(&Progress),
    out: &mut dyn Write,
) -> Result<Written, NoCertificate> {
    let header = header(instance, report, bound(report)?)?;
    let width = width(&instance.puzzle).ok_or(NoCertificate::Unsupported("a task of this size"))?;
    let compress = |coded: &[u8]| zstd::bulk::compress(coded, LEVEL);
    // A write error is reported only once the other ranks have begun: else they would wait.
    let mut list = Layers::new(out, &header, width, compress);
    let mut visit = |Depth(depth), states: &[u8]| {
        let written = list.as_mut().map(|list| list.part(depth, states));
        match written {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => list = Err(error),
            Err(_) => {}
        }
        Err(Stop::Interrupted)
    };
    let mut monitor = Monitor::new(limits, interrupt, on_progress);
    let closed = close(&instance.puzzle, &header, storage, &mut visit, &mut monitor);
    let list = list?;
    closed?;
    Ok(list.finish()?)
}

/// Lists the states that a rank owns for the certificate that the first rank [writes](write()). The
/// report and the limits must be those of the first rank; only the memory limit is the rank's own.
///
/// # Errors
/// [`NoCertificate`], as in the first rank; but only that one knows whether its file can be
/// written.
pub fn list_as_rank(
    instance: &Instance,
    report: &Report,
    transport: &mut dyn Transport,
    limits: Limits,
    interrupt: &Interrupt,
) -> Result<(), NoCertificate> {
    let header = header(instance, report, bound(report)?)?;
    let silent = &mut |_: &Progress| {};
    let mut monitor = Monitor::new(limits, interrupt, silent);
    let mut ranks = Storage::Ranks(Ranks::Transport(transport), None);
    close(&instance.puzzle, &header, Some(&mut ranks), &mut |_, _| Ok(()), &mut monitor)
}

/// The bound that a report claims; `None` if there is no plan.
fn bound(report: &Report) -> Result<Option<Depth>, NoCertificate> {
    match (report.status.0, &report.lower) {
        (Verdict::Unsolvable, _) => Ok(None),
        (_, Some(lower)) => {
            depth_of(lower).map(Some).ok_or(NoCertificate::Unsupported("a bound of this size"))
        }
        (_, None) => Err(NoCertificate::Unsupported("a report without a bound")),
    }
}

/// A part of a divided search: the search from one of the positions at some distance from the
/// start.
pub struct Part {
    /// The instance that starts at the position of the part.
    pub instance: Instance,
    /// The lower bound from there; `None` if there is no plan at all.
    pub lower: Option<u64>,
    /// The number of states that its search expanded.
    pub expanded: u64,
}

/// Returns the text of an [audit](mod@audit) of the claim of a report, which all parts at one depth
/// proved together.
///
/// # Errors
/// [`NoCertificate`]: for a task in PDDL, for an instance without a plan, and if a goal is nearer
/// than the parts.
///
/// # Complexity
/// That of finding the positions of the parts again.
pub fn audit(
    instance: &Instance,
    report: &Report,
    depth: u16,
    parts: &[Part],
) -> Result<String, NoCertificate> {
    let bound = report.lower.as_ref().and_then(depth_of);
    let Depth(lower) = bound.ok_or(NoCertificate::Unsupported("a search without a bound"))?;
    let heuristic = match &instance.puzzle {
        AnyPuzzle::Atomix(_) => Heuristic::GeneralizedDistance,
        AnyPuzzle::Tiles(_) => Heuristic::Manhattan,
        AnyPuzzle::Panex(_) => Heuristic::Blind,
        // The meaning of its bytes depends on the start.
        AnyPuzzle::Pddl(_) => {
            return Err(NoCertificate::Unsupported("a divided search of a task in PDDL"));
        }
    };
    let is_solved = |part: &Part| {
        let puzzle = &part.instance.puzzle;
        puzzle.is_goal(&puzzle.start())
    };
    if parts.iter().any(is_solved) {
        let what = "a search whose goal is no deeper than its division";
        return Err(NoCertificate::Unsupported(what));
    }
    let direction = closed_list::Direction::Forward;
    let header = header(instance, report, Some(Depth(lower)))?;
    let header = Header { direction, heuristic, ..header };
    // No part needs to claim more.
    let needed = lower.saturating_sub(depth);
    let unit = |part: &Part| {
        let start = Header { instance: text(&part.instance)?, plan: None, ..header.clone() };
        let lower = part.lower.and_then(|lower| u16::try_from(lower).ok());
        let lower = lower.map_or(needed, |lower| lower.min(needed));
        Ok(audit::Unit { state: audit::start(&start)?, lower, expanded: part.expanded })
    };
    let units: Vec<_> = parts.iter().map(unit).collect::<Result<_, NoCertificate>>()?;
    let audit = audit::audit(&header, depth, &units);
    // The audit has all positions; none is searched again.
    let sample = Sample { units: 0, seed: 0 };
    audit::check(audit.as_bytes(), sample, None, &mut fewest_proof::unwatched)?;
    Ok(audit)
}

/// The bytes of a state; `None` for a task that is too large.
fn width(puzzle: &AnyPuzzle) -> Option<usize> {
    Some(match puzzle {
        AnyPuzzle::Atomix(level) => level.atoms().len(),
        AnyPuzzle::Tiles(puzzle) => puzzle.start.size().cells(),
        AnyPuzzle::Panex(puzzle) => puzzle.piece_set().count() + 2,
        AnyPuzzle::Pddl(task) => Ground::new(task).ok()?.state_bytes(),
    })
}

/// Visits the states of a certificate; an error if one is a goal.
fn close(
    puzzle: &AnyPuzzle,
    header: &Header,
    storage: Option<&mut Storage<'_>>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<(), NoCertificate> {
    let bound = match header.lower {
        // The certificate needs no states at all.
        Some(0) => return Ok(()),
        lower => lower.map(|lower| Depth(lower - 1)),
    };
    let is_closed = match puzzle {
        AnyPuzzle::Atomix(level) => {
            let direction = match header.direction {
                closed_list::Direction::Forward => Direction::Forward,
                closed_list::Direction::Backward => Direction::Backward,
            };
            let unlisted = Omissions::new(header)?;
            let agrees = |state: &[u8], Depth(budget)| unlisted.has_no_plan(state, budget);
            let most_slack = MOST_SLACK as usize;
            let test = match header.heuristic {
                Heuristic::TripleExcess => Some(HeuristicLevel::Triples),
                Heuristic::SupportedStops => Some(HeuristicLevel::SupportedStops),
                Heuristic::SupportedPairs => Some(HeuristicLevel::SupportedPairs),
                _ => None,
            };
            let test = test.map(|level| AgreedTest { level, most_slack, agrees: &agrees });
            fewest_atomix::closed_states(level, direction, bound, test, storage, visit, monitor)?
        }
        AnyPuzzle::Tiles(puzzle) => match bound {
            // Its parity decides.
            None => !puzzle.is_solvable(),
            bound => fewest_tiles::closed_states(puzzle, bound, storage, visit, monitor)?,
        },
        AnyPuzzle::Panex(puzzle) => {
            fewest_panex::closed_states(puzzle, bound, storage, visit, monitor)?
        }
        // For these there are no searches on disk or by ranks.
        AnyPuzzle::Pddl(_) if storage.as_deref().is_some_and(Storage::holds_states) => {
            return Err(LongKeys.into());
        }
        AnyPuzzle::Pddl(task) => {
            let ground = Ground::new(task).map_err(|_| NoCertificate::Stopped(Stop::Memory))?;
            fewest_strips::closed_states(&ground, bound, visit, monitor)
                .map_err(NoCertificate::Stopped)?
        }
    };
    if is_closed { Ok(()) } else { Err(NoCertificate::Contradiction) }
}

fn depth_of(moves: &MoveCount) -> Option<Depth> {
    u16::try_from(&moves.0).ok().map(Depth)
}
