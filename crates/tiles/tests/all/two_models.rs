//! The fast model against the rules, along random walks on every size of board.

use fewest_rules::Puzzle;
use fewest_rules::tiles::{Board, Goal, Instance, Move, Size, Tile};
use fewest_search::problem::Backward;
use fewest_search::{Depth, Parts, Problem, StateSpace};
use fewest_tiles::{Graph, Incremental, Manhattan, Packed, PackedBoard};
use proptest::prelude::*;

fn manhattan(board: &Board, goal: &Board) -> Depth {
    let tiles = board.tiles().iter().filter(|&&tile| tile != Tile::BLANK);
    let places = tiles.map(|&tile| (board.cell_of(tile).unwrap(), goal.cell_of(tile).unwrap()));
    Depth(places.map(|(at, home)| u16::from(board.size().distance(at, home))).sum())
}

fn walk<B: PackedBoard>(instance: &Instance, choices: &[usize]) {
    let model = Graph::<B>::new(instance.start(), instance.solved());
    let backward = model.reversed();
    let heuristic = Manhattan::new(&instance.solved());
    let problem = Problem::new(model.clone(), Incremental(&heuristic));
    let mut position = instance.start();
    let [mut state] = model.roots()[..] else { panic!("one start") };
    for choice in choices {
        assert_eq!(model.board(&state), position);
        assert_eq!(state.blank(), position.blank());
        let expected = manhattan(&position, &instance.solved());
        assert_eq!(problem.estimate(&problem.evaluate(state)), Some(expected));
        assert_eq!(model.is_goal(&state), instance.is_goal(&position));
        assert_eq!(model.unpack(model.pack(&state)), state);
        let mut fast = vec![];
        model.successors(&state, |tile, next| fast.push((Move(Tile(tile)), next)));
        let steps: Vec<_> = fast.iter().map(|(step, _)| *step).collect();
        assert_eq!(steps, instance.moves(&position));
        let (step, next) = fast[choice % fast.len()];
        let mut back = vec![];
        backward.successors(&backward.unpack(model.pack(&next)), |tile, before| {
            back.push((Move(Tile(tile)), backward.pack(&before)));
        });
        assert!(back.contains(&(step, model.pack(&state))));
        position = instance.play(&position, &step).unwrap();
        state = next;
    }
}

proptest! {
    #[test]
    fn the_models_agree_move_for_move(
        size in prop::sample::select(Size::all().collect::<Vec<_>>()),
        goal in prop::sample::select(Goal::NAMED.to_vec()),
        choices in prop::collection::vec(0..12_usize, 0..300),
    ) {
        let instance = Instance::new(Board::solved(size, goal), goal);
        match size.cells() {
            ..=16 => walk::<Packed<1, 4>>(&instance, &choices),
            17..=32 => walk::<Packed<3, 5>>(&instance, &choices),
            _ => walk::<Packed<7, 6>>(&instance, &choices),
        }
    }
}
