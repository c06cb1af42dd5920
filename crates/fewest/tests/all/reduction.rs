//! Tile puzzles as Atomix levels take as many moves.

use fewest::atomix::from_tiles;
use fewest::rules::Puzzle;
use fewest::search::Engine;
use fewest::{AnyPuzzle, InputOptions, Instance, Report, Solver, read};

fn tiles(text: &str) -> fewest::rules::tiles::Instance {
    let instances = read(text.as_ref(), InputOptions::default()).expect("an instance");
    match &instances[0].puzzle {
        AnyPuzzle::Tiles(tiles) => tiles.clone(),
        _ => panic!("{text} is a tile puzzle"),
    }
}

fn moves(puzzle: AnyPuzzle) -> Report {
    let instance = Instance { name: String::new(), title: None, puzzle };
    let solver = Solver::new().engine(Engine::TranspositionIdaStar);
    solver.solve(&instance).expect("an answer")
}

#[test]
fn a_tile_puzzle_and_its_level_have_plans_of_equal_length() {
    for text in ["1230", "0321", "4 5 3 / 1 0 2", "123450786", "724506831", "51247308a6be9fcd"] {
        let tiles = tiles(text);
        let level = from_tiles(&tiles).expect("there are labels enough");
        assert_eq!(level.placements().len(), 1, "{text}");
        let [by_tiles, by_atoms] = [AnyPuzzle::Tiles(tiles), AnyPuzzle::Atomix(level)].map(moves);
        assert_eq!(by_tiles.status, by_atoms.status, "{text}");
        assert_eq!(by_tiles.upper, by_atoms.upper, "{text}");
    }
}

#[test]
fn the_first_moves_are_those_of_the_tiles_beside_the_blank() {
    let level = from_tiles(&tiles("123406758")).expect("there are labels enough");
    assert_eq!(level.moves(&level.start()).len(), 4);
}
