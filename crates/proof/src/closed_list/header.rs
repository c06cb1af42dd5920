//! What a certificate says in front of its list.

use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The instance, and what is claimed of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// How the instance is called; nothing rests on it.
    pub name: String,
    /// The instance.
    pub instance: Instance,
    /// No plan has fewer moves; `None` if there is no plan at all.
    pub lower: Option<u16>,
    /// Which end the listed states are reached from.
    pub direction: Direction,
    /// What states may be left out by.
    pub heuristic: Heuristic,
    /// A plan, if one is known: for each move the cell that a piece leaves and the one it goes to; of
    /// Panex the column, counted from 0; of a task its number among the moves of its state, the higher
    /// byte first; of a puzzle of one's own what its [`Graph::replay`](super::Graph::replay) takes.
    pub plan: Option<Vec<[u8; 2]>>,
}

impl Header {
    const KEYS: usize = 6;

    /// Reads the second line of a file. It is an object with every key, and its words are strings: serde alone
    /// reads arrays, missing keys and objects as well.
    pub(crate) fn read(line: &[u8]) -> serde_json::Result<Self> {
        let header: Self = serde_json::from_slice(line)?;
        let value: Value = serde_json::from_slice(line)?;
        let is_plain = value.as_object().is_some_and(|keys| keys.len() == Self::KEYS)
            && value["instance"].is_object()
            && value["direction"].is_string()
            && value["heuristic"].is_string();
        let other = || serde_json::Error::custom("a key is missing, or something has another form");
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
    /// A puzzle that this crate does not know: [`check_with`](super::check_with) is told its graph.
    Own {
        /// How its rules are called.
        rules: String,
        /// The instance, as the program of that puzzle reads it.
        instance: String,
    },
}

/// Which end the listed states are reached from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From the start, by moves.
    Forward,
    /// From the goals, by moves taken back.
    Backward,
}

/// A lower bound on the moves from a state to a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heuristic {
    /// Nothing but that what is no goal needs a move.
    Blind,
    /// The moves until each part of a goal can hold if nothing that holds is ever lost.
    Hmax,
    /// Sum of the distances of the tiles, in cells.
    Manhattan,
    /// Sum of the distances of the atoms in generalized moves.
    GeneralizedDistance,
    /// The same, and what pairs of atoms need beyond it.
    PairExcess,
    /// The same, and what triples of them need beyond it.
    TripleExcess,
    /// The excess of pairs, and the test for unsupported stops.
    SupportedStops,
    /// The same, which also looks at the joint routes of two atoms.
    SupportedPairs,
    /// That of a puzzle of one's own: its [`Graph::needs`](super::Graph::needs).
    Own,
}
