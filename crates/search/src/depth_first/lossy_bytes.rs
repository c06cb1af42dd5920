//! The memory of partial IDA*, from which the stored states cannot be recovered.

use crate::Stop;
use crate::store::zeros;

/// Bytes that are zero when an iteration begins, and that double while they fill.
///
/// The states in them are not known, so they cannot be placed anew. But the place of a state is its
/// hash modulo the length: when the length doubles, that place stays or moves into the new half by
/// the old length. So the new half begins as a copy of the old one, and each state is found again.
/// Of the two copies nothing looks for one, which is as if another state were there. There are
/// eight bytes for a state, so each doubling adds only a sixteenth of a state to each byte.
#[derive(Debug)]
pub(super) struct LossyBytes {
    pub bytes: Vec<u8>,
    /// The most bytes there may be.
    most: usize,
    /// The states entered in this iteration.
    pub states: u64,
    /// The bits or bytes that are set, in copies as well.
    pub set: usize,
}

impl LossyBytes {
    /// The fewest bytes to start with: a cache holds them, and clearing them takes microseconds.
    const FIRST: usize = 1 << 18;
    /// Fewer are of no use.
    const LEAST: usize = 1 << 10;

    /// Nothing is allocated yet.
    pub fn new(budget: Option<u64>) -> Self {
        let budget = budget.unwrap_or(u64::MAX);
        let most = usize::try_from(budget).unwrap_or(usize::MAX);
        Self { bytes: vec![], most, states: 0, set: 0 }
    }

    /// Clears them before an iteration.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is none for them.
    pub fn begin_iteration(&mut self) -> Result<(), Stop> {
        (self.states, self.set) = (0, 0);
        if !self.bytes.is_empty() {
            self.bytes.fill(0);
            return Ok(());
        }
        if self.most < Self::LEAST {
            return Err(Stop::Memory);
        }
        // A size that doubles to nearly all there may be.
        let doublings = (self.most / Self::FIRST).checked_ilog2().unwrap_or(0);
        self.bytes = zeros(self.most >> doublings)?;
        Ok(())
    }

    /// Counts a state that is about to be entered, and doubles the bytes if they are to be more. If
    /// the system has no memory for that, they are never more again.
    #[inline]
    pub fn make_room(&mut self) {
        self.states += 1;
        let len = self.bytes.len();
        if 8 * self.states >= len as u64 && len <= self.most / 2 {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let len = self.bytes.len();
        if self.bytes.try_reserve_exact(len).is_err() {
            self.most = len;
            return;
        }
        self.bytes.extend_from_within(..);
        self.set *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_are_zero_when_an_iteration_begins() {
        let mut memory = LossyBytes::new(Some(1 << 16));
        for _ in 0..3 {
            memory.begin_iteration().unwrap();
            assert_eq!(memory.bytes.len(), 1 << 16);
            assert!(memory.bytes.iter().all(|&byte| byte == 0));
            memory.bytes.fill(7);
        }
    }

    /// Within the budget, and each entry is where its hash is by the new length.
    #[test]
    fn what_was_entered_is_found_after_doubling() {
        let budget = 5 * LossyBytes::FIRST;
        let mut memory = LossyBytes::new(Some(budget as u64));
        memory.begin_iteration().unwrap();
        let first = memory.bytes.len();
        let hashes = || (0..LossyBytes::FIRST).map(|number| number * 1_000_003);
        for hash in hashes() {
            memory.make_room();
            let length = memory.bytes.len();
            memory.bytes[hash % length] = 1;
        }
        let length = memory.bytes.len();
        assert_eq!(length, 4 * first);
        assert!(length <= budget && 8 * length > 7 * budget, "{length}");
        assert!(hashes().all(|hash| memory.bytes[hash % length] == 1));
    }

    #[test]
    fn too_few_bytes_are_refused() {
        assert_eq!(LossyBytes::new(Some(1 << 9)).begin_iteration(), Err(Stop::Memory));
    }
}
