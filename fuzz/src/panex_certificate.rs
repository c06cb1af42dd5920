//! Properties of the checker of Panex certificates.

use crate::memory;
use fewest_proof::panex::{Checker, HEADER};
use std::sync::LazyLock;

/// It has derived what certificates are checked against: that takes as much memory for any text.
static CHECKER: LazyLock<Checker> = LazyLock::new(|| {
    let checker = Checker::new();
    assert!(checker.check(&format!("{HEADER}\n")).is_err());
    checker
});

/// Checks a text as a certificate, preceded by the first line that all of them have. It must not
/// panic or use much memory, and no text as short as these is a proof.
pub fn check(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let checker = &*CHECKER;
    let text = format!("{HEADER}\n{text}");
    // The names of all partial states and endings; a function has 256 values at size 8.
    let checked = memory::within(text.as_bytes(), 1 << 20, 1 << 10, |_| checker.check(&text));
    assert!(checked.is_err());
}
