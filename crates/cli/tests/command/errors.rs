//! Broken input: one line on standard error that begins with the file, the line and the column
//! if there is one, and exit code 31.

use crate::run::{Folder, Ran, fewest};

#[track_caller]
fn assert_error(ran: &Ran, message: &str) {
    assert_eq!(ran.stderr, format!("{message}\n"));
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(31), ""));
}

/// Checks the message of `solve` for a file with each of these texts.
#[track_caller]
fn files(cases: &[(&str, &str)]) {
    for (text, message) in cases {
        let folder = Folder::new();
        folder.write("file", text);
        // Each of several errors begins like this.
        let named = |name: &str| format!("{name}:{}", message.replace('\n', &format!("\n{name}:")));
        assert_error(&folder.run(&["solve", "file"]), &named("file"));
        // The same from standard input.
        assert_error(&folder.feed(&["solve", "-"], text), &named("-"));
    }
}

/// Checks the message of `solve` for each of these arguments.
#[track_caller]
fn arguments(cases: &[(&str, &str)]) {
    for (input, message) in cases {
        assert_error(&fewest(&["solve", input]), &format!("{input}:{message}"));
    }
}

#[test]
fn levels_of_katomic() {
    /// A level with these entries, which begin in line 4.
    fn level(entries: &[&str]) -> String {
        format!("[Level]\natom_1=1-c\natom_2=3-g\n{}\n", entries.join("\n"))
    }
    const WALL: &str = "feld_00=######";
    const FLOOR: &str = "feld_02=######";
    let cases = [
        (
            [WALL, "feld_01=#1..2", FLOOR, "mole_0=12"],
            "5:10: the board is open: this atom can leave it at r1c5; if the edge of the field stops \
             atoms, use --open-edge stop",
        ),
        (
            [WALL, "feld_01=#1..2#", FLOOR, "mole_0=112"],
            "7:9: atoms with label \"1\" (1-c): 1 on the board, 2 in the molecule",
        ),
        ([WALL, "feld_01=#1.?2#", FLOOR, "mole_0=12"], "5:12: unknown character '?' in the board"),
        (
            [WALL, "feld_01=#1.32#", FLOOR, "mole_0=12"],
            "5:12: the label \"3\" in the board is not defined",
        ),
        (
            ["feld_00=####", "feld_01=#12#", "feld_02=####", "mole_0=1\nmole_1=2"],
            "7:1: the molecule fits nowhere that atoms can reach",
        ),
        ([WALL, "feld_01=#....#", FLOOR, "mole_0=12"], "4:1: the board has no atoms"),
        ([WALL, "feld_01=#1..2#", FLOOR, ""], "1:1: the molecule (mole_0, mole_1, ...) is missing"),
        (
            [WALL, "feld_01=#1..2#", "feld_01=######", "mole_0=12"],
            "6:1: feld_01 appears a second time",
        ),
        ([WALL, "nonsense", FLOOR, "mole_0=12"], "5:1: expected KEY=VALUE or [SECTION]"),
        (
            ["feld_xx=####", "", "", "mole_0=12"],
            "4:6: the number of a row must be a number, not \"xx\"",
        ),
    ];
    for (entries, message) in cases {
        files(&[(&level(&entries), message)]);
    }
    files(&[
        (
            "Name=x\n[Level]\n",
            "1:1: the entry stands before the first section, [Level] or [Level1]",
        ),
        ("[Level\nName=x\n", "1:7: the section header has no closing \"]\""),
    ]);
}

#[test]
fn levels_in_other_formats() {
    files(&[
        (
            "<level name=\"x\">\n<goal>\n</level>\n",
            "3:1: malformed XML: expected 'goal' tag, not 'level'",
        ),
        (
            "<level _name=\"x\"/>",
            "1:1: <environment> is missing\n1:1: <scenario> is missing\n1:1: <goal> is missing",
        ),
        ("{\"levels\": [\n", "2:1: JSON: EOF while parsing a list"),
        ("{\"levels\": []}", "1:12: a level is missing"),
        (
            "x\n1\n4 3\n####\n#1.#\n###\n1 1\n1\n2\n2\n",
            "6:4: the row has 3 characters instead of 4",
        ),
        (
            "x\n1\n4 3\n####\n#1.#\n####\n1 1\n1\n5\n2\n",
            "9:1: the file says 5 final states, but there are 2",
        ),
    ]);
}

#[test]
fn texts_that_are_no_puzzle() {
    files(&[
        ("", "1:1: the file is empty"),
        (
            "fewest-certificate 1\n{}\n\0",
            "1:1: a certificate or a stored table, not a puzzle: \"fewest verify FILE\" checks it",
        ),
        (
            "fewest panex certificate 1\n",
            "1:1: a certificate or a stored table, not a puzzle: \"fewest verify FILE\" checks it",
        ),
        // A title is not mistaken for one.
        (
            "fewest moves\n1\n4 3\n####\n#1.#\n###\n1 1\n1\n2\n2\n",
            "6:4: the row has 3 characters instead of 4",
        ),
        ("<!DOCTYPE html>\n<html>", "1:1: a web page, not a puzzle"),
        ("[Level]\0", "1:8: a zero byte: not a text file in UTF-8 or Latin-1"),
        (
            "what is this?\n",
            "1:1: not an Atomix level in a known format (KAtomic, GNOME, kp, Gliesch and Ritt, a \
             drawing)",
        ),
    ]);
}

#[test]
fn lists_of_tile_puzzles() {
    files(&[
        ("1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 8 8\n", "2:17: tile 8 is used twice"),
        (
            "1 2 3 0\n# a comment\n1 2 three 0\n",
            "3:5: \"three\" is not a tile: use the numbers from 0 to 63, and 0 or _ for the blank",
        ),
        ("1 2 3\n4 5 6\n7 7 0\n", "3:3: tile 7 is used twice"),
        ("1 2\n3\n4 5 6\n7 0 8\n", "2:1: this row has 1 cell, the first row has 2"),
        ("1 2\n3 4 5 6\n7 0 8\n", "2:1: this row has 4 cells, the first row has 2"),
    ]);
}

#[test]
fn tile_strings() {
    arguments(&[
        (
            "159d26ae37bf48g0",
            "1:15: \"g\" is not a digit: use 0123456789abcdef and _ for the blank, all letters from a on, \
             or numbers separated by spaces",
        ),
        ("159d26ae37bf48c1", "1:16: digit 1 is used twice"),
        ("159d26ae37bf48c", "1:16: digit 0 is missing"),
        ("1 2 3 4 0", "1:1: 5 tiles fill no board: each side is from 2 to 8"),
        ("1 2 3 / 4 0", "1:9: this row has 2 cells, the first row has 3"),
        (
            "2 3 1 2 3 4 0 5",
            "1:1: 2 and 3 may be rows and columns, or width and height: choose with --size 3x2 (2 rows of \
             3) or --size 2x3, or write 3x2: or 2x3: instead",
        ),
        ("1,2,3,9", "1:7: tile 9 is too large: a 2x2 board ends at 3"),
        ("12//30", "1:4: this row is empty"),
    ]);
}

#[test]
fn panex_notations() {
    arguments(&[
        ("panex:", "1:7: expected a piece like a1, or \"-\" for an empty column, found the end"),
        (
            "panex:3x",
            "1:8: expected a digit, \":one-tower\", \":neighbours\" or the end, found 'x'",
        ),
        (
            "panex:3:neighbors",
            "1:8: expected a digit, \":one-tower\", \":neighbours\" or the end, found ':'",
        ),
        ("panex:3:one-tower:4", "1:18: expected \":neighbours\" or the end, found ':'"),
        (
            "panex:a1/-/-:-/-/b1",
            "1:14: the goal has tower b of 1 alone, but the start has tower a of 1 alone",
        ),
        ("panex:a1/-/b1", "1:14: expected \":\" and the goal position, found the end"),
        (
            "panex:a1/-/b1:a1a2/-/b1b2",
            "1:15: the goal has towers of 2, but the start has towers of 1",
        ),
        (
            "panex:a1/b1:a1/-/b1",
            "1:7: a position has three columns separated by \"/\", this one has 2",
        ),
        ("panex:a2/-/b1b2:2", "1:7: a1 is missing: with size 2 a tower has all sizes 1 to 2"),
        ("panex:a1a1/-/b1b1:1", "1:9: a1 stands here a second time"),
    ]);
}

#[test]
fn names_that_nothing_goes_by() {
    let folder = Folder::new();
    folder.write("level", "1 2 3 0\n");
    for (input, message) in [
        (
            "nosuch",
            "nosuch: not found; there is no file of this name, and it is not a tile puzzle; \
             built-in levels and sets: water, first-steps, laboratory, masterclass; installed level sets: none found",
        ),
        ("./absent.dat", "./absent.dat: cannot be read: No such file or directory (os error 2)"),
        (".", ".: cannot be read: Is a directory (os error 21)"),
        (
            "katomic:5",
            "katomic: no such levels are installed where \"fewest levels\" looks for them",
        ),
        ("level:2", "level:2: there is no level 2; the only one is 1"),
        ("level:3-4", "level:3-4: there is no level from 3 to 4; the only one is 1"),
        ("level:Water", "level:Water: there is no level \"Water\"; the only one is 1"),
    ] {
        assert_error(&folder.run(&["solve", input]), message);
    }
}

#[test]
fn an_error_anywhere_shows_before_any_work() {
    let ran = fewest(&["solve", "water", "2231"]);
    assert_error(&ran, "2231:1:2: digit 2 is used twice");
}

#[test]
fn files_of_any_length_are_refused_before_they_fill_the_memory() {
    if std::path::Path::new("/dev/zero").exists() {
        let message = "/dev/zero: larger than 64 MiB: this is not a puzzle file";
        assert_error(&fewest(&["info", "/dev/zero"]), message);
    }
}
