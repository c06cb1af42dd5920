//! The common form of domains and tasks: `(define (KIND NAME) SECTIONS...)`.

use super::error::{PddlError, Result};
use super::expression::{Expression, List, Word, read};
use crate::text::without_byte_order_mark;
use crate::{Located, TextPosition};
use std::collections::HashSet;

/// The kinds of PDDL texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A domain: predicates and actions.
    Domain,
    /// A task: objects, a start and a goal.
    Task,
}

/// Returns what a text seems to define, whether it is valid or not; `None` if it is not PDDL.
pub fn kind(text: &str) -> Option<Kind> {
    let lines = without_byte_order_mark(text)
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default());
    let mut words = lines.flat_map(|line| {
        let spaced = line.replace('(', " ( ").replace(')', " ) ").to_ascii_lowercase();
        spaced.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>()
    });
    let mut is_next = |word: &str| words.next().is_some_and(|next| next == word);
    if !(is_next("(") && is_next("define") && is_next("(")) {
        return None;
    }
    Some(if words.next()? == "domain" { Kind::Domain } else { Kind::Task })
}

/// A section: its keyword and what follows it.
pub(super) type Section<'t, 'a> = (Word<'a>, &'t [Expression<'a>]);

/// A definition: its name, and its sections in order.
pub(super) struct Definition<'a> {
    pub name: &'a str,
    sections: Vec<List<'a>>,
}

impl<'a> Definition<'a> {
    /// Reads a text in small letters that defines a `domain` or a `problem`.
    pub fn read(text: &'a str, kind: &'static str) -> Result<Self> {
        let expressions = read(text)?;
        let Some((define, beyond)) = expressions.split_first() else {
            return Err(TextPosition::START.error(PddlError::Missing("definition in this text")));
        };
        if let Some(beyond) = beyond.first() {
            return Err(beyond.unexpected("the end of the text"));
        }
        let (word, items) = define.list("(define ...)")?.split("define")?;
        if word.text != "define" {
            return Err(Expression::Word(word).unexpected("define"));
        }
        let Some((head, sections)) = items.split_first() else {
            return Err(word.at.error(PddlError::Missing("name of what is defined")));
        };
        let (word, rest) =
            head.list("(domain NAME) or (problem NAME)")?.split("domain or problem")?;
        if word.text != kind {
            return Err(Expression::Word(word).unexpected(kind));
        }
        let [name] = rest else { return Err(word.at.error(PddlError::Missing("single name"))) };
        let name = name.word("a name")?.name("a name")?;
        let sections = sections.iter().map(|section| section.list("a section").cloned());
        Ok(Self { name, sections: sections.collect::<Result<_, _>>()? })
    }

    /// Returns the sections; those that are not `repeated` may occur only once.
    pub fn sections(&self, repeated: &str) -> Result<Vec<Section<'_, 'a>>> {
        let mut sections = vec![];
        let mut keywords = HashSet::new();
        for list in &self.sections {
            let (keyword, items) = list.split("the keyword of a section")?;
            if keyword.text != repeated && !keywords.insert(keyword.text) {
                return Err(keyword.twice("section"));
            }
            sections.push((keyword, items));
        }
        Ok(sections)
    }
}

/// Checks that all requirements are supported.
pub(super) fn check_requirements(items: &[Expression<'_>]) -> Result<()> {
    for item in items {
        let word = item.word("a requirement")?;
        if ![":strips", ":typing", ":negative-preconditions", ":equality"].contains(&word.text) {
            return Err(unsupported(word));
        }
    }
    Ok(())
}

/// The features that are read.
const READ: &str = "only typed STRIPS with negative preconditions and equality is read";

/// Returns the error for a feature that is not supported, or an unknown word.
pub(super) fn unsupported(word: Word<'_>) -> Located<PddlError> {
    let (feature, reason) = (word.text.to_owned(), reason(word.text).unwrap_or(READ));
    word.at.error(PddlError::Unsupported { feature, reason })
}

/// Returns why a keyword of larger parts of PDDL cannot stand where it is, or of this part
/// elsewhere; `None` for other words.
pub(super) fn reason(text: &str) -> Option<&'static str> {
    Some(match text {
        ":action-costs" | ":functions" | ":metric" | "increase" | "decrease" | "assign"
        | ":numeric-fluents" | ":fluents" | "scale-up" | "scale-down" | "=" | "<" | ">" | "<="
        | ">=" => "numbers are not read, and every action costs one",
        ":durative-actions" | ":durative-action" | ":timed-initial-literals" => {
            "actions cannot have a duration"
        }
        ":conditional-effects" | "when" => "effects cannot have conditions",
        ":adl"
        | ":disjunctive-preconditions"
        | "or"
        | "imply"
        | ":existential-preconditions"
        | ":universal-preconditions"
        | ":quantified-preconditions"
        | "exists"
        | "forall" => "conditions can only be conjunctions of atoms and negated atoms",
        ":derived" | ":derived-predicates" | ":axiom" | ":domain-axioms" => {
            "predicates can be changed only by actions"
        }
        ":constraints" | ":preferences" | "preference" => "a goal can only be a conjunction",
        "either" => "a name can have only one type",
        "and" | "not" => "only an atom can stand here",
        "oneof" => READ,
        _ => return None,
    })
}
