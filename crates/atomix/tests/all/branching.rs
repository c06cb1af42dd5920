//! Lemma 1 of Hüffner 2003, section 5.5: over all states of a level there are as many forward
//! moves as backward moves, so the average branching factors are equal. Counted here over all
//! placements of the atoms, by the rules and by the graph.

use crate::worlds::{LARGER_WORLDS, WORLDS};
use fewest_atomix::{Graph, branching};
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Level, parse};
use fewest_search::{Direction, StateSpace};

/// Forward and backward moves from the start of a level, by the rules; the graph has as many.
fn moves(level: &Level) -> [usize; 2] {
    let start = level.start();
    let counts = [level.moves(&start).len(), level.backward_moves(&start).len()];
    let in_graph = Direction::ALL.map(|direction| {
        let graph = Graph::<4>::new(level, direction);
        let mut count = 0;
        graph.successors(&graph.state(&start), |_, _| count += 1);
        count
    });
    assert_eq!(in_graph, counts);
    counts
}

fn sum(levels: &[Level]) -> [usize; 2] {
    levels.iter().map(moves).fold([0, 0], |[a, b], [forward, backward]| [a + forward, b + backward])
}

/// One atom on every pattern of walls of nine squares: the induction of the proof is over these.
#[test]
fn a_single_atom_has_as_many_moves_back_as_forth() {
    for walls in 0..1_u32 << 9 {
        let board = |atom: usize| {
            let square = |i: usize| match walls >> i & 1 {
                _ if i == atom => '1',
                1 => '#',
                _ => '.',
            };
            let row = |r: usize| (0..3).map(|c| square(3 * r + c)).collect::<String>();
            let rows = (0..3).map(|r| format!("feld_{:02}=#{}#\n", r + 1, row(r)));
            let rows: String = rows.collect();
            format!("[Level]\natom_1=1-c\nfeld_00=#####\n{rows}feld_04=#####\nmole_0=1\n")
        };
        let free = (0..9).filter(|i| walls >> i & 1 == 0);
        let levels: Vec<_> = free
            .map(|atom| {
                let set = parse(board(atom).as_bytes(), None).unwrap();
                set.into_levels().next().unwrap().level.unwrap()
            })
            .collect();
        let [forward, backward] = sum(&levels);
        assert_eq!(forward, backward, "walls {walls:09b}");
    }
}

/// Several atoms in one room. A level has no squares outside the room of its atoms, so a world of
/// several rooms is not the board of one level.
#[test]
fn all_placements_have_as_many_moves_back_as_forth() {
    for world in WORLDS[..3].iter().chain(&LARGER_WORLDS) {
        let levels = world.levels();
        let [forward, backward] = sum(&levels);
        println!("{} placements, {forward} forward, {backward} backward", levels.len());
        assert_eq!(forward, backward);
        assert!(forward > levels.len());
        // Each placing stands for all ways to tell the atoms apart.
        let counted = branching(&levels[0], u64::MAX).unwrap();
        let labelled = levels.len() as u64 / counted.placings;
        assert_eq!(
            [counted.forward, counted.backward].map(|sum| sum * labelled),
            [forward as u64; 2]
        );
        assert_eq!(branching(&levels[0], counted.placings - 1), None);
        // It does not hold for every single state.
        assert!(levels.iter().map(moves).any(|[forward, backward]| forward != backward));
    }
}
