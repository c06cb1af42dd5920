//! The heuristic that was asked for.

use super::answer::PUZZLE;
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
        if is_blind(engine) {
            let reason = "breadth-first and frontier take no heuristic; astar and all other \
                          engines take this one";
            return Err(refused(name, reason));
        }
        let choice = match name.parse() {
            Ok(name) => Self::Named(name),
            Err(_) if name.contains(':') => {
                let named: Result<Collection, _> = name.parse();
                let collection = named.map_err(|error| refused(name, &error.to_string()))?;
                let size = instance.start.size();
                if collection.size() != size {
                    let reason = format!(
                        "the board is {size}; pattern-databases has tables for every board"
                    );
                    return Err(refused(name, &reason));
                }
                let towards = collection.towards(&instance.solved());
                Self::Tables(towards.ok_or_else(|| {
                    let reason = "its tables are for goals with the blank in a corner; \
                                  pattern-databases has tables for every goal";
                    refused(name, reason)
                })?)
            }
            Err(_) => {
                let unknown = "expected manhattan, linear-conflict, inversion-distance, \
                               walking-distance, pattern-databases, or a partition like 4x4:7-8";
                return Err(refused(name, unknown));
            }
        };
        let only = match (engine, &choice) {
            (Engine::Knuth, Self::Named(HeuristicName::Manhattan))
            | (Engine::KorfFelner, Self::Named(HeuristicName::PatternDatabases))
            | (Engine::KorfFelner, Self::Tables(_)) => None,
            (Engine::Knuth, _) => Some("knuth takes only manhattan"),
            (Engine::KorfFelner, _) => Some("korf-felner takes only pattern-databases"),
            _ => None,
        };
        only.map_or(Ok(choice), |reason| Err(refused(name, reason)))
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
                Err(refused(&name, reason))
            }
        }
    }
}

/// Whether an engine uses no heuristic.
pub(super) fn is_blind(engine: Engine) -> bool {
    matches!(engine, Engine::BreadthFirst | Engine::Frontier)
}

/// A heuristic that cannot be used.
pub(super) fn refused(name: &str, reason: &str) -> Unsupported {
    let (name, reason) = (name.to_owned(), reason.to_owned());
    Unsupported::Choice { what: "heuristic", name, puzzle: PUZZLE, reason }
}
