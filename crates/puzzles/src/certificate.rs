//! Certificates of puzzles of your own.

use crate::{Puzzle, path};
use fewest_proof::closed_list::{
    self, Checked, Direction, Graph, Header, Heuristic, Instance, Layers, Written, child_numbers,
};
use fewest_proof::{NotVerified, OnProgress, Reason};
use fewest_search::breadth_first::closed_states;
use fewest_search::problem::{self, BoundedEstimate};
use fewest_search::{Depth, Monitor, Problem, Stop};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, BufRead, Write};

/// The claim of a certificate.
#[derive(Debug)]
pub struct Claim<'a, A> {
    /// The lower bound: no plan has fewer moves. `None` if there is no plan at all.
    pub lower: Option<Depth>,
    /// A plan from the first root, if one is known.
    pub plan: Option<&'a [A]>,
}

/// The reason why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// A limit was reached before all states were listed.
    #[error("a limit was reached: {0:?}")]
    Stopped(Stop),
    /// There is a plan shorter than claimed.
    #[error("a plan is shorter than claimed")]
    Contradiction,
    /// The plan is not a solution, or the naive implementation cannot replay it.
    #[error("the naive implementation does not accept the plan")]
    Plan,
    /// The certificate cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Writes a certificate of a claim about a puzzle.
///
/// The states are those of the fast implementation, without those that need not be listed according
/// to `graph`, the naive one. So whichever heuristic guided the search, the checker misses nothing,
/// as long as the two have the same moves.
///
/// # Errors
/// [`NoCertificate`]; what was written so far is not a certificate then.
///
/// # Complexity
/// Time and memory linear in the states within the bound of [`Graph::needs`].
pub fn write<S: Puzzle>(
    space: &S,
    graph: &dyn Graph,
    claim: &Claim<'_, S::Action>,
    monitor: &mut Monitor<'_>,
    out: &mut dyn Write,
) -> Result<Written, NoCertificate> {
    let instance = space.instance();
    let numbers = |plan| {
        let states = path(space, plan)?;
        child_numbers(graph, states[1..].iter().map(|state| space.bytes(state)))
    };
    let plan = claim.plan.map(|plan| numbers(plan).ok_or(NoCertificate::Plan)).transpose()?;
    let header = Header {
        name: format!("{}: {}", S::RULES, instance.lines().next().unwrap_or_default()),
        instance: Instance::Own { rules: S::RULES.to_owned(), instance },
        lower: claim.lower.map(|lower| lower.0),
        direction: Direction::Forward,
        heuristic: Heuristic::Own,
        plan,
    };
    let compress = |coded: &[u8]| Ok(compress_to_vec(coded, CompressionLevel::Fastest));
    let mut list = Layers::new(out, &header, graph.width(), compress)?;
    let needs = Needs { space, graph, is_bounded: claim.lower.is_some() };
    let problem = Problem::new(space.clone(), needs);
    let mut error = None;
    let mut visit = |Depth(g), keys: &[S::Key]| {
        let bytes = keys.iter().flat_map(|&key| space.bytes(&space.unpack(key)));
        list.part(g, &bytes.collect::<Vec<_>>()).map_err(|unwritten| {
            error = Some(unwritten);
            Stop::Interrupted
        })
    };
    let found = match claim.lower.map(|lower| lower.0.checked_sub(1).map(Depth)) {
        // A bound of 0 needs no states at all.
        Some(None) => Ok(true),
        bound => closed_states(&problem, bound.flatten(), &mut visit, monitor),
    };
    match (error, found) {
        (Some(error), _) => Err(error.into()),
        (None, Err(stop)) => Err(NoCertificate::Stopped(stop)),
        (None, Ok(false)) => Err(NoCertificate::Contradiction),
        (None, Ok(true)) => Ok(list.finish()?),
    }
}

/// What the naive implementation says about the number of moves left.
///
/// # Admissible because
/// the implementation of [`Graph::needs`] says so.
struct Needs<'a, S> {
    space: &'a S,
    graph: &'a dyn Graph,
    is_bounded: bool,
}

impl<S: Puzzle> problem::Heuristic<S> for Needs<'_, S> {
    type Value = ();

    fn value(&self, _: &S::State) {}

    fn estimate(&self, _: &S::State, (): &()) -> Option<Depth> {
        Some(Depth::ZERO)
    }

    fn estimate_within(&self, state: &S::State, (): &(), budget: Depth) -> BoundedEstimate {
        let (bytes, more) = (self.space.bytes(state), budget.next());
        let moves = self.is_bounded.then_some(more.0);
        match self.graph.needs(&bytes, moves) || self.graph.is_refuted(&bytes, moves) {
            true if self.is_bounded => BoundedEstimate::AtLeast(more),
            true => BoundedEstimate::DeadEnd,
            false => BoundedEstimate::WithinBudget,
        }
    }
}

/// Checks a certificate by a naive implementation, which `read` makes from the text of the
/// instance; if the text is not an instance, `read` returns the reason. `open` opens the file at
/// its beginning, each time it is called.
///
/// # Errors
/// The first thing that does not hold, or an error of the file; [`Reason::Instance`] if the
/// certificate is for another puzzle.
///
/// # Complexity
/// That of [`closed_list::check_with`].
pub fn check<G: Graph + 'static, R: BufRead>(
    rules: &str,
    read: impl FnOnce(&str) -> Result<G, String>,
    open: impl Fn() -> io::Result<R>,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Checked, NotVerified> {
    let graph = |header: &Header| match &header.instance {
        Instance::Own { rules: own, instance } if own == rules => {
            if (header.direction, header.heuristic) != (Direction::Forward, Heuristic::Own) {
                return Err(Reason::Unsupported.into());
            }
            let graph = read(instance).map_err(Reason::Instance)?;
            Ok(Box::new(graph) as Box<dyn Graph>)
        }
        _ => Err(Reason::Instance(format!("it is not one of {rules}")).into()),
    };
    closed_list::check_with(graph, open, memory, on_progress)
}
