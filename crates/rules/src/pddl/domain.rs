//! Domains: types, predicates, constants and actions.

use super::action::{Schema, variables};
use super::condition::{MAX_ARITY, ObjectId, ObjectIds, Predicate, Scope, Typed};
use super::define::{Definition, check_requirements, reason, unsupported};
use super::error::Result;
use super::expression::{Expression, Word};
use super::types::{TypeId, Types};
use std::sync::Arc;

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
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.to_ascii_lowercase();
        let definition = Definition::read(&text, "domain")?;
        let mut types = Types::read(&[])?;
        let [mut constants, mut predicates]: [&[Expression<'_>]; 2] = [&[]; 2];
        let mut schemas = vec![];
        for (keyword, items) in definition.sections(":action")? {
            match keyword.text {
                ":requirements" => check_requirements(items)?,
                ":types" => types = Types::read(items)?,
                ":constants" => constants = items,
                ":predicates" => predicates = items,
                ":action" => schemas.push((keyword, items)),
                _ => return Err(unsupported(keyword)),
            }
        }
        let (constants, ids) = objects(&types.typed(constants)?, &[])?;
        let predicates = read_predicates(predicates, &types)?;
        let scope = Scope {
            types: &types,
            predicates: &predicates,
            objects: &constants,
            ids: &ids,
            parameters: &[],
        };
        let mut actions: Vec<Schema> = vec![];
        let mut is_fluent = vec![false; predicates.len()];
        for (keyword, items) in schemas {
            let schema = Schema::read(keyword, items, &scope)?;
            if actions.iter().any(|other| other.name == schema.name) {
                return Err(Word { text: &schema.name, ..keyword }.twice("action"));
            }
            keyword.check_room("actions", actions.len(), MOST)?;
            for pattern in schema.adds.iter().chain(&schema.deletes) {
                is_fluent[usize::from(pattern.predicate)] = true;
            }
            actions.push(schema);
        }
        let name = definition.name.to_owned();
        Ok(Self { name, types, constants, predicates, actions, is_fluent })
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn read_predicates(items: &[Expression<'_>], types: &Types) -> Result<Vec<Predicate>> {
    let mut predicates: Vec<Predicate> = vec![];
    for item in items {
        let (word, parameters) = item.list("a predicate")?.split("the name of a predicate")?;
        let name = word.name("the name of a predicate")?.to_owned();
        if reason(&name).is_some() {
            return Err(Expression::Word(word).unexpected("the name of a predicate"));
        }
        if predicates.iter().any(|other| other.name == name) {
            return Err(word.twice("predicate"));
        }
        word.check_room("predicates", predicates.len(), MOST)?;
        let parameters = parameters_of_predicate(&types.typed_widely(parameters)?)?;
        predicates.push(Predicate { name, parameters });
    }
    Ok(predicates)
}

/// Reads the parameters of a predicate, by number: their names mean nothing, and in some domains
/// two are the same.
fn parameters_of_predicate(typed: &[(Word<'_>, TypeId)]) -> Result<Vec<Typed>> {
    let mut parameters = vec![];
    for (number, &(word, of)) in typed.iter().enumerate() {
        let [parameter] = &variables(&[(word, of)], 1)?[..] else { continue };
        word.check_room("parameters", number, MAX_ARITY)?;
        let is_taken = parameters.iter().any(|other: &Typed| other.name == parameter.name);
        let name = if is_taken { (number + 1).to_string().into() } else { parameter.name.clone() };
        parameters.push(Typed { name, of });
    }
    Ok(parameters)
}

/// Reads the objects of a typed list after the constants, and indexes all of them.
pub(super) fn objects(
    typed: &[(Word<'_>, TypeId)],
    constants: &[Typed],
) -> Result<(Vec<Typed>, ObjectIds)> {
    let mut objects = constants.to_vec();
    let known = (0..).map(ObjectId).zip(&objects);
    let mut ids: ObjectIds = known.map(|(id, known)| (Arc::clone(&known.name), id)).collect();
    for &(word, of) in typed {
        let name: Arc<str> = word.name("the name of an object")?.into();
        if ids.insert(Arc::clone(&name), ObjectId(objects.len() as u16)).is_some() {
            return Err(word.twice("object"));
        }
        word.check_room("objects", objects.len(), MOST_OBJECTS)?;
        objects.push(Typed { name, of });
    }
    Ok((objects, ids))
}
