//! How a search on disk divides its memory.

/// The division of numbers of 16 bytes, so that all of them take the memory of the search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    /// States expanded between two checks of the limits.
    pub(super) chunk: usize,
    /// Numbers in a block of a run.
    pub(super) block: usize,
    /// Numbers sorted together.
    pub(super) segment: usize,
    /// Segments held before they become a run.
    pub(super) segments: usize,
    /// Numbers that a merge holds, from all its runs together.
    pub(super) window: usize,
    /// Runs of a layer before they are merged into one.
    pub(super) runs: usize,
}

impl Sizes {
    /// Memory if no limit was set.
    const DEFAULT: u64 = 1 << 30;
    /// The minimum: with less, the search still takes this much.
    pub(super) const LEAST: u64 = 64 << 20;

    /// Half of the memory is for segments, a sixteenth for the numbers of a merge, of which there
    /// are four copies while they are sorted and tested. The rest is for the children of a chunk
    /// and a block of each earlier layer.
    pub(super) fn of(memory: Option<u64>) -> Self {
        let memory = memory.unwrap_or(Self::DEFAULT).max(Self::LEAST);
        let numbers = usize::try_from(memory / 16).unwrap_or(usize::MAX);
        // Sorting more at once takes longer than an interrupt should.
        let segment = (numbers / 16).min(1 << 22);
        Self {
            chunk: 1 << 14,
            block: 1 << 13,
            segment,
            segments: numbers / 2 / segment - 1,
            window: (numbers / 16).min(1 << 22),
            runs: 48,
        }
    }

    /// So small that a few states make many runs.
    #[cfg(test)]
    pub(super) const TINY: Self =
        Self { chunk: 3, block: 2, segment: 4, segments: 2, window: 4, runs: 2 };
}
