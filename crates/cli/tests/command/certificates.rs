//! `solve --certificate` and `verify` without a plan.

use crate::run::{Folder, fewest};

#[test]
fn our_own_certificate_is_verified_and_an_altered_one_is_not() {
    let folder = Folder::new();
    let ran = folder.run(&["solve", "-q", "panex:5", "--certificate", "proof.txt"]).quietly(0);
    assert_eq!(ran.stdout, "panex:5: OPTIMAL: 343 moves, and no shorter solution exists\n");
    let expected = "\
proof.txt: accepted: X(n) moves exchange two towers of n, T(n) bring one to the middle,
and no fewer do, if levels are as the book argues (theory/panex-exchange.md); P are the Pell numbers 0, 1, 2, 5, ...
X(n) = -105 P(n) + 49 P(n+1) - 2 - 8 n for all n >= 5
T(n) = 21/2 P(n) - 7/2 P(n+1) - 3/2 for all odd n >= 5
T(n) = 21/2 P(n) - 7/2 P(n+1) - 1/2 for all even n >= 5
";
    assert_eq!(folder.run(&["verify", "proof.txt"]).quietly(0).stdout, expected);

    let text = std::fs::read_to_string(folder.path().join("proof.txt")).unwrap();
    let line = text.lines().position(|line| line.starts_with("exchange odd")).unwrap() + 1;
    folder.write(
        "shorter.txt",
        text.replace("exchange odd -105 49 -2 -8", "exchange odd -105 49 -3 -8"),
    );
    let ran = folder.run(&["verify", "shorter.txt"]).quietly(30);
    let expected = format!(
        "shorter.txt: rejected: line {line}: the cost of the parts is -105 49 -2 -8, \
         not -105 49 -3 -8\n"
    );
    assert_eq!(ran.stdout, expected);

    folder.write("broken.txt", text.replace("exchange odd -105", "exchange odd --105"));
    let ran = folder.run(&["verify", "broken.txt"]);
    let expected = format!(
        "broken.txt:{line}:14: expected a coefficient like -8 or 7/2, of at most 30 digits\n"
    );
    assert_eq!((ran.code, ran.stderr), (Some(31), expected));
}

#[test]
fn other_instances_have_no_certificate() {
    let folder = Folder::new();
    for (arguments, name) in [
        (&["water"][..], "water"),
        (&["panex:4"], "panex:4"),
        (&["panex:5:neighbours"], "panex:5:neighbours"),
        (&["panex:5:one-tower"], "panex:5:one-tower"),
        (&["panex:5", "--engine", "frontier"], "panex:5"),
        (&["panex:5", "panex:a1/-/b1:b1/-/a1"], "panex:a1/-/b1:b1/-/a1"),
    ] {
        let ran = folder.run(&[&["solve", "--certificate", "proof.txt"], arguments].concat());
        let expected = format!(
            "fewest: --certificate: there is none for {name}, only for panex:5 and higher \
             exchanges without --engine and --direction\n"
        );
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr), (Some(2), "", expected));
        assert!(!folder.path().join("proof.txt").exists());
    }
    let ran = folder.run(&["solve", "panex:5", "--certificate", "no/such/folder/proof.txt"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.starts_with("fewest: --certificate: no/such/folder/proof.txt cannot be"));
}

#[test]
fn what_is_no_certificate_is_unreadable() {
    let folder = Folder::new();
    folder.write("plan.txt", "a1 L-M\n");
    let ran = folder.run(&["verify", "plan.txt"]);
    let expected =
        "plan.txt:1:1: the first line of a certificate is \"fewest panex certificate 1\"\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), expected));
    let ran = fewest(&["verify", "absent"]);
    let expected =
        "fewest: verify takes an instance and a plan, or the file of a certificate alone\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), expected));
}
