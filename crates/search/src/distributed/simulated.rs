//! A network that delays messages and reorders them, for tests.

use crate::distributed::{Threads, Transport};
use std::num::NonZeroUsize;

/// A rank that receives messages late and reordered, and which refuses some, depending on a seed.
pub(crate) struct Simulated {
    inner: Threads,
    random: fastrand::Rng,
    late: Vec<(usize, Vec<u8>)>,
}

impl Simulated {
    /// This many ranks.
    pub(crate) fn connected(ranks: NonZeroUsize, seed: u64) -> Vec<Self> {
        let all = Threads::connected(ranks).into_iter();
        all.map(|inner| Self::around(inner, seed)).collect()
    }

    /// A rank with such a network between it and the others.
    pub(crate) fn around(inner: Threads, seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed.wrapping_mul(64) + inner.rank() as u64);
        Self { inner, random, late: vec![] }
    }
}

impl Transport for Simulated {
    fn rank(&self) -> usize {
        self.inner.rank()
    }

    fn ranks(&self) -> usize {
        self.inner.ranks()
    }

    fn is_first_of_process(&self) -> bool {
        self.inner.is_first_of_process()
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), Vec<u8>> {
        if self.random.u8(..8) == 0 { Err(message) } else { self.inner.send(to, message) }
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        while let Some(message) = self.inner.receive() {
            self.late.push(message);
        }
        let is_time = self.random.u8(..4) == 0;
        let place =
            (is_time && !self.late.is_empty()).then(|| self.random.usize(..self.late.len()));
        place.map(|place| self.late.swap_remove(place))
    }

    fn all_gather(&mut self, part: &[u8]) -> Vec<u8> {
        self.inner.all_gather(part)
    }
}
