//! Level sets of installed games.

use crate::run::{Folder, data};

/// Two levels in KAtomic's format; the second is broken.
const SET: &str = "[LevelSet]\nName=Two\n\n\
    [Level1]\nName=Pair\natom_1=1-c\natom_2=1-g\n\
    feld_00=######\nfeld_01=#1..2#\nfeld_02=######\nmole_0=12\n\n\
    [Level2]\nName=Open\natom_1=1-c\n\
    feld_00=####\nfeld_01=#1..\nfeld_02=####\nmole_0=1\n";

/// The built-in sets, which are listed first.
const BUILTIN: &str = "first-steps   20 levels  built in\n\
    laboratory    20 levels  built in\n\
    masterclass   21 levels  built in\n";

/// A level of GNOME Atomix: two atoms in one row.
fn gnome_level(name: &str) -> String {
    let tile = |row: usize, column: usize, kind: &str, base: &str| {
        format!(
            "<position row=\"{row}\" col=\"{column}\">\
             <tile type=\"TILE_TYPE_{kind}\" base=\"{base}\"/></position>\n"
        )
    };
    let mut walls = String::new();
    for (row, cells) in ["#####", "#   #", "#####"].iter().enumerate() {
        for (column, _) in cells.match_indices('#') {
            walls += &tile(row, column, "WALL", "wall-single");
        }
    }
    let atoms = tile(1, 1, "ATOM", "atom-h") + &tile(1, 3, "ATOM", "atom-o");
    let goal = tile(0, 0, "ATOM", "atom-h") + &tile(0, 1, "ATOM", "atom-o");
    format!(
        "<?xml version=\"1.0\"?>\n<level _name=\"{name}\">\n\
         <environment n_columns=\"5\" n_rows=\"3\">\n{walls}</environment>\n\
         <scenario n_columns=\"5\" n_rows=\"3\">\n{atoms}</scenario>\n\
         <goal n_columns=\"2\" n_rows=\"1\">\n{goal}</goal>\n</level>\n"
    )
}

#[test]
fn without_any_set_the_places_are_listed() {
    let ran = Folder::new().run(&["levels"]).quietly(0);
    let (builtin, rest) =
        ran.stdout.split_once("no installed level sets found; looked in\n").unwrap();
    assert_eq!(builtin, BUILTIN);
    for place in ["data/katomic/levels\n", "system/katomic/levels\n", "system/atomix/level\n"] {
        assert!(ran.stdout.contains(place), "{rest}");
    }
}

#[test]
fn katomics_sets_are_found_and_listed() {
    let folder = Folder::new();
    folder.write("data/katomic/levels/default_levels.dat", SET);
    folder.write("system/katomic/levels/more.dat", SET);
    // The user's own file takes precedence over the system's.
    folder.write("system/katomic/levels/default_levels.dat", "broken");
    let ran = folder.run(&["levels"]).quietly(0);
    let expected = format!(
        "{BUILTIN}katomic        2 levels  {0}/data/katomic/levels/default_levels.dat\n\
         more           2 levels  {0}/system/katomic/levels/more.dat\n",
        folder.path().display()
    );
    assert_eq!(ran.stdout, expected);
    let listed = folder.run(&["levels", "katomic"]).quietly(0).stdout;
    let lines: Vec<_> = listed.lines().collect();
    assert_eq!(lines[0], "   1  Pair   2 atoms   6x3     3 placements");
    assert!(lines[1].starts_with("   2  -     broken: "), "{listed}");
    assert_eq!(folder.run(&["levels", "more:1"]).quietly(0).stdout, format!("{}\n", lines[0]));
}

#[test]
fn levels_of_a_set_are_chosen_by_number_and_title() {
    let folder = Folder::new();
    folder.write("data/katomic/levels/default_levels.dat", SET);
    folder.write("data/katomic/levels/more.dat", SET);
    let verdict = "_01: OPTIMAL: 1 move, and no shorter solution exists\n";
    for (input, name) in [("katomic:1", "katomic"), ("katomic:pair", "katomic"), ("more:1", "more")]
    {
        let ran = folder.run(&["solve", "-q", input]).quietly(0);
        assert_eq!(ran.stdout, format!("{name}{verdict}"));
    }
    // A broken level is an error only if it is asked for.
    let path = folder.path().join("data/katomic/levels/default_levels.dat");
    for input in ["katomic", "katomic:2", "katomic:1-2"] {
        let ran = folder.run(&["solve", input]);
        assert_eq!(ran.code, Some(31));
        assert!(ran.stderr.starts_with(&format!("{}:17:", path.display())), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1);
    }
    let ran = folder.run(&["solve", "katomic:7"]);
    assert_eq!(ran.stderr, "katomic:7: there is no level 7; the 2 levels are 1 to 2\n");
    assert_eq!(ran.code, Some(31));
}

#[test]
fn gnomes_levels_follow_their_sequence() {
    let folder = Folder::new();
    for name in ["Alpha", "Beta", "Gamma"] {
        let file = format!("system/atomix/level/{}.atomix.xml", name.to_lowercase());
        folder.write(file, gnome_level(name));
    }
    let sequence =
        "<levelsequence>\n<level name=\"Gamma\"/>\n<level name=\"Beta\"/>\n</levelsequence>";
    folder.write("system/atomix/level/sequence", sequence);
    let ran = folder.run(&["levels"]).quietly(0);
    let path = folder.path().join("system/atomix/level");
    assert_eq!(ran.stdout, format!("{BUILTIN}gnome          3 levels  {}\n", path.display()));
    let listed = folder.run(&["levels", "gnome"]).quietly(0).stdout;
    let titles: Vec<_> =
        listed.lines().map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(titles, ["Gamma", "Beta", "Alpha"]);
    let ran = folder.run(&["solve", "-q", "gnome:beta"]).quietly(0);
    assert_eq!(ran.stdout, "gnome_02: OPTIMAL: 1 move, and no shorter solution exists\n");
}

#[test]
fn the_real_sets_are_listed_whole() {
    let folder = Folder::new();
    if let Some(set) = data("atomix/katomic/default_levels.git-8b9d94d.dat") {
        folder.write("data/katomic/levels/default_levels.dat", std::fs::read(set).unwrap());
        // KAtomic's own file has one mistake, which is not reported for an installed set.
        let listed = folder.run(&["levels", "katomic"]).quietly(0).stdout;
        assert_eq!(listed.lines().count(), 83);
        assert!(!listed.contains("broken"), "{listed}");
    }
    if let Some(levels) = data("atomix/gnome") {
        for file in std::fs::read_dir(levels).unwrap() {
            let file = file.unwrap();
            let name = std::path::Path::new("data/atomix/level").join(file.file_name());
            folder.write(name, std::fs::read(file.path()).unwrap());
        }
        let listed = folder.run(&["levels", "gnome"]).quietly(0).stdout;
        assert!(listed.starts_with("   1  Water "), "{listed}");
        assert_eq!((listed.lines().count(), listed.contains("broken")), (19, false));
    }
}

#[test]
fn sets_that_are_built_in_are_used_as_installed_ones() {
    let folder = Folder::new();
    let listed = folder.run(&["levels", "first-steps"]).quietly(0).stdout;
    assert_eq!(listed.lines().count(), 20);
    assert!(listed.lines().all(|line| line.ends_with(" moves")), "{listed}");
    assert_eq!(folder.run(&["levels", "laboratory:3-5"]).quietly(0).stdout.lines().count(), 3);
    let shown = folder.run(&["show", "laboratory:7"]).quietly(0).stdout;
    assert!(shown.starts_with("laboratory_07 \""), "{shown}");
    let solved = folder.run(&["solve", "-q", "first-steps:1-2"]).quietly(0).stdout;
    assert!(solved.starts_with("first-steps_01: OPTIMAL: ") && solved.lines().count() == 2);
    let ran = folder.run(&["solve", "first-steps_03"]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(31), "first-steps_03: not found; did you mean first-steps:3?\n")
    );
    let records = folder.run(&["levels", "--json"]).quietly(0).records();
    let paths = records.iter().map(|record| record["data"]["path"].is_null());
    assert_eq!(paths.filter(|is_null| *is_null).count(), 3);
    let levels = folder.run(&["levels", "masterclass", "--json"]).quietly(0).records();
    assert!(levels.iter().all(|level| level["data"]["optimum"].as_u64().unwrap() >= 20));
}

#[test]
fn a_set_is_written_for_the_games() {
    let folder = Folder::new();
    folder.run(&["show", "first-steps", "--as", "katomic", "--output", "set.dat"]).quietly(0);
    let titles =
        |input: &str| folder.run(&["levels", input]).quietly(0).stdout.replace(" moves", "");
    let names = |listed: &str| -> Vec<String> {
        listed.lines().map(|line| line[..24].trim_end().to_owned()).collect()
    };
    assert_eq!(names(&titles("set.dat")), names(&titles("first-steps")));
    folder.run(&["show", "first-steps", "--as", "gnome", "--output", "gnome/"]).quietly(0);
    assert_eq!(std::fs::read_dir(folder.path().join("gnome")).unwrap().count(), 20);
    let one = folder.run(&["levels", "gnome/first-steps_20.atomix.xml"]).quietly(0).stdout;
    assert_eq!(one.lines().count(), 1);
}
