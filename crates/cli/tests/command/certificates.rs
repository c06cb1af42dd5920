//! `solve --certificate` and `verify` without a plan.

use crate::checkers::{agree, reject_what_is_altered, second};
use crate::run::{Folder, fewest};
use fewest::proof::panex::Theorem;

const ASSUMED: &str = Theorem::ASSUMES;

/// Until it is proved, everything that says that no exchange of higher towers is shorter says so.
#[test]
fn what_is_argued_but_not_proved_is_named_wherever_it_is_assumed() {
    let folder = Folder::new();
    let ran = folder.run(&["solve", "-q", "panex:40"]).quietly(0);
    let shown = "OPTIMAL: 9620964235986159 moves, and no shorter solution exists";
    assert_eq!(ran.stdout, format!("panex:40: {shown} if {ASSUMED}\n"));
    let ran = folder.run(&["solve", "-q", "panex:5", "--upper-bound", "342"]).quietly(11);
    let bounded = "panex:5: BOUNDED: every solution has at least 343 moves";
    assert_eq!(ran.stdout, format!("{bounded} if {ASSUMED}\n"));

    let certify = ["solve", "--json", "panex:40", "--certificate", "proof"];
    assert_eq!(folder.run(&certify).quietly(0).result()["assumes"], ASSUMED);
    let data = |arguments: &[&str]| folder.run(arguments).quietly(0).records()[0]["data"].clone();
    let verified = data(&["verify", "--json", "proof"]);
    assert_eq!((&verified["proof"], &verified["assumes"]), (&true.into(), &ASSUMED.into()));
    if let Some(second) = second(&folder, "proof") {
        let said = second.quietly(0).stdout;
        let stated = "X(n) and T(n) are as stated for all n >= 5";
        assert_eq!(said, format!("proof: accepted: {stated} if {ASSUMED}\n"));
    }
    let checker = include_str!("../../../../checker/exchange.py");
    assert!(checker.contains(&format!("\nASSUMES = \"{ASSUMED}\"\n")));

    for (arguments, words) in [
        (&["info", "panex:5"][..], format!("\nassumes            {ASSUMED}\n")),
        (&["rate", "panex:40"], format!("\nmoves                9620964235986159 if {ASSUMED}\n")),
        (&["hint", "panex:5"], format!(". This assumes that {ASSUMED}.\n")),
    ] {
        let said = folder.run(arguments).quietly(0).stdout;
        assert!(said.contains(&words), "{said}");
        let json = data(&[arguments, &["--json"]].concat());
        assert_eq!(json["assumes"], ASSUMED, "{arguments:?}");
    }
    let plan = folder.run(&["solve", "panex:5", "--moves"]).quietly(0).stdout;
    folder.write("plan", plan);
    let said = folder.run(&["improve", "panex:5", "plan"]).quietly(0).stdout;
    assert_eq!(said, format!("panex:5: yours is shortest: 343 moves, if {ASSUMED}\n"));
    assert_eq!(data(&["improve", "--json", "panex:5", "plan"])["assumes"], ASSUMED);
    folder.run(&["work", "split", "jobs", "panex:5", "--depth", "0"]).quietly(0);
    folder.run(&["work", "run", "jobs"]).quietly(0);
    let merged = folder.run(&["work", "merge", "jobs"]).quietly(0).result();
    assert_eq!((&merged["status"], &merged["assumes"]), (&"OPTIMAL".into(), &ASSUMED.into()));
}

/// Searches assume nothing, nor does what a search was stopped with.
#[test]
fn nothing_is_assumed_where_positions_are_searched() {
    for arguments in [
        &["panex:3", "--engine", "frontier"][..],
        &["panex:5", "--engine", "frontier"],
        &["panex:4"],
        &["panex:5:neighbours", "--nodes", "100"],
        &["panex:9999", "--time", "0s"],
    ] {
        let ran = fewest(&[&["solve", "--json"], arguments].concat());
        assert_eq!(ran.result().get("assumes"), None, "{arguments:?}");
        let said = fewest(&[&["solve"], arguments].concat()).stdout;
        assert!(said.starts_with("panex:") && !said.contains(" if "), "{said}");
    }
    for verb in ["info", "rate", "hint"] {
        let said = fewest(&[verb, "panex:4"]).quietly(0).stdout;
        assert!(!said.contains(ASSUMED), "{said}");
    }
}

#[test]
fn our_own_certificate_is_verified_and_an_altered_one_is_not() {
    let folder = Folder::new();
    let ran = folder.run(&["solve", "-q", "panex:5", "--certificate", "proof.txt"]).quietly(0);
    let verdict =
        format!("panex:5: OPTIMAL: 343 moves, and no shorter solution exists if {ASSUMED}\n");
    assert_eq!(ran.stdout, verdict);
    let expected = format!(
        "\
proof.txt: accepted: X(n) moves exchange two towers of n, T(n) bring one to the middle,
and no fewer do if {ASSUMED};
P are the Pell numbers 0, 1, 2, 5, ...
X(n) = -105 P(n) + 49 P(n+1) - 2 - 8 n for all n >= 5
T(n) = 21/2 P(n) - 7/2 P(n+1) - 3/2 for all odd n >= 5
T(n) = 21/2 P(n) - 7/2 P(n+1) - 1/2 for all even n >= 5
"
    );
    assert_eq!(agree(&folder, "proof.txt", 0), expected);

    let text = std::fs::read_to_string(folder.path().join("proof.txt")).unwrap();
    let line = text.lines().position(|line| line.starts_with("exchange odd")).unwrap() + 1;
    folder.write(
        "shorter.txt",
        text.replace("exchange odd -105 49 -2 -8", "exchange odd -105 49 -3 -8"),
    );
    let said = agree(&folder, "shorter.txt", 30);
    let expected = format!(
        "shorter.txt: rejected: line {line}: the cost of the parts is -105 49 -2 -8, \
         not -105 49 -3 -8\n"
    );
    assert_eq!(said, expected);

    folder.write("broken.txt", text.replace("exchange odd -105", "exchange odd --105"));
    let ran = folder.run(&["verify", "broken.txt"]);
    let expected = format!(
        "broken.txt:{line}:14: expected a coefficient like -8 or 7/2, of at most 30 digits\n"
    );
    assert_eq!((ran.code, ran.stderr), (Some(31), expected));
    if let Some(second) = second(&folder, "broken.txt") {
        let said = second.quietly(31).stdout;
        let expected = format!("broken.txt: not checked: it cannot be read: line {line}: ");
        assert!(said.starts_with(&expected), "{said}");
    }
}

/// As the book says: only functions and rules have an order of their own.
#[test]
fn the_lines_of_a_certificate_of_panex_come_in_any_order() {
    let folder = Folder::new();
    folder.run(&["solve", "-q", "panex:5", "--certificate", "proof.txt"]).quietly(0);
    let text = std::fs::read_to_string(folder.path().join("proof.txt")).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    let is_ordered = |line: &&str| line.starts_with("function ") || line.starts_with("rule ");
    let (ordered, others): (Vec<_>, Vec<_>) = rest.lines().partition(is_ordered);
    assert!(ordered.len() > 100 && others.len() > 100);
    let backward = |others: &[&str]| {
        let lines = [first].into_iter().chain(others.iter().rev().copied()).chain(ordered.clone());
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    folder.write("backward.txt", backward(&others));
    agree(&folder, "backward.txt", 0);
    folder.write("missing.txt", backward(&others[1..]));
    agree(&folder, "missing.txt", 30);
    let nothing = format!("{first}\nnothing\n");
    let function = format!("{first}\nends 1 o1 0 0 0 0\n");
    let rule = format!("{first}\ntransfer odd 0 0 0 0 1\n");
    let bytes = [first.as_bytes(), b"\n\xff\n"].concat();
    let [unended, nothing, function, rule] =
        [text.trim_end(), &nothing, &function, &rule].map(|text| text.as_bytes().to_vec());
    for unreadable in [unended, nothing, function, rule, bytes] {
        folder.write("unreadable.txt", unreadable);
        let ran = folder.run(&["verify", "unreadable.txt"]);
        assert_eq!(ran.code, Some(31), "{ran:?}");
        if let Some(second) = second(&folder, "unreadable.txt") {
            second.quietly(31);
        }
    }
}

#[test]
fn other_instances_have_no_certificate() {
    let folder = Folder::new();
    let ran = folder.run(&["solve", "--certificate", "proof", "panex:13", "--engine", "frontier"]);
    let expected = "fewest: --certificate: none for panex:13; with towers of more than 12 pieces, \
                    only exchanges without --engine and --direction have one\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(2), "", expected));
    assert!(!folder.path().join("proof").exists());
    let ran = folder.run(&["solve", "--certificate", "proof.txt", "water", "panex:5"]);
    let expected = "fewest: --certificate works for one instance only\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(2), "", expected));
    let ran = folder.run(&["solve", "panex:5", "--certificate", "no/such/folder/proof.txt"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.starts_with("fewest: --certificate: no/such/folder/proof.txt cannot be"));
    let ran = folder.run(&["solve", "water", "--certificate", "."]);
    let expected = "fewest: --certificate: . cannot be written: it is a folder\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(2), "", expected));
}

#[test]
fn what_is_no_certificate_is_unreadable() {
    let folder = Folder::new();
    for (text, expected) in [
        ("", "neither a certificate nor a stored table: both begin with \"fewest\""),
        ("a1 L-M\n", "neither a certificate nor a stored table: both begin with \"fewest\""),
        ("fewest plan\n", "the first line of a certificate is \"fewest panex certificate 1\""),
    ] {
        folder.write("plan.txt", text);
        let ran = folder.run(&["verify", "plan.txt"]);
        let expected = format!("plan.txt:1:1: {expected}\n");
        assert_eq!((ran.code, ran.stderr), (Some(31), expected));
    }
    let ran = fewest(&["verify", "absent"]);
    let expected = "fewest: absent: no such file; verify takes an instance and a plan, or a \
                    certificate file alone\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), expected));
}

#[test]
fn certificates_of_every_kind_are_read_from_standard_input() {
    let folder = Folder::new();
    for (input, shown) in [
        ("water", "-: accepted: \"water\": 13 moves solve it, and no fewer do\n"),
        ("panex:5", "-: accepted: X(n) moves exchange two towers of n, "),
    ] {
        folder.run(&["solve", "-q", input, "--certificate", "proof"]).quietly(0);
        let bytes = std::fs::read(folder.path().join("proof")).unwrap();
        let ran = folder.feed(&["verify", "-"], &bytes).quietly(0);
        assert!(ran.stdout.starts_with(shown), "{}", ran.stdout);
        let ran = folder.feed(&["verify", "-"], &bytes[..bytes.len() / 2]);
        assert!(matches!(ran.code, Some(30 | 31)), "{ran:?}");
        assert!(!ran.stdout.contains("accepted"), "{ran:?}");
    }
}

#[test]
fn what_stands_behind_a_certificate_is_read_as_well() {
    let folder = Folder::new();
    folder.run(&["solve", "-q", "panex:5", "--certificate", "proof"]).quietly(0);
    let text = std::fs::read(folder.path().join("proof")).unwrap();
    let lines = vec![b'\n'; 64 << 20];
    let windows = String::from_utf8(text.clone()).unwrap().replace('\n', "\r\n").into_bytes();
    for (file, message) in [
        ([&text[..], &lines, b"exchange odd 0 0 1 0 1\n"].concat(), "longer than 64 MiB"),
        ([&text[..], b"\xff\n"].concat(), "not a text in UTF-8"),
        (windows, ""),
    ] {
        std::fs::write(folder.path().join("other"), file).unwrap();
        let ran = folder.run(&["verify", "other"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(31), ""), "{message}");
        assert!(ran.stderr.starts_with(&format!("other:1:1: {message}")), "{}", ran.stderr);
    }
}

/// Files may have any name.
#[cfg(unix)]
#[test]
fn a_name_is_not_taken_for_a_verdict() {
    let folder = Folder::new();
    let name = "x\nx: OPTIMAL: 0 moves\u{202e}";
    folder.write(name, "1 2 3 / 4 5 6 / 7 0 8\n");
    let ran = folder.run(&["solve", "-q", name, "--certificate", "proof"]).quietly(0);
    let shown = r"x\nx: OPTIMAL: 0 moves\u{202e}: ";
    assert_eq!(ran.stdout, format!("{shown}OPTIMAL: 1 move, and no shorter solution exists\n"));
    let said = folder.run(&["verify", "proof"]).quietly(0).stdout;
    let shown = shown.trim_end_matches(": ");
    let accepted = format!("proof: accepted: \"{shown}\": 1 move solves it, and no fewer do\n");
    assert!(said.starts_with(&accepted), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_no_end_is_no_certificate() {
    let folder = Folder::new();
    let endless = std::fs::File::open("/dev/zero").unwrap();
    let output = folder.command(["verify", "-"]).stdin(endless).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(31), &b""[..]));
    assert!(said.starts_with("-:1:1: neither a certificate "), "{said}");
}

/// Levels with equal atoms and several places for the molecule: both checkers refute the same
/// states.
#[test]
fn two_checkers_agree_on_triples_and_unsupported_stops() {
    let folder = Folder::new();
    folder.write("pairs", PAIRS);
    for level in ["water", "pairs"] {
        for heuristic in ["triple-excess", "supported-stops", "supported-pairs"] {
            for direction in ["forward", "backward"] {
                let search = ["solve", "-q", level, "--heuristic", heuristic];
                let ends = ["--direction", direction, "--certificate", "proof"];
                folder.run(&[&search[..], &ends].concat()).quietly(0);
                let first = folder.run(&["verify", "proof"]).quietly(0).stdout;
                let states = first.lines().nth(1).unwrap().split(' ').next().unwrap();
                let states = states.replace(',', "");
                if let Some(second) = second(&folder, "proof") {
                    let said = second.quietly(0).stdout;
                    let is_same = said.starts_with("proof: accepted: ")
                        && said.ends_with(&format!("moves, {states} states\n"));
                    assert!(is_same, "{level} {heuristic} {direction}: {said}");
                }
            }
        }
    }
}

/// Two atoms of each of two labels.
const PAIRS: &str = "\
########
#1..#.2#
#..#...#
#.....##
##..#..#
#2.....#
#..1.#.#
########

molecule:
12
21
";

#[test]
fn a_search_is_certified_and_two_checkers_agree() {
    let folder = Folder::new();
    let level = "#######\n#1...2#\n#######\n\nmolecule:\n12\n";
    folder.write("level.txt", level);
    for (input, shown) in [
        ("water", "13 moves solve it, and no fewer do"),
        ("level.txt", "1 move solves it, and no fewer do"),
        ("1 2 3 / 4 5 6 / 7 0 8", "1 move solves it, and no fewer do"),
        ("867/254/301", "31 moves solve it, and no fewer do"),
        ("1 2 3 / 4 5 6 / 8 7 0", "it has no solution"),
        ("panex:3", "42 moves solve it, and no fewer do"),
        ("panex:2:neighbours", "20 moves solve it, and no fewer do"),
        ("panex:2:one-tower", "3 moves solve it, and no fewer do"),
    ] {
        let ran = folder.run(&["solve", input, "--certificate", "proof"]);
        assert_eq!(
            (ran.stderr.as_str(), ran.stdout.contains("certificate ")),
            ("", true),
            "{input}"
        );
        let said = agree(&folder, "proof", 0);
        assert!(said.starts_with("proof: accepted: "), "{input}: {said}");
        assert!(said.contains(shown), "{input}: {said}");
        let digest = said.split_whitespace().next_back().unwrap().to_owned();
        let ran = folder.run(&["solve", "--json", input, "--certificate", "again"]);
        let recorded = format!("\"digest\":\"{digest}\"");
        let record = ran.stdout.lines().rev().nth(1).unwrap();
        assert!(record.contains("certificate") && record.contains(&recorded), "{record}");
        let ran = folder.run(&["verify", "--json", "--memory", "1MiB", "proof"]).quietly(0);
        assert!(ran.stdout.contains(r#""accepted":true"#), "{input}: {}", ran.stdout);

        if shown.starts_with("1 move") || input == "panex:2:neighbours" {
            reject_what_is_altered(&folder, "proof");
        }
        // The claim of one more move.
        let mut bytes = std::fs::read(folder.path().join("proof")).unwrap();
        let lower = bytes.windows(8).position(|key| key == b"\"lower\":").unwrap() + 8;
        let digits = bytes[lower..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            bytes[lower + digits - 1] += 1;
            std::fs::write(folder.path().join("more"), &bytes).unwrap();
            let said = agree(&folder, "more", 30);
            assert!(said.starts_with("more: rejected: "), "{said}");
        }
    }
}
