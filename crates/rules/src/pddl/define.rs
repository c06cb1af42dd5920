//! The common form of domains and tasks: `(define (KIND NAME) SECTIONS...)`.

use super::PddlError;
use super::expression::{BYTE_ORDER_MARK, Expression, List, Word, read};
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
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
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
pub(super) struct Section<'t, 'a> {
    pub keyword: Word<'a>,
    pub items: &'t [Expression<'a>],
}

/// A definition: its name, and its sections in order.
pub(super) struct Definition<'a> {
    pub name: &'a str,
    sections: Vec<List<'a>>,
}

impl<'a> Definition<'a> {
    /// Reads a text in small letters that defines a `domain` or a `problem`.
    pub fn read(text: &'a str, kind: &'static str) -> Result<Self, Located<PddlError>> {
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
    pub fn sections(&self, repeated: &str) -> Result<Vec<Section<'_, 'a>>, Located<PddlError>> {
        let mut sections = vec![];
        let mut keywords = HashSet::new();
        for list in &self.sections {
            let (keyword, items) = list.split("the keyword of a section")?;
            if keyword.text != repeated && !keywords.insert(keyword.text) {
                let name = keyword.text.to_owned();
                return Err(keyword.at.error(PddlError::Twice { what: "section", name }));
            }
            sections.push(Section { keyword, items });
        }
        Ok(sections)
    }
}

/// Checks that all requirements are supported.
pub(super) fn check_requirements(items: &[Expression<'_>]) -> Result<(), Located<PddlError>> {
    for item in items {
        let word = item.word("a requirement")?;
        if ![":strips", ":typing", ":negative-preconditions", ":equality"].contains(&word.text) {
            return Err(unsupported(word));
        }
    }
    Ok(())
}

/// Returns the error for a feature that is not supported, or an unknown word.
pub(super) fn unsupported(word: Word<'_>) -> Located<PddlError> {
    let reason = match word.text {
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
        _ => "only typed STRIPS with negative preconditions and equality is read",
    };
    word.at.error(PddlError::Unsupported { feature: word.text.to_owned(), reason })
}
