//! Properties of the checkers of stored tables, layers and rules, and of audits.

use crate::memory;
use fewest_proof::audit::{self, Sample};
use fewest_proof::{layers, move_pruning, pattern_database, unwatched};
use std::ops::ControlFlow;

/// Checks a stored file whose fields and content are the input: the lines of the header up to the
/// first empty line, then the content. The first byte selects one of four format names, and the
/// digest is correct, so that the content of the file is read.
///
/// It must not panic or use much memory.
pub fn check(input: &[u8]) {
    let Some((&format, rest)) = input.split_first() else { return };
    let names = [
        "fewest automaton 1\n",
        "fewest pattern database 1\n",
        "fewest layers 1\n",
        "fewest audit 1\n",
    ];
    let name = names[usize::from(format) % names.len()];
    let end = rest.windows(2).position(|two| two == b"\n\n").map_or(rest.len(), |at| at + 1);
    let (fields, content) = rest.split_at(end);
    let content = content.strip_prefix(b"\n").unwrap_or(content);
    let mut hasher = blake3::Hasher::new();
    hasher.update(name.as_bytes()).update(fields).update(content);
    let digest = format!("digest {}\n\n", hasher.finalize().to_hex());
    let file = [name.as_bytes(), fields, digest.as_bytes(), content].concat();
    // The memory that checkers may use, and what a pattern of few tiles takes besides its table.
    memory::within(&file, 64 << 20, 1 << 10, |file| {
        let allowed = Some(1 << 20);
        drop(move_pruning::check(file));
        drop(pattern_database::check(file, allowed, &mut unwatched));
        drop(layers::check(file, allowed, &mut unwatched));
        // A claimed bound may be large, and the unit is searched until the check is stopped.
        let mut reports = 0..100;
        let stops =
            |_| reports.next().map_or(ControlFlow::Break(()), |_| ControlFlow::Continue(()));
        drop(audit::check(file, Sample { units: 3, seed: 0 }, allowed, &mut { stops }));
    });
}
