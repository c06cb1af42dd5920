//! The heuristic that was asked for.

use super::answer::refused;
use crate::heuristics::HeuristicName;
use crate::pattern::Collection;
use fewest_rules::tiles::Instance;
use fewest_search::{Engine, Unsupported};

/// The heuristic that was asked for.
#[derive(Debug, Clone)]
pub(super) enum Choice {
    /// By its name.
    Named(HeuristicName),
    /// The pattern databases of partitions, such as `5x5:6-6-6-6`.
    Tables(Collection),
}

impl Choice {
    /// The heuristic of a name for an engine and a board.
    ///
    /// # Errors
    /// If there is none, or it is not available for them.
    pub fn of(name: &str, engine: Engine, instance: &Instance) -> Result<Self, Unsupported> {
        let refused = |reason: &str| Err(refused("heuristic", name, reason));
        if is_blind(engine) {
            return refused(
                "breadth-first and frontier take no heuristic; astar and all other engines take \
                 this one",
            );
        }
        let choice = match name.parse() {
            Ok(name) => Self::Named(name),
            Err(_) if name.contains(':') => {
                let collection: Collection = match name.parse() {
                    Ok(collection) => collection,
                    Err(error) => return refused(&format!("{error}")),
                };
                let size = instance.start.size();
                if collection.size() != size {
                    return refused(&format!(
                        "the board is {size}; pattern-databases has tables for every board"
                    ));
                }
                let Some(collection) = collection.towards(&instance.solved()) else {
                    return refused(
                        "its tables are for goals with the blank in a corner; pattern-databases \
                         has tables for every goal",
                    );
                };
                Self::Tables(collection)
            }
            Err(_) => {
                return refused(
                    "expected manhattan, linear-conflict, inversion-distance, walking-distance, \
                     pattern-databases, or a partition like 4x4:7-8",
                );
            }
        };
        match (engine, &choice) {
            (Engine::Knuth, Self::Named(HeuristicName::Manhattan))
            | (Engine::KorfFelner, Self::Named(HeuristicName::PatternDatabases))
            | (Engine::KorfFelner, Self::Tables(_)) => Ok(choice),
            (Engine::Knuth, _) => refused("knuth takes only manhattan"),
            (Engine::KorfFelner, _) => refused("korf-felner takes only pattern-databases"),
            _ => Ok(choice),
        }
    }

    /// The heuristic by its name.
    ///
    /// # Errors
    /// For the tables of partitions, which only the default engine has.
    pub fn named(&self) -> Result<HeuristicName, Unsupported> {
        match self {
            Self::Named(name) => Ok(*name),
            Self::Tables(collection) => {
                let name = format!("{}:{collection}", collection.size());
                let reason = "only ida-star from the start and korf-felner take tables by name; \
                              pattern-databases has tables for every engine";
                Err(refused("heuristic", &name, reason))
            }
        }
    }
}

/// Whether an engine uses no heuristic.
pub(super) fn is_blind(engine: Engine) -> bool {
    matches!(engine, Engine::BreadthFirst | Engine::Frontier)
}
