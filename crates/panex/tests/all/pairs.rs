//! Random pairs of positions: distances are those of breadth-first search, and both directions
//! agree.

use fewest_panex::{Model, solve};
use fewest_rules::panex::{Colour, Instance, Position};
use fewest_rules::{Puzzle, replay};
use fewest_search::outcome::unlimited;
use fewest_search::{Direction, Request, StateSpace, Verdict};

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }

    /// A position some thousand random moves away from two towers.
    fn position_near(&mut self, towers: Position) -> Position {
        let puzzle = Instance::exchange(towers.n());
        (0..5000).fold(towers, |position, _| {
            let moves = puzzle.moves(&position);
            puzzle.play(&position, &moves[self.below(moves.len())]).unwrap()
        })
    }
}

fn shortest(instance: &Instance, direction: Direction) -> usize {
    let request = Request { direction: Some(direction), ..Request::default() };
    let outcome = unlimited(|monitor| solve(instance, &request, monitor)).unwrap().outcome;
    assert_eq!(outcome.verdict(), Verdict::Optimal);
    let plan = outcome.plan().expect("an optimal outcome has a plan");
    replay(instance, plan.iter().copied()).expect("plans are legal");
    plan.len()
}

/// All positions that can be reached from one, layer by layer, sorted.
fn layers(model: &Model<u64>) -> Vec<Vec<u64>> {
    let mut layers = vec![Vec::new()];
    let mut layer: Vec<_> = model.roots().iter().map(|s| model.pack(s)).collect();
    while !layer.is_empty() {
        let mut next = Vec::new();
        for &key in &layer {
            model.successors(&model.unpack(key), |_, child| next.push(model.pack(&child)));
        }
        next.sort_unstable();
        next.dedup();
        let old = layers.last().expect("there is one");
        next.retain(|key| old.binary_search(key).is_err() && layer.binary_search(key).is_err());
        layers.push(std::mem::replace(&mut layer, next));
    }
    layers.split_off(1)
}

#[test]
#[ignore = "25 s of processor time: just test-long"]
fn ten_thousand_pairs_are_as_far_apart_as_breadth_first_search_says() {
    let mut numbers = Numbers(1);
    let mut pairs = 0;
    for (n, starts, goals) in [(1, 20, 100), (2, 20, 100), (3, 30, 100), (4, 29, 100), (5, 2, 50)] {
        for _ in 0..starts {
            pairs += goals;
            let start = numbers.position_near(Position::towers(n, Colour::A));
            let model = Model::new(&Instance::new(start.clone(), start.clone()).unwrap()).unwrap();
            let layers = layers(&model);
            let total: usize = layers.iter().map(Vec::len).sum();
            for _ in 0..goals {
                let mut place = numbers.below(total);
                let mut distance = 0;
                while place >= layers[distance].len() {
                    place -= layers[distance].len();
                    distance += 1;
                }
                let goal = model.position(&model.unpack(layers[distance][place]));
                let pair = Instance::new(start.clone(), goal).unwrap();
                assert_eq!(shortest(&pair, Direction::Forward), distance, "panex:{pair}");
            }
        }
    }
    assert_eq!(pairs, 10_000);
}

/// Both directions find plans of one length, which the rules replay.
fn both_directions_agree(pair: &Instance) -> usize {
    let lengths = Direction::ALL.map(|direction| shortest(pair, direction));
    assert_eq!(lengths[0], lengths[1], "panex:{pair}");
    lengths[0]
}

fn both_directions_agree_on_random_pairs(n: u16, pairs: usize) {
    let mut numbers = Numbers(u64::from(n));
    for _ in 0..pairs {
        // Random moves do not lead far: at these heights only the other colour does.
        let [start, goal] =
            Colour::ALL.map(|left| numbers.position_near(Position::towers(n, left)));
        let pair = Instance::new(start, goal).unwrap();
        eprintln!("panex:{pair} takes {} moves", both_directions_agree(&pair));
    }
}

#[test]
#[ignore = "13 s of processor time: just test-long"]
fn both_directions_agree_on_a_pair_of_six() {
    both_directions_agree_on_random_pairs(6, 1);
}

#[test]
#[ignore = "takes minutes; run with --release"]
fn both_directions_agree_on_pairs_of_six_and_seven_and_on_the_exchange_of_seven() {
    both_directions_agree_on_random_pairs(6, 5);
    assert_eq!(both_directions_agree(&Instance::exchange(7)), 2189);
    both_directions_agree_on_random_pairs(7, 1);
}
