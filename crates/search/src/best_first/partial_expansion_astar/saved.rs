//! Saving the search in a checkpoint.

use super::{Order, Postponed, Search};
use crate::Depth;
use crate::best_first::node_table::{NodeTable, Status, StoredNode};
use crate::problem::{Key, Parts};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::{Inserted, StateIndex};
use std::hash::Hash;
use std::io;

/// Bytes of a node beside its key: its parent, depth and status, whether something is postponed,
/// and to which f.
const NODE: usize = 4 + 2 + 1 + 1 + 2;
/// Bytes of an entry of the open list: its priority, rank and state.
const ENTRY: usize = 4 + 8 + 4;

impl<P: Parts> Search<'_, P> {
    /// Writes the state of the search.
    pub(super) fn save(
        &self,
        format: &dyn KeyFormat<Key<P>>,
        to: &mut Writer<'_>,
    ) -> io::Result<()> {
        to.part(&self.lower())?;
        to.part(&self.statistics)?;
        to.part(&(self.order == Order::LeastDeepFirst))?;
        self.incumbent.save(to)?;
        save_table(&self.table, format, to)?;
        to.part(&self.open.entries().count())?;
        to.elements(ENTRY, self.open.entries(), |(priority, rank, StateIndex(at)), bytes| {
            bytes[..4].copy_from_slice(&priority.to_le_bytes());
            bytes[4..12].copy_from_slice(&rank.to_le_bytes());
            bytes[12..].copy_from_slice(&at.to_le_bytes());
        })
    }

    /// Reads what [`Search::save`] has written into a new search.
    ///
    /// # Errors
    /// [`Unreadable`], also if it takes more than `memory`.
    pub(super) fn restore(
        &mut self,
        format: &dyn KeyFormat<Key<P>>,
        memory: Option<u64>,
        from: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        self.layer = Some(from.part()?);
        self.statistics = from.part()?;
        if self.statistics.expanded < self.statistics.expanded_until_last_layer {
            return Err(Unreadable::Invalid("counts that decrease"));
        }
        if from.part()? {
            self.order = Order::LeastDeepFirst;
        }
        self.incumbent.restore(from)?;
        restore_table(&mut self.table, format, memory, from)?;
        let (lower, stored) = (u32::from(self.lower().0), self.table.len() as u32);
        let count = from.length(ENTRY)?;
        from.elements(ENTRY, count, |bytes| {
            let priority = u32::from_le_bytes(array(&bytes[..4]));
            let rank = u64::from_le_bytes(array(&bytes[4..12]));
            let at = StateIndex(u32::from_le_bytes(array(&bytes[12..])));
            let is_stored = at == StateIndex::NONE || at.0 < stored;
            if !is_stored || !(lower..=Depth::MAX.0.into()).contains(&priority) {
                return Err(Unreadable::Invalid("such an open list"));
            }
            let pushed = self.open.push(priority, rank, at);
            pushed.map_err(|_| no_room(count.saturating_mul(ENTRY), memory))
        })?;
        self.table.set_beside(self.open.bytes());
        Ok(())
    }
}

fn save_table<K: Copy + Eq + Hash>(
    table: &NodeTable<K, Postponed>,
    format: &dyn KeyFormat<K>,
    to: &mut Writer<'_>,
) -> io::Result<()> {
    to.part(&table.len())?;
    let states = (0..table.len()).map(|at| StateIndex(at as u32));
    to.elements(NODE + format.bytes(), states, |at, bytes| {
        let (node, key) = bytes.split_at_mut(NODE);
        let StoredNode { parent, depth, status, extra } = *table.value(at);
        node[..4].copy_from_slice(&parent.0.to_le_bytes());
        node[4..6].copy_from_slice(&depth.0.to_le_bytes());
        node[6] = status as u8;
        node[7] = extra.is_some().into();
        node[8..].copy_from_slice(&extra.unwrap_or_default().0.to_le_bytes());
        format.write(table.key(at), key);
    })
}

/// Reads a table written by [`save_table`] into an empty one.
fn restore_table<K: Copy + Eq + Hash>(
    table: &mut NodeTable<K, Postponed>,
    format: &dyn KeyFormat<K>,
    memory: Option<u64>,
    from: &mut Reader<'_>,
) -> Result<(), Unreadable> {
    let count = from.length(NODE + format.bytes())?;
    let needed = table.bytes_of(count);
    if memory.is_some_and(|memory| needed as u64 > memory) {
        return Err(no_room(needed, memory));
    }
    from.elements(NODE + format.bytes(), count, |bytes| {
        let (node, key) = bytes.split_at(NODE);
        let read = read_node(node).zip(format.read(key));
        let (node, key) = read.ok_or(Unreadable::Invalid("such a state"))?;
        match table.insert(key, node) {
            Ok(Inserted::New(_)) => Ok(()),
            Ok(Inserted::Known(_)) => Err(Unreadable::Invalid("a state twice")),
            Err(_) => Err(no_room(needed, memory)),
        }
    })?;
    // So the path to every state has a start.
    let is_below_parent = |at: u32| {
        let StoredNode { parent, depth, .. } = *table.value(StateIndex(at));
        match parent {
            StateIndex::NONE => depth == Depth::ZERO,
            StateIndex(parent) if (parent as usize) < count => {
                table.value(StateIndex(parent)).depth < depth
            }
            _ => false,
        }
    };
    let is_sound = (0..table.len() as u32).all(is_below_parent);
    is_sound.then_some(()).ok_or(Unreadable::Invalid("such ways to states"))
}

fn read_node(bytes: &[u8]) -> Option<StoredNode<Postponed>> {
    let number = |bytes| Depth(u16::from_le_bytes(array(bytes)));
    Some(StoredNode {
        parent: StateIndex(u32::from_le_bytes(array(&bytes[..4]))),
        depth: number(&bytes[4..6]),
        status: [Status::Open, Status::Closed, Status::Reopened]
            .into_iter()
            .find(|&status| status as u8 == bytes[6])?,
        extra: match (bytes[7], number(&bytes[8..])) {
            (0, Depth::ZERO) => None,
            (1, next) => Some(next),
            _ => return None,
        },
    })
}

fn no_room(needed: usize, memory: Option<u64>) -> Unreadable {
    Unreadable::Memory { needed: needed as u64, allowed: memory.unwrap_or(u64::MAX) }
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("so many bytes were asked for")
}
