//! Every figure of the book is the output of the command beside it. `just figures` rewrites them.

use crate::run::{Folder, Ran};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src")
}

/// The files in a folder of the book whose names end like this.
fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(book().join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.to_str().is_some_and(|path| path.ends_with(end))).collect()
}

/// The figures that a page shows.
fn figures(page: &str) -> BTreeSet<&str> {
    let links = page.split("](../pictures/").skip(1);
    links.filter_map(|link| link.split(')').next()).filter(|name| name.ends_with(".svg")).collect()
}

/// The command of a page that writes a figure: its name is the last word.
fn command<'a>(page: &'a str, figure: &str) -> Option<&'a str> {
    let mut code = page.split(['`', '\n']);
    code.find(|code| code.starts_with("fewest ") && code.ends_with(&format!(" {figure}")))
}

/// The arguments of a command; those in quotes are one.
fn arguments(command: &str) -> Vec<&str> {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.skip(1).collect()
}

#[test]
fn every_figure_is_made_by_the_command_beside_it() {
    let mut made = BTreeSet::new();
    for page in ["guide", "theory"].map(|folder| files(folder, ".md")).concat() {
        let text = std::fs::read_to_string(&page).unwrap();
        for figure in figures(&text) {
            let command = command(&text, figure)
                .unwrap_or_else(|| panic!("{} has no command for {figure}", page.display()));
            let folder = Folder::new();
            Ran::of(folder.command(arguments(command)).output().unwrap()).quietly(0);
            let new = std::fs::read_to_string(folder.path().join(figure)).unwrap();
            let committed = book().join("pictures").join(figure);
            if std::env::var_os("FEWEST_BLESS").is_some() {
                std::fs::write(&committed, &new).unwrap();
            }
            let old = std::fs::read_to_string(&committed).unwrap_or_default();
            assert!(old == new, "{figure} is not what `{command}` makes: `just figures` writes it");
            made.insert(committed.file_name().unwrap().to_owned());
        }
    }
    let there = files("pictures", ".svg");
    let there: BTreeSet<_> =
        there.iter().map(|path| path.file_name().unwrap().to_owned()).collect();
    assert_eq!(there, made, "every picture is on a page");
}

#[test]
fn every_page_of_a_method_has_a_figure() {
    for page in files("theory", ".md") {
        let text = std::fs::read_to_string(&page).unwrap();
        assert!(!figures(&text).is_empty(), "{}", page.display());
    }
}

#[test]
fn commands_are_found_and_taken_apart() {
    let page = "![A plot](../pictures/a.svg)\n\n`fewest solve \"1 2 3 0\" --plot a.svg`\n";
    assert_eq!(figures(page).into_iter().collect::<Vec<_>>(), ["a.svg"]);
    let found = command(page, "a.svg").unwrap();
    assert_eq!(arguments(found), ["solve", "1 2 3 0", "--plot", "a.svg"]);
    assert_eq!(command(page, "b.svg"), None);
}
