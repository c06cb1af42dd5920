//! Nothing that is found or counted depends on the number of threads.

use fewest_atomix::solve;
use fewest_rules::atomix::{Level, parse};
use fewest_search::monitor::unlimited;
use fewest_search::{Depth, Request};

/// A level for which proofs take several chunks and beams are made wider several times.
fn level() -> Level {
    let text = "\
[Level]
Name=Corridors
atom_1=1-a
atom_2=2-a
atom_3=3-a
atom_4=4-a
atom_5=5-a
atom_6=6-a
feld_00=############
feld_01=#..#.#.1#..#
feld_02=##..2.#.#..#
feld_03=#....#....##
feld_04=#....1..#32#
feld_05=##..#.#...##
feld_06=##.##....5##
feld_07=#....#..#..#
feld_08=#6#4...#...#
feld_09=############
mole_0=121
mole_1=345
mole_2=2.6
";
    let set = parse(text.as_bytes(), None).expect("a level file");
    set.into_levels().next().expect("a level").level.expect("a good level")
}

#[test]
fn beams_and_proofs_are_the_same_on_any_number_of_threads() {
    let level = level();
    let solve = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let request = Request::default();
        pool.install(|| unlimited(|monitor| solve(&level, &request, monitor))).unwrap().outcome
    };
    let [one, three] = [1, 3].map(solve);
    assert_eq!(one.bounds().lower, Depth(28));
    assert!(one.statistics().expanded > 100_000, "threads have work to share");
    assert_eq!(three, one);
}
