//! Drawings as people type them: with titles, texts below, and mistakes.

use fewest_rules::atomix::{self, Format, Level, OpenEdge, Options, Square};

fn level(text: &str, open_edge: OpenEdge) -> Level {
    let options = Options { format: Some(Format::Drawing), open_edge };
    let set = atomix::parse(text.as_bytes(), options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(set.levels().len(), 1, "{text}");
    let level = set.into_levels().next().unwrap().level;
    level.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// The error of a text or the errors of its levels, one per line.
fn errors(text: &str) -> String {
    match atomix::parse(text.as_bytes(), Some(Format::Drawing)) {
        Err(error) => error.to_string(),
        Ok(set) => {
            let errors = set.into_levels().filter_map(|level| level.level.err()).flatten();
            errors.map(|error| error.to_string()).collect::<Vec<_>>().join("\n")
        }
    }
}

const BOARD: &str = "######\n#1..2#\n######\n";
const BESIDE: &str = "######  molecule:\n#1..2#  12\n######\n";
const RULED: &str = "  012345\n0 ######    molecule:\n1 #1..2#    12\n2 ######\n";

#[test]
fn titles_may_look_like_boards_and_rulers() {
    let titles = [
        "1. Water",
        "Level #3",
        "No. 5 of ##",
        "# Wasser für Anfänger",
        "Pair #",
        "#3",
        "# 3",
        "1.",
        "12",
        "77777777",
        "  1357911",
        "A title that is longer than the board is wide. It has a dot",
    ];
    let drawings = [
        format!("{BOARD}\n12\n"),
        format!("{BOARD}\nmolecule:\n12\n"),
        format!("\n{BOARD}\n12\n"),
        BESIDE.to_owned(),
        format!("\n{BESIDE}"),
        RULED.to_owned(),
        format!("\n{RULED}"),
    ];
    for title in titles {
        for drawing in &drawings {
            let text = format!("{title}\n{drawing}");
            let read = level(&text, OpenEdge::Refuse);
            assert_eq!(read.name(), Some(title.trim()), "{text}");
            assert_eq!(read.corners().0, Square { row: 0, column: 0 }, "{text}");
            assert_eq!(read.board_rows(' '), BOARD.lines().collect::<Vec<_>>(), "{text}");
            assert_eq!(read.molecule_rows('.'), ["12"], "{text}");
        }
    }
}

#[test]
fn first_rows_of_boards_are_no_titles() {
    let boards = ["  #\n #1#\n # #\n ###\n", "..###..\n..#1###\n..#...#\n..#####\n"];
    for board in boards {
        for text in [format!("{board}\n1\n"), format!("Lone atom\n{board}\nmolecule:\n1\n")] {
            let read = level(&text, OpenEdge::Refuse);
            assert_eq!(read.atoms()[0].1.row, 1, "{text}");
        }
    }
    let open = "ab.#2.\n.. ...\n#...#.\n......\n1.....\n\n12ab\n";
    let read = level(open, OpenEdge::Stop);
    assert_eq!((read.atoms().len(), read.height()), (4, 5));
    let words = "#ab  #\n#    #\n#cd  #\n\nmolecule:\nab\n\ncd\n";
    let read = level(words, OpenEdge::Stop);
    assert_eq!((read.name(), read.atoms().len(), read.height()), (None, 4, 3));
    let words = "######\n#ab  c\n######\n\nmolecule:\n\nab c\n";
    let read = level(words, OpenEdge::Stop);
    assert_eq!((read.height(), read.molecule_rows(' ')), (3, vec!["ab c".to_owned()]));
    let twice = errors("#1#\n#1#\n###\n\nmolecule:\n1\n");
    assert!(twice.contains("label \"1\": 2 on the board, 1 in the molecule"), "{twice}");
}

#[test]
fn texts_below_boards_are_errors_at_their_place() {
    let cases = [
        (format!("{BOARD}by me\n\nmolecule:\n12\n"), "4:1"),
        (format!("{BOARD}\n 1. by me\n\nmolecule:\n12\n"), "5:2"),
        (format!("Pair\n{BOARD}by me\n\n12\n"), "5:1"),
        (format!("{BOARD}\n12\n\nby me\n"), "7:1"),
        (format!("{BOARD}\nmolecule:\n\n12\n\n by me\n"), "9:2"),
        (format!("{BESIDE}by me\n"), "4:1"),
        (format!("{BESIDE}\nby me\n"), "5:1"),
        (format!("{BESIDE}\n{RULED}\n  by me #1\n"), "10:3"),
        (format!("{RULED}by me\n"), "5:1"),
        (format!("Pair\n\n{RULED}\n\n  Level #3\n"), "9:3"),
    ];
    for (text, place) in cases {
        assert_eq!(errors(&text), format!("{place}: unexpected text after the end"), "{text}");
    }
}

#[test]
fn mistakes_beside_rulers_have_their_place() {
    let cases = [
        ("2 ######", "2 #####é", "4:8: unknown character 'é' in the board"),
        ("2 ######", "2 #######", ""),
        ("2 ######", "3 ######", "4:1: unexpected text after the end"),
        (
            "2 ######",
            "2 ######\n3 ?\nby me",
            "5:3: unknown character '?' in the board\n6:1: unexpected text after the end",
        ),
        ("    12", "    1...2", "2:13: the molecule fits nowhere that atoms can reach"),
        ("    12", "", "2:13: the molecule has no atoms"),
        ("#1..2#", "#....#", "2:3: the board has no atoms"),
    ];
    for (part, other, expected) in cases {
        assert_eq!(errors(&RULED.replace(part, other)), expected, "{other}");
    }
    let cases = [
        (
            format!("{BOARD}\nmolecule:\n1...2\n"),
            "5:1: the molecule fits nowhere that atoms can reach",
        ),
        (format!("{BOARD}\n1...2\n"), "5:1: the molecule fits nowhere that atoms can reach"),
        ("Pair\n\nmolecule:\n12\n".to_owned(), "3:1: the board has no atoms"),
        (BOARD.to_owned(), "4:1: the molecule (below the board, after \"molecule:\") is missing"),
        ("Pair".to_owned(), "1:5: the molecule (below the board, after \"molecule:\") is missing"),
    ];
    for (text, expected) in cases {
        assert_eq!(errors(&text), expected, "{text}");
    }
}

#[test]
fn lines_above_numbered_rows_may_have_any_characters() {
    // Below the `1` is the first byte of a letter, and below that the second byte of another.
    let text = "  1\n  £\n à\n0 ##\n\nmolecule:\n1\n";
    assert!(errors(text).starts_with("4:1: atoms with label \"0\": "), "{}", errors(text));
}

#[test]
fn rows_beside_and_above_the_heading_are_read() {
    let above = "##########\n#1..2...#  molecule:\n#########  12\n";
    let read = level(above, OpenEdge::Refuse);
    assert_eq!(read.board_rows(' '), ["##########", "#1..2...# ", "######### "]);
    assert!(errors(&above.replace("#\n#1", "#  1\n#1")).contains("1:13: "));
}

/// If the edge of the field stops atoms, the molecule can be as high as the board.
#[test]
fn lines_without_cells_are_not_part_of_the_field() {
    let drawn = "  012    molecule:\n0 1.a    1a\n1 2.b    2b\n2 3.c    3c\n";
    let texts = [
        drawn,
        "1.a\n2.b\n3.c\n\nmolecule:\n1a\n2b\n3c\n",
        "1.a\n2.b\n3.c\n\n1a\n2b\n3c\n",
        "1.a  molecule:\n2.b  1a\n3.c  2b\n     3c\n",
    ];
    for text in texts {
        assert_eq!(Format::Drawing.write(&level(text, OpenEdge::Stop)).unwrap(), drawn, "{text}");
    }
}

#[test]
fn drawings_are_told_from_other_texts() {
    let detected = |text: &str| Format::detect(text.as_bytes());
    let drawings = [
        RULED.to_owned(),
        BESIDE.to_owned(),
        format!("{BOARD}\n21\n"),
        "1.2\n\nmolecule:\n12\n".to_owned(),
        "##1\n\nmolecule:\n1\n".to_owned(),
        "###\n\nmolecule:\n1\n".to_owned(),
        "Level #\n###\n#1#\n###\n\n1\n".to_owned(),
        "..###..\n..#1#..\n..###..\n\n1\n".to_owned(),
    ];
    for text in drawings {
        assert_eq!(detected(&text), Some(Format::Drawing), "{text}");
    }
    let others = [
        format!("{BOARD}\n13\n"),
        format!("{BOARD}\n1\n"),
        format!("{BOARD}\n12!\n"),
        BOARD.to_owned(),
        "###\n#.#\n###\n\n...\n".to_owned(),
        "The following\nmolecule:\n12\n".to_owned(),
        "#\n#1#\n\n1\n".to_owned().replace('#', "+"),
    ];
    for text in others {
        assert_eq!(detected(&text), None, "{text}");
    }
}

#[test]
fn a_text_of_many_paragraphs_is_read_in_linear_time() {
    let text = format!("{}{BOARD}\n12\n", "a b\n\n".repeat(200_000));
    assert_eq!(level(&text, OpenEdge::Refuse).name(), Some("a b"));
}
