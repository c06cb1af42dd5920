//! What engines ask of a problem, as virtual calls.

use crate::Depth;
use crate::erased::{Code, Erased, PackedKey};
use crate::outcome::Halt;
use crate::problem::{
    Backward, Blind, BoundedEstimate, DuplicateScope, IterationStart, Key, LazyTest, MovePruning,
    Node, Parts, Problem, Pruned, Ranking, StateSpace, TieBreaking, Value,
};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use std::any::Any;
use std::io;
use std::sync::Arc;

/// A problem whose keys are words and whose moves are codes, so that it can be erased.
///
/// All such problems implement it.
pub trait Erasable: Parts<Space: StateSpace<Key: PackedKey, Action: Code>> {}

impl<P: Parts<Space: StateSpace<Key: PackedKey, Action: Code>>> Erasable for P {}

/// An [`Erasable`] problem whose moves can be taken back.
pub trait ErasableBackward:
    Parts<Space: Backward<Key: PackedKey, Action: Code, Reversed: StateSpace<Action: Code>>>
{
}

impl<P> ErasableBackward for P where
    P: Parts<Space: Backward<Key: PackedKey, Action: Code, Reversed: StateSpace<Action: Code>>>
{
}

/// What is known of a state besides its key, once its heuristic value has been computed.
#[derive(Debug, Clone)]
pub struct Evaluated {
    /// The estimate; `None` at a dead end.
    pub(super) h: Option<Depth>,
    /// The rank among states of equal f.
    pub(super) rank: u64,
    /// The value of the heuristic, for the successors, where it was passed on along a path.
    carried: Option<Carried>,
}

/// A value of any heuristic.
type Carried = Arc<dyn Any + Send + Sync>;

/// Takes a move, the state that it leads to, and what is known of that state.
pub(super) type VisitChild<'v, K> = dyn FnMut(u64, K, Option<Evaluated>) + 'v;

/// The reversed graph, and the layers in which a state may be reached again.
pub(super) type WayBack<'a, K> = (Erased<'a, K>, DuplicateScope);

/// A problem whose keys are of type `K`. There is one virtual call for the successors of a state;
/// each call refers to a state by its key.
pub(super) trait AnyProblem<'a, K>: Sync {
    fn roots(&self) -> Vec<K>;
    fn is_goal(&self, key: K) -> bool;
    /// All successors, not evaluated.
    fn successors(&self, key: K, visit: &mut VisitChild<'_, K>);
    /// All successors, evaluated.
    fn evaluated_successors(&self, key: K, visit: &mut VisitChild<'_, K>);
    /// The successors within the budget, with their values if these are carried along moves.
    fn successors_within(
        &self,
        key: K,
        known: Option<&Evaluated>,
        budget: Depth,
        visit: &mut VisitChild<'_, K>,
    ) -> Pruned;
    fn evaluate(&self, key: K) -> Evaluated;
    fn estimate_within(&self, key: K, budget: Depth) -> BoundedEstimate;
    fn rank(&self, key: K, h: Depth) -> u64;
    fn prunes(&self, previous: u64, next: u64) -> bool;
    fn ranking(&self) -> Option<Box<dyn Ranking<K>>>;
    fn key_format(&self) -> Option<Box<dyn KeyFormat<K>>>;
    fn test(&self, key: K, budget: Depth) -> BoundedEstimate;
    fn passes_all(&self) -> bool;
    fn begin_iteration(&self, start: IterationStart, halt: Halt<'_>);
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()>;
    fn restore(&self, from: &mut Reader<'_>, halt: Halt<'_>) -> Result<(), Unreadable>;
    /// The reversed graph and the duplicate scope; `None` if moves cannot be taken back.
    fn backward(&self) -> Option<WayBack<'a, K>>;
    /// The problem with these states as goals.
    ///
    /// # Panics
    /// If it was erased without such problems.
    fn towards(&self, goals: Vec<K>) -> Erased<'a, K>;
}

/// The keys of a problem, as words.
pub(crate) type KeyWords<P> = <Key<P> as PackedKey>::Words;

/// A problem of some puzzle behind [`AnyProblem`].
pub(super) struct Adapter<'a, P: Erasable> {
    pub problem: P,
    pub backward: Option<GoBack<'a, P>>,
    pub towards: Option<&'a TowardsGoals<'a, P>>,
}

/// Returns the reversed graph of a problem.
type GoBack<'a, P> = fn(&P) -> WayBack<'a, KeyWords<P>>;

/// Turns a problem into one whose goals are the given states.
pub(super) type TowardsGoals<'a, P> =
    dyn Fn(&P, Vec<KeyWords<P>>) -> Erased<'a, KeyWords<P>> + Sync + 'a;

/// The reversed graph of a problem, erased.
pub(super) fn backward<'a, P>(problem: &P) -> WayBack<'a, KeyWords<P>>
where
    P: ErasableBackward + 'a,
{
    let space = problem.space();
    let reversed = Problem::new(space.reversed(), Blind);
    (Erased::one_way(reversed), space.duplicate_scope())
}

impl<P: Erasable> Adapter<'_, P> {
    fn node(&self, key: KeyWords<P>) -> Node<P> {
        self.problem.unpack(Key::<P>::of_words(key))
    }

    fn evaluated(&self, node: &Node<P>) -> Evaluated {
        let h = self.problem.estimate(node);
        Evaluated { h, rank: h.map_or(0, |h| self.problem.rank(node, h)), carried: None }
    }
}

impl<'a, P: Erasable> AnyProblem<'a, KeyWords<P>> for Adapter<'a, P> {
    fn roots(&self) -> Vec<KeyWords<P>> {
        let space = self.problem.space();
        space.roots().iter().map(|root| space.pack(root).words()).collect()
    }

    fn is_goal(&self, key: KeyWords<P>) -> bool {
        let space = self.problem.space();
        space.is_goal(&space.unpack(Key::<P>::of_words(key)))
    }

    fn successors(&self, key: KeyWords<P>, visit: &mut VisitChild<'_, KeyWords<P>>) {
        let space = self.problem.space();
        space.successors(&space.unpack(Key::<P>::of_words(key)), |action, child| {
            visit(action.encode(), space.pack(&child).words(), None);
        });
    }

    fn evaluated_successors(&self, key: KeyWords<P>, visit: &mut VisitChild<'_, KeyWords<P>>) {
        self.problem.successors(&self.node(key), |action, child| {
            let key = self.problem.pack(&child).words();
            visit(action.encode(), key, Some(self.evaluated(&child)));
        });
    }

    fn successors_within(
        &self,
        key: KeyWords<P>,
        known: Option<&Evaluated>,
        budget: Depth,
        visit: &mut VisitChild<'_, KeyWords<P>>,
    ) -> Pruned {
        let carried = known.and_then(|known| known.carried.as_ref()?.downcast_ref::<Value<P>>());
        let node = match carried {
            Some(value) => {
                let state = self.problem.space().unpack(Key::<P>::of_words(key));
                Node { state, value: value.clone() }
            }
            None => self.node(key),
        };
        self.problem.successors_within(&node, budget, |action, child| {
            let key = self.problem.pack(&child).words();
            // Without a value that is carried along moves, an estimate starts from scratch:
            // engines that prune children by a budget mostly do not ask for it.
            let known = (size_of::<Value<P>>() > 0).then(|| {
                let evaluated = self.evaluated(&child);
                Evaluated { carried: Some(Arc::new(child.value)), ..evaluated }
            });
            visit(action.encode(), key, known);
        })
    }

    fn evaluate(&self, key: KeyWords<P>) -> Evaluated {
        self.evaluated(&self.node(key))
    }

    fn estimate_within(&self, key: KeyWords<P>, budget: Depth) -> BoundedEstimate {
        self.problem.estimate_within(&self.node(key), budget)
    }

    fn rank(&self, key: KeyWords<P>, h: Depth) -> u64 {
        let state = self.problem.space().unpack(Key::<P>::of_words(key));
        self.problem.tie_breaking().rank(&state, h)
    }

    fn prunes(&self, previous: u64, next: u64) -> bool {
        self.problem.pruning().prunes(Code::decode(previous), Code::decode(next))
    }

    fn ranking(&self) -> Option<Box<dyn Ranking<KeyWords<P>>>> {
        let ranking = self.problem.space().ranking()?;
        Some(Box::new(OfWords(ranking)))
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<KeyWords<P>>>> {
        Some(of_words(self.problem.space().key_format()?))
    }

    fn test(&self, key: KeyWords<P>, budget: Depth) -> BoundedEstimate {
        let state = self.problem.space().unpack(Key::<P>::of_words(key));
        self.problem.test().test(&state, budget)
    }

    fn passes_all(&self) -> bool {
        self.problem.test().passes_all()
    }

    fn begin_iteration(&self, start: IterationStart, halt: Halt<'_>) {
        self.problem.test().begin_iteration(start, halt);
    }

    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        self.problem.test().save(to)
    }

    fn restore(&self, from: &mut Reader<'_>, halt: Halt<'_>) -> Result<(), Unreadable> {
        self.problem.test().restore(from, halt)
    }

    fn backward(&self) -> Option<WayBack<'a, KeyWords<P>>> {
        self.backward.map(|backward| backward(&self.problem))
    }

    fn towards(&self, goals: Vec<KeyWords<P>>) -> Erased<'a, KeyWords<P>> {
        (self.towards.expect("it was erased with such problems"))(&self.problem, goals)
    }
}

/// A ranking or a format of keys, for their words.
struct OfWords<T>(T);

/// Returns a format of keys for their words.
pub(crate) fn of_words<K: PackedKey + 'static>(
    format: Box<dyn KeyFormat<K>>,
) -> Box<dyn KeyFormat<K::Words>> {
    Box::new(OfWords(format))
}

impl<K: PackedKey> Ranking<K::Words> for OfWords<Box<dyn Ranking<K>>> {
    fn bits(&self) -> u32 {
        self.0.bits()
    }

    fn rank(&self, words: K::Words) -> u128 {
        self.0.rank(K::of_words(words))
    }

    fn unrank(&self, number: u128) -> K::Words {
        self.0.unrank(number).words()
    }

    fn is_rank(&self, number: u128) -> bool {
        self.0.is_rank(number)
    }
}

impl<K: PackedKey> KeyFormat<K::Words> for OfWords<Box<dyn KeyFormat<K>>> {
    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn bits(&self) -> u32 {
        self.0.bits()
    }

    fn write(&self, words: K::Words, to: &mut [u8]) {
        self.0.write(K::of_words(words), to);
    }

    fn read(&self, from: &[u8]) -> Option<K::Words> {
        Some(self.0.read(from)?.words())
    }
}
