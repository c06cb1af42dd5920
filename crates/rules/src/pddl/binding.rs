//! The ways to substitute objects for the parameters of an action.

use super::action::Schema;
use super::condition::{Condition, ObjectId};
use super::instance::World;

/// Enumerates the ways to bind the parameters of an action, in the order of the objects. A
/// condition is tested as soon as its parameters are bound.
struct Binding<'a> {
    world: &'a World,
    schema: &'a Schema,
    /// Whether a condition may hold.
    holds: &'a dyn Fn(&Condition, &[ObjectId]) -> bool,
    /// The number of objects that may still be tried.
    left: &'a mut u64,
}

/// The error if there are too many ways to substitute objects for parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are too many ways to fill the parameters of its actions with objects")]
pub struct TooManyInstances;

impl World {
    /// Visits all actions, in their order, with all objects for their parameters with which their
    /// conditions may hold. The number of objects that may still be tried is counted down.
    pub fn visit_actions(
        &self,
        holds: &dyn Fn(&Condition, &[ObjectId]) -> bool,
        left: &mut u64,
        visit: &mut dyn FnMut(usize, &[ObjectId]),
    ) -> Result<(), TooManyInstances> {
        for (action, schema) in self.domain.actions.iter().enumerate() {
            let mut binding = Binding { world: self, schema, holds, left };
            binding.visit(&mut |arguments| visit(action, arguments))?;
        }
        Ok(())
    }
}

impl Binding<'_> {
    /// Visits every way to bind the parameters.
    fn visit(&mut self, visit: &mut dyn FnMut(&[ObjectId])) -> Result<(), TooManyInstances> {
        // Its conditions are tested even if it has no parameters.
        self.spend(self.extra_work())?;
        let mut bound = Vec::with_capacity(self.schema.parameters.len());
        if self.is_possible(&bound) { self.extend(&mut bound, visit) } else { Ok(()) }
    }

    fn extend(
        &mut self,
        bound: &mut Vec<ObjectId>,
        visit: &mut dyn FnMut(&[ObjectId]),
    ) -> Result<(), TooManyInstances> {
        let Some(parameter) = self.schema.parameters.get(bound.len()) else {
            visit(bound);
            return Ok(());
        };
        let work = 1 + self.extra_work();
        for (object, typed) in self.world.objects.iter().enumerate() {
            self.spend(work)?;
            if !self.world.domain.types.is_a(typed.of, parameter.of) {
                continue;
            }
            bound.push(ObjectId(object as u16));
            if self.is_possible(bound) {
                self.extend(bound, visit)?;
            }
            bound.pop();
        }
        Ok(())
    }

    /// Long actions take longer to process: returns how many objects could be tried in that time.
    fn extra_work(&self) -> u64 {
        let Schema { precondition, adds, deletes, .. } = self.schema;
        (precondition.len() + adds.len() + deletes.len()) as u64 / 16
    }

    fn spend(&mut self, objects: u64) -> Result<(), TooManyInstances> {
        *self.left = self.left.checked_sub(objects).ok_or(TooManyInstances)?;
        Ok(())
    }

    /// Whether the conditions hold that can be tested only since the last parameter was bound.
    fn is_possible(&self, bound: &[ObjectId]) -> bool {
        let mut conditions = self.schema.precondition.iter();
        conditions.all(|condition| {
            condition.known_after() != bound.len() || (self.holds)(condition, bound)
        })
    }
}
