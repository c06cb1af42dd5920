//! The open lists of A* that can be chosen.

use crate::store::binary_heap::BinaryQueue;
use crate::store::bucket_queue::BucketQueue;
use crate::store::pairing_heap::PairingHeap;
use crate::store::priority_queue::PriorityQueue;

/// The data structure of an open list. All give the states in order of priority and rank; of equal
/// ones, each gives another first.
///
/// # Source
/// Gliesch 2015, section 3.2.2, compares buckets with a Fibonacci heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OpenList {
    /// A stack for every priority and rank: the state that was put in last comes first.
    #[default]
    Buckets,
    /// The binary heap of the standard library; as with the buckets, a state that was met on a
    /// shorter path is in it twice.
    BinaryHeap,
    /// A pairing heap, in which such a state changes its place.
    PairingHeap,
}

impl OpenList {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Buckets, Self::BinaryHeap, Self::PairingHeap];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Buckets => "buckets",
            Self::BinaryHeap => "binary-heap",
            Self::PairingHeap => "pairing-heap",
        }
    }

    /// An empty one. The virtual calls cost less than can be measured beside a state table.
    pub(crate) fn queue(self) -> Box<dyn PriorityQueue> {
        match self {
            Self::Buckets => Box::<BucketQueue>::default(),
            Self::BinaryHeap => Box::<BinaryQueue>::default(),
            Self::PairingHeap => Box::<PairingHeap>::default(),
        }
    }
}
