//! Pictures, pages and animations of the three puzzles.

use crate::run::{Folder, Ran};
use serde_json::Value;

const INPUTS: [&str; 3] = ["water", "1 2 3 / 4 0 6 / 7 5 8", "panex:3"];

#[test]
fn every_puzzle_is_shown_in_every_medium() {
    let folder = Folder::new();
    for input in INPUTS {
        for (medium, begins) in [("html", "<!doctype html>"), ("svg", "<svg"), ("gif", "GIF89a")] {
            let ran = folder.run(&["replay", input, "--as", medium, "--output", "shown"]);
            // Standard output is free for the result.
            assert!(ran.quietly(0).stdout.contains(": OPTIMAL: "), "{input}: {medium}");
            let shown = std::fs::read(folder.path().join("shown")).unwrap();
            assert!(shown.starts_with(begins.as_bytes()), "{input}: {medium}");
        }
        let shown = folder.run(&["show", input, "--as", "svg"]).quietly(0).stdout;
        assert!(shown.starts_with("<svg") && shown.ends_with("</svg>\n"), "{shown}");
        let text = folder.run(&["replay", input]).quietly(0).stdout;
        assert!(text.contains("solved after") && !text.contains('\x1b'), "{text}");
    }
}

#[test]
fn a_plan_that_is_rejected_is_shown_as_far_as_it_goes() {
    let folder = Folder::new();
    let why = "123406758: rejected: move 2 (1) is not legal: tile 1 is not beside the blank\n";
    for medium in ["html", "svg", "gif"] {
        let arguments = ["replay", INPUTS[1], "5 1 8", "--as", medium, "--output", "page"];
        let ran = folder.run(&arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(30), why), "{medium}");
    }
    let arguments = ["replay", INPUTS[1], "5 1 8", "--as", "html", "--output", "page"];
    assert_eq!(folder.run(&arguments).code, Some(30));
    let page = std::fs::read_to_string(folder.path().join("page")).unwrap();
    assert!(page.contains("<p>rejected: "), "{page}");
    assert_eq!(steps(&page), 1);
}

#[test]
fn a_plan_of_which_nothing_can_be_shown_replaces_no_picture() {
    let folder = Folder::new();
    folder.write("picture", "<svg>");
    let arguments = ["replay", "panex:1", "M-L", "--as", "svg", "--output", "picture"];
    let ran = folder.run(&arguments);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(30), ""));
    assert!(ran.stderr.starts_with("panex:1: rejected: move 1 (M-L) "), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(folder.path().join("picture")).unwrap(), "<svg>");
}

/// The number of steps in a page.
fn steps(page: &str) -> usize {
    let (_, rest) = page.split_once("id=\"steps\">\n").unwrap();
    rest.split_once("</script>").unwrap().0.lines().count()
}

/// Under a limit that all moves with their boards in memory would exceed.
#[cfg(target_os = "linux")]
#[test]
fn a_plan_of_many_moves_is_written_as_it_is_made() {
    let folder = Folder::new();
    let info = folder.run(&["info", "--json", "panex:13"]).quietly(0).records().remove(0);
    let moves = info["data"]["exchange_moves"].as_u64().unwrap();
    assert!(moves > 400_000, "{moves}");
    let limited = |arguments: &[&str]| {
        let command = folder.command(arguments);
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", r#"ulimit -v 250000; exec "$0" "$@""#]).arg(command.get_program());
        Ran::of(shell.args(command.get_args()).current_dir(folder.path()).output().unwrap())
    };
    let ran = limited(&["replay", "panex:13", "--as", "html", "--output", "page"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let page = std::fs::read_to_string(folder.path().join("page")).unwrap();
    assert_eq!(steps(&page) as u64, moves);
    // Boards as text are written in the same way.
    let ran = limited(&["replay", "panex:11", "--output", "boards"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let boards = std::fs::read_to_string(folder.path().join("boards")).unwrap();
    assert!(boards.contains("solved after"));
    let too_long = folder.run(&["replay", "panex:13", "--as", "gif", "--output", "film"]);
    assert_eq!(too_long.code, Some(2));
    assert!(too_long.stderr.contains("at most 5000 moves"), "{}", too_long.stderr);
}

#[test]
fn a_picture_is_of_one_instance() {
    let ran = Folder::new().run(&["replay", "water", "--as", "svg", "--json"]);
    assert_eq!(ran.code, Some(2));
    let records = ran.records();
    assert_eq!(records[0]["type"], Value::from("error"));
}
