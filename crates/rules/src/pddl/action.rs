//! Actions: in a domain, with objects for their parameters, and as moves.

use super::condition::{Atom, Condition, Pattern, Scope, Typed, negated};
use super::define::unsupported;
use super::error::{PddlError, Result};
use super::expression::{Expression, Word};
use super::types::TypeId;
use std::fmt;
use std::sync::Arc;

/// An action of a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Schema {
    pub name: Arc<str>,
    /// Without question marks.
    pub parameters: Vec<Typed>,
    pub precondition: Vec<Condition>,
    pub adds: Vec<Pattern>,
    pub deletes: Vec<Pattern>,
}

/// A ground action: an action with objects for its parameters, the part of its precondition that
/// can change, and its effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroundAction {
    /// The move in a plan.
    pub step: Move,
    /// The atoms that must be true.
    pub requires: Vec<Atom>,
    /// The atoms that must not be true.
    pub forbids: Vec<Atom>,
    /// The atoms that become true.
    pub adds: Vec<Atom>,
    /// The atoms that become false, without those that are added.
    pub deletes: Vec<Atom>,
}

/// A move: an action and its arguments, by name. Its `Display` is a line of a plan:
/// `(move disk1 peg1 peg3)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The name of the action.
    pub action: Arc<str>,
    /// The names of the objects.
    pub arguments: Vec<Arc<str>>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.action)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
        write!(f, ")")
    }
}

/// The most parameters of an action.
pub(super) const MOST_PARAMETERS: usize = 16;

impl Schema {
    /// The section `:action`; its place is that of `keyword`. The scope has no parameters yet.
    pub fn read(keyword: Word<'_>, items: &[Expression<'_>], scope: &Scope<'_>) -> Result<Self> {
        let Some((name, parts)) = items.split_first() else {
            return Err(keyword.at.error(PddlError::Missing("name of this action")));
        };
        let name = name.word("the name of an action")?.name("the name of an action")?;
        let [mut parameters, mut precondition, mut effect] = [None; 3];
        let mut parts = parts.iter();
        while let Some(part) = parts.next() {
            let word = part.word(":parameters, :precondition or :effect")?;
            let place = match word.text {
                ":parameters" => &mut parameters,
                ":precondition" => &mut precondition,
                ":effect" => &mut effect,
                _ => return Err(unsupported(word)),
            };
            if place.is_some() {
                return Err(word.twice("part"));
            }
            let Some(value) = parts.next() else {
                return Err(word.at.error(PddlError::Missing("value of this part")));
            };
            *place = Some(value);
        }
        let parameters = match parameters {
            Some(list) => scope.types.typed(&list.list("a list of parameters")?.items)?,
            None => vec![],
        };
        let parameters = variables(&parameters, MOST_PARAMETERS)?;
        let scope = Scope { parameters: &parameters, ..*scope };
        let (mut conditions, mut adds, mut deletes) = (vec![], vec![], vec![]);
        if let Some(expression) = precondition {
            scope.conditions(expression, &mut conditions)?;
        }
        if let Some(expression) = effect {
            scope.effects(expression, &mut adds, &mut deletes)?;
        }
        Ok(Self { name: name.into(), parameters, precondition: conditions, adds, deletes })
    }
}

/// Reads the variables of a typed list, each once, without question marks.
pub(super) fn variables(typed: &[(Word<'_>, TypeId)], most: usize) -> Result<Vec<Typed>> {
    let mut variables: Vec<Typed> = vec![];
    for &(word, of) in typed {
        let name = word.text.strip_prefix('?').filter(|name| !name.is_empty());
        let Some(name) = name else {
            return Err(Expression::Word(word).unexpected("a parameter, which begins with ?"));
        };
        if variables.iter().any(|other| *other.name == *name) {
            return Err(word.twice("parameter"));
        }
        word.check_room("parameters", variables.len(), most)?;
        variables.push(Typed { name: name.into(), of });
    }
    Ok(variables)
}

impl Scope<'_> {
    /// Reads an effect, and appends what it adds and deletes.
    fn effects(
        &self,
        expression: &Expression<'_>,
        adds: &mut Vec<Pattern>,
        deletes: &mut Vec<Pattern>,
    ) -> Result<()> {
        let list = expression.list("an effect")?;
        if list.items.is_empty() {
            return Ok(());
        }
        let (word, items) = list.split("an effect")?;
        match word.text {
            "and" => return items.iter().try_for_each(|item| self.effects(item, adds, deletes)),
            "not" => deletes.push(self.pattern(negated(word.at, items)?)?),
            _ => adds.push(self.pattern(list)?),
        }
        Ok(())
    }
}
