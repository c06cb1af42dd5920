//! A task with its domain.

use super::condition::{Atom, Condition, ObjectId, ObjectIds, Pattern, Test, Typed};
use super::{Domain, Move};
use std::collections::BTreeSet;
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
    pub ids: ObjectIds,
    /// The true atoms of predicates that no action changes.
    pub facts: BTreeSet<Atom>,
    /// All of them must hold.
    pub goal: Vec<Condition>,
}

impl Instance {
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
        let world = &*self.world;
        let mut fixed = world.goal.iter().filter(|condition| world.fluent(condition).is_none());
        let [required, forbidden] = world.fluents(&world.goal, &[]);
        let is_possible = fixed.all(|condition| world.holds(condition, &[], &self.start))
            && required.is_disjoint(&forbidden);
        is_possible.then_some((required, forbidden))
    }
}

impl World {
    /// Returns the atom of a condition if actions can change it.
    pub fn fluent<'c>(&self, condition: &'c Condition) -> Option<&'c Pattern> {
        match &condition.test {
            Test::Atom(pattern) => {
                self.domain.is_fluent[usize::from(pattern.predicate)].then_some(pattern)
            }
            Test::Equal(..) => None,
        }
    }

    /// Returns the atoms that must be true and those that must be false, of those that actions can
    /// change.
    pub fn fluents(&self, conditions: &[Condition], arguments: &[ObjectId]) -> [BTreeSet<Atom>; 2] {
        [true, false].map(|holds| {
            let such = conditions.iter().filter(|condition| condition.holds == holds);
            let fluents = such.filter_map(|condition| self.fluent(condition));
            fluents.map(|pattern| pattern.bound(arguments)).collect()
        })
    }

    /// Returns an object.
    pub fn object(&self, id: ObjectId) -> &Typed {
        &self.objects[usize::from(id.0)]
    }

    /// Whether a condition holds in a state.
    pub fn holds(&self, condition: &Condition, arguments: &[ObjectId], state: &State) -> bool {
        let is_true = match &condition.test {
            Test::Equal(first, second) => first.bound(arguments) == second.bound(arguments),
            Test::Atom(pattern) => {
                let is_fluent = self.fluent(condition).is_some();
                let true_atoms = if is_fluent { state } else { &self.facts };
                true_atoms.contains(&pattern.bound(arguments))
            }
        };
        is_true == condition.holds
    }

    /// Returns the move of an action with some arguments.
    pub fn step(&self, action: usize, arguments: &[ObjectId]) -> Move {
        let name = |&object: &ObjectId| Arc::clone(&self.object(object).name);
        Move {
            action: Arc::clone(&self.domain.actions[action].name),
            arguments: arguments.iter().map(name).collect(),
        }
    }
}
