//! Tasks: objects, a start and a goal.

use super::condition::{Atom, Scope};
use super::define::{Definition, check_requirements, unsupported};
use super::domain::objects;
use super::error::{PddlError, Result};
use super::expression::{Expression, Word};
use super::instance::World;
use super::{Domain, Instance};
use crate::TextPosition;
use std::collections::HashMap;
use std::sync::Arc;

impl Instance {
    /// Reads a task of a domain.
    ///
    /// # Errors
    /// The first thing in it that is wrong or not supported.
    pub fn parse(domain: Domain, text: &str) -> Result<Self> {
        let text = text.to_ascii_lowercase();
        let definition = Definition::read(&text, "problem")?;
        let mut sections = HashMap::new();
        for (keyword, items) in definition.sections("")? {
            match keyword.text {
                ":requirements" => check_requirements(items)?,
                ":domain" | ":objects" | ":init" | ":goal" => {
                    sections.insert(keyword.text, (keyword.at, items));
                }
                _ => return Err(unsupported(keyword)),
            }
        }
        let missing = |what| TextPosition::START.error(PddlError::Missing(what));
        let (at, named) = sections.get(":domain").ok_or_else(|| missing("(:domain NAME)"))?;
        let [named] = named else { return Err(at.error(PddlError::Missing("single name"))) };
        let named = named.word("the name of a domain")?;
        if named.text != domain.name {
            let (found, given) = (named.text.to_owned(), domain.name);
            return Err(named.at.error(PddlError::OtherDomain { found, given }));
        }
        let declared = sections.get(":objects").map_or(&[][..], |(_, items)| items);
        let (objects, ids) = objects(&domain.types.typed(declared)?, &domain.constants)?;
        let Domain { types, predicates, .. } = &domain;
        let scope = Scope { types, predicates, objects: &objects, ids: &ids, parameters: &[] };
        let (_, init) = sections.get(":init").ok_or_else(|| missing("(:init ...)"))?;
        let mut atoms = vec![];
        for item in *init {
            let list = item.list("an atom")?;
            if let Some(Expression::Word(Word { at, text: "not" })) = list.items.first() {
                return Err(at.error(PddlError::Unsupported {
                    feature: "not in :init".to_owned(),
                    reason: "what is not listed is false",
                }));
            }
            atoms.push(scope.pattern(list)?.bound(&[]));
        }
        let is_fluent = |atom: &Atom| domain.is_fluent[usize::from(atom.predicate)];
        let (start, facts) = atoms.into_iter().partition(is_fluent);
        let (at, goal) = sections.get(":goal").ok_or_else(|| missing("(:goal ...)"))?;
        let [goal] = goal else { return Err(at.error(PddlError::Missing("single condition"))) };
        let mut conditions = vec![];
        scope.conditions(goal, &mut conditions)?;
        let (name, goal) = (definition.name.to_owned(), conditions);
        Ok(Self { world: Arc::new(World { name, domain, objects, ids, facts, goal }), start })
    }
}
