//! Files of GNOME Atomix of every age: what is wrong is told once, where it is, in the words of the
//! file.

use fewest_rules::atomix::{self, Format, Level};
use std::fmt::Write;

/// A level in the words since 2015.
const NEW: &str = r#"<?xml version="1.0"?>
<level name="Helium">
<environment n_columns="3" n_rows="3">
<position row="0" col="1"><tile type="TILE_TYPE_WALL"/></position>
<position row="1" col="0"><tile type="TILE_TYPE_WALL"/></position>
<position row="1" col="2"><tile type="TILE_TYPE_WALL"/></position>
<position row="2" col="1"><tile type="TILE_TYPE_WALL"/></position>
</environment>
<scenario n_columns="3" n_rows="3">
<position row="1" col="1"><tile type="TILE_TYPE_ATOM" base="atom-he"/></position>
</scenario>
<goal n_columns="1" n_rows="1">
<position row="0" col="0"><tile type="TILE_TYPE_ATOM" base="atom-he"/></position>
</goal>
</level>
"#;

/// The same with rows that contain columns, as before 2015.
const ROWS: &str = r#"<level name="Helium">
<environment><n_columns>3</n_columns><n_rows>3</n_rows>
<row no="0"><col no="1"><tile><type>TILE_TYPE_WALL</type></tile></col></row>
<row no="1"><col no="0"><tile><type>TILE_TYPE_WALL</type></tile></col>
<col no="2"><tile><type>TILE_TYPE_WALL</type></tile></col></row>
<row no="2"><col no="1"><tile><type>TILE_TYPE_WALL</type></tile></col></row>
</environment>
<scenario><n_columns>3</n_columns><n_rows>3</n_rows>
<row no="1"><col no="1"><tile><type>TILE_TYPE_ATOM</type><base>atom-he</base></tile></col></row>
</scenario>
<goal><n_columns>1</n_columns><n_rows>1</n_rows>
<row no="0"><col no="0"><tile><type>TILE_TYPE_ATOM</type><base>atom-he</base></tile></col></row>
</goal>
</level>
"#;

/// The same with walls and atoms in one part, as in GNOME 1.4.
const PLAYFIELD: &str = r#"<LEVEL name="Helium">
<PLAYFIELD rows="3" cols="3">
<TILE row="0" col="1"><TYPE>2</TYPE></TILE>
<TILE row="1" col="0"><TYPE>2</TYPE></TILE>
<TILE row="1" col="2"><TYPE>2</TYPE></TILE>
<TILE row="2" col="1"><TYPE>2</TYPE></TILE>
<TILE row="1" col="1"><TYPE>1</TYPE><IMG_ID>atom-he</IMG_ID></TILE>
</PLAYFIELD>
<GOAL rows="1" cols="1">
<TILE row="0" col="0"><TYPE>1</TYPE><IMG_ID>atom-he</IMG_ID></TILE>
</GOAL>
</LEVEL>
"#;

/// The level of a text, or its errors, one per line.
fn read(text: &str) -> Result<Level, String> {
    let set = atomix::parse(text.as_bytes(), Some(Format::Gnome)).map_err(|e| e.to_string())?;
    let level = set.into_levels().next().unwrap().level;
    let told = |errors: Vec<_>| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
    level.map_err(|errors| told(errors).join("\n"))
}

/// Asserts that a text has these errors if the only occurrence of each part is replaced.
fn check(text: &str, cases: &[(&str, &str, &str)]) {
    for (part, replacement, expected) in cases {
        assert_eq!(text.matches(part).count(), 1, "{part}");
        assert_eq!(read(&text.replace(part, replacement)).err().as_deref(), Some(*expected));
    }
}

#[test]
fn all_ages_have_the_same_level() {
    let level = read(NEW).unwrap();
    assert_eq!(level.name(), Some("Helium"));
    assert_eq!(level.board_rows(' '), [" # ", "#1#", " # "]);
    assert_eq!(read(ROWS), Ok(level.clone()));
    assert_eq!(read(PLAYFIELD), Ok(level));
}

#[test]
fn errors_since_2015() {
    check(
        NEW,
        &[
            (
                "<environment n_columns=\"3\" n_rows=\"3\">",
                "<environment n_rows=\"3\">",
                "3:1: n_columns is missing",
            ),
            (
                "<goal n_columns=\"1\" n_rows=\"1\">",
                "<goal n_columns=\"257\" n_rows=\"1\">",
                "12:7: rows and columns go up to 255",
            ),
            (
                "<position row=\"1\" col=\"2\"><tile type=\"TILE_TYPE_WALL\"/>",
                "<position row=\"1\" col=\"2\"><tile type=\"wall\"/>",
                "6:27: a tile of type \"wall\" cannot be in the <environment>",
            ),
            (
                "<position row=\"1\" col=\"1\"><tile type=\"TILE_TYPE_ATOM\"",
                "<position row=\"1\" col=\"1\"><tile type=\"atom\"",
                "10:27: a tile of type \"atom\" cannot be in the <scenario>",
            ),
            (
                "<position row=\"0\" col=\"0\"><tile type=\"TILE_TYPE_ATOM\"",
                "<position row=\"0\" col=\"0\"><tile type=\"TILE_TYPE_WALL\"",
                "13:27: a tile of type \"TILE_TYPE_WALL\" cannot be in the <goal>",
            ),
            ("<position row=\"0\" col=\"0\">", "<position row=\"0\">", "13:1: col is missing"),
            (
                "<position row=\"1\" col=\"1\"><tile type=\"TILE_TYPE_ATOM\"",
                "<position row=\"1\" col=\"1\"><tile type=\"TILE_TYPE_NONE\"",
                "9:1: the board has no atoms",
            ),
        ],
    );
    // Parts that are missing and parts without a size are told together.
    let broken =
        NEW.replace("environment", "surroundings").replace("<goal n_columns=\"1\"", "<goal");
    assert_eq!(
        read(&broken).unwrap_err(),
        "2:1: <environment> is missing\n12:1: n_columns is missing"
    );
    let largest = NEW.replace("n_columns=\"3\"", "n_columns=\"256\"");
    assert_eq!(read(&largest), read(NEW));
}

#[test]
fn errors_in_rows() {
    check(
        ROWS,
        &[
            ("<row no=\"1\"><col no=\"0\">", "<row no=\"x\"><col no=\"0\">", {
                "4:6: no must be a number, not \"x\""
            }),
            ("<row no=\"1\"><col no=\"0\">", "<row no=\"3\"><col no=\"0\">", {
                "4:6: row 3 is outside: there are 3"
            }),
            ("<row no=\"1\"><col no=\"0\">", "<row no=\"1\"><col no=\"3\">", {
                "4:18: col 3 is outside: there are 3"
            }),
            (
                "<environment><n_columns>3</n_columns>",
                "<environment><n_columns>three</n_columns>",
                "2:14: n_columns must be a number, not \"three\"",
            ),
        ],
    );
}

#[test]
fn errors_in_a_playfield() {
    let atom = "<TILE row=\"1\" col=\"1\"><TYPE>1</TYPE><IMG_ID>atom-he</IMG_ID></TILE>";
    check(
        PLAYFIELD,
        &[
            ("<PLAYFIELD rows=\"3\" cols=\"3\">", "<PLAYFIELD rows=\"3\">", "2:1: cols is missing"),
            ("<GOAL rows=\"1\" cols=\"1\">", "<GOAL cols=\"1\">", "9:1: rows is missing"),
            (
                "<PLAYFIELD rows=\"3\" cols=\"3\">",
                "<PLAYFIELD rows=\"3\" cols=\"x\">",
                "2:21: cols must be a number, not \"x\"",
            ),
            (
                "<TILE row=\"2\" col=\"1\">",
                "<TILE row=\"3\" col=\"1\">",
                "6:7: row 3 is outside: there are 3",
            ),
            (
                "<TILE row=\"2\" col=\"1\"><TYPE>2",
                "<TILE row=\"2\" col=\"1\"><TYPE>9",
                "6:1: a tile of type \"9\" cannot be in the <playfield>",
            ),
            ("<TILE row=\"2\" col=\"1\"><TYPE>2</TYPE>", "<TILE row=\"2\" col=\"1\">", {
                "6:1: type is missing"
            }),
            (atom, "<TILE row=\"1\" col=\"1\"><TYPE>1</TYPE></TILE>", "7:1: IMG_ID is missing"),
            (
                atom,
                "<TILE row=\"1\" col=\"1\"><TYPE>1</TYPE><IMG_ID>!</IMG_ID></TILE>",
                "7:1: \"!\" is not a kind of atom",
            ),
            (atom, &format!("{atom}{atom}"), "7:68: there is something at r1c1 already"),
            (
                "<TILE row=\"2\" col=\"1\">",
                "<TILE row=\"1\" col=\"2\">",
                "6:1: there is something at r1c2 already",
            ),
            (atom, &atom.replace("col=\"1\"", "col=\"2\""), "7:1: the atom is in the wall at r1c2"),
            ("</PLAYFIELD>", "</PLAYFIELD><PLAYFIELD/>", {
                "8:13: <playfield> appears a second time"
            }),
        ],
    );
}

#[test]
fn a_text_that_is_cut_off_ends_too_early() {
    // Inside tags, and between them.
    for (end, column) in [
        ("row=\"2\" ", 19),
        ("row=\"2\" col", 22),
        ("row=\"2\" col=", 23),
        ("row=\"2\" col=\"1", 25),
        ("row=\"2\" col=\"1\"", 26),
        ("row=\"2\" col=\"1\">", 27),
    ] {
        let cut = NEW.find(end).unwrap() + end.len();
        let error = read(&NEW[..cut]).unwrap_err();
        assert!(error.starts_with(&format!("7:{column}: malformed XML: ")), "{end}: {error}");
    }
    let declared = NEW.replace("<level", "<!DOCTYPE level [<!ENTITY a 'b'>]>\n<level");
    assert_eq!(read(&declared).unwrap_err(), "2:1: malformed XML: XML with DTD detected");
}

#[test]
fn there_are_as_many_kinds_of_atoms_as_labels() {
    let text = |count: usize| {
        let mut tiles = String::new();
        for column in 0..count {
            let tile = format!("<tile type=\"TILE_TYPE_ATOM\" base=\"kind-{column}\"/>");
            writeln!(tiles, "<position row=\"0\" col=\"{column}\">{tile}</position>").unwrap();
        }
        format!(
            "<level>\n<environment n_columns=\"65\" n_rows=\"1\"/>\n\
             <scenario n_columns=\"65\" n_rows=\"1\">\n{tiles}</scenario>\n\
             <goal n_columns=\"65\" n_rows=\"1\">\n{tiles}</goal>\n</level>\n"
        )
    };
    assert!(read(&text(64)).unwrap_err().contains("the board is open"));
    assert_eq!(read(&text(65)).unwrap_err(), "135:28: there are more than 64 kinds of atoms");
}

#[test]
fn what_gnome_atomix_cannot_express_is_told() {
    let level = |kinds: [&str; 2]| {
        let [one, two] = kinds;
        let text = format!(
            "[Level]\natom_1={one}\natom_2={two}\nfeld_0=####\nfeld_1=#12#\nfeld_2=####\nmole_0=12\n"
        );
        let set = atomix::parse(text.as_bytes(), None).unwrap();
        set.into_levels().next().unwrap().level.unwrap()
    };
    let error = |kinds| Format::Gnome.write(&level(kinds)).map_err(|error| error.to_string());
    assert!(error(["1-c", "1-g"]).is_ok());
    for (kinds, expected) in [
        (
            ["1-c", "1-c"],
            "the labels \"1\" and \"2\" look the same, and GNOME Atomix has no labels",
        ),
        (["1-c", "M-g"], "GNOME Atomix has no words for an atom \"M-g\""),
        (["1-c", "2-5"], "GNOME Atomix has no words for an atom \"2-5\""),
    ] {
        assert_eq!(error(kinds), Err(expected.to_owned()));
    }
}
