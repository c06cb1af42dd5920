//! Atoms, and conjunctions of atoms and negated atoms.

use super::define::{reason, unsupported};
use super::error::{PddlError, Result};
use super::expression::{Expression, List, Word};
use super::types::{TypeId, Types};
use crate::TextPosition;
use std::collections::HashMap;
use std::sync::Arc;

/// The most arguments of a predicate.
pub const MAX_ARITY: usize = 8;

/// An object by its index in the list of all: the constants of the domain, then the objects of the
/// task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct ObjectId(pub u16);

/// The indices of objects by name.
pub(super) type ObjectIds = HashMap<Arc<str>, ObjectId>;

/// A predicate with objects for its arguments. Atoms are ordered by predicate, in the order of the
/// domain, then by arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    pub(super) predicate: u16,
    /// As many as the predicate has; the rest are zero.
    pub(super) arguments: [ObjectId; MAX_ARITY],
}

/// A name with a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Typed {
    pub name: Arc<str>,
    pub of: TypeId,
}

/// A predicate: its name, and its parameters without question marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Predicate {
    pub name: String,
    pub parameters: Vec<Typed>,
}

/// An object, or a parameter of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Term {
    Object(ObjectId),
    Parameter(u16),
}

impl Term {
    /// Returns the object that it stands for.
    pub fn bound(self, arguments: &[ObjectId]) -> ObjectId {
        match self {
            Self::Object(object) => object,
            Self::Parameter(parameter) => arguments[usize::from(parameter)],
        }
    }

    /// Returns how many of the first parameters determine it.
    pub fn known_after(self) -> usize {
        match self {
            Self::Object(_) => 0,
            Self::Parameter(parameter) => usize::from(parameter) + 1,
        }
    }
}

/// A predicate with terms for its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    pub predicate: u16,
    pub terms: Vec<Term>,
}

impl Pattern {
    /// Returns the atom with objects for the parameters.
    pub fn bound(&self, arguments: &[ObjectId]) -> Atom {
        let mut bound = [ObjectId::default(); MAX_ARITY];
        for (argument, term) in bound.iter_mut().zip(&self.terms) {
            *argument = term.bound(arguments);
        }
        Atom { predicate: self.predicate, arguments: bound }
    }
}

/// What a condition is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Test {
    Atom(Pattern),
    Equal(Term, Term),
}

/// An atom or an equation that must hold, or must not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition {
    pub holds: bool,
    pub test: Test,
}

impl Condition {
    /// Returns how many of the first parameters determine it.
    pub fn known_after(&self) -> usize {
        let terms = match &self.test {
            Test::Atom(pattern) => &pattern.terms[..],
            Test::Equal(first, second) => &[*first, *second],
        };
        terms.iter().map(|term| term.known_after()).max().unwrap_or_default()
    }
}

/// The meanings of names at some place in a text.
pub(super) struct Scope<'s> {
    pub types: &'s Types,
    pub predicates: &'s [Predicate],
    pub objects: &'s [Typed],
    pub ids: &'s ObjectIds,
    pub parameters: &'s [Typed],
}

impl Scope<'_> {
    /// Reads an object, or a parameter with its question mark.
    fn term(&self, word: Word<'_>) -> Result<(Term, &Typed)> {
        if let Some(name) = word.text.strip_prefix('?') {
            let found = self.parameters.iter().position(|parameter| *parameter.name == *name);
            let found = found.map(|id| (Term::Parameter(id as u16), &self.parameters[id]));
            return found.ok_or_else(|| {
                let known: Vec<_> =
                    self.parameters.iter().map(|typed| format!("?{}", typed.name)).collect();
                let known = known.iter().map(String::as_str);
                word.at.error(PddlError::unknown("parameter", word.text, known))
            });
        }
        let name = word.name("an object")?;
        let found = self.ids.get(name);
        let found = found.map(|&id| (Term::Object(id), &self.objects[usize::from(id.0)]));
        found.ok_or_else(|| {
            let known = self.objects.iter().map(|typed| &*typed.name);
            word.at.error(PddlError::unknown("object", name, known))
        })
    }

    /// Reads `(predicate term ...)`. Types must not exclude each other; an object must have the
    /// declared type.
    pub fn pattern(&self, list: &List<'_>) -> Result<Pattern> {
        let (word, items) = list.split("a predicate")?;
        let found = self.predicates.iter().position(|predicate| predicate.name == word.text);
        let Some(id) = found else {
            if word.name("a predicate").is_err() || reason(word.text).is_some() {
                return Err(unsupported(word));
            }
            let known = self.predicates.iter().map(|predicate| predicate.name.as_str());
            return Err(word.at.error(PddlError::unknown("predicate", word.text, known)));
        };
        let predicate = &self.predicates[id];
        let (declared, found) = (predicate.parameters.len(), items.len());
        if declared != found {
            let predicate = predicate.name.clone();
            return Err(word.at.error(PddlError::Arity { predicate, declared, found }));
        }
        let mut terms = vec![];
        for (item, parameter) in items.iter().zip(&predicate.parameters) {
            let argument = item.word("an argument")?;
            let (term, typed) = self.term(argument)?;
            let is_possible = self.types.is_a(typed.of, parameter.of)
                || matches!(term, Term::Parameter(_)) && self.types.is_a(parameter.of, typed.of);
            if !is_possible {
                return Err(argument.at.error(PddlError::WrongType {
                    argument: argument.text.to_owned(),
                    found: self.types.name(typed.of).to_owned(),
                    predicate: predicate.name.clone(),
                    declared: self.types.name(parameter.of).to_owned(),
                }));
            }
            terms.push(term);
        }
        Ok(Pattern { predicate: id as u16, terms })
    }

    /// Reads a conjunction and appends its conditions to those before it; `()` is empty.
    pub fn conditions(
        &self,
        expression: &Expression<'_>,
        conditions: &mut Vec<Condition>,
    ) -> Result<()> {
        let list = expression.list("a condition")?;
        let Some(Expression::Word(Word { text: "and", .. })) = list.items.first() else {
            if !list.items.is_empty() {
                conditions.push(self.condition(list)?);
            }
            return Ok(());
        };
        list.items[1..].iter().try_for_each(|item| self.conditions(item, conditions))
    }

    fn condition(&self, list: &List<'_>) -> Result<Condition> {
        let (word, items) = list.split("a condition")?;
        match (word.text, items) {
            ("not", _) => {
                let inner = negated(word.at, items)?;
                match inner.split("an atom")? {
                    (Word { at, text: "not" }, _) => Err(at.error(PddlError::Unsupported {
                        feature: "a double negation".to_owned(),
                        reason: "only atoms are negated",
                    })),
                    _ => Ok(Condition { holds: false, ..self.condition(inner)? }),
                }
            }
            ("=", [first, second]) => {
                let term = |item: &Expression<'_>| match item {
                    Expression::Word(word) => Ok(self.term(*word)?.0),
                    // The value of a function.
                    Expression::List(_) => Err(unsupported(word)),
                };
                Ok(Condition { holds: true, test: Test::Equal(term(first)?, term(second)?) })
            }
            ("=", _) => {
                let (declared, found) = (2, items.len());
                let predicate = "=".to_owned();
                Err(word.at.error(PddlError::Arity { predicate, declared, found }))
            }
            _ => Ok(Condition { holds: true, test: Test::Atom(self.pattern(list)?) }),
        }
    }
}

/// Returns the one list after `not`.
pub(super) fn negated<'t, 'a>(
    at: TextPosition,
    items: &'t [Expression<'a>],
) -> Result<&'t List<'a>> {
    match items {
        [only] => only.list("an atom"),
        _ => Err(at.error(PddlError::Missing("single atom after this"))),
    }
}
