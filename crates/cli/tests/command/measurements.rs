//! `fewest layers`, `fewest predict`, and the programs of the literature.

use crate::checkers::{agree, reject_what_is_altered, signed};
use crate::run::{Folder, fewest};

#[test]
fn layers_are_certified() {
    let folder = Folder::new();
    let counted = folder.run(&["layers", "3x3", "--certificate", "layers"]).quietly(0).stdout;
    assert_eq!(counted, fewest(&["layers", "3x3"]).quietly(0).stdout);
    let said = agree(&folder, "layers", 0);
    let expected = "layers: accepted: 181440 positions can be reached from 1 2 3 / 4 5 6 / 7 8 0, \
                    the farthest after 31 moves\n";
    assert_eq!(said, expected);
    let file = folder.path().join("layers");
    let text = std::fs::read_to_string(&file).unwrap();
    let ran = folder.feed(&["verify", "-"], &text).quietly(0);
    assert_eq!(ran.stdout, expected.replace("layers: ", "-: "));
    folder.write("other", text.replace("\n2 ", "\n3 "));
    let said = agree(&folder, "other", 30);
    assert!(said.starts_with("other: rejected: line "), "{said}");
    let ran = folder.run(&["verify", "layers", "--memory", "1MiB"]);
    let expected = "fewest: layers: out of memory: checking it takes 1.";
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(20), ""));
    assert!(ran.stderr.starts_with(expected), "{}", ran.stderr);
    let ran = folder.run(&["layers", "3x3", "--certificate", "no/such/folder"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("--certificate: no/such/folder cannot be written"));
}

#[test]
fn altered_layers_are_rejected_by_both_checkers() {
    let folder = Folder::new();
    folder.run(&["layers", "2x3", "--certificate", "layers"]).quietly(0);
    agree(&folder, "layers", 0);
    reject_what_is_altered(&folder, "layers");
    let text = std::fs::read_to_string(folder.path().join("layers")).unwrap();
    let (head, rest) = text.split_once("\n\n").unwrap();
    let one_less = |lines: &str| {
        let head = head.replace("\nlayers 22\n", "\nlayers 21\n");
        signed(&format!("{head}\n\n{lines}"))
    };
    let (first, others) = rest.split_once('\n').unwrap();
    let (last, _) = rest.trim_end().rsplit_once('\n').unwrap();
    let other_start = head.replace("1 2 / 3 4 / 5 0", "1 2 / 3 4 / 0 5");
    assert_ne!(other_start, head);
    for altered in [
        signed(&text.replacen("\n2 ", "\n3 ", 1)),
        signed(&format!("{head}\n\n{first}0\n{others}")),
        signed(&format!("{other_start}\n\n{rest}")),
        one_less(others),
        one_less(&format!("{last}\n")),
    ] {
        folder.write("other", altered);
        agree(&folder, "other", 30);
    }
}

#[test]
fn layers_of_a_whole_space() {
    let text = fewest(&["layers", "2x3"]).quietly(0).stdout;
    assert!(
        text.starts_with("moves   positions\n    0           1\n    1           2\n"),
        "{text}"
    );
    assert!(
        text.contains("\n   21           1\n360 positions; one of the farthest, at 21 moves: ")
    );
    let json = fewest(&["layers", "3x3", "--json", "--threads", "1"]).quietly(0);
    let data = &json.records()[0]["data"];
    assert_eq!((&data["size"], &data["positions"]), (&"3x3".into(), &181_440.into()));
    let layers: Vec<_> =
        data["layers"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!((layers.len(), layers[31], layers.iter().sum::<u64>()), (32, 2, 181_440));
    let large = fewest(&["layers", "4x4"]);
    assert_eq!(large.code, Some(2));
    assert!(large.stderr.contains("too many positions"), "{}", large.stderr);
    assert_eq!(fewest(&["layers", "3x4", "--memory", "1MiB"]).code, Some(20));
}

#[test]
fn predictions_beside_counts() {
    let random = ["predict", "--size", "3x3", "--bounds", "20-21", "--starts", "200"];
    let text = fewest(&random).quietly(0).stdout;
    assert!(text.starts_with("manhattan: mean "), "{text}");
    assert!(text.contains("over all positions"), "{text}");
    let both = ["--heuristic", "linear-conflict,3x3:.AAABBBBB", "--json"];
    let records = fewest(&[&random[..], &both].concat()).quietly(0).records();
    assert_eq!(records.len(), 4);
    for record in &records {
        let data = &record["data"];
        assert!(data["predicted"].as_f64().unwrap() > 0.0 && data["starts"].as_u64().unwrap() > 50);
    }
    let listed = ["predict", "--bounds", "31", "867254301"];
    let text = fewest(&listed).quietly(0).stdout;
    assert!(text.contains("over 1 starts"), "{text}");
    for wrong in [
        &["predict", "--bounds", "3-2", "--size", "3x3"][..],
        &["predict", "--bounds", "300", "--size", "3x3"],
        &["predict", "--bounds", "20"],
        &["predict", "--bounds", "20", "water"],
        &["predict", "--bounds", "20", "--size", "3x3", "--heuristic", "pair-excess"],
        &["predict", "--bounds", "20", "--size", "3x3", "--heuristic", "4x4:5-5-5"],
        &["predict", "--bounds", "20", "123456780", "123456789abcdef0"],
    ] {
        let ran = fewest(wrong);
        assert_eq!(ran.code, Some(2), "{wrong:?}: {}", ran.stderr);
    }
}

#[test]
fn knuths_program_tells_every_try() {
    let solve = ["solve", "--engine", "knuth", "2 1 6 / 4 0 8 / 7 3 5"];
    let text = fewest(&solve).quietly(0).stdout;
    assert!(text.contains("no solution with 10+0 moves: "), "{text}");
    assert!(text.contains("search     knuth forward, manhattan"), "{text}");
    let result = fewest(&[&solve[..], &["--json"]].concat()).quietly(0).result();
    let tries = result["tries"].as_array().unwrap();
    assert_eq!((&tries[0]["happy"], &tries[0]["sad"]), (&10.into(), &0.into()));
    let length = result["upper"].as_u64().unwrap();
    assert_eq!(tries.len() as u64, (length - 10) / 2);
    let happy = fewest(&["solve", "--json", "--engine", "knuth", "bc9e80df3412a756"]);
    assert!(happy.quietly(0).result().get("tries").is_none(), "the first try succeeds");
    for other in ["water", "panex:3"] {
        assert_eq!(fewest(&["solve", other, "--engine", "knuth"]).code, Some(2), "{other}");
    }
}

#[test]
fn korf_and_felners_program_counts_what_it_generates() {
    let tables = ["--engine", "korf-felner", "--heuristic", "4x4:5-5-5", "--json"];
    let position = ["solve", "2 15 1 12 8 5 6 11 4 9 10 7 3 14 13 0"];
    let result = fewest(&[&position[..], &tables].concat()).quietly(0).result();
    assert_eq!(
        (&result["engine"], &result["heuristic"]),
        (&"korf-felner".into(), &tables[3].into())
    );
    assert_eq!(result["status"], "OPTIMAL");
    assert!(result["generated"].as_u64() > result["expanded"].as_u64());
}

#[test]
fn the_midpoint_gives_plans_as_long_as_layers_do() {
    for instance in ["panex:4", "867254301"] {
        let lengths = ["layers", "midpoint"].map(|recovery| {
            let arguments =
                ["solve", "--json", "--engine", "frontier", "--plan-recovery", recovery, instance];
            let result = fewest(&arguments).quietly(0).result();
            assert_eq!(result["status"], "OPTIMAL");
            result["upper"].as_u64()
        });
        assert_eq!(lengths[0], lengths[1], "{instance}");
    }
    let other = fewest(&["solve", "water", "--plan-recovery", "midpoint"]);
    assert_eq!(other.code, Some(2));
    assert!(
        other.stderr.contains("does not support plan-recovery; frontier does"),
        "{}",
        other.stderr
    );
}
