//! Audits of searches without memory, which leave no list of states: some of their units are searched
//! again.
//!
//! # What is claimed
//! The search was divided into units: all states of the layer at some depth D, those that are reached from
//! the start in D moves and in no fewer. Of each unit a bound is claimed: no plan from there has fewer
//! moves.
//!
//! # What is shown
//! The checker finds the layer again, so that no unit is missing, and sees that no goal is nearer. A shortest
//! plan of D or more moves has a state of the layer after D of them. So if all bounds hold, no
//! plan has fewer moves than D and the least of them.
//!
//! Of the units a random sample is searched again, depth-first and bound by nothing but the lower bound from
//! one state that the header names. If it finds one wrong, the audit fails. If it finds none, that
//! is no proof, unless the sample has all of them: see [`Audited::share_of_wrong_units`].
//!
//! # Source
//! Bounds of a share from a sample without a failure: Hanley and Lippman-Hand, "If nothing goes wrong, is
//! everything all right?", JAMA 249 (1983).

mod layer;
mod unit_search;

use crate::OnProgress;
use crate::artifact::{Broken, Format};
use crate::closed_list::{Direction, Fault, Graph, Header, check_plan, graph, shown};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::str::FromStr;
use unit_search::UnitSearch;

const FORMAT: Format =
    Format { begin: "fewest audit 1\n", fields: &["search", "depth", "units", "built-by"] };

/// Whether a file that begins so is one of an audit, of any version.
pub fn begins(file: &[u8]) -> bool {
    FORMAT.begins(file)
}

/// A part of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The state that it begins with, in the bytes of certificates of searches.
    pub state: Vec<u8>,
    /// No plan from there has fewer moves, as is claimed.
    pub lower: u16,
    /// The states that the search has expanded; nothing rests on it.
    pub expanded: u64,
}

/// The state that an instance begins with, as units have it.
///
/// # Errors
/// If the instance of the header cannot be read.
pub fn start(header: &Header) -> Result<Vec<u8>, Fault> {
    let no_root = || Fault::Plan("there is no root".to_owned());
    graph(header)?.roots().into_iter().next().ok_or_else(no_root)
}

/// The text of an audit of these units, which are to be all states of the layer at a depth. What the header
/// claims must follow from their bounds: the [check](check()) says so.
pub fn audit(header: &Header, depth: u16, units: &[Unit]) -> String {
    let mut lines: Vec<_> = units
        .iter()
        .map(|unit| format!("{} {} {}\n", shown(&unit.state), unit.lower, unit.expanded))
        .collect();
    lines.sort_unstable();
    let values = [
        serde_json::to_string(header).expect("a header is JSON"),
        depth.to_string(),
        units.len().to_string(),
        env!("CARGO_PKG_VERSION").to_owned(),
    ];
    FORMAT.write(&values, &lines.concat())
}

/// Which units are searched again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// So many, or all.
    pub units: usize,
    /// What they are chosen by. Whoever makes the file must not know it before.
    pub seed: u64,
}

impl Sample {
    /// Where none of so many is wrong, with 95 % confidence fewer than one of a hundred are.
    pub const UNITS: usize = 300;

    /// So many units, chosen by what the system gives at random.
    pub fn at_random(units: usize) -> Self {
        Self { units, seed: RandomState::new().hash_one(()) }
    }

    /// The places of the chosen ones.
    fn of(self, units: &[Unit]) -> Vec<usize> {
        let lot = |&at: &usize| {
            let mut hasher = blake3::Hasher::new();
            hasher.update(&self.seed.to_le_bytes()).update(&units[at].state);
            *hasher.finalize().as_bytes()
        };
        let mut places: Vec<usize> = (0..units.len()).collect();
        places.sort_by_cached_key(lot);
        places.truncate(self.units);
        places
    }
}

/// What an audit has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audited {
    /// The instance and the claim.
    pub header: Header,
    /// Where the search was divided.
    pub depth: u16,
    /// The units, which are all.
    pub units: usize,
    /// How many were searched again; none of them was wrong.
    pub searched: usize,
    /// The states that this took.
    pub looked_at: u64,
}

impl Audited {
    /// With 95 % confidence fewer than this share of the units are wrong; `None` where all were searched:
    /// then none is.
    ///
    /// # Sound because
    /// if a share of p were wrong, a sample of k units drawn at random would have none of them with a
    /// probability of at most (1 − p)^k, and less if no unit is drawn twice.
    pub fn share_of_wrong_units(&self) -> Option<f64> {
        (self.searched < self.units).then(|| 1.0 - 0.05_f64.powf(1.0 / self.searched as f64))
    }
}

/// Why an audit fails.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// Finding the layer again takes more memory than there is.
    #[error("checking it takes {0} bytes of memory")]
    Memory(u64),
    /// It was ended before.
    #[error("the check was stopped")]
    Stopped,
    /// Something in a line does not hold.
    #[error("line {line}: {reason}")]
    Rejected {
        /// Its number, from 1.
        line: u64,
        /// What does not hold.
        reason: Wrong,
    },
}

/// What does not hold in a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// It is no line of such a file.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The instance, or the plan.
    #[error(transparent)]
    Header(#[from] Fault),
    /// The header says that there are more or fewer units.
    #[error("the number of units is another one")]
    Count,
    /// The digest of the file is another one.
    #[error("the digest is another one")]
    Digest,
    /// A state of the layer is no unit, or a unit no state of the layer.
    #[error("the next state that is reached in {depth} moves and no fewer is {state}")]
    Missing {
        /// That of the layer.
        depth: u16,
        /// The state that stands nowhere, in hexadecimal digits.
        state: String,
    },
    /// There are more units than states of the layer.
    #[error("the layer has no more states")]
    Beyond,
    /// A goal lies before the layer.
    #[error("a goal is reached after {0} moves, before the layer")]
    Goal(u16),
    /// The header claims more than the units do.
    #[error("from the units follows a bound of {0} moves")]
    Claim(u32),
    /// The unit was searched again.
    #[error("a plan from this state has fewer than {0} moves")]
    Refuted(u16),
}

/// Checks the form of an audit, that it has all units, and a sample of them; and tells how many of these
/// were searched.
///
/// # Errors
/// The first thing that does not hold. An audit of a [puzzle of one's
/// own](crate::closed_list::Instance::Own) is [unreadable](AuditError::Unreadable) here.
///
/// # Complexity
/// Memory for all states up to the layer and for the units. Time that of the searches, which may be many
/// times that of those they check. All cores work, on a unit each.
pub fn check(
    file: impl BufRead,
    sample: Sample,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Audited, AuditError> {
    let mut file = FORMAT.open(file)?;
    let (header, graph) = search(&file.values[0], on_progress)?;
    let expected = |line, expected| rejected(line, Wrong::Expected(expected));
    let depth: u16 = number(&file.values[1]).ok_or(expected(3, "a number of moves"))?;
    let lower = header.lower.ok_or(expected(2, "a bound"))?;
    let first = file.line + 1;
    let mut units = vec![];
    while let Some(line) = file.line()? {
        let unit = unit(&line).filter(|unit| graph.is_state(&unit.state));
        units.push(unit.ok_or(expected(file.line, "a state, a bound and a number of states"))?);
    }
    if number(&file.values[2]) != Some(units.len() as u64) {
        return Err(rejected(4, Wrong::Count));
    }
    if !file.is_whole() {
        return Err(rejected(file.line, Wrong::Digest));
    }
    let layer = layer::at(&*graph, depth, memory, on_progress)?;
    for (at, (line, state)) in (first..).zip(&layer).enumerate() {
        if units.get(at).map(|unit| &unit.state) != Some(state) {
            return Err(rejected(line, Wrong::Missing { depth, state: shown(state) }));
        }
    }
    if units.len() > layer.len() {
        return Err(rejected(first + layer.len() as u64, Wrong::Beyond));
    }
    // Without units there is no plan at all.
    let least = units.iter().map(|unit| unit.lower).min().unwrap_or(u16::MAX);
    let follows = u32::from(depth) + u32::from(least);
    if u32::from(lower) > follows {
        return Err(rejected(2, Wrong::Claim(follows)));
    }
    let chosen = sample.of(&units);
    let searches = chosen.iter().map(|&at| (at, UnitSearch::new(&*graph, &units[at])));
    let looked_at =
        unit_search::run(searches.collect(), on_progress).map_err(|ended| match ended {
            None => AuditError::Stopped,
            Some(at) => rejected(first + at as u64, Wrong::Refuted(units[at].lower)),
        })?;
    Ok(Audited { header, depth, units: units.len(), searched: chosen.len(), looked_at })
}

/// The search that is audited, and its graph.
fn search(
    text: &str,
    on_progress: &mut OnProgress<'_>,
) -> Result<(Header, Box<dyn Graph>), AuditError> {
    let header = Header::read(text.as_bytes())
        .map_err(|_| rejected(2, Wrong::Expected("the header of a certificate of a search")))?;
    if header.direction != Direction::Forward {
        return Err(rejected(2, Fault::Unsupported.into()));
    }
    let graph = graph(&header).map_err(|fault| match fault {
        Fault::Foreign(_) => io::Error::new(io::ErrorKind::Unsupported, fault).into(),
        fault => rejected(2, fault.into()),
    })?;
    let replayed = check_plan(&header, &*graph, on_progress);
    match replayed.map_err(|fault| rejected(2, fault.into()))? {
        ControlFlow::Break(()) => Err(AuditError::Stopped),
        ControlFlow::Continue(()) => Ok((header, graph)),
    }
}

/// A number as it is written.
fn number<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

/// A unit as it is written.
fn unit(line: &str) -> Option<Unit> {
    let mut words = line.strip_suffix('\n')?.split(' ');
    let (state, lower, expanded) = (words.next()?, words.next()?, words.next()?);
    let digits: Vec<u8> = state
        .chars()
        .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
        .collect::<Option<_>>()?;
    let (pairs, odd) = digits.as_chunks();
    let bytes: Vec<u8> = pairs.iter().map(|[high, low]| high << 4 | low).collect();
    let is_written_so = words.next().is_none() && odd.is_empty() && shown(&bytes) == state;
    let unit = Unit { state: bytes, lower: number(lower)?, expanded: number(expanded)? };
    is_written_so.then_some(unit)
}

fn rejected(line: u64, reason: Wrong) -> AuditError {
    AuditError::Rejected { line, reason }
}

impl From<Broken> for AuditError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Unreadable(error) => Self::Unreadable(error),
            Broken::Line { line, expected } => rejected(line, Wrong::Expected(expected)),
        }
    }
}

#[cfg(test)]
mod tests;
