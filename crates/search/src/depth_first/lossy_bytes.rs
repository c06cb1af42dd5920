//! The memory of partial IDA*, whose states are not known any more once they are in it.

use crate::Stop;
use crate::store::zeros;

/// Bytes that are zero when an iteration begins.
///
/// A table of states that are not known cannot grow while it is used, so its size is chosen before:
/// for an iteration eight times as large as the one before, as far as the budget allows, and so
/// large at the least that only an iteration of some minutes fills it. The system provides what is
/// written to.
#[derive(Debug)]
pub(super) struct LossyBytes {
    pub bytes: Vec<u8>,
    /// How many there may be.
    budget: usize,
}

impl LossyBytes {
    /// To clear them takes some milliseconds.
    const FIRST: usize = 1 << 26;
    /// Less is no use.
    const LEAST: usize = 1 << 10;
    /// In memory that is fresh from the system, the first write to each so many bytes takes about as long as
    /// to clear twice as many.
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
