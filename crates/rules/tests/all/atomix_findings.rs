//! Limits, names, and the order of errors and warnings.

use crate::common::PAIR;
use fewest_rules::atomix::{self, BUILTIN_SETS, Format, Level, LevelSet, OpenEdge, other_margins};
use fewest_rules::{Located, read_plan};

fn parse(text: &str) -> LevelSet {
    atomix::parse(text.as_bytes(), None).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn level(text: &str) -> Level {
    let level = parse(text).into_levels().next().unwrap().level;
    level.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

fn told<E: std::fmt::Display>(all: &[Located<E>]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}

/// The errors of the first level of a text.
fn errors(text: &str) -> Vec<String> {
    let level = parse(text).into_levels().next().unwrap();
    told(&level.level.err().unwrap_or_default())
}

/// A hall of this size with this many atoms, all alike, which are also the molecule.
fn hall(rows: usize, columns: usize, atoms: usize) -> String {
    let edge = "#".repeat(columns + 2);
    let cells = |cell: usize| if cell < atoms { '1' } else { '.' };
    let row = |row: usize| (row * columns..(row + 1) * columns).map(cells).collect::<String>();
    let mut text = format!("[Level]\natom_1=1-\nfeld_0={edge}\nfeld_{}={edge}\n", rows + 1);
    for number in 0..rows {
        text += &format!("feld_{}=#{}#\nmole_{number}={}\n", number + 1, row(number), row(number));
    }
    text
}

#[test]
fn the_largest_levels_are_read() {
    let read = level(&hall(15, 17, 64));
    assert_eq!(
        (read.free_squares().len(), read.atoms().len()),
        (atomix::MAX_FREE_SQUARES, atomix::MAX_ATOMS)
    );
    let many = hall(15, 17, 65);
    assert_eq!(errors(&many), ["11:22: the board has 65 atoms; the limit is 64"]);
    let wide = hall(16, 16, 1);
    assert_eq!(errors(&wide), ["3:1: the board has 256 free squares; the limit is 255"]);
    // No larger file is even looked at.
    let largest = atomix::parse(&vec![b'x'; atomix::MAX_BYTES], None).unwrap_err();
    assert!(largest.to_string().starts_with("1:1: not an Atomix level"), "{largest}");
}

#[test]
fn the_note_of_more_errors_is_the_last() {
    // The rows of the board are read before those of the molecule.
    let mistakes = "?".repeat(20);
    let molecule = format!("[Level]\nmole_0={mistakes}\n");
    for text in [
        format!("{molecule}feld_00={mistakes}\n"),
        format!("[Level]\nfeld_00={mistakes}\nmole_0={mistakes}\n"),
    ] {
        let errors = errors(&text);
        assert_eq!(errors.len(), 33);
        let last = errors.last().unwrap();
        assert!(last.ends_with("and there are more errors in this level"), "{errors:?}");
        assert!(last.starts_with("3:"), "{last}");
    }
}

#[test]
fn only_some_warnings_are_told() {
    let keys: String = (0..40).map(|number| format!("key{number}=\n")).collect();
    let set = parse(&format!("{PAIR}{keys}"));
    let warnings = told(&set.levels()[0].warnings);
    assert_eq!(warnings.len(), 32);
    assert_eq!(warnings[31], "40:1: unknown key \"key31\"");
}

/// So many that counting lines from the beginning for each of them takes a minute.
#[test]
fn errors_have_their_places_in_any_order() {
    const LEVELS: usize = 10_000;
    let mut text = String::new();
    for number in 1..=LEVELS {
        text += &format!("[level{number}]\nfeld_0=ääää?\nmole_0=ö1\n");
    }
    for number in 1..=LEVELS {
        text += &format!("[Level{number}]\n");
    }
    let set = parse(&text);
    for (i, numbered) in set.levels().iter().enumerate() {
        let line = 1 + 3 * i;
        let errors = told(numbered.level.as_ref().unwrap_err());
        assert_eq!(errors[4], format!("{}:12: unknown character '?' in the board", line + 1));
        assert_eq!(errors[5], format!("{}:8: unknown character 'ö' in the molecule", line + 2));
        let second = 3 * LEVELS + 1 + i;
        assert_eq!(errors[7], format!("{second}:1: [Level{}] appears a second time", i + 1));
        let warnings = told(&numbered.warnings);
        assert!(warnings[0].starts_with(&format!("{line}:1: the section is read as [Level]")));
    }
}

#[test]
fn headers_without_a_bracket_are_errors() {
    let set = "[LevelSet]\nName=Some\n\n";
    let error = |text: &str| atomix::parse(text.as_bytes(), None).unwrap_err().to_string();
    let open = "the section header has no closing \"]\"";
    assert_eq!(error(&format!("{}{PAIR}", set.replace(']', ""))), format!("1:10: {open}"));
    assert_eq!(error(&format!("{set}{PAIR}[Authors  \nMe\n")), format!("12:9: {open}"));
    assert_eq!(parse(&format!("{set}{PAIR}[Authors]\nMe\n")).name(), Some("Some"));
}

#[test]
fn names_are_one_line_without_control_characters() {
    let name = |name: &str| {
        let read = level(&PAIR.replace("Pair", name));
        for format in [Format::KAtomic, Format::Kp, Format::GlieschRitt, Format::Drawing] {
            let again = level(&format.write(&read).unwrap());
            assert_eq!(again.name(), read.name(), "{format}");
        }
        read.name().map(str::to_owned)
    };
    let cases = [
        ("  two \t words  ", Some("two words")),
        ("\u{1B}[31mred\u{1B}[0m", Some("[31mred [0m")),
        ("bell\u{7}\u{9B}2J", Some("bell 2J")),
        ("a\u{FFFE}b\u{FFFF}", Some("a b")),
        (" \u{A0}\u{1B} ", None),
        ("\"quoted\" and \"more\"", Some("\"quoted\" and \"more\"")),
    ];
    for (written, expected) in cases {
        assert_eq!(name(written).as_deref(), expected, "{written:?}");
    }
}

#[test]
fn kinds_are_those_of_the_molecule() {
    let label = |label| atomix::Label::new(label).unwrap();
    let pair = level(&PAIR.replace("feld_00", "atom_3=2-\nfeld_00"));
    let kinds = ['1', '2', '3'].map(|l| pair.kind(label(l)).map(ToString::to_string));
    assert_eq!(kinds, [Some("1-c".to_owned()), Some("1-g".to_owned()), None]);
    let lone = level(&hall(1, 2, 1));
    assert_eq!(lone.kind(label('1')).map(ToString::to_string).as_deref(), Some("1-"));
}

#[test]
fn names_of_formats_and_edges_are_read_as_written() {
    let names = ["katomic", "gnome", "kp", "gliesch-ritt", "drawing"];
    let extensions = [".dat", ".atomix.xml", ".json", ".in", ".txt"];
    let pair = level(PAIR);
    for ((format, name), extension) in Format::ALL.into_iter().zip(names).zip(extensions) {
        assert_eq!((format.name(), name.parse()), (name, Ok(format)));
        assert_eq!(format!("{format:>14}|"), format!("{name:>14}|"));
        assert_eq!(format.extension(), extension);
        let written = format.write(&pair).unwrap();
        assert_eq!(Format::detect(written.as_bytes()), Some(format));
        assert_eq!(parse(&written).format(), format);
    }
    let unknown = "xml".parse::<Format>().unwrap_err().to_string();
    let expected = "unknown format \"xml\": use katomic, gnome, kp, gliesch-ritt or drawing";
    assert_eq!(unknown, expected);
    for (edge, name) in OpenEdge::ALL.into_iter().zip(["refuse", "stop"]) {
        assert_eq!((edge.name(), name.parse()), (name, Ok(edge)));
    }
    let unknown = "Stop".parse::<OpenEdge>().unwrap_err().to_string();
    assert_eq!(unknown, "unknown treatment of the edge \"Stop\": use refuse or stop");
}

#[test]
fn formats_that_cut_boards_move_squares() {
    let water = atomix::builtin("water").unwrap();
    let corner = |level: &Level| level.corners().0;
    for format in Format::ALL {
        let moved = water.shifted(2, 1).unwrap();
        let (rows, columns) = format.moves_squares(&moved);
        let written = level(&format.write(&moved).unwrap());
        let expected = moved.shifted(rows, columns).unwrap();
        assert_eq!(corner(&written), corner(&expected), "{format}");
        assert_eq!(written.free_squares(), expected.free_squares(), "{format}");
        let is_cut = matches!(format, Format::Kp | Format::GlieschRitt);
        assert_eq!((rows, columns), if is_cut { (-5, -3) } else { (0, 0) });
    }
}

#[test]
fn recorded_plans_fit_any_margins() {
    let pair = level(PAIR);
    let game = "[Savegame]\nAtom_0=3,1\nAtom_1=4,1\nMove_0=0,3,2\n";
    for solves in [true, false] {
        let text = if solves { game.to_owned() } else { game.replace("0,3", "1,2") };
        assert_eq!(read_plan(&pair, &text, None).unwrap().len(), 1);
        assert_eq!(other_margins(&pair, &text, None), None);
    }
}

#[test]
fn texts_without_walls_resemble_nothing() {
    for text in ["Hello.", "Some # text. And more #", "a.b\n#\n#"] {
        let error = atomix::parse(text.as_bytes(), None).unwrap_err().to_string();
        assert!(error.ends_with("a drawing)"), "{error}");
    }
}

#[test]
fn built_in_sets_are_found_by_their_names() {
    assert_eq!(atomix::BuiltinSet::find("laboratory"), Some(BUILTIN_SETS[1]));
    assert_eq!(atomix::BuiltinSet::find("Laboratory"), None);
}
