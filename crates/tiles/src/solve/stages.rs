//! The stages of table escalation.

use super::choice::Choice;
use super::solver::TooLarge;
use crate::automaton::{Described, Path};
use crate::heuristics::HeuristicName;
use crate::pattern::{Collection, Pattern, Store, Table, TableBytes};
use fewest_rules::tiles::Board;
use fewest_search::Limits;

/// Table states built in the time that expanding one position takes.
const STATES_A_POSITION: u64 = 16;

/// The longest stored rules that prune moves from the beginning. Longer ones take seconds to read
/// (16 for rules of 22 moves), which pays only in long searches.
const READ_AT_ONCE: usize = 14;

/// Positions expanded in the time that reading one rule takes: 28 million a second, and 15 million
/// rules in 16 seconds.
const POSITIONS_A_RULE: u64 = 32;

/// IDA* with one heuristic.
#[derive(Clone)]
pub(super) struct Stage {
    pub heuristic: HeuristicName,
    /// The collection of the pattern databases.
    pub collection: Option<Collection>,
    /// The length of the longest stored rules whose automaton prunes moves; `None` prunes only
    /// undoing the last move, since making an automaton takes some time.
    pub rules: Option<usize>,
    /// The most bytes that its tables take, while they are built.
    pub bytes: u64,
    /// Positions that it may expand before it is given up for the next one; none in the last one.
    pub budget: Option<u64>,
}

impl Stage {
    pub fn without_tables(budget: impl Into<Option<u64>>) -> Self {
        let heuristic = HeuristicName::Manhattan;
        Self { heuristic, collection: None, rules: None, bytes: 0, budget: budget.into() }
    }

    /// With the tables of a collection, which take `bytes` bytes while they are built.
    fn with_tables(collection: Collection, bytes: u64, budget: Option<u64>) -> Self {
        let heuristic = HeuristicName::PatternDatabases;
        Self { heuristic, collection: Some(collection), rules: Some(READ_AT_ONCE), bytes, budget }
    }

    /// The only stage of a search with a heuristic that was asked for.
    ///
    /// # Errors
    /// If the board is too large for its tables.
    pub fn asked_for(asked: Choice, target: &Board) -> Result<Self, TooLarge> {
        let collection = match asked {
            Choice::Named(heuristic @ HeuristicName::PatternDatabases) => {
                let smallest = Collection::ladder(target).into_iter().next();
                smallest.ok_or(TooLarge { heuristic, size: target.size() })?
            }
            Choice::Named(heuristic) => {
                return Ok(Self {
                    heuristic,
                    rules: Some(READ_AT_ONCE),
                    ..Self::without_tables(None)
                });
            }
            Choice::Tables(collection) => collection,
        };
        let sized = SizedCollection::new(collection);
        let bytes = sized.bytes();
        Ok(Self::with_tables(sized.collection, bytes, None))
    }

    /// The heuristic's name in a checkpoint.
    pub fn name(&self) -> String {
        let collection = self.collection.as_ref();
        collection.map_or(self.heuristic.to_string(), Collection::to_string)
    }
}

/// The stages after the first one: the collections that fit into memory, or only the one of the
/// resumed search, with this `heuristic`. If there is none, the search continues without tables.
pub(super) fn later_stages(
    target: &Board,
    heuristic: Option<&str>,
    store: Option<&Store>,
    limits: &Limits,
) -> Vec<Stage> {
    let mut sized: Vec<_> =
        Collection::ladder(target).into_iter().map(SizedCollection::new).collect();
    sized.retain(|sized| limits.memory.is_none_or(|limit| sized.bytes() <= limit));
    match heuristic {
        Some(heuristic) => sized.retain(|sized| sized.collection.to_string() == heuristic),
        None => {
            let stored = sized.iter().rposition(|sized| sized.is_stored(store));
            sized.drain(..stored.unwrap_or(0));
        }
    }
    let budgets = sized.windows(2).map(|pair| Some(pair[1].states_beyond(&pair[0])));
    let budgets: Vec<_> = budgets.chain([None]).collect();
    if sized.is_empty() {
        return vec![Stage::without_tables(None)];
    }
    let stage = |(sized, budget): (SizedCollection, Option<u64>)| {
        let bytes = sized.bytes();
        let budget = budget.map(|states| states / STATES_A_POSITION);
        Stage::with_tables(sized.collection, bytes, budget)
    };
    sized.into_iter().zip(budgets).map(stage).collect()
}

/// The last stage, with all stored rules if they fit into memory, after a stage with only the short
/// ones, which searches for as long as the long ones take to read. A resumed search skips that one.
pub(super) fn longer_rules(
    last: Stage,
    stored: Option<Described>,
    is_resumed: bool,
    limits: &Limits,
) -> Vec<Stage> {
    let is_worth = |stored: &Described| {
        let bytes = stored.bytes().saturating_add(last.bytes);
        stored.longest > READ_AT_ONCE && limits.memory.is_none_or(|limit| bytes <= limit)
    };
    let Some(stored) = stored.filter(is_worth).filter(|_| last.rules.is_some()) else {
        return vec![last];
    };
    let budget = stored.rules.saturating_mul(POSITIONS_A_RULE);
    let short = (!is_resumed).then(|| Stage { budget: Some(budget), ..last.clone() });
    short.into_iter().chain([Stage { rules: Some(Path::LONGEST), ..last }]).collect()
}

/// A collection and the sizes of its tables.
struct SizedCollection {
    collection: Collection,
    tables: Vec<(Pattern, TableBytes)>,
}

impl SizedCollection {
    fn new(collection: Collection) -> Self {
        let sized = |pattern: Pattern| {
            let bytes = Table::bytes(&pattern);
            (pattern, bytes)
        };
        Self { tables: collection.tables().into_iter().map(sized).collect(), collection }
    }

    /// The most bytes that the tables take, while they are built one after the other.
    fn bytes(&self) -> u64 {
        let building = self.tables.iter().map(|(_, bytes)| bytes.building - bytes.table).max();
        let tables: u64 = self.tables.iter().map(|(_, bytes)| bytes.table).sum();
        tables + building.unwrap_or(0)
    }

    /// The states of the tables that another collection does not have.
    fn states_beyond(&self, other: &Self) -> u64 {
        let is_known = |pattern| other.tables.iter().any(|(known, _)| known == pattern);
        let missing = self.tables.iter().filter(|(pattern, _)| !is_known(pattern));
        missing.map(|(_, bytes)| 8 * bytes.table).sum()
    }

    fn is_stored(&self, store: Option<&Store>) -> bool {
        store.is_some_and(|store| self.tables.iter().all(|(pattern, _)| store.has(pattern)))
    }
}
