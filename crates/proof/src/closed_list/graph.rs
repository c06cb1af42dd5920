//! The checker's view of a puzzle.

use super::{Header, Instance, atomix, panex, pddl, tiles};
use crate::Reason;
use fewest_rules::{Puzzle, replay};

/// A puzzle as the checker sees it: a graph of states, each a string of bytes.
///
/// A puzzle of your own is checked by [`check_with`](super::check_with) through an implementation
/// that shares nothing with the one that is searched: it should be naive, and easy to compare with
/// the rules.
///
/// # What a proof depends on
/// [`roots`](Self::roots) returns every start, [`children`](Self::children) visits the result of
/// every legal move, [`is_goal`](Self::is_goal) is true for every goal, and whatever
/// [`needs`](Self::needs) and [`is_refuted`](Self::is_refuted) affirm is true. The proof does not
/// depend on how the list was made.
///
/// # Which lists are accepted
/// Each state is one string. If two strings stand for the same state, a list with only one of them
/// is rejected, but nothing wrong is accepted.
pub trait Graph: Sync {
    /// Returns the number of bytes of a state, the same for all states: at least 1, and at most
    /// 100, since a section has room for no more. By default, that of the first root.
    fn width(&self) -> usize {
        first_root(self).map_or(0, |root| root.len())
    }

    /// Returns the states with which a plan may begin.
    fn roots(&self) -> Vec<Vec<u8>>;

    /// Whether some bytes are a state: the other methods are called only with such bytes. A list
    /// with other bytes is rejected, although no proof depends on this. By default all strings of
    /// the width are states, and then the other methods must accept any bytes.
    fn is_state(&self, bytes: &[u8]) -> bool {
        let _ = bytes;
        true
    }

    /// Whether a plan may end here.
    fn is_goal(&self, state: &[u8]) -> bool;

    /// Visits the children of a state, in a fixed order.
    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8]));

    /// Whether every plan from a state has at least this many moves; for `None`, whether there is
    /// no plan at all. `false` claims nothing, and is always correct; `true` allows the state to be
    /// left out of the list, and its children are never looked at.
    ///
    /// By default, a state that is not a goal needs one move.
    fn needs(&self, state: &[u8], moves: Option<u16>) -> bool {
        moves.is_some_and(|moves| moves <= u16::from(!self.is_goal(state)))
    }

    /// Does the same by a slower test, for states about which [`needs`](Self::needs) returned
    /// `false`.
    fn is_refuted(&self, _state: &[u8], _moves: Option<u16>) -> bool {
        false
    }

    /// Replays a plan by the rules; the puzzle decides how two bytes stand for a move. The plan is
    /// read move by move, so that the caller can end a long replay.
    ///
    /// By default they are the number of the child, from 0 in the order of
    /// [`children`](Self::children), the higher byte first, and the plan begins at the first root.
    /// [`child_numbers`] writes such a plan.
    ///
    /// # Errors
    /// [`Reason::Plan`] if it is not a solution.
    fn replay(&self, plan: &mut dyn Iterator<Item = [u8; 2]>) -> Result<(), Reason> {
        let no_root = || Reason::Plan("there is no root".to_owned());
        let mut state = first_root(self).ok_or_else(no_root)?;
        let mut moves = 0;
        for step in plan {
            moves += 1;
            let child = children_of(self, &state).into_iter().nth(u16::from_be_bytes(step).into());
            state = child.ok_or_else(|| not_legal(moves))?;
        }
        match self.is_goal(&state) {
            true => Ok(()),
            false => Err(Reason::Plan(format!("it is not solved after the {moves} moves"))),
        }
    }
}

fn not_legal(number: u32) -> Reason {
    Reason::Plan(format!("move {number} is not legal"))
}

/// Replays a plan by the rules; `read` knows which move two bytes stand for in a position.
pub(super) fn replay_by<P: Puzzle>(
    puzzle: &P,
    plan: &mut dyn Iterator<Item = [u8; 2]>,
    read: impl Fn(&P::Position, [u8; 2]) -> Option<P::Move>,
) -> Result<(), Reason> {
    let (mut position, mut moves) = (puzzle.start(), vec![]);
    for (number, bytes) in (1..).zip(plan) {
        let step = read(&position, bytes).ok_or_else(|| not_legal(number))?;
        position = puzzle.play(&position, &step).ok_or_else(|| not_legal(number))?;
        moves.push(step);
    }
    replay(puzzle, moves).map(drop).map_err(|error| Reason::Plan(error.to_string()))
}

fn first_root<G: Graph + ?Sized>(graph: &G) -> Option<Vec<u8>> {
    graph.roots().into_iter().next()
}

fn children_of<G: Graph + ?Sized>(graph: &G, state: &[u8]) -> Vec<Vec<u8>> {
    let mut children = vec![];
    graph.children(state, &mut |child| children.push(child.to_vec()));
    children
}

/// Returns a plan in the form that [`Graph::replay`] reads, from the states that it leads through
/// after the first root; `None` if one of them is not a child of the previous one.
pub fn child_numbers(
    graph: &dyn Graph,
    states: impl IntoIterator<Item = Vec<u8>>,
) -> Option<Vec<[u8; 2]>> {
    let mut state = first_root(graph)?;
    let mut number = |next: Vec<u8>| {
        let number = children_of(graph, &state).iter().position(|child| *child == next)?;
        state = next;
        u16::try_from(number).ok().map(u16::to_be_bytes)
    };
    states.into_iter().map(&mut number).collect()
}

/// Tells the maker of a list which states need not be in it.
pub struct Omissions(Box<dyn Graph>);

impl Omissions {
    /// Creates it for the lists of a header.
    ///
    /// # Errors
    /// If the instance of the header cannot be read, or does not have the heuristic.
    pub fn new(header: &Header) -> Result<Self, Reason> {
        Ok(Self(graph(header)?))
    }

    /// Whether the checker can see that a state has no plan of at most `budget` moves.
    pub fn has_no_plan(&self, state: &[u8], budget: u16) -> bool {
        let moves = Some(budget.saturating_add(1));
        self.0.needs(state, moves) || self.0.is_refuted(state, moves)
    }
}

/// Creates the graph that a header describes.
pub(crate) fn graph(header: &Header) -> Result<Box<dyn Graph>, Reason> {
    Ok(match &header.instance {
        Instance::Atomix { level } => {
            Box::new(atomix::Atomix::new(level, header.direction, header.heuristic)?)
        }
        Instance::Tiles { start, goal } => {
            Box::new(tiles::Tiles::new(start, goal, header.direction, header.heuristic)?)
        }
        Instance::Panex { instance } => {
            Box::new(panex::Panex::new(instance, header.direction, header.heuristic)?)
        }
        Instance::Pddl { domain, task } => {
            Box::new(pddl::Pddl::new(domain, task, header.direction, header.heuristic)?)
        }
        Instance::Own { rules, .. } => return Err(Reason::Foreign(rules.clone())),
    })
}
