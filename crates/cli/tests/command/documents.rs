//! What the page of the command says is so.

use crate::run::fewest;

const COMMAND: &str = include_str!("../../../../docs/command.md");

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
