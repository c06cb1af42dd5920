//! Broken levels: each is rejected at the right place with a message that helps.

use fewest_rules::atomix::{self, Format};

const KATOMIC: &str = "\
[Level]
Name=Test
atom_1=1-c
atom_2=1-g
feld_00=#####
feld_01=#1.2#
feld_02=#...#
feld_03=#####
mole_0=12
";

const GNOME: &str = r#"<?xml version="1.0"?>
<level name="Test">
<environment n_columns="4" n_rows="3">
<position row="0" col="0"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="0" col="1"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="0" col="2"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="0" col="3"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="1" col="0"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="1" col="3"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="2" col="0"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="2" col="1"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="2" col="2"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="2" col="3"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="1" col="1"><tile type="TILE_TYPE_FLOOR" base="floor"/></position>
</environment>
<scenario n_columns="4" n_rows="3">
<position row="1" col="1"><tile type="TILE_TYPE_ATOM" base="atom-h"><underlay>link-left</underlay></tile></position>
</scenario>
<goal n_columns="1" n_rows="1">
<position row="0" col="0"><tile type="TILE_TYPE_ATOM" base="atom-h"><underlay>link-left</underlay></tile></position>
</goal>
</level>
"#;

const KP: &str = r######"{"name": "set", "levels": [
{"id": "1", "name": "Test",
"atoms": {"1": ["1", "c"], "2": ["1", "g"]},
"arena": [
"#####",
"#1.2#",
"#####"],
"molecule": ["12"]}]}
"######;

const GLIESCH_RITT: &str = "\
Test
2
5 4
#####
#1.2#
#...#
#####
2 1
12
4
6
";

/// Replaces the only occurrence of a part in a correct text, which makes it wrong.
struct Break(Format, &'static str, String, &'static str);

/// The error of a file or the errors of its only level, one per line; empty if there are none.
fn error(text: &[u8], format: Option<Format>) -> String {
    match atomix::parse(text, format) {
        Err(error) => error.to_string(),
        Ok(set) => {
            let level = set.into_levels().next().unwrap().level;
            let errors = level.err().unwrap_or_default();
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        }
    }
}

fn check(breaks: &[Break]) {
    let mut wrong = Vec::new();
    for Break(format, part, replacement, expected) in breaks {
        let text = match format {
            Format::KAtomic => KATOMIC,
            Format::Gnome => GNOME,
            Format::Kp => KP,
            Format::GlieschRitt => GLIESCH_RITT,
            Format::Drawing => unreachable!("drawings have tests of their own"),
        };
        assert_eq!(text.matches(part).count(), 1, "{part:?} in {format}");
        let found = error(text.replace(part, replacement).as_bytes(), Some(*format));
        if found != *expected {
            wrong.push(format!("{format} {part:?}\n  found    {found}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_unbroken_levels_are_right() {
    for text in [KATOMIC, GNOME, KP, GLIESCH_RITT] {
        assert_eq!(error(text.as_bytes(), None), "");
    }
}

#[test]
fn what_is_no_level_at_all() {
    let cases: [(&[u8], &str); 7] = [
        (b"", "1:1: the file is empty"),
        (b" \n\t\r\n", "1:1: the file is empty"),
        (
            b"Hello",
            "1:1: not an Atomix level in a known format (KAtomic, GNOME, kp, Gliesch and Ritt, a \
             drawing)",
        ),
        (b"[Level]\nfe\0ld", "2:3: a zero byte: not a text file in UTF-8 or Latin-1"),
        (b"\x7FELF\x02\x01\x01\0\0", "1:8: a zero byte: not a text file in UTF-8 or Latin-1"),
        (b"<html></html>", "1:1: the element is <html> instead of <level>"),
        (b"[LevelSet]\nName=x\n", "3:1: a section [Level] or [Level1] is missing"),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text, None), expected);
    }
    let large = vec![b'x'; atomix::MAX_BYTES + 1];
    assert_eq!(error(&large, None), "1:1: the file has 4194305 bytes; the limit is 4194304");
}

#[test]
fn broken_katomic_files() {
    let b = |part, new: &str, expected| Break(Format::KAtomic, part, new.to_owned(), expected);
    let hall = |row: &str| {
        let edge = "#".repeat(row.len());
        let rows = |number| format!("feld_{number:02}={row}\n");
        let rows: String = (2..=17).map(rows).collect();
        format!("feld_01={edge}\n{rows}feld_18={edge}\n")
    };
    let board = "feld_00=#####\nfeld_01=#1.2#\nfeld_02=#...#\nfeld_03=#####\n";
    check(&[
        b("[Level]", "[Level", "1:7: the section header has no closing \"]\""),
        b("[Level]\n", "", "1:1: the entry stands before the first section, [Level] or [Level1]"),
        b(
            "[Level]",
            "[Level99999999999]",
            "1:1: the number of a level must be a number, not \"99999999999\"",
        ),
        b("[Level]", "[Level0]", "1:1: the number of a level must be a number, not \"0\""),
        b("Name=Test", "Name Test", "2:1: expected KEY=VALUE or [SECTION]"),
        b(board, "", "1:1: the board (feld_00, feld_01, ...) is missing"),
        b("mole_0=12\n", "", "1:1: the molecule (mole_0, mole_1, ...) is missing"),
        b("mole_0=12", "mole_0=..", "9:1: the molecule has no atoms"),
        b("#1.2#", "#...#", "5:1: the board has no atoms"),
        b("#1.2#", "#1.2?", "6:13: unknown character '?' in the board"),
        b("#1.2#", "#1.\t2#", "6:12: unknown character '\\t' in the board"),
        b("#1.2#", "#1.3#", "6:12: the label \"3\" in the board is not defined"),
        b("mole_0=12", "mole_0=1ä", "9:9: unknown character 'ä' in the molecule"),
        b("mole_0=12", "mole_0=1#", "9:9: unknown character '#' in the molecule"),
        b("mole_0=12", "mole_0=13", "9:9: the label \"3\" in the molecule is not defined"),
        b(
            "mole_0=12",
            "mole_0=112",
            "9:9: atoms with label \"1\" (1-c): 1 on the board, 2 in the molecule",
        ),
        b(
            "mole_0=12",
            "mole_0=1",
            "6:12: atoms with label \"2\" (1-g): 1 on the board, 0 in the molecule",
        ),
        b(
            "#1.2#",
            "#1222",
            "6:10: the board is open: this atom can leave it at r1c4; if the edge of the field stops \
             atoms, use --open-edge stop\n\
             6:12: atoms with label \"2\" (1-g): 3 on the board, 1 in the molecule",
        ),
        b("mole_0=12", "mole_0=1...2", "9:1: the molecule fits nowhere that atoms can reach"),
        b(
            "#...#",
            "#... ",
            "6:10: the board is open: this atom can leave it at r2c4; if the edge of the field stops \
             atoms, use --open-edge stop",
        ),
        b(
            "#...#",
            "#...",
            "6:10: the board is open: this atom can leave it at r2c4; if the edge of the field stops \
             atoms, use --open-edge stop",
        ),
        b(
            "feld_03=#####\n",
            "",
            "6:10: the board is open: this atom can leave it at r2c1; if the edge of the field stops \
             atoms, use --open-edge stop",
        ),
        b("feld_02", "feld_01", "7:1: feld_01 appears a second time"),
        b("feld_02", "feld_1", "7:1: feld_1 appears a second time"),
        b("mole_0=12", "mole_0=12\nmole_0=12", "10:1: mole_0 appears a second time"),
        b("atom_2", "atom_1", "4:1: atom_1 appears a second time"),
        b("atom_2", "atom_ä", "4:6: \"ä\" cannot be a label: use one of 1-9, a-z, A-Z, 0, + and *"),
        b(
            "atom_2",
            "atom_22",
            "4:6: \"22\" cannot be a label: use one of 1-9, a-z, A-Z, 0, + and *",
        ),
        b("atom_2=1-g", "atom_2=", "4:8: \"\" is not a kind of atom"),
        b("atom_2=1-g", "atom_2=1-g!", "4:8: \"1-g!\" is not a kind of atom"),
        b("feld_02", "feld_x", "7:6: the number of a row must be a number, not \"x\""),
        b("feld_02", "feld_99999999", "7:6: rows and columns go up to 255"),
        b("feld_02", "feld_99999999999999999999", "7:6: rows and columns go up to 255"),
        b(
            "feld_02=#...#",
            &format!("feld_02=#{:300}#", ""),
            "7:310: rows and columns go up to 255",
        ),
        b(
            board,
            &hall("#................#").replacen("..", "12", 1),
            "5:1: the board has 256 free squares; the limit is 255",
        ),
        b(board, &hall("#11111#"), "18:14: the board has 80 atoms; the limit is 64"),
    ]);
}

#[test]
fn broken_gnome_files() {
    let b = |part, new: &str, expected| Break(Format::Gnome, part, new.to_owned(), expected);
    let atom = r#"<position row="1" col="1"><tile type="TILE_TYPE_ATOM""#;
    let goal = r#"<position row="0" col="0"><tile type="TILE_TYPE_ATOM""#;
    let wall = r#"<position row="1" col="3"><tile type="TILE_TYPE_WALL""#;
    let floor = r#"<tile type="TILE_TYPE_FLOOR" base="floor"/>"#;
    let nested = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
    check(&[
        b("</level>\n", "", "22:1: malformed XML: the root node was opened but never closed"),
        b("</goal>\n", "", "21:1: malformed XML: expected 'goal' tag, not 'level'"),
        b(
            "<?xml version=\"1.0\"?>\n",
            "<!DOCTYPE a [<!ENTITY b 'c'>]>",
            "1:1: malformed XML: XML with DTD detected",
        ),
        b(
            "<scenario n_columns=\"4\" n_rows=\"3\">",
            "<scenario n_columns=\"4\">",
            "16:1: n_rows is missing",
        ),
        b(
            "<environment n_columns=\"4\" n_rows=\"3\">",
            "<environment n_columns=\"4\" n_rows=\"x\">",
            "3:28: n_rows must be a number, not \"x\"",
        ),
        b(
            "<environment n_columns=\"4\"",
            "<environment n_columns=\"99999999999999999999\"",
            "3:14: n_columns must be a number, not \"99999999999999999999\"",
        ),
        b(
            "<environment n_columns=\"4\"",
            "<environment n_columns=\"3\"",
            "7:19: col 3 is outside: there are 3\n\
             9:19: col 3 is outside: there are 3\n\
             13:19: col 3 is outside: there are 3",
        ),
        b(
            "<environment n_columns=\"4\" n_rows=\"3\">",
            "<environment n_columns=\"1000000000\" n_rows=\"3\">",
            "3:14: rows and columns go up to 255",
        ),
        b(
            wall,
            &wall.replace("col=\"3\"", "col=\"0\""),
            "9:27: there is something at r1c0 already",
        ),
        b(
            wall,
            &wall.replace("WALL", "FLOOR"),
            "17:27: the board is open: this atom can leave it at r1c3; if the edge of the field stops \
             atoms, use --open-edge stop",
        ),
        b(
            wall,
            &wall.replace("WALL", "ATOM"),
            "9:27: a tile of type \"TILE_TYPE_ATOM\" cannot be in the <environment>",
        ),
        b(floor, "<tile/>", "14:27: type is missing"),
        b(atom, &atom.replace("row=\"1\"", "row=\"0\""), "17:27: the atom is in the wall at r0c1"),
        b(
            atom,
            &atom.replace("row=\"1\"", "row=\"-1\""),
            "17:11: row must be a number, not \"-1\"",
        ),
        b(atom, &atom.replace("row=\"1\" ", ""), "17:1: row is missing"),
        b(
            atom,
            &atom.replace("ATOM", "WALL"),
            "17:27: a tile of type \"TILE_TYPE_WALL\" cannot be in the <scenario>",
        ),
        b(
            atom,
            &format!("{atom} base=\"atom-h\"/></position>{atom}"),
            "17:107: there is something at r1c1 already",
        ),
        b(goal, &goal.replace("ATOM", "NONE"), "19:1: the molecule has no atoms"),
        b(
            goal,
            &format!("{goal} base=\"\"/></position>{goal}"),
            "20:27: \"\" is not a kind of atom",
        ),
        b(goal, &format!("{goal}/></position>{goal}"), "20:27: base is missing"),
        b(
            goal,
            &goal.replace("type=", "base=\"atom-c\" type="),
            "20:69: malformed XML: attribute 'base' is already defined",
        ),
        b(
            "<goal n_columns",
            &format!("<goal{} n_columns", " a='>'".repeat(65)),
            "19:392: malformed XML: an element has more than 64 attributes",
        ),
        b(
            "<goal n_columns",
            "<goal xmlns:a='b' n_columns",
            "19:7: malformed XML: a level has no namespaces",
        ),
        b("<goal n_columns", "<goal/><goal n_columns", "19:8: <goal> appears a second time"),
        b("</level>", &format!("{nested}</level>"), ""),
    ]);
    let other_atom = GNOME.replacen("link-left", "link-right", 1);
    assert_eq!(
        error(other_atom.as_bytes(), None),
        "17:27: atoms with label \"2\" (1-c): 1 on the board, 0 in the molecule\n\
         20:27: atoms with label \"1\" (1-g): 0 on the board, 1 in the molecule"
    );
}

#[test]
fn broken_kp_files() {
    let b = |part, new: &str, expected| Break(Format::Kp, part, new.to_owned(), expected);
    let deep = "[".repeat(1_000_000);
    check(&[
        b("\"molecule\": [\"12\"]}]}", "", "9:1: JSON: EOF while parsing an object"),
        b(
            "\"molecule\": [\"12\"]}]}",
            "\"molecule\": [\"12\"]}]} x",
            "8:23: JSON: trailing characters",
        ),
        b("\"name\": \"set\",", &format!("\"name\": {deep},"), "1:1000010: JSON: expected value"),
        b(
            "\"name\": \"set\",",
            &format!("\"name\": {deep}{},", "]".repeat(1_000_000)),
            "1:10: JSON: invalid type: sequence, expected a string",
        ),
        b(
            "\"name\": \"set\",",
            "\"name\": 5,",
            "1:10: JSON: invalid type: integer `5`, expected a string",
        ),
        b(
            "\"levels\": [",
            "\"levels\": [5, ",
            "1:28: JSON: invalid type: integer `5`, expected a level",
        ),
        b("\"levels\"", "\"level\"", "1:1: \"levels\" is missing"),
        b("\"id\": \"1\"", "\"id\": 1", "2:8: JSON: invalid type: integer `1`, expected a string"),
        b("\"arena\"", "\"area\"", "2:1: \"arena\" is missing"),
        b("\"molecule\"", "\"mole\"", "2:1: \"molecule\" is missing"),
        b("\"id\"", "\"name\"", "2:20: JSON: duplicate field `name`"),
        b(
            "{\"1\": [\"1\", \"c\"],",
            "{\"2\": [\"1\", \"c\"],",
            "3:28: \"2\" appears a second time",
        ),
        b(
            "{\"1\"",
            "{\"10\"",
            "3:12: \"10\" cannot be a label: use one of 1-9, a-z, A-Z, 0, + and *",
        ),
        b("[\"1\", \"c\"]", "[\"12\", \"c\"]", "3:16: \"12-c\" is not a kind of atom"),
        b("[\"1\", \"c\"]", "[\"1\"]", "3:20: JSON: invalid length 1, expected a tuple of size 2"),
        b("\"atoms\": {", "\"atoms\": [{", "4:8: JSON: expected `,` or `]`"),
        b("\"#1.2#\"", "\"#1.2\"", "6:6: the row has 4 characters instead of 5"),
        b("\"#1.2#\"", "\"#1.2##\"", "6:7: the row has 6 characters instead of 5"),
        b("\"#1.2#\"", "\"#1.3#\"", "6:5: the label \"3\" in the board is not defined"),
        b("\"#1.2#\"", "\"#1.2!\"", "6:6: unknown character '!' in the board"),
        b("\"#1.2#\"", "\"#\\u0031.2!\"", "6:1: unknown character '!' in the board"),
        b(
            "\"#1.2#\"",
            "\"#1.2.\"",
            "6:3: the board is open: this atom can leave it at r1c4; if the edge of the field stops \
             atoms, use --open-edge stop",
        ),
        b("[\"12\"]", "[\"1..2\"]", "8:13: the molecule fits nowhere that atoms can reach"),
        b("[\"12\"]", "\"12\"", "8:13: JSON: invalid type: string \"12\", expected a sequence"),
        b(
            "[\"12\"]",
            "[\"122\"]",
            "8:17: atoms with label \"2\" (1-g): 1 on the board, 2 in the molecule",
        ),
    ]);
}

#[test]
fn broken_gliesch_ritt_files() {
    let b = |part, new: &str, expected| Break(Format::GlieschRitt, part, new.to_owned(), expected);
    check(&[
        b("Test\n2\n", "Test\n3\n", "2:1: the file says 3 atoms, but there are 2"),
        b("Test\n2\n", "Test\ntwo\n", "2:1: the number of atoms must be a number, not \"two\""),
        b("Test\n2\n", "Test\n-2\n", "2:1: the number of atoms must be a number, not \"-2\""),
        b(
            "Test\n2\n",
            "Test\n99999999999999999999\n",
            "2:1: the number of atoms must be a number, not \"99999999999999999999\"",
        ),
        b("5 4", "5", "3:2: width and height of the board is missing"),
        b("5 4", "5 4 3", "3:5: unexpected text after the end"),
        b("5 4", "5 1000000000", "8:4: the row has 3 characters instead of 5"),
        b("5 4", "1000000000 4", "4:6: the row has 5 characters instead of 1000000000"),
        b("5 4", "6 4", "4:6: the row has 5 characters instead of 6"),
        b("5 4", "4 4", "4:5: the row has 5 characters instead of 4"),
        b("5 4", "5 3", "7:1: width and height of the molecule must be a number, not \"#####\""),
        b("2 1\n12\n", "2 2\n12\n", "10:2: the row has 1 characters instead of 2"),
        b("\n4\n6", "\n5\n6", "10:1: the file says 5 final states, but there are 4"),
        b("\n4\n6", "\n4\n7", "11:1: the file says 7 free squares, but there are 6"),
        b("\n4\n6\n", "\n4\n", "11:1: the number of free squares is missing"),
        b("\n4\n6\n", "\n4\n6\n\n  x\n", "13:3: unexpected text after the end"),
        b("#1.2#", "#1.2?", "5:5: unknown character '?' in the board"),
        b(
            "#1.2#",
            "#1.2.",
            "5:2: the board is open: this atom can leave it at r1c4; if the edge of the field stops \
             atoms, use --open-edge stop",
        ),
        b(
            "\n12\n",
            "\n13\n",
            "5:4: atoms with label \"2\": 1 on the board, 0 in the molecule\n\
             9:2: atoms with label \"3\": 0 on the board, 1 in the molecule",
        ),
    ]);
}
