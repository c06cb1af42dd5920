//! Pictures of instances, and levels in other formats.

use crate::run::{Folder, data, fewest};

#[test]
fn instances_are_drawn() {
    let ran = fewest(&["show", "1 2 3 / 4 0 5", "panex:1"]).quietly(0);
    let tiles = "123/405\n1 2 3\n4 _ 5\n";
    let panex = "panex:1\n   L    M    R\n0  .----.----.\n1  a1   .    b1\n";
    assert_eq!(ran.stdout, format!("{tiles}\n{panex}"));
}

#[test]
fn a_drawing_of_a_variant_is_the_same_puzzle_again() {
    for (input, moves) in [("panex:2:neighbours", 20), ("panex:3:one-tower:neighbours", 10)] {
        let shown = fewest(&["show", input]).quietly(0).stdout;
        let solved = Folder::new().feed(&["solve", "-q", "-"], &shown).quietly(0).stdout;
        let expected = format!("stdin: OPTIMAL: {moves} moves, and no shorter solution exists\n");
        assert_eq!(solved, expected, "{shown}");
    }
    let after = fewest(&["show", "--after", "L-M R-M", "panex:1:neighbours"]).quietly(0).stdout;
    assert!(after.ends_with("   L    M    R\n0  .----b1---.\n1  .    a1   .\n"), "{after}");
}

#[test]
fn a_level_in_another_format_is_the_same_level() {
    let folder = Folder::new();
    let picture = |input: &str| {
        let shown = folder.run(&["show", input]).quietly(0).stdout;
        // Some formats begin boards at another row and column: rulers are left out.
        let rows = shown.lines().skip(1).filter_map(|line| line.find('#').map(|i| &line[i..]));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let formats = [
        ("katomic", true),
        ("gnome", true),
        ("drawing", true),
        ("kp", false),
        ("gliesch-ritt", false),
    ];
    for (format, keeps) in formats {
        // For some formats there is a remark that squares have other numbers.
        let ran = folder.run(&["show", "water", "--as", format]);
        assert_eq!((ran.code, ran.stderr.is_empty()), (Some(0), keeps), "{format}");
        folder.write("level", ran.stdout);
        for arguments in
            [&["solve", "-q", "level"][..], &["solve", "-q", "level", "--format", format]]
        {
            let ran = folder.run(arguments).quietly(0);
            assert_eq!(ran.stdout, "level: OPTIMAL: 13 moves, and no shorter solution exists\n");
        }
        assert_eq!(picture("level").len(), picture("water").len(), "{format}");
    }
}

#[test]
fn what_is_no_level_has_no_other_formats() {
    let ran = fewest(&["show", "panex:2", "--as", "kp"]);
    let message = "fewest: panex:2: only levels of Atomix and tile puzzles are written as levels\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message));
}

#[test]
fn real_levels_are_drawn() {
    let Some(level) = data("atomix/levels/katomic_02") else { return };
    let ran = fewest(&["show", level.to_str().unwrap()]).quietly(0);
    assert!(ran.stdout.starts_with("katomic_02 \""), "{}", ran.stdout);
}
