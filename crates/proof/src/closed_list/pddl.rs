//! Tasks in PDDL: a state has a bit for each atom that could become true if nothing ever became
//! false, in order of predicates in the domain and then of arguments, from the lowest bit of the
//! first byte on.

use super::graph::Graph;
use super::{Direction, Heuristic};
use crate::Reason;
use fewest_rules::Puzzle as _;
use fewest_rules::pddl::{Atom, Domain, Instance, Reachable, State};

pub(super) struct Pddl {
    instance: Instance,
    atoms: Vec<Atom>,
    heuristic: Option<Relaxed>,
}

impl Pddl {
    /// More may not fit into a section, where a state takes 128 bytes with everything around it.
    const MOST_BYTES: usize = 96;
    /// The number of objects to try for parameters: a second or two.
    const MOST_TRIES: u64 = 1 << 25;

    /// Creates the graph from the start, blind or with h^max.
    pub fn new(
        domain: &str,
        task: &str,
        direction: Direction,
        heuristic: Heuristic,
    ) -> Result<Self, Reason> {
        let is_blind = match (direction, heuristic) {
            (Direction::Forward, Heuristic::Blind) => true,
            (Direction::Forward, Heuristic::Hmax) => false,
            _ => return Err(Reason::Unsupported),
        };
        let domain = Domain::parse(domain)
            .map_err(|error| Reason::Instance(format!("the domain: {error}")))?;
        let instance = Instance::parse(domain, task)
            .map_err(|error| Reason::Instance(format!("the task: {error}")))?;
        let reachable = instance.reachable(Self::MOST_TRIES);
        let reachable = reachable.map_err(|error| Reason::Instance(error.to_string()))?;
        if reachable.atoms.len() > 8 * Self::MOST_BYTES {
            return Err(Reason::Unsupported);
        }
        let heuristic = (!is_blind).then(|| Relaxed::new(&instance, &reachable));
        Ok(Self { instance, atoms: reachable.atoms, heuristic })
    }

    fn state(&self, bytes: &[u8]) -> State {
        let is_true = |&(number, _): &(usize, &Atom)| has(bytes, number);
        self.atoms.iter().enumerate().filter(is_true).map(|(_, atom)| *atom).collect()
    }

    fn bytes(&self, state: &State) -> Vec<u8> {
        let mut bytes = vec![0; self.width()];
        for atom in state {
            let number = self.atoms.binary_search(atom);
            let number = number.expect("what becomes true can be reached if nothing is lost");
            bytes[number / 8] |= 1 << (number % 8);
        }
        bytes
    }
}

/// Whether an atom is true in a state.
fn has(bytes: &[u8], number: usize) -> bool {
    bytes[number / 8] >> (number % 8) & 1 == 1
}

impl Graph for Pddl {
    fn width(&self) -> usize {
        self.atoms.len().div_ceil(8).max(1)
    }

    fn roots(&self) -> Vec<Vec<u8>> {
        vec![self.bytes(&self.instance.start())]
    }

    fn is_state(&self, bytes: &[u8]) -> bool {
        let beyond = self.atoms.len()..8 * self.width();
        bytes.len() == self.width() && !beyond.into_iter().any(|number| has(bytes, number))
    }

    fn is_goal(&self, state: &[u8]) -> bool {
        self.instance.is_goal(&self.state(state))
    }

    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let state = self.state(state);
        for step in self.instance.moves(&state) {
            if let Some(child) = self.instance.play(&state, &step) {
                visit(&self.bytes(&child));
            }
        }
    }

    /// Uses h^max; without it, one move unless the state is a goal.
    fn needs(&self, state: &[u8], moves: Option<u16>) -> bool {
        match (&self.heuristic, moves) {
            (_, Some(0)) => true,
            (None, Some(1)) => !self.is_goal(state),
            (None, _) => false,
            (Some(relaxed), moves) => relaxed.needs(state, moves),
        }
    }
}

/// The task in which nothing is ever lost: an atom may be true and false at the same time.
///
/// # Admissible because
/// what holds after some moves of a plan can hold here after the same number of moves, since every
/// move of the plan is also possible here.
///
/// # Source
/// h^max: Bonet and Geffner, "Planning as heuristic search", Artificial Intelligence 129 (2001).
struct Relaxed {
    actions: Vec<Change>,
    /// `None` if no state is a goal.
    goal: Option<Vec<Literal>>,
    atoms: usize,
}

struct Change {
    before: Vec<Literal>,
    after: Vec<Literal>,
}

/// An atom, and whether it is true.
type Literal = (usize, bool);

impl Relaxed {
    fn new(instance: &Instance, reachable: &Reachable) -> Self {
        let Reachable { atoms, actions } = reachable;
        let number = |atom: &Atom| atoms.binary_search(atom).ok();
        // An atom that is never true is always false.
        let literals = |held: &[Atom], not_held: &[Atom]| -> Option<Vec<Literal>> {
            let held = held.iter().map(|atom| Some((number(atom)?, true)));
            let not_held = not_held.iter().filter_map(|atom| Some(Some((number(atom)?, false))));
            held.chain(not_held).collect()
        };
        let change = |action: &fewest_rules::pddl::GroundAction| {
            let before = literals(&action.requires, &action.forbids)?;
            Some(Change { before, after: literals(&action.adds, &action.deletes)? })
        };
        let goal = instance.goal().and_then(|(required, forbidden)| {
            let [required, forbidden] =
                [required, forbidden].map(|set| set.into_iter().collect::<Vec<_>>());
            literals(&required, &forbidden)
        });
        Self { actions: actions.iter().filter_map(change).collect(), goal, atoms: atoms.len() }
    }

    /// Whether the goal takes at least this many moves; for `None`, whether it is never reached.
    fn needs(&self, state: &[u8], moves: Option<u16>) -> bool {
        let Some(goal) = &self.goal else { return true };
        // By atom: whether it may be false, and whether it may be true.
        let mut may_be: Vec<[bool; 2]> =
            (0..self.atoms).map(|number| [!has(state, number), has(state, number)]).collect();
        let mut done = 0;
        loop {
            let holds = |&(atom, value): &Literal| may_be[atom][usize::from(value)];
            if goal.iter().all(holds) {
                return false;
            }
            done += 1;
            if moves.is_some_and(|moves| moves <= done) {
                return true;
            }
            let possible = self.actions.iter().filter(|change| change.before.iter().all(holds));
            let next: Vec<Literal> =
                possible.flat_map(|change| change.after.iter().copied()).collect();
            let mut is_new = false;
            for (atom, value) in next {
                is_new |= !std::mem::replace(&mut may_be[atom][usize::from(value)], true);
            }
            if !is_new {
                return true;
            }
        }
    }
}
