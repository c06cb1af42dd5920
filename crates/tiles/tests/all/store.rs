//! Tables on disk: what is read back is what was written, and nothing else is used.

use fewest_search::outcome::unlimited;
use fewest_search::{Interrupt, Limits, Monitor, Stop};
use fewest_tiles::FileError;
use fewest_tiles::pattern::{Pattern, Store, Table, VerifyError, verify};
use std::fs;

fn pattern(text: &str) -> Pattern {
    text.parse().unwrap()
}

fn build(pattern: &Pattern) -> Table {
    unlimited(|monitor| Table::build(pattern.clone(), monitor)).unwrap()
}

/// A store with one table, and its file's bytes.
fn store(pattern: &Pattern) -> (tempfile::TempDir, Store, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("tables"));
    let path = store.save(&build(pattern)).unwrap();
    assert_eq!(path, store.path(pattern));
    let bytes = fs::read(path).unwrap();
    (folder, store, bytes)
}

#[test]
fn a_table_is_read_back_and_every_entry_is_right() {
    for text in ["4x4:1,4,5,8:0", "3x3:1,3:8", "2x3:1,2,3,4:0", "5x5:2,3,4:0", "6x6:1,35:0"] {
        let pattern = pattern(text);
        let (_folder, store, bytes) = store(&pattern);
        let table = store.load(&pattern).unwrap();
        assert_eq!(unlimited(|monitor| verify(&table, monitor)), Ok(()), "{text}");
        assert_eq!(table.distance(pattern.cells(), pattern.blank()), Some(0));
        store.save(&table).unwrap();
        assert_eq!(fs::read(store.path(&pattern)).unwrap(), bytes, "{text}");
        let [stored] = &store.list().unwrap()[..] else { panic!("one table") };
        assert_eq!(stored.header.as_ref().unwrap().pattern, pattern);
        assert_eq!(stored.bytes, bytes.len() as u64);
    }
}

#[test]
fn an_absent_folder_has_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("nowhere"));
    assert!(store.list().unwrap().is_empty());
    assert!(!store.has(&pattern("3x3:1:0")));
    assert!(matches!(store.load(&pattern("3x3:1:0")), Err(FileError::Io { .. })));
}

#[test]
fn truncated_files_are_refused_wherever_they_end() {
    let pattern = pattern("3x3:1,2,4:0");
    let (_folder, store, bytes) = store(&pattern);
    for length in (0..bytes.len()).filter(|length| length % 7 == 0 || *length < 200) {
        fs::write(store.path(&pattern), &bytes[..length]).unwrap();
        assert!(store.load(&pattern).is_err(), "{length} bytes");
    }
    fs::write(store.path(&pattern), [&bytes[..], b"\0"].concat()).unwrap();
    assert!(matches!(store.load(&pattern), Err(FileError::Length { .. })));
}

#[test]
fn files_with_any_byte_changed_are_refused() {
    let pattern = pattern("3x3:1,2,4:0");
    let (_folder, store, bytes) = store(&pattern);
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 1;
        fs::write(store.path(&pattern), &altered).unwrap();
        assert!(store.load(&pattern).is_err(), "byte {at}");
    }
    fs::write(store.path(&pattern), &bytes).unwrap();
    assert!(store.load(&pattern).is_ok());
}

#[test]
fn files_of_another_version_pattern_or_board_are_refused_with_the_reason() {
    let wanted = pattern("3x3:1,2,4:0");
    let (_folder, store, bytes) = store(&wanted);
    let refused = |bytes: &[u8]| {
        fs::write(store.path(&wanted), bytes).unwrap();
        store.load(&wanted).unwrap_err()
    };
    let text = String::from_utf8_lossy(&bytes).replace("database 1", "database 2");
    let error = refused(text.as_bytes());
    assert!(matches!(&error, FileError::Version { found, .. } if found == "2"), "{error}");
    let message = "written in format 2, but format 1 is needed; make it again";
    assert!(error.to_string().ends_with(message), "{error}");
    for other in ["3x3:1,2,3:0", "4x4:1,2,5:0"] {
        let other = pattern(other);
        store.save(&build(&other)).unwrap();
        let error = refused(&fs::read(store.path(&other)).unwrap());
        assert!(matches!(error, FileError::Mismatch { .. }), "{error}");
    }
    assert!(matches!(refused(b"something else\n"), FileError::Other { .. }));
    let long = [b"fewest pattern database 1\npattern ".to_vec(), vec![b'1'; 1 << 20]].concat();
    assert!(matches!(refused(&long), FileError::Line { line: 2, .. }));
}

#[test]
fn a_limit_on_memory_is_honoured() {
    let pattern = pattern("4x4:1,2,3,4,5,6:0");
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    let bytes = Table::bytes(&pattern).building;
    for (memory, is_enough) in [(bytes - 1, false), (bytes, true)] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let built = Table::build(pattern.clone(), &mut Monitor::new(limits, &never, &mut silent));
        assert_eq!(built.err(), (!is_enough).then_some(Stop::Memory));
    }
}

#[test]
fn verifying_stops_at_limits() {
    let table = build(&pattern("3x3:1,2,4:0"));
    let now = Interrupt::new();
    now.interrupt();
    let mut silent = |_: &_| {};
    let mut monitor = Monitor::new(Limits::default(), &now, &mut silent);
    assert_eq!(verify(&table, &mut monitor), Err(VerifyError::Stopped(Stop::Interrupted)));
}
