//! The records of `--json`: every documented key with its type.

use crate::checkers::{agree, signed};
use crate::run::{Folder, fewest};
use serde_json::Value;
use std::collections::BTreeSet;

/// Whether a record has exactly these keys, with these types: `s`tring, `n`umber, `i`nteger,
/// `b`oolean, `l`ist of strings, `o`bject, and `?` after it for null.
#[track_caller]
fn assert_keys(data: &Value, keys: &[(&str, &str)]) {
    let is = |value: &Value, kind: &str| match kind {
        "s" => value.is_string(),
        "n" => value.is_number(),
        "i" => value.is_u64(),
        "b" => value.is_boolean(),
        "l" => value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
        "o" => value.is_object(),
        _ => unreachable!("{kind}"),
    };
    for (key, kind) in keys {
        let value = data.get(key).unwrap_or_else(|| panic!("{key} is missing in {data}"));
        let (kind, may_be_null) = kind.strip_suffix('?').map_or((*kind, false), |k| (k, true));
        assert!(is(value, kind) || (may_be_null && value.is_null()), "{key} is {value}");
    }
    assert_eq!(data.as_object().unwrap().len(), keys.len(), "{data}");
}

const RESULT: &[(&str, &str)] = &[
    ("puzzle", "s"),
    ("instance", "s"),
    ("status", "s"),
    ("stop", "s?"),
    ("lower", "i?"),
    ("upper", "i?"),
    ("moves", "l?"),
    ("engine", "s"),
    ("heuristic", "s"),
    ("direction", "s"),
    ("expanded", "i"),
    ("expanded_until_last_layer", "i"),
    ("generated", "i"),
    ("stored", "i"),
    ("reexpanded", "i"),
    ("seconds", "n"),
    ("cpu_seconds", "n?"),
    ("peak_rss_bytes", "i?"),
    ("threads", "i"),
    ("seed", "i"),
    ("version", "s"),
];

#[test]
fn a_line_is_a_schema_a_type_and_data() {
    let ran = fewest(&["solve", "--json", "water"]).quietly(0);
    for record in ran.records() {
        assert_keys(&record, &[("schema", "i"), ("type", "s"), ("data", "o")]);
        assert_eq!(record["schema"], 1);
    }
}

#[test]
fn results_have_all_keys_whatever_the_status() {
    for (input, status) in [
        (["water", "--engine=astar"], "OPTIMAL"),
        (["panex:2", "--direction=auto"], "OPTIMAL"),
        (["2130", "--direction=auto"], "UNSOLVABLE"),
        (["water", "--nodes=10"], "BOUNDED"),
    ] {
        let ran = fewest(&["solve", "--json", input[0], input[1]]);
        let result = ran.result();
        let of_tiles = [("goal", "s"), ("stated_optimum", "i?"), ("reachable_goals", "l")];
        let of_tiles = if result["puzzle"] == "tiles" { &of_tiles[..] } else { &[] };
        assert_keys(&result, &[RESULT, of_tiles].concat());
        assert_eq!(result["status"], status);
        let has_plan = status == "OPTIMAL";
        assert_eq!((result["moves"].is_null(), result["upper"].is_null()), (!has_plan, !has_plan));
        assert_eq!(result["lower"].is_null(), status == "UNSOLVABLE");
        assert_eq!(result["stop"].is_null(), status != "BOUNDED");
        assert_eq!(result["version"], env!("CARGO_PKG_VERSION"));
        if has_plan {
            assert_eq!(result["moves"].as_array().unwrap().len() as u64, result["upper"]);
        }
    }
}

#[test]
fn progress_tells_each_new_bound_once() {
    let ran =
        fewest(&["solve", "--json", crate::limits::HARD, "--time", "2s", "--engine", "ida-star"]);
    let records = ran.records();
    let (result, progress) = records.split_last().unwrap();
    assert!(!progress.is_empty());
    let mut last = None;
    for record in progress {
        assert_eq!(record["type"], "progress");
        let keys = [("instance", "s"), ("lower", "i"), ("upper", "i?"), ("expanded", "i")];
        let more = [("expanded_until_last_layer", "i"), ("generated", "i"), ("stored", "i")];
        let rest = [("reexpanded", "i"), ("seconds", "n")];
        assert_keys(&record["data"], &[&keys[..], &more, &rest].concat());
        let lower = record["data"]["lower"].as_u64();
        assert!(last < lower, "{record}");
        last = lower;
    }
    assert!(last <= result["data"]["lower"].as_u64());
}

#[test]
fn quiet_leaves_the_results_alone() {
    let folder = Folder::new();
    folder.write("list.txt", "1 2 3 0\n1 2 0 3\n");
    let records = folder.run(&["solve", "--json", "--quiet", "list.txt", "panex:4"]).records();
    let types: Vec<_> = records.iter().map(|record| &record["type"]).collect();
    assert_eq!(types, ["result"; 3]);
}

/// A list may take longer than the search: progress is reported at its beginning, and every ten
/// seconds.
#[test]
fn a_certificate_is_told_while_it_is_listed() {
    let folder = Folder::new();
    let solve = ["solve", "--json", "water", "--certificate", "proof"];
    let records = folder.run(&solve).quietly(0).records();
    let [.., listing, certificate, result] = &records[..] else { panic!("{records:?}") };
    let types = [listing, certificate, result].map(|record| &record["type"]);
    assert_eq!(types, ["listing", "certificate", "result"]);
    assert_keys(&listing["data"], &[("instance", "s"), ("states", "i"), ("seconds", "n")]);
    assert_keys(&certificate["data"], &[("instance", "s"), ("states", "i"), ("digest", "s")]);
    let quiet = folder.run(&[&solve[..], &["--quiet"]].concat()).quietly(0).records();
    assert_eq!((quiet.len(), &quiet[0]["type"]), (1, &"result".into()));
}

#[test]
fn an_error_is_a_record_too() {
    let ran = fewest(&["solve", "--json", "water", "2231"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), "2231:1:2: digit 2 is used twice\n"));
    let records = ran.records();
    assert_eq!(records.len(), 1);
    assert_eq!(records[0]["type"], "error");
    assert_keys(&records[0]["data"], &[("message", "s"), ("exit_code", "i")]);
    assert_eq!(records[0]["data"]["message"], "2231:1:2: digit 2 is used twice");
}

#[test]
fn wrong_usage_is_a_record_too() {
    for arguments in
        [&["solve", "--json", "water", "--speed", "high"][..], &["info", "water", "--json", "--no"]]
    {
        let ran = fewest(arguments);
        assert_eq!(ran.code, Some(2));
        let records = ran.records();
        assert_eq!((records.len(), &records[0]["type"]), (1, &"error".into()));
        let data = &records[0]["data"];
        assert_eq!(data["exit_code"], 2);
        let message = data["message"].as_str().unwrap();
        assert!(message.starts_with("unexpected argument '--"), "{message}");
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
    // It is not a flag there.
    let ran = fewest(&["solve", "--", "--json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(31), ""));
    // Every verb that has records ends with one.
    let ran = fewest(&["info", "--json", "2231"]);
    assert_eq!((ran.code, &ran.records()[0]["type"]), (Some(31), &"error".into()));
}

#[test]
fn too_little_memory_is_a_record_too() {
    let folder = Folder::new();
    folder.run(&["layers", "3x3", "--certificate", "layers"]).quietly(0);
    for (arguments, message) in [
        (&["pdb", "build", "4x4:1,2,3,4,5,6:0"][..], "4x4:1,2,3,4,5,6:0: out of memory: building "),
        (&["layers", "3x4"], "3x4: out of memory"),
        (&["verify", "layers"], "layers: out of memory: checking it takes "),
    ] {
        let ran = folder.run(&[arguments, &["--memory", "1MiB", "--json"]].concat());
        let records = ran.records();
        assert_eq!((records.len(), &records[0]["type"]), (1, &"error".into()), "{arguments:?}");
        let data = &records[0]["data"];
        assert_eq!((ran.code, &data["exit_code"]), (Some(20), &20.into()), "{arguments:?}");
        let told = data["message"].as_str().unwrap();
        assert!(told.starts_with(message), "{told}");
        assert_eq!(ran.stderr, format!("fewest: {told}\n"));
    }
}

#[test]
fn levels_are_records() {
    let folder = Folder::new();
    folder.write("list", "1 2 3 0\n2 1 3 0\n");
    let records = folder.run(&["levels", "--json", "list"]).quietly(0).records();
    let keys = [("number", "i"), ("instance", "s"), ("title", "s?"), ("puzzle", "s?")];
    let keys = [&keys[..], &[("optimum", "i?"), ("error", "s?")]].concat();
    for (number, record) in (1..).zip(&records) {
        assert_eq!((&record["type"], &record["data"]["number"]), (&"level".into(), &number.into()));
        assert_keys(&record["data"], &keys);
        assert_eq!(record["data"]["optimum"], Value::Null);
    }
    assert_eq!(records.len(), 2);
    let built_in = folder.run(&["levels", "--json", "first-steps"]).quietly(0).records();
    for record in &built_in {
        assert_keys(&record["data"], &keys);
        assert!(record["data"]["optimum"].is_u64(), "{record}");
    }
    folder.write("data/katomic/levels/default_levels.dat", "broken");
    let records = folder.run(&["levels", "--json"]).quietly(0).records();
    let keys = [("set", "s"), ("path", "s?"), ("levels", "i?"), ("error", "s?")];
    for record in &records {
        assert_eq!(record["type"], "set");
        assert_keys(&record["data"], &keys);
    }
    let [first, .., last] = &records[..] else { panic!("{records:?}") };
    assert_eq!(first["data"]["set"], "first-steps");
    assert_eq!(
        (&first["data"]["path"], &first["data"]["levels"]),
        (&Value::Null, &built_in.len().into())
    );
    assert!(last["data"]["path"].is_string());
    assert_eq!(last["data"]["levels"], Value::Null);
}

#[test]
fn boards_are_records() {
    let folder = Folder::new();
    folder.write("plan", "8");
    let shown = folder.run(&["show", "--json", "123456708"]).quietly(0).records();
    assert_eq!(shown.len(), 1);
    let keys = [("puzzle", "s"), ("instance", "s"), ("title", "s?"), ("board", "l?")];
    assert_keys(&shown[0]["data"], &[&keys[..], &[("text", "s?")]].concat());
    let start = serde_json::json!(["1 2 3", "4 5 6", "7 _ 8"]);
    assert_eq!((&shown[0]["type"], &shown[0]["data"]["board"]), (&"instance".into(), &start));
    let written = folder.run(&["show", "--json", "water", "--as", "gnome"]).quietly(0).records();
    assert!(written[0]["data"]["text"].as_str().is_some_and(|text| text.contains("WALL")));

    let replayed = folder.run(&["replay", "--json", "123456708", "plan"]).quietly(0).records();
    let types: Vec<_> = replayed.iter().map(|record| &record["type"]).collect();
    assert_eq!(types, ["position", "position", "replayed"]);
    let end = serde_json::json!(["1 2 3", "4 5 6", "7 8 _"]);
    assert_eq!((&replayed[0]["data"]["board"], &replayed[1]["data"]["board"]), (&start, &end));
    assert_eq!(
        (&replayed[1]["data"]["move"], &replayed[1]["data"]["number"]),
        (&"8".into(), &1.into())
    );
    let keys = [("instance", "s"), ("accepted", "b"), ("moves", "i"), ("reason", "s?")];
    assert_keys(&replayed[2]["data"], &keys);
    // Without a plan in the arguments, the result of the search comes first.
    let solved = folder.run(&["replay", "--json", "123456708"]).quietly(0).records();
    assert_eq!((solved.len(), &solved[0]["type"]), (4, &"result".into()));
}

#[test]
fn what_was_verified_is_a_record() {
    let folder = Folder::new();
    let keys = [("instance", "s"), ("accepted", "b"), ("moves", "i?"), ("theorem", "s?")];
    let keys = [&keys[..], &[("proof", "b?"), ("reason", "s?")]].concat();
    for (plan, code, accepted) in [("8", 0, true), ("6", 30, false)] {
        folder.write("plan", plan);
        let records =
            folder.run(&["verify", "--json", "123456708", "plan"]).quietly(code).records();
        assert_eq!((records.len(), &records[0]["type"]), (1, &"verified".into()));
        assert_keys(&records[0]["data"], &keys);
        let data = &records[0]["data"];
        assert_eq!((&data["accepted"], data["moves"].is_null()), (&accepted.into(), !accepted));
        assert_eq!((data["reason"].is_null(), data["proof"].is_null()), (accepted, true));
    }
    folder.run(&["solve", "-q", "water", "--certificate", "proof"]).quietly(0);
    let data = &folder.run(&["verify", "--json", "proof"]).quietly(0).records()[0]["data"];
    assert_keys(data, &keys);
    assert_eq!((&data["accepted"], &data["proof"]), (&true.into(), &true.into()));
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Far more units than are searched again, none of which claims anything.
#[test]
fn the_sample_of_an_audit_is_no_proof() {
    let start = [8, 6, 7, 2, 5, 4, 3, 0, 1_u8];
    let (mut before, mut layer) = (BTreeSet::new(), BTreeSet::from([start]));
    for _ in 0..14 {
        let children = |board: &[u8; 9]| {
            let (board, blank) = (*board, board.iter().position(|&tile| tile == 0).unwrap());
            let is_beside =
                move |&at: &usize| (at / 3).abs_diff(blank / 3) + (at % 3).abs_diff(blank % 3) == 1;
            (0..9).filter(is_beside).map(move |at| {
                let mut child = board;
                child.swap(at, blank);
                child
            })
        };
        let next =
            layer.iter().flat_map(children).filter(|child| !before.contains(child)).collect();
        before = std::mem::replace(&mut layer, next);
    }
    let line = |board: &[u8; 9]| format!("{} 0 1\n", hexadecimal(board));
    let units: String = layer.iter().map(line).collect();
    let instance =
        r#"{"puzzle":"tiles","start":"8 6 7 / 2 5 4 / 3 0 1","goal":"1 2 3 / 4 5 6 / 7 8 0"}"#;
    let search = format!(
        r#"{{"name":"far","instance":{instance},"lower":14,"direction":"forward","heuristic":"manhattan","plan":null}}"#
    );
    let audit = format!(
        "fewest audit 1\nsearch {search}\ndepth 14\nunits {}\nbuilt-by 1\ndigest \n\n{units}",
        layer.len()
    );
    let folder = Folder::new();
    folder.write("audit", signed(&audit));
    let data = &folder.run(&["verify", "--json", "audit"]).quietly(0).records()[0]["data"];
    assert_eq!((&data["accepted"], &data["proof"]), (&true.into(), &false.into()), "{data}");
    let theorem = data["theorem"].as_str().unwrap();
    assert!(
        theorem.starts_with("an audit: 300 of ") && theorem.contains("; if none is: "),
        "{theorem}"
    );
    assert!(agree(&folder, "audit", 0).contains(" an audit: "));
}

#[test]
fn tables_are_records_whether_they_are_built_or_there() {
    let folder = Folder::new();
    let build = ["pdb", "build", "--json", "3x3:1,2,4:0", "3x3:.AAAABBBB"];
    let data = |ran: crate::run::Ran| -> Vec<Value> {
        let records = ran.quietly(0).records().into_iter();
        records
            .inspect(|record| assert_eq!(record["type"], "table"))
            .map(|mut r| r["data"].take())
            .collect()
    };
    let (built, there) = (data(folder.run(&build)), data(folder.run(&build)));
    assert_eq!((built.len(), there.len()), (3, 3));
    for (built, there) in built.iter().zip(&there) {
        assert_keys(built, &[("pattern", "s"), ("states", "i"), ("digest", "s"), ("seconds", "n")]);
        for key in ["pattern", "states", "digest"] {
            assert_eq!(built[key], there[key]);
        }
        let name = built["pattern"].as_str().unwrap().replace(':', "_").replace(',', "-");
        let file = folder.path().join("data/fewest/pdb").join(name + ".pdb");
        let file = std::fs::read(file).unwrap();
        let end = file.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
        assert_eq!(built["digest"], blake3::hash(&file[end..]).to_string());
    }
}

#[test]
fn info_says_what_each_heuristic_says() {
    let records = fewest(&["info", "--heuristics", "--json", "water", "123450786"]).quietly(0);
    let records = records.records();
    for record in &records {
        let values = record["data"]["heuristics"].as_array().unwrap();
        assert!(values.len() >= 5);
        for value in values {
            let keys = [("name", "s"), ("forward", "i?"), ("backward", "i?")];
            assert_keys(value, &[&keys[..], &[("stop", "s?"), ("refused", "s?")]].concat());
            assert_eq!((&value["stop"], &value["refused"]), (&Value::Null, &Value::Null));
        }
    }
    let value = |name: &str, direction: &str| {
        let values = records[0]["data"]["heuristics"].as_array().unwrap();
        let value = values.iter().find(|value| value["name"] == name).unwrap();
        value[direction].as_u64().unwrap()
    };
    for direction in ["forward", "backward"] {
        let [distances, pairs, stops, most] =
            ["generalized-distance", "pair-excess", "supported-stops", "generalized-optimum"]
                .map(|name| value(name, direction));
        assert!(8 == distances && distances <= pairs && pairs <= stops && stops <= 13);
        assert!(pairs <= most && most <= 13);
    }
    // A limit is reported.
    let ran = fewest(&["info", "--heuristics", "--nodes", "0", "water"]).quietly(0);
    let limit = "forward, 8 backward; stopped by the limit on nodes";
    let line = ran.stdout.lines().find(|line| line.starts_with("generalized-optimum ")).unwrap();
    assert!(line.ends_with(limit), "{line}");
    let ran = fewest(&["info", "--nodes", "5", "water"]);
    assert_eq!(ran.code, Some(2));
}

#[test]
fn info_is_readable() {
    let ran = fewest(&["info", "water", "123456708", "panex:3"]).quietly(0);
    let expected = "\
instance           water
title              Water (Atomix 01)
atoms              3
labels             3
placements         17
free cells         45
size               11x10
heuristic forward  at least 8 moves
heuristic backward at least 8 moves
mean moves         7.255 forward, 7.255 backward, over 14,190 placings of the atoms

instance           123456708
size               3x3
goal               blank-last
solvable           yes
reachable goals    blank-last, blank-first, blank-centre
manhattan          at least 1 move

instance           panex:3
towers of          3
pieces             6
moves              standard
full exchange      yes
exchange moves     42
transfer moves     9
growth             3.2308
reachable states   3048
eccentricity       44
history            1983: up to X_5 = 343 in an hour and X_6 = 881 in a day on a VAX 11/750 \
(Manasse, Sleator, Wei, Baxter: The Panex Puzzle, section The Program)
";
    assert!(ran.stdout.starts_with(expected), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("\nhistory ").count(), 5);
}

#[test]
fn info_tells_what_is_known_of_each_family() {
    let info = |input: &str| {
        let records = fewest(&["info", "--json", input]).quietly(0).records();
        assert_eq!((records.len(), &records[0]["type"]), (1, &"info".into()));
        records[0]["data"].clone()
    };
    let first = [("puzzle", "s"), ("instance", "s"), ("title", "s?"), ("board", "l?")];

    let water = info("water");
    let keys = [("atoms", "i"), ("labels", "i"), ("placements", "i"), ("free_cells", "i")];
    let more = [("width", "i"), ("height", "i"), ("heuristic", "o"), ("branching", "o?")];
    assert_keys(&water, &[&first[..], &keys, &more].concat());
    assert_keys(&water["heuristic"], &[("forward", "i?"), ("backward", "i?")]);
    let numbers = ["atoms", "labels", "placements", "free_cells", "width", "height"];
    assert_eq!(numbers.map(|key| water[key].as_u64().unwrap()), [3, 3, 17, 45, 11, 10]);

    let tiles = info("123456789abcdfe0");
    let keys = [("size", "s"), ("goal", "s"), ("solvable", "b"), ("manhattan", "i")];
    assert_keys(
        &tiles,
        &[&first[..], &keys, &[("stated_optimum", "i?"), ("reachable_goals", "l")]].concat(),
    );
    assert_eq!((&tiles["solvable"], &tiles["manhattan"]), (&false.into(), &2.into()));

    let panex = info("panex:10");
    let keys = [("n", "i"), ("pieces", "i"), ("rule", "s"), ("exchange", "b")];
    let more =
        [("exchange_moves", "i?"), ("transfer_moves", "i?"), ("assumes", "s"), ("growth", "n?")];
    let known = [("reachable_states", "i?"), ("eccentricity", "i?"), ("history", "l")];
    assert_keys(&panex, &[&first[..], &keys, &more, &known].concat());
    assert_eq!(
        (&panex["exchange_moves"], &panex["transfer_moves"]),
        (&31_537.into(), &4875.into())
    );
    assert_eq!(info("panex:a1/-/b1:a1/b1/-")["exchange"], false);
    assert!(info("panex:800")["exchange_moves"].as_f64().is_some_and(|moves| moves > 1e300));
    assert_eq!(info("panex:10000")["exchange_moves"], Value::Null);
    // Published results are only about two towers in the standard game.
    for (variant, rule, pieces) in
        [("panex:5:neighbours", "neighbours", 10), ("panex:5:one-tower", "standard", 5)]
    {
        let info = info(variant);
        assert_eq!((&info["rule"], &info["pieces"]), (&rule.into(), &pieces.into()));
        assert_eq!(info["exchange"], false);
        for unknown in ["exchange_moves", "transfer_moves", "growth", "reachable_states"] {
            assert_eq!(info[unknown], Value::Null, "{variant}: {unknown}");
        }
        assert_eq!(info["history"], Value::Array(vec![]));
    }
}
