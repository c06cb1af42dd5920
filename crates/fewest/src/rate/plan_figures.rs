//! Figures of a plan that help to rate its puzzle.

use super::difficulty::Difficulty;
use super::pieces::{Piece, distance, moved, pieces};
use crate::{Move, Plan};
use dashu_int::UBig;
use fewest_rules::Puzzle as _;
use serde::Serialize;

/// Figures of one plan.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PlanFigures {
    /// The number of moves after which the piece is farther from where it ends than before; such
    /// moves are hard to find.
    pub detours: usize,
    /// The number of changes from one piece to another.
    pub turns: usize,
    /// The number of pieces that never move.
    pub idle: usize,
    /// The effort to find this plan among all sequences of moves: for each move, the logarithm of
    /// the number of choices; a detour counts twice.
    ///
    /// # Units
    /// Bits.
    pub choices: f64,
}

impl PlanFigures {
    /// The figures of a plan; `None` for a planning task, and for a plan that is too long to list.
    pub(crate) fn of(plan: &Plan) -> Option<Self> {
        let (puzzle, moves) = (plan.puzzle(), plan.listed()?);
        let pieces = pieces(puzzle)?;
        let end = plan.position_after(&plan.len());
        let mut position = puzzle.start();
        let (mut detours, mut choices) = (0, 0.0);
        for step in &moves {
            let piece = moved(step)?;
            let Some(next) = puzzle.play(&position, step) else { break };
            let is_detour = distance(piece, &next, &end) > distance(piece, &position, &end);
            let bits = (puzzle.moves(&position).len() as f64).log2();
            detours += usize::from(is_detour);
            choices += if is_detour { 2.0 * bits } else { bits };
            position = next;
        }
        let is_idle = |piece: &&Piece| !moves.iter().any(|step| moved(step) == Some(**piece));
        let is_turn = |pair: &&[Move]| moved(&pair[0]) != moved(&pair[1]);
        Some(Self {
            detours,
            turns: moves.windows(2).filter(is_turn).count(),
            idle: pieces.iter().filter(is_idle).count(),
            choices,
        })
    }

    /// Returns the difficulty of a puzzle with `plans` shortest plans, of which this is one.
    pub fn difficulty(&self, plans: &UBig) -> Difficulty {
        Difficulty::new(self.choices, plans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InputOptions, Instance, read_text};

    fn solved(text: &str, moves: &[&str]) -> (Instance, Vec<Move>, PlanFigures) {
        let mut entries = read_text(text, InputOptions::default()).unwrap();
        let instance = entries.remove(0).into_instance().unwrap();
        let moves: Vec<_> = moves.iter().map(|text| (*text).to_owned()).collect();
        let moves = instance.read_moves(&moves).unwrap();
        let plan = Plan::new(instance.puzzle.clone(), moves.clone()).unwrap();
        (instance, moves, PlanFigures::of(&plan).unwrap())
    }

    #[test]
    fn idle_pieces_turns_and_choices_are_counted() {
        let (_, _, pair) = solved("######\n#1..2#\n######\n\nmolecule:\n12\n", &["2.1 left"]);
        // There are two moves to choose from: the atoms towards one another.
        let expected = PlanFigures { detours: 0, turns: 0, idle: 1, choices: 1.0 };
        assert_eq!(pair, expected);
        assert_eq!(pair.difficulty(&2_u8.into()).bits(), 0.0);
    }

    #[test]
    fn a_move_away_counts_twice() {
        let text = "#######\n#.2...#\n#.....#\n#1....#\n#######\n\nmolecule:\n12\n";
        // Atom 2 slides to the right wall and back.
        let (instance, moves, figures) = solved(text, &["1.1 up", "2.1 right", "2.1 left"]);
        let branching = |count: usize| {
            let after = instance.named_after(moves[..count].to_vec()).unwrap();
            (after.moves().len() as f64).log2()
        };
        assert_eq!((figures.detours, figures.turns, figures.idle), (1, 1, 0));
        let expected = branching(0) + 2.0 * branching(1) + branching(2);
        assert!((figures.choices - expected).abs() < 1e-12);
    }
}
