//! A growing list that never moves its elements.

use crate::Stop;

/// A list in segments of equal length.
///
/// A plain vector copies itself when it grows, and meanwhile takes up to two and a half times its
/// size; this one takes the size of its content plus at most one segment.
#[derive(Debug)]
pub(crate) struct SegmentedVec<T> {
    segments: Vec<Vec<T>>,
}

impl<T> SegmentedVec<T> {
    /// Elements per segment, a power of two.
    pub(crate) const LENGTH: usize = 1 << 12;
    /// Bytes of a segment, including its place in the list of segments.
    pub(crate) const BYTES: usize = Self::LENGTH * size_of::<T>() + 2 * size_of::<Vec<T>>();

    pub(crate) fn new() -> Self {
        Self { segments: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        match self.segments.split_last() {
            None => 0,
            Some((last, full)) => full.len() * Self::LENGTH + last.len(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.segments.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.segments.len() * Self::BYTES
    }

    /// Whether the next element needs a new segment.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.segments.last().is_none_or(|last| last.len() == Self::LENGTH)
    }

    /// Adds an empty segment.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the system has no memory for it.
    pub(crate) fn grow(&mut self) -> Result<(), Stop> {
        let mut segment = Vec::new();
        segment.try_reserve_exact(Self::LENGTH).map_err(|_| Stop::Memory)?;
        self.segments.try_reserve(1).map_err(|_| Stop::Memory)?;
        self.segments.push(segment);
        Ok(())
    }

    /// Adds an element to the last segment, which must not be full.
    #[inline]
    pub(crate) fn push(&mut self, element: T) {
        let last = self.segments.last_mut().expect("there is a segment that is not full");
        last.push(element);
    }

    #[inline]
    pub(crate) fn get(&self, at: usize) -> &T {
        &self.segments[at / Self::LENGTH][at % Self::LENGTH]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, at: usize) -> &mut T {
        &mut self.segments[at / Self::LENGTH][at % Self::LENGTH]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stay_where_they_were_put() {
        let mut list = SegmentedVec::new();
        let length = 3 * SegmentedVec::<usize>::LENGTH + 7;
        for element in 0..length {
            assert_eq!(list.len(), element);
            if list.is_full() {
                list.grow().unwrap();
            }
            list.push(element);
        }
        *list.get_mut(5) += 1000;
        assert!((0..length).all(|at| *list.get(at) == if at == 5 { 1005 } else { at }));
        assert_eq!(list.bytes(), 4 * SegmentedVec::<usize>::BYTES);
    }
}
