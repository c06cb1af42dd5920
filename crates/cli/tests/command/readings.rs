//! Inputs written by people and other programs: solved, or refused with the reason.

use crate::run::{Folder, data, fewest};

const PAIR: &str = "[Level]\nName=Pair\natom_1=1-c\natom_2=1-g\n\
    feld_00=######\nfeld_01=#1..2#\nfeld_02=######\nmole_0=12\n";

fn optimal(moves: &str) -> String {
    format!(": OPTIMAL: {moves}, and no shorter solution exists\n")
}

#[test]
fn what_show_draws_is_solved() {
    let folder = Folder::new();
    for (input, moves) in [("water", "13 moves"), ("panex:2", "13 moves")] {
        let shown = folder.run(&["show", input]).quietly(0).stdout;
        let ran = folder.feed(&["solve", "-q", "-"], &shown).quietly(0);
        assert_eq!(ran.stdout, format!("stdin{}", optimal(moves)));
    }
    // The coordinates are the same: a plan for one solves the other.
    let shown = folder.run(&["show", "water"]).quietly(0).stdout;
    folder.write("drawn", shown);
    let plan = folder.run(&["solve", "--moves", "drawn"]).quietly(0).stdout;
    folder.run(&["verify", "water", &plan]).quietly(0);
}

#[test]
fn exports_keep_coordinates_or_say_how_they_moved() {
    let folder = Folder::new();
    let plan = folder.run(&["solve", "--moves", "water"]).quietly(0).stdout;
    for format in ["katomic", "gnome", "drawing"] {
        let text = folder.run(&["show", "water", "--as", format]).quietly(0).stdout;
        folder.write("copy", text);
        folder.run(&["verify", "copy", &plan]).quietly(0);
    }
    for format in ["kp", "gliesch-ritt"] {
        let ran = folder.run(&["show", "water", "--as", format]);
        let message =
            "water: in this format -3 is added to the numbers of rows, -2 to those of columns\n";
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), message));
    }
}

#[test]
fn the_edge_of_a_field_stops_atoms_if_asked() {
    let folder = Folder::new();
    folder.write("edge", "[Level]\natom_1=1-c\natom_2=1-g\nfeld_00=1..#.2.\nfeld_01=.......\nfeld_02=#......\nmole_0=12\n");
    let refused = folder.run(&["solve", "edge"]);
    assert_eq!(refused.code, Some(31));
    assert!(refused.stderr.ends_with("use --open-edge stop\n"), "{}", refused.stderr);
    let ran = folder.run(&["solve", "-q", "edge", "--open-edge", "stop"]).quietly(0);
    assert_eq!(ran.stdout, format!("edge{}", optimal("3 moves")));
}

#[test]
fn a_broken_level_does_not_spoil_the_others() {
    let folder = Folder::new();
    let two = format!(
        "{}\n{}",
        PAIR.replace("[Level]", "[Level1]"),
        PAIR.replace("[Level]", "[Level2]").replace("#1..2#", "#1.?2#")
    );
    folder.write("two.dat", two);
    let message = "two.dat:15:12: unknown character '?' in the board\n";
    let ran = folder.run(&["solve", "-q", "two.dat"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
    assert_eq!(ran.stdout, format!("two_01{}", optimal("1 move")));
    let json = folder.run(&["solve", "--json", "two.dat"]);
    assert_eq!(json.records()[0]["type"], "error");
    assert_eq!(json.records()[0]["data"]["message"], message.trim_end());
    assert_eq!(json.result()["status"], "OPTIMAL");
    assert_eq!(folder.run(&["show", "two.dat"]).code, Some(31));
    folder.run(&["solve", "-q", "two.dat:1"]).quietly(0);
}

#[test]
fn warnings_go_beside_the_result() {
    let folder = Folder::new();
    folder.write("pair", PAIR.replace("Name=", "Nmae=").replace("1-g", "X-g"));
    let warnings = "pair:2:1: warning: unknown key \"Nmae\": did you mean \"Name\"?\n\
                    pair:4:8: warning: unknown element 'X'; it is kept as written\n";
    let ran = folder.run(&["solve", "-q", "pair"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), warnings));
    let json = folder.run(&["solve", "--json", "pair"]);
    let warned = json.records().into_iter().filter(|record| record["type"] == "warning");
    let warned: Vec<_> =
        warned.map(|record| record["data"]["message"].as_str().unwrap().to_owned()).collect();
    assert_eq!(warned, warnings.lines().collect::<Vec<_>>());
    assert_eq!(json.result()["status"], "OPTIMAL");
}

#[test]
fn all_errors_of_a_level_are_told_a_line_each() {
    let folder = Folder::new();
    folder.write("pair", PAIR.replace("#1..2#", "#1?%2#"));
    let ran = folder.run(&["solve", "pair"]);
    let message = "pair:6:11: unknown character '?' in the board\n\
                   pair:6:12: unknown character '%' in the board\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
}

#[test]
fn a_saved_game_is_solved_from_where_it_was_left() {
    let folder = Folder::new();
    let game =
        "[Savegame]\nLevel=1\nLevelSet=mine\nAtom_0=3,1\nAtom_1=4,1\nMoveCount=1\nMove_0=0,3,2\n";
    folder.write("game.katomic", game);
    let ran = folder.run(&["solve", "game.katomic"]);
    let message = "game.katomic:1:1: a saved game of level 1 of the set \"mine\", which is not installed: \
                   give a file with the level, and --after game.katomic\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
    folder.write("level", PAIR);
    let ran = folder.run(&["solve", "-q", "level", "--after", "game.katomic"]).quietly(0);
    assert_eq!(ran.stdout, "level after 1 move: OPTIMAL: 0 moves; it is already solved\n");
    folder.run(&["verify", "level", "game.katomic"]).quietly(0);
    folder.write("data/katomic/levels/mine.dat", PAIR.replace("[Level]", "[Level1]"));
    let ran = folder.run(&["solve", "-q", "game.katomic"]).quietly(0);
    assert_eq!(ran.stdout, "game: OPTIMAL: 0 moves; it is already solved\n");
}

#[test]
fn a_broken_file_does_not_spoil_an_installed_game() {
    let folder = Folder::new();
    let level = folder.run(&["show", "water", "--as", "gnome"]).quietly(0).stdout;
    folder.write("data/atomix/level/water.atomix.xml", level);
    folder.write("data/atomix/level/broken.atomix.xml", "<level>");
    let listed = folder.run(&["levels"]).quietly(0).stdout;
    assert!(listed.contains("gnome          2 levels"), "{listed}");
    let ran = folder.run(&["solve", "-q", "gnome"]);
    assert_eq!(ran.stdout, format!("gnome_02{}", optimal("13 moves")));
    assert!(ran.stderr.contains("broken.atomix.xml:1:"), "{}", ran.stderr);
    assert_eq!(ran.code, Some(31));
    let ran = fewest(&["solve", "gnome"]);
    assert_eq!(ran.code, Some(31));
}

/// The collected cases, if they are on this machine, have their expected values.
#[test]
fn the_cases_have_their_values() {
    let Some(folder) = data("../cases/atomix") else { return };
    let cases: [(&str, &[&str], &str); 4] = [
        ("bonds-1-to-4.lvl", &[], "4 moves"),
        ("gnome-before-2015.xml", &[], "1 move"),
        ("open-edge.lvl", &["--open-edge", "stop"], "3 moves"),
        ("board-and-molecule.txt", &[], "4 moves"),
    ];
    for (name, arguments, moves) in cases {
        let path = folder.join(name);
        let ran = fewest(&[&["solve", "-q", path.to_str().unwrap()], arguments].concat());
        let stem = name.split('.').next().unwrap();
        assert_eq!(ran.quietly(0).stdout, format!("{stem}{}", optimal(moves)));
    }
}
