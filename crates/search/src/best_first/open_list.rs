//! The choice of open lists for A*.

use crate::store::binary_heap::BinaryQueue;
use crate::store::bucket_queue::BucketQueue;
use crate::store::pairing_heap::PairingHeap;
use crate::store::priority_queue::PriorityQueue;

/// The data structure of an open list. All return the states in order of priority and rank; they
/// differ in the order of equal ones.
///
/// # Source
/// Gliesch 2015, section 3.2.2, compares buckets with a Fibonacci heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OpenList {
    /// One stack per priority and rank: the state inserted last comes first.
    #[default]
    Buckets,
    /// The binary heap of the standard library. As with the buckets, a state reached again on a
    /// shorter path is in it twice.
    BinaryHeap,
    /// A pairing heap, in which such a state is moved instead.
    PairingHeap,
}

impl OpenList {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Buckets, Self::BinaryHeap, Self::PairingHeap];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Buckets => "buckets",
            Self::BinaryHeap => "binary-heap",
            Self::PairingHeap => "pairing-heap",
        }
    }

    /// An empty open list. Next to a state table, the cost of virtual calls cannot be measured.
    pub(crate) fn queue(self) -> Box<dyn PriorityQueue> {
        match self {
            Self::Buckets => Box::<BucketQueue>::default(),
            Self::BinaryHeap => Box::<BinaryQueue>::default(),
            Self::PairingHeap => Box::<PairingHeap>::default(),
        }
    }
}
