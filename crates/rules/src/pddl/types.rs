//! Types, and lists of names with types.

use super::PddlError;
use super::define::unsupported;
use super::expression::{Expression, Word};
use crate::Located;

/// A type by its place in the list of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TypeId(pub u16);

/// The type of everything.
pub(super) const OBJECT: TypeId = TypeId(0);

/// The types of a domain, `object` first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Types {
    /// Names and supertypes.
    list: Vec<(String, TypeId)>,
}

/// More types are not read.
const MOST: usize = 1000;

impl Types {
    /// The section `:types`.
    pub fn read(items: &[Expression<'_>]) -> Result<Self, Located<PddlError>> {
        let mut types = Self { list: vec![("object".to_owned(), OBJECT)] };
        let groups = groups(items)?;
        for word in groups.iter().flat_map(|group| &group.names) {
            let name = word.name("the name of a type")?;
            match types.find(name) {
                Some(OBJECT) => {}
                Some(_) => {
                    let name = name.to_owned();
                    return Err(word.at.error(PddlError::Twice { what: "type", name }));
                }
                None => types.add(*word, name)?,
            }
        }
        // A supertype need not be declared otherwise.
        for word in groups.iter().filter_map(|group| group.of) {
            let name = word.name("the name of a type")?;
            if types.find(name).is_none() {
                types.add(word, name)?;
            }
        }
        for group in &groups {
            let of = group.of.and_then(|of| types.find(of.text)).unwrap_or(OBJECT);
            for word in &group.names {
                let id = types.find(word.text).unwrap_or(OBJECT);
                if id == of && id != OBJECT || id == OBJECT && of != OBJECT {
                    return Err(word.at.error(PddlError::Circle(word.text.to_owned())));
                }
                types.list[usize::from(id.0)].1 = of;
                if types.ancestors(id).nth(types.list.len()).is_some() {
                    return Err(word.at.error(PddlError::Circle(word.text.to_owned())));
                }
            }
        }
        Ok(types)
    }

    fn add(&mut self, word: Word<'_>, name: &str) -> Result<(), Located<PddlError>> {
        if self.list.len() == MOST {
            return Err(word.at.error(PddlError::TooMany { what: "types", most: MOST }));
        }
        self.list.push((name.to_owned(), OBJECT));
        Ok(())
    }

    fn find(&self, name: &str) -> Option<TypeId> {
        self.list.iter().position(|(known, _)| known == name).map(|id| TypeId(id as u16))
    }

    /// The name of a type.
    pub fn name(&self, id: TypeId) -> &str {
        &self.list[usize::from(id.0)].0
    }

    /// The names of all types but `object`, each with that of its supertype.
    pub fn declared(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().skip(1).map(|(name, of)| (name.as_str(), self.name(*of)))
    }

    /// A type and its supertypes up to, and without, `object`; without end in a circle.
    fn ancestors(&self, id: TypeId) -> impl Iterator<Item = TypeId> {
        let above = |id: &TypeId| Some(self.list[usize::from(id.0)].1).filter(|&id| id != OBJECT);
        std::iter::successors(Some(id), above)
    }

    /// Whether what is of type `id` is of type `of`.
    pub fn is_a(&self, id: TypeId, of: TypeId) -> bool {
        of == OBJECT || self.ancestors(id).any(|ancestor| ancestor == of)
    }

    /// A list of names with types; without one it is `object`.
    pub fn typed<'a>(
        &self,
        items: &[Expression<'a>],
    ) -> Result<Vec<(Word<'a>, TypeId)>, Located<PddlError>> {
        let mut typed = vec![];
        for group in groups(items)? {
            let id = match group.of {
                None => OBJECT,
                Some(of) => self.find(of.text).ok_or_else(|| {
                    let known = self.list.iter().map(|(name, _)| name.as_str());
                    of.at.error(PddlError::unknown("type", of.text, known))
                })?,
            };
            typed.extend(group.names.into_iter().map(|name| (name, id)));
        }
        Ok(typed)
    }
}

/// `a b c - t`.
struct Group<'a> {
    names: Vec<Word<'a>>,
    of: Option<Word<'a>>,
}

fn groups<'a>(items: &[Expression<'a>]) -> Result<Vec<Group<'a>>, Located<PddlError>> {
    let mut groups = vec![];
    let mut names = vec![];
    let mut items = items.iter();
    while let Some(item) = items.next() {
        let word = item.word("a name, or - and a type")?;
        if word.text != "-" {
            names.push(word);
            continue;
        }
        let of = match items.next() {
            Some(Expression::Word(of)) => *of,
            Some(Expression::List(list)) => {
                let (first, _) = list.split("a type")?;
                return Err(if first.text == "either" {
                    unsupported(first)
                } else {
                    Expression::Word(first).unexpected("a type")
                });
            }
            None => return Err(word.at.error(PddlError::Missing("type after this"))),
        };
        of.name("the name of a type")?;
        groups.push(Group { names: std::mem::take(&mut names), of: Some(of) });
    }
    groups.push(Group { names, of: None });
    Ok(groups)
}
