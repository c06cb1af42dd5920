//! The graph of a puzzle of one's own, as far as it was asked for.

use crate::errors::PuzzleError;
use crate::own::methods::Methods;
use crate::own::replay::Path;
use crate::own::too_large;
use fewest::search::problem::Backward;
use fewest::search::{Depth, Interrupt, StateSpace, Stop};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A state by its number.
pub(super) type StateId = u32;
/// A move by its number: it belongs to one state.
pub(super) type EdgeId = u32;

/// After so many moves of a state other threads of Python have their turn.
const TURN: usize = 1024;

/// States and moves, numbered in the order in which they are met. Every method is called once for a
/// state, whatever the engine asks how often.
///
/// Once an exception has come, or the time is over in the midst of the moves of a state, no method is
/// called any more, and the search is asked to stop: what it makes of a graph that seems to end there
/// is not used.
pub(super) struct Graph<'a> {
    methods: &'a Methods,
    interrupt: &'a Interrupt,
    deadline: Option<Instant>,
    /// The number of each state. Asked with the lock of the interpreter, and by one thread.
    ids: Py<PyDict>,
    /// Never locked while Python code runs.
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    states: Vec<State>,
    edges: Vec<Edge>,
    roots: Vec<StateId>,
    error: Option<PyErr>,
    /// Whether the time was over before a state had told all its moves.
    is_late: bool,
}

struct State {
    state: Py<PyAny>,
    is_goal: Option<bool>,
    /// The heuristic's word, once it was asked.
    estimate: Option<Option<Depth>>,
    /// Its moves, once they were asked for.
    edges: Option<Range<usize>>,
    /// States that moves lead here from.
    before: Vec<StateId>,
}

struct Edge {
    from: StateId,
    action: Py<PyAny>,
    to: StateId,
}

impl<'a> Graph<'a> {
    /// The roots of a puzzle.
    pub(super) fn new(
        py: Python<'_>,
        methods: &'a Methods,
        interrupt: &'a Interrupt,
        deadline: Option<Instant>,
    ) -> PyResult<Self> {
        let ids = PyDict::new(py).unbind();
        let graph = Self { methods, interrupt, deadline, ids, known: Mutex::default() };
        for root in methods.roots() {
            let id = graph.number(root.bind(py))?;
            graph.known().roots.push(id);
        }
        Ok(graph)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The exception that has ended the search, if any has.
    pub(super) fn error(&self) -> Option<PyErr> {
        self.known().error.take()
    }

    /// Why no method is called any more, if so: then the search shows nothing.
    pub(super) fn stop(&self) -> Option<Stop> {
        if self.known().is_late { Some(Stop::Time) } else { self.interrupt.reason() }
    }

    /// Whether a state may tell more of its moves.
    fn goes_on(&self) -> bool {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.known().is_late = true;
            self.interrupt.interrupt();
        }
        self.interrupt.reason().is_none()
    }

    /// The number of a state, a new one if it is met for the first time.
    fn number(&self, state: &Bound<'_, PyAny>) -> PyResult<StateId> {
        let ids = self.ids.bind(state.py());
        if let Some(id) = ids.get_item(state)? {
            return id.extract();
        }
        let mut known = self.known();
        let id = StateId::try_from(known.states.len()).map_err(|_| too_large())?;
        let new = state.clone().unbind();
        known.states.push(State {
            state: new,
            is_goal: None,
            estimate: None,
            edges: None,
            before: Vec::new(),
        });
        drop(known);
        ids.set_item(state, id)?;
        Ok(id)
    }

    /// What is known of a state already, or else what a method says, unless it has not said all;
    /// nothing once the search is to stop.
    fn ask<T: Clone>(
        &self,
        id: StateId,
        known: impl Fn(&mut State) -> &mut Option<T>,
        ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<Option<T>>,
    ) -> Option<T> {
        let at = id as usize;
        let found = known(&mut self.known().states[at]).clone();
        if found.is_some() || self.interrupt.reason().is_some() {
            return found;
        }
        Python::attach(|py| {
            let state = self.known().states[at].state.clone_ref(py);
            match ask(state.bind(py)) {
                Ok(said) => {
                    known(&mut self.known().states[at]).clone_from(&said);
                    said
                }
                Err(error) => {
                    self.known().error.get_or_insert(error);
                    self.interrupt.interrupt();
                    None
                }
            }
        })
    }

    /// What the heuristic says.
    pub(super) fn estimate(&self, id: StateId) -> Option<Depth> {
        let estimate = |state: &Bound<'_, PyAny>| self.methods.estimate(state).map(Some);
        self.ask(id, |state| &mut state.estimate, estimate).flatten()
    }

    /// The moves from a state.
    fn edges(&self, id: StateId) -> Range<usize> {
        let expand = |state: &Bound<'_, PyAny>| {
            let mut edges = Vec::new();
            for step in self.methods.successors(state)? {
                let (action, next) = step?;
                // There may be no end of them, and no time for others to say so meanwhile.
                if !self.goes_on() {
                    return Ok(None);
                }
                if edges.len() % TURN == TURN - 1 {
                    state.py().detach(|| {});
                }
                edges.push(Edge { from: id, action: action.unbind(), to: self.number(&next)? });
            }
            let mut known = self.known();
            let first = known.edges.len();
            EdgeId::try_from(first + edges.len()).map_err(|_| too_large())?;
            for edge in &edges {
                known.states[edge.to as usize].before.push(id);
            }
            known.edges.append(&mut edges);
            Ok(Some(first..known.edges.len()))
        };
        self.ask(id, |state| &mut state.edges, expand).unwrap_or_default()
    }

    /// A state from which the heuristic says more than the moves that were met need to a goal, if
    /// there is one: as an exception.
    ///
    /// # Complexity
    /// Linear in the moves that were met.
    pub(super) fn broken_promise(&self, py: Python<'_>) -> PyResult<Option<PyErr>> {
        let known = self.known();
        let mut moves = vec![None; known.states.len()];
        let is_goal = |&id: &usize| known.states[id].is_goal == Some(true);
        let mut layer: Vec<_> = (0..known.states.len()).filter(is_goal).collect();
        let mut depth = Depth::ZERO;
        while !layer.is_empty() && depth < Depth::MAX {
            layer.retain(|&id| moves[id].is_none());
            layer.iter().for_each(|&id| moves[id] = Some(depth));
            let before = layer.iter().flat_map(|&id| &known.states[id].before);
            layer = before.map(|&id| id as usize).collect();
            depth = depth.next();
        }
        let breaks = |(state, moves): &(&State, Option<Depth>)| {
            let said = state.estimate.map(|h| h.unwrap_or(Depth::MAX));
            moves.zip(said).is_some_and(|(moves, said)| said > moves)
        };
        let Some((state, moves)) = known.states.iter().zip(moves).find(breaks) else {
            return Ok(None);
        };
        let said = state.estimate.flatten().map_or_else(|| "None".to_owned(), |h| h.to_string());
        let (state, moves) = (state.state.clone_ref(py), moves.unwrap_or_default());
        drop(known);
        let message = format!(
            "the heuristic is not admissible: it says {said} of {}, from where {moves} moves lead to \
             a goal",
            state.bind(py).repr()?
        );
        Ok(Some(PuzzleError::new_err(message)))
    }

    /// The states and actions of a plan.
    pub(super) fn path<'py>(&self, py: Python<'py>, plan: &[EdgeId]) -> Path<'py> {
        let known = self.known();
        let state = |id: StateId| known.states[id as usize].state.bind(py).clone();
        let edges = || plan.iter().map(|&edge| &known.edges[edge as usize]);
        let is_goal = |id: &&StateId| known.states[**id as usize].is_goal == Some(true);
        // A plan without moves is that of a root that is a goal.
        let first = edges().next().map(|edge| edge.from);
        let first = first.or_else(|| known.roots.iter().find(is_goal).copied());
        let first = first.into_iter().map(state);
        Path {
            states: first.chain(edges().map(|edge| state(edge.to))).collect(),
            actions: edges().map(|edge| edge.action.bind(py).clone()).collect(),
        }
    }
}

impl StateSpace for &Graph<'_> {
    type State = StateId;
    type Action = EdgeId;
    type Key = StateId;

    fn roots(&self) -> Vec<StateId> {
        self.known().roots.clone()
    }

    fn is_goal(&self, state: &StateId) -> bool {
        let is_goal = |state: &Bound<'_, PyAny>| self.methods.is_goal(state).map(Some);
        self.ask(*state, |state| &mut state.is_goal, is_goal).unwrap_or_default()
    }

    fn successors(&self, state: &StateId, mut visit: impl FnMut(EdgeId, StateId)) {
        let range = self.edges(*state);
        let first = range.start as EdgeId;
        let next: Vec<_> = self.known().edges[range].iter().map(|edge| edge.to).collect();
        for (edge, next) in (first..).zip(next) {
            visit(edge, next);
        }
    }

    fn pack(&self, state: &StateId) -> StateId {
        *state
    }

    fn unpack(&self, key: StateId) -> StateId {
        key
    }
}

/// The moves that were met, taken back: with these breadth-first search finds its plan, all of whose
/// states were expanded.
pub(super) struct Met<'a>(&'a Graph<'a>);

impl StateSpace for Met<'_> {
    type State = StateId;
    type Action = StateId;
    type Key = StateId;

    /// No search begins here.
    fn roots(&self) -> Vec<StateId> {
        Vec::new()
    }

    fn is_goal(&self, state: &StateId) -> bool {
        self.0.known().roots.contains(state)
    }

    fn successors(&self, state: &StateId, mut visit: impl FnMut(StateId, StateId)) {
        let before = self.0.known().states[*state as usize].before.clone();
        before.into_iter().for_each(|state| visit(state, state));
    }

    fn pack(&self, state: &StateId) -> StateId {
        *state
    }

    fn unpack(&self, key: StateId) -> StateId {
        key
    }
}

impl<'a> Backward for &'a Graph<'a> {
    type Reversed = Met<'a>;

    fn reversed(&self) -> Met<'a> {
        Met(self)
    }

    /// # Panics
    /// Always: no engine asks for it that searches in one direction.
    fn inverse(&self, _: StateId) -> EdgeId {
        unreachable!("plans are found by their states")
    }
}
