//! Actions as moves, and plans.

use super::action::Schema;
use super::condition::{Condition, ObjectId};
use super::instance::World;
use super::{Instance, Move, PddlError, State};
use crate::{Located, MoveError, Notation, PlanError, Puzzle, TextPosition, Walk, read_plan};
use std::sync::Arc;

impl Puzzle for Instance {
    type Position = State;
    type Move = Move;

    fn start(&self) -> State {
        self.start.clone()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.world.goal.iter().all(|condition| self.world.holds(condition, &[], state))
    }

    /// Ordered by action, as in the domain, then by arguments, in the order of objects.
    fn moves(&self, state: &State) -> Vec<Move> {
        let world = &*self.world;
        let mut moves = vec![];
        let holds =
            |condition: &Condition, bound: &[ObjectId]| world.holds(condition, bound, state);
        let mut push = |action, arguments: &[ObjectId]| moves.push(world.step(action, arguments));
        let visited = world.visit_actions(&holds, &mut u64::MAX.clone(), &mut push);
        visited.expect("the number of tries is not limited");
        moves
    }

    fn play(&self, state: &State, step: &Move) -> Option<State> {
        let (schema, arguments) = self.world.resolve(step).ok()?;
        let holds = |condition| self.world.holds(condition, &arguments, state);
        if !schema.precondition.iter().all(holds) {
            return None;
        }
        let mut after = state.clone();
        for pattern in &schema.deletes {
            after.remove(&pattern.bound(&arguments));
        }
        after.extend(schema.adds.iter().map(|pattern| pattern.bound(&arguments)));
        Some(after)
    }

    fn why_illegal(&self, state: &State, step: &Move) -> String {
        let (schema, arguments) = match self.world.resolve(step) {
            Ok(resolved) => resolved,
            Err(reason) => return reason,
        };
        let fails = |condition: &&Condition| !self.world.holds(condition, &arguments, state);
        match schema.precondition.iter().find(fails) {
            Some(condition) => {
                format!("{} does not hold", self.world.condition_text(condition, &arguments))
            }
            None => "nothing forbids it".to_owned(),
        }
    }

    fn starting_at(&self, state: State) -> Self {
        Self { world: Arc::clone(&self.world), start: state }
    }

    fn notations(&self) -> &'static [Notation] {
        &[Notation::Standard]
    }

    fn write_move(&self, _: &State, step: &Move, _: Notation) -> String {
        step.to_string()
    }

    /// Reads any number of `(action object ...)`; without parentheses, only one.
    fn read_words(
        walk: &mut Walk<'_, Self>,
        words: &[&str],
        _: Notation,
    ) -> Result<(), (usize, MoveError)> {
        let mut parts: Vec<Arc<str>> = vec![];
        let is_bare = !words.first().is_some_and(|word| word.starts_with('('));
        for (i, word) in words.iter().enumerate() {
            let name = word.trim_start_matches('(').trim_end_matches(')').to_ascii_lowercase();
            if word.starts_with('(') && !parts.is_empty() {
                return Err((i, MoveError::Unknown((*word).to_owned())));
            }
            if !name.is_empty() {
                parts.push(name.into());
            }
            if word.ends_with(')') || is_bare && i + 1 == words.len() {
                let step = step(std::mem::take(&mut parts));
                walk.push(step.ok_or_else(|| (i, MoveError::Unknown((*word).to_owned())))?);
            }
        }
        match parts.is_empty() {
            true => Ok(()),
            false => Err((words.len() - 1, MoveError::Unknown(words.join(" ")))),
        }
    }

    /// Reads a plan as planners write it: one line `(action object ...)` per move, maybe after a
    /// time and a colon. Several moves in the first line, or moves without parentheses, are read as
    /// those of other puzzles. `;` and `#` begin comments.
    fn recorded_plan(&self, text: &str) -> Option<Result<Vec<Move>, Located<MoveError>>> {
        let lines = text.lines().map(uncommented);
        let lines: Vec<_> = lines.filter(|line| !line.trim().is_empty()).collect();
        let is_plan = lines.first().is_none_or(|line| {
            untimed(line).trim_start().starts_with('(') && line.matches('(').count() == 1
        });
        if !is_plan {
            if !text.contains(';') {
                return None;
            }
            let content: Vec<&str> = text.lines().map(uncommented).collect();
            return match read_plan(self, &content.join("\n"), None) {
                Err(PlanError::Unreadable(error)) => Some(Err(error)),
                plan => plan.ok().map(Ok),
            };
        }
        let step_of = |line: &str| {
            let written = untimed(line).trim();
            let error = |error| TextPosition::of_part(text, written).error(error);
            let unknown = || error(MoveError::Unknown(written.to_owned()));
            let inner = written.strip_prefix('(').and_then(|rest| rest.split_once(')'));
            let (inner, after) = inner.ok_or_else(unknown)?;
            // A duration, which does not matter here.
            let duration = after.trim().strip_prefix('[').map(|inner| inner.trim_end_matches(']'));
            let is_whole = match duration {
                Some(inner) => !inner.contains(['(', ']']),
                None => after.trim().is_empty(),
            };
            let words = inner.split_ascii_whitespace();
            let step = step(words.map(|word| word.to_ascii_lowercase().into()).collect());
            let step = step.filter(|_| is_whole).ok_or_else(unknown)?;
            match self.world.resolve(&step) {
                Ok(_) => Ok(step),
                Err(reason) => Err(error(MoveError::Recorded(reason))),
            }
        };
        Some(lines.into_iter().map(step_of).collect())
    }

    fn draw(&self, state: &State) -> String {
        state.iter().map(|atom| self.world.atom_text(atom) + "\n").collect()
    }
}

/// Creates a move from a name and those of arguments.
fn step(parts: Vec<Arc<str>>) -> Option<Move> {
    let mut parts = parts.into_iter();
    Some(Move { action: parts.next()?, arguments: parts.collect() })
}

/// Returns a line of a plan without its comment. It begins with `;`, or with `#` if this is not in
/// parentheses, where it is part of a name.
fn uncommented(line: &str) -> &str {
    let mut is_inside = false;
    let begin = line.find(|c| {
        is_inside = c == '(' || is_inside && c != ')';
        c == ';' || c == '#' && !is_inside
    });
    &line[..begin.unwrap_or(line.len())]
}

/// Returns a line of a plan without the time that may precede a colon.
fn untimed(line: &str) -> &str {
    let is_time = |time: &str| {
        time.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b.is_ascii_whitespace())
    };
    match line.split_once(':') {
        Some((time, rest)) if is_time(time) => rest,
        _ => line,
    }
}

impl World {
    /// Finds the action and the objects that a move names, or the reason why it cannot.
    fn resolve(&self, step: &Move) -> Result<(&Schema, Vec<ObjectId>), String> {
        let actions = &self.domain.actions;
        let schema = actions.iter().find(|schema| schema.name == step.action);
        let schema = schema.ok_or_else(|| format!("there is no action {}", step.action))?;
        let (declared, found) = (schema.parameters.len(), step.arguments.len());
        if declared != found {
            let predicate = schema.name.to_string();
            return Err(PddlError::Arity { predicate, declared, found }.to_string());
        }
        let mut objects = vec![];
        for (name, parameter) in step.arguments.iter().zip(&schema.parameters) {
            let object = self.ids.get(name).copied();
            let object = object.ok_or_else(|| format!("there is no object {name}"))?;
            let of = self.object(object).of;
            if !self.domain.types.is_a(of, parameter.of) {
                let (found, declared) =
                    (self.domain.types.name(of), self.domain.types.name(parameter.of));
                return Err(format!("{name} is of type {found}, not {declared}"));
            }
            objects.push(object);
        }
        Ok((schema, objects))
    }
}
