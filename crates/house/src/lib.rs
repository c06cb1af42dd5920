//! Rules that no compiler checks: which crate and which folder may use which, and how files are
//! written.
//!
//! Every rule takes the root of the tree and returns its findings, one for each place where it is
//! broken; none means that it is kept.

pub mod crates;
pub mod files;
pub mod front_door;
pub mod rooms;
pub mod source;
pub mod words;

use std::io;
use std::path::Path;

/// A rule: finds where the tree at a root breaks it, or reports a file that cannot be read.
pub type Rule = fn(&Path) -> io::Result<Vec<String>>;

/// The rules by their names on the command line, in the order in which they are checked.
pub const RULES: [(&str, Rule); 5] = [
    ("crates", crates::check),
    ("rooms", rooms::check),
    ("front-door", front_door::check),
    ("files", files::check),
    ("words", words::check),
];
