//! Towers of at most three pieces, or one of at most four, from any position to any other.

use crate::Small;
use crate::all_solutions;
use crate::breadth_first::optimum;
use crate::claims::Claims;
use crate::request::Asked;
use crate::search;
use fewest::AnyPuzzle;
use fewest::rules::Puzzle;
use fewest::rules::panex::{Colour, Column, Instance, Piece, Position, Rule};
use fewest::search::Request;

pub struct Random(Instance);

impl Random {
    pub fn new(random: &mut fastrand::Rng) -> Self {
        let alone = random.u8(0..4) == 0;
        let n = random.u16(1..=if alone { 4 } else { 3 });
        let rule = if random.bool() { Rule::Standard } else { Rule::Neighbours };
        if random.u8(0..10) == 0 {
            let towers = if alone { Instance::one_tower(n) } else { Instance::exchange(n) };
            return Self(match rule {
                Rule::Standard => towers,
                Rule::Neighbours => towers.between_neighbours(),
            });
        }
        let colours = if alone {
            vec![random.choice(Colour::ALL).expect("two")]
        } else {
            Colour::ALL.to_vec()
        };
        let start = position(n, &colours, rule, random);
        let mut goal = position(n, &colours, rule, random);
        if random.bool() {
            // Some moves away, so that there is a plan.
            goal = start.clone();
            let puzzle = Instance::new(start.clone(), start.clone()).expect("the same pieces");
            for _ in 0..random.u8(0..30) {
                let moves = puzzle.moves(&goal);
                let Some(step) = random.choice(&moves) else { break };
                goal = puzzle.play(&goal, step).expect("listed moves are legal");
            }
        }
        Self(Instance::new(start, goal).expect("the same pieces"))
    }

    /// Whether it has several shortest plans; checks that all of them are counted, and no others.
    pub fn has_several_solutions(&self, request: Request) -> bool {
        let optimum = self.optimum();
        all_solutions::compare(&self.0, AnyPuzzle::Panex, optimum, request, Position::clone)
    }
}

/// Any position of towers of `n` pieces.
fn position(n: u16, colours: &[Colour], rule: Rule, random: &mut fastrand::Rng) -> Position {
    let pieces = colours.iter();
    let pieces = pieces.flat_map(|&colour| (1..=n).map(move |size| Piece { colour, size }));
    let mut pieces: Vec<_> = pieces.collect();
    loop {
        random.shuffle(&mut pieces);
        let mut columns = Column::ALL.map(|_| Vec::new());
        for &piece in &pieces {
            columns[random.usize(0..3)].push(piece);
        }
        if let Ok(position) = Position::new(columns, rule) {
            return position;
        }
    }
}

impl Small for Random {
    fn optimum(&self) -> Option<u64> {
        optimum(&self.0, Position::clone)
    }

    fn ask(&self, random: &mut fastrand::Rng) -> Asked {
        Asked::random(random)
    }

    fn answer(&self, asked: &Asked) -> Option<Claims> {
        search::answer(&self.0, AnyPuzzle::Panex, asked)
    }

    fn describe(&self) -> String {
        let written = |position: &Position| {
            let column = |column| position.column(column).iter().map(Piece::to_string).collect();
            let columns = Column::ALL.map(column).map(|text: String| match text.as_str() {
                "" => "-".to_owned(),
                _ => text,
            });
            columns.join("/")
        };
        let rule = match self.0.rule() {
            Rule::Standard => "",
            Rule::Neighbours => ":neighbours",
        };
        format!("panex:{}:{}{rule}", written(&self.0.start()), written(self.0.goal()))
    }
}
