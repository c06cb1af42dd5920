//! Wrong usage, and what surrounds the command.

use crate::run::{Folder, Ran, fewest};

#[test]
fn wrong_usage_is_told_with_exit_code_2() {
    for arguments in [
        &[][..],
        &["dance"],
        &["solve"],
        &["solve", "water", "--engine", "magic"],
        &["solve", "water", "--direction", "sideways"],
        &["solve", "water", "--time", "soon"],
        &["solve", "water", "--memory", "64Mib"],
        &["solve", "water", "--nodes", "-1"],
        &["solve", "water", "--upper-bound", "70000"],
        &["solve", "water", "--size", "7x7"],
        &["solve", "water", "--goal", "middle"],
        &["solve", "water", "--format", "sokoban"],
        &["verify", "water"],
        &["completions", "tcsh"],
    ] {
        let ran = fewest(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(!ran.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn what_a_family_cannot_do_is_wrong_usage() {
    let ran = fewest(&["solve", "water", "--engine", "frontier"]);
    let reason = "the engine frontier does not work on Atomix: a slide cannot always be taken back";
    assert_eq!((ran.code, ran.stderr), (Some(2), format!("fewest: {reason}\n")));
}

#[test]
fn nothing_is_said_when_the_reader_goes_away() {
    let folder = Folder::new();
    for arguments in [&["solve", "water"][..], &["replay", "panex:3"], &["completions", "bash"]] {
        let mut command = folder.command(arguments);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran = Ran::of(command.stdout(writer).output().unwrap());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(141), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn file_names_need_not_be_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let name = OsStr::from_bytes(b"bo\xFFard.txt");
    let folder = Folder::new();
    folder.write(name, "1 2 3 0\n");
    let solve = |name| {
        let arguments = [OsStr::new("solve"), OsStr::new("-q"), name];
        Ran::of(folder.command(arguments).output().unwrap())
    };
    let ran = solve(name).quietly(0);
    assert_eq!(ran.stdout, "bo\u{FFFD}ard: OPTIMAL: 0 moves; it is solved already\n");
    let ran = solve(OsStr::from_bytes(b"\xFF"));
    let message = "\u{FFFD}: cannot be read: No such file or directory (os error 2)\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
}
