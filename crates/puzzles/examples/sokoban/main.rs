//! cargo run --release --package fewest-puzzles --example sokoban
//!
//! A keeper pushes boxes to their places with the fewest pushes, however far he walks. Levels are
//! at most eight cells wide and high, with walls all around: `#`, places `.`, boxes `$`, the keeper
//! `@`, and `*` and `+` for a box and the keeper on a place.

mod matching;
mod naive;

use fewest_puzzles::{Failure, Puzzle, demonstrate};
use fewest_search::problem::{Backward, Blind};
use fewest_search::{Problem, StateSpace};
use matching::problem;

const LEVEL: &str = "\
########
#@  .#.#
## #   #
# $$$  #
#  .  ##
########";
/// A sign is a sum: 1 a place, 2 a box, 4 the keeper.
const SIGNS: &str = " .$*@+";
/// A bit for each cell, eight to a row.
type Cells = u64;
/// The boxes, and the first of the cells that the keeper can walk to.
type State = (Cells, u32);

#[derive(Clone, Copy)]
struct Sokoban {
    floor: Cells,
    places: Cells,
    start: State,
    /// Whether boxes are pulled from their places back to where they stood.
    is_reversed: bool,
}

fn each(cells: Cells) -> impl Iterator<Item = u32> + Clone {
    (0..64).filter(move |cell| cells >> cell & 1 == 1)
}

impl Sokoban {
    fn new(level: &str) -> Result<Self, String> {
        let signs = level.lines().map(|row| format!("{row:#<8}")).collect::<String>();
        let all = |wanted: usize| {
            let is_one = |sign| SIGNS.find(sign).is_some_and(|sum| sum & wanted == wanted);
            let found = (0..64).zip(signs.chars()).filter(|(_, sign)| is_one(*sign));
            found.fold(0, |all: Cells, (cell, _)| all | 1 << cell)
        };
        let [floor, places, boxes, keeper] = [0, 1, 2, 4].map(all);
        let is_level = boxes.count_ones() == places.count_ones() && keeper.count_ones() == 1;
        if floor & 0xff81_8181_8181_81ff != 0 || signs.len() > 64 || !is_level {
            return Err("it is no level with walls around at most eight rows of eight".to_owned());
        }
        let mut level = Self { floor, places, start: (boxes, 0), is_reversed: false };
        level.start = level.state(boxes, keeper.trailing_zeros());
        Ok(level)
    }
    /// The cells that the keeper can walk to.
    fn walk(&self, boxes: Cells, keeper: u32) -> Cells {
        let (mut reached, mut before) = (1 << keeper, 0);
        while reached != before {
            before = reached;
            reached |= reached << 1 | reached >> 1 | reached << 8 | reached >> 8;
            reached &= self.floor & !boxes;
        }
        reached
    }
    fn state(&self, boxes: Cells, keeper: u32) -> State {
        (boxes, self.walk(boxes, keeper).trailing_zeros())
    }
}

impl StateSpace for Sokoban {
    type State = State;
    /// The cell of a box before and after a push.
    type Action = (u32, u32);
    type Key = State;

    fn roots(&self) -> Vec<State> {
        let anywhere = each(self.floor & !self.places).map(|cell| self.state(self.places, cell));
        if self.is_reversed { anywhere.collect() } else { vec![self.start] }
    }
    fn is_goal(&self, state: &State) -> bool {
        if self.is_reversed { *state == self.start } else { state.0 == self.places }
    }
    fn successors(&self, &(boxes, keeper): &State, mut visit: impl FnMut((u32, u32), State)) {
        let [reached, free] = [self.walk(boxes, keeper), self.floor & !boxes];
        let has = |cells: Cells, cell: u32| cells >> (cell & 63) & 1 == 1;
        for (at, way) in each(boxes).flat_map(|cell| [-1, 1, -8, 8].map(|way| (cell, way))) {
            let [behind, to, beyond] = [-way, way, 2 * way].map(|by| at.wrapping_add_signed(by));
            let (stands, room, keeper, push) = match self.is_reversed {
                false => (behind, to, at, (at, to)),
                true => (to, beyond, beyond, (to, at)),
            };
            if has(reached, stands) && has(free, room) {
                visit(push, self.state(boxes ^ 1 << at ^ 1 << to, keeper));
            }
        }
    }
    fn pack(&self, state: &State) -> State {
        *state
    }
    fn unpack(&self, key: State) -> State {
        key
    }
}

impl Backward for Sokoban {
    type Reversed = Self;
    fn reversed(&self) -> Self {
        Self { is_reversed: !self.is_reversed, ..*self }
    }
}

impl Puzzle for Sokoban {
    const RULES: &'static str = "sokoban";
    fn bytes(&self, &(boxes, keeper): &State) -> Vec<u8> {
        each(boxes).chain([keeper]).map(|cell| cell as u8).collect()
    }
    fn draw(&self, &(boxes, keeper): &State) -> String {
        let has = |cells: Cells, cell: u32| (cells >> cell & 1) as usize;
        let sign = |cell: u32| {
            let sum =
                has(self.places, cell) + 2 * has(boxes, cell) + 4 * usize::from(cell == keeper);
            if has(self.floor, cell) == 0 { "#" } else { &SIGNS[sum..=sum] }
        };
        (0..8).flat_map(|y| (0..8).map(move |x| sign(8 * y + x)).chain(["\n"])).collect()
    }
    fn words(&self, (from, to): (u32, u32)) -> String {
        format!("({},{}) to ({},{})", from % 8, from / 8, to % 8, to / 8)
    }
}

fn main() -> Result<(), Failure> {
    let level = Sokoban::new(LEVEL).map_err(Failure::Instance)?;
    demonstrate(&problem(level), &Problem::new(level.reversed(), Blind), naive::read)
}

#[cfg(test)]
#[path = "../../tests/known/mod.rs"]
mod known;

#[test]
fn all_levels_of_the_corpus_are_right() {
    known::compare_all("sokoban", |text| Ok((problem(Sokoban::new(text)?), naive::read(text)?)));
}
