//! The open list of A*: a stack for every f and h.

use crate::Depth;
use crate::table::StateIndex;

/// States to be expanded, least f first, among those least h first, among those the latest.
///
/// Taking the deepest states first finds a goal early in the last f-layer.
///
/// # Source
/// Gliesch 2015, section 3.2 (bucket-based open list).
#[derive(Debug, Default)]
pub(crate) struct BucketQueue {
    /// `stacks[f][h]`.
    stacks: Vec<Vec<Vec<StateIndex>>>,
    /// No stack with a smaller f holds anything.
    least_f: usize,
    entries: usize,
    peak: usize,
}

impl BucketQueue {
    pub(crate) fn push(&mut self, f: Depth, h: Depth, at: StateIndex) {
        if self.stacks.len() <= f.index() {
            self.stacks.resize_with(f.index() + 1, Vec::new);
        }
        let by_h = &mut self.stacks[f.index()];
        if by_h.len() <= h.index() {
            by_h.resize_with(h.index() + 1, Vec::new);
        }
        by_h[h.index()].push(at);
        self.least_f = self.least_f.min(f.index());
        self.entries += 1;
        self.peak = self.peak.max(self.entries);
    }

    pub(crate) fn pop(&mut self) -> Option<(Depth, StateIndex)> {
        while let Some(by_h) = self.stacks.get_mut(self.least_f) {
            if let Some(at) = by_h.iter_mut().find_map(Vec::pop) {
                self.entries -= 1;
                return Some((Depth(self.least_f as u16), at));
            }
            // An exhausted layer gives its memory back.
            *by_h = Vec::new();
            self.least_f += 1;
        }
        None
    }

    /// Bytes in use, at most: a stack that grew may be half empty.
    pub(crate) fn bytes(&self) -> usize {
        self.peak * 2 * size_of::<StateIndex>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_f_first_then_least_h_then_latest() {
        let mut queue = BucketQueue::default();
        for (name, (f, h)) in [(5, 3), (4, 4), (5, 1), (5, 1), (7, 0)].into_iter().enumerate() {
            queue.push(Depth(f), Depth(h), StateIndex(name as u32));
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(f, at)| (f.0, at.0)).collect();
        assert_eq!(order, [(4, 1), (5, 3), (5, 2), (5, 0), (7, 4)]);
        queue.push(Depth(2), Depth(2), StateIndex(9));
        assert_eq!(queue.pop(), Some((Depth(2), StateIndex(9))), "f may fall again");
    }
}
