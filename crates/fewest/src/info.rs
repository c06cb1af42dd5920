//! What is known of a puzzle without search.

use crate::{AnyPuzzle, MoveCount};
use fewest_atomix::start_estimate;
use fewest_panex::known;
use fewest_rules::{atomix, panex, pddl, tiles};
use fewest_search::Direction;
use fewest_strips::{Ground, Hmax};
use serde::Serialize;

/// What is known of a puzzle without search.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Info {
    /// Of an Atomix level.
    Atomix(AtomixInfo),
    /// Of a tile puzzle.
    Tiles(TilesInfo),
    /// Of a Panex puzzle.
    Panex(PanexInfo),
    /// Of a planning task.
    Pddl(PddlInfo),
}

/// What is known of an Atomix level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AtomixInfo {
    /// Atoms on the board.
    pub atoms: usize,
    /// Different labels.
    pub labels: usize,
    /// Places where the molecule fits: the goals.
    pub placements: usize,
    /// Squares an atom may be on.
    pub free_cells: usize,
    /// Columns of the board, walls included.
    pub width: usize,
    /// Rows of the board, walls included.
    pub height: usize,
    /// No plan is shorter, as far as the heuristic tells.
    pub heuristic: StartValues,
    /// The moves over all ways to put the atoms on the board; `None` if these are more than
    /// [`PLACINGS`].
    pub branching: Option<Branching>,
}

/// How many moves there are, forward and backward.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Branching {
    /// Ways to put the atoms on the board, labels aside.
    pub placings: u64,
    /// Moves from all of them together.
    pub forward: u64,
    /// Moves taken back from all of them together: as many.
    pub backward: u64,
}

/// Moves are not counted over more ways to put the atoms on a board: these take a second.
pub const PLACINGS: u64 = 1 << 20;

/// Heuristic values of the start in both directions; `None` if it shows that there is no plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StartValues {
    /// From the start to the goals.
    pub forward: Option<u16>,
    /// From the goals to the start.
    pub backward: Option<u16>,
}

/// What is known of a tile puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TilesInfo {
    /// `WIDTHxHEIGHT`.
    pub size: String,
    /// The name of the goal, or the position.
    pub goal: String,
    /// Whether the parity of the position is the goal's: then it can be solved.
    pub solvable: bool,
    /// The goals with a name that can be reached.
    pub reachable_goals: Vec<String>,
    /// The sum of the tiles' distances to their places: no plan is shorter.
    pub manhattan: u32,
    /// The optimum that the source states, for what it is worth.
    pub stated_optimum: Option<u16>,
}

/// What is known of a Panex puzzle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PanexInfo {
    /// The height of each tower.
    pub n: u16,
    /// Pieces in all.
    pub pieces: u32,
    /// Which moves there are: `standard` or `neighbours`.
    pub rule: String,
    /// The goal exchanges two whole towers in the standard game.
    pub exchange: bool,
    /// X_n: the fewest moves that exchange towers of this height; up to [`COMPUTED`].
    pub exchange_moves: Option<MoveCount>,
    /// T_n: the fewest moves that bring one of the towers to the middle.
    pub transfer_moves: Option<MoveCount>,
    /// X_n divided by the one of the next smaller towers.
    pub growth: Option<f64>,
    /// Positions that can be reached from the start of the exchange, where they were counted.
    pub reachable_states: Option<u64>,
    /// Moves to the farthest of them.
    pub eccentricity: Option<u32>,
    /// How far exchanges were known to be shortest, and since when, with sources.
    pub history: Vec<String>,
}

/// What is known of a planning task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PddlInfo {
    /// The name of its domain.
    pub domain: String,
    /// Objects, constants included.
    pub objects: usize,
    /// Atoms that may become true, as far as is soon known; `None` if the task is too large.
    pub atoms: Option<usize>,
    /// Actions, with objects for their parameters, that may become possible.
    pub actions: Option<usize>,
    /// No plan is shorter, as far as h^max tells; `None` if it shows that there is no plan.
    pub hmax: Option<u16>,
    /// Why the task cannot be searched.
    pub refused: Option<String>,
}

/// For higher towers the numbers of moves are not given: most readers of JSON take none above
/// 10^308.
pub const COMPUTED: u16 = 800;

impl Info {
    /// Collects what is known.
    ///
    /// # Complexity
    /// For Atomix the distances of all pairs of squares.
    pub fn of(puzzle: &AnyPuzzle) -> Self {
        match puzzle {
            AnyPuzzle::Atomix(level) => Self::Atomix(of_level(level)),
            AnyPuzzle::Tiles(tiles) => Self::Tiles(of_tiles(tiles)),
            AnyPuzzle::Panex(panex) => Self::Panex(of_panex(panex)),
            AnyPuzzle::Pddl(task) => Self::Pddl(of_task(task)),
        }
    }
}

fn of_level(level: &atomix::Level) -> AtomixInfo {
    let start = |direction| start_estimate(level, direction).map(|depth| depth.0);
    AtomixInfo {
        atoms: level.atoms().len(),
        labels: level.labels().len(),
        placements: level.placements().len(),
        free_cells: level.free_squares().len(),
        width: level.width(),
        height: level.height(),
        heuristic: StartValues {
            forward: start(Direction::Forward),
            backward: start(Direction::Backward),
        },
        branching: fewest_atomix::branching(level, PLACINGS).map(|counted| {
            let fewest_atomix::Branching { placings, forward, backward } = counted;
            Branching { placings, forward, backward }
        }),
    }
}

fn of_tiles(instance: &tiles::Instance) -> TilesInfo {
    let (start, solved, size) = (&instance.start, instance.solved(), instance.start.size());
    let tiles = start.tiles().iter().filter(|&&tile| tile != tiles::Tile::BLANK);
    let away = |&tile: &tiles::Tile| {
        let cells = start.cell_of(tile).zip(solved.cell_of(tile));
        cells.map_or(0, |(from, to)| u32::from(size.distance(from, to)))
    };
    TilesInfo {
        size: size.to_string(),
        goal: instance.goal.to_string(),
        solvable: instance.is_solvable(),
        reachable_goals: instance.reachable_goals().map(|goal| goal.to_string()).collect(),
        manhattan: tiles.map(away).sum(),
        stated_optimum: instance.stated_optimum,
    }
}

fn of_task(instance: &pddl::Instance) -> PddlInfo {
    let ground = Ground::new(instance);
    let known = ground.as_ref().ok();
    PddlInfo {
        domain: instance.domain().name().to_owned(),
        objects: instance.objects(),
        atoms: known.map(Ground::atoms),
        actions: known.map(Ground::actions),
        hmax: known.and_then(|ground| Hmax::new(ground).of_start(ground)).map(|depth| depth.0),
        refused: ground.as_ref().err().map(ToString::to_string),
    }
}

fn of_panex(instance: &panex::Instance) -> PanexInfo {
    let pieces = instance.piece_set();
    let n = pieces.n;
    // All that is known is known of two towers in the standard game.
    let is_known = instance.rule() == panex::Rule::Standard && pieces.alone.is_none();
    let known = (is_known && n <= COMPUTED).then(|| known::info(n)).flatten();
    let length = known.as_ref().map(|known| &known.length);
    PanexInfo {
        n,
        pieces: pieces.count() as u32,
        rule: instance.rule().to_string(),
        exchange: instance.is_exchange(),
        exchange_moves: length.map(|length| MoveCount(length.exchange.clone())),
        transfer_moves: length.map(|length| MoveCount(length.transfer.clone())),
        growth: known.as_ref().and_then(|known| known.growth),
        reachable_states: known.as_ref().and_then(|known| known.reachable_positions),
        eccentricity: known.as_ref().and_then(|known| known.eccentricity),
        history: known::HISTORY.iter().filter(|_| is_known).map(ToString::to_string).collect(),
    }
}
