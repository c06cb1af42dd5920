//! Certificates of searches: what a report claims, for others to check.
//!
//! Whatever engine has found a bound, the certificate is the list of states that breadth-first
//! heuristic search closes below it. It is made by a search of its own, which knows the bound, and is
//! believed by nobody: [`closed_list::check`] shows what it claims from the rules alone.

use crate::{AnyPuzzle, Instance, Move, MoveCount, Plan, Report, for_any_puzzle};
use fewest_atomix::{AgreedTest, HeuristicLevel};
use fewest_proof::audit::{self, AuditError, Sample};
use fewest_proof::closed_list::{self, Fault, Header, Heuristic, Layers, MOST_SLACK, Unlisted};
use fewest_rules::{Puzzle as _, atomix, pddl, tiles};
use fewest_search::artifact::FileError;
use fewest_search::breadth_first::VisitLayer;
use fewest_search::distributed::{RankError, Transport};
use fewest_search::external::LongKeys;
use fewest_search::{
    Depth, Direction, Interrupt, Limits, Monitor, NotListed, Progress, Stop, Storage, Verdict,
};
use fewest_strips::Ground;
use std::io::{self, Write};

pub use fewest_proof::closed_list::Written;

/// How thoroughly sections are compressed: more takes several times as long for some percent.
const LEVEL: i32 = 9;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// Nothing was shown, or of a puzzle whose searches are not certified.
    #[error("there is none for {0}")]
    Unsupported(&'static str),
    /// A limit was reached before all states were listed.
    #[error("{}", match .0 {
        Stop::Memory => "it would need more memory",
        Stop::Time => "it would need more time",
        Stop::Disk => "it would need more of the disk",
        _ => "it was interrupted",
    })]
    Stopped(Stop),
    /// A plan is shorter than what was reported: a bug in this program.
    #[error("a plan is shorter than reported")]
    Contradiction,
    /// The checker would not read the instance: a bug in this program.
    #[error(transparent)]
    Rejected(#[from] Fault),
    /// The states are too long to be listed on disk.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// A file of the states that are listed on disk is damaged, or cannot be read or written.
    #[error(transparent)]
    Disk(#[from] FileError),
    /// The ranks do not list together.
    #[error(transparent)]
    Ranks(#[from] RankError),
    /// It cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The parts of a divided search are not all that there are.
    #[error(transparent)]
    Parts(#[from] AuditError),
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

/// Whether searches of an instance are certified.
pub fn is_certified(instance: &Instance) -> bool {
    match &instance.puzzle {
        AnyPuzzle::Atomix(_) | AnyPuzzle::Tiles(_) => true,
        // Higher towers are exchanged by a rule, which has a certificate of its own.
        AnyPuzzle::Panex(puzzle) => puzzle.n() <= 12,
        AnyPuzzle::Pddl(_) => true,
    }
}

/// Whether the states that a certificate lists fit on a [disk](crate::disk()): as many bits as their bytes
/// have in use, at most 128.
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

/// Writes a certificate of what a report of an instance says: its lower bound, or that there is no
/// plan, and its plan if it has one. Works in the thread pool it is called from.
///
/// On a disk the states are held there instead of in memory, beside those of a search that was saved in
/// its folder, which goes on as if nothing had been. Ranks list the states that they own: the file is the
/// same. If they are processes the first one calls this, and the others [`list_as_rank`]. A checkpoint is left
/// alone.
///
/// # Errors
/// [`NoCertificate`]; what was written by then is no certificate.
///
/// # Complexity
/// That of breadth-first heuristic search within the bound, with the heuristic of the certificate: it
/// may take longer than what has found the bound.
pub fn write(
    instance: &Instance,
    report: &Report,
    storage: Option<Storage<'_, '_>>,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut dyn FnMut(&Progress),
    out: &mut dyn Write,
) -> Result<Written, NoCertificate> {
    let header = header(instance, report, bound(report)?)?;
    let width = width(&instance.puzzle).ok_or(NoCertificate::Unsupported("so large a task"))?;
    let compress = |coded: &[u8]| zstd::bulk::compress(coded, LEVEL);
    // One that cannot be written is told once the other ranks have begun: they would wait.
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
    match closed? {
        true => Ok(list.finish()?),
        false => Err(NoCertificate::Contradiction),
    }
}

/// Lists the states that a rank owns for the certificate that the first rank [writes](write()), of the same
/// report and with the same limits, but for the memory, which is its own.
///
/// # Errors
/// [`NoCertificate`], as the first rank has it; but whether that can write its file, only that one knows.
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
    let ranks = Some(Storage::Rank(transport, None));
    match close(&instance.puzzle, &header, ranks, &mut |_, _| Ok(()), &mut monitor)? {
        true => Ok(()),
        false => Err(NoCertificate::Contradiction),
    }
}

/// The bound that a report claims; none if there is no plan.
fn bound(report: &Report) -> Result<Option<Depth>, NoCertificate> {
    match (report.status.0, &report.lower) {
        (Verdict::Unsolvable, _) => Ok(None),
        (_, Some(lower)) => {
            depth(lower).map(Some).ok_or(NoCertificate::Unsupported("such a bound"))
        }
        (_, None) => Err(NoCertificate::Unsupported("a report without a bound")),
    }
}

/// A part of a search that was divided by the positions at some distance from its start.
pub struct Part {
    /// What starts at its position.
    pub instance: Instance,
    /// No plan from there has fewer moves; `None` if there is no plan at all.
    pub lower: Option<u64>,
    /// The states that its search has expanded.
    pub expanded: u64,
}

/// The text of an [audit](mod@audit) of what a report of an instance says, which all parts at a depth together have shown.
///
/// # Errors
/// [`NoCertificate`]: of a task in PDDL, of what has no plan, and where a goal is nearer than the parts.
///
/// # Complexity
/// That of finding the positions again.
pub fn audit(
    instance: &Instance,
    report: &Report,
    depth: u16,
    parts: &[Part],
) -> Result<String, NoCertificate> {
    let bound = report.lower.as_ref().and_then(|lower| u16::try_from(&lower.0).ok());
    let lower = bound.ok_or(NoCertificate::Unsupported("a search without a bound"))?;
    let heuristic = match &instance.puzzle {
        AnyPuzzle::Atomix(_) => Heuristic::GeneralizedDistance,
        AnyPuzzle::Tiles(_) => Heuristic::Manhattan,
        AnyPuzzle::Panex(_) => Heuristic::Blind,
        // What its bytes stand for depends on the start.
        AnyPuzzle::Pddl(_) => {
            return Err(NoCertificate::Unsupported("a divided search of a task in PDDL"));
        }
    };
    let is_solved = |part: &Part| for_any_puzzle!(&part.instance.puzzle, puzzle => puzzle.is_goal(&puzzle.start()));
    if parts.iter().any(is_solved) {
        return Err(NoCertificate::Unsupported("a goal that is as near as the parts"));
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
    // It has all positions; none is searched again.
    let sample = Sample { units: 0, seed: 0 };
    audit::check(audit.as_bytes(), sample, None, &mut fewest_proof::unwatched)?;
    Ok(audit)
}

/// An instance as certificates have it.
fn text(instance: &Instance) -> Result<closed_list::Instance, NoCertificate> {
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

/// What the certificate of a report says in front of its list.
fn header(
    instance: &Instance,
    report: &Report,
    lower: Option<Depth>,
) -> Result<Header, NoCertificate> {
    let moves = report.plan.as_ref().and_then(Plan::listed);
    let forward = closed_list::Direction::Forward;
    let (direction, heuristic, plan) = match &instance.puzzle {
        AnyPuzzle::Atomix(level) => {
            let direction = match report.direction {
                "backward" => closed_list::Direction::Backward,
                _ => forward,
            };
            // Tests look at plans of some length, not at whether there is any.
            let heuristic = match (lower, report.heuristic) {
                (Some(_), "triple-excess") => Heuristic::TripleExcess,
                (Some(_), "supported-stops") => Heuristic::SupportedStops,
                (Some(_), "supported-pairs") => Heuristic::SupportedPairs,
                _ => Heuristic::PairExcess,
            };
            (direction, heuristic, moves.map(|moves| atomix_plan(level, &moves)))
        }
        AnyPuzzle::Tiles(puzzle) => {
            (forward, Heuristic::Manhattan, moves.map(|moves| tiles_plan(puzzle, &moves)))
        }
        AnyPuzzle::Panex(_) => (forward, Heuristic::Blind, moves.map(|moves| panex_plan(&moves))),
        AnyPuzzle::Pddl(task) => {
            (forward, Heuristic::Hmax, moves.map(|moves| task_plan(task, &moves)))
        }
    };
    Ok(Header {
        name: report.instance.clone(),
        instance: text(instance)?,
        lower: lower.map(|lower| lower.0),
        direction,
        heuristic,
        plan,
    })
}

/// The bytes of a state; none of a task that is too large.
fn width(puzzle: &AnyPuzzle) -> Option<usize> {
    Some(match puzzle {
        AnyPuzzle::Atomix(level) => level.atoms().len(),
        AnyPuzzle::Tiles(puzzle) => puzzle.start.size().cells(),
        AnyPuzzle::Panex(puzzle) => puzzle.piece_set().count() + 2,
        AnyPuzzle::Pddl(task) => Ground::new(task).ok()?.state_bytes(),
    })
}

/// Visits the states of a certificate: whether none is a goal.
fn close(
    puzzle: &AnyPuzzle,
    header: &Header,
    storage: Option<Storage<'_, '_>>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NoCertificate> {
    let bound = match header.lower {
        // It needs no states at all.
        Some(0) => return Ok(true),
        lower => lower.map(|lower| Depth(lower - 1)),
    };
    Ok(match puzzle {
        AnyPuzzle::Atomix(level) => {
            let direction = match header.direction {
                closed_list::Direction::Forward => Direction::Forward,
                closed_list::Direction::Backward => Direction::Backward,
            };
            let unlisted = Unlisted::new(header)?;
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
            // Its parity tells.
            None => !puzzle.is_solvable(),
            bound => fewest_tiles::closed_states(puzzle, bound, storage, visit, monitor)?,
        },
        AnyPuzzle::Panex(puzzle) => {
            fewest_panex::closed_states(puzzle, bound, storage, visit, monitor)?
        }
        // Of these there are no searches on disk or by ranks.
        AnyPuzzle::Pddl(_) if storage.as_ref().is_some_and(Storage::holds_states) => {
            return Err(LongKeys.into());
        }
        AnyPuzzle::Pddl(task) => {
            let ground = Ground::new(task).map_err(|_| NoCertificate::Stopped(Stop::Memory))?;
            fewest_strips::closed_states(&ground, bound, visit, monitor)
                .map_err(NoCertificate::Stopped)?
        }
    })
}

/// A level as its board, and its molecule below, without coordinates: a checker needs none.
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

fn depth(moves: &MoveCount) -> Option<Depth> {
    u16::try_from(&moves.0).ok().map(Depth)
}

/// The moves of a plan, each as the cell that a piece leaves and the one it goes to.
fn atomix_plan(level: &atomix::Level, moves: &[Move]) -> Vec<[u8; 2]> {
    let cell = |square| level.free_squares().binary_search(&square).unwrap_or_default() as u8;
    let cells = |step: &Move| match step {
        Move::Atomix(step) => Some([cell(step.from), cell(step.to)]),
        _ => None,
    };
    moves.iter().filter_map(cells).collect()
}

fn tiles_plan(puzzle: &tiles::Instance, moves: &[Move]) -> Vec<[u8; 2]> {
    let mut board = puzzle.start;
    let mut cells = |step: &Move| {
        let Move::Tiles(step) = step else { return None };
        let [from, to] = [board.cell_of(step.0)?, board.blank()];
        board = puzzle.play(&board, step)?;
        Some([from.0, to.0])
    };
    moves.iter().filter_map(&mut cells).collect()
}

/// The columns of each move.
fn panex_plan(moves: &[Move]) -> Vec<[u8; 2]> {
    let columns = |step: &Move| match step {
        Move::Panex(step) => Some([step.from, step.to].map(|column| column.index() as u8)),
        _ => None,
    };
    moves.iter().filter_map(columns).collect()
}

/// The number of each move among those of its state.
fn task_plan(task: &pddl::Instance, moves: &[Move]) -> Vec<[u8; 2]> {
    let mut state = task.start();
    let mut number = |step: &Move| {
        let Move::Pddl(step) = step else { return None };
        let place = task.moves(&state).iter().position(|other| other == step)?;
        state = task.play(&state, step)?;
        Some(u16::try_from(place).ok()?.to_be_bytes())
    };
    moves.iter().filter_map(&mut number).collect()
}
