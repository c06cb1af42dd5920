//! Audits of searches without memory, which leave no list of states: some units of the search are
//! searched again.
//!
//! # What is claimed
//! The search was divided into units: all states of the layer at some depth D, those that are
//! reached from the start in D moves and in no fewer. The claim about each unit is a bound: no plan
//! from there has fewer moves.
//!
//! # What is shown
//! The checker finds the layer again, so that no unit is missing, and checks that no goal is
//! nearer. A shortest plan of D or more moves has a state of the layer after D of them. So if all
//! bounds hold, no plan has fewer moves than D plus the smallest bound.
//!
//! A random sample of the units is searched again, depth-first, and pruned only by the lower bound
//! for single states that the header names. If a wrong unit is found, the audit fails. If none is
//! found, that is not a proof, unless the sample has all units: see
//! [`Audited::share_of_wrong_units`].
//!
//! # Source
//! Bounds of a share from a sample without a failure: Hanley and Lippman-Hand, "If nothing goes
//! wrong, is everything all right?", JAMA 249 (1983).

mod layer;
mod unit_search;

use crate::artifact::{Format, plain};
use crate::closed_list::{Direction, Graph, Header, check_plan, graph, shown};
use crate::{NotVerified, OnProgress, Reason};
use std::hash::{BuildHasher as _, RandomState};
use std::io::BufRead;
use unit_search::UnitSearch;

pub(crate) const FORMAT: Format =
    Format { begin: "fewest audit 1\n", fields: &["search", "depth", "units", "built-by"] };

/// A part of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The state at which it begins, in the bytes of certificates of searches.
    pub state: Vec<u8>,
    /// The claimed lower bound: no plan from there has fewer moves.
    pub lower: u16,
    /// The number of states that the search expanded; nothing depends on it.
    pub expanded: u64,
}

/// Returns the state at which an instance begins, in the form used in units.
///
/// # Errors
/// If the instance of the header cannot be read.
pub fn start(header: &Header) -> Result<Vec<u8>, Reason> {
    let no_root = || Reason::Plan("there is no root".to_owned());
    graph(header)?.roots().into_iter().next().ok_or_else(no_root)
}

/// Returns the text of an audit of these units, which must be all states of the layer at a depth.
/// The claim of the header must follow from their bounds; the [check](check()) verifies that.
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

/// The sample of units that are searched again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The number of units; all if there are fewer.
    pub units: usize,
    /// The seed by which they are chosen. The author of the file must not know it beforehand.
    pub seed: u64,
}

impl Sample {
    /// The default size of a sample: if none of this many units is wrong, with 95 % confidence
    /// fewer than one in a hundred are.
    pub const UNITS: usize = 300;

    /// Returns a sample of this size, with a random seed from the system.
    pub fn at_random(units: usize) -> Self {
        Self { units, seed: RandomState::new().hash_one(()) }
    }

    /// Returns the indices of the chosen units.
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

/// The result of an audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audited {
    /// The instance and the claim.
    pub header: Header,
    /// The depth at which the search was divided.
    pub depth: u16,
    /// The number of units, of which none is missing.
    pub units: usize,
    /// The number of units that were searched again; none of them was wrong.
    pub searched: usize,
    /// The number of states that this took.
    pub looked_at: u64,
}

impl Audited {
    /// Returns the share of the units that bounds the wrong ones: with 95 % confidence fewer are
    /// wrong. `None` if all units were searched: then none is wrong.
    ///
    /// # Sound because
    /// if a share p of the units were wrong, a random sample of k units would contain none of them
    /// with a probability of at most (1 − p)^k, and less if no unit is drawn twice.
    pub fn share_of_wrong_units(&self) -> Option<f64> {
        (self.searched < self.units).then(|| 1.0 - 0.05_f64.powf(1.0 / self.searched as f64))
    }
}

/// Checks the form of an audit, that it has all units, and a sample of them; reports how many of
/// the sample were searched.
///
/// # Errors
/// The first thing that does not hold. An audit of a [puzzle of your
/// own](crate::closed_list::Instance::Own) is [unreadable](NotVerified::Unreadable) here.
///
/// # Complexity
/// Memory for all states up to the layer and for the units. The time is that of the searches, which
/// may take many times as long as those that they check. All cores are used, each for one unit at a
/// time.
pub fn check(
    file: impl BufRead,
    sample: Sample,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Audited, NotVerified> {
    let mut file = FORMAT.open(file)?;
    let (header, graph) = search(&file.values[0], on_progress).map_err(|error| error.in_line(2))?;
    let expected = |line, expected| Reason::Expected(expected).in_line(line);
    let depth: u16 = plain(&file.values[1]).ok_or(expected(3, "a number of moves"))?;
    let lower = header.lower.ok_or(expected(2, "a bound"))?;
    let first = file.line + 1;
    let of_graph = |line: &str| unit(line).filter(|unit| graph.is_state(&unit.state));
    let units = file.lines("units", "a state, a bound and a number of states", of_graph)?;
    let layer = layer::at(&*graph, depth, memory, on_progress)?;
    for (at, (line, state)) in (first..).zip(&layer).enumerate() {
        if units.get(at).map(|unit| &unit.state) != Some(state) {
            let state = shown(state);
            return Err(Reason::MissingUnit { depth, state }.in_line(line).into());
        }
    }
    if units.len() > layer.len() {
        return Err(Reason::MoreUnits.in_line(first + layer.len() as u64).into());
    }
    let refuted = |(line, unit): (u64, &Unit)| Reason::Refuted(unit.lower).in_line(line);
    let is_goal = |(_, unit): &(u64, &Unit)| unit.lower > 0 && graph.is_goal(&unit.state);
    if let Some(wrong) = (first..).zip(&units).find(is_goal) {
        return Err(refuted(wrong).into());
    }
    // Without units, there is no plan at all.
    let least = units.iter().map(|unit| unit.lower).min().unwrap_or(u16::MAX);
    let follows = u32::from(depth) + u32::from(least);
    if u32::from(lower) > follows {
        return Err(Reason::Claim(follows).in_line(2).into());
    }
    let chosen = sample.of(&units);
    let searches = chosen.iter().map(|&at| (at, UnitSearch::new(&*graph, &units[at])));
    let (looked_at, wrong) = unit_search::run(searches.collect(), on_progress)?;
    match wrong {
        Some(at) => Err(refuted((first + at as u64, &units[at])).into()),
        None => {
            Ok(Audited { header, depth, units: units.len(), searched: chosen.len(), looked_at })
        }
    }
}

/// Returns the audited search and its graph.
fn search(
    text: &str,
    on_progress: &mut OnProgress<'_>,
) -> Result<(Header, Box<dyn Graph>), NotVerified> {
    let header = Header::read(text.as_bytes());
    let expected = Reason::Expected("the header of a certificate of a search");
    let header = header.map_err(|_| expected)?;
    if header.direction != Direction::Forward {
        return Err(Reason::Unsupported.into());
    }
    let graph = graph(&header)?;
    check_plan(&header, &*graph, on_progress)?;
    Ok((header, graph))
}

/// Reads a unit in the only form in which it is written.
fn unit(line: &str) -> Option<Unit> {
    let mut words = line.split(' ');
    let (state, lower, expanded) = (words.next()?, words.next()?, words.next()?);
    let digits: Vec<u8> = state
        .chars()
        .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
        .collect::<Option<_>>()?;
    let (pairs, odd) = digits.as_chunks();
    let bytes: Vec<u8> = pairs.iter().map(|[high, low]| high << 4 | low).collect();
    let is_written_so = words.next().is_none() && odd.is_empty() && shown(&bytes) == state;
    let unit = Unit { state: bytes, lower: plain(lower)?, expanded: plain(expanded)? };
    is_written_so.then_some(unit)
}

#[cfg(test)]
mod tests;
