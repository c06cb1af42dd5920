//! The header of a certificate, before its list.

use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The instance, and the claim about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name of the instance; nothing depends on it.
    pub name: String,
    /// The instance.
    pub instance: Instance,
    /// The lower bound: no plan has fewer moves. `None` if there is no plan at all.
    pub lower: Option<u16>,
    /// The end from which the listed states are reached.
    pub direction: Direction,
    /// The heuristic by which states may be left out.
    pub heuristic: Heuristic,
    /// A plan, if one is known: for each move the cell that a piece leaves and the one it goes to;
    /// for Panex the columns, counted from 0; for a task the number of the move among those of its
    /// state, the higher byte first; for a puzzle of your own the bytes that its
    /// [`Graph::replay`](super::Graph::replay) reads.
    pub plan: Option<Vec<[u8; 2]>>,
}

impl Header {
    const KEYS: usize = 6;

    /// Reads the second line of a file. It must be an object with every key, and its words must be
    /// strings: serde alone also accepts arrays, missing keys and objects.
    pub(crate) fn read(line: &[u8]) -> serde_json::Result<Self> {
        let header: Self = serde_json::from_slice(line)?;
        let value: Value = serde_json::from_slice(line)?;
        let is_plain = value.as_object().is_some_and(|keys| keys.len() == Self::KEYS)
            && value["instance"].is_object()
            && value["direction"].is_string()
            && value["heuristic"].is_string();
        let other = || serde_json::Error::custom("a key is missing, or a value has the wrong form");
        is_plain.then_some(header).ok_or_else(other)
    }
}

/// An instance as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "puzzle", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Instance {
    /// A level.
    Atomix {
        /// The rows of its board and, below, those of its molecule.
        level: String,
    },
    /// An instance of the (n²−1)-puzzle.
    Tiles {
        /// The start in rows.
        start: String,
        /// The goal in rows.
        goal: String,
    },
    /// A puzzle of Panex.
    Panex {
        /// What stands after `panex:` on a command line.
        instance: String,
    },
    /// A task in PDDL.
    Pddl {
        /// The text of its domain.
        domain: String,
        /// The text of the task.
        task: String,
    },
    /// A puzzle that this crate does not know: the caller of [`check_with`](super::check_with)
    /// supplies its graph.
    Own {
        /// How its rules are called.
        rules: String,
        /// The instance, as the program of that puzzle reads it.
        instance: String,
    },
}

/// The end from which the listed states are reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From the start, by moves forward.
    Forward,
    /// From the goals, by reversed moves.
    Backward,
}

/// A lower bound on the moves from a state to a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heuristic {
    /// Only that a state that is not a goal needs at least one move.
    Blind,
    /// The number of moves until each part of a goal can hold if nothing that holds is ever lost.
    Hmax,
    /// The sum of the distances of the tiles, in cells.
    Manhattan,
    /// The sum of the distances of the atoms, in generalized moves.
    GeneralizedDistance,
    /// The same, plus what pairs of atoms need beyond it.
    PairExcess,
    /// The same, plus what triples of atoms need beyond it.
    TripleExcess,
    /// The excess of pairs, and the test for unsupported stops.
    SupportedStops,
    /// The same, which also looks at the joint routes of two atoms.
    SupportedPairs,
    /// The bound of a puzzle of your own: its [`Graph::needs`](super::Graph::needs).
    Own,
}
