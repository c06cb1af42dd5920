//! The check itself, in as many passes over the file as the memory requires.

use super::container::{Digest, Reader, Section};
use super::graph::{self, Graph};
use super::table::Table;
use super::{Header, front_coding, shown};
use crate::checking::tell;
use crate::{NotVerified, OnProgress, Reason};
use rayon::prelude::*;
use std::io::{self, BufRead};

/// What a certificate proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The instance and the claim, which is proved.
    pub header: Header,
    /// The number of listed states.
    pub states: u64,
    /// The digest of the certificate.
    pub digest: Digest,
}

/// Checks a certificate. `open` opens the file at its beginning, each time it is called.
///
/// # Errors
/// The first thing that does not hold, an error of the file, or that `on_progress` ended the check.
/// A certificate of a [puzzle of your own](super::Instance::Own) is
/// [unreadable](NotVerified::Unreadable) here.
///
/// # Complexity
/// See [`check_with`].
pub fn check<R: BufRead>(
    open: impl Fn() -> io::Result<R>,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Checked, NotVerified> {
    check_with(|header| Ok(graph::graph(header)?), open, memory, on_progress)
}

/// Checks a certificate by the graph that `read` returns for its header: the graph of its instance.
///
/// # Errors
/// As [`check`], and the errors of `read`: [`Reason::Instance`] if it does not know the instance.
///
/// # Complexity
/// At most about `memory` bytes for the states, and one section in addition. If the states do not
/// fit, they are divided by a hash, and there is one pass per part, which looks at the children
/// that belong to it. All cores work on a section.
pub fn check_with<R: BufRead>(
    read: impl FnOnce(&Header) -> Result<Box<dyn Graph>, NotVerified>,
    open: impl Fn() -> io::Result<R>,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Checked, NotVerified> {
    let (header, reader) = Reader::new(open()?)?;
    let graph = &*read(&header)?;
    if !(1..=255).contains(&graph.width()) {
        return Err(Reason::Unsupported.into());
    }
    check_plan(&header, graph, on_progress)?;
    let scanned = scan(reader, &header, graph, on_progress)?;
    let states = scanned.states;
    let bytes = states.saturating_mul(Table::bytes_of_state(graph.width()));
    // A table numbers its states with 32 bits.
    let parts = memory.map_or(1, |memory| bytes.div_ceil(memory.max(1 << 20)));
    let parts = parts.max(states.div_ceil(u64::from(u32::MAX) / 2)).max(1);
    let (mut done, of) = (0, Some(parts * states));
    let mut at_once = FEW;
    for part in 0..parts {
        let pass = Pass { header: &header, graph, part, parts, states };
        let mut again = scanned.again(open()?)?;
        let table = pass.table(&mut again)?;
        pass.check_roots(&table)?;
        let mut again = scanned.again(open()?)?;
        while let Some(section) = again.section()? {
            let width = graph.width();
            let listed = again.states(&section, width)?;
            let mut rest = &listed[..];
            while !rest.is_empty() {
                let (some, others) = rest.split_at(rest.len().min(at_once * width));
                (rest, at_once) = (others, AT_ONCE.min(2 * at_once));
                let checked = pass.check_some(some, section.layer as u16, &table);
                checked.map_err(|reason| again.reader.rejected(reason))?;
                done += (some.len() / width) as u64;
                tell(on_progress, done, of)?;
            }
        }
    }
    Ok(Checked { header, states, digest: scanned.digest })
}

/// What the first pass found in a file whose sections all have states of the puzzle, in order.
struct Scanned {
    states: u64,
    /// The digest after each section.
    digests: Vec<Digest>,
    /// The digest of the certificate.
    digest: Digest,
}

/// Reads the same file again. Nobody else may change it meanwhile: a section that differs from the
/// one seen before ends the check before any of it is used.
struct Again<'a, R> {
    reader: Reader<R>,
    left: std::slice::Iter<'a, Digest>,
}

impl Scanned {
    fn again<R: BufRead>(&self, file: R) -> Result<Again<'_, R>, NotVerified> {
        let (_, reader) = Reader::new(file)?;
        Ok(Again { reader, left: self.digests.iter() })
    }
}

impl<R: BufRead> Again<'_, R> {
    fn section(&mut self) -> Result<Option<Section>, NotVerified> {
        let section = self.reader.section()?;
        let seen = self.left.next();
        if section.is_some() != seen.is_some()
            || seen.is_some_and(|&digest| digest != self.reader.digest())
        {
            return Err(io::Error::other("the file was changed while it was checked").into());
        }
        Ok(section)
    }

    /// Returns the states of the section read last.
    fn states(&self, section: &Section, width: usize) -> Result<Vec<u8>, NotVerified> {
        let listed = front_coding::decode(&section.payload, section.states, width);
        listed.map_err(|reason| self.reader.rejected(reason))
    }
}

/// Checks that the plan is a solution, and not shorter than the claimed bound.
pub(crate) fn check_plan(
    header: &Header,
    graph: &dyn Graph,
    on_progress: &mut OnProgress<'_>,
) -> Result<(), NotVerified> {
    let Some(plan) = &header.plan else { return Ok(()) };
    let mut told = Ok(());
    let mut moves = plan.iter().copied().take_while(|_| {
        told = tell(on_progress, 0, None);
        told.is_ok()
    });
    let replayed = graph.replay(&mut moves);
    told?;
    replayed?;
    match header.lower {
        Some(lower) if usize::from(lower) <= plan.len() => Ok(()),
        _ => Err(Reason::ShorterPlan.into()),
    }
}

/// Reads everything once: checks that the file is whole, and that its states are states of the
/// puzzle, in order, and not goals. Returns how many there are.
fn scan<R: BufRead>(
    mut reader: Reader<R>,
    header: &Header,
    graph: &dyn Graph,
    on_progress: &mut OnProgress<'_>,
) -> Result<Scanned, NotVerified> {
    let (mut states, mut digests) = (0, vec![]);
    let mut before: Option<(u32, Vec<u8>)> = None;
    while let Some(section) = reader.section()? {
        states += u64::from(section.states);
        digests.push(reader.digest());
        let listed = scan_section(&section, &before, header, graph);
        let listed = listed.map_err(|reason| reader.rejected(reason))?;
        before =
            listed.chunks_exact(graph.width()).next_back().map(|l| (section.layer, l.to_vec()));
        tell(on_progress, 0, None)?;
    }
    Ok(Scanned { states, digests, digest: reader.digest() })
}

fn scan_section(
    section: &Section,
    before: &Option<(u32, Vec<u8>)>,
    header: &Header,
    graph: &dyn Graph,
) -> Result<Vec<u8>, Reason> {
    let Section { layer, states, ref payload } = *section;
    // Depths have 16 bits, and states whose children would be too deep are not worth listing.
    if layer >= header.lower.unwrap_or(u16::MAX).into() {
        return Err(Reason::TooDeep(layer));
    }
    let width = graph.width();
    let listed = front_coding::decode(payload, states, width)?;
    let follows = before.as_ref().is_none_or(|(above, last)| {
        *above < layer || *above == layer && last.as_slice() < &listed[..width]
    });
    let mut pairs = listed.chunks_exact(width).zip(listed.chunks_exact(width).skip(1));
    if !follows || !pairs.all(|(one, next)| one < next) {
        return Err(Reason::OutOfOrder);
    }
    let wrong = |state: &[u8]| match (graph.is_state(state), graph.is_goal(state)) {
        (false, _) => Some(Reason::NoState(shown(state))),
        (true, true) => Some(Reason::Goal(shown(state))),
        (true, false) => None,
    };
    match listed.par_chunks_exact(width).find_map_first(wrong) {
        Some(reason) => Err(reason),
        None => Ok(listed),
    }
}

/// The check of the children that belong to one part of the states.
struct Pass<'a> {
    header: &'a Header,
    graph: &'a dyn Graph,
    part: u64,
    parts: u64,
    /// The number of states in all parts.
    states: u64,
}

impl Pass<'_> {
    fn has(&self, state: &[u8]) -> bool {
        self.parts == 1 || Table::part_of(state, self.parts) == self.part
    }

    /// Reads the listed states of this part.
    fn table<R: BufRead>(&self, again: &mut Again<'_, R>) -> Result<Table, NotVerified> {
        let width = self.graph.width();
        // Parts are nearly equal in size: one in 32 more is for the largest.
        let states = self.states / self.parts;
        let mut table = Table::new(width, (states + states / 32) as usize);
        while let Some(section) = again.section()? {
            let listed = again.states(&section, width)?;
            for state in listed.chunks_exact(width).filter(|state| self.has(state)) {
                if !table.add(state, section.layer as u16) {
                    return Err(again.reader.rejected(Reason::Twice(shown(state))));
                }
            }
        }
        Ok(table)
    }

    /// Returns how many moves a plan shorter than claimed has left after `g`, plus one.
    fn left(&self, g: u16) -> Option<u16> {
        self.header.lower.map(|lower| lower.saturating_sub(g))
    }

    /// Whether a state that is met after `g` moves is listed with at most as many, or needs more
    /// moves than a plan shorter than claimed has left, as far as the fast test shows.
    fn is_settled(&self, table: &Table, state: &[u8], g: u16) -> bool {
        let left = self.left(g);
        left == Some(0)
            || table.layer(state).is_some_and(|listed| listed <= g)
            || self.graph.needs(state, left)
    }

    fn check_roots(&self, table: &Table) -> Result<(), Reason> {
        let is_settled = |root: &Vec<u8>| {
            self.is_settled(table, root, 0) || self.graph.is_refuted(root, self.left(0))
        };
        match self.graph.roots().iter().find(|root| self.has(root) && !is_settled(root)) {
            Some(root) => Err(Reason::MissingRoot(shown(root))),
            None => Ok(()),
        }
    }

    /// Checks the children of some states of one layer.
    fn check_some(&self, listed: &[u8], g: u16, table: &Table) -> Result<(), Reason> {
        let mut unsettled: Vec<(Vec<u8>, &[u8])> = listed
            .par_chunks_exact(self.graph.width())
            .flat_map_iter(|state| {
                let mut unsettled = vec![];
                self.graph.children(state, &mut |child| {
                    if self.has(child) && !self.is_settled(table, child, g + 1) {
                        unsettled.push((child.to_vec(), state));
                    }
                });
                unsettled
            })
            .collect();
        // Each child with an expensive test is tested once.
        unsettled.par_sort_unstable();
        unsettled.dedup_by(|(child, _), (other, _)| child == other);
        let is_missing =
            |(child, _): &&(Vec<u8>, &[u8])| !self.graph.is_refuted(child, self.left(g + 1));
        match unsettled.par_iter().find_first(is_missing) {
            Some((child, state)) => {
                Err(Reason::MissingChild { state: shown(state), g, child: shown(child) })
            }
            None => Ok(()),
        }
    }
}

/// The number of states whose children are looked at together: few at first, so that a check in
/// which each takes long can be stopped soon, and then twice as many each time.
const FEW: usize = 1 << 6;
/// The largest such number.
const AT_ONCE: usize = 1 << 14;
