//! Cost functions, each of which stands for one function at every odd or every even size.
//!
//! From size 5 on the diagrams repeat with a period of two sizes. The nodes at sizes j, j + 2,
//! j + 4, ... that correspond to one another are one *function* of the certificate.

use super::super::diagram::{Diagrams, Function, NodeId};
use super::closed_form::ClosedForm;
use dashu_int::IBig;
use std::collections::{BTreeMap, HashMap};

/// Sizes below are not regular.
pub(super) const SMALLEST: u32 = 5;

/// The first size of a parity from [`SMALLEST`] on.
pub(super) fn first_size(parity: u32) -> u32 {
    if SMALLEST % 2 == parity { SMALLEST } else { SMALLEST + 1 }
}

/// The place of a function among those of its parity, and the parity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FunctionId {
    pub(super) parity: u32,
    pub(super) index: usize,
}

impl std::fmt::Display for FunctionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.parity == 1 { 'o' } else { 'e' }, self.index + 1)
    }
}

/// A function and what is added to it.
#[derive(Debug, Clone)]
pub(super) struct Offset {
    pub(super) function: FunctionId,
    pub(super) offset: ClosedForm,
    /// The offset at the sizes that were examined.
    numbers: BTreeMap<u32, IBig>,
}

impl Offset {
    pub(super) fn number(&self, size: u32) -> &IBig {
        &self.numbers[&size]
    }
}

/// All functions found so far, with the node at each size.
pub(super) struct Functions<'a> {
    diagrams: &'a Diagrams,
    /// For even, and for odd sizes.
    nodes: [Vec<BTreeMap<u32, NodeId>>; 2],
    /// By the node at the first size.
    known: HashMap<NodeId, FunctionId>,
}

impl<'a> Functions<'a> {
    pub(super) fn new(diagrams: &'a Diagrams) -> Self {
        Self { diagrams, nodes: Default::default(), known: HashMap::new() }
    }

    pub(super) fn diagrams(&self) -> &'a Diagrams {
        self.diagrams
    }

    pub(super) fn count(&self, parity: u32) -> usize {
        self.nodes[parity as usize].len()
    }

    /// The nodes that a function stands for, by their sizes.
    pub(super) fn nodes(&self, id: FunctionId) -> impl Iterator<Item = (u32, NodeId)> {
        self.nodes[id.parity as usize][id.index].iter().map(|(&size, &node)| (size, node))
    }

    /// The function and the offset of the costs at every second size from the first one on.
    ///
    /// # Panics
    /// If they are not regular.
    pub(super) fn offset(&mut self, costs: &BTreeMap<u32, Function>) -> Offset {
        let function = self.function(costs.iter().map(|(&n, cost)| (n, cost.node())).collect());
        let numbers = costs.iter().map(|(&n, cost)| (n, cost.offset().clone())).collect();
        Offset { function, offset: ClosedForm::of(&numbers), numbers }
    }

    fn function(&mut self, nodes: BTreeMap<u32, NodeId>) -> FunctionId {
        let (&size, &first) = nodes.first_key_value().expect("there is a node");
        let parity = size % 2;
        assert_eq!(size, first_size(parity), "nodes are known from the first size on");
        let all = &mut self.nodes[parity as usize];
        let next = FunctionId { parity, index: all.len() };
        let id = *self.known.entry(first).or_insert(next);
        if id == next {
            all.push(BTreeMap::new());
        }
        let known = &mut all[id.index];
        let before = known.len();
        for (&size, &node) in &nodes {
            assert_eq!(*known.entry(size).or_insert(node), node, "{id} is regular");
        }
        if known.len() > before {
            for swapped in [0, 1] {
                let below = self.branches(&nodes, swapped);
                if !below.is_empty() {
                    let below = below.into_iter().map(|(size, branch)| (size, branch.node()));
                    self.function(below.collect());
                }
            }
        }
        id
    }

    /// The branches of nodes at the size below each, without the impossible ones.
    fn branches(
        &self,
        nodes: &BTreeMap<u32, NodeId>,
        swapped: usize,
    ) -> BTreeMap<u32, &'a Function> {
        let branch = |(&size, &node): (&u32, &NodeId)| {
            let branch = &self.diagrams.branches_of(node)[swapped];
            (size > SMALLEST && !branch.is_impossible()).then_some((size - 1, branch))
        };
        nodes.iter().filter_map(branch).collect()
    }

    /// The branch of a function, by whether the largest size is swapped.
    pub(super) fn branch(&self, id: FunctionId, swapped: usize) -> Option<Offset> {
        let nodes = &self.nodes[id.parity as usize][id.index];
        let branches = self.branches(nodes, swapped);
        let (_, first) = branches.first_key_value()?;
        // The branches of odd sizes are at 6 and more; those of even ones at 5 and more.
        let function = self.known[&first.node()];
        let numbers = branches.iter().map(|(&size, branch)| (size + 1, branch.offset().clone()));
        let numbers: BTreeMap<_, _> = numbers.collect();
        Some(Offset { function, offset: ClosedForm::of(&numbers), numbers })
    }

    /// The values at [`SMALLEST`] of a function for odd sizes.
    pub(super) fn values(&self, id: FunctionId) -> Vec<Option<IBig>> {
        let node = self.nodes[id.parity as usize][id.index][&SMALLEST];
        let value = |swaps: u32| {
            let function = Function::of_node(node);
            self.diagrams.value(&function, SMALLEST, &swaps.into())
        };
        (0..1 << SMALLEST).map(value).collect()
    }
}
