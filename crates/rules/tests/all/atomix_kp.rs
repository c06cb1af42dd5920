//! Level sets of kp-atomix: where their mistakes are, and what is no such set.

use crate::common::remarks;
use fewest_rules::atomix::{self, Format};

const SET: &str = r######"{"name": "set", "levels": [
{"id": "one", "name": "Pair",
"atoms": {"1": ["1", "c"], "2": ["1", "g"]},
"arena": ["#####", "#1.2#", "#####"],
"molecule": ["12"]}]}"######;

#[test]
fn mistakes_have_their_place() {
    let kinds = "an object with an entry for each kind of atom";
    let cases = [
        ("\"set\",", "1.\n,", "1:12: JSON: invalid number".to_owned()),
        (
            "[\"12\"]",
            "[\"1 \t2\"]",
            "5:17: JSON: control character (\\u0000-\\u001F) found while parsing a string"
                .to_owned(),
        ),
        (
            "\"set\"",
            "\"s\net\"",
            "1:12: JSON: control character (\\u0000-\\u001F) found while parsing a string"
                .to_owned(),
        ),
        ("[\"12\"]}]}", "[\"12", "5:17: JSON: EOF while parsing a string".to_owned()),
        ("\"set\"", "\"\\x\"", "1:12: JSON: invalid escape".to_owned()),
        (
            "{\"1\": [\"1\", \"c\"], \"2\": [\"1\", \"g\"]}",
            "5",
            format!("3:10: JSON: invalid type: integer `5`, expected {kinds}"),
        ),
        ("\"g\"", "\"z\"", "3:33: unknown bond 'z'; it is kept as written".to_owned()),
        ("\"#1.2#\"", "7", "4:20: JSON: invalid type: integer `7`, expected a string".to_owned()),
    ];
    for (part, other, expected) in cases {
        assert_eq!(SET.matches(part).count(), 1, "{part}");
        assert_eq!(remarks(&SET.replace(part, other)), expected, "{other}");
    }
    let (head, _) = SET.split_once("\n").unwrap();
    assert_eq!(remarks(&format!("{head}]}}")), "1:27: a level is missing");
}

#[test]
fn sets_and_levels_have_names() {
    let set = atomix::parse(SET.as_bytes(), None).unwrap();
    assert_eq!((set.format(), set.name()), (Format::Kp, Some("set")));
    let level = set.get(1).unwrap();
    assert_eq!(level.id.as_deref(), Some("one"));
    assert_eq!(level.level.as_ref().unwrap().name(), Some("Pair"));
}

#[test]
fn a_brace_or_a_word_alone_is_no_set() {
    for title in ["Pair {2}", "\"levels\""] {
        let drawing = format!("{title}\n#####\n#1.2#\n#####\n\n12\n");
        let set = atomix::parse(drawing.as_bytes(), None).unwrap();
        assert_eq!(set.format(), Format::Drawing, "{title}");
        assert!(set.levels()[0].level.is_ok(), "{title}");
    }
}
