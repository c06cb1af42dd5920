//! Pattern databases and automata in the user's data folder.

use super::folders;
use fewest_rules::tiles::Instance;
use fewest_tiles::automaton::RuleStore;
use fewest_tiles::pattern::{Collection, Store, Table};
use std::path::PathBuf;

/// Returns the folder `fewest` of the user's data folder; `None` if the user has no data folder.
pub fn data_folder() -> Option<PathBuf> {
    folders::data_home().map(|data| data.join("fewest"))
}

/// Returns the tables in `fewest/pdb` of the user's data folder; `None` if the user has no data
/// folder.
pub fn store() -> Option<Store> {
    folders::data_home().map(|data| Store::new(data.join("fewest/pdb")))
}

/// Returns the rules for automata in `fewest/automata` of the user's data folder.
pub fn rules() -> Option<RuleStore> {
    folders::data_home().map(|data| RuleStore::new(data.join("fewest/automata")))
}

/// A search of this many positions would have been worth larger tables on disk.
const LONG: u64 = 5_000_000;

/// Returns advice after a search that expanded `expanded` positions: how to build the tables that
/// would have made it faster, if the search was long and some of them are not stored.
pub fn advice(instance: &Instance, expanded: u64, store: &Store) -> Option<String> {
    let largest = Collection::ladder(&instance.solved()).pop()?;
    let tables = largest.tables();
    if expanded < LONG || tables.iter().all(|pattern| store.has(pattern)) {
        return None;
    }
    let bytes: u64 = tables.iter().map(|pattern| Table::bytes(pattern).table).sum();
    Some(format!(
        "\"fewest pdb build {}\" builds tables of {} MB once, which make searches like this one \
         faster",
        largest.notation(),
        bytes.div_ceil(1_000_000)
    ))
}
