//! The layers of one side in a checkpoint.

use super::encoding::Encoding;
use super::lists::Budget;
use super::recovery::PlanRecovery;
use super::side::{Frontier, KEPT_EVERY, PARTS, StoredLayer, part_of};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::{Depth, StateSpace};
use std::io;

impl<S: StateSpace, E: Encoding<S>> Frontier<'_, S, E> {
    /// Writes the layers. The roots are not written, as the reader knows them.
    pub(super) fn save(
        &self,
        format: &dyn KeyFormat<E::Entry>,
        to: &mut Writer<'_>,
    ) -> io::Result<()> {
        to.part(&self.depth)?;
        to.part(&self.seen)?;
        for part in &self.parts {
            to.keys(format, &part.old)?;
            to.keys(format, &part.current)?;
        }
        let kept = &self.kept[1..];
        to.part(&kept.len())?;
        for layer in kept {
            to.part(&layer.depth)?;
            layer.parts.iter().try_for_each(|entries| to.keys(format, entries))?;
        }
        Ok(())
    }

    /// Reads what [`Frontier::save`] has written into a new search.
    ///
    /// # Errors
    /// [`Unreadable`], also if the lists take more than `memory`.
    pub(super) fn restore(
        &mut self,
        format: &dyn KeyFormat<E::Entry>,
        memory: Option<u64>,
        from: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        let budget = &Budget::new(memory, self.bytes());
        self.depth = from.part()?;
        self.seen = from.count()?;
        for part in 0..PARTS {
            self.parts[part].old = self.list(part, format, budget, from)?;
            self.parts[part].current = self.list(part, format, budget, from)?;
        }
        let mut last = Depth::ZERO;
        for _ in 0..from.length(1)? {
            let depth = from.part::<Depth>()?;
            if depth <= last || depth > self.depth || is_overdue(last, depth) {
                return Err(Unreadable::Invalid("such layers"));
            }
            let lists = (0..PARTS).map(|part| self.list(part, format, budget, from));
            let parts = lists.collect::<Result<_, _>>()?;
            self.kept.push(StoredLayer { depth, parts });
            last = depth;
        }
        if self.recovery == PlanRecovery::Layers && is_overdue(last, self.depth) {
            return Err(Unreadable::Invalid("such layers"));
        }
        Ok(())
    }

    /// Reads the sorted entries of a part of a layer.
    fn list(
        &self,
        part: usize,
        format: &dyn KeyFormat<E::Entry>,
        budget: &Budget,
        from: &mut Reader<'_>,
    ) -> Result<Vec<E::Entry>, Unreadable> {
        let count = from.length(format.bytes())?;
        let mut entries = Vec::new();
        budget.reserve(&mut entries, count).map_err(|_| Unreadable::Memory {
            needed: (count * size_of::<E::Entry>()) as u64,
            allowed: budget.left(),
        })?;
        from.elements(format.bytes(), count, |bytes| {
            let entry = format.read(bytes).ok_or(Unreadable::Invalid("such a state"))?;
            let order = |entry| E::without_used(entry);
            let follows = entries.last().is_none_or(|&last| order(last) < order(entry));
            if !follows || part_of::<S, E>(entry) != part || !self.is_stored_so(entry) {
                return Err(Unreadable::Invalid("states in such an order"));
            }
            entries.push(entry);
            Ok(())
        })?;
        Ok(entries)
    }

    /// Whether the state of an entry is stored as this entry.
    fn is_stored_so(&self, entry: E::Entry) -> bool {
        let mut is_stored = false;
        self.encoding.encode(self.space, &self.encoding.decode(self.space, entry), |stored| {
            is_stored |= E::without_used(stored) == E::without_used(entry);
        });
        is_stored
    }
}

/// Whether a layer between the two would have been kept: a search back expands all states between.
fn is_overdue(last: Depth, depth: Depth) -> bool {
    u64::from((depth - last).0) > KEPT_EVERY
}
