//! Nothing that is found or counted depends on the number of threads.

use fewest_atomix::{HeuristicLevel, solve};
use fewest_rules::atomix::{Level, Move, parse};
use fewest_search::outcome::unlimited;
use fewest_search::{Depth, Direction, Engine, Limits, Monitor, Outcome, Request, Stop, Verdict};

/// A level whose plan is found soon after the last proof; with a seventh atom, one for which proofs
/// take many chunks and beams are made wider several times.
fn level(with_seventh: bool) -> Level {
    let text = "\
[Level]
Name=Corridors
atom_1=1-a
atom_2=2-a
atom_3=3-a
atom_4=4-a
atom_5=5-a
atom_6=6-a
atom_g=7-a
feld_00=############
feld_01=#g.#.#.1#..#
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
mole_2=2g6
";
    let text = if with_seventh {
        text.to_owned()
    } else {
        text.replace("atom_g=7-a\n", "").replace('g', ".")
    };
    let set = parse(text.as_bytes(), None).expect("a level file");
    set.into_levels().next().expect("a level").level.expect("a good level")
}

fn states(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// What is found within limits, the same on one thread and on three.
fn solved(with_seventh: bool, request: &Request, limits: Limits) -> Outcome<Move> {
    let level = level(with_seventh);
    let solve = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let solve = |monitor: &mut Monitor<'_>| solve(&level, request, &mut monitor.with(limits));
        pool.install(|| unlimited(solve)).expect("the request is supported").outcome
    };
    let [one, three] = [1, 3].map(solve);
    assert_eq!(three, one);
    one
}

#[test]
fn beams_and_proofs_are_the_same_on_any_number_of_threads() {
    let stopped = solved(true, &Request::default(), states(400_000));
    assert_eq!(stopped.verdict(), Verdict::Solved(Some(Stop::Nodes)), "beams have found a plan");
}

#[test]
fn plans_below_the_deepest_states_are_the_same_on_any_number_of_threads() {
    let solved = solved(false, &Request::default(), Limits::default());
    assert_eq!(solved.bounds().lower, Depth(28));
    let statistics = solved.statistics();
    let last = statistics.expanded - statistics.expanded_until_last_layer;
    assert!(last < 1_000, "the last bound was searched: {last}");
}

#[test]
#[ignore = "13 s of processor time: just test-long"]
fn partial_expansion_is_the_same_on_any_number_of_threads() {
    for heuristic in [None, Some(HeuristicLevel::SupportedPairs.name())] {
        let engine = Some(Engine::PartialExpansionAstar);
        let request = Request { engine, heuristic, ..Request::default() };
        assert_eq!(solved(false, &request, Limits::default()).bounds().upper, Some(Depth(28)));
        let stopped = solved(true, &request, states(10_000));
        assert_eq!(stopped.statistics().expanded, 10_000);
    }
}

#[test]
fn partial_expansion_stores_what_breadth_first_search_does() {
    let limits = Limits { upper_bound: Some(Depth(27)), ..Limits::default() };
    let [breadth_first, partial_expansion] =
        [Engine::BreadthFirstHeuristic, Engine::PartialExpansionAstar].map(|engine| {
            let heuristic = Some(HeuristicLevel::SupportedPairs.name());
            let (engine, direction) = (Some(engine), Some(Direction::Backward));
            let request = Request { engine, direction, heuristic, ..Request::default() };
            let outcome = solved(false, &request, limits);
            assert_eq!(outcome.bounds().lower, Depth(28), "{engine:?}");
            outcome.statistics().stored
        });
    assert_eq!(partial_expansion, breadth_first);
}
