//! One corpus, every engine, both directions.
//!
//! By default, fewest must prove every known optimum, in each direction that the puzzle
//! has. Every other engine gets a number of nodes: if it ends within them it must prove the same,
//! else its bounds must hold. Lossy engines must not prove a plan to be shortest, nor find one that
//! is too short.
//!
//! All counts are compared with `corpus/expanded.tsv`, so that no engine changes unnoticed. After
//! an intended change, `FEWEST_BLESS=1` makes this test rewrite the file.

mod instances;
mod record;
mod runs;

use instances::Entry;
use record::Record;
use runs::Run;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[test]
fn every_engine_agrees_on_every_instance() {
    let entries = instances::read();
    let runs = run_all(&entries);

    let contradicted: Vec<_> = runs.iter().filter_map(Run::contradiction).collect();
    assert!(contradicted.is_empty(), "{}", contradicted.join("\n"));

    let ended = runs.iter().filter(|run| run.has_ended()).count();
    println!("{ended} of {} runs ended within their limits", runs.len());
    assert!(4 * ended >= 3 * runs.len(), "the engines get too few nodes");

    let known = Record::read();
    let found = Record::of(&runs).with_others(&known, &entries);
    if std::env::var_os("FEWEST_BLESS").is_some() {
        found.write();
    } else if found != known {
        let advice = "if this is on purpose, FEWEST_BLESS=1 makes this test rewrite the file";
        panic!("corpus/expanded.tsv: {advice}\n{}", known.difference(&found));
    }
}

/// All searches of the instances, in the order of the corpus.
///
/// The instances are shared out among threads. Each search has only one thread: if several
/// share a depth-first search, the counts of its last iteration vary.
fn run_all(entries: &[Entry]) -> Vec<Run<'_>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.expect("a thread can be started");
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let mine = numbers.map_while(|number| Some((number, entries.get(number)?)));
        mine.map(|(number, entry)| (number, pool.install(|| runs::all(entry)))).collect::<Vec<_>>()
    };
    let mut done: Vec<_> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no engine panics")).collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().flat_map(|(_, runs)| runs).collect()
}
