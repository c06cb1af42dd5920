//! What the checker has to know of a puzzle.

use super::{Fault, Header, Instance, atomix, panex, pddl, tiles};

/// A puzzle as the checker sees it: a graph of states, each a string of bytes.
///
/// A puzzle of one's own is checked by [`check_with`](super::check_with) through an implementation
/// that shares nothing with the one that is searched: naive, and written to be read beside the rules.
///
/// # What a proof rests on
/// [`roots`](Self::roots) has every start, [`children`](Self::children) visits what every legal move
/// leads to, [`is_goal`](Self::is_goal) is true of every goal, and what [`needs`](Self::needs) and
/// [`is_refuted`](Self::is_refuted) say is true. Whoever makes the list has no part in it.
///
/// # What a list is accepted for
/// One state is one string. Where two stand for the same state, a list with one of them alone is
/// rejected; nothing wrong is accepted for that.
pub trait Graph: Sync {
    /// The bytes of a state, the same for all: at least 1, and at most 100, since a section has room
    /// for no more. Those of the first root, unless it says otherwise.
    fn width(&self) -> usize {
        first_root(self).map_or(0, |root| root.len())
    }

    /// The states that a plan may begin with.
    fn roots(&self) -> Vec<Vec<u8>>;

    /// Whether some bytes are a state: only of such are the other methods asked. A list with what is
    /// none is rejected, though nothing rests on it: so without an implementation of its own all
    /// strings of the width are, and the other methods must take any bytes.
    fn is_state(&self, bytes: &[u8]) -> bool {
        let _ = bytes;
        true
    }

    /// Whether a plan may end here.
    fn is_goal(&self, state: &[u8]) -> bool;

    /// Visits the children of a state, in a fixed order.
    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8]));

    /// Whether every plan from a state has at least so many moves; for `None`, whether there is no
    /// plan at all. `false` says nothing, and is right everywhere; `true` leaves the state out of the
    /// list, and its children are never looked at.
    ///
    /// Without an implementation of its own what is no goal needs a move.
    fn needs(&self, state: &[u8], moves: Option<u16>) -> bool {
        moves.is_some_and(|moves| moves <= u16::from(!self.is_goal(state)))
    }

    /// The same by what takes long, where [`needs`](Self::needs) says nothing.
    fn is_refuted(&self, _state: &[u8], _moves: Option<u16>) -> bool {
        false
    }

    /// Replays a plan by the rules: what two bytes say of a move is up to the puzzle. It is taken move by
    /// move, so that whoever gives it can end a replay that takes long.
    ///
    /// Without an implementation of its own they are the number of the child, from 0 in the order of
    /// [`children`](Self::children), the higher byte first; the plan begins at the first root.
    /// [`child_numbers`] writes it.
    ///
    /// # Errors
    /// [`Fault::Plan`] where it is no solution.
    fn replay(&self, plan: &mut dyn Iterator<Item = [u8; 2]>) -> Result<(), Fault> {
        let no_root = || Fault::Plan("there is no root".to_owned());
        let mut state = first_root(self).ok_or_else(no_root)?;
        let mut moves = 0;
        for step in plan {
            moves += 1;
            let child = children_of(self, &state).into_iter().nth(u16::from_be_bytes(step).into());
            state = child.ok_or_else(|| Fault::Plan(format!("move {moves} is not legal")))?;
        }
        match self.is_goal(&state) {
            true => Ok(()),
            false => Err(Fault::Plan(format!("it is not solved after the {moves} moves"))),
        }
    }
}

fn first_root<G: Graph + ?Sized>(graph: &G) -> Option<Vec<u8>> {
    graph.roots().into_iter().next()
}

fn children_of<G: Graph + ?Sized>(graph: &G, state: &[u8]) -> Vec<Vec<u8>> {
    let mut children = vec![];
    graph.children(state, &mut |child| children.push(child.to_vec()));
    children
}

/// A plan as [`Graph::replay`] reads it, from the states that it leads through after the first root;
/// `None` if one of them is no child of the one before.
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

/// Tells whoever makes a list which states need not be in it.
pub struct Unlisted(Box<dyn Graph>);

impl Unlisted {
    /// For the lists of a header.
    ///
    /// # Errors
    /// If its instance cannot be read, or has no such heuristic.
    pub fn new(header: &Header) -> Result<Self, Fault> {
        Ok(Self(graph(header)?))
    }

    /// Whether the checker sees that a state has no plan of at most `budget` moves.
    pub fn has_no_plan(&self, state: &[u8], budget: u16) -> bool {
        let moves = Some(budget.saturating_add(1));
        self.0.needs(state, moves) || self.0.is_refuted(state, moves)
    }
}

/// The graph that a header speaks of.
pub(crate) fn graph(header: &Header) -> Result<Box<dyn Graph>, Fault> {
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
        Instance::Own { rules, .. } => return Err(Fault::Foreign(rules.clone())),
    })
}
