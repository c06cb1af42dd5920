//! Actions: in a domain, with objects for their parameters, and as moves.

use super::PddlError;
use super::condition::{Atom, Condition, Pattern, Scope, Typed, negated};
use super::define::unsupported;
use super::expression::{Expression, Word};
use crate::Located;
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
    pub fn read(
        keyword: Word<'_>,
        items: &[Expression<'_>],
        scope: &Scope<'_>,
    ) -> Result<Self, Located<PddlError>> {
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
                let name = word.text.to_owned();
                return Err(word.at.error(PddlError::Twice { what: "part", name }));
            }
            let Some(value) = parts.next() else {
                return Err(word.at.error(PddlError::Missing("value of this part")));
            };
            *place = Some(value);
        }
        let parameters = match parameters {
            Some(list) => variables(
                &scope.types.typed(&list.list("a list of parameters")?.items)?,
                MOST_PARAMETERS,
            )?,
            None => vec![],
        };
        let scope = Scope { parameters: &parameters, ..*scope };
        let mut conditions = vec![];
        if let Some(expression) = precondition {
            scope.conditions(expression, &mut conditions)?;
        }
        let mut effects = Effects::default();
        if let Some(expression) = effect {
            effects.read(expression, &scope)?;
        }
        let Effects { adds, deletes } = effects;
        Ok(Self { name: name.into(), parameters, precondition: conditions, adds, deletes })
    }
}

/// Reads the variables of a typed list, each once, without question marks.
pub(super) fn variables(
    typed: &[(Word<'_>, super::types::TypeId)],
    most: usize,
) -> Result<Vec<Typed>, Located<PddlError>> {
    let mut variables: Vec<Typed> = vec![];
    for &(word, of) in typed {
        let name = word.text.strip_prefix('?').filter(|name| !name.is_empty());
        let Some(name) = name else {
            return Err(Expression::Word(word).unexpected("a parameter, which begins with ?"));
        };
        if variables.iter().any(|other| other.name == name) {
            let name = word.text.to_owned();
            return Err(word.at.error(PddlError::Twice { what: "parameter", name }));
        }
        if variables.len() == most {
            return Err(word.at.error(PddlError::TooMany { what: "parameters", most }));
        }
        variables.push(Typed { name: name.to_owned(), of });
    }
    Ok(variables)
}

#[derive(Default)]
struct Effects {
    adds: Vec<Pattern>,
    deletes: Vec<Pattern>,
}

impl Effects {
    fn read(
        &mut self,
        expression: &Expression<'_>,
        scope: &Scope<'_>,
    ) -> Result<(), Located<PddlError>> {
        let list = expression.list("an effect")?;
        if list.items.is_empty() {
            return Ok(());
        }
        let (word, items) = list.split("an effect")?;
        match word.text {
            "and" => items.iter().try_for_each(|item| self.read(item, scope)),
            "not" => {
                self.deletes.push(scope.pattern(negated(word.at, items)?)?);
                Ok(())
            }
            _ => {
                self.adds.push(scope.pattern(list)?);
                Ok(())
            }
        }
    }
}
