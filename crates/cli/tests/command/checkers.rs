//! Both checkers on the same certificates: `verify` and the one in Python.

use crate::run::{Folder, Ran};
use std::process::Command;

/// The output of `verify` for a file that it accepts (0) or rejects (30). The second checker must
/// agree.
#[track_caller]
pub fn agree(folder: &Folder, file: &str, code: i32) -> String {
    let first = folder.run(&["verify", file]).quietly(code).stdout;
    if let Some(second) = second(folder, file) {
        let said = second.quietly(code).stdout;
        let verdict = if code == 0 { "accepted" } else { "rejected" };
        assert!(said.starts_with(&format!("{file}: {verdict}: ")), "{said}");
    }
    first
}

/// Alters single bytes, and leaves out the last one: no checker may accept the result.
#[track_caller]
pub fn reject_what_is_altered(folder: &Folder, file: &str) {
    const PLACES: usize = 5;
    let whole = std::fs::read(folder.path().join(file)).unwrap();
    let altered = (1..=PLACES).map(|place| {
        let mut bytes = whole.clone();
        bytes[whole.len() * place / (PLACES + 1)] ^= 1;
        bytes
    });
    for bytes in altered.chain([whole[..whole.len() - 1].to_vec()]) {
        folder.write("altered", bytes);
        let first = folder.run(&["verify", "altered"]);
        for ran in [Some(first), second(folder, "altered")].into_iter().flatten() {
            assert!(matches!(ran.code, Some(30 | 31)), "{ran:?}");
            assert!(!ran.stdout.contains("accepted"), "{ran:?}");
        }
    }
}

/// A file with a header of lines whose digest is made to match the contents.
pub fn signed(text: &str) -> String {
    let (head, rest) = text.split_once("\n\n").unwrap();
    let (described, _) = head.rsplit_once("digest ").unwrap();
    let digest = blake3::hash(format!("{described}{rest}").as_bytes()).to_hex();
    format!("{described}digest {digest}\n\n{rest}")
}

/// The run of the second checker on a file; `None` if it cannot run.
pub fn second(folder: &Folder, file: &str) -> Option<Ran> {
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !has("python3") || !has("zstd") {
        println!("skipped: the second checker needs python3 and zstd");
        return None;
    }
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checker/certificate.py");
    let mut command = Command::new("python3");
    // Without bytecode files beside the sources.
    command.args(["-B", checker, file]).current_dir(folder.path());
    Some(Ran::of(command.output().unwrap()))
}
