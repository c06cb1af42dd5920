//! The order in which subtrees are searched: first those in which the previous iteration went
//! deepest.
//!
//! All iterations but the last search everything, in whatever order. The last one stops at the
//! first plan, which usually lies where the previous iteration, two moves shorter, left the fewest
//! moves. The order prunes nothing.
//!
//! # Source
//! Powley and Korf, *Single-agent parallel window search* (1991), order the positions of a frontier
//! by their heuristic. Following the best leaf of the previous iteration is from Cook and Varnell,
//! *Adaptive parallel iterative deepening search* (1998), who reorder the moves by it.

use super::tree_kernel::{Subtree, UNKNOWN};

/// The depth that an iteration reached in each subtree.
#[derive(Debug)]
pub struct SubtreeOrder<A> {
    /// Sorted; no path is a prefix of another.
    known: Vec<Known<A>>,
}

/// Nothing is known.
impl<A> Default for SubtreeOrder<A> {
    fn default() -> Self {
        Self { known: vec![] }
    }
}

/// What is known of a subtree.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Known<A> {
    path: Vec<A>,
    /// The moves left in its deepest node.
    left: u16,
}

impl<A: Copy + Ord> SubtreeOrder<A> {
    /// From an iteration that searched these subtrees, with the moves left in the deepest node
    /// of each.
    pub(super) fn new(subtrees: Vec<Subtree<A>>, left: &[u16]) -> Self {
        let known = subtrees.into_iter().zip(left);
        let known = known.map(|(Subtree { path, .. }, &left)| Known { path, left });
        let mut known: Vec<_> = known.collect();
        known.sort_unstable();
        Self { known }
    }

    /// Sets the priorities of the next iteration's subtrees.
    pub(super) fn prioritize(&self, subtrees: &mut [Subtree<A>]) {
        for subtree in subtrees {
            subtree.priority = self.priority(&subtree.path);
        }
    }

    /// The fewest moves left in the subtrees below a path, or in the one that it lies in.
    ///
    /// # Complexity
    /// O(log n) comparisons for n subtrees, and one for each of them below the path.
    fn priority(&self, path: &[A]) -> u16 {
        let begins_before = |known: &Known<A>| &known.path[..] < path;
        let (before, after) = self.known.split_at(self.known.partition_point(begins_before));
        let is_below = |known: &&Known<A>| known.path.starts_with(path);
        let below = after.iter().take_while(is_below).map(|known| known.left).min();
        let is_above = |known: &&Known<A>| path.starts_with(&known.path);
        let above = before.last().filter(is_above).map(|known| known.left);
        below.or(above).unwrap_or(UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_and_longer_paths_are_those_of_the_same_subtrees() {
        let path = |text: &str| text.bytes().collect::<Vec<_>>();
        let paths = ["abc", "abd", "bc", "c"];
        let left = [7, 5, 9, 3];
        let subtree = |text| Subtree { root: 0, path: path(text), priority: 0 };
        let order = SubtreeOrder::new(paths.map(subtree).into(), &left);
        let of = |text| order.priority(&path(text));
        assert_eq!([of("abc"), of("abcd"), of("abdaa")], [7, 7, 5]);
        assert_eq!([of("ab"), of("a"), of("c"), of("cb")], [5, 5, 3, 3]);
        assert_eq!([of(""), of("bc"), of("bca")], [3, 9, 9]);
        for unknown in ["abe", "ac", "b2", "d"] {
            assert_eq!(of(unknown), UNKNOWN, "{unknown}");
        }
        assert_eq!(SubtreeOrder::<u8>::default().priority(&[]), UNKNOWN);
    }
}
