//! Pattern databases and automata in the user's data folder.

use crate::folders;
use fewest_rules::tiles::Instance;
use fewest_tiles::automaton::RuleStore;
use fewest_tiles::pattern::{Collection, Store, Table};

/// The tables in `fewest/pdb` of the user's data folder; `None` if there is no such folder.
pub fn store() -> Option<Store> {
    folders::data_home().map(|data| Store::new(data.join("fewest/pdb")))
}

/// The rules for automata in `fewest/automata` of the user's data folder.
pub fn rules() -> Option<RuleStore> {
    folders::data_home().map(|data| RuleStore::new(data.join("fewest/automata")))
}

/// A search of so many positions would have been worth larger tables on disk.
const LONG: u64 = 5_000_000;

/// What to say after a search that expanded so many positions: how to build the tables that would
/// have made it faster, if there are any that are not stored.
pub fn advice(instance: &Instance, expanded: u64, store: &Store) -> Option<String> {
    let largest = Collection::ladder(&instance.solved()).pop()?;
    let tables = largest.tables();
    if expanded < LONG || tables.iter().all(|pattern| store.has(pattern)) {
        return None;
    }
    let bytes: u64 = tables.iter().map(|pattern| Table::bytes(pattern).table).sum();
    Some(format!(
        "\"fewest pdb build {}\" makes tables of {} MB, once, with which searches \
         like this one take less time",
        largest.notation(),
        bytes.div_ceil(1_000_000)
    ))
}
