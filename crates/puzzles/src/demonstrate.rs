//! A full demonstration of an instance, as the examples run it.

use crate::certificate::{self, Claim, NoCertificate};
use crate::{Puzzle, Replay};
use fewest_proof::closed_list::{Checked, Graph};
use fewest_proof::{NotVerified, unwatched};
use fewest_search::best_first::{OpenList, astar, nbs};
use fewest_search::breadth_first::breadth_first_search;
use fewest_search::depth_first::{TableOptions, transposition_ida_star};
use fewest_search::outcome::unlimited;
use fewest_search::problem::Heuristic;
use fewest_search::{Outcome, Problem, Verdict};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

const USAGE: &str = "usage: [--text] [--html FILE] [--certificate FILE] or --check FILE
  --text              the plan as drawings, one below the other
  --html FILE         the plan as a page that plays it
  --certificate FILE  the proof that there is no shorter plan
  --check FILE        checks a certificate by the naive implementation";

/// The reason why a demonstration failed.
#[derive(thiserror::Error)]
pub enum Failure {
    /// The arguments are wrong.
    #[error("{USAGE}")]
    Usage,
    /// Engines disagree, or one did not prove its plan shortest: a bug, usually a heuristic that is
    /// too large.
    #[error("{0} disagrees with the engines before it")]
    Disagreement(&'static str),
    /// There is no plan to show.
    #[error("the plan is not a solution")]
    Plan,
    /// The naive implementation does not know the instance.
    #[error("the naive implementation cannot read the instance: {0}")]
    Instance(String),
    /// There is no certificate.
    #[error(transparent)]
    Certificate(#[from] NoCertificate),
    /// The certificate is rejected: the two implementations differ.
    #[error("the certificate: {0}")]
    Rejected(#[from] NotVerified),
    /// A file, or the output, cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// The message: a program whose `main` returns the failure prints this.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Prints the result of an engine, and its number of expansions.
fn tell<A>(out: &mut impl Write, engine: &str, outcome: &Outcome<A>) -> io::Result<()> {
    let expanded = outcome.statistics().expanded;
    match (outcome.verdict(), outcome.plan()) {
        (Verdict::Optimal, Some(plan)) => {
            writeln!(out, "{engine:38} {:3} moves {expanded:9} states expanded", plan.len())
        }
        (verdict, _) => writeln!(out, "{engine:38} {verdict:?} {expanded:9} states expanded"),
    }
}

/// Runs four engines, which must agree, on a problem, shows the plan, writes a certificate and
/// checks it by the naive implementation that `read` makes from the text of the instance. The
/// arguments of the program say which files are written.
///
/// # Errors
/// The first [`Failure`].
pub fn demonstrate<S, H, B, G>(
    problem: &Problem<S, H>,
    backward: &Problem<S::Reversed, B>,
    read: impl Fn(&str) -> Result<G, String>,
) -> Result<(), Failure>
where
    S: Puzzle,
    H: Heuristic<S>,
    B: Heuristic<S::Reversed>,
    G: Graph + 'static,
{
    let out = &mut io::stdout().lock();
    let arguments = Arguments::read(std::env::args().skip(1))?;
    if let Some(file) = arguments.check {
        let open = || File::open(&file).map(BufReader::new);
        let checked = certificate::check(S::RULES, read, open, None, &mut unwatched)?;
        return Ok(say(out, &checked)?);
    }
    let plan = solve(problem, backward, out)?;
    let space = &problem.space;
    let words: Vec<_> = plan.iter().map(|&step| space.words(step)).collect();
    writeln!(out, "{}", words.join(", "))?;
    let replay = Replay::new(space, &plan).ok_or(Failure::Plan)?;
    if arguments.text {
        write!(out, "{replay}")?;
    }
    if let Some(file) = arguments.html {
        let mut page = BufWriter::new(File::create(file)?);
        let remark = format!("{} moves, and no fewer will do", plan.len());
        replay.write_html(&mut page, S::RULES, &remark)?;
        page.flush()?;
    }
    let graph = read(&space.instance()).map_err(Failure::Instance)?;
    let lower = u16::try_from(plan.len()).ok().map(fewest_search::Depth);
    let claim = Claim { lower, plan: Some(&plan) };
    let mut bytes = vec![];
    unlimited(|monitor| certificate::write(space, &graph, &claim, monitor, &mut bytes))?;
    say(out, &certificate::check(S::RULES, read, || Ok(&bytes[..]), None, &mut unwatched)?)?;
    if let Some(file) = arguments.certificate {
        fs::write(Path::new(&file), &bytes)?;
    }
    Ok(())
}

fn say(out: &mut impl Write, Checked { header, states, .. }: &Checked) -> io::Result<()> {
    let lower = header.lower.map_or("no plan".to_owned(), |lower| format!("no plan below {lower}"));
    writeln!(out, "certificate: {lower}: {states} states, accepted by the naive implementation")
}

/// Returns a shortest plan, on which all engines agree.
fn solve<S, H, B>(
    problem: &Problem<S, H>,
    backward: &Problem<S::Reversed, B>,
    out: &mut impl Write,
) -> Result<Vec<S::Action>, Failure>
where
    S: Puzzle,
    H: Heuristic<S>,
    B: Heuristic<S::Reversed>,
{
    let mut best: Option<Vec<S::Action>> = None;
    let mut agree = |engine, outcome: Outcome<S::Action>| {
        tell(out, engine, &outcome)?;
        let plan = outcome.plan().filter(|_| outcome.verdict() == Verdict::Optimal);
        let plan = plan.ok_or(Failure::Disagreement(engine))?;
        let is_as_good = best.get_or_insert_with(|| plan.to_vec()).len() == plan.len();
        is_as_good.then_some(()).ok_or(Failure::Disagreement(engine))
    };
    unlimited(|monitor| {
        agree("A*", astar(problem, OpenList::default(), monitor))?;
        let outcome = transposition_ida_star(problem, TableOptions::default(), monitor);
        agree("IDA* with a transposition table", outcome)?;
        agree("breadth-first search", breadth_first_search(problem, monitor))?;
        agree("bidirectional search (NBS)", nbs(problem, backward, monitor))
    })?;
    best.ok_or(Failure::Plan)
}

/// The arguments of such a program.
#[derive(Default)]
struct Arguments {
    text: bool,
    html: Option<String>,
    certificate: Option<String>,
    check: Option<String>,
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut arguments = Self::default();
        while let Some(word) = words.next() {
            let mut file = || words.next().ok_or(Failure::Usage).map(Some);
            match &*word {
                "--text" => arguments.text = true,
                "--html" => arguments.html = file()?,
                "--certificate" => arguments.certificate = file()?,
                "--check" => arguments.check = file()?,
                _ => return Err(Failure::Usage),
            }
        }
        Ok(arguments)
    }
}
