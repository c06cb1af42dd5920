//! Plans of any length: their moves in order from any point, and the position there.

use super::events::{Big, Channels};
use super::grammar::{Body, Effect, Grammar, RuleId};
use super::partial::Twin;
use crate::model::Step;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use fewest_rules::Puzzle;
use fewest_rules::panex::{Colour, Column, Instance, Move, Piece, Position, Rule};

/// A shortest exchange of two towers, without its moves written out.
#[derive(Debug, Clone)]
pub struct Plan {
    n: u16,
    grammar: Grammar,
}

impl Plan {
    pub(super) fn new(n: u16, grammar: Grammar) -> Self {
        Self { n, grammar }
    }

    /// Returns the number of moves.
    pub fn len(&self) -> UBig {
        self.grammar.root.iter().map(|&id| &self.grammar.rule(id).length).sum()
    }

    /// Always `false`: towers have at least one piece each.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns all moves in order.
    pub fn moves(&self) -> Moves<'_> {
        self.moves_after(&UBig::ZERO)
    }

    /// Returns the moves after the first `count`, and the position there.
    ///
    /// # Complexity
    /// Finding the place takes as many rules as there are sizes, times a small number; the moves
    /// before it are not generated.
    pub fn moves_after(&self, count: &UBig) -> Moves<'_> {
        let start = Instance::exchange(self.n).start();
        let columns = Column::ALL.map(|column| start.column(column).to_vec());
        let mut moves = Moves { grammar: &self.grammar, columns, open: Vec::new() };
        let mut left = count.clone();
        let mut rules = self.grammar.root.as_slice();
        while let Some((&first, rest)) = rules.split_first() {
            let rule = self.grammar.rule(first);
            rules = rest;
            if rule.length <= left {
                left -= &rule.length;
                carry_out(&rule.effect, &mut moves.columns);
                continue;
            }
            moves.open.push(Open::Rules(rest));
            match &rule.body {
                Body::Rules(parts) => rules = parts,
                Body::Moves(steps) => {
                    let done = usize::try_from(&left).unwrap_or(steps.len());
                    moves.open.push(Open::Moves(steps));
                    moves.by_ref().take(done).for_each(drop);
                    break;
                }
            }
        }
        moves
    }
}

/// What is left of a rule.
enum Open<'a> {
    Rules(&'a [RuleId]),
    Moves(&'a [Step]),
}

/// The moves of a plan from some point on.
pub struct Moves<'a> {
    grammar: &'a Grammar,
    /// From the bottom up.
    columns: [Vec<Piece>; 3],
    /// Innermost last.
    open: Vec<Open<'a>>,
}

impl Moves<'_> {
    /// Returns the position before the next move.
    pub fn position(&self) -> Position {
        Position::new(self.columns.clone(), Rule::Standard)
            .expect("a plan leads through legal positions")
    }
}

impl Iterator for Moves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            match self.open.last_mut()? {
                Open::Rules([]) | Open::Moves([]) => {
                    self.open.pop();
                }
                Open::Rules(rules) => {
                    let (&first, rest) = rules.split_first()?;
                    *rules = rest;
                    self.open.push(match &self.grammar.rule(first).body {
                        Body::Rules(parts) => Open::Rules(parts),
                        Body::Moves(steps) => Open::Moves(steps),
                    });
                }
                Open::Moves(steps) => {
                    let (&Step { from, to }, rest) = steps.split_first()?;
                    *steps = rest;
                    let piece = self.columns[from.index()].pop()?;
                    self.columns[to.index()].push(piece);
                    return Some(Move { piece, from, to });
                }
            }
        }
    }
}

/// Applies the effect of a rule to a position.
fn carry_out(effect: &Effect, columns: &mut [Vec<Piece>; 3]) {
    let n = effect.size as usize;
    // Small pieces lie on top of big ones at a choke point.
    let mut first_met = vec![None; n];
    for column in columns.iter_mut() {
        let small = column.iter().position(|piece| usize::from(piece.size) <= n);
        for piece in column.drain(small.unwrap_or(column.len())..).rev() {
            first_met[usize::from(piece.size) - 1].get_or_insert(piece.colour);
        }
    }
    rearrange(&effect.channels, columns);
    let mut is_met = vec![false; n];
    for (column, height) in columns.iter_mut().zip(effect.pattern.heights(effect.size)) {
        let tower = (effect.size + 1 - height..=effect.size).map(|level| {
            let size = level.max(1);
            let index = size as usize - 1;
            let twin = if std::mem::replace(&mut is_met[index], true) {
                Twin::Second
            } else {
                Twin::First
            };
            let first = first_met[index].unwrap_or(Colour::A);
            let is_other = effect.swaps.bit(index) != (twin == Twin::Second);
            let colour = if is_other { first.other() } else { first };
            Piece { colour, size: size as u16 }
        });
        let tower: Vec<_> = tower.collect();
        column.extend(tower.into_iter().rev());
    }
}

/// Puts the top big pieces in their places in the channels.
fn rearrange(channels: &Channels, columns: &mut [Vec<Piece>; 3]) {
    let mut taken = [None; 4];
    for big in Big::ALL {
        let home = Column::ALL.into_iter().find(|&c| Channels::untouched().of(c).contains(&big));
        taken[big as usize] = home.and_then(|column| columns[column.index()].pop());
    }
    for column in Column::ALL {
        let pieces = channels.of(column).iter().rev().filter_map(|&big| taken[big as usize]);
        columns[column.index()].extend(pieces);
    }
}
