//! Domains: types, predicates, constants and actions.

use super::PddlError;
use super::action::{Schema, variables};
use super::condition::{MAX_ARITY, ObjectId, Predicate, Scope, Typed, ids, is_no_predicate};
use super::define::{Definition, check_requirements, unsupported};
use super::expression::{Expression, Word};
use super::types::{TypeId, Types};
use crate::Located;
use std::collections::{HashMap, HashSet};

/// A domain: what all its tasks have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    pub(super) name: String,
    pub(super) types: Types,
    pub(super) constants: Vec<Typed>,
    pub(super) predicates: Vec<Predicate>,
    pub(super) actions: Vec<Schema>,
    /// By predicate: whether some action changes it.
    pub(super) is_fluent: Vec<bool>,
}

/// More predicates, or actions, are not read.
const MOST: usize = 1000;
/// More objects are not read.
pub(super) const MOST_OBJECTS: usize = 10_000;

impl Domain {
    /// Reads a domain.
    ///
    /// # Errors
    /// The first thing in it that is wrong or not supported.
    pub fn parse(text: &str) -> Result<Self, Located<PddlError>> {
        let text = text.to_ascii_lowercase();
        let definition = Definition::read(&text, "domain")?;
        let mut types = Types::read(&[])?;
        let [mut constants, mut predicates]: [&[Expression<'_>]; 2] = [&[]; 2];
        let mut actions = vec![];
        for section in definition.sections(":action")? {
            match section.keyword.text {
                ":requirements" => check_requirements(section.items)?,
                ":types" => types = Types::read(section.items)?,
                ":constants" => constants = section.items,
                ":predicates" => predicates = section.items,
                ":action" => actions.push(section),
                _ => return Err(unsupported(section.keyword)),
            }
        }
        let mut domain = Self {
            name: definition.name.to_owned(),
            constants: objects(&types.typed(constants)?, vec![])?,
            predicates: read_predicates(predicates, &types)?,
            types,
            actions: vec![],
            is_fluent: vec![],
        };
        let ids = ids(&domain.constants);
        for section in actions {
            let schema = Schema::read(section.keyword, section.items, &domain.scope(&ids))?;
            let at = section.keyword.at;
            if domain.actions.iter().any(|other| other.name == schema.name) {
                let name = schema.name.to_string();
                return Err(at.error(PddlError::Twice { what: "action", name }));
            }
            if domain.actions.len() == MOST {
                return Err(at.error(PddlError::TooMany { what: "actions", most: MOST }));
            }
            domain.actions.push(schema);
        }
        domain.is_fluent = vec![false; domain.predicates.len()];
        for schema in &domain.actions {
            for pattern in schema.adds.iter().chain(&schema.deletes) {
                domain.is_fluent[usize::from(pattern.predicate)] = true;
            }
        }
        Ok(domain)
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the meanings of names in its actions, except parameters.
    fn scope<'s>(&'s self, ids: &'s HashMap<String, ObjectId>) -> Scope<'s> {
        let Self { types, predicates, constants, .. } = self;
        Scope { types, predicates, objects: constants, ids, parameters: &[] }
    }
}

fn read_predicates(
    items: &[Expression<'_>],
    types: &Types,
) -> Result<Vec<Predicate>, Located<PddlError>> {
    let mut predicates: Vec<Predicate> = vec![];
    for item in items {
        let (word, parameters) = item.list("a predicate")?.split("the name of a predicate")?;
        let name = word.name("the name of a predicate")?.to_owned();
        if is_no_predicate(&name) {
            return Err(Expression::Word(word).unexpected("the name of a predicate"));
        }
        if predicates.iter().any(|other| other.name == name) {
            return Err(word.at.error(PddlError::Twice { what: "predicate", name }));
        }
        if predicates.len() == MOST {
            return Err(word.at.error(PddlError::TooMany { what: "predicates", most: MOST }));
        }
        let parameters = parameters_of_predicate(&types.typed_widely(parameters)?)?;
        predicates.push(Predicate { name, parameters });
    }
    Ok(predicates)
}

/// Reads the parameters of a predicate, by number: their names mean nothing, and in some domains
/// two are the same.
fn parameters_of_predicate(typed: &[(Word<'_>, TypeId)]) -> Result<Vec<Typed>, Located<PddlError>> {
    let mut parameters = vec![];
    for (number, &(word, of)) in (1..).zip(typed) {
        let [parameter] = &variables(&[(word, of)], 1)?[..] else { continue };
        if number > MAX_ARITY {
            return Err(word.at.error(PddlError::TooMany { what: "parameters", most: MAX_ARITY }));
        }
        let is_taken = parameters.iter().any(|other: &Typed| other.name == parameter.name);
        let name = if is_taken { number.to_string() } else { parameter.name.clone() };
        parameters.push(Typed { name, of });
    }
    Ok(parameters)
}

/// Adds the objects of a typed list to the existing ones.
pub(super) fn objects(
    typed: &[(Word<'_>, TypeId)],
    mut objects: Vec<Typed>,
) -> Result<Vec<Typed>, Located<PddlError>> {
    let mut names: HashSet<String> = objects.iter().map(|object| object.name.clone()).collect();
    for &(word, of) in typed {
        let name = word.name("the name of an object")?.to_owned();
        if !names.insert(name.clone()) {
            return Err(word.at.error(PddlError::Twice { what: "object", name }));
        }
        if objects.len() == MOST_OBJECTS {
            let most = MOST_OBJECTS;
            return Err(word.at.error(PddlError::TooMany { what: "objects", most }));
        }
        objects.push(Typed { name, of });
    }
    Ok(objects)
}
