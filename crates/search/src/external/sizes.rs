//! How a search on disk parts its memory.

/// How many numbers of 16 bytes are held where, so that all take the memory of the search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sizes {
    /// States that are expanded between two looks at the limits.
    pub(crate) chunk: usize,
    /// Numbers in a block of a run.
    pub(crate) block: usize,
    /// Numbers that are sorted together.
    pub(crate) segment: usize,
    /// Segments that are held before they become a run.
    pub(crate) segments: usize,
    /// Numbers that a merge holds of all its runs.
    pub(crate) window: usize,
    /// Runs of a layer before they are merged into one.
    pub(crate) runs: usize,
}

impl Sizes {
    /// Memory where nobody has set a limit.
    const DEFAULT: u64 = 1 << 30;
    /// The least: with less it takes this much still.
    pub(crate) const LEAST: u64 = 64 << 20;

    /// Half of the memory is for segments, a sixteenth for the numbers of a merge, which are there four
    /// times while they are sorted and tested. The rest is for the children of a chunk and a block of each
    /// earlier layer.
    pub(crate) fn of(memory: Option<u64>) -> Self {
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
    pub(crate) const TINY: Self =
        Self { chunk: 3, block: 2, segment: 4, segments: 2, window: 4, runs: 2 };
}
