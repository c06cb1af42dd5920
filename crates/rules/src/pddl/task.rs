//! Tasks: objects, a start and a goal.

use super::condition::{Scope, ids};
use super::define::{Definition, check_requirements, unsupported};
use super::domain::objects;
use super::expression::Expression;
use super::{Domain, Instance, PddlError};
use crate::{Located, TextPosition};
use std::collections::{BTreeSet, HashMap};

impl Instance {
    /// Reads a task of a domain.
    ///
    /// # Errors
    /// The first thing in it that is wrong or not supported.
    pub fn parse(domain: Domain, text: &str) -> Result<Self, Located<PddlError>> {
        let text = text.to_ascii_lowercase();
        let definition = Definition::read(&text, "problem")?;
        let mut sections = HashMap::new();
        for section in definition.sections("")? {
            match section.keyword.text {
                ":requirements" => check_requirements(section.items)?,
                keyword @ (":domain" | ":objects" | ":init" | ":goal") => {
                    sections.insert(keyword, (section.keyword.at, section.items));
                }
                _ => return Err(unsupported(section.keyword)),
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
        let objects = objects(&domain.types.typed(declared)?, domain.constants.clone())?;
        let Domain { types, predicates, .. } = &domain;
        let ids = ids(&objects);
        let scope = Scope { types, predicates, objects: &objects, ids: &ids, parameters: &[] };
        let (_, init) = sections.get(":init").ok_or_else(|| missing("(:init ...)"))?;
        let (mut start, mut facts) = (BTreeSet::new(), BTreeSet::new());
        for item in *init {
            let list = item.list("an atom")?;
            if let Some(Expression::Word(word)) = list.items.first()
                && word.text == "not"
            {
                return Err(word.at.error(PddlError::Unsupported {
                    feature: "not in :init".to_owned(),
                    reason: "what is not listed is false",
                }));
            }
            let atom = scope.pattern(list)?.bound(&[]);
            let is_fluent = domain.is_fluent[usize::from(atom.predicate)];
            if is_fluent {
                start.insert(atom)
            } else {
                facts.insert(atom)
            };
        }
        let (at, goal) = sections.get(":goal").ok_or_else(|| missing("(:goal ...)"))?;
        let [goal] = goal else { return Err(at.error(PddlError::Missing("single condition"))) };
        let mut conditions = vec![];
        scope.conditions(goal, &mut conditions)?;
        let name = definition.name.to_owned();
        Ok(Self::new(name, domain, objects, ids, facts, start, conditions))
    }
}
