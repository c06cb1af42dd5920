use super::*;
use crate::Puzzle;
use crate::tiles::Tile;

/// The positions of a text, or the first error.
fn parse_list(text: &str, options: Options) -> Result<Vec<Instance>> {
    parse_each(text, options).into_iter().collect()
}

fn options(size: &str) -> Options {
    Options { size: (!size.is_empty()).then(|| size.parse().unwrap()), goal: Goal::BlankLast }
}

#[test]
fn every_notation_gives_the_same_board() {
    let same: [(&str, &[&str]); 6] = [
        (
            "1 5 9 13 / 2 6 10 14 / 3 7 11 15 / 4 8 12 0",
            &[
                "159d26ae37bf48c0",
                "159D26AE37BF48C_",
                "159d/26ae/37bf/48c0",
                "1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 0",
                "1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,0",
                " 1, 5, 9,13 /2,6,10,14/ 3 7 11 15/4 8 12 _ ",
                "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12 0\n",
                "# Knuth\n4 4 1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 0 # transposed",
                "knuth-1 1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 0 72",
                "4 1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 0",
                "4\n1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12 0",
                "4\n159d\n26ae\n37bf\n48c0",
                "1 5 9 13 2 6 10 14\n3 7 11 15\n4 8 12 0",
                "1\n5\n9\n13\n2\n6\n10\n14\n3\n7\n11\n15\n4\n8\n12\n0\n",
                "[1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, None]",
                "4\n159d26ae37bf48c0",
                "\"159d26ae37bf48c0\"",
                "'159d'/'26ae'/'37bf'/'48c0'",
                "(1 5 9 13) (2 6 10 14) (3 7 11 15) (4 8 12 0)",
                "[1 5 9 13\n 2 6 10 14\n 3 7 11 15\n 4 8 12 0]",
                "start = np.array([[1, 5, 9, 13],\n  [2, 6, 10, 14],\n [3, 7, 11, 15], [4, 8, 12, 0]])",
                "{{1,5,9,13},{2,6,10,14},{3,7,11,15},{4,8,12,-1}};",
                "aeim/bfjn/cgko/dhl.",
                "a e i m b f j n c g k o d h l _",
                "0 4 8 12 / 1 5 9 13 / 2 6 10 14 / 3 7 11 -1",
                "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12 16",
                "+--+--+--+--+\n| 1| 5| 9|13|\n+--+--+--+--+\n| 2| 6|10|14|\n| 3| 7|11|15|\n\
                 | 4| 8|12|  |\n+--+--+--+--+",
                "┌─┬─┐\n│1│5│9│13│\n├─┤\n│2│6│10│14│\n│3│7│11│15│\n│4│8│12│ │\n└─┘",
                "\u{feff}1 5 9 13\r2 6 10 14\r3 7 11 15\r4 8 12 0\r",
            ],
        ),
        ("1 2 3 / 4 5 6 / 7 8 0", &["123456780", "123/456/78_", "3 3 1 2 3 4 5 6 7 8 0"]),
        (
            "1 2 / 3 0",
            &[
                "1230",
                "12/30",
                "1 2 3 _",
                "2 2 1 2 3 0",
                "7 1 2 3 0 0",
                "1\n2\n3\n-",
                "x=[1,2,3,0]",
            ],
        ),
        ("0 1 / 2 3", &["[_, [1, 2, 3]]"]),
        (
            "1 2 3 / 4 5 0",
            &[
                "123/450",
                "1 2 3/4 5 0",
                "1 2 3\n4 5 0",
                "3x2 1 2 3 4 5 0",
                "3x2 [1, 2, 3, 4, 5, 0]",
                "\n3x2: 1 2 3 4 5 0",
                "3 2 1 2 3\n4 5 0",
                "2 3\n1 2 3\n4 5 0",
                "1,2,3\n4,5,_",
                "1 2 3;4 5 x",
            ],
        ),
        ("1 2 3 / 4 0 5", &["1,2,3\n4,,5", "[[1,2,3],[4,,5]]", "1 2 3 / 4 _ 5"]),
    ];
    for (expected, texts) in same {
        for text in texts {
            let read = parse(text, options("")).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.start.to_string(), expected, "{text}");
        }
    }
}

#[test]
fn a_given_size_reads_what_is_not_square() {
    for (size, text, draw) in [
        ("3x2", "123450", "1 2 3\n4 5 _"),
        ("2x3", "1 2 3 4 5 0", "1 2\n3 4\n5 _"),
        ("2x3", "2 3 1 2 3 4 5 0", "1 2\n3 4\n5 _"),
        ("2x3", "x 1 2 3 4 5 0 0", "1 2\n3 4\n5 _"),
        ("2x5", "123456789_", "1 2\n3 4\n5 6\n7 8\n9 _"),
        ("5x3", "123456789abcde0", " 1  2  3  4  5\n 6  7  8  9 10\n11 12 13 14  _"),
        ("4x3", "123456789ab0", " 1  2  3  4\n 5  6  7  8\n 9 10 11  _"),
    ] {
        let instance = parse(text, options(size)).unwrap();
        assert_eq!(instance.draw(&instance.start), draw);
    }
}

#[test]
fn lists_keep_names_and_lengths() {
    let text = "# id tiles optimum\n\n1 1 2 3 4 5 6 7 0 8 1\r\n  kf-2 12345678_#x\nb 0 1 2 3 9\n";
    let text = text.replace("kf-2 12345678_#x", "12345678_ #x");
    let list = parse_list(&text, options("")).unwrap();
    let stated = |i: usize| (list[i].name.as_deref(), list[i].stated_optimum);
    assert_eq!(list.len(), 3);
    assert_eq!(stated(0), (Some("1"), Some(1)));
    assert_eq!(stated(1), (None, None));
    assert_eq!(stated(2), (Some("b"), Some(9)));
    assert_eq!(list[2].start.size(), Size::new(2, 2).unwrap());
    let broken = parse_list("1230\n\n  12z0\n", options("")).unwrap_err();
    assert_eq!(broken.to_string().split(':').take(2).collect::<Vec<_>>(), ["3", "5"]);
}

#[test]
fn positions_follow_one_another_in_many_ways() {
    let [one, two] = ["1 2 3 / 4 0 6 / 7 5 8", "1 2 3 / 0 4 6 / 7 5 8"];
    for text in [
        "123406758\n123046758\n",
        "1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n0 4 6\n7 5 8\n",
        "1 2 3\n4 0 6\n7 5 8\n1 2 3\n0 4 6\n7 5 8\n",
        "3\n1 2 3\n4 0 6\n7 5 8\n3\n1 2 3\n0 4 6\n7 5 8\n",
        "# first\n123/4.6/758\n# second\n123/.46/758",
        "123\n406\n758\n---\n123\n046\n758\n",
        "123406758\n-----\n123046758\n",
        "123406758\n===\n123046758\n",
        "1 2 3\n# rows\n4 0 6\n7 5 8\n\n1 2 3\n0 4 6\n7 5 8\n",
        "[[1,2,3],\n\n[4,0,6],[7,5,8]]\n\n[[1,2,3],\n\n[0,4,6],[7,5,8]]",
        "[[[1,2,3],[4,0,6],[7,5,8]],[[1,2,3],[0,4,6],[7,5,8]]]",
        "[[1,2,3,4,0,6,7,5,8],\n [1,2,3,0,4,6,7,5,8]]",
        "3x3:1,2,3,4,0,6,7,5,8\n3x3:1,2,3,0,4,6,7,5,8",
    ] {
        let read = parse_list(text, options("")).unwrap_or_else(|error| panic!("{text}: {error}"));
        let boards: Vec<_> = read.iter().map(|read| read.start.to_string()).collect();
        assert_eq!(boards, [one, two], "{text}");
    }
    for text in ["1 2 3\n\n4 0 6\n\n7 5 8", "3\n\n1 2 3\n# rows\n4 0 6\n7 5 8\n\n"] {
        let read = parse_list(text, options("")).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.iter().map(|read| read.start.to_string()).collect::<Vec<_>>(), [one]);
    }
}

#[test]
fn a_broken_position_leaves_the_others() {
    for (text, message) in [
        ("123406758\n123046759\n12/30", "2:9: digit 9 is too large: a 3x3 board ends at 8"),
        ("1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n0 4 6\n7 5 5\n\n12/30", "7:5: tile 5 is used twice"),
    ] {
        let read = parse_each(text, options(""));
        assert_eq!(read.len(), 3, "{text}");
        assert!(read[0].is_ok() && read[2].is_ok(), "{text}");
        assert_eq!(read[1].as_ref().unwrap_err().to_string(), message);
    }
}

#[test]
fn lines_of_a_square_board_may_be_rows_or_not() {
    let text = "1 2 3 4 5 6 7 8\n9 10 11 12 13 14 15 0";
    let error = parse(text, options("")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:1: 16 numbers in 2 lines: this could be an 8x2 board, one row per line, or a 4x4 board; \
         choose with --size 8x2 or --size 4x4"
    );
    for size in ["8x2", "4x4"] {
        assert_eq!(parse(text, options(size)).unwrap().start.size().to_string(), size);
    }
}

#[test]
fn the_goal_has_the_size_of_the_board() {
    let options = Options { goal: "3 1 / 2 0".parse().unwrap(), size: None };
    assert_eq!(parse("1230", options).unwrap().solved().to_string(), "3 1 / 2 0");
    let error = parse(" 123456780", options).unwrap_err();
    assert_eq!(error.to_string(), "1:2: the board is 3x3, but the goal is a 2x2 board");
}

#[test]
fn width_and_height_win_over_a_line_of_a_list() {
    let header = parse("4 4 1 2 3 5 6 7 8 9 10 11 12 13 14 15 0 4", options("")).unwrap();
    assert_eq!((header.start.tiles()[0], header.stated_optimum), (Tile(1), None));
    let line = parse("4 4 1 2 3 5 6 7 8 9 10 11 12 13 14 15 0 40", options("")).unwrap();
    assert_eq!((line.start.tiles()[0], line.stated_optimum), (Tile(4), Some(40)));
}

#[test]
fn unsolvable_positions_are_read() {
    assert!(!parse("123456789abcdfe0", options("")).unwrap().is_solvable());
    assert!(parse("159d26ae37bf48c0", options("")).unwrap().is_solvable());
}

#[test]
fn broken_input_is_refused_where_it_breaks() {
    let long = "1 ".repeat(99);
    let long_digits = "1".repeat(70);
    for (size, text, message) in [
        ("", "", "1:1: there is no board here"),
        ("", " # only a comment\n", "1:1: there is no board here"),
        (
            "",
            "159d26ae37bf48cg",
            "1:16: \"g\" is not a digit: use 0123456789abcdef and _ for the blank, all letters from a on, or numbers separated by spaces",
        ),
        (
            "",
            "12ä0",
            "1:3: \"ä\" is not a digit: use 0123456789abcdef and _ for the blank, all letters from a on, or numbers separated by spaces",
        ),
        ("", "159d26ae37bf48c5", "1:16: digit 5 is used twice"),
        ("", "  0230", "1:6: digit 0 is used twice"),
        ("", "159d26ae37bf480", "1:16: digit c is missing"),
        ("4x4", "123456789abcde0", "1:16: digit f is missing"),
        ("", "123456789abcdef", "1:16: digit 0 is missing"),
        (
            "",
            "123450",
            "1:1: 6 tiles fill no square board, but 2x3 or 3x2: split the rows by \"/\" or give the size (--size 3x2)",
        ),
        (
            "",
            "1 2 3 4 5 0",
            "1:1: 6 tiles fill no square board, but 2x3 or 3x2: split the rows by \"/\" or give the size (--size 3x2)",
        ),
        ("", "12345678a", "1:9: digit a is too large: a 3x3 board ends at 8"),
        ("3x3", "123/456", "1:1: the board is 3x2, but 3x3 was asked for"),
        ("3x3", "2 3 1 2 3 4 5 0", "1:1: the board is 2x3, but 3x3 was asked for"),
        (
            "5x5",
            "159d26ae37bf48c0",
            "1:1: a 5x5 board has more tiles than there are digits: write numbers",
        ),
        ("", "123/45/670", "1:5: this row has 2 cells, the first row has 3"),
        ("", "1 2 3 / 4 5 / 6 7 0", "1:9: this row has 2 cells, the first row has 3"),
        ("", "123//450", "1:5: this row is empty"),
        ("", "123/450/", "1:9: this row is empty"),
        ("", "123/450/ # rows\n\n", "1:9: this row is empty"),
        ("", "/123/450", "1:1: this row is empty"),
        ("", "/3x2 1 2 3 4 5 0", "1:1: this row is empty"),
        ("", " /\n3\n123\n456\n780", "1:2: this row is empty"),
        ("", " / ", "1:2: this row is empty"),
        ("", "[]", "1:1: there is no board here"),
        ("", "3", "1:2: digit 0 is missing"),
        ("", "2 2 1; 2 3 0", "1:3: tile 2 is used twice"),
        ("", "1/2/3/0", "1:1: a board of 1x4: each side is from 2 to 8"),
        (
            "",
            "1 2 3 4 5 6 7 8 0 / 9 10 11 12 13 14 15 16 17",
            "1:1: a board of 9x2: each side is from 2 to 8",
        ),
        ("", "1 2 3 4\n5 5 7 8", "2:3: tile 5 is used twice"),
        (
            "",
            "1 2 3 y",
            "1:7: \"y\" is not a tile: use the numbers from 0 to 63, and 0 or _ for the blank",
        ),
        (
            "",
            "1 2 3 -0",
            "1:7: \"-0\" is not a tile: use the numbers from 0 to 63, and 0 or _ for the blank",
        ),
        (
            "",
            "1 2 3 65",
            "1:7: \"65\" is not a tile: use the numbers from 0 to 63, and 0 or _ for the blank",
        ),
        (
            "",
            "1 2 3 9999999999999",
            "1:7: \"9999999999999\" is not a tile: use the numbers from 0 to 63, and 0 or _ for the blank",
        ),
        (
            "",
            "1 2 3 999999999999999999999",
            "1:7: \"99999999999999999999...\" is not a tile: use the numbers from 0 to 63, and 0 or _ for the blank",
        ),
        ("", "1 2 3 5", "1:7: tile 5 is too large: a 2x2 board ends at 3"),
        ("", "1 2 0 4", "1:7: tile 4 is too large: a 2x2 board ends at 3"),
        ("", "2x2:0 1 2 2", "1:11: tile 2 is used twice"),
        ("", "2x2:5 1 2 3", "1:5: tile 5 is too large: a 2x2 board ends at 3"),
        ("", "1 2 _ _", "1:7: the blank (0) is used twice"),
        ("", "0 1 x 4", "1:5: the blank (0) is used twice"),
        ("", "0 1 2 3 4 5 6", "1:1: 7 tiles fill no board: each side is from 2 to 8"),
        ("", "1 2 4 5 6 7 8", "1:14: the blank (0) is missing"),
        ("3x3", "0 1 2 4 5 6 7 8", "1:16: tile 3 is missing"),
        ("", "9 1 2 3 0 six", "1:11: \"six\" is not a number of moves"),
        ("", "9 1 2 3 0 70000", "1:11: \"70000\" is not a number of moves"),
        ("", "9 1 2 2 0 6", "1:7: tile 2 is used twice"),
        ("", &long_digits, "1:65: too long: the largest board is 8x8, with 64 cells"),
        (
            "",
            "12:30",
            "1:3: \":\" is not a digit: use 0123456789abcdef and _ for the blank, all letters from a on, or numbers separated by spaces",
        ),
        (
            "",
            "1 2\n3 0\n--",
            "3:1: \"--\" is not a tile: use the numbers from 0 to 63, and 0 or _ for the blank",
        ),
        ("", long.as_str(), "1:133: too long: the largest board is 8x8, with 64 cells"),
    ] {
        let error = parse(text, options(size)).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn letters_are_tiles_and_one_more_cell_is_the_blank() {
    let read = |text: &str| parse(text, Options::default()).map(|instance| instance.start);
    let start = read("123/456/780").unwrap();
    for blank in ["_", "0"] {
        let text = format!("a b c / d e f / g h {blank}");
        assert_eq!(read(&text), Ok(start), "{text}");
    }
    for other in ["i", "9", "?", "a"] {
        assert!(read(&format!("a b c / d e f / g h {other}")).is_err(), "{other}");
    }
}
