//! Generations that are written, altered, cut short and left behind.

use super::*;

fn open<'a>(
    folder: &Path,
    failed: &'a mut dyn FnMut(FileError),
) -> Result<Checkpoint<'a>, FileError> {
    let search = ["the puzzle".to_owned(), "some method".to_owned()];
    Checkpoint::open(folder, search, Checkpoint::INTERVAL, failed)
}

fn never(error: FileError) {
    panic!("{error}");
}

/// Saves numbers one after another.
fn save(folder: &Path, numbers: std::ops::Range<u64>) {
    let mut failed = never;
    let mut checkpoint = open(folder, &mut failed).unwrap();
    for number in numbers {
        let statistics = Statistics { expanded: number, ..Statistics::default() };
        checkpoint.write(Depth(7), &statistics, |to| to.part(&number));
    }
}

fn read(folder: &Path) -> Result<(Option<u64>, usize), FileError> {
    let mut failed = never;
    let checkpoint = open(folder, &mut failed)?;
    let number = checkpoint.read(|from| from.part())?;
    assert_eq!(checkpoint.resumed().map(|resumed| resumed.expanded), number);
    Ok((number, checkpoint.refused().len()))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_last_two_generations_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("search");
    assert_eq!(read(&folder).unwrap(), (None, 0));
    assert!(!folder.exists());
    save(&folder, 1..5);
    assert_eq!(names(&folder), ["gen-3", "gen-4"]);
    assert_eq!(read(&folder).unwrap(), (Some(4), 0));
    save(&folder, 5..6);
    assert_eq!(names(&folder), ["gen-4", "gen-5"]);
    Checkpoint::remove(&folder);
    assert!(!folder.exists());
}

#[test]
fn what_another_search_goes_on_from_is_not_removed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("search");
    save(&folder, 1..3);
    let mut failed = never;
    let resumed = open(&folder, &mut failed).unwrap();
    Checkpoint::remove(&folder);
    assert_eq!(names(&folder), ["gen-1", "gen-2"]);
    drop(resumed);
    Checkpoint::remove(&folder);
    assert!(!folder.exists());
}

/// Alters every byte of both files of a generation.
#[test]
fn a_damaged_generation_is_refused_and_the_one_before_it_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    save(folder, 1..3);
    for name in [MANIFEST, STATE] {
        let path = folder.join("gen-2").join(name);
        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            for damaged in [&altered[..], &bytes[..at]] {
                fs::write(&path, damaged).unwrap();
                // A manifest of another search does not count as damaged.
                assert_eq!(read(folder).unwrap(), (Some(1), 1), "{name}, byte {at}");
            }
        }
        fs::write(&path, [&bytes[..], b"\0"].concat()).unwrap();
        assert_eq!(read(folder).unwrap(), (Some(1), 1), "{name}");
        fs::remove_file(&path).unwrap();
        assert_eq!(read(folder).unwrap(), (Some(1), 1), "{name}");
        fs::write(&path, &bytes).unwrap();
        assert_eq!(read(folder).unwrap(), (Some(2), 0));
    }
    // The damaged generation is removed, not the complete one.
    fs::write(folder.join("gen-2").join(STATE), "").unwrap();
    save(folder, 3..4);
    assert_eq!(names(folder), ["gen-1", "gen-3"]);
    for number in [1, 3] {
        fs::write(generations::generation(folder, number).join(STATE), "").unwrap();
    }
    assert!(matches!(read(folder), Err(FileError::Length { .. })));
}

#[test]
fn what_was_being_written_is_passed_over_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    save(folder, 1..3);
    let partial = folder.join("gen-3.partial");
    fs::create_dir(&partial).unwrap();
    fs::write(partial.join(STATE), "half of").unwrap();
    fs::write(partial.join(".fewest-AbC123.partial"), "half of a manifest").unwrap();
    assert_eq!(read(folder).unwrap(), (Some(2), 0));
    save(folder, 3..4);
    assert_eq!(names(folder), ["gen-2", "gen-3"]);
}

/// What a process leaves if it is killed while it removes a generation, the last one or an old one.
#[test]
fn what_was_being_removed_is_no_generation() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    save(folder, 1..3);
    for (number, left) in [(1, STATE), (2, MANIFEST)] {
        let (whole, partial) = (generations::generation, generations::partial);
        fs::rename(whole(folder, number), partial(folder, number)).unwrap();
        fs::remove_file(partial(folder, number).join(left)).unwrap();
    }
    assert_eq!(read(folder).unwrap(), (None, 0));
    assert_eq!(names(folder), [""; 0]);
}

/// The name goes first, so that a generation never lacks one of its files.
#[test]
fn a_generation_that_cannot_be_removed_has_lost_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    save(folder, 1..2);
    fs::write(folder.join("gen-1").join("notes"), "precious").unwrap();
    Checkpoint::remove(folder);
    assert_eq!(names(folder), ["gen-1.partial"]);
    assert_eq!(names(&folder.join("gen-1.partial")), ["notes"]);
}

#[test]
fn other_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["gen-007", "gen-x", "notes"] {
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join(STATE), "precious").unwrap();
    }
    save(folder, 1..4);
    Checkpoint::remove(folder);
    assert_eq!(names(folder), ["gen-007", "gen-x", "notes"]);
    assert_eq!(fs::read(folder.join("notes").join(STATE)).unwrap(), b"precious");
}

#[test]
fn a_search_is_saved_where_it_can_be_and_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = folder.join("file");
    fs::write(&file, "precious").unwrap();
    let mut failed = never;
    assert!(matches!(open(&file, &mut failed), Err(FileError::Other { .. })));
    let nowhere = folder.join("no/such/folder");
    assert!(matches!(open(&nowhere, &mut failed), Err(FileError::Io { .. })));
    let search = folder.join("search");
    let (mut first, mut second) = (never, never);
    let mut checkpoint = open(&search, &mut first).unwrap();
    if cfg!(unix) {
        assert!(matches!(open(&search, &mut second), Err(FileError::InUse { .. })));
    }
    checkpoint.write(Depth(7), &Statistics::default(), |to| to.part(&1_u64));
    assert_eq!(names(&search), ["gen-1"]);
    let other = ["the puzzle".to_owned(), "another method".to_owned()];
    drop(checkpoint);
    let opened = Checkpoint::open(&search, other, Checkpoint::INTERVAL, &mut second);
    assert!(matches!(opened, Err(FileError::Mismatch { .. })));
}

#[test]
fn what_cannot_be_written_is_told_and_leaves_what_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    save(folder, 1..2);
    let mut told = 0;
    let mut failed = |_| told += 1;
    let mut checkpoint = open(folder, &mut failed).unwrap();
    let statistics = Statistics { expanded: 2, ..Statistics::default() };
    checkpoint.write(Depth(7), &statistics, |to| {
        to.part(&2_u64)?;
        Err(io::Error::other("the disk is full"))
    });
    drop(checkpoint);
    assert_eq!(told, 1);
    assert_eq!(names(folder), ["gen-1"]);
    assert_eq!(read(folder).unwrap(), (Some(1), 0));
}
