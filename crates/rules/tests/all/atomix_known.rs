//! All available real level files against the table of known numbers.

use fewest_rules::atomix::{self, Level};
use std::path::PathBuf;

/// The folder of other people's levels, if there is one.
fn data() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let folder = std::env::var_os("FEWEST_DATA").map_or_else(|| beside.into(), PathBuf::from);
    let folder = folder.join("atomix");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no folder {}", folder.display());
    None
}

/// The levels of a file with their numbers; all must be correct.
fn levels(folder: &std::path::Path, file: &str) -> Vec<(u32, Level)> {
    let bytes = std::fs::read(folder.join(file)).unwrap();
    let set = atomix::parse(&bytes, None).unwrap_or_else(|error| panic!("{file}:{error}"));
    let level = |numbered: atomix::NumberedLevel| {
        // KAtomic's own file has one typing error.
        let warnings: Vec<_> = numbered.warnings.iter().map(|w| w.error.to_string()).collect();
        let slip = "unknown key \"le_4\": did you mean \"mole_4\"?";
        assert!(warnings.is_empty() || warnings == [slip], "{file}: {warnings:?}");
        let level = numbered.level.unwrap_or_else(|errors| panic!("{file}:{errors:?}"));
        (numbered.number, level)
    };
    set.into_levels().map(level).collect()
}

#[test]
fn single_levels_have_the_known_numbers() {
    let Some(folder) = data() else { return };
    let table = std::fs::read_to_string(folder.join("known.tsv")).unwrap();
    let mut compared = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let file = format!("levels/{}", fields[0]);
        if !folder.join(&file).exists() {
            continue;
        }
        let (_, level) = levels(&folder, &file).remove(0);
        let numbers = [
            level.atoms().len(),
            level.labels().len(),
            level.placements().len(),
            level.width(),
            level.height(),
            level.free_squares().len(),
        ];
        assert_eq!(numbers.map(|n| n.to_string()), fields[1..7], "{file}");
        compared += 1;
    }
    assert_eq!(compared, 107);
}

/// The parts in which two levels must agree to be the same puzzle: the free squares with the atoms
/// on them, and the molecule. Labels are replaced in order of first appearance in the molecule, and
/// walls that no atom touches do not count.
fn puzzle(level: &Level) -> [Vec<String>; 2] {
    let labels = level.labels();
    let new = |character: char| {
        let index = labels.iter().position(|label| label.as_char() == character);
        index.map_or(character, |index| char::from(b'A' + u8::try_from(index).unwrap()))
    };
    let renamed = |rows: Vec<String>| -> Vec<String> {
        let row = |row: &String| row.chars().map(new).collect::<String>();
        rows.iter().map(row).map(|row| row.replace('#', " ").trim_end().to_owned()).collect()
    };
    [renamed(level.board_rows(' ')), renamed(level.molecule_rows('.'))]
}

/// Asserts that two files hold the same puzzles under the same numbers, except for these.
fn check_same(first: &[(u32, Level)], second: &[(u32, Level)], different: &[u32], what: &str) {
    let mut found = Vec::new();
    for (number, level) in first {
        let other = second.iter().find(|(other, _)| other == number);
        if other.is_some_and(|(_, other)| puzzle(level) != puzzle(other)) {
            found.push(*number);
        }
    }
    assert_eq!(found, different, "{what}");
}

const NEW: &str = "katomic/default_levels.git-8b9d94d.dat";
const OLD: &str = "katomic/default_levels.debian-22.12.3.dat";

#[test]
fn all_sets_hold_their_levels() {
    let Some(folder) = data() else { return };
    for (set, count) in [(NEW, 83), (OLD, 83), ("kp/katomic.json", 83), ("kp/original.json", 30)] {
        let numbers: Vec<u32> = levels(&folder, set).iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (1..=count).collect::<Vec<_>>());
    }
    assert_eq!(levels(&folder, "kp/draknek.json").len(), 14);
    let files = std::fs::read_dir(folder.join("gnome")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let gnome: Vec<String> = names.filter(|name| name.ends_with(".xml")).collect();
    assert_eq!(gnome.len(), 19);
    assert!(gnome.iter().all(|name| levels(&folder, &format!("gnome/{name}")).len() == 1));
}

#[test]
fn the_same_level_is_the_same_puzzle_in_every_format() {
    let Some(folder) = data() else { return };
    let (new, old) = (levels(&folder, NEW), levels(&folder, OLD));
    let kp = levels(&folder, "kp/katomic.json");
    check_same(&new, &old, &[], "KAtomic's sets");
    check_same(&new, &kp, &[], "KAtomic's set and kp's");
    // The testbed has KAtomic's levels of 2001, when level 18 had two more kinds of atoms and level
    // 67 another molecule. Both collections copied the game's original levels themselves: in 14,
    // 16, 26, 27 and 29 a wall or an atom differs, 21 is KAtomic's 18, 24 is another level.
    let singles = |prefix: &str, numbers: std::ops::RangeInclusive<u32>| -> Vec<(u32, Level)> {
        let read =
            |number| (number, levels(&folder, &format!("levels/{prefix}_{number:02}")).remove(0).1);
        numbers.map(read).collect()
    };
    check_same(&singles("katomic", 1..=67), &new, &[18, 67], "testbed and KAtomic's set");
    let original = levels(&folder, "kp/original.json");
    check_same(
        &singles("atomix", 1..=30),
        &original,
        &[14, 16, 21, 24, 26, 27, 29],
        "testbed and kp's original levels",
    );
}
