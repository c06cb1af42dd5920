//! Shortens plans window by window.
//!
//! A *window* is a part of a plan. A beam that is narrow compared with the whole puzzle often finds
//! a shorter path between the ends of a window, since the heuristic is 0 for pieces that need not
//! move. Another path of the same length is also accepted, since overlapping windows may then
//! become shorter: a local search with sideways moves.
//!
//! # Source
//! Windows of a plan: Balyo, Barták and Surynek, "Improving plan quality by local planning"
//! (ICTAI 2012); Siddiqui and Haslum, "Continuing plan quality optimisation" (JAIR 54, 2015).
//! There one planner searches each window; here it is a beam.

use crate::outcome::Work;
use crate::platform::parallel;
use crate::portfolio::beam::{Beam, Swept};
use crate::portfolio::plan_search::moves;
use crate::problem::{Key, LazyTesting, Parts};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::key_hash::KeyHash;
use crate::{Depth, Monitor, Stop};
use foldhash::fast::FixedState;
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::io;
use std::ops::RangeInclusive;

/// Makes the problem of a path from one state to another, from the problem of the whole puzzle in
/// the same direction.
pub type Between<'a, P> = &'a (dyn Fn(&P, Key<P>, Key<P>) -> P + Sync);

/// Shortens plans.
pub(super) struct Windows<'a, P: Parts> {
    /// The problem of the plans, which are lists of states, and that of the reversed plans, if
    /// there is one.
    problems: Vec<&'a P>,
    between: Between<'a, P>,
    /// Numbers drawn so far.
    drawn: u64,
    /// Rounds of alternative paths since the last shorter one.
    in_vain: u32,
    /// Ends between which a shorter path was looked for.
    searched: HashSet<(Key<P>, Key<P>), FixedState>,
}

/// A window and how it is searched.
struct Window {
    states: RangeInclusive<usize>,
    number: usize,
    beam: Beam,
}

impl<'a, P: Parts> Windows<'a, P> {
    /// Windows searched together, whatever the number of threads.
    const AT_A_TIME: usize = 8;
    /// The lengths of the windows searched everywhere, and the width of their beams.
    const EVERYWHERE: ([usize; 3], usize) = ([8, 14, 22], 100);
    /// The lengths of the random windows.
    const DRAWN: RangeInclusive<usize> = 6..=37;
    /// The least width of their beams; random widths are up to eight times as large.
    const LEAST_WIDTH: usize = 50;
    /// After this many fruitless rounds, beams are twice as wide.
    const PATIENCE: u32 = 50;
    /// Beams become at most this many times as wide as at first, as a power of two.
    const MOST_WIDENED: u32 = 3;
    /// The most ends that are remembered.
    const MOST_SEARCHED: usize = 1 << 20;

    pub fn new(problems: Vec<&'a P>, between: Between<'a, P>) -> Self {
        Self { problems, between, drawn: 0, in_vain: 0, searched: HashSet::default() }
    }

    /// Rounds since one was last shorter, or since [`Windows::begin`].
    pub fn in_vain(&self) -> u32 {
        self.in_vain
    }

    /// Begins with another plan.
    pub fn begin(&mut self) {
        self.in_vain = 0;
    }

    /// Writes what was drawn and searched.
    pub fn save(&self, format: &dyn KeyFormat<Key<P>>, to: &mut Writer<'_>) -> io::Result<()> {
        let Self { drawn, in_vain, searched, .. } = self;
        to.part(drawn)?;
        to.part(&u64::from(*in_vain))?;
        to.part(&searched.len())?;
        let bytes = format.bytes();
        to.elements(2 * bytes, searched, |&(from, to), both| {
            let (first, second) = both.split_at_mut(bytes);
            format.write(from, first);
            format.write(to, second);
        })
    }

    /// Reads what [`Windows::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub fn restore(
        &mut self,
        format: &dyn KeyFormat<Key<P>>,
        from: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        self.drawn = from.count()?;
        self.in_vain = u32::try_from(from.count()?).unwrap_or(u32::MAX);
        self.searched.clear();
        let bytes = 2 * format.bytes();
        let count = from.length(bytes)?;
        from.elements(bytes, count, |both| {
            let (first, second) = both.split_at(format.bytes());
            let ends = format.read(first).zip(format.read(second));
            self.searched.insert(ends.ok_or(Unreadable::Invalid("such a state"))?);
            Ok(())
        })
    }

    /// A random number below `below`.
    fn draw(&mut self, below: usize) -> usize {
        self.drawn += 1;
        (KeyHash::default().hash_one(self.drawn) % below as u64) as usize
    }

    /// Searches the next windows for shorter ones: everywhere in turn, then drawn ones for other
    /// ways.
    ///
    /// # Errors
    /// The limit that is reached; what the plan has become by then is a plan.
    pub fn improve(
        &mut self,
        path: &mut Vec<Key<P>>,
        monitor: &mut Monitor<'_>,
        work: &mut Work,
    ) -> Result<(), Stop> {
        if !self.shorten(path, monitor, work)? {
            let windows = self.drawn_windows(path.len() - 1);
            self.in_vain = self.in_vain.saturating_add(1);
            if self.replace(path, &windows, monitor, work)? {
                self.in_vain = 0;
            }
        }
        Ok(())
    }

    /// Searches the next windows for shorter ones that were not searched before. Whether there
    /// were any.
    ///
    /// # Errors
    /// As [`Windows::improve`].
    pub fn shorten(
        &mut self,
        path: &mut Vec<Key<P>>,
        monitor: &mut Monitor<'_>,
        work: &mut Work,
    ) -> Result<bool, Stop> {
        let (lengths, width) = Self::EVERYWHERE;
        if self.searched.len() > Self::MOST_SEARCHED {
            self.searched.clear();
        }
        let last = path.len() - 1;
        let mut windows = Vec::new();
        for length in lengths {
            for from in (0..last).step_by(length / 4) {
                let to = last.min(from + length);
                if windows.len() < Self::AT_A_TIME && self.searched.insert((path[from], path[to])) {
                    windows.push(self.window(from..=to, 1, width));
                }
            }
        }
        windows.sort_by_key(|window| *window.states.start());
        self.replace(path, &windows, monitor, work)?;
        Ok(!windows.is_empty())
    }

    /// Random windows, in the order of their starts, in a plan of this many moves.
    fn drawn_windows(&mut self, moves: usize) -> Vec<Window> {
        let widened = (self.in_vain / Self::PATIENCE).min(Self::MOST_WIDENED);
        let (least, most) = (*Self::DRAWN.start(), *Self::DRAWN.end());
        let mut windows: Vec<_> = (0..Self::AT_A_TIME)
            .map(|_| {
                let length = (least + self.draw(most - least + 1)).min(moves);
                let from = self.draw(moves - length + 1);
                let width = Self::LEAST_WIDTH << (widened as usize + self.draw(4));
                self.window(from..=from + length, 0, width)
            })
            .collect();
        windows.sort_by_key(|window| *window.states.start());
        windows
    }

    /// A window to be shortened by at least `less` moves.
    fn window(&mut self, states: RangeInclusive<usize>, less: usize, width: usize) -> Window {
        let limit = Depth((states.end() - states.start() - less) as u16);
        let seed = self.drawn;
        let number = self.draw(self.problems.len());
        Window { states, number, beam: Beam { width, limit, testing: LazyTesting::Off, seed } }
    }

    /// Searches windows, in the order of their starts, and replaces those for which another path
    /// was found, the last ones first. Returns whether one is shorter.
    fn replace(
        &self,
        path: &mut Vec<Key<P>>,
        windows: &[Window],
        monitor: &mut Monitor<'_>,
        work: &mut Work,
    ) -> Result<bool, Stop> {
        monitor.poll(Depth::ZERO, &work.statistics)?;
        let nodes = monitor.nodes_left(&work.statistics)? / Self::AT_A_TIME;
        if nodes == 0 {
            return Err(Stop::Nodes);
        }
        let silent = monitor.silent();
        let search =
            |window| silent.run(nodes as u64, |monitor| self.search(path, window, monitor));
        let searched = parallel::map(windows, 1, search);
        let (before, mut free) = (path.len(), path.len());
        for (window, (way, spent)) in windows.iter().zip(searched).rev() {
            *work = work.plus(&spent);
            if let Some(way) = way.filter(|_| *window.states.end() < free) {
                free = window.states.start() + 1;
                path.splice(window.states.clone(), way);
            }
        }
        if path.len() < before {
            monitor.found(moves(path), &work.statistics);
        }
        Ok(path.len() < before)
    }

    /// Another path between the ends of a window; `None` if there is none, or a limit is reached.
    fn search(
        &self,
        path: &[Key<P>],
        Window { states, number, beam }: &Window,
        monitor: &mut Monitor<'_>,
    ) -> (Option<Vec<Key<P>>>, Work) {
        let (mut from, mut to) = (path[*states.start()], path[*states.end()]);
        let is_reversed = *number > 0;
        if is_reversed {
            std::mem::swap(&mut from, &mut to);
        }
        let mut work = Work::default();
        let problem = (self.between)(self.problems[*number], from, to);
        let Ok(Swept { path: Some(mut way), .. }) = beam.sweep(&problem, monitor, &mut work) else {
            return (None, work);
        };
        if is_reversed {
            way.reverse();
        }
        (Some(way), work)
    }
}
