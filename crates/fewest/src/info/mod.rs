//! Facts about a puzzle that need no search.

pub(super) mod heuristic_values;
pub(super) mod survey;

use crate::{AnyPuzzle, MoveCount, exchange};
use fewest_atomix::start_estimate;
use fewest_panex::known;
use fewest_proof::panex::Theorem;
use fewest_rules::{atomix, panex, pddl, tiles};
use fewest_search::Direction;
use fewest_strips::{Ground, Hmax};
use serde::Serialize;

/// Facts about a puzzle that need no search.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Info {
    /// Facts about an Atomix level.
    Atomix(AtomixInfo),
    /// Facts about a tile puzzle.
    Tiles(TilesInfo),
    /// Facts about a Panex puzzle.
    Panex(PanexInfo),
    /// Facts about a planning task.
    Pddl(PddlInfo),
}

/// Facts about an Atomix level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AtomixInfo {
    /// The number of atoms on the board.
    pub atoms: usize,
    /// The number of different labels.
    pub labels: usize,
    /// The number of places where the molecule fits: the goals.
    pub placements: usize,
    /// The number of squares that an atom may be on.
    pub free_cells: usize,
    /// Columns of the board, walls included.
    pub width: usize,
    /// Rows of the board, walls included.
    pub height: usize,
    /// The heuristic values of the start: no plan is shorter.
    pub heuristic: StartValues,
    /// The numbers of moves, summed over all ways to put the atoms on the board; `None` if there
    /// are more than [`PLACINGS`] ways.
    pub branching: Option<Branching>,
}

/// The numbers of moves, forward and backward.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Branching {
    /// The number of ways to put the atoms on the board, ignoring labels.
    pub placings: u64,
    /// The number of moves from all of them together.
    pub forward: u64,
    /// The number of reversed moves from all of them together: the same number.
    pub backward: u64,
}

/// The most ways to put the atoms on a board over which moves are counted: these take a second.
pub const PLACINGS: u64 = 1 << 20;

/// Heuristic values of the start in both directions; `None` if the heuristic proves that there is
/// no plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StartValues {
    /// From the start to the goals.
    pub forward: Option<u16>,
    /// From the goals to the start.
    pub backward: Option<u16>,
}

/// Facts about a tile puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TilesInfo {
    /// `WIDTHxHEIGHT`.
    pub size: String,
    /// The name of the goal, or the position.
    pub goal: String,
    /// Whether the position has the parity of the goal, and so can be solved.
    pub solvable: bool,
    /// The named goals that can be reached.
    pub reachable_goals: Vec<String>,
    /// The sum of the tiles' distances to their places: no plan is shorter.
    pub manhattan: u32,
    /// The optimum that the source states; it is not verified.
    pub stated_optimum: Option<u16>,
}

/// Facts about a Panex puzzle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PanexInfo {
    /// The height of each tower.
    pub n: u16,
    /// The number of pieces.
    pub pieces: u32,
    /// The rule for moves: `standard` or `neighbours`.
    pub rule: String,
    /// Whether the goal is to exchange two whole towers in the standard game.
    pub exchange: bool,
    /// X_n: the fewest moves that exchange towers of this height; up to [`COMPUTED`].
    pub exchange_moves: Option<MoveCount>,
    /// T_n: the fewest moves that bring one of the towers to the middle.
    pub transfer_moves: Option<MoveCount>,
    /// What these rest on although it is not proved: see [`Report::assumes`](crate::Report).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumes: Option<&'static str>,
    /// X_n divided by X_(n-1).
    pub growth: Option<f64>,
    /// The number of positions that can be reached from the start of the exchange, if it is known.
    pub reachable_states: Option<u64>,
    /// The distance of the farthest of them, in moves.
    pub eccentricity: Option<u32>,
    /// The history of results on exchanges that are known to be shortest, with years and sources.
    pub history: Vec<String>,
}

/// Facts about a planning task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PddlInfo {
    /// The name of its domain.
    pub domain: String,
    /// The number of objects, constants included.
    pub objects: usize,
    /// The number of atoms that may become true, as far as a quick analysis tells; `None` if the
    /// task is too large.
    pub atoms: Option<usize>,
    /// The number of ground actions that may become applicable.
    pub actions: Option<usize>,
    /// The value of h^max at the start: no plan is shorter. `None` if it proves that there is no
    /// plan.
    pub hmax: Option<u16>,
    /// The reason why the task cannot be searched.
    pub refused: Option<String>,
}

/// The largest height for which numbers of moves are given: most JSON parsers accept no number
/// above 10^308.
pub const COMPUTED: u16 = 800;

impl Info {
    /// Collects the facts about a puzzle.
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
    // Published results are only about two towers in the standard game.
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
        // Tests compare those of lower towers with searches.
        assumes: length.filter(|_| n >= exchange::LOWEST).map(|_| Theorem::ASSUMES),
        growth: known.as_ref().and_then(|known| known.growth),
        reachable_states: known.as_ref().and_then(|known| known.reachable_positions),
        eccentricity: known.as_ref().and_then(|known| known.eccentricity),
        history: known::HISTORY.iter().filter(|_| is_known).map(ToString::to_string).collect(),
    }
}
