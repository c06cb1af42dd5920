//! How difficult puzzles are.

use crate::run::{Folder, fewest};
use serde_json::{Value, json};

fn rating(input: &str) -> Value {
    fewest(&["rate", "--json", input]).quietly(0).records()[0]["data"].clone()
}

#[test]
fn every_family_is_rated() {
    let water = rating("water");
    assert_eq!(
        (&water["status"], &water["upper"], &water["pieces"]),
        (&"OPTIMAL".into(), &13.into(), &3.into())
    );
    assert!(water["near"]["positions"].as_u64().unwrap() > 13);
    let tiles = rating("1 2 3 / 4 0 6 / 7 5 8");
    // One shortest solution of two moves, with four and three to choose from; six tiles stay.
    assert_eq!((&tiles["plans"], &tiles["plan"]["idle"]), (&1.into(), &6.into()));
    assert_eq!(tiles["difficulty"], json!({ "bits": 3.6, "word": "trivial" }));
    assert_eq!((&tiles["near"], &tiles["plan"]["detours"]), (&Value::Null, &0.into()));
    let panex = rating("panex:3");
    assert_eq!((&panex["pieces"], &panex["plan"]["idle"]), (&6.into(), &0.into()));
    assert!(panex["plan"]["detours"].as_u64().unwrap() > 0);
}

#[test]
fn what_is_not_known_is_null() {
    // Solutions of this length can neither be listed nor counted.
    let high = rating("panex:40");
    assert_eq!(
        (&high["status"], &high["plans"], &high["plan"]),
        (&"OPTIMAL".into(), &Value::Null, &Value::Null)
    );
    assert_eq!((&high["difficulty"], &high["pieces"]), (&Value::Null, &80.into()));
    let unsolvable = rating("2130");
    assert_eq!((&unsolvable["status"], &unsolvable["plan"]), (&"UNSOLVABLE".into(), &Value::Null));
    let ran = fewest(&["rate", "2130"]).quietly(0);
    assert_eq!(ran.stdout, "2130\nit cannot be solved\n");
}

/// Atom 1 stands below a shaft. Beside it, where nothing would stop it, it never comes up again.
const SHAFT: &str = "#######\n#....2#\n###.###\n###.###\n#..1..#\n#######\n\nmolecule:\n12\n";

#[test]
fn dead_ends_are_counted() {
    let folder = Folder::new();
    folder.write("shaft", SHAFT);
    let ran = folder.run(&["rate", "shaft", "--json"]).quietly(0).records();
    let rating = &ran[0]["data"];
    assert_eq!((&rating["upper"], &rating["plans"]), (&2.into(), &2.into()));
    // On the plan there are two, and five beside it; atom 1 may go left or right at once.
    assert_eq!(rating["near"], json!({ "positions": 7, "dead": 2, "unknown": 0 }));
}

#[test]
fn people_read_the_same() {
    let ran = fewest(&["rate", "1 2 3 / 4 0 6 / 7 5 8"]).quietly(0);
    let expected = "123406758\n\
        difficulty           3.6 bits, trivial\n\
        moves                2\n\
        shortest solutions   1\n\
        detours              0\n\
        turns                1\n\
        pieces that stay     6 of 8\n";
    assert_eq!(ran.stdout, expected);
}
