//! Edge-valued decision diagrams: cost functions of which sizes' pieces have changed places.
//!
//! A function of *n* bits, bit *s* - 1 for size *s*, has a number or no value ("impossible") for
//! each of its 2^*n* arguments. It is kept as an offset and a node; a node tests the largest size
//! and has a function of the smaller sizes for each answer, and the smaller offset of the two is
//! zero. Equal functions up to an offset share a node.
//!
//! # Source
//! Lai and Sastry, "Edge-valued binary decision diagrams for multi-level hierarchical verification"
//! (1992), with offsets made canonical by the smallest value, as there is no value at some
//! arguments.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// A node of the diagrams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The function of no bits that is 0.
    const ZERO: Self = Self(0);
    /// The function that has no value anywhere.
    const IMPOSSIBLE: Self = Self(1);
}

/// A cost function.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Function {
    node: NodeId,
    /// The least value.
    offset: IBig,
}

impl Function {
    /// No value anywhere.
    pub const IMPOSSIBLE: Self = Self { node: NodeId::IMPOSSIBLE, offset: IBig::ZERO };

    /// Whether there is no value anywhere.
    pub fn is_impossible(&self) -> bool {
        self.node == NodeId::IMPOSSIBLE
    }

    /// The function less its least value.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The function of a node, whose least value is 0.
    pub fn of_node(node: NodeId) -> Self {
        Self { node, offset: IBig::ZERO }
    }

    /// The least value.
    pub fn offset(&self) -> &IBig {
        &self.offset
    }

    /// The function of no bits.
    pub fn constant(value: IBig) -> Self {
        Self { node: NodeId::ZERO, offset: value }
    }

    fn plus(&self, offset: &IBig) -> Self {
        if self.is_impossible() {
            return Self::IMPOSSIBLE;
        }
        Self { node: self.node, offset: &self.offset + offset }
    }
}

struct Node {
    /// The functions if the largest size's pieces stand as before, and if they have changed places.
    branches: [Function; 2],
    /// The largest value above the offset; none if some argument is impossible.
    spread: Option<IBig>,
}

/// All nodes, each once, and the results computed for them.
pub struct Diagrams {
    nodes: Vec<Node>,
    ids: HashMap<[Function; 2], NodeId, FixedState>,
    /// The minimum of a node and another with an offset.
    minima: HashMap<(NodeId, NodeId, IBig), Function, FixedState>,
    /// The convolution of two nodes.
    convolutions: HashMap<(NodeId, NodeId), Function, FixedState>,
}

impl Default for Diagrams {
    fn default() -> Self {
        let impossible = || [Function::IMPOSSIBLE, Function::IMPOSSIBLE];
        let zero = Node { branches: impossible(), spread: Some(IBig::ZERO) };
        let none = Node { branches: impossible(), spread: None };
        Self {
            nodes: vec![zero, none],
            ids: HashMap::default(),
            minima: HashMap::default(),
            convolutions: HashMap::default(),
        }
    }
}

impl Diagrams {
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The function that is `branches[0]` or `branches[1]` depending on one more bit.
    pub fn join(&mut self, branches: [Function; 2]) -> Function {
        let possible = branches.iter().filter(|branch| !branch.is_impossible());
        let Some(offset) = possible.map(|branch| &branch.offset).min().cloned() else {
            return Function::IMPOSSIBLE;
        };
        let branches = branches.map(|branch| branch.plus(&-&offset));
        if let Some(&node) = self.ids.get(&branches) {
            return Function { node, offset };
        }
        let spread =
            |branch: &Function| Some(self.node(branch.node).spread.as_ref()? + &branch.offset);
        let spread = spread(&branches[0]).zip(spread(&branches[1])).map(|(a, b)| a.max(b));
        let node = NodeId(u32::try_from(self.nodes.len()).expect("fewer nodes than 2^32"));
        self.nodes.push(Node { branches: branches.clone(), spread });
        self.ids.insert(branches, node);
        Function { node, offset }
    }

    /// The two functions by the value of the last bit.
    pub fn branches(&self, function: &Function) -> [Function; 2] {
        let [same, swapped] = &self.node(function.node).branches;
        [same.plus(&function.offset), swapped.plus(&function.offset)]
    }

    /// The two functions of a node.
    pub fn branches_of(&self, node: NodeId) -> &[Function; 2] {
        &self.node(node).branches
    }

    /// The function of `bits` bits that is 0 where all are 0, and impossible elsewhere.
    pub fn unmoved(&mut self, bits: u32) -> Function {
        let zero = Function::constant(IBig::ZERO);
        (0..bits).fold(zero, |function, _| self.join([function, Function::IMPOSSIBLE]))
    }

    /// The same function, but impossible where all bits are 0.
    pub fn except_unmoved(&mut self, function: &Function, bits: u32) -> Function {
        if bits == 0 || function.is_impossible() {
            return Function::IMPOSSIBLE;
        }
        let [same, swapped] = self.branches(function);
        let same = self.except_unmoved(&same, bits - 1);
        self.join([same, swapped])
    }

    /// The value at an argument, if there is one.
    pub fn value(&self, function: &Function, bits: u32, argument: &UBig) -> Option<IBig> {
        let mut node = function.node;
        let mut value = function.offset.clone();
        for bit in (0..bits).rev() {
            let branch = &self.node(node).branches[usize::from(argument.bit(bit as usize))];
            value += &branch.offset;
            node = branch.node;
        }
        (node == NodeId::ZERO).then_some(value)
    }

    /// The lesser of two functions at every argument.
    pub fn minimum(&mut self, f: &Function, g: &Function) -> Function {
        if f.is_impossible() {
            return g.clone();
        }
        if g.is_impossible() {
            return f.clone();
        }
        if f.node == g.node {
            return if f.offset <= g.offset { f.clone() } else { g.clone() };
        }
        for (low, high) in [(f, g), (g, f)] {
            let spread = &self.node(low.node).spread;
            if spread.as_ref().is_some_and(|spread| spread + &low.offset <= high.offset) {
                return low.clone();
            }
        }
        let (f, g) = if f.node < g.node { (f, g) } else { (g, f) };
        let key = (f.node, g.node, &g.offset - &f.offset);
        if let Some(known) = self.minima.get(&key) {
            return known.plus(&f.offset);
        }
        let [f0, f1] = self.branches(&Function { node: f.node, offset: IBig::ZERO });
        let [g0, g1] = self.branches(&Function { node: g.node, offset: key.2.clone() });
        let branches = [self.minimum(&f0, &g0), self.minimum(&f1, &g1)];
        let minimum = self.join(branches);
        let result = minimum.plus(&f.offset);
        self.minima.insert(key, minimum);
        result
    }

    /// The min-plus XOR convolution: at *v*, the least f(*x*) + g(*y*) over all *x* XOR *y* = *v*.
    ///
    /// It is the cost of one way after another, since swapping the pieces of a size twice has no
    /// effect.
    pub fn convolution(&mut self, f: &Function, g: &Function) -> Function {
        if f.is_impossible() || g.is_impossible() {
            return Function::IMPOSSIBLE;
        }
        let offset = &f.offset + &g.offset;
        if f.node == NodeId::ZERO {
            return Function::constant(offset);
        }
        let key = (f.node.min(g.node), f.node.max(g.node));
        if let Some(known) = self.convolutions.get(&key) {
            return known.plus(&offset);
        }
        let [f0, f1] = self.node(key.0).branches.clone();
        let [g0, g1] = self.node(key.1).branches.clone();
        let branches = [[(&f0, &g0), (&f1, &g1)], [(&f0, &g1), (&f1, &g0)]].map(|pairs| {
            let [a, b] = pairs.map(|(f, g)| self.convolution(f, g));
            self.minimum(&a, &b)
        });
        let convolution = self.join(branches);
        let result = convolution.plus(&offset);
        self.convolutions.insert(key, convolution);
        result
    }

    /// The least part of the argument that `g` gets where the convolution attains its value, if
    /// that value is `total`.
    pub fn split(
        &mut self,
        f: &Function,
        g: &Function,
        bits: u32,
        argument: &UBig,
        total: &IBig,
    ) -> Option<UBig> {
        let convolution = self.convolution(f, g);
        if self.value(&convolution, bits, argument).as_ref() != Some(total) {
            return None;
        }
        let (mut f, mut g) = (f.clone(), g.clone());
        let mut part = UBig::ZERO;
        for bit in (0..bits).rev() {
            let flipped = usize::from(argument.bit(bit as usize));
            let (fs, gs) = (self.branches(&f), self.branches(&g));
            let zero = self.convolution(&fs[flipped], &gs[0]);
            // The rest decides between the two ways to divide this bit.
            let chosen = usize::from(self.value(&zero, bit, argument).as_ref() != Some(total));
            if chosen == 1 {
                part.set_bit(bit as usize);
            }
            f = fs[flipped ^ chosen].clone();
            g = gs[chosen].clone();
        }
        Some(part)
    }
}
