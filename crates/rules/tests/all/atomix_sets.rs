//! The level sets that come with the crate meet the requirements of the games that load them.

use fewest_rules::atomix::{BUILTIN_SETS, BuiltinSet, Format, Kind, Level, LevelSet, parse};
use std::collections::BTreeSet;

fn parsed(set: &BuiltinSet) -> LevelSet {
    parse(set.text.as_bytes(), Some(Format::KAtomic)).unwrap()
}

fn levels(set: &BuiltinSet) -> Vec<Level> {
    parsed(set).into_levels().map(|level| level.level.unwrap()).collect()
}

#[test]
fn they_are_read_without_a_warning() {
    let mut count = 0;
    for set in BUILTIN_SETS {
        assert_eq!(BuiltinSet::find(set.name), Some(set));
        let read = parsed(&set);
        assert_eq!(read.name(), Some(set.title));
        assert!(read.levels().iter().all(|level| level.warnings.is_empty()), "{}", set.name);
        let numbers: Vec<_> = read.levels().iter().map(|level| level.number).collect();
        let proved: Vec<_> = set.proved().iter().map(|level| level.number).collect();
        assert_eq!(numbers, proved, "{}", set.name);
        assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>());
        assert!(levels(&set).iter().all(|level| level.name().is_some()));
        count += numbers.len();
    }
    assert!(count >= 60);
}

#[test]
fn they_go_from_easy_to_hard() {
    for (set, optima) in BUILTIN_SETS.iter().zip([4..=12, 12..=22, 20..=60]) {
        let proved: Vec<_> = set.proved().iter().map(|level| level.optimum).collect();
        assert!(proved.is_sorted(), "{}: {proved:?}", set.name);
        assert!(proved.iter().all(|moves| optima.contains(moves)), "{}: {proved:?}", set.name);
        assert!(set.proved().iter().all(|level| level.solutions > 0));
    }
}

/// KAtomic reads fifteen rows of fifteen columns, none of them empty, rows of the molecule of at
/// most fifteen, and definitions of atoms without a gap, none of them twice.
#[test]
fn katomic_reads_all_of_it() {
    const SIZE: usize = 15;
    for set in BUILTIN_SETS {
        let mut sections = set.text.split("\n[Level");
        let head = sections.next().unwrap();
        let sections: Vec<_> = sections.collect();
        assert!(head.contains(&format!("\nLevelCount={}\n", sections.len())), "{head}");
        for section in sections {
            let values = |prefix: &str| -> Vec<(String, &str)> {
                let entries = section.lines().filter_map(|line| line.split_once('='));
                let entries =
                    entries.filter_map(|(key, value)| Some((key.strip_prefix(prefix)?, value)));
                entries.map(|(key, value)| (key.to_owned(), value)).collect()
            };
            let rows = values("feld_");
            let keys: Vec<_> = rows.iter().map(|(key, _)| key.clone()).collect();
            assert_eq!(keys, (0..SIZE).map(|row| format!("{row:02}")).collect::<Vec<_>>());
            assert!(rows.iter().all(|(_, row)| row.len() == SIZE), "{section}");
            let atoms = values("atom_");
            let labels: String = atoms.iter().map(|(label, _)| label.as_str()).collect();
            assert!("123456789abcdefghijklmnopqrstuvwxyz".starts_with(&labels), "{section}");
            let looks: BTreeSet<_> = atoms.iter().map(|(_, kind)| kind).collect();
            assert_eq!(looks.len(), atoms.len(), "{section}");
            let molecule = values("mole_");
            let rows: Vec<usize> = molecule.iter().map(|(row, _)| row.parse().unwrap()).collect();
            assert_eq!(rows, (0..molecule.len()).collect::<Vec<_>>());
            assert!(molecule.iter().all(|(_, row)| (1..=SIZE).contains(&row.len())), "{section}");
        }
    }
}

/// GNOME Atomix has images of hydrogen, carbon, oxygen, nitrogen and fluorine, with single and
/// double bonds, on fifteen rows and columns.
#[test]
fn gnome_has_images_of_all_of_it() {
    for level in BUILTIN_SETS.iter().flat_map(levels) {
        for label in level.labels() {
            let Some(Kind::Katomic { element, bonds }) = level.kind(label) else {
                panic!("{level:?}")
            };
            assert!("12346".contains(*element), "{element}");
            assert!(bonds.chars().all(|bond| "abcdefghABCD".contains(bond)), "{bonds}");
        }
        let (_, last) = level.corners();
        assert!(last.row < 15 && last.column < 15);
        let text = Format::Gnome.write(&level).unwrap();
        let again = parse(text.as_bytes(), Some(Format::Gnome)).unwrap();
        let again = again.into_levels().next().unwrap().level.unwrap();
        assert_eq!(
            (again.walls(), again.placements().len()),
            (level.walls(), level.placements().len())
        );
    }
}

/// A set is read back whole in every format that has sets.
#[test]
fn sets_are_written_whole() {
    for set in BUILTIN_SETS {
        let levels = levels(&set);
        let borrowed: Vec<_> = levels.iter().collect();
        for format in [Format::KAtomic, Format::Kp, Format::Drawing] {
            let text = format.write_set(set.title, &borrowed).unwrap();
            let again = parse(text.as_bytes(), Some(format)).unwrap();
            let names: Vec<_> = again
                .into_levels()
                .map(|level| level.level.unwrap().name().map(str::to_owned))
                .collect();
            let expected: Vec<_> =
                levels.iter().map(|level| level.name().map(str::to_owned)).collect();
            assert_eq!(names, expected, "{format}");
        }
        for format in [Format::Gnome, Format::GlieschRitt] {
            assert!(format.write_set(set.title, &borrowed).is_err(), "{format}");
        }
    }
}
