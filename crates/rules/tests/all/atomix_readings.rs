//! Texts by people and other programs: read as intended, or an error says what is missing.

use crate::common::{PAIR, remarks};
use fewest_rules::atomix::{self, Format, Level, OpenEdge, Options, SavedGame, Square};
use fewest_rules::{Puzzle, replay};
use proptest::prelude::*;
use std::path::PathBuf;

/// The only level of a text.
fn level(text: &str) -> Level {
    with(text, Options::default())
}

fn with(text: &str, options: Options) -> Level {
    let set = atomix::parse(text.as_bytes(), options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(set.levels().len(), 1, "{text}");
    let numbered = set.into_levels().next().unwrap();
    numbered.level.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// Asserts that two levels have the same board and molecule, with the same names of atoms.
#[track_caller]
fn assert_same(one: &Level, other: &Level) {
    assert_eq!(one.board_rows(' '), other.board_rows(' '));
    assert_eq!(one.molecule_rows('.'), other.molecule_rows('.'));
}

#[test]
fn double_bonds_aslant_are_digits() {
    let text = PAIR.replace("1-c", "3-2").replace("1-g", "2-4ce");
    assert_eq!(remarks(&text), "");
    let kinds = level(&text);
    let kinds = kinds.labels().into_iter().map(|label| kinds.kind(label).unwrap().to_string());
    assert_eq!(kinds.collect::<Vec<_>>(), ["3-2", "2-4ce"]);
    let gnome = Format::Gnome.write(&level(&text)).unwrap();
    assert!(gnome.contains("link-bottom-left-double"), "{gnome}");
    assert_same(&level(&gnome), &level(&text));
}

#[test]
fn what_looks_like_a_mistake_is_told() {
    let cases = [
        ("1-c", "X-c", "3:8: unknown element 'X'; it is kept as written"),
        (
            "1-c",
            "1-zazy",
            "3:8: unknown bond 'y'; it is kept as written\n\
             3:8: unknown bond 'z'; it is kept as written",
        ),
        ("Name=", "Nam=", "2:1: unknown key \"Nam\": did you mean \"Name\"?"),
        ("Name=", "Author=", "2:1: unknown key \"Author\""),
        ("Name=", "Name[de]=", ""),
        (
            "[Level]",
            "[level]",
            "1:1: the section is read as [Level], the name that KAtomic requires",
        ),
        ("\nName", "\n# Name", ""),
    ];
    for (part, other, expected) in cases {
        let text = PAIR.replace(part, other);
        assert_eq!(remarks(&text), expected, "{other}");
        assert_same(&level(&text), &level(PAIR));
    }
}

#[test]
fn keys_and_rows_that_are_missing_are_named() {
    let all = PAIR.replace("feld", "field");
    let unknown =
        |line, key, near| format!("{line}:1: unknown key {key:?}: did you mean {near:?}?\n");
    let expected = unknown(5, "field_00", "feld_00")
        + &unknown(6, "field_01", "feld_01")
        + &unknown(7, "field_02", "feld_02")
        + "1:1: the board (feld_00, feld_01, ...) is missing";
    assert_eq!(remarks(&all), expected);
    let one = PAIR.replace("feld_00", "field_00");
    assert!(remarks(&one).starts_with(&unknown(5, "field_00", "feld_00")), "{}", remarks(&one));
    let left_out = PAIR
        .replace("feld_01=#1..2#", "feld_01=#1..2#\nfeld_03=######")
        .replace("feld_02=######\n", "");
    assert_eq!(
        remarks(&left_out),
        "6:10: feld_02 is missing, and without it the board is open: this atom can leave it at r2c0"
    );
}

#[test]
fn all_errors_of_a_level_are_told_at_once() {
    let text = PAIR.replace("1-c", "?").replace("feld_01=#1..2#", "feld_01=#1.%2#\nfeld_x=");
    let expected = "3:8: \"?\" is not a kind of atom\n\
                    6:12: unknown character '%' in the board\n\
                    7:6: the number of a row must be a number, not \"x\"";
    assert_eq!(remarks(&text), expected);
    let very_many = PAIR.replace("#1..2#", &"?".repeat(1000));
    let remarks = remarks(&very_many);
    assert_eq!(remarks.lines().count(), 33);
    assert!(remarks.ends_with("and there are more errors in this level"), "{remarks}");
}

#[test]
fn lines_may_end_as_on_old_macs() {
    assert_same(&level(&PAIR.replace('\n', "\r")), &level(PAIR));
    let broken = PAIR.replace("#1..2#", "#1.?2#").replace('\n', "\r");
    assert_eq!(remarks(&broken), "6:12: unknown character '?' in the board");
}

#[test]
fn the_nearest_format_is_named() {
    let known = "1:1: not an Atomix level in a known format (KAtomic, GNOME, kp, Gliesch and Ritt, a \
                 drawing)";
    let cases = [
        ("Hello", ""),
        ("x=1", ""),
        ("feld_00 1", ""),
        ("feld_00=###\nfeld_01=#1#\n", "; it has keys of KAtomic, but no section [Level]"),
        (
            "#####\n#1.2#\n#####\n",
            "; it has a drawn board, but no molecule below it, after an empty line or a line \"molecule:\"",
        ),
        ("[Savegame]\nLevel=1\n", "; a saved game of KAtomic has no board of its own"),
    ];
    for (text, nearest) in cases {
        assert_eq!(remarks(text), format!("{known}{nearest}"));
    }
}

/// One level in the words of GNOME Atomix since 2015.
const GNOME: &str = r#"<level _name="Pair">
<environment n_columns="3" n_rows="3">
<position row="0" col="0"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="0" col="1"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="0" col="2"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="1" col="0"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="1" col="2"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="2" col="0"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="2" col="1"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
<position row="2" col="2"><tile type="TILE_TYPE_WALL" base="wall-single"/></position>
</environment>
<scenario n_columns="3" n_rows="3">
<position row="1" col="1"><tile type="TILE_TYPE_ATOM" base="atom-o"><underlay>link-left</underlay></tile></position>
</scenario>
<goal n_columns="1" n_rows="1">
<position row="0" col="0"><tile type="TILE_TYPE_ATOM" base="atom-o"><underlay>link-left</underlay></tile></position>
</goal>
</level>
"#;

/// The same as elements that contain `row` and `col`, before 2015, with names or with numbers.
fn gnome_in_rows(wall: &str, atom: &str, link: &str) -> String {
    let tile = |kind, base, link: &str| {
        format!("<tile><type>TILE_TYPE_{kind}</type><base>{base}</base>{link}</tile>")
    };
    let link = format!("<underlay>{link}</underlay>");
    let cells = |row: usize, columns: &[usize], tile: &str| {
        let cell = |column: &usize| format!("<col no=\"{column}\">{tile}</col>\n");
        format!("<row no=\"{row}\">{}</row>\n", columns.iter().map(cell).collect::<String>())
    };
    let part = |name, columns, rows, cells: &str| {
        format!("<{name}><n_rows>{rows}</n_rows><n_columns>{columns}</n_columns>{cells}</{name}>\n")
    };
    let wall = tile("WALL", wall, "");
    let atom = tile("ATOM", atom, &link);
    let walls =
        cells(0, &[0, 1, 2], &wall) + &cells(1, &[0, 2], &wall) + &cells(2, &[0, 1, 2], &wall);
    let floor = cells(1, &[1], &tile("FLOOR", "1", ""));
    let parts = part("environment", 3, 3, &(walls + &floor))
        + &part("scenario", 3, 3, &cells(1, &[1], &atom))
        + &part("goal", 1, 1, &cells(0, &[0], &atom));
    format!("<?xml version=\"1.0\"?>\n<level name=\"Pair\">\n{parts}</level>\n")
}

/// The same in the files of GNOME 1.4.
fn gnome_1_4() -> String {
    let tile = |row: usize, column: usize, kind: usize, rest: &str| {
        format!(
            "<TILE row=\"{row}\" col=\"{column}\"><TYPE>{kind}</TYPE><IMG_ID>2</IMG_ID>{rest}</TILE>\n"
        )
    };
    let walls = (0..9).filter(|&cell| cell != 4).map(|cell| tile(cell / 3, cell % 3, 2, ""));
    let link = "<CONN_ID>7</CONN_ID>";
    let field = walls.collect::<String>() + &tile(1, 1, 1, link);
    let goal = tile(0, 0, 1, link);
    format!(
        "<LEVEL name=\"Pair\"><REVISION>2</REVISION><NEXT level=\"x\"/>\n\
         <PLAYFIELD rows=\"3\" cols=\"3\">{field}</PLAYFIELD>\n\
         <GOAL rows=\"1\" cols=\"1\">{goal}</GOAL></LEVEL>\n"
    )
}

#[test]
fn files_of_every_gnome_atomix_are_read() {
    let expected = level(GNOME);
    let words = gnome_in_rows("wall-single", "atom-o", "link-left");
    for text in [words, gnome_in_rows("1", "2", "7"), gnome_1_4()] {
        assert_eq!(level(&text), expected, "{text}");
    }
    let outside = gnome_1_4().replace("row=\"2\" col=\"2\"", "row=\"3\" col=\"2\"");
    assert!(remarks(&outside).contains("row 3 is outside: there are 3"), "{}", remarks(&outside));
    let mixed = gnome_1_4().replace(
        "<GOAL rows=\"1\" cols=\"1\"><TILE row=\"0\" col=\"0\"><TYPE>1",
        "<GOAL rows=\"1\" cols=\"1\"><TILE row=\"0\" col=\"0\"><TYPE>2",
    );
    assert!(
        remarks(&mixed).contains("a tile of type \"2\" cannot be in the <goal>"),
        "{}",
        remarks(&mixed)
    );
}

#[test]
fn scripts_of_kp_atomix_are_read() {
    let json = Format::Kp.write(&level(PAIR)).unwrap();
    let scripts = [
        format!("var levels = {json};\n"),
        format!(
            "/* {{ a comment }} */\n(function () {{\n  var levelSet =\n//<levelSet>\n{json}\n//</levelSet>\n;\n  X.y[levelSet.name] = levelSet;\n}}());\n"
        ),
        format!("export default {json}"),
    ];
    for script in scripts {
        assert_eq!(level(&script), level(&json), "{script}");
    }
    let broken = format!("var levels = {};\n", json.replace("#1..2#", "#1.?2#"));
    let place = json.lines().position(|line| line.contains("#1..2#")).unwrap() + 1;
    assert_eq!(remarks(&broken), format!("{place}:13: unknown character '?' in the board"));
}

#[test]
fn drawings_are_read() {
    let board = "######\n#1..2#\n######\n";
    let texts = [
        format!("{board}\nmolecule:\n12\n"),
        format!("{board}molecule:\n12\n"),
        format!("{board}\n12\n"),
        format!("\nPair\n{board}\n\n12\n\n"),
        "######  molecule:\n#1..2#  12\n######\n".to_owned(),
        "Pair\n\n######      Molecule:\n#1..2#      12\n######\n".to_owned(),
    ];
    for text in texts {
        let read = level(&text);
        assert_same(&read, &level(PAIR));
        assert_eq!(read.corners().0, Square { row: 0, column: 0 }, "{text}");
        assert_eq!(read.name(), text.contains("Pair").then_some("Pair"));
    }
    let two = format!(
        "{}\n{}",
        Format::Drawing.write(&level(PAIR)).unwrap(),
        Format::Drawing.write(&atomix::builtin("water").unwrap()).unwrap()
    );
    let set = atomix::parse(two.as_bytes(), None).unwrap();
    let names: Vec<_> =
        set.levels().iter().map(|l| l.level.as_ref().unwrap().name().unwrap()).collect();
    assert_eq!(names, ["Pair", "Water (Atomix 01)"]);
}

#[test]
fn errors_in_drawings_have_their_place() {
    let drawing = Format::Drawing.write(&atomix::builtin("water").unwrap()).unwrap();
    let cases = [
        (drawing.replace("#..3######", "#..3##?###"), "6:10: unknown character '?' in the board"),
        (
            drawing.replace("123\n", "122\n"),
            "5:21: atoms with label \"2\": 1 on the board, 2 in the molecule\n\
             6:7: atoms with label \"3\": 1 on the board, 0 in the molecule",
        ),
        ("###\nmolecule:\n12\n".to_owned(), "1:1: the board has no atoms"),
        ("###\n#1#\n###\n\n1\n\n2\n".to_owned(), "7:1: unexpected text after the end"),
    ];
    for (text, expected) in cases {
        let all = remarks(&text);
        assert!(all.contains(expected), "{all}\n{text}");
    }
}

#[test]
fn numbers_of_rows_may_be_of_any_size() {
    let none = "the board has no atoms";
    for (number, expected) in [
        ("255", none),
        ("256", "2:5: rows and columns go up to 255"),
        ("65536", "2:1: the board is open"),
        ("18446744073709551615", "2:1: the board is open"),
    ] {
        let ruler = format!("{:width$} 0123\n", "", width = number.len());
        let drawing = format!("{ruler}{number} ####\n\nmolecule:\n1\n");
        assert!(remarks(&drawing).contains(expected), "{}", remarks(&drawing));
    }
}

const EDGE: &str = "\
[Level]
atom_1=1-c
atom_2=1-g
feld_00=1..#.2.
feld_01=.......
feld_02=#......
mole_0=12
";

#[test]
fn the_edge_of_the_field_stops_atoms_where_that_is_asked_for() {
    assert!(remarks(EDGE).ends_with("if the edge of the field stops atoms, use --open-edge stop"));
    let stop = Options { open_edge: OpenEdge::Stop, ..Options::default() };
    let open = with(EDGE, stop);
    let start = open.start();
    let steps: Vec<String> = open.moves(&start).iter().map(ToString::to_string).collect();
    assert_eq!(
        steps,
        [
            "1.1 down r0c0-r1c0",
            "1.1 right r0c0-r0c2",
            "2.1 down r0c5-r2c5",
            "2.1 left r0c5-r0c4",
            "2.1 right r0c5-r0c6"
        ]
    );
    // Other formats get walls for it, and the squares move by one.
    for format in [Format::KAtomic, Format::Gnome, Format::Kp, Format::GlieschRitt] {
        let closed = level(&format.write(&open).unwrap());
        let (rows, columns) = format.moves_squares(&open);
        assert_eq!((rows, columns), (1, 1), "{format}");
        let moved = closed.moves(&closed.start());
        let moved: Vec<_> =
            moved.iter().map(|step| (step.from.row - 1, step.to.column - 1)).collect();
        let expected: Vec<_> =
            open.moves(&start).iter().map(|step| (step.from.row, step.to.column)).collect();
        assert_eq!(moved, expected, "{format}");
    }
    // This one is closed by walls except on the left: its columns move, and its rows do not.
    let left = EDGE
        .replace("feld_00=1..#.2.", "feld_00=#######")
        .replace("feld_01=.......", "feld_01=1..#.2#");
    let left = with(&left.replace("feld_02=#......", "feld_02=#######"), stop);
    for format in [Format::KAtomic, Format::Gnome, Format::Kp, Format::GlieschRitt] {
        assert_eq!(format.moves_squares(&left), (0, 1), "{format}");
        let closed = level(&format.write(&left).unwrap());
        assert_eq!(closed.moves(&closed.start())[0].to_string(), "1.1 right r1c1-r1c3", "{format}");
    }
    // Nothing changes if walls close the board.
    assert_eq!(with(PAIR, stop), level(PAIR));
    let drawn = with(&Format::Drawing.write(&open).unwrap(), stop);
    assert_eq!(drawn.free_squares(), open.free_squares());
}

#[test]
fn saved_games_of_katomic_are_positions_and_plans() {
    let level = level(PAIR);
    let text = "[Savegame]\nLevel=3\nLevelSet=mine\nAtom_0=3,1\nAtom_1=4,1\nMoveCount=1\nMove_0=0,3,2\n\
                SelectedAtom=0\n";
    let game = SavedGame::parse(text.as_bytes()).unwrap().unwrap();
    assert_eq!((game.level_set.as_str(), game.level), ("mine", 3));
    let position = game.position(&level).unwrap();
    assert!(level.is_goal(&position));
    assert_eq!(replay(&level, game.moves(&level).unwrap()).as_ref(), Ok(&position));
    // A file that is written over that of a longer game of a larger level.
    let longer = text.replace("Selected", "Move_1=1,2,1\nSelected");
    assert_eq!(SavedGame::parse(longer.as_bytes()), Some(Ok(game)));
    let larger = longer.replace("MoveCount", "Atom_2=9,9\nMoveCount");
    let larger = SavedGame::parse(larger.as_bytes()).unwrap().unwrap();
    assert_eq!(larger.position(&level), Ok(position));
    assert!(SavedGame::parse(PAIR.as_bytes()).is_none());
    let error = |text: String| {
        let read = SavedGame::parse(text.as_bytes()).unwrap();
        match read.map_err(|error| error.to_string()) {
            Err(error) => error,
            Ok(game) => game.position(&level).unwrap_err().to_string(),
        }
    };
    let cases = [
        ("Level=3", "Level=x", "2:7: Level=\"x\" cannot be read: expected the number of a level"),
        (
            "Level=3",
            " Level = x",
            "2:10: Level=\"x\" cannot be read: expected the number of a level",
        ),
        ("Atom_1=4,1", "Atom_1=4;1", "5:8: Atom_1=\"4;1\" cannot be read: expected column,row"),
        ("MoveCount=1", "MoveCount=2", "1:1: Move_1 is missing"),
        ("0,3,2", "0,7,2", "7:8: Move_0=\"0,7,2\" cannot be read: expected atom,direction,squares"),
        ("Atom_1=4,1", "", "the 1 atoms are not where atoms of this level can be"),
        ("Atom_1=4,1", "Atom_1=3,1", "the 2 atoms are not where atoms of this level can be"),
        ("Atom_1=4,1", "Atom_1=0,0", "the 2 atoms are not where atoms of this level can be"),
    ];
    for (part, other, expected) in cases {
        assert_eq!(error(text.replace(part, other)), expected);
    }
}

/// The cases that were found, if they are available.
#[test]
fn the_cases_are_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/cases/atomix");
    let folder = PathBuf::from(folder);
    if !folder.is_dir() {
        println!("skipped: there is no folder {}", folder.display());
        return;
    }
    let read = |name: &str, open_edge| {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let set = atomix::parse(&bytes, Options { open_edge, format: None }).unwrap();
        set.into_levels().next().unwrap().level
    };
    for name in ["bonds-1-to-4.lvl", "gnome-before-2015.xml", "board-and-molecule.txt"] {
        assert!(read(name, OpenEdge::Refuse).is_ok(), "{name}");
    }
    assert!(read("open-edge.lvl", OpenEdge::Refuse).is_err());
    assert!(read("open-edge.lvl", OpenEdge::Stop).is_ok());
}

proptest! {
    #[test]
    fn no_drawing_makes_the_parser_panic(text in "(  |[#.1-3 0-9\n]|molecule:|\n\n|é){0,60}") {
        for open_edge in OpenEdge::ALL {
            let options = Options { format: Some(Format::Drawing), open_edge };
            let _ = atomix::parse(text.as_bytes(), options);
            let _ = atomix::parse(text.as_bytes(), None);
            let _ = SavedGame::parse(format!("[Savegame]\n{text}").as_bytes());
        }
    }
}
