//! The atoms that may become true, and the actions that may become applicable.

use super::action::{GroundAction, Schema};
use super::condition::{Atom, Condition, ObjectId, Pattern};
use super::{Instance, State, TooManyInstances};
use std::collections::BTreeSet;

/// The atoms that may become true, and the actions that may become applicable, from a start: all
/// that would if nothing ever became false. Every reachable state is a set of these atoms, and
/// every action that is ever applicable is one of these. So is one that requires an atom to be both
/// true and false, though it is never applicable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reachable {
    /// The atoms in order.
    pub atoms: Vec<Atom>,
    /// The actions in the order of moves.
    pub actions: Vec<GroundAction>,
}

/// The most reachable atoms, and the most atoms in all actions together: some megabytes, whatever
/// the text says.
const MOST_ATOMS: usize = 1 << 17;
const MOST_IN_ACTIONS: usize = 1 << 21;

impl Instance {
    /// Computes what can be reached if nothing becomes false.
    ///
    /// # Errors
    /// If more than `most` objects would have to be tried for parameters, or if more is reached
    /// than any search could use.
    pub fn reachable(&self, most: u64) -> Result<Reachable, TooManyInstances> {
        let world = &*self.world;
        let mut left = most;
        let mut reached = self.start.clone();
        let mut count = None;
        while count != Some(reached.len()) {
            count = Some(reached.len());
            let mut added = State::new();
            self.possible(&reached, &mut left, &mut |action, arguments| {
                if added.len() <= MOST_ATOMS {
                    let adds = &world.domain.actions[action].adds;
                    added.extend(adds.iter().map(|pattern| pattern.bound(arguments)));
                }
            })?;
            reached.extend(added);
            if reached.len() > MOST_ATOMS {
                return Err(TooManyInstances);
            }
        }
        let mut actions = vec![];
        let mut room = Some(MOST_IN_ACTIONS);
        self.possible(&reached, &mut left, &mut |action, arguments| {
            let Schema { precondition, adds, deletes, .. } = &world.domain.actions[action];
            let atoms = precondition.len() + adds.len() + deletes.len() + arguments.len() + 8;
            room = room.and_then(|room| room.checked_sub(atoms));
            if room.is_none() {
                return;
            }
            let bound = |patterns: &[Pattern]| -> BTreeSet<Atom> {
                patterns.iter().map(|pattern| pattern.bound(arguments)).collect()
            };
            let [requires, forbids] = world.fluents(precondition, arguments);
            let (adds, mut deletes) = (bound(adds), bound(deletes));
            deletes.retain(|atom| !adds.contains(atom));
            let step = world.step(action, arguments);
            let [requires, forbids, adds, deletes] =
                [requires, forbids, adds, deletes].map(|set| set.into_iter().collect());
            actions.push(GroundAction { step, requires, forbids, adds, deletes });
        })?;
        room.ok_or(TooManyInstances)?;
        Ok(Reachable { atoms: reached.into_iter().collect(), actions })
    }

    /// Visits the actions whose precondition holds, as far as it requires atoms to be true or
    /// cannot change.
    fn possible(
        &self,
        reached: &State,
        left: &mut u64,
        visit: &mut dyn FnMut(usize, &[ObjectId]),
    ) -> Result<(), TooManyInstances> {
        let world = &*self.world;
        let holds = |condition: &Condition, bound: &[ObjectId]| {
            let may_become_false = !condition.holds && world.fluent(condition).is_some();
            may_become_false || world.holds(condition, bound, reached)
        };
        world.visit_actions(&holds, left, visit)
    }
}
