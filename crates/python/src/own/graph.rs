//! The graph of a puzzle written in Python, as far as it has been explored.

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

/// After this many moves of a state, other Python threads get a turn.
const TURN: usize = 1024;

/// States and moves, numbered in the order in which they are met. Every method is called at most
/// once per state, however often the engine asks.
///
/// After an exception, or if the time runs out in the middle of the moves of a state, no more
/// methods are called, and the search is asked to stop: its result from a graph that seems to end
/// there is not used.
pub(super) struct Graph<'a> {
    methods: &'a Methods,
    interrupt: &'a Interrupt,
    deadline: Option<Instant>,
    /// The number of each state. Accessed with the interpreter's lock, and by one thread.
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
    /// Whether the time ran out before a state had returned all its moves.
    is_late: bool,
}

struct State {
    state: Py<PyAny>,
    is_goal: Option<bool>,
    /// The value of the heuristic, once it was called.
    estimate: Option<Option<Depth>>,
    /// Its moves, once they were requested.
    edges: Option<Range<usize>>,
    /// States with a move to this one.
    before: Vec<StateId>,
}

struct Edge {
    from: StateId,
    action: Py<PyAny>,
    to: StateId,
}

impl<'a> Graph<'a> {
    /// Creates the graph with the roots of a puzzle.
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

    /// Returns the exception that ended the search, if there was one.
    pub(super) fn error(&self) -> Option<PyErr> {
        self.known().error.take()
    }

    /// Returns why methods are no longer called, if so: then the search proves nothing.
    pub(super) fn stop(&self) -> Option<Stop> {
        if self.known().is_late { Some(Stop::Time) } else { self.interrupt.reason() }
    }

    /// Whether a state may return more of its moves.
    fn may_continue(&self) -> bool {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.known().is_late = true;
            self.interrupt.interrupt();
        }
        self.interrupt.reason().is_none()
    }

    /// Returns the number of a state, a new one if it is met for the first time.
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

    /// Returns what is already known of a state, or calls a method and stores its result if it is
    /// complete; `None` if the search is to stop first.
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

    /// Returns the value of the heuristic.
    pub(super) fn estimate(&self, id: StateId) -> Option<Depth> {
        let estimate = |state: &Bound<'_, PyAny>| self.methods.estimate(state).map(Some);
        self.ask(id, |state| &mut state.estimate, estimate).flatten()
    }

    /// Returns the moves from a state.
    fn edges(&self, id: StateId) -> Range<usize> {
        let expand = |state: &Bound<'_, PyAny>| {
            let mut edges = Vec::new();
            for step in self.methods.successors(state)? {
                let (action, next) = step?;
                // They may be endless, and other threads may get no turn to stop them.
                if !self.may_continue() {
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

    /// Returns an exception if there is a state for which the heuristic is larger than the distance
    /// to a goal along the known moves.
    ///
    /// # Complexity
    /// Linear in the known moves.
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
            "the heuristic is not admissible: it gives {said} for {}, from which {moves} moves \
             lead to a goal",
            state.bind(py).repr()?
        );
        Ok(Some(PuzzleError::new_err(message)))
    }

    /// Returns the states and actions of a plan.
    pub(super) fn path<'py>(&self, py: Python<'py>, plan: &[EdgeId]) -> Path<'py> {
        let known = self.known();
        let state = |id: StateId| known.states[id as usize].state.bind(py).clone();
        let edges = || plan.iter().map(|&edge| &known.edges[edge as usize]);
        let is_goal = |id: &&StateId| known.states[**id as usize].is_goal == Some(true);
        // A plan without moves belongs to a root that is a goal.
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

/// The reversed known moves: with these, breadth-first search finds its plan, all of whose states
/// were expanded.
pub(super) struct ReversedMoves<'a>(&'a Graph<'a>);

impl StateSpace for ReversedMoves<'_> {
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
    type Reversed = ReversedMoves<'a>;

    fn reversed(&self) -> ReversedMoves<'a> {
        ReversedMoves(self)
    }
}
