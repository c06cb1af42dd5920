//! A task with its domain.

use super::condition::{Atom, Condition, ObjectId, Test, Typed};
use super::types::TypeId;
use super::{Domain, Move};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A state: the true atoms among those that actions can change. All others are as in the task.
pub type State = BTreeSet<Atom>;

/// A task with its domain, ready to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    pub(super) world: Arc<World>,
    pub(super) start: State,
}

/// What does not change.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct World {
    pub name: String,
    pub domain: Domain,
    /// The constants of the domain, then the objects of the task.
    pub objects: Vec<Typed>,
    /// Their types.
    pub types: Vec<TypeId>,
    /// Their names.
    pub names: Vec<Arc<str>>,
    ids: HashMap<String, ObjectId>,
    /// The true atoms of predicates that no action changes.
    pub facts: BTreeSet<Atom>,
    /// All of them must hold.
    pub goal: Vec<Condition>,
}

impl Instance {
    pub(super) fn new(
        name: String,
        domain: Domain,
        objects: Vec<Typed>,
        ids: HashMap<String, ObjectId>,
        facts: BTreeSet<Atom>,
        start: State,
        goal: Vec<Condition>,
    ) -> Self {
        let types = objects.iter().map(|object| object.of).collect();
        let names = objects.iter().map(|object| object.name.as_str().into()).collect();
        let world = World { name, domain, objects, types, names, ids, facts, goal };
        Self { world: Arc::new(world), start }
    }

    /// Returns the name of the task.
    pub fn name(&self) -> &str {
        &self.world.name
    }

    /// Returns the domain.
    pub fn domain(&self) -> &Domain {
        &self.world.domain
    }

    /// Returns the number of objects, constants included.
    pub fn objects(&self) -> usize {
        self.world.objects.len()
    }

    /// Returns the atoms that must be true at the end, and those that must be false; `None` if no
    /// state is a goal, whatever actions do.
    pub fn goal(&self) -> Option<(BTreeSet<Atom>, BTreeSet<Atom>)> {
        let (mut required, mut forbidden) = (BTreeSet::new(), BTreeSet::new());
        for condition in &self.world.goal {
            match &condition.test {
                Test::Atom(pattern) if self.world.is_fluent(pattern.predicate) => {
                    let set = if condition.holds { &mut required } else { &mut forbidden };
                    set.insert(pattern.bound(&[]));
                }
                _ if !self.world.holds(condition, &[], &self.start) => return None,
                _ => {}
            }
        }
        required.is_disjoint(&forbidden).then_some((required, forbidden))
    }
}

impl World {
    pub fn is_fluent(&self, predicate: u16) -> bool {
        self.domain.is_fluent[usize::from(predicate)]
    }

    pub fn find(&self, object: &str) -> Option<ObjectId> {
        self.ids.get(object).copied()
    }

    /// Whether a condition holds in a state.
    pub fn holds(&self, condition: &Condition, arguments: &[ObjectId], state: &State) -> bool {
        let is_true = match &condition.test {
            Test::Equal(first, second) => first.bound(arguments) == second.bound(arguments),
            Test::Atom(pattern) => {
                let is_fluent = self.is_fluent(pattern.predicate);
                let true_atoms = if is_fluent { state } else { &self.facts };
                true_atoms.contains(&pattern.bound(arguments))
            }
        };
        is_true == condition.holds
    }

    /// Returns the move of an action with some arguments.
    pub fn step(&self, action: usize, arguments: &[ObjectId]) -> Move {
        let name = |object: &ObjectId| Arc::clone(&self.names[usize::from(object.0)]);
        Move {
            action: Arc::clone(&self.domain.actions[action].name),
            arguments: arguments.iter().map(name).collect(),
        }
    }
}
