//! Writes domains and tasks as text that can be read back unchanged.

use super::action::Schema;
use super::condition::{Atom, Condition, ObjectId, Pattern, Predicate, Term, Test, Typed};
use super::instance::World;
use super::types::Types;
use super::{Domain, Instance};
use std::fmt::{self, Write as _};

impl Instance {
    /// Returns the task, without its domain, as a text of PDDL.
    pub fn task_text(&self) -> String {
        let World { name, domain, objects, facts, goal, .. } = &*self.world;
        let objects = &objects[domain.constants.len()..];
        let mut text = format!("(define (problem {name})\n  (:domain {})\n", domain.name);
        text += &format!("  (:objects{})\n  (:init", typed(objects, "", &domain.types));
        for atom in facts.iter().chain(&self.start) {
            text += &format!("\n    {}", self.world.atom_text(atom));
        }
        text += &format!(")\n  (:goal {}))\n", Names::of(&self.world).conjunction(goal));
        text
    }
}

impl World {
    pub fn atom_text(&self, atom: &Atom) -> String {
        let count = self.domain.predicates[usize::from(atom.predicate)].parameters.len();
        let terms = atom.arguments[..count].iter().map(|&object| Term::Object(object)).collect();
        Names::of(self).pattern(&Pattern { predicate: atom.predicate, terms })
    }

    /// Returns the text of a condition with objects for its parameters.
    pub fn condition_text(&self, condition: &Condition, arguments: &[ObjectId]) -> String {
        let parameters = arguments.iter().map(|&object| self.object(object).name.to_string());
        Names { parameters: parameters.collect(), ..Names::of(self) }.condition(condition)
    }
}

/// The domain as a text of PDDL.
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, types, constants, predicates, actions, .. } = self;
        writeln!(f, "(define (domain {name})")?;
        writeln!(f, "  (:requirements :strips :typing :negative-preconditions :equality)")?;
        f.write_str("  (:types")?;
        types.declared().try_for_each(|(name, of)| write!(f, " {name} - {of}"))?;
        writeln!(f, ")\n  (:constants{})", typed(constants, "", types))?;
        f.write_str("  (:predicates")?;
        for Predicate { name, parameters } in predicates {
            write!(f, "\n    ({name}{})", typed(parameters, "?", types))?;
        }
        f.write_char(')')?;
        for Schema { name, parameters, precondition, adds, deletes } in actions {
            let variables = parameters.iter().map(|parameter| format!("?{}", parameter.name));
            let names = Names { predicates, objects: constants, parameters: variables.collect() };
            let parameters = typed(parameters, "?", types);
            write!(f, "\n  (:action {name}\n    :parameters ({})", parameters.trim_start())?;
            write!(f, "\n    :precondition {}", names.conjunction(precondition))?;
            f.write_str("\n    :effect (and")?;
            for pattern in deletes {
                write!(f, " (not {})", names.pattern(pattern))?;
            }
            for pattern in adds {
                write!(f, " {}", names.pattern(pattern))?;
            }
            f.write_str("))")?;
        }
        f.write_str(")\n")
    }
}

/// Writes ` name - type` for each; `mark` stands before the names.
fn typed(list: &[Typed], mark: &str, types: &Types) -> String {
    list.iter().map(|Typed { name, of }| format!(" {mark}{name} - {}", types.name(*of))).collect()
}

/// The names of objects and variables by number.
struct Names<'a> {
    predicates: &'a [Predicate],
    objects: &'a [Typed],
    /// With their question marks, or what is bound to them.
    parameters: Vec<String>,
}

impl<'a> Names<'a> {
    fn of(world: &'a World) -> Self {
        let (predicates, objects) = (&world.domain.predicates[..], &world.objects[..]);
        Self { predicates, objects, parameters: vec![] }
    }

    fn term(&self, term: &Term) -> &str {
        match *term {
            Term::Object(id) => &self.objects[usize::from(id.0)].name,
            Term::Parameter(id) => &self.parameters[usize::from(id)],
        }
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        let name = &self.predicates[usize::from(pattern.predicate)].name;
        let terms = pattern.terms.iter().map(|term| format!(" {}", self.term(term)));
        format!("({name}{})", terms.collect::<String>())
    }

    fn condition(&self, condition: &Condition) -> String {
        let text = match &condition.test {
            Test::Atom(pattern) => self.pattern(pattern),
            Test::Equal(first, second) => format!("(= {} {})", self.term(first), self.term(second)),
        };
        if condition.holds { text } else { format!("(not {text})") }
    }

    fn conjunction(&self, conditions: &[Condition]) -> String {
        let conditions =
            conditions.iter().map(|condition| format!(" {}", self.condition(condition)));
        format!("(and{})", conditions.collect::<String>())
    }
}
