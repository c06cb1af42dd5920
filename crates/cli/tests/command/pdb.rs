//! `fewest pdb`: tables are built, listed, checked and used, and refused if they are damaged.

use crate::checkers::{agree, second};
use crate::run::{Folder, fewest};
use std::fs;
use std::path::PathBuf;

/// The two tables for hard positions of 3x4.
const PARTITION: &str = "3x4:.AABABABABBB";
/// Farthest from the solved board.
const HARD: &str = "0 11 10 / 7 8 9 / 4 5 6 / 1 2 3";

fn files(folder: &Folder) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder.path().join("data/fewest/pdb")) else { return vec![] };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn tables_are_built_once_listed_and_verified() {
    let folder = Folder::new();
    let none = folder.run(&["pdb", "list"]).quietly(0).stdout;
    assert!(none.starts_with("no tables in "), "{none}");
    let built = folder.run(&["pdb", "build", PARTITION, "3x3:1,2,4:0"]).quietly(0).stdout;
    assert_eq!(built.lines().count(), 3, "{built}");
    assert_eq!(files(&folder).len(), 3);
    let again = folder.run(&["pdb", "build", PARTITION]).quietly(0).stdout;
    assert!(again.lines().all(|line| line.ends_with(": already built")), "{again}");
    let list = folder.run(&["pdb", "list"]).quietly(0).stdout;
    assert_eq!(list.lines().filter(|line| line.contains(" states ")).count(), 3, "{list}");
    let verified = folder.run(&["pdb", "verify"]).quietly(0).stdout;
    assert_eq!(verified.lines().filter(|line| line.ends_with("are right")).count(), 3);
    for file in files(&folder) {
        let ran = folder.run(&["verify", file.to_str().unwrap()]).quietly(0);
        assert!(ran.stdout.contains(" distances are right, the largest is "), "{}", ran.stdout);
    }
    let info = folder.run(&["pdb", "info", "3x3:1,2,4:0", "3x3:1,2,5:0"]).quietly(0).stdout;
    assert!(info.contains("stored as ") && info.contains("not stored"), "{info}");
}

#[test]
fn a_spoiled_table_is_refused_by_every_verb_and_built_again_on_request() {
    let folder = Folder::new();
    let what = "3x3:1,2,4:0";
    folder.run(&["pdb", "build", what]).quietly(0);
    let [file] = &files(&folder)[..] else { panic!("one table") };
    let whole = fs::read(file).unwrap();
    fs::write(file, &whole[..whole.len() - 1]).unwrap();
    let verified = folder.run(&["pdb", "verify", what]);
    assert_eq!(verified.code, Some(30));
    assert!(verified.stderr.contains("after the header instead of"), "{}", verified.stderr);
    let path = file.to_str().unwrap();
    let ran = folder.run(&["verify", path]).quietly(30);
    let expected =
        format!("{path}: rejected: the table is too long or too short for its pattern\n");
    assert_eq!(ran.stdout, expected);
    let ran = folder.run(&["verify", path, "--json"]).quietly(30);
    assert!(ran.stdout.contains("\"accepted\":false"), "{}", ran.stdout);
    let info = folder.run(&["pdb", "info", what]).quietly(0).stdout;
    assert!(info.contains("make it again"), "{info}");
    let built = folder.run(&["pdb", "build", what]);
    assert_eq!(built.code, Some(0));
    assert!(built.stderr.contains("(building it again)"), "{}", built.stderr);
    assert_eq!(fs::read(file).unwrap(), whole);
}

#[test]
fn solve_uses_stored_tables_but_not_spoiled_ones() {
    let folder = Folder::new();
    let solve = ["solve", "--json", "--quiet", HARD];
    let without = folder.run(&solve).quietly(0).result();
    assert_eq!(without["upper"], 53);
    let size = "3x4".parse().unwrap();
    let solved = fewest::rules::tiles::Board::solved(size, Default::default());
    let ladder = fewest::tiles::pattern::Collection::ladder(&solved);
    let patterns: Vec<_> = ladder[1].tables().iter().map(ToString::to_string).collect();
    let build: Vec<_> = ["pdb", "build"].into_iter().chain(patterns.iter().map(|p| &**p)).collect();
    folder.run(&build).quietly(0);
    let with = folder.run(&solve).quietly(0).result();
    assert_eq!((&with["upper"], &with["heuristic"]), (&53.into(), &"pattern-databases".into()));
    assert!(with["expanded"].as_u64() < without["expanded"].as_u64());
    for file in files(&folder) {
        let mut bytes = fs::read(&file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&file, bytes).unwrap();
    }
    let spoiled = folder.run(&solve);
    assert_eq!((spoiled.code, &spoiled.result()["upper"]), (Some(0), &53.into()));
    assert!(spoiled.stderr.contains("ignored: "), "{}", spoiled.stderr);
    assert!(spoiled.stderr.contains("does not match its digest"), "{}", spoiled.stderr);
}

#[test]
fn what_cannot_be_built_is_told() {
    for what in ["4x4:9-9", "4x4", "4x4:1,1:0", "7x7:1:0", "3x3:.AAAAAAAAA"] {
        let refused = fewest(&["pdb", "build", what]);
        assert_eq!(refused.code, Some(2), "{what}");
        assert!(refused.stderr.contains(what), "{}", refused.stderr);
    }
    let refused = fewest(&["pdb", "build", "--memory", "1MB", "4x4:1,2,3,4,5,6:0"]);
    assert_eq!(refused.code, Some(20));
    assert!(refused.stderr.contains("building takes"), "{}", refused.stderr);
}

#[test]
fn two_checkers_agree_on_tables() {
    let folder = Folder::new();
    let patterns = ["3x3:1,2,4:0", "3x3:0,1,2,3,4:8", "2x3:1,2,3,4:0", "4x4:1,4:0"];
    folder.run(&[&["pdb", "build"][..], &patterns].concat()).quietly(0);
    for file in files(&folder) {
        let path = file.to_str().unwrap();
        let first = agree(&folder, path, 0);
        // `PATTERN: all STATES distances are right, the largest is FARTHEST`
        let numbers = |text: &str| {
            let text = text.replace(path, "").replace(" all ", " ");
            let words = text.split([' ', ',', '\n']).filter(|word| word.parse::<u64>().is_ok());
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        if let Some(second) = second(&folder, path) {
            assert_eq!(numbers(&second.stdout), numbers(&first), "{second:?}{first}");
        }
        let mut altered = fs::read(&file).unwrap();
        let at = altered.len() - 8;
        altered[at] ^= 1;
        fs::write(&file, altered).unwrap();
        agree(&folder, path, 30);
    }
}
