//! Stored tables and counts of whole spaces are accepted by the checker, and altered ones are not,
//! even if their digests are correct.

use fewest::proof::layers::{self, Layer};
use fewest::proof::pattern_database;
use fewest::proof::{NotVerified, Reason, unwatched};
use fewest::rules::tiles::{Board, Goal, Size};
use fewest::search::Depth;
use fewest::search::outcome::unlimited;
use fewest::tiles::analysis;
use fewest::tiles::pattern::{Pattern, Store, Table};
use std::num::NonZero;
use std::sync::Mutex;

/// The file of a table that was built.
fn stored(pattern: &str) -> Vec<u8> {
    let pattern: Pattern = pattern.parse().unwrap();
    let table = unlimited(|monitor| Table::build(pattern, monitor)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::read(Store::new(folder.path()).save(&table).unwrap()).unwrap()
}

/// The end of the empty line after the header.
fn end_of_header(file: &[u8]) -> usize {
    file.windows(2).position(|two| two == b"\n\n").unwrap() + 2
}

/// The file with the digest that matches its contents.
fn with_right_digest(file: &[u8]) -> Vec<u8> {
    let (header, content) = file.split_at(end_of_header(file));
    let header = std::str::from_utf8(header).unwrap();
    let described = &header[..header.find("digest ").unwrap()];
    let mut hasher = blake3::Hasher::new();
    hasher.update(described.as_bytes()).update(content);
    let begin = format!("{described}digest {}\n\n", hasher.finalize().to_hex());
    [begin.as_bytes(), content].concat()
}

fn checked(file: &[u8]) -> Result<pattern_database::Checked, NotVerified> {
    pattern_database::check(file, None, &mut unwatched)
}

#[test]
fn tables_are_accepted() {
    for (pattern, states) in [
        ("3x3:0,1,4:2", 744),
        ("2x3:0:1", 6),
        // The parity of the others places the fifth tile and the blank: half of the states.
        ("2x3:1,2,3,4:0", 276),
        ("2x5:0,1,2,3:4", 9_840),
        ("4x4:1,4,5:0", 3_792),
        ("5x5:0,1,5:2", 14_472),
        ("6x6:5,24:0", 1_268),
    ] {
        let file = stored(pattern);
        assert_eq!(with_right_digest(&file), file);
        let checked = checked(&file).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        assert_eq!(checked.states, states, "{pattern}");
    }
}

#[test]
fn no_entry_of_a_table_can_be_changed() {
    let file = stored("3x3:0,1,4:2");
    let begin = end_of_header(&file);
    for bit in 0..8 * (file.len() - begin) {
        let mut changed = file.clone();
        changed[begin + bit / 8] ^= 1 << (bit % 8);
        let rejected = checked(&with_right_digest(&changed));
        let is_wrong = matches!(&rejected, Err(NotVerified::Rejected(rejection))
            if matches!(rejection.reason, Reason::Distance { .. } | Reason::Padding));
        assert!(is_wrong, "bit {bit}: {rejected:?}");
    }
}

#[test]
fn no_table_is_that_of_another_pattern() {
    let patterns = ["3x3:0,1,4:2", "3x3:0,1,3:2", "3x3:0,2,4:1", "3x3:1,3,4:0"];
    let files = patterns.map(stored);
    for (one, other) in (0..4).flat_map(|one| (0..4).map(move |other| (one, other))) {
        let header = &files[one][..end_of_header(&files[one])];
        let spliced = [header, &files[other][end_of_header(&files[other])..]].concat();
        let verdict = checked(&with_right_digest(&spliced));
        assert_eq!(verdict.is_ok(), one == other, "{} {}", patterns[one], patterns[other]);
    }
}

/// All layers of a size, as the engine visits them.
fn visited(size: Size) -> Vec<Layer> {
    let found: Mutex<Vec<Layer>> = Mutex::default();
    let visit = |Depth(depth), positions: &[Board]| {
        let mut found = found.lock().unwrap();
        let layers = found.len().max(usize::from(depth) + 1);
        found.resize(layers, Layer::default());
        positions.iter().for_each(|position| found[usize::from(depth)].add(position));
    };
    let two = NonZero::new(2).unwrap();
    unlimited(|monitor| analysis::layers(size, two, Some(&visit), monitor)).unwrap();
    found.into_inner().unwrap()
}

#[test]
fn layers_are_accepted_and_no_others() {
    for (size, positions, farthest) in
        [("3x2", 360, 21), ("2x3", 360, 21), ("2x4", 20_160, 36), ("3x3", 181_440, 31)]
    {
        let size: Size = size.parse().unwrap();
        let start = Board::solved(size, Goal::BlankLast);
        let found = visited(size);
        let checked = |layers: &[Layer]| {
            let text = layers::certificate(&start, layers);
            layers::check(text.as_bytes(), None, &mut unwatched)
        };
        let counts = checked(&found).unwrap().layers;
        assert_eq!(counts.iter().map(|layer| layer.positions).sum::<u64>(), positions);
        assert_eq!(counts.len(), farthest + 1, "{size}");
        for at in 0..found.len() {
            let mut changed = found.clone();
            changed[at].add(&start);
            let mut missing = found.clone();
            missing.remove(at);
            let mut swapped = found.clone();
            swapped.swap(at, (at + 1) % found.len());
            // Layers of one position may be alike only if they are the same.
            for layers in [changed, missing, swapped] {
                assert!(matches!(checked(&layers), Err(NotVerified::Rejected(_))), "{at}");
            }
        }
    }
}
