//! Every state of small boards: distances by the plain rules against the heuristic and all
//! engines.

use fewest_atomix::{Model, solve};
use fewest_rules::atomix::{Label, Level, Square, parse};
use fewest_rules::{Puzzle, replay};
use fewest_search::{
    Depth, Direction, Engine, Limits, Monitor, Progress, Request, StateSpace, Stop, Verdict,
};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicBool;

/// A board without atoms and a molecule. Made for this test.
struct World {
    board: &'static [&'static str],
    molecule: &'static [&'static str],
}

const WORLDS: [World; 4] = [
    World { board: &["#######", "#...#.#", "#.#...#", "#...#.#", "#######"], molecule: &["12"] },
    World { board: &["######", "#....#", "#.##.#", "#....#", "######"], molecule: &["11", ".2"] },
    World { board: &["#####", "#...#", "#...#", "#..##", "####."], molecule: &["121"] },
    // Two rooms: half of the states are unsolvable, some even by generalized moves.
    World { board: &["########", "#..#...#", "#..#...#", "########"], molecule: &["12"] },
];

type Labels = Vec<(Label, Square)>;

impl World {
    fn labels(&self) -> Vec<char> {
        let rows = self.molecule.iter().flat_map(|row| row.chars());
        rows.filter(|&label| label != '.').collect()
    }

    fn free(&self) -> Vec<(usize, usize)> {
        let rows = self.board.iter().enumerate();
        let squares = rows.flat_map(|(r, row)| row.char_indices().map(move |(c, x)| (r, c, x)));
        squares.filter(|&(_, _, x)| x == '.').map(|(r, c, _)| (r, c)).collect()
    }

    fn level(&self, atoms: &[(usize, usize)]) -> Option<Level> {
        let mut board: Vec<Vec<char>> =
            self.board.iter().map(|row| row.chars().collect()).collect();
        let mut text = String::from("[Level]\n");
        for (label, &(row, column)) in self.labels().into_iter().zip(atoms) {
            board[row][column] = label;
        }
        for (number, row) in board.iter().enumerate() {
            text += &format!("feld_{number:02}={}\n", row.iter().collect::<String>());
        }
        for (number, row) in self.molecule.iter().enumerate() {
            text += &format!("mole_{number}={row}\n");
        }
        for label in ['1', '2'] {
            text += &format!("atom_{label}=1-c\n");
        }
        // With atoms in one room only, the other is no part of the level: if the molecule does not
        // fit in the rest, there is no level.
        parse(text.as_bytes(), None).ok()?.into_levels().next()?.level.ok()
    }

    /// Every way to put the atoms on the board, as levels that start there.
    fn levels(&self) -> Vec<Level> {
        let free = self.free();
        let mut starts: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for _ in self.labels() {
            let extend = |start: &Vec<(usize, usize)>| {
                let others = free.iter().filter(|square| !start.contains(square));
                others.map(|&square| [start.as_slice(), &[square]].concat()).collect::<Vec<_>>()
            };
            starts = starts.iter().flat_map(extend).collect();
        }
        starts.iter().filter_map(|start| self.level(start)).collect()
    }
}

/// Distances to the nearest goal, by taking moves back with the rules.
fn distances(level: &Level) -> HashMap<Labels, u16> {
    let mut distances = HashMap::new();
    let mut queue = VecDeque::new();
    for goal in level.placements() {
        let goal = level.position(&goal).expect("placements are positions");
        distances.insert(goal.labels(), 0);
        queue.push_back(goal);
    }
    while let Some(position) = queue.pop_front() {
        let beyond = distances[&position.labels()] + 1;
        for step in level.backward_moves(&position) {
            let before = level.take_back(&position, &step).expect("a listed move");
            distances.entry(before.labels()).or_insert_with(|| {
                queue.push_back(before);
                beyond
            });
        }
    }
    distances
}

fn run(
    level: &Level,
    engine: Engine,
    direction: Option<Direction>,
) -> fewest_search::Outcome<fewest_rules::atomix::Move> {
    let never = AtomicBool::new(false);
    let mut silent = |_: &Progress| {};
    // Iterative deepening does not notice that it has seen an unsolvable world whole.
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut monitor = Monitor::new(limits, &never, &mut silent);
    let request = Request { engine: Some(engine), direction };
    solve(level, &request, &mut monitor).expect("a supported engine").outcome
}

#[test]
fn every_engine_finds_the_distance_of_every_state() {
    let mut solvable = 0;
    let mut unsolvable = 0;
    for world in &WORLDS {
        let levels = world.levels();
        assert!(levels.len() > 50);
        for level in levels {
            let exact = distances(&level).get(&level.start().labels()).copied();
            let counted = if exact.is_some() { &mut solvable } else { &mut unsolvable };
            *counted += 1;
            for engine in Engine::ALL.into_iter().filter(|&engine| engine != Engine::Frontier) {
                for direction in [None, Some(Direction::Forward), Some(Direction::Backward)] {
                    let outcome = run(&level, engine, direction);
                    let case = format!("{engine} {direction:?}\n{}", level.draw(&level.start()));
                    match (exact, outcome.verdict()) {
                        (Some(exact), Verdict::Optimal) => {
                            let plan = outcome.plan().expect("optimal outcomes have a plan");
                            assert_eq!(plan.len(), usize::from(exact), "{case}");
                            replay(&level, plan.iter().copied()).expect("plans are legal");
                        }
                        (None, Verdict::Unsolvable) => {}
                        (exact, Verdict::Bounded(Stop::Nodes)) if engine == Engine::IdaStar => {
                            let lower = outcome.bounds().lower;
                            assert!(exact.is_none_or(|exact| lower <= Depth(exact)), "{case}");
                        }
                        (exact, verdict) => panic!("{exact:?} but {verdict:?}: {case}"),
                    }
                }
            }
        }
    }
    assert!(solvable > 1000 && unsolvable > 50, "{solvable} solvable, {unsolvable} not");
}

#[test]
fn the_heuristic_is_admissible_and_consistent_in_every_state() {
    for world in &WORLDS {
        for level in world.levels() {
            let exact = distances(&level);
            let model = Model::<8>::new(&level, Direction::Forward);
            let state = model.state(&level.start());
            let h = model.heuristic(&state);
            match (h, exact.get(&level.start().labels())) {
                (Some(h), Some(&exact)) => assert!(h <= Depth(exact)),
                (None, Some(exact)) => panic!("solvable in {exact} moves"),
                (_, None) => {}
            }
            for direction in Direction::ALL {
                let model = Model::<8>::new(&level, direction);
                model.expand(&state, |_, child| {
                    match (model.heuristic(&state), model.heuristic(&child)) {
                        (Some(here), Some(there)) => {
                            assert!(here <= there.next() && there <= here.next());
                        }
                        (here, there) => {
                            assert_eq!(here, there, "generalized moves can be taken back")
                        }
                    }
                });
            }
        }
    }
}
