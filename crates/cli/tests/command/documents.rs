//! The page of the command is accurate.

use crate::run::{Folder, fewest};
use std::collections::BTreeSet;

const COMMAND: &str = include_str!("../../../../book/src/reference/command.md");

/// The flags that have a heading of their own.
fn flags_with_a_heading() -> BTreeSet<&'static str> {
    let headings = COMMAND.lines().filter_map(|line| line.strip_prefix("### `"));
    headings.map(|heading| heading.strip_suffix('`').unwrap()).collect()
}

/// The flags of a verb, by its help, and of its own verbs.
fn flags(verb: &[&str]) -> BTreeSet<String> {
    let help = fewest(&[verb, &["--help"]].concat()).quietly(0).stdout;
    let long = |line: &str| {
        let line = line.trim_start();
        let first = line.strip_prefix('-')?.chars().next()?;
        // A single hyphen stands before the values of a flag.
        let short = (first != ' ').then_some(first != '-')?;
        let long = if short { line.split_once(", ")?.1 } else { line };
        let end = long.find(|c: char| !c.is_ascii_alphabetic() && c != '-');
        Some(long[..end.unwrap_or(long.len())].to_owned())
    };
    let mut flags: BTreeSet<_> = help.lines().filter_map(long).collect();
    if let Some((_, verbs)) = help.split_once("Commands:\n") {
        for line in verbs.lines().take_while(|line| !line.is_empty()) {
            let name = line.split_whitespace().next().unwrap();
            if line.starts_with("  ") && !line.starts_with("   ") && name != "help" {
                flags.append(&mut self::flags(&[verb, &[name]].concat()));
            }
        }
    }
    flags
}

#[test]
fn every_flag_has_a_heading() {
    let mut documented = flags_with_a_heading();
    if cfg!(not(feature = "lab")) {
        documented.remove("--results");
    }
    let flags = flags(&[]);
    assert_eq!(flags.iter().map(String::as_str).collect::<BTreeSet<_>>(), documented);
}

/// A built-in level replaces the one of the record, and no state is expanded.
#[test]
fn commands_of_the_records_are_understood() {
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records");
    let (mut commands, mut certificates) = (0, 0);
    let folder = Folder::new();
    for entry in std::fs::read_dir(records).unwrap().map(Result::unwrap) {
        if entry.path().extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let record = std::fs::read_to_string(entry.path()).unwrap();
        let solve =
            record.lines().filter_map(|line| line.strip_prefix("command = \"fewest solve "));
        for command in solve.map(|rest| rest.strip_suffix('"').unwrap()) {
            let options = command.split(' ').skip(1);
            let mut arguments = vec!["solve", "water", "--quiet", "--nodes", "0"];
            arguments.extend(options);
            let ran = folder.run(&arguments);
            assert_eq!((ran.code, ran.stderr.as_str()), (Some(21), ""), "{command}");
            match command.contains(" --certificate ") {
                true => certificates += 1,
                false => commands += 1,
            }
        }
    }
    assert_eq!((commands, certificates), (14 * 2 + 37 + 10, 8));
}

/// The verbs in the first column of the table of verbs.
fn documented() -> Vec<&'static str> {
    let (_, rest) = COMMAND.split_once("## Verbs").unwrap();
    let rows = rest.lines().skip_while(|line| !line.starts_with('|')).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.split('`').nth(1).unwrap().split(' ').next().unwrap()).collect()
}

#[test]
fn the_table_of_verbs_has_all_of_them() {
    let help = fewest(&["--help"]).quietly(0).stdout;
    let (_, verbs) = help.split_once("Commands:\n").unwrap();
    let verbs = verbs.lines().take_while(|line| !line.is_empty());
    let is_verb = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let verbs: Vec<_> =
        verbs.filter(is_verb).map(|line| line.split_whitespace().next().unwrap()).collect();
    let mut documented = documented();
    documented.retain(|verb| cfg!(feature = "lab") || *verb != "lab");
    assert_eq!([&documented[..], &["help"]].concat(), verbs);
}
