//! cargo run --release --package fewest-puzzles --example river
//!
//! Couples cross a river in a small boat. No husband tolerates his wife being with other men, on a
//! bank or in the boat, when he is absent.

mod naive;

use fewest_puzzles::{Failure, Puzzle, demonstrate};
use fewest_search::PatternDatabase;
use fewest_search::outcome::unlimited;
use fewest_search::problem::{Backward, Heuristic};
use fewest_search::{Problem, StateSpace};

#[derive(Clone)]
struct River {
    couples: u32,
    seats: u32,
    /// Without names they are cannibals and missionaries, who need no more crossings: wives who are
    /// all with their husbands do not outnumber them.
    has_names: bool,
    /// Whether all are across, and come back.
    is_back: bool,
}

impl River {
    fn is_quiet(&self, wives: u32, husbands: u32) -> bool {
        let is_outnumbered = wives.count_ones() > husbands.count_ones();
        let is_alone = if self.has_names { wives & !husbands != 0 } else { is_outnumbered };
        husbands == 0 || !is_alone
    }
    /// The information about wives or husbands, as bits: without names, just how many there are.
    fn told(&self, people: u32) -> u32 {
        if self.has_names { people } else { (1 << people.count_ones()) - 1 }
    }
}

impl StateSpace for River {
    /// The wives and the husbands on the first bank, and whether the boat is there.
    type State = (u32, u32, bool);
    /// The wives and the husbands who cross.
    type Action = (u32, u32);
    type Key = (u32, u32, bool);

    fn roots(&self) -> Vec<Self::State> {
        let all = (1 << self.couples) - 1;
        vec![if self.is_back { (0, 0, false) } else { (all, all, true) }]
    }
    fn is_goal(&self, state: &Self::State) -> bool {
        self.reversed().roots() == [*state]
    }
    fn successors(&self, state: &Self::State, mut visit: impl FnMut((u32, u32), Self::State)) {
        let (&(wives, husbands, is_here), all) = (state, (1 << self.couples) - 1);
        let bank = |people: u32| if is_here { people } else { all & !people };
        let (w, h) = (bank(wives), bank(husbands));
        for crew in 1..1_u32 << (2 * self.couples) {
            let (cw, ch) = (crew & all, crew >> self.couples);
            let is_there = cw & !w == 0 && ch & !h == 0 && crew.count_ones() <= self.seats;
            let (behind, across) = ((w & !cw, h & !ch), (all & !w | cw, all & !h | ch));
            let mut groups = [(cw, ch), behind, across].into_iter();
            if is_there && groups.all(|(w, h)| self.is_quiet(w, h)) {
                visit((cw, ch), (self.told(wives ^ cw), self.told(husbands ^ ch), !is_here));
            }
        }
    }
    fn pack(&self, state: &Self::State) -> Self::State {
        *state
    }
    fn unpack(&self, key: Self::State) -> Self::State {
        key
    }
}

impl Backward for River {
    type Reversed = Self;
    fn reversed(&self) -> Self {
        Self { is_back: !self.is_back, ..*self }
    }
}

impl Puzzle for River {
    const RULES: &'static str = "river";
    fn instance(&self) -> String {
        format!("{} {}", self.couples, self.seats)
    }
    /// One byte for each wife, each husband and the boat: whether they are across.
    fn bytes(&self, &(wives, husbands, is_here): &Self::State) -> Vec<u8> {
        let across = |people: u32| (0..self.couples).map(move |i| (!people >> i & 1) as u8);
        across(wives).chain(across(husbands)).chain([u8::from(!is_here)]).collect()
    }
    fn draw(&self, &(wives, husbands, is_here): &Self::State) -> String {
        let river = if is_here { "\\__/~~~~" } else { "~~~~\\__/" };
        format!("{}{river}{}\n", self.words((wives, husbands)), self.words((!wives, !husbands)))
    }
    fn words(&self, (wives, husbands): (u32, u32)) -> String {
        let names = |first: char, people: u32| {
            let is_one = move |(_, i): &(char, u32)| people >> i & 1 == 1;
            (first..).zip(0..self.couples).filter(is_one).map(|(name, _)| name)
        };
        names('a', wives).chain(names('A', husbands)).collect()
    }
}

/// A river with a pattern database of the same river where nobody has a name.
fn problem(space: River) -> Problem<River, impl Heuristic<River>> {
    let nameless = River { has_names: false, ..space };
    let told = nameless.clone();
    let forget = move |&(wives, husbands, boat): &_| (told.told(wives), told.told(husbands), boat);
    let database = unlimited(|monitor| PatternDatabase::new(nameless, forget, monitor));
    Problem::new(space, database.expect("there is no limit"))
}

fn river(instance: &str) -> Result<River, String> {
    let numbers: Vec<u32> = instance.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [couples @ 1..=8, seats] = *numbers else { return Err("too many couples".to_owned()) };
    Ok(River { couples, seats, has_names: true, is_back: false })
}

fn main() -> Result<(), Failure> {
    let space = river("5 3").map_err(Failure::Instance)?;
    demonstrate(&problem(space.clone()), &problem(space.reversed()), naive::read)
}

#[cfg(test)]
#[path = "../../tests/known/mod.rs"]
mod known;

#[test]
fn all_rivers_of_the_corpus_are_crossed() {
    known::compare_all("river", |text| Ok((problem(river(text)?), naive::read(text)?)));
}
