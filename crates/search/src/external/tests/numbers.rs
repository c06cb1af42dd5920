//! Numbers are merged and subtracted as in memory, however small the pieces are.

use super::{disk, folder, names};
use crate::external::Unfinished;
use crate::external::candidates::Candidates;
use crate::external::run::{Run, RunReader, RunWriter};
use crate::external::sizes::Sizes;
use crate::external::subtraction::Subtraction;
use crate::{Interrupt, Limits, Monitor, Progress};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fs;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn numbers_are_merged_and_subtracted(
        numbers in prop::collection::vec(0..400_u128, 0..300),
        earlier in prop::collection::vec(prop::collection::btree_set(0..400_u128, 0..90), 0..4),
    ) {
        let folder = folder();
        let disk = disk(folder.path());
        let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
        let halt = Monitor::new(Limits::default(), &never, &mut silent).halt();
        let mut runs = vec![];
        for numbers in &earlier {
            let mut writer = RunWriter::new(&disk, 2, 3);
            let numbers: Vec<u128> = numbers.iter().copied().collect();
            numbers.chunks(7).for_each(|some| writer.extend(some).unwrap());
            runs.push(writer.finish().unwrap());
        }
        let mut candidates = Candidates::new(&disk, Sizes::TINY, 2);
        numbers.chunks(5).for_each(|some| candidates.extend(some, halt).unwrap());
        let open = |&run: &Run| RunReader::open(&disk, run, 2).unwrap();
        let mut subtraction = Subtraction::of(runs.iter().map(open));
        let mut merge = candidates.merge().unwrap();
        let mut left = vec![];
        while let Some(mut some) = merge.next().unwrap() {
            prop_assert!(some.is_sorted_by(|a, b| a < b));
            subtraction.keep_new(&mut some, halt).unwrap();
            left.extend(some);
        }
        let expected: BTreeSet<u128> = numbers.into_iter().collect();
        let expected = expected.into_iter().filter(|number| {
            !earlier.iter().any(|numbers| numbers.contains(number))
        });
        prop_assert_eq!(left, expected.collect::<Vec<_>>());
        drop(candidates);
        let runs = names(folder.path()).iter().filter(|name| name.starts_with("run")).count();
        prop_assert_eq!(runs, earlier.iter().filter(|numbers| !numbers.is_empty()).count());
    }
}

/// Otherwise a state that is in the block could count as new.
#[test]
fn a_block_is_skipped_only_if_its_header_is_unaltered() {
    let folder = folder();
    let disk = disk(folder.path());
    let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
    let halt = Monitor::new(Limits::default(), &never, &mut silent).halt();
    let mut writer = RunWriter::new(&disk, 2, 3);
    writer.extend(&(0..9).collect::<Vec<_>>()).unwrap();
    let run = writer.finish().unwrap();
    let subtract = || -> Result<(), Unfinished> {
        let mut subtraction = Subtraction::of([RunReader::open(&disk, run, 2)?]);
        subtraction.keep_new(&mut vec![4], halt)?;
        Ok(subtraction.finish()?)
    };
    subtract().unwrap();
    let path = disk.path(run.number);
    let whole = fs::read(&path).unwrap();
    // All of the first header.
    for place in 0..72 {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        fs::write(&path, bytes).unwrap();
        assert!(matches!(subtract(), Err(Unfinished::Failed(_))), "{place}");
    }
}
