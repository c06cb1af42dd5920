//! Boards of at most nine cells, with the named goals and a few others.

use crate::Small;
use crate::all_solutions;
use crate::breadth_first::breadth_first;
use crate::claims::Claims;
use crate::request::{Asked, maybe};
use crate::search;
use fewest::AnyPuzzle;
use fewest::rules::Puzzle;
use fewest::rules::tiles::{Board, Goal, Instance, Size, Tile};
use fewest::search::Request;
use fewest::tiles::HeuristicName;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, Mutex};

/// Widths and heights.
const SIZES: [(usize, usize); 6] = [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)];

/// Goals of each size that have no name.
const POSITIONS: usize = 3;

type Distances = Arc<HashMap<Board, u64>>;

/// The distances of all boards from the solved one, searched when they are first asked for. Moves
/// are reversible, so distances are the same in both directions.
fn distances(size: Size, goal: Goal) -> Distances {
    type Known = Mutex<HashMap<(Size, Goal), Distances>>;
    static KNOWN: LazyLock<Known> = LazyLock::new(Known::default);
    let mut known = KNOWN.lock().expect("nothing panics here");
    let search = || {
        let mut distances = HashMap::new();
        let solved = Instance::new(Board::solved(size, goal), goal);
        breadth_first(&solved, solved.start(), Board::clone, |board, distance| {
            distances.insert(*board, distance);
            ControlFlow::Continue(())
        });
        Arc::new(distances)
    };
    known.entry((size, goal)).or_insert_with(search).clone()
}

pub struct Random(Instance);

impl Random {
    /// Any order of the tiles, or one that is some moves from the solved board.
    pub fn new(random: &mut fastrand::Rng) -> Self {
        let (width, height) = SIZES[random.usize(0..SIZES.len())];
        let size = Size::new(width, height).expect("a size that there is");
        let goal = match random.usize(0..Goal::NAMED.len() + POSITIONS) {
            named if named < Goal::NAMED.len() => Goal::NAMED[named],
            position => {
                // One of a few, so that their distances are not searched each time.
                let mut tiles: Vec<_> = size.all_cells().map(|cell| Tile(cell.0)).collect();
                fastrand::Rng::with_seed(position as u64).shuffle(&mut tiles);
                Goal::Position(Board::new(size, tiles).expect("all tiles"))
            }
        };
        let solved = Board::solved(size, goal);
        if random.u8(0..4) == 0 {
            let mut tiles = solved.tiles().to_vec();
            random.shuffle(&mut tiles);
            return Self(Instance::new(Board::new(size, tiles).expect("all tiles"), goal));
        }
        let mut walk = Instance::new(solved, goal);
        for _ in 0..random.u8(0..40) {
            let moves = walk.moves(&walk.start);
            let step = moves[random.usize(0..moves.len())];
            walk.start = walk.play(&walk.start, &step).expect("listed moves are legal");
        }
        Self(walk)
    }

    /// Whether it has several shortest plans; checks that all of them are counted, and no others.
    pub fn has_several_solutions(&self, request: Request) -> bool {
        let optimum = self.optimum();
        all_solutions::compare(&self.0, AnyPuzzle::Tiles, optimum, request, Board::clone)
    }
}

impl Small for Random {
    fn optimum(&self) -> Option<u64> {
        distances(self.0.start.size(), self.0.goal).get(&self.0.start).copied()
    }

    fn ask(&self, random: &mut fastrand::Rng) -> Asked {
        let heuristic = maybe(random, 2, HeuristicName::ALL).map(HeuristicName::name);
        Asked { heuristic, ..Asked::random(random) }
    }

    fn answer(&self, asked: &Asked) -> Option<Claims> {
        search::answer(&self.0, AnyPuzzle::Tiles, asked)
    }

    fn describe(&self) -> String {
        let tiles = self.0.start.tiles().iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
        format!("--goal \"{}\" --size {} \"{tiles}\"", self.0.goal, self.0.start.size())
    }
}
