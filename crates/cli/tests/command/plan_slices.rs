//! Parts of plans, and exchanges too long to write out.

use crate::run::{Folder, fewest};

#[test]
fn moves_are_written_one_a_line() {
    let all = fewest(&["solve", "water", "--moves"]).quietly(0).stdout;
    assert_eq!(all.lines().count(), 13);
    let some = fewest(&["solve", "water", "--moves=3-4"]).quietly(0).stdout;
    assert_eq!(some.lines().collect::<Vec<_>>(), all.lines().skip(2).take(2).collect::<Vec<_>>());
    let end = fewest(&["solve", "water", "--moves=13-"]).quietly(0).stdout;
    assert_eq!(Some(end.trim_end()), all.lines().last());
    assert_eq!(fewest(&["solve", "water", "--moves=99-"]).quietly(0).stdout, "");
    let folder = Folder::new();
    folder.write("plan", &all);
    folder.run(&["verify", "water", "plan"]).quietly(0);
}

#[test]
fn any_position_of_a_plan_can_be_shown() {
    let start = fewest(&["solve", "panex:2", "--at", "0"]).quietly(0).stdout;
    assert_eq!(start, "   L    M    R\n0  .----.----.\n1  a1   .    b1\n2  a2   .    b2\n");
    let end = fewest(&["solve", "panex:2", "--at", "13"]).quietly(0).stdout;
    let (last, board) = end.split_once('\n').unwrap();
    assert!(last.starts_with("13. "), "{last}");
    assert_eq!(board, "   L    M    R\n0  .----.----.\n1  b1   .    a1\n2  b2   .    a2\n");
    let frames = fewest(&["replay", "water"]).quietly(0).stdout;
    let fifth = fewest(&["solve", "water", "--at", "5"]).quietly(0).stdout;
    assert!(frames.contains(&fifth), "{fifth}");
}

#[test]
fn an_exchange_of_ten_is_replayed_and_reported_with_all_moves() {
    let result = fewest(&["solve", "panex:10", "--json"]).quietly(0).result();
    assert_eq!((&result["status"], &result["upper"]), (&"OPTIMAL".into(), &31_537.into()));
    assert_eq!(result["engine"], "level-decomposition");
    assert_eq!(result["moves"].as_array().map(Vec::len), Some(31_537));
}

#[test]
fn an_exchange_of_forty_is_entered_anywhere() {
    let length = "9620964235986159";
    let result = fewest(&["solve", "panex:40", "--json"]).quietly(0).result();
    assert_eq!(result["lower"].to_string(), length);
    assert_eq!(result["upper"].to_string(), length);
    assert!(result["moves"].is_null());
    let thousand = fewest(&["solve", "panex:40", "--moves=1-1000"]).quietly(0).stdout;
    assert_eq!(thousand.lines().count(), 1000);
    let last = fewest(&["solve", "panex:40", "--moves=9620964235985160-"]).quietly(0).stdout;
    assert_eq!(last.lines().count(), 1000);
    let end = fewest(&["solve", "panex:40", "--at", length]).quietly(0).stdout;
    assert!(end.contains("\n 1  b1    .     a1\n"), "{end}");
}

#[test]
fn other_numbers_of_moves_are_refused() {
    let beyond = fewest(&["solve", "water", "--at", "14"]);
    assert_eq!(beyond.code, Some(2));
    assert_eq!(beyond.stderr, "fewest: --at: there is no move 14; the plan has 13 moves\n");
    for argument in ["--moves=0-3", "--moves=5-4", "--moves=x", "--moves=", "--at=-1", "--at="] {
        assert_eq!(fewest(&["solve", "water", argument]).code, Some(2), "{argument}");
    }
}

#[test]
fn exchanges_keep_to_limits() {
    let asked = fewest(&["solve", "panex:5", "--json", "--upper-bound", "342"]);
    assert_eq!((asked.code, asked.result()["lower"].as_u64()), (Some(11), Some(343)));
    let time = fewest(&["solve", "panex:9999", "--json", "--time", "300ms"]);
    assert_eq!((time.code, &time.result()["stop"]), (Some(21), &"time".into()));
    let memory = fewest(&["solve", "panex:9999", "--json", "--memory", "20MiB"]);
    assert_eq!((memory.code, &memory.result()["stop"]), (Some(20), &"memory".into()));
}
