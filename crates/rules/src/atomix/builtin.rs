//! Levels that come with fewest.

use super::{Format, Level, parse};

/// The names that [`builtin`] knows.
pub const BUILTIN: [&str; 1] = ["water"];

/// Returns a level that comes with fewest.
pub fn builtin(name: &str) -> Option<Level> {
    let text = match name {
        "water" => include_bytes!("water.txt"),
        _ => return None,
    };
    parse(text, Some(Format::KAtomic)).ok()?.into_levels().next()?.level.ok()
}

/// A level set that comes with fewest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltinSet {
    /// The name that users type.
    pub name: &'static str,
    /// The title for display.
    pub title: &'static str,
    /// The levels in KAtomic's format.
    pub text: &'static str,
    proved: &'static str,
}

/// All built-in sets, the easiest first.
pub const BUILTIN_SETS: [BuiltinSet; 3] = [
    BuiltinSet {
        name: "first-steps",
        title: "First steps",
        text: include_str!("sets/first-steps.dat"),
        proved: include_str!("sets/first-steps.tsv"),
    },
    BuiltinSet {
        name: "laboratory",
        title: "Laboratory",
        text: include_str!("sets/laboratory.dat"),
        proved: include_str!("sets/laboratory.tsv"),
    },
    BuiltinSet {
        name: "masterclass",
        title: "Masterclass",
        text: include_str!("sets/masterclass.dat"),
        proved: include_str!("sets/masterclass.tsv"),
    },
];

/// What was proved about a level of a built-in set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// The number of the level in its set, from 1.
    pub number: u32,
    /// The number of moves of a shortest solution.
    pub optimum: u16,
    /// The number of shortest solutions.
    pub solutions: u64,
}

impl BuiltinSet {
    /// Returns the set with a name.
    pub fn find(name: &str) -> Option<Self> {
        BUILTIN_SETS.into_iter().find(|set| set.name == name)
    }

    /// Returns what was proved about each of its levels, in order.
    pub fn proved(&self) -> Vec<Proved> {
        let proved = |line: &str| {
            let mut fields = line.split('\t');
            Some(Proved {
                number: fields.next()?.parse().ok()?,
                optimum: fields.next()?.parse().ok()?,
                solutions: fields.next()?.parse().ok()?,
            })
        };
        // The first line names the columns.
        self.proved.lines().filter_map(proved).collect()
    }
}
