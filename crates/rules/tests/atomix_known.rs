//! Every real level file that is at hand, against the table of known numbers.

use fewest_rules::atomix::{self, Level};
use std::path::PathBuf;

/// The folder of other people's levels, where there is one.
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

/// The levels of a file with their numbers; all must be right.
fn levels(folder: &std::path::Path, file: &str) -> Vec<(u32, Level)> {
    let bytes = std::fs::read(folder.join(file)).unwrap();
    let set = atomix::parse(&bytes, None).unwrap_or_else(|error| panic!("{file}:{error}"));
    let level = |numbered: atomix::NumberedLevel| {
        let level = numbered.level.unwrap_or_else(|error| panic!("{file}:{error}"));
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
