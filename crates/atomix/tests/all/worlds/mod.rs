//! Small boards, their levels, and exact distances by the plain rules.

use fewest_rules::Puzzle;
use fewest_rules::atomix::{Direction, Label, Level, Square, Tile, parse};
use fewest_search::Direction as SearchDirection;
use std::collections::{HashMap, VecDeque};

/// A board without atoms and a molecule. Made for these tests.
pub struct World {
    board: &'static [&'static str],
    molecule: &'static [&'static str],
}

pub const WORLDS: [World; 4] = [
    World { board: &["#######", "#...#.#", "#.#...#", "#...#.#", "#######"], molecule: &["12"] },
    World { board: &["######", "#....#", "#.##.#", "#....#", "######"], molecule: &["11", ".2"] },
    World { board: &["#####", "#...#", "#...#", "#..##", "####."], molecule: &["121"] },
    // Two rooms: half of the states are unsolvable, some even by generalized moves.
    World { board: &["########", "#..#...#", "#..#...#", "########"], molecule: &["12"] },
];

/// Larger ones, for tests that do not search from every state.
#[allow(dead_code)] // each test file has its own copy of this module
pub const LARGER_WORLDS: [World; 5] = [
    World { board: &["######", "#...##", "#.#..#", "##...#", "######"], molecule: &["11", "22"] },
    World { board: &["#######", "#..#..#", "#.....#", "###.###", "#######"], molecule: &["121"] },
    World { board: &["######", "#....#", "##.#.#", "#....#", "######"], molecule: &["12", "3."] },
    World {
        board: &["######", "#....#", "#.#..#", "#....#", "######"],
        molecule: &["1", "1", "1"],
    },
    World {
        board: &["########", "#......#", "#.####.#", "#.#....#", "########"],
        molecule: &["12"],
    },
];

/// With caves: dead ends with corners, several of them, some within others.
#[allow(dead_code)]
pub const CAVES: [World; 6] = [
    World {
        board: &["#########", "#...#...#", "#...#...#", "#.......#", "#########"],
        molecule: &["12"],
    },
    World {
        board: &["########", "#..#...#", "#.....##", "#..#...#", "########"],
        molecule: &["11"],
    },
    World {
        board: &["########", "#....###", "#.##.###", "#......#", "#.##.###", "########"],
        molecule: &["12"],
    },
    World {
        board: &["########", "#..##..#", "#......#", "#..##..#", "########"],
        molecule: &["12"],
    },
    World {
        board: &["########", "#..##..#", "#.#...##", "#..#...#", "########"],
        molecule: &["1", "2"],
    },
    World {
        board: &["#######", "#..#..#", "##...##", "#..#..#", "#######"],
        molecule: &["12", "1."],
    },
];

pub type Labels = Vec<(Label, Square)>;

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
        for label in ['1', '2', '3'] {
            text += &format!("atom_{label}=1-c\n");
        }
        // With atoms in one room only, the other is not part of the level: if the molecule does not
        // fit in the rest, there is no level.
        parse(text.as_bytes(), None).ok()?.into_levels().next()?.level.ok()
    }

    /// Every way to put the atoms on the board, as levels that start there.
    pub fn levels(&self) -> Vec<Level> {
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

/// Distances to the nearest goal, by undoing moves with the rules.
#[allow(dead_code)]
pub fn distances(level: &Level) -> HashMap<Labels, u16> {
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

/// Distances under generalized moves: an atom stops anywhere, but may not share a square or pass
/// through another. They are invertible, so `from` may be the goals or the start.
#[allow(dead_code)]
pub fn generalized_distances(level: &Level, from: &[Labels]) -> HashMap<Labels, u16> {
    search(from, |labels| {
        let free = |at: Square| {
            level.tile(at) == Tile::Free && labels.iter().all(|&(_, other)| other != at)
        };
        let mut next = Vec::new();
        for atom in 0..labels.len() {
            for direction in Direction::ALL {
                let mut at = labels[atom].1;
                while let Some(beyond) = at.step(direction).filter(|&beyond| free(beyond)) {
                    at = beyond;
                    let mut moved = labels.clone();
                    moved[atom].1 = at;
                    next.push(moved);
                }
            }
        }
        next
    })
}

/// Distances from the start to all positions, by the moves of the rules.
#[allow(dead_code)]
pub fn distances_from_start(level: &Level) -> HashMap<Labels, u16> {
    search(&[level.start().labels()], |labels| {
        let position = level.position(labels).expect("labels of a position");
        let moves = level.moves(&position);
        moves.iter().map(|step| level.play(&position, step).expect("legal").labels()).collect()
    })
}

#[allow(dead_code)]
fn search(from: &[Labels], next: impl Fn(&Labels) -> Vec<Labels>) -> HashMap<Labels, u16> {
    let sorted = |mut labels: Labels| {
        labels.sort_unstable();
        labels
    };
    let mut queue: VecDeque<Labels> = from.iter().cloned().map(sorted).collect();
    let mut distances: HashMap<Labels, u16> = queue.iter().map(|at| (at.clone(), 0)).collect();
    while let Some(labels) = queue.pop_front() {
        let beyond = distances[&labels] + 1;
        for moved in next(&labels).into_iter().map(sorted) {
            distances.entry(moved.clone()).or_insert_with(|| {
                queue.push_back(moved);
                beyond
            });
        }
    }
    distances
}

/// A few levels of a world that have all of its squares, and all states of it.
#[allow(dead_code)]
pub fn levels_and_states(world: &World) -> (Vec<Level>, Vec<Labels>) {
    let mut levels = world.levels();
    let most = levels.iter().map(|level| level.free_squares().len()).max().expect("a level");
    levels.retain(|level| level.free_squares().len() == most);
    let mut states: Vec<Labels> = levels.iter().map(|level| level.start().labels()).collect();
    states.iter_mut().for_each(|labels| labels.sort_unstable());
    states.sort_unstable();
    states.dedup();
    let every = levels.len() / 6 + 1;
    (levels.into_iter().step_by(every).collect(), states)
}

#[allow(dead_code)]
/// Exact distances of the level to the targets of a search in a direction: by the rules, and under
/// generalized moves.
pub fn exact(level: &Level, direction: SearchDirection) -> [HashMap<Labels, u16>; 2] {
    match direction {
        SearchDirection::Forward => {
            [distances(level), generalized_distances(level, &level.placements())]
        }
        SearchDirection::Backward => {
            [distances_from_start(level), generalized_distances(level, &[level.start().labels()])]
        }
    }
    .map(|distances| {
        let sorted = distances.into_iter().map(|(mut labels, distance)| {
            labels.sort_unstable();
            (labels, distance)
        });
        sorted.collect()
    })
}
