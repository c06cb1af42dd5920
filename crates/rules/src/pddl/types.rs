//! Types, and lists of names with types.

use super::define::unsupported;
use super::error::{PddlError, Result};
use super::expression::{Expression, Word};

/// A type by its index in the list of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TypeId(pub u16);

/// The type of everything.
pub(super) const OBJECT: TypeId = TypeId(0);

/// The types of a domain, `object` first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Types {
    /// Names and supertypes: usually one, and none for a type whose only supertype is `object`.
    list: Vec<(String, Vec<TypeId>)>,
}

/// More types, or supertypes of them, are not read.
const MOST: usize = 1000;

impl Types {
    /// Reads the section `:types`.
    pub fn read(items: &[Expression<'_>]) -> Result<Self> {
        let mut types = Self { list: vec![("object".to_owned(), vec![])] };
        let groups = groups(items)?;
        // A supertype need not be declared separately, and a type may be declared again with
        // another one.
        let supertypes = groups.iter().filter_map(|group| group.of.as_ref());
        let supertypes = supertypes.map(Of::one).collect::<Result<Vec<_>, _>>()?;
        for word in groups.iter().flat_map(|group| &group.names).chain(&supertypes) {
            let name = word.name("the name of a type")?;
            if types.find(name).is_none() {
                word.check_room("types", types.list.len(), MOST)?;
                types.list.push((name.to_owned(), vec![]));
            }
        }
        let mut count = 0;
        for group in &groups {
            let of = group.of.as_ref().map(Of::one).transpose()?;
            let of = of.and_then(|of| types.find(of.text)).unwrap_or(OBJECT);
            if of == OBJECT {
                continue;
            }
            for word in &group.names {
                let id = types.find(word.text).unwrap_or(OBJECT);
                if types.list[usize::from(id.0)].1.contains(&of) {
                    continue;
                }
                if types.is_a(of, id) {
                    return Err(word.at.error(PddlError::Circle(word.text.to_owned())));
                }
                word.check_room("supertypes", count, MOST)?;
                count += 1;
                types.list[usize::from(id.0)].1.push(of);
            }
        }
        Ok(types)
    }

    fn find(&self, name: &str) -> Option<TypeId> {
        self.list.iter().position(|(known, _)| known == name).map(|id| TypeId(id as u16))
    }

    /// Returns the name of a type.
    pub fn name(&self, id: TypeId) -> &str {
        &self.list[usize::from(id.0)].0
    }

    /// Returns the names of all types but `object`, each with that of a supertype; a type with
    /// several supertypes is repeated.
    pub fn declared(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().skip(1).flat_map(|(name, of)| {
            let of = if of.is_empty() { &[OBJECT] } else { &of[..] };
            of.iter().map(|&of| (name.as_str(), self.name(of)))
        })
    }

    /// Whether everything of type `id` is of type `of`.
    ///
    /// # Complexity
    /// Linear in the types and their supertypes: each is looked at once.
    pub fn is_a(&self, id: TypeId, of: TypeId) -> bool {
        if of == OBJECT || id == of {
            return true;
        }
        let mut seen = vec![false; self.list.len()];
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut seen[usize::from(id.0)], true) {
                if id == of {
                    return true;
                }
                open.extend(&self.list[usize::from(id.0)].1);
            }
        }
        false
    }

    /// Reads a list of names with types; a name without one has the type `object`.
    pub fn typed<'a>(&self, items: &[Expression<'a>]) -> Result<Vec<(Word<'a>, TypeId)>> {
        self.groups(items, |of| self.known(of.one()?))
    }

    /// Reads the parameters of a predicate in the same way, but one with several types gets
    /// `object`: that allows atoms that no task has.
    pub fn typed_widely<'a>(&self, items: &[Expression<'a>]) -> Result<Vec<(Word<'a>, TypeId)>> {
        self.groups(items, |of| match of {
            Of::One(of) => self.known(*of),
            Of::Either(_, all) => {
                all.iter().try_for_each(|of| self.known(*of).map(drop))?;
                Ok(OBJECT)
            }
        })
    }

    fn groups<'a>(
        &self,
        items: &[Expression<'a>],
        id: impl Fn(&Of<'a>) -> Result<TypeId>,
    ) -> Result<Vec<(Word<'a>, TypeId)>> {
        let mut typed = vec![];
        for Group { names, of } in groups(items)? {
            let id = of.as_ref().map_or(Ok(OBJECT), &id)?;
            typed.extend(names.into_iter().map(|name| (name, id)));
        }
        Ok(typed)
    }

    fn known(&self, of: Word<'_>) -> Result<TypeId> {
        self.find(of.text).ok_or_else(|| {
            let known = self.list.iter().map(|(name, _)| name.as_str());
            of.at.error(PddlError::unknown("type", of.text, known))
        })
    }
}

/// `a b c - t`.
struct Group<'a> {
    names: Vec<Word<'a>>,
    of: Option<Of<'a>>,
}

/// What follows the `-`.
enum Of<'a> {
    One(Word<'a>),
    /// The word `either`, and the types after it.
    Either(Word<'a>, Vec<Word<'a>>),
}

impl<'a> Of<'a> {
    /// Returns the type if it is a single one.
    fn one(&self) -> Result<Word<'a>> {
        match self {
            Self::One(of) => Ok(*of),
            Self::Either(either, _) => Err(unsupported(*either)),
        }
    }
}

fn groups<'a>(items: &[Expression<'a>]) -> Result<Vec<Group<'a>>> {
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
            Some(Expression::Word(of)) => {
                of.name("the name of a type")?;
                Of::One(*of)
            }
            Some(Expression::List(list)) => {
                let (first, rest) = list.split("a type")?;
                if first.text != "either" {
                    return Err(Expression::Word(first).unexpected("a type"));
                }
                let all = rest.iter().map(|item| item.word("a type"));
                Of::Either(first, all.collect::<Result<_, _>>()?)
            }
            None => return Err(word.at.error(PddlError::Missing("type after this"))),
        };
        groups.push(Group { names: std::mem::take(&mut names), of: Some(of) });
    }
    groups.push(Group { names, of: None });
    Ok(groups)
}
