//! Texts of tile puzzles: what is read from them, and what is said about those with a mistake.

use fewest_rules::tiles::{Goal, Instance, Options, ParseError, parse, parse_each};
use fewest_rules::{Located, Puzzle};

fn options(size: &str) -> Options {
    Options { size: (!size.is_empty()).then(|| size.parse().unwrap()), goal: Goal::BlankLast }
}

/// The board, or what is wrong.
fn said(read: &Result<Instance, Located<ParseError>>) -> String {
    read.as_ref().map_or_else(ToString::to_string, |instance| instance.start.to_string())
}

/// What is said about each position of a text.
fn each(text: &str) -> Vec<String> {
    parse_each(text, options("")).iter().map(said).collect()
}

#[test]
fn one_line_of_a_list_is_broken() {
    let [one, two, small] = ["1 2 3 / 4 0 6 / 7 5 8", "1 2 3 / 0 4 6 / 7 5 8", "1 2 / 3 0"];
    for (text, expected) in [
        (
            "123406759\n123046758\n12/30",
            &["1:9: digit 9 is too large: a 3x3 board ends at 8", two, small][..],
        ),
        (
            "123/406/759\n123/046/758\n12/30",
            &["1:11: digit 9 is too large: a 3x3 board ends at 8", two, small],
        ),
        (
            "1 2 3 4 0 6 7 5 9\n1 2 3 0 4 6 7 5 8",
            &["1:17: tile 9 is too large: a 3x3 board ends at 8", two],
        ),
        (
            "a 1 2 3 4 0 6 7 5 8 2\nb 1 2 3 0 4 6 7 5 9 2",
            &[one, "2:19: tile 9 is too large: a 3x3 board ends at 8"],
        ),
        ("1230\n1233\n1230\n1230", &[small, "2:4: digit 3 is used twice", small, small]),
        ("1233\n1230\n1230", &["1:4: digit 3 is used twice", small, small]),
        ("1233\n1230\n1230\n1123", &["1:4: digit 3 is used twice"]),
        ("1230\n/", &[small, "2:1: this row is empty"]),
        (
            "1233\n1233\n1230\n1230\n1230\n1230",
            &[
                "1:4: digit 3 is used twice",
                "2:4: digit 3 is used twice",
                small,
                small,
                small,
                small,
            ],
        ),
        (
            "1233\n1233\n3x2:123450",
            &["1:4: digit 3 is used twice", "2:4: digit 3 is used twice", "1 2 3 / 4 5 0"],
        ),
        ("1230\n45678", &[small, "2:6: digit 0 is missing"]),
        ("1230\n1245", &[small, "2:3: digit 4 is too large: a 2x2 board ends at 3"]),
        ("12/30\n45/67", &[small, "2:1: digit 4 is too large: a 2x2 board ends at 3"]),
        ("[[1,2,3,0],[1,2,3,3]]", &[small, "1:19: tile 3 is used twice"]),
        (
            "[[1,2,3,4,0,6,7,5,9],[1,2,3,0,4,6,7,5,8]]",
            &["1:19: tile 9 is too large: a 3x3 board ends at 8", two],
        ),
    ] {
        assert_eq!(each(text), expected, "{text}");
    }
}

#[test]
fn more_lines_than_one_board_has_are_a_list() {
    let small = "1 2 / 3 0";
    let right = "1 2 3 0\n".repeat(20);
    let read = each(&format!("1 2 3 3\n{right}"));
    assert_eq!(read.len(), 21);
    assert_eq!(read[0], "1:7: tile 3 is used twice");
    assert!(read[1..].iter().all(|read| read == small));
    let read = each(&format!("[[1,2,3,3]{}]", ",[1,2,3,0]".repeat(20)));
    assert_eq!((read.len(), read[0].as_str()), (21, "1:9: tile 3 is used twice"));
    // No line is right, and no list.
    assert_eq!(each("[1,2,3,3] [1,2,3,3]"), ["1:8: tile 3 is used twice"]);
    let wrong = "1 2 3 3\n".repeat(20);
    assert_eq!(each(&wrong), ["1:7: tile 3 is used twice"]);
}

#[test]
fn a_broken_board_in_rows_is_told_as_one() {
    for (text, message) in [
        ("1230\n4567\n89ab\ncdee", "4:4: digit e is used twice"),
        ("1 2 3 0\n4 5 6 7\n8 9 10 10", "3:8: tile 10 is used twice"),
        ("1 2 3 4\n5 6 7 8\n9 10 11 11", "3:9: tile 11 is used twice"),
        ("1 2 3 4\n1 5 6 7", "2:1: tile 1 is used twice"),
        ("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15", "4:9: the blank (0) is missing"),
        ("1 2 3 4\n5 6 7\n9 10 11 12\n13 14 15 0", "4:11: tile 8 is missing"),
        ("[[1,2,3,0],[4,5,6,7],[8,9,10,10]]", "1:30: tile 10 is used twice"),
        ("3\n1 2 3\n4 0 6\n7 5", "4:4: tile 8 is missing"),
        ("3\n1 2 3\n4 0 6\n7 5 8 8", "4:7: tile 8 is used twice"),
        ("4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15", "5:9: the blank (0) is missing"),
        ("4 2\n1 2\n3 4\n5 6\n7", "5:2: the blank (0) is missing"),
        ("3\n123\n406\n75", "4:1: this row has 2 cells, the first row has 3"),
        ("2 3\n1 4\n6", "3:2: the blank (0) is missing"),
        ("12/3", "1:4: this row has 1 cell, the first row has 2"),
    ] {
        assert_eq!(each(text), [message], "{text}");
        assert_eq!(said(&parse(text, options(""))), message, "{text}");
    }
}

#[test]
fn the_second_board_over_several_lines_is_broken() {
    let text = "3\n1 2 3\n4 0 6\n7 5 8\n3\n1 2 3\n0 4 6\n7 5 7";
    assert_eq!(each(text), ["1 2 3 / 4 0 6 / 7 5 8", "8:5: tile 7 is used twice"]);
    let rows = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n";
    let read = each(&format!("{rows}{}", rows.replace("15 0", "15 15")));
    assert_eq!(read[0], "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0");
    assert_eq!(read.last().unwrap(), "8:10: tile 15 is used twice");
}

#[test]
fn boards_follow_one_another_with_one_word_a_line() {
    let row = |from: usize| (from..from + 8).map(|tile| tile.to_string()).collect::<Vec<_>>();
    let rows: Vec<_> = (0..8).map(|number| row(8 * number).join("\n")).collect();
    let board = rows.join("\n/\n");
    let expected = (0..8).map(|number| row(8 * number).join(" ")).collect::<Vec<_>>().join(" / ");
    assert_eq!(each(&format!("{board}\n{board}")), [expected.as_str(), &expected]);
}

#[test]
fn a_board_of_another_size_is_told_so() {
    for (size, text, message) in [
        ("2x2", "0 1 2 3 4 5 6 7 _", "1:1: the board is 3x3, but 2x2 was asked for"),
        ("2x2", " abcdefgh_", "1:2: the board is 3x3, but 2x2 was asked for"),
        ("4x4", "123456780", "1:1: the board is 3x3, but 4x4 was asked for"),
        ("", "4x4: 1 2 3 4 5 6 7 8 0", "1:6: the board is 3x3, but 4x4 was asked for"),
        ("8x2", "1 2 16 0", "1:5: tile 16 is too large: an 8x2 board ends at 15"),
        ("8x3", "1230", "1:1: an 8x3 board has more tiles than there are digits: write numbers"),
        ("2x2", "1 2 3 4 5 0", "1:7: tile 4 is too large: a 2x2 board ends at 3"),
        ("", "4x4", "1:4: there is no board here"),
        ("", "3x3:", "1:4: there is no board here"),
    ] {
        assert_eq!(said(&parse(text, options(size))), message, "{text}");
    }
    // As many cells, but in other rows.
    let square = parse("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", options("8x2")).unwrap();
    assert_eq!(square.start.size().to_string(), "8x2");
}

#[test]
fn tiles_without_a_size_are_no_square() {
    let advice = "split the rows by \"/\" or give the size (--size 3x2)";
    let six = format!("1:1: 6 tiles fill no square board, but 2x3 or 3x2: {advice}");
    for text in ["1 2 3 4 5 6", "123456", "1 2 3 4 5 0"] {
        assert_eq!(said(&parse(text, options(""))), six, "{text}");
    }
    for (text, message) in [
        ("0 1 2 3 4 6 8", "1:14: tile 5 is missing"),
        ("1 2 3 4 5 6 7 8", "1:16: the blank (0) is missing"),
    ] {
        assert_eq!(said(&parse(text, options(""))), message, "{text}");
    }
}

#[test]
fn numbers_have_no_sign_and_control_characters_are_escaped() {
    let numbers = "use the numbers from 0 to 63, and 0 or _ for the blank";
    let digits = "use 0123456789abcdef and _ for the blank, all letters from a on, or numbers \
                  separated by spaces";
    for (text, message) in [
        ("1 +2 3 0", format!("1:3: \"+2\" is not a tile: {numbers}")),
        ("a 1 2 3 0 +5", "1:11: \"+5\" is not a number of moves".to_owned()),
        ("+2x2:1230", format!("1:1: \"+\" is not a digit: {digits}")),
        ("1 2 3 \u{1b}c", format!("1:7: \"\\u{{1b}}c\" is not a tile: {numbers}")),
        ("123\u{7}", format!("1:4: \"\\u{{7}}\" is not a digit: {digits}")),
        ("a 1 2 3 0 \u{1b}c", "1:11: \"\\u{1b}c\" is not a number of moves".to_owned()),
    ] {
        assert_eq!(said(&parse(text, options(""))), message, "{text:?}");
    }
}

#[test]
fn long_texts_are_read_in_linear_time() {
    let slashes = each(&format!("1230\n{}", "/\n".repeat(50_000)));
    assert_eq!(slashes[0], "1 2 / 3 0");
    let boards = each(&"1\n2\n3\n0\n".repeat(5_000));
    assert_eq!(boards.len(), 5_000);
    assert!(boards.iter().all(|board| board == "1 2 / 3 0"));
}

#[test]
fn a_line_of_a_list_is_one_line_if_its_name_is_a_number() {
    let line = parse("k 1 2 3 0 7", options("")).unwrap();
    assert_eq!((line.name.as_deref(), line.stated_optimum), (Some("k"), Some(7)));
    assert_eq!(line.draw(&line.start), "1 2\n3 _");
    let lines = parse("k 1 2\n3 0 7", options("")).unwrap();
    assert_eq!((lines.name.as_deref(), lines.stated_optimum), (Some("k"), Some(7)));
    let message = said(&parse("2\n1 2\n3 0 7", options("")));
    assert_eq!(message, "3:5: tile 7 is too large: a 2x2 board ends at 3");
    assert_eq!(each("2\n3 1\n2 0\n2\n3 2\n0 1"), ["3 1 / 2 0", "3 2 / 0 1"]);
    let first = &parse_each("2\n3 1\n2 0\n2\n3 2\n0 1", options(""))[0];
    assert_eq!(first.as_ref().unwrap().stated_optimum, None);
}

#[test]
fn two_sides_in_front_may_be_in_either_order() {
    let doubt = |text: &str, at: &str| {
        let message = format!(
            "{at}: 2 and 4 may be rows and columns, or width and height: choose with --size 4x2 (2 \
             rows of 4) or --size 2x4, or write 4x2: or 2x4: instead"
        );
        assert_eq!(each(text), [&*message], "{text}");
        assert_eq!(said(&parse(text, options(""))), message, "{text}");
    };
    for text in [
        "2 4 3 1 2 0 5 6 7 4",
        "2 4\n3 1 2 0 5 6 7 4",
        "2\n4\n3\n1\n2\n0\n5\n6\n7\n4",
        "2 4\n\n3 1 2 0 5 6 7 4",
        "2 4\n31205674",
        "2, 4, _, a, b, c, d, e, f, g",
    ] {
        doubt(text, "1:1");
        for size in ["4x2", "2x4"] {
            assert_eq!(parse(text, options(size)).unwrap().start.size().to_string(), size);
            let goal = Goal::of(parse("32107654", options(size)).unwrap().start);
            let read = parse(text, Options { goal, size: None }).unwrap();
            assert_eq!(read.start.size().to_string(), size, "{text}");
        }
    }
    let lines = "2 4 3 1 2 0 5 6 7 4\n";
    assert_eq!(each(&lines.repeat(2)).len(), 2);
    let rows = "3 1 2 0 / 5 6 7 4";
    for text in ["4 2", "2 4", "4x2:"].map(|sides| format!("{sides}\n3 1 2 0\n5 6 7 4")) {
        assert_eq!(each(&text), [rows], "{text}");
        assert_eq!(each(&text.replacen('\n', " ", 1)), [rows], "{text}");
    }
    for text in ["2x4:\n3 1 2 0\n5 6 7 4", "2x4: 3 1 2 0 / 5 6 7 4"] {
        let message = said(&parse(text, options("")));
        assert!(message.ends_with("the board is 4x2, but 2x4 was asked for"), "{text}: {message}");
    }
    assert_eq!(each("2x4: 3 1 2 0 5 6 7 4"), ["3 1 / 2 0 / 5 6 / 7 4"]);
}

#[test]
fn lines_that_are_no_rows_are_refused() {
    let refused = |at: &str, found: usize, expected: usize| {
        format!("{at}: this row has {found} cells, the first row has {expected}")
    };
    for (text, message) in [
        ("8 1\n2 0 3 5\n4 7 6", refused("2:1", 4, 2)),
        ("3\n8 1\n2 0 3 5\n4 7 6", refused("3:1", 4, 2)),
        ("3 3 8 1\n2 0 3 5\n4 7 6", refused("2:1", 4, 2)),
        ("3x3: 8 1\n2 0 3 5\n4 7 6", refused("2:1", 4, 2)),
        ("8,1,2,0\n3,5\n4,7,6", refused("2:1", 2, 4)),
        ("8 1 2 0 3\n5 4 7 6", refused("2:1", 4, 5)),
        ("8 1 2\n0 3 5 6 7\n4", refused("2:1", 5, 3)),
        ("1 2\n3 4 5\n6 0 7", refused("2:1", 3, 2)),
        ("k 8 1\n2 0 3 5\n4 7 6 20", refused("2:1", 4, 2)),
    ] {
        assert_eq!(each(text), [&*message], "{text}");
    }
    for text in ["8 1 2 0 3 5\n4 7 6", "8 1 2\n0 3 5 4 7 6", "k 8 1 2\n0 3 5\n4 7 6 20"] {
        assert_eq!(each(text), ["8 1 2 / 0 3 5 / 4 7 6"], "{text}");
    }
}
