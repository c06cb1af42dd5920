//! One of the two searches: its last layers in parts, and the layers, if any, kept to find the
//! plan.

use super::encoding::Encoding;
use super::lists::{Budget, first_shared, holds, remove_known, sort_and_merge};
use super::recovery::PlanRecovery;
use crate::outcome::Halt;
use crate::platform::parallel;
use crate::store::key_hash::KeyHash;
use crate::{Depth, Monitor, StateSpace, Statistics, Stop};
use std::hash::BuildHasher as _;
use std::mem;

/// Parts of a layer: more than cores, so that all cores have work until the end.
pub(super) const PARTS: usize = 16;
/// About one layer in this many is kept for the way back: few enough to take little memory, enough
/// for quick searches between them.
pub(super) const KEPT_EVERY: u64 = 32;
/// Entries of a part expanded between two checks of the limits: some milliseconds.
const CHUNK: usize = 1 << 12;

/// Breadth-first search from one end of an undirected graph that keeps the last layers only.
///
/// # Sound because
/// where moves can be taken back, so that a state reached again can only lie in the expanded layer
/// or in the one before it.
pub struct Frontier<'a, S: StateSpace, E: Encoding<S>> {
    pub(super) space: &'a S,
    pub(super) encoding: E,
    pub(super) depth: Depth,
    pub(super) parts: Vec<Part<E::Entry>>,
    /// Successors in transit, from the part of their parent to their own.
    boxes: Vec<Vec<Vec<E::Entry>>>,
    pub(super) recovery: PlanRecovery,
    /// The roots, and the layers kept since.
    pub(super) kept: Vec<StoredLayer<E::Entry>>,
    /// Number of entries of all layers.
    pub(super) seen: u64,
}

/// The entries of the last layers whose hash belongs to this part, sorted.
pub(super) struct Part<T> {
    pub(super) old: Vec<T>,
    pub(super) current: Vec<T>,
    /// The list to be filled next.
    spare: Vec<T>,
}

/// A complete layer that is kept, in parts.
pub(super) struct StoredLayer<T> {
    pub(super) depth: Depth,
    pub(super) parts: Vec<Vec<T>>,
}

impl<T> StoredLayer<T> {
    fn len(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }
}

impl<'a, S: StateSpace, E: Encoding<S>> Frontier<'a, S, E> {
    /// Starts a search, which keeps the layers that the method of plan recovery needs.
    pub fn new(
        space: &'a S,
        encoding: E,
        roots: impl IntoIterator<Item = S::State>,
        recovery: PlanRecovery,
    ) -> Self {
        let mut layer = vec![Vec::new(); PARTS];
        for root in roots {
            encoding.encode(space, &root, |entry| layer[part_of::<S, E>(entry)].push(entry));
        }
        layer.iter_mut().for_each(sort_and_merge::<S, E>);
        Self {
            space,
            encoding,
            depth: Depth::ZERO,
            parts: layer.iter().cloned().map(Part::new).collect(),
            boxes: vec![vec![Vec::new(); PARTS]; PARTS],
            seen: layer.iter().map(Vec::len).sum::<usize>() as u64,
            recovery,
            kept: vec![StoredLayer { depth: Depth::ZERO, parts: layer }],
        }
    }

    /// Returns the distance of the current layer from the roots.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// Returns the number of entries of the current layer.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.current.len()).sum()
    }

    /// Whether all states that can be reached were seen.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| part.current.is_empty())
    }

    /// Whether the current layer holds a state.
    pub fn contains(&self, state: &S::State) -> bool {
        self.is_in(|part| &self.parts[part].current, state)
    }

    /// Whether a layer, given by its parts, holds a state.
    fn is_in<'b>(&self, layer: impl Fn(usize) -> &'b Vec<E::Entry>, state: &S::State) -> bool
    where
        E::Entry: 'b,
    {
        let mut is_in = false;
        self.encoding.encode(self.space, state, |entry| {
            is_in |= holds::<S, E>(layer(part_of::<S, E>(entry)), entry);
        });
        is_in
    }

    /// The number of entries held.
    pub(super) fn stored(&self) -> u64 {
        let last = self.parts.iter().map(|part| part.old.len() + part.current.len());
        last.chain(self.kept.iter().map(StoredLayer::len)).sum::<usize>() as u64
    }

    /// Bytes of the lists.
    pub(super) fn bytes(&self) -> u64 {
        let last = self.parts.iter().flat_map(|part| [&part.old, &part.current, &part.spare]);
        let kept = self.kept.iter().flat_map(|layer| &layer.parts);
        let entries = last.chain(kept).chain(self.boxes.iter().flatten()).map(Vec::capacity);
        (entries.sum::<usize>() * size_of::<E::Entry>()) as u64
    }

    /// Replaces the current layer by the next. `lower` is the bound that the whole search has
    /// proved.
    ///
    /// # Errors
    /// The limit that is reached; the layers are unchanged then. A layer of more states than may be
    /// expanded is not begun: a part of it would prove nothing.
    pub fn advance(
        &mut self,
        lower: Depth,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<(), Stop> {
        if self.len() > monitor.nodes_left(statistics)? {
            return Err(Stop::Nodes);
        }
        let budget = Budget::new(monitor.limits().memory, self.bytes());
        let expanded = self.expand(&budget, lower, monitor, statistics);
        let replaced = expanded.and_then(|()| self.replace(&budget, monitor.halt()));
        self.boxes.iter_mut().flatten().for_each(Vec::clear);
        replaced?;
        let (depth, seen) = (self.depth.next(), self.seen + self.len() as u64);
        match self.kept_of(depth, seen, &budget) {
            Ok(kept) => self.kept.extend(kept),
            Err(stop) => {
                self.parts.iter_mut().for_each(Part::undo);
                return Err(stop);
            }
        }
        (self.depth, self.seen) = (depth, seen);
        Ok(())
    }

    /// Puts the successors of the current layer into the boxes.
    fn expand(
        &mut self,
        budget: &Budget,
        lower: Depth,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<(), Stop> {
        let (space, encoding, is_small) = (self.space, &self.encoding, self.is_small());
        let longest = self.parts.iter().map(|part| part.current.len()).max().unwrap_or(0);
        for from in (0..longest).step_by(CHUNK) {
            monitor.poll(lower, statistics)?;
            let chunks = self.parts.iter().map(|part| {
                let left = part.current.get(from..).unwrap_or_default();
                &left[..left.len().min(CHUNK)]
            });
            statistics.expanded += chunks.clone().map(<[_]>::len).sum::<usize>() as u64;
            let generated = on_all(is_small, chunks.zip(&mut self.boxes), |(chunk, boxes)| {
                let (mut generated, mut room) = (0_u64, Ok(()));
                for &entry in chunk {
                    encoding.expand(space, entry, |child| {
                        generated += 1;
                        let list = &mut boxes[part_of::<S, E>(child)];
                        if list.len() < list.capacity() {
                            list.push(child);
                        } else {
                            room = room.and_then(|()| budget.push::<S, E>(list, child));
                        }
                    });
                    room?;
                }
                Ok(generated)
            });
            statistics.generated += generated.into_iter().sum::<Result<u64, Stop>>()?;
        }
        Ok(())
    }

    /// Makes the new entries in the boxes the current layer.
    fn replace(&mut self, budget: &Budget, halt: Halt<'_>) -> Result<(), Stop> {
        let is_small = self.is_small();
        let boxes = &self.boxes;
        let replaced = on_all(is_small, self.parts.iter_mut().enumerate(), |(to, part)| {
            halt.check()?;
            part.replace::<S, E>(boxes.iter().map(|from| from[to].as_slice()), budget)
        });
        let ended: Result<(), Stop> = replaced.iter().copied().collect();
        if ended.is_err() {
            let parts = self.parts.iter_mut().zip(replaced);
            parts.filter(|(_, replaced)| replaced.is_ok()).for_each(|(part, _)| part.undo());
        }
        ended
    }

    /// The current layer, if it is to be kept: one layer in 32, and more of those that grow fast,
    /// so that about one state in 32 is kept: the faster layers grow, the more states a search back
    /// expands.
    fn kept_of(
        &self,
        depth: Depth,
        seen: u64,
        budget: &Budget,
    ) -> Result<Option<StoredLayer<E::Entry>>, Stop> {
        let last = self.kept.last().map_or(Depth::ZERO, |last| last.depth);
        let kept = self.kept.iter().map(StoredLayer::len).sum::<usize>() as u64;
        let is_due = u64::from((depth - last).0) >= KEPT_EVERY || KEPT_EVERY * kept <= seen;
        if self.recovery == PlanRecovery::Midpoint || !is_due {
            return Ok(None);
        }
        let copy = |part: &Part<E::Entry>| {
            let mut copy = Vec::new();
            budget.reserve(&mut copy, part.current.len())?;
            copy.extend_from_slice(&part.current);
            Ok(copy)
        };
        let parts = self.parts.iter().map(copy).collect::<Result<_, Stop>>()?;
        Ok(Some(StoredLayer { depth, parts }))
    }

    /// The last layer kept above `depth`.
    pub(super) fn kept_above(&self, depth: Depth) -> &StoredLayer<E::Entry> {
        self.kept.iter().rfind(|layer| layer.depth < depth).expect("the roots are kept")
    }

    /// Whether a kept layer holds a state.
    pub(super) fn is_kept(&self, layer: &StoredLayer<E::Entry>, state: &S::State) -> bool {
        self.is_in(|part| &layer.parts[part], state)
    }

    /// Releases the memory of all layers except the kept ones.
    pub(super) fn release_last_layers(&mut self) {
        self.parts.iter_mut().for_each(Part::release);
        self.boxes.iter_mut().flatten().for_each(|list| *list = Vec::new());
    }

    /// Whether sharing the work among threads would take longer than the work.
    fn is_small(&self) -> bool {
        self.len() < 4096
    }

    /// A state of the current layer that lies in the image of the current layer, or of the nearer
    /// old one; and its depth there.
    pub(super) fn meets_its_image(&self) -> Option<(S::State, Depth)> {
        let is_image = |ours, theirs| E::without_used(ours) != E::without_used(theirs);
        let find = |layer: fn(&Part<E::Entry>) -> &Vec<E::Entry>| {
            let found = on_all(self.is_small(), self.parts.iter(), |part| {
                first_shared::<S, E>(&part.current, layer(part), is_image)
            });
            found.into_iter().flatten().min()
        };
        let nearer = find(|part| &part.old).map(|entry| (entry, self.depth - Depth(1)));
        let found = nearer.or_else(|| find(|part| &part.current).map(|entry| (entry, self.depth)));
        found.map(|(entry, depth)| (self.encoding.decode(self.space, entry), depth))
    }

    /// A state that lies in the current layers of both sides.
    pub(super) fn meets(&self, other: &Self) -> Option<S::State> {
        let is_small = self.is_small() && other.is_small();
        let shared = on_all(is_small, self.parts.iter().zip(&other.parts), |(ours, theirs)| {
            first_shared::<S, E>(&ours.current, &theirs.current, |_, _| true)
        });
        let shared = self.encoding.decode(self.space, shared.into_iter().flatten().min()?);
        // A side whose end is fixed by all symmetries in use holds both images of a state.
        let images = [self, other].map(|side| side.encoding.image(&shared));
        let mut candidates = [Some(shared)].into_iter().chain(images).flatten();
        let state = candidates.find(|state| self.contains(state) && other.contains(state));
        Some(state.expect("one of the ends is fixed by all symmetries in use"))
    }
}

impl<T> Part<T> {
    fn new(current: Vec<T>) -> Self {
        Self { old: Vec::new(), current, spare: Vec::new() }
    }

    /// Undoes a replacement.
    fn undo(&mut self) {
        mem::swap(&mut self.current, &mut self.old);
        mem::swap(&mut self.old, &mut self.spare);
    }

    /// Releases the memory.
    fn release(&mut self) {
        *self = Self::new(Vec::new());
    }
}

impl<T: Copy + Ord> Part<T> {
    /// Makes the new states in `boxes` the current layer.
    fn replace<'b, S: StateSpace, E: Encoding<S, Entry = T>>(
        &mut self,
        boxes: impl Iterator<Item = &'b [T]> + Clone,
        budget: &Budget,
    ) -> Result<(), Stop>
    where
        T: 'b,
    {
        let mut new = mem::take(&mut self.spare);
        new.clear();
        let length = boxes.clone().map(<[T]>::len).sum::<usize>();
        if length > new.capacity() {
            // More than needed, since layers often grow slowly.
            budget.reserve(&mut new, length + length / 8)?;
        }
        boxes.for_each(|entries| new.extend_from_slice(entries));
        sort_and_merge::<S, E>(&mut new);
        remove_known::<S, E>(&mut new, [&self.old, &self.current]);
        self.spare = mem::replace(&mut self.old, mem::replace(&mut self.current, new));
        Ok(())
    }
}

/// The part that an entry belongs to, the same for its orbit.
#[inline]
pub(super) fn part_of<S: StateSpace, E: Encoding<S>>(entry: E::Entry) -> usize {
    KeyHash::default().hash_one(E::orbit(entry)) as usize % PARTS
}

/// Processes all items, on all cores unless there is little work.
fn on_all<T: Send, R: Send>(
    is_small: bool,
    items: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    if is_small { items.map(work).collect() } else { parallel::map(items, 1, work) }
}
