//! The ways to substitute objects for the parameters of an action.

use super::action::Schema;
use super::condition::{Condition, ObjectId};
use super::types::{TypeId, Types};

/// Enumerates the ways to bind the parameters of an action, in the order of the objects. A
/// condition is tested as soon as its parameters are bound.
pub(super) struct Binding<'a> {
    pub types: &'a Types,
    /// The types of all objects.
    pub objects: &'a [TypeId],
    pub schema: &'a Schema,
    /// Whether a condition may hold.
    pub holds: &'a dyn Fn(&Condition, &[ObjectId]) -> bool,
    /// The number of objects that may still be tried.
    pub left: &'a mut u64,
}

/// No more objects may be tried.
#[derive(Debug)]
pub(super) struct Exhausted;

impl Binding<'_> {
    /// Visits every way to bind the parameters.
    pub fn visit(&mut self, visit: &mut dyn FnMut(&[ObjectId])) -> Result<(), Exhausted> {
        // Its conditions are tested even if it has no parameters.
        self.spend(self.extra_work())?;
        let mut bound = Vec::with_capacity(self.schema.parameters.len());
        if self.is_possible(&bound) { self.extend(&mut bound, visit) } else { Ok(()) }
    }

    fn extend(
        &mut self,
        bound: &mut Vec<ObjectId>,
        visit: &mut dyn FnMut(&[ObjectId]),
    ) -> Result<(), Exhausted> {
        let Some(parameter) = self.schema.parameters.get(bound.len()) else {
            visit(bound);
            return Ok(());
        };
        let work = 1 + self.extra_work();
        for (object, &of) in self.objects.iter().enumerate() {
            self.spend(work)?;
            if !self.types.is_a(of, parameter.of) {
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

    fn spend(&mut self, objects: u64) -> Result<(), Exhausted> {
        *self.left = self.left.checked_sub(objects).ok_or(Exhausted)?;
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
