//! Tile puzzles as Atomix levels take as many moves.

use fewest::atomix::from_tiles;
use fewest::rules::Puzzle;
use fewest::search::monitor::unlimited;
use fewest::search::{Engine, Request};
use fewest::{Family, InputOptions, Report, read};

fn tiles(text: &str) -> fewest::rules::tiles::Instance {
    let instances = read(text.as_ref(), InputOptions::default()).expect("an instance");
    match &instances[0].family {
        Family::Tiles(tiles) => tiles.clone(),
        _ => panic!("{text} is a tile puzzle"),
    }
}

fn moves(family: Family) -> Report {
    let instance = fewest::Instance { name: String::new(), title: None, family };
    let request = Request { engine: Some(Engine::TranspositionIdaStar), ..Request::default() };
    unlimited(|monitor| fewest::solve(&instance, &request, monitor)).expect("an answer")
}

#[test]
fn a_tile_puzzle_and_its_level_have_plans_of_equal_length() {
    for text in ["1230", "0321", "4 5 3 / 1 0 2", "123450786", "724506831", "51247308a6be9fcd"] {
        let tiles = tiles(text);
        let level = from_tiles(&tiles).expect("there are labels enough");
        assert_eq!(level.placements().len(), 1, "{text}");
        let [by_tiles, by_atoms] = [Family::Tiles(tiles), Family::Atomix(level)].map(moves);
        assert_eq!(by_tiles.status, by_atoms.status, "{text}");
        assert_eq!(by_tiles.upper, by_atoms.upper, "{text}");
    }
}

#[test]
fn the_first_moves_are_those_of_the_tiles_beside_the_blank() {
    let level = from_tiles(&tiles("123406758")).expect("there are labels enough");
    assert_eq!(level.moves(&level.start()).len(), 4);
}
