//! An open list in a pairing heap.

use crate::Stop;
use crate::store::StateIndex;
use crate::store::priority_queue::PriorityQueue;

/// A heap of states, each at most once: inserting a state again moves it.
///
/// # Source
/// Fredman, Sedgewick, Sleator and Tarjan, "The pairing heap: a new form of self-adjusting heap",
/// Algorithmica 1 (1986), with two passes. It takes the place of the Fibonacci heap of Gliesch
/// 2015, section 3.2.2, which moves a state in the same way when a shorter path to it is found.
#[derive(Debug)]
pub(crate) struct PairingHeap {
    /// By state; [`StateIndex::NONE`] is the first.
    nodes: Vec<HeapNode>,
    root: Link,
}

/// The number of a node, or [`NIL`].
type Link = u32;

const NIL: Link = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct HeapNode {
    rank: u64,
    priority: u32,
    /// The first child.
    child: Link,
    /// The next child of the same parent.
    next: Link,
    /// The previous child, or the parent of a first child.
    previous: Link,
    is_open: bool,
}

impl HeapNode {
    const CLOSED: Self =
        Self { rank: 0, priority: 0, child: NIL, next: NIL, previous: NIL, is_open: false };

    fn key(self) -> (u32, u64) {
        (self.priority, self.rank)
    }
}

impl Default for PairingHeap {
    fn default() -> Self {
        Self { nodes: Vec::new(), root: NIL }
    }
}

impl PairingHeap {
    fn node(&mut self, link: Link) -> &mut HeapNode {
        &mut self.nodes[link as usize]
    }

    /// Merges two heaps: the root with the greater key becomes the first child of the other one.
    fn meld(&mut self, one: Link, other: Link) -> Link {
        let [one, other] = match (one, other) {
            (NIL, only) | (only, NIL) => return only,
            _ if self.node(other).key() < self.node(one).key() => [other, one],
            _ => [one, other],
        };
        let first = std::mem::replace(&mut self.node(one).child, other);
        if first != NIL {
            self.node(first).previous = other;
        }
        let other = self.node(other);
        (other.previous, other.next) = (one, first);
        one
    }

    /// Merges a list of siblings into one heap: first in pairs, then pair by pair from the last
    /// one.
    fn combine(&mut self, mut siblings: Link) -> Link {
        let mut pairs = NIL;
        while siblings != NIL {
            let one = siblings;
            let other = self.cut_next(one);
            siblings = if other == NIL { NIL } else { self.cut_next(other) };
            let pair = self.meld(one, other);
            self.node(pair).next = pairs;
            pairs = pair;
        }
        let mut heap = NIL;
        while pairs != NIL {
            let next = self.cut_next(pairs);
            heap = self.meld(pairs, heap);
            pairs = next;
        }
        heap
    }

    /// Makes a node the last of its siblings and the root of a heap; returns the rest of them.
    fn cut_next(&mut self, link: Link) -> Link {
        self.node(link).previous = NIL;
        std::mem::replace(&mut self.node(link).next, NIL)
    }

    /// Removes a node.
    fn remove(&mut self, link: Link) {
        let HeapNode { child, next, previous, .. } =
            std::mem::replace(self.node(link), HeapNode::CLOSED);
        let below = self.combine(child);
        if link == self.root {
            self.root = below;
            return;
        }
        let before = self.node(previous);
        *(if before.child == link { &mut before.child } else { &mut before.next }) = next;
        if next != NIL {
            self.node(next).previous = previous;
        }
        self.root = self.meld(self.root, below);
    }
}

impl PriorityQueue for PairingHeap {
    /// # Complexity
    /// Constant for a new state, logarithmic on average for one in the heap.
    fn push(&mut self, priority: u32, rank: u64, at: StateIndex) -> Result<(), Stop> {
        let link = at.0.wrapping_add(1);
        let least = link as usize + 1;
        if let Some(missing @ 1..) = least.checked_sub(self.nodes.len()) {
            self.nodes.try_reserve(missing).map_err(|_| Stop::Memory)?;
            self.nodes.resize(least, HeapNode::CLOSED);
        }
        if self.node(link).is_open {
            self.remove(link);
        }
        *self.node(link) = HeapNode { rank, priority, is_open: true, ..HeapNode::CLOSED };
        self.root = self.meld(link, self.root);
        Ok(())
    }

    fn least(&mut self) -> Option<u32> {
        (self.root != NIL).then(|| self.node(self.root).priority)
    }

    /// # Complexity
    /// Logarithmic on average.
    fn pop(&mut self) -> Option<(u32, StateIndex)> {
        let priority = self.least()?;
        let at = StateIndex(self.root.wrapping_sub(1));
        self.remove(self.root);
        Some((priority, at))
    }

    /// In order of the states. Those of equal priority and rank may then be returned in another
    /// order.
    fn entries(&self) -> Box<dyn Iterator<Item = (u32, u64, StateIndex)> + '_> {
        let open = (0..).zip(&self.nodes).filter(|(_, node)| node.is_open);
        Box::new(open.map(|(link, node): (Link, _)| {
            (node.priority, node.rank, StateIndex(link.wrapping_sub(1)))
        }))
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<HeapNode>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::priority_queue::tests::emptied;

    #[test]
    fn a_state_that_is_put_in_again_changes_its_place() {
        let mut heap = PairingHeap::default();
        let mut push = |priority, rank, at| {
            heap.push(priority, rank, StateIndex(at)).expect("there is memory");
        };
        for at in 0..9 {
            push(10, u64::from(at), at);
        }
        push(3, 5, 4); // nearer
        push(3, 6, u32::MAX);
        push(12, 0, 0); // farther, and the root
        assert_eq!(heap.pop(), Some((3, StateIndex(4))));
        heap.push(3, 1, StateIndex(7)).expect("there is memory");
        let order = [(3, 7), (3, u32::MAX), (10, 1), (10, 2), (10, 3), (10, 5), (10, 6), (10, 8)];
        assert_eq!(emptied(&mut heap), [&order[..], &[(12, 0)]].concat());
        assert_eq!(heap.least(), None);
    }
}
