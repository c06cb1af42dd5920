//! The stages of table escalation.

use super::choice::Choice;
use crate::automaton::{Described, Path};
use crate::heuristics::{HeuristicName, TooLarge};
use crate::pattern::{Collection, Pattern, Store, Table, TableBytes};
use fewest_rules::tiles::Board;
use fewest_search::Limits;

/// Positions expanded before any tables are considered: it takes a few milliseconds.
const WITHOUT_TABLES: u64 = 50_000;

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
    fn without_tables(budget: Option<u64>) -> Self {
        let heuristic = HeuristicName::Manhattan;
        Self { heuristic, collection: None, rules: None, bytes: 0, budget }
    }

    fn with_tables(sized: SizedCollection, budget: Option<u64>) -> Self {
        let (heuristic, bytes) = (HeuristicName::PatternDatabases, sized.bytes());
        let (collection, rules) = (Some(sized.collection), Some(READ_AT_ONCE));
        Self { heuristic, collection, rules, bytes, budget }
    }

    /// The only stage of a search with a heuristic that was asked for.
    ///
    /// # Errors
    /// If the board is too large for its tables.
    pub fn asked_for(asked: Choice, target: &Board) -> Result<Self, TooLarge> {
        let collection = match asked {
            Choice::Named(HeuristicName::PatternDatabases) => Collection::smallest(target)?,
            Choice::Named(heuristic) => {
                let rules = Some(READ_AT_ONCE);
                return Ok(Self { heuristic, rules, ..Self::without_tables(None) });
            }
            Choice::Tables(collection) => collection,
        };
        Ok(Self::with_tables(SizedCollection::new(collection), None))
    }

    /// The heuristic's name in a checkpoint.
    pub fn name(&self) -> String {
        let collection = self.collection.as_ref();
        collection.map_or(self.heuristic.to_string(), Collection::to_string)
    }
}

/// The stages of a search towards a target: without tables, then with those of the ladder. Only one
/// was `asked` for, or the one that was saved with the heuristic `resumed` is resumed.
///
/// The last one has all stored `rules` if they fit into memory, after a stage with only the short
/// ones, which searches for as long as the long ones take to read. A resumed search skips that one.
pub(super) fn stages(
    target: &Board,
    asked: Option<Stage>,
    resumed: Option<String>,
    rules: Option<Described>,
    store: Option<&Store>,
    limits: Limits,
) -> impl Iterator<Item = Stage> {
    let is_resumed = resumed.is_some();
    let is_first = !is_resumed && asked.is_none();
    let first = is_first.then(|| Stage::without_tables(Some(WITHOUT_TABLES)));
    // Even the size of tables takes time to compute: most searches end before it is needed.
    let later = std::iter::once_with(move || {
        let mut stages = match asked {
            Some(only) => vec![only],
            None => ladder(target, resumed.as_deref(), store, &limits),
        };
        let Some(last) = stages.pop() else { return stages };
        let is_worth = |rules: &Described| {
            let bytes = rules.bytes().saturating_add(last.bytes);
            let fits = limits.memory.is_none_or(|limit| bytes <= limit);
            fits && rules.longest > READ_AT_ONCE && last.rules.is_some()
        };
        match rules.filter(is_worth) {
            None => stages.push(last),
            Some(longer) => {
                if !is_resumed {
                    let budget = Some(longer.rules.saturating_mul(POSITIONS_A_RULE));
                    stages.push(Stage { budget, ..last.clone() });
                }
                stages.push(Stage { rules: Some(Path::LONGEST), ..last });
            }
        }
        stages
    });
    first.into_iter().chain(later.flatten())
}

/// The stages with the collections that fit into memory, from the largest stored one on, or only
/// with the collection of the `resumed` search. If there is none, the search continues without
/// tables.
fn ladder(
    target: &Board,
    resumed: Option<&str>,
    store: Option<&Store>,
    limits: &Limits,
) -> Vec<Stage> {
    let mut sized: Vec<_> =
        Collection::ladder(target).into_iter().map(SizedCollection::new).collect();
    sized.retain(|sized| limits.memory.is_none_or(|limit| sized.bytes() <= limit));
    match resumed {
        Some(heuristic) => sized.retain(|sized| sized.collection.to_string() == heuristic),
        None => {
            let stored = sized.iter().rposition(|sized| sized.is_stored(store));
            sized.drain(..stored.unwrap_or(0));
        }
    }
    if sized.is_empty() {
        return vec![Stage::without_tables(None)];
    }
    let budget = |pair: &[SizedCollection]| pair[1].states_beyond(&pair[0]) / STATES_A_POSITION;
    let budgets: Vec<_> = sized.windows(2).map(budget).map(Some).chain([None]).collect();
    let stage = |(sized, budget)| Stage::with_tables(sized, budget);
    sized.into_iter().zip(budgets).map(stage).collect()
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
