//! `solve --checkpoint`.

use crate::run::Folder;

/// Two million positions with the first tables, which are the last for so little memory.
const SEARCH: [&str; 9] = [
    "solve",
    "ca6098dfb73254e1",
    "--memory",
    "40MiB",
    "--threads",
    "1",
    "--checkpoint",
    "file",
    "--json",
];

#[test]
fn a_search_goes_on_where_it_ended_and_the_file_is_removed_when_it_is_done() {
    let folder = Folder::new();
    let whole = folder.run(&SEARCH).quietly(0).result();
    let file = folder.path().join("file");
    assert!(!file.exists());
    let ended = folder.run(&[&SEARCH[..], &["--nodes", "450k"]].concat()).quietly(21).result();
    let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
    assert!(text.starts_with("fewest checkpoint 2\nposition 4x4:"), "{text}");
    let ran = folder.run(&SEARCH);
    let lower = &ended["lower"];
    let expected = format!("fewest: goes on from file: at least {lower} moves, ");
    assert!(ran.stderr.starts_with(&expected), "{}", ran.stderr);
    let result = ran.result();
    for key in ["status", "upper", "moves", "expanded_until_last_layer"] {
        assert_eq!(result[key], whole[key], "{key}");
    }
    assert!(!file.exists());
}

#[test]
fn a_search_that_a_limit_ends_with_a_plan_keeps_its_file() {
    let folder = Folder::new();
    let hard = ["solve", "159d26ae37bf48c0"];
    let limited = ["--nodes", "30M"];
    let ended = folder.run(&[&hard[..], &SEARCH[2..], &limited].concat()).result();
    assert_eq!(ended["status"], "SOLVED");
    assert!(folder.path().join("file").exists());
}

#[test]
fn a_file_of_something_else_is_refused_and_stays() {
    let folder = Folder::new();
    folder.write("file", "precious");
    let ran = folder.run(&SEARCH[..8]);
    let expected = "file: no fewest checkpoint\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(31), "", expected));
    assert_eq!(std::fs::read(folder.path().join("file")).unwrap(), b"precious");
}

#[test]
fn other_searches_have_no_checkpoints() {
    let folder = Folder::new();
    let only = "fewest: there are checkpoints only of tile puzzles with the default engine\n";
    let several = "fewest: --checkpoint: there is one for one instance, not for several\n";
    for (arguments, expected) in [
        (&["water"][..], only),
        (&["867254301", "--engine", "astar"], only),
        (&["867254301", "--direction", "backward"], only),
        (&["867254301", "867254301"], several),
    ] {
        let ran = folder.run(&[&["solve", "--checkpoint", "file"], arguments].concat());
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(2), "", expected));
    }
}
