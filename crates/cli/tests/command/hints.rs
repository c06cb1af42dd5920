//! Hints, and plans of users.

use crate::run::{Folder, fewest};
use serde_json::{Value, json};

fn keys(data: &Value) -> Vec<&str> {
    data.as_object().unwrap().keys().map(String::as_str).collect()
}

#[track_caller]
fn hint(arguments: &[&str], code: i32) -> Value {
    let ran = fewest(&[&["hint", "--json"][..], arguments].concat()).quietly(code);
    let records = ran.records();
    assert_eq!((records.len(), &records[0]["type"]), (1, &"hint".into()));
    let data = records[0]["data"].clone();
    let mut all = ["instance", "status", "stop", "lower", "upper", "moves"];
    all.sort_unstable();
    let mut found = keys(&data);
    found.sort_unstable();
    assert_eq!(found, all);
    for judged in data["moves"].as_array().unwrap() {
        assert!(judged["move"].is_string() && judged["is"].is_string(), "{judged}");
        assert_eq!(keys(judged).len(), 2);
    }
    data
}

/// The moves with this judgement.
fn moves<'a>(hint: &'a Value, judgement: &str) -> Vec<&'a str> {
    let moves = hint["moves"].as_array().unwrap().iter();
    let moves = moves.filter(|judged| judged["is"] == judgement);
    moves.map(|judged| judged["move"].as_str().unwrap()).collect()
}

/// Playing the best moves of hints solves every puzzle in the number of moves that they state.
#[test]
fn best_moves_lead_to_the_end() {
    for input in ["water", "1 2 3 / 4 0 6 / 7 5 8", "panex:2"] {
        let mut played: Vec<String> = vec![];
        let mut left = None;
        loop {
            let after = played.join("\n");
            let mut arguments = vec![input];
            if !played.is_empty() {
                arguments.extend(["--after", after.as_str()]);
            }
            let data = hint(&arguments, 0);
            let upper = data["upper"].as_u64().unwrap();
            assert!(left.is_none_or(|left: u64| left == upper + 1), "{input}: {played:?}");
            left = Some(upper);
            if upper == 0 {
                assert_eq!(moves(&data, "shortest"), [""; 0]);
                break;
            }
            played.push(moves(&data, "shortest")[0].to_owned());
        }
    }
}

#[test]
fn what_is_lost_is_told() {
    let data = hint(&["2 1 3 / 4 5 6 / 7 8 0"], 10);
    assert_eq!((&data["status"], &data["lower"]), (&"UNSOLVABLE".into(), &Value::Null));
    assert_eq!(moves(&data, "loses").len(), 2);
    let said = fewest(&["hint", "2 1 3 / 4 5 6 / 7 8 0"]).quietly(10).stdout;
    assert!(said.contains("It cannot be solved from here."), "{said}");
}

#[test]
fn limits_leave_moves_unknown() {
    let data = hint(&[crate::limits::HARD, "--time", "500ms"], 21);
    assert_eq!((&data["status"], &data["stop"]), (&"BOUNDED".into(), &"time".into()));
    assert!(data["lower"].as_u64().unwrap() > 0 && data["upper"].is_null());
    assert_eq!(moves(&data, "unknown").len(), 2);
}

#[track_caller]
fn improve(folder: &Folder, arguments: &[&str], code: i32) -> Value {
    let ran = folder.run(&[&["improve", "--json"][..], arguments].concat()).quietly(code);
    let records = ran.records();
    assert_eq!((records.len(), &records[0]["type"]), (1, &"improvement".into()));
    let data = records[0]["data"].clone();
    let mut found = keys(&data);
    found.sort_unstable();
    assert_eq!(found, ["instance", "is", "lower", "moves", "own", "reason", "upper"]);
    data
}

#[test]
fn a_plan_of_ones_own_is_judged() {
    let folder = Folder::new();
    let start = "1 2 3 / 4 0 6 / 7 5 8";
    // Tile 6 moves to and fro first.
    let data = improve(&folder, &[start, "6 6 5 8"], 0);
    assert_eq!(
        (&data["is"], &data["own"], &data["upper"]),
        (&"shorter".into(), &4.into(), &2.into())
    );
    assert_eq!((&data["moves"], &data["lower"]), (&json!(["5", "8"]), &2.into()));
    let data = improve(&folder, &[start, "5 8"], 0);
    assert_eq!(
        (&data["is"], &data["own"], &data["lower"]),
        (&"shortest".into(), &2.into(), &2.into())
    );
    assert_eq!(data["moves"], Value::Null);
    let data = improve(&folder, &[start, "6 6"], 30);
    assert_eq!((&data["is"], &data["own"]), (&"rejected".into(), &Value::Null));
    assert!(data["reason"].as_str().is_some_and(|reason| !reason.is_empty()));

    let said = folder.run(&["improve", start, "6 6 5 8"]).quietly(0).stdout;
    assert!(
        said.ends_with(": 2 moves instead of 4, and no shorter solution exists\n5\n8\n"),
        "{said}"
    );
    let said = folder.run(&["improve", start, "D L U R", "--notation", "blank"]).code;
    assert_eq!(said, Some(30));
}

#[test]
fn plans_of_the_command_itself_are_shortest() {
    let folder = Folder::new();
    for input in ["water", "panex:3", "8 6 7 / 2 5 4 / 3 0 1"] {
        let solved = folder.run(&["solve", "--json", input]).quietly(0).stdout;
        folder.write("plan", solved.lines().last().unwrap());
        let data = improve(&folder, &[input, "plan"], 0);
        assert_eq!((&data["is"], &data["upper"]), (&"shortest".into(), &data["own"]));
        let stopped = improve(&folder, &[input, "plan", "--nodes", "1", "--engine", "astar"], 21);
        assert_eq!(stopped["is"], "open");
        assert!(stopped["lower"].as_u64() < stopped["own"].as_u64(), "{stopped}");
    }
}
