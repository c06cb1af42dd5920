//! The memory of partial IDA*, from which the stored states cannot be recovered.

use crate::Stop;
use crate::store::zeros;

/// Bytes that are zero when an iteration begins.
///
/// A table cannot grow during use, since its states are not known. So its size is chosen first: for
/// an iteration eight times as large as the previous one, as far as the budget allows, but at least
/// so large that only an iteration of some minutes fills it. The system provides only the pages
/// written to.
#[derive(Debug)]
pub(super) struct LossyBytes {
    pub bytes: Vec<u8>,
    /// The most bytes there may be.
    budget: usize,
}

impl LossyBytes {
    /// Clearing them takes some milliseconds.
    const FIRST: usize = 1 << 26;
    /// Fewer are of no use.
    const LEAST: usize = 1 << 10;
    /// The system provides fresh memory in pages of this many bytes, each on the first write to it,
    /// which takes longer than clearing an existing page.
    const PAGE: usize = 1 << 12;

    /// Nothing is allocated yet.
    pub fn new(budget: Option<u64>) -> Self {
        let budget = budget.unwrap_or(u64::MAX);
        Self { bytes: vec![], budget: usize::try_from(budget).unwrap_or(usize::MAX) }
    }

    /// Clears them before an iteration after one that needed `last` of them.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is none for them.
    pub fn begin_iteration(&mut self, last: u64) -> Result<(), Stop> {
        if self.budget < Self::LEAST {
            return Err(Stop::Memory);
        }
        let wanted = usize::try_from(last.saturating_mul(8)).unwrap_or(usize::MAX);
        let size = wanted.max(Self::FIRST).min(self.budget);
        if size == self.bytes.len() && last > (size / Self::PAGE / 2) as u64 {
            self.bytes.fill(0);
            return Ok(());
        }
        self.bytes = vec![];
        self.bytes = zeros(size)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fresh bytes, cleared bytes, and fewer than wanted.
    #[test]
    fn all_bytes_are_zero_when_an_iteration_begins() {
        let mut memory = LossyBytes::new(Some(1 << 16));
        for last in [0, 1, 8, 9, 100, 1 << 20] {
            memory.begin_iteration(last).unwrap();
            assert_eq!(memory.bytes.len(), 1 << 16);
            assert!(memory.bytes.iter().all(|&byte| byte == 0), "{last}");
            memory.bytes.fill(7);
        }
    }
}
