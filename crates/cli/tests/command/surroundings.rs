//! The surroundings of the command: devices, pipes, full disks, limits on address space.

use crate::limits::HARD;
use crate::run::{Folder, Ran};
use std::process::Command;

/// Runs a shell with the command as `$0`.
fn shell(folder: &Folder, script: &str, arguments: &[&str]) -> Ran {
    let command = folder.command(arguments);
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).arg(command.get_program()).args(command.get_args());
    shell.current_dir(folder.path());
    for (name, value) in command.get_envs() {
        shell.env(name, value.unwrap());
    }
    Ran::of(shell.output().unwrap())
}

/// They are written to directly: replacing a device by a file would spoil it for all programs.
#[test]
fn devices_and_pipes_stay_what_they_are() {
    let folder = Folder::new();
    for file in ["pipe", "other"] {
        let path = folder.path().join(file);
        nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).unwrap();
    }
    let script = r#"cat pipe > certificate & "$0" "$@"; code=$?; wait; test -p pipe && exit $code"#;
    shell(&folder, script, &["solve", "-q", "water", "--certificate", "pipe"]).quietly(0);
    let verified = folder.run(&["verify", "certificate"]).quietly(0).stdout;
    assert!(verified.starts_with("certificate: accepted: \"water\": 13 moves"), "{verified}");
    let script = r#"cat other > picture & "$0" "$@"; code=$?; wait; test -p other && exit $code"#;
    shell(&folder, script, &["show", "water", "--as", "svg", "--output", "other"]).quietly(0);
    let picture = std::fs::read_to_string(folder.path().join("picture")).unwrap();
    assert!(picture.trim_end().ends_with("</svg>"));
}

/// The result is printed in any case.
#[test]
fn a_certificate_that_does_not_arrive_costs_no_result() {
    use std::os::unix::fs::FileTypeExt as _;
    let folder = Folder::new();
    // A link, so that the device itself is not replaced by a file if this goes wrong.
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full")).unwrap();
    for input in ["water", "panex:5"] {
        let ran = folder.run(&["solve", "--json", "-q", input, "--certificate", "full"]);
        assert_eq!(ran.code, Some(74), "{}", ran.stderr);
        assert!(ran.stderr.starts_with("fewest: no certificate: "), "{}", ran.stderr);
        assert_eq!(ran.result()["status"], "OPTIMAL");
    }
    let kind = std::fs::metadata("/dev/full").unwrap().file_type();
    assert!(kind.is_char_device());
}

#[test]
fn what_cannot_be_stored_is_an_error_of_output() {
    let folder = Folder::new();
    let data = folder.path().join("data/fewest");
    std::fs::create_dir_all(&data).unwrap();
    for (name, what) in
        [("pdb", &["build", "3x3:1,2,4:0"][..]), ("automata", &["build", "3x3", "--moves", "6"])]
    {
        // Files where folders should be.
        std::fs::write(data.join(name), "precious").unwrap();
        let verb = if name == "pdb" { "pdb" } else { "automaton" };
        let ran = folder.run(&[&[verb], what].concat());
        assert_eq!(ran.code, Some(74), "{}", ran.stderr);
        assert!(ran.stderr.starts_with("fewest: input/output error: "), "{}", ran.stderr);
        assert_eq!(std::fs::read(data.join(name)).unwrap(), b"precious");
    }
}

#[test]
fn what_is_no_file_is_no_table_and_no_rules() {
    let folder = Folder::new();
    let data = folder.path().join("data/fewest");
    std::fs::create_dir_all(data.join("automata")).unwrap();
    std::fs::create_dir_all(data.join("pdb")).unwrap();
    for name in ["automata/5x5.automaton", "pdb/3x3_0-1-4_2.pdb"] {
        nix::unistd::mkfifo(&data.join(name), nix::sys::stat::Mode::S_IRWXU).unwrap();
    }
    let ran = folder.run(&["solve", "--json", "-q", HARD, "--nodes", "100k"]);
    assert_eq!(ran.code, Some(21));
    assert!(ran.stderr.ends_with("5x5.automaton: not a regular file\n"), "{}", ran.stderr);
    let ran = folder.run(&["pdb", "verify", "3x3:1,2,4:0"]);
    assert_eq!(ran.code, Some(30));
    assert!(ran.stderr.ends_with(".pdb: not a regular file\n"), "{}", ran.stderr);
}

#[test]
fn headers_of_tables_do_not_command_a_terminal() {
    let folder = Folder::new();
    folder.write("data/fewest/automata/4x4.automaton", "fewest automaton \u{1b}[2J\n");
    folder.write("data/fewest/pdb/\u{1b}[2J.pdb", "fewest pattern database \u{1b}[2J\n");
    let solve = ["solve", "-q", "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", "--nodes", "100k"];
    for arguments in
        [&solve[..], &["pdb", "list"], &["pdb", "verify"], &["automaton", "info", "4x4"]]
    {
        let Ran { stdout, stderr, .. } = folder.run(arguments);
        let told = format!("{stdout}{stderr}");
        assert!(told.contains("\\u{1b}[2J"), "{arguments:?}: {told}");
        assert!(!told.contains('\u{1b}'), "{arguments:?}");
    }
}

/// Nobody reads the messages on standard error: that is not a reason to give no answer.
#[test]
fn a_full_standard_error_is_no_obstacle() {
    let folder = Folder::new();
    let script = r#"exec "$0" "$@" 2> /dev/full"#;
    let ran = shell(&folder, script, &["solve", "--json", "-q", "water", "--threads", "100000"]);
    assert_eq!(ran.quietly(0).result()["status"], "OPTIMAL");
}

/// Tables, caches and lists of paths are refused by the system, and so are threads.
#[test]
fn refused_tables() {
    let folder = Folder::new();
    let threads = &["solve", "--json", "-q", HARD, "--nodes", "2M", "--threads", "100000"][..];
    let tables = &["solve", "--json", "-q", HARD, "--nodes", "2M", "--memory", "1TiB"][..];
    for (arguments, kibibytes) in [(tables, 100_000), (tables, 150_000), (threads, 150_000)] {
        let script = format!(r#"ulimit -v {kibibytes}; exec "$0" "$@""#);
        let ran = shell(&folder, &script, arguments);
        assert!(matches!(ran.code, Some(20 | 21)), "{:?}: {}", ran.code, ran.stderr);
        assert!(ran.result()["lower"].as_u64().is_some_and(|lower| lower >= 100));
    }
    let nbs = ["solve", "--json", "-q", "panex:5:neighbours", "--engine", "nbs"];
    let nbs = [&nbs[..], &["--threads", "100000", "--nodes", "100k"]].concat();
    let ran = shell(&folder, r#"ulimit -v 400000; exec "$0" "$@""#, &nbs);
    assert!(matches!(ran.code, Some(20 | 21)), "{:?}: {}", ran.code, ran.stderr);
    for kibibytes in [75_000, 100_000, 150_000] {
        let script = format!(r#"ulimit -v {kibibytes}; exec "$0" "$@""#);
        let rules = ["automaton", "build", "--moves", "14", "5x5", "--memory", "1TiB"];
        let ran = shell(&folder, &script, &rules);
        assert!(matches!(ran.code, Some(0 | 20)), "{:?}: {}", ran.code, ran.stderr);
    }
}

/// If the size of files is limited, there is no more room than that.
#[test]
fn a_file_that_may_grow_no_more_is_a_full_disk() {
    let folder = Folder::new();
    let search = ["solve", "--json", "-q", "masterclass:13", "--disk", "states"];
    let search = [&search[..], &["--engine", "breadth-first-heuristic"]].concat();
    let ran = shell(&folder, r#"ulimit -f 10; exec "$0" "$@""#, &search);
    assert_eq!(ran.code, Some(20), "{}", ran.stderr);
    assert_eq!(ran.result()["stop"], "disk");
}

/// A search ends if its reader has gone, and if its laboratory was killed: otherwise only a limit
/// of a day would end it.
#[test]
fn a_search_ends_with_whoever_reads_it() {
    let folder = Folder::new();
    let arguments = ["solve", "--json", "--engine", "ida-star", "--time", "1d", HARD];
    let mut child = folder.command(arguments).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(141));
}
