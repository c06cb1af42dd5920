//! One of the two searches: its last layers in parts, and every 32nd layer whole.

use crate::model::{Columns, Model};
use crate::state::State;
use crate::symmetry::{Coset, Orbits};
use crate::word::Word;
use fewest_search::{Monitor, StateSpace, Statistics, Stop};
use rayon::prelude::*;
use std::mem;

/// Parts of a layer, more than cores so that all of them have work until the end.
const PARTS: usize = 16;
/// Every layer of this depth is kept to walk back along: small enough for quick searches between
/// kept layers, large enough that they do not weigh.
const KEPT_EVERY: u32 = 32;
/// The moves that a position can have, one for each pair of columns.
const MOST_MOVES: usize = 6;
/// The bits of an entry for the columns moved to last.
const LAST_BITS: u32 = 3;
/// Those bits, and the one that says whether the representative lies in the image of the layer.
pub(crate) const EXTRA_BITS: u32 = LAST_BITS + 1;

/// Breadth-first search from one end.
///
/// States are stored as representatives of their orbits, packed, with four bits more at the end:
/// whether the representative lies in the layer or in its image, and three for the columns whose
/// top piece was moved last on some shortest path.
///
/// # Sound because
/// a piece that was moved last need not be moved again: from the position before, one move, or
/// none, takes it to the same place, so what it leads to is in this layer or an earlier one.
/// Without those moves half as many states are generated, packed, sorted and thrown away.
pub(crate) struct Side<'a, K> {
    pub(crate) model: &'a Model<K>,
    pub(crate) orbits: Orbits,
    depth: u32,
    parts: Vec<Part<K>>,
    /// Successors on their way: from the part of their parent to their own.
    boxes: Vec<Vec<Vec<K>>>,
    /// Layers 0, 32, 64, ... in parts.
    kept: Vec<Vec<Vec<K>>>,
}

/// The states of the last layers whose hash says that they belong here, sorted.
struct Part<K> {
    old: Vec<K>,
    current: Vec<K>,
    /// A list to be filled next.
    spare: Vec<K>,
}

impl<'a, K: Word> Side<'a, K> {
    pub(crate) fn new(model: &'a Model<K>, root: &State<K>, orbits: Orbits) -> Self {
        let part = |_| Part { old: Vec::new(), current: Vec::new(), spare: Vec::new() };
        let mut side = Self {
            model,
            orbits,
            depth: 0,
            parts: (0..PARTS).map(part).collect(),
            boxes: vec![vec![Vec::new(); PARTS]; PARTS],
            kept: Vec::new(),
        };
        let mut entries = Vec::new();
        side.store(root, Columns::NONE, |part, entry| entries.push((part, entry)));
        for (part, entry) in entries {
            side.parts[part].current.push(entry);
        }
        side.keep();
        side
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether the current layer holds a state.
    #[cfg(test)]
    pub(crate) fn contains(&self, state: &State<K>) -> bool {
        let mut is_there = false;
        self.store(state, Columns::NONE, |part, entry| {
            is_there |= holds(&self.parts[part].current, entry);
        });
        is_there
    }

    /// The number of states of the current layer.
    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(|part| part.current.len()).sum()
    }

    /// Whether sharing the work among threads would take longer than the work.
    fn is_small(&self) -> bool {
        self.len() < 4096
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of the lists.
    pub(crate) fn bytes(&self) -> usize {
        let last = self.parts.iter().flat_map(|part| [&part.old, &part.current, &part.spare]);
        let states = last.chain(self.boxes.iter().flatten()).chain(self.kept.iter().flatten());
        states.map(Vec::capacity).sum::<usize>() * size_of::<K>()
    }

    /// Replaces the current layer by the next; `elsewhere` bytes are held by others.
    pub(crate) fn advance(
        &mut self,
        elsewhere: usize,
        monitor: &Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<(), Stop> {
        // At most: the boxes, and the lists they are emptied into.
        let more = 2 * MOST_MOVES * self.len() * size_of::<K>();
        monitor.check_memory((elsewhere + self.bytes() + more) as u64)?;
        statistics.expanded += self.len() as u64;
        let mut boxes = mem::take(&mut self.boxes);
        let expand = |(part, boxes): (&Part<K>, &mut Vec<Vec<K>>)| {
            for &entry in &part.current {
                let (state, last) = self.state(entry);
                self.model.expand_except(&state, last, |step, child| {
                    let last = Columns::only(step.to);
                    self.store(&child, last, |part, entry| boxes[part].push(entry));
                });
            }
        };
        let is_small = self.is_small();
        if is_small {
            self.parts.iter().zip(&mut boxes).for_each(expand);
        } else {
            self.parts.par_iter().zip(&mut boxes).for_each(expand);
        }
        statistics.generated += boxes.iter().flatten().map(Vec::len).sum::<usize>() as u64;
        let replace = |(to, part): (usize, &mut Part<K>)| {
            part.replace(boxes.iter().map(|from| from[to].as_slice()));
        };
        if is_small {
            self.parts.iter_mut().enumerate().for_each(replace);
        } else {
            self.parts.par_iter_mut().enumerate().for_each(replace);
        }
        boxes.iter_mut().flatten().for_each(Vec::clear);
        self.boxes = boxes;
        self.depth += 1;
        let stored = self.parts.iter().map(|part| part.old.len() + part.current.len());
        statistics.stored = statistics.stored.max(stored.sum::<usize>() as u64);
        if self.depth.is_multiple_of(KEPT_EVERY) {
            self.keep();
        }
        Ok(())
    }

    fn keep(&mut self) {
        self.kept.push(self.parts.iter().map(|part| part.current.clone()).collect());
    }

    /// The depth of the last layer kept above `depth`.
    pub(crate) fn kept_above(depth: u32) -> u32 {
        (depth - 1) / KEPT_EVERY * KEPT_EVERY
    }

    /// Whether a kept layer holds a state.
    pub(crate) fn is_kept(&self, state: &State<K>, depth: u32) -> bool {
        let mut is_kept = false;
        self.store(state, Columns::NONE, |part, entry| {
            is_kept |= holds(&self.kept[(depth / KEPT_EVERY) as usize][part], entry);
        });
        is_kept
    }

    /// Calls `put` with what is stored for a state, and its part.
    #[inline]
    fn store(&self, state: &State<K>, last: Columns, mut put: impl FnMut(usize, K)) {
        let (representative, coset, symmetry) = self.orbits.representative(state);
        let key = self.model.pack(&representative);
        let last = symmetry.of_columns(last).0;
        // The last bits do not count: a state and its image are compared within a part.
        let part = (key.mixed() >> 32) as usize % PARTS;
        if coset != Coset::Other {
            put(part, key.append(EXTRA_BITS, last));
        }
        if coset != Coset::Own {
            put(part, key.append(EXTRA_BITS, 1 << LAST_BITS | last));
        }
    }

    /// A state of the layer that an entry was stored for, and the columns moved to last.
    #[inline]
    fn state(&self, entry: K) -> (State<K>, Columns) {
        let representative = self.model.unpack(entry >> EXTRA_BITS);
        let last = Columns(entry.field(0, LAST_BITS));
        match self.orbits.other() {
            Some(other) if entry.field(LAST_BITS, 1) == 1 => {
                (other.of(&representative), other.of_columns(last))
            }
            _ => (representative, last),
        }
    }

    /// A state of the current layer that lies in the image of the current layer, or of the old
    /// one, which is nearer; and its depths on this side and in the image.
    pub(crate) fn meets_its_image(&self) -> Option<(State<K>, u32, u32)> {
        let find = |layer: fn(&Part<K>) -> &Vec<K>| {
            let is_image =
                |a: K, b: K| a >> EXTRA_BITS == b >> EXTRA_BITS && a >> LAST_BITS != b >> LAST_BITS;
            let find = |part: &Part<K>| shared(&part.current, layer(part), is_image);
            if self.is_small() {
                self.parts.iter().find_map(find)
            } else {
                self.parts.par_iter().find_map_first(find)
            }
        };
        let nearer = find(|part| &part.old).map(|entry| (entry, self.depth.saturating_sub(1)));
        let found = nearer.or_else(|| find(|part| &part.current).map(|entry| (entry, self.depth)));
        found.map(|(entry, image_depth)| (self.state(entry).0, self.depth, image_depth))
    }

    /// A state that lies in the current layers of both sides.
    pub(crate) fn meets(&self, other: &Self) -> Option<State<K>> {
        let is_same = |a: K, b: K| a >> EXTRA_BITS == b >> EXTRA_BITS;
        let find = |(part, opposite): (&Part<K>, &Part<K>)| {
            // The side whose root more symmetries fix holds all images of its states, so the
            // state of the other one lies in both.
            if self.orbits.other().is_some() {
                shared(&part.current, &opposite.current, is_same).map(|entry| self.state(entry).0)
            } else {
                shared(&opposite.current, &part.current, is_same).map(|entry| other.state(entry).0)
            }
        };
        if self.is_small() && other.is_small() {
            self.parts.iter().zip(&other.parts).find_map(find)
        } else {
            self.parts.par_iter().zip(&other.parts).find_map_first(find)
        }
    }
}

impl<K: Word> Part<K> {
    /// Makes the states in `boxes` that are new the current layer.
    fn replace<'b>(&mut self, boxes: impl Iterator<Item = &'b [K]>)
    where
        K: 'b,
    {
        let mut new = mem::take(&mut self.spare);
        new.clear();
        boxes.for_each(|states| new.extend_from_slice(states));
        new.sort_unstable();
        new.dedup_by(|next, entry| {
            let is_same = *next >> LAST_BITS == *entry >> LAST_BITS;
            if is_same {
                *entry = *entry | *next;
            }
            is_same
        });
        let (mut old, mut current) = (Known::of(&self.old), Known::of(&self.current));
        new.retain(|&entry| !old.has(entry) & !current.has(entry));
        self.spare = mem::replace(&mut self.old, mem::replace(&mut self.current, new));
    }
}

/// Sorted entries that are asked for sorted entries.
struct Known<'a, K>(&'a [K]);

impl<'a, K: Word> Known<'a, K> {
    fn of(entries: &'a [K]) -> Self {
        Self(entries)
    }

    /// Whether the state of `entry` is there, which must not be less than the one before.
    #[inline]
    fn has(&mut self, entry: K) -> bool {
        while let Some((&first, rest)) = self.0.split_first() {
            if first >> LAST_BITS >= entry >> LAST_BITS {
                return first >> LAST_BITS == entry >> LAST_BITS;
            }
            self.0 = rest;
        }
        false
    }
}

/// Whether sorted entries hold the state of one.
fn holds<K: Word>(entries: &[K], entry: K) -> bool {
    let state = entry >> LAST_BITS;
    entries.binary_search_by_key(&state, |&known| known >> LAST_BITS).is_ok()
}

/// The first entry of `ours` that `is_match` pairs with one of `theirs`; both sorted, and matching
/// entries differ in the extra bits at most.
fn shared<K: Word>(ours: &[K], theirs: &[K], is_match: impl Fn(K, K) -> bool) -> Option<K> {
    let mut from = 0;
    ours.iter().copied().find(|&entry| {
        let group = entry >> EXTRA_BITS;
        while theirs.get(from).is_some_and(|&other| other >> EXTRA_BITS < group) {
            from += 1;
        }
        theirs[from..].iter().take(2).any(|&other| is_match(entry, other))
    })
}
