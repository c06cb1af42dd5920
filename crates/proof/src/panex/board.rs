//! The effect of a way between choke points on a partial state, found by moving pieces on a board.
//!
//! The board has levels 0 to 3 and open channels below. It holds the pieces of sizes 1 to 3 and the
//! big ones; every way from one choke point of size 2 to the next is played.

use super::channels::{Big, Event, Histories};
use super::partial::{Ending, Occupant, Partial, Pattern, Twin};
use fewest_rules::panex::{Column, Rule};
use foldhash::HashSet;
use std::collections::{BTreeMap, BTreeSet};

/// For each ending of a way, the partial states it leads to.
pub(super) type Outcomes = BTreeMap<Ending, BTreeSet<Partial>>;

/// The levels of the board.
const LEVELS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Piece {
    /// Of size 1 or 2. Twins of size 1 are distinguished, so that a way may do nothing but swap
    /// them; those of size 2 need not be, as all swaps have the same outcomes.
    Small(u8, Twin),
    /// Of size 3, or big.
    Tall(Occupant),
}

type Places = [[Option<Piece>; LEVELS]; 3];

/// The most recent event at the border between levels 2 and 3 of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Last {
    Nothing,
    Lift,
    Drop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Board {
    places: Places,
    /// The events below level 2 in this way.
    way: u16,
    /// The events below level 3 since the choke point of size 3.
    below: u16,
    last: [Last; 3],
}

impl Board {
    /// Returns the level of the top piece of a column, or that of the channel.
    fn top(&self, column: usize) -> usize {
        self.places[column].iter().position(Option::is_some).unwrap_or(LEVELS)
    }

    fn has_room(&self, column: usize) -> bool {
        self.top(column) > usize::from(Rule::Standard.highest_level(Column::ALL[column]))
    }

    /// The pattern of the pieces of sizes 1 and 2 if they stand sorted and alone above level 3.
    fn pattern(&self) -> Option<Pattern> {
        Pattern::ALL.into_iter().find(|pattern| {
            self.places.iter().zip(pattern.heights_of_two()).all(|(column, height)| {
                (0..3).all(|level| match column[level] {
                    None => level + height < 3,
                    Some(Piece::Small(size, _)) => {
                        level + height >= 3 && usize::from(size) == level.max(1)
                    }
                    Some(Piece::Tall(_)) => false,
                })
            })
        })
    }
}

struct Player<'a> {
    histories: &'a mut Histories,
    /// The parts that the tall pieces on top play in the way.
    parts: Vec<(Occupant, Big)>,
}

impl Player<'_> {
    fn part(&self, piece: Occupant) -> Option<Big> {
        self.parts.iter().find(|(player, _)| *player == piece).map(|&(_, part)| part)
    }

    /// Returns the board after the top piece of a column is taken away, and the piece.
    ///
    /// # Panics
    /// If a piece without a part could be moved, which would refute the lemma of four pieces.
    fn take(&mut self, board: &Board, from: usize) -> Option<(Piece, Board)> {
        let mut next = *board;
        let column = Column::ALL[from];
        let level = board.top(from);
        let piece = match next.places[from].get_mut(level) {
            Some(place) => place.take()?,
            None => {
                let big = *self.histories.channels(board.below)[from].first()?;
                Piece::Tall(Occupant::Big(big))
            }
        };
        let Piece::Tall(tall) = piece else { return Some((piece, next)) };
        if level >= 3 {
            let Some(part) = self.part(tall) else {
                let is_stuck = (0..3).all(|to| to == from || !board.has_room(to));
                assert!(is_stuck, "a fifth big piece can be moved: {board:?}");
                return None;
            };
            next.way = self.histories.after(board.way, Event::Lift(part, column))?;
            next.last[from] = Last::Lift;
        }
        if level == LEVELS {
            // A piece that is taken up again need not have dropped below level 3.
            let Occupant::Big(big) = tall else { return None };
            if board.last[from] == Last::Drop {
                return None;
            }
            next.below = self.histories.after(board.below, Event::Lift(big, column))?;
        }
        Some((piece, next))
    }

    /// Calls `found` with the boards after a piece is put onto a column, at every depth that makes
    /// a difference.
    fn put(&mut self, board: &Board, piece: Piece, to: usize, mut found: impl FnMut(Board)) {
        if !board.has_room(to) {
            return;
        }
        let column = Column::ALL[to];
        let deepest = board.top(to) - 1;
        let standing = |level: usize, board: &Board| {
            let mut next = *board;
            next.places[to][level] = Some(piece);
            next
        };
        let tall = match piece {
            Piece::Small(size, _) => return found(standing(deepest.min(size.into()), board)),
            Piece::Tall(tall) => tall,
        };
        found(standing(deepest.min(2), board));
        if deepest < 3 {
            return;
        }
        let part = self.part(tall).expect("a piece above level 3 came from below with its part");
        let Some(way) = self.histories.after(board.way, Event::Drop(part, column)) else { return };
        let mut entered = Board { way, ..*board };
        entered.last[to] = Last::Drop;
        found(standing(3, &entered));
        if let Occupant::Big(big) = tall
            && let Some(below) = self.histories.after(board.below, Event::Drop(big, column))
        {
            found(Board { below, ..entered });
        }
    }
}

/// Returns the board that shows a partial state, and which piece plays which part from there.
fn set_up(partial: &Partial, histories: &mut Histories) -> Option<(Board, Vec<(Occupant, Big)>)> {
    let (way, below) = (histories.beginning(), histories.of(&partial.events)?);
    let channels = histories.channels(below);
    let tops = |column: usize| {
        let bigs = channels[column].iter().copied().map(Occupant::Big);
        partial.row[column].into_iter().chain(bigs)
    };
    let parts = [(0, 0, Big::A), (1, 0, Big::B), (1, 1, Big::C), (2, 0, Big::D)];
    let part = |(column, depth, big)| Some((tops(column).nth(depth)?, big));
    let parts = parts.into_iter().filter_map(part).collect();
    let mut places = [[None; LEVELS]; 3];
    let mut ones = [Twin::First, Twin::Second].into_iter();
    for (column, height) in partial.pattern.heights_of_two().into_iter().enumerate() {
        for (level, place) in places[column].iter_mut().enumerate().take(3).skip(3 - height) {
            let twin = if level < 2 { ones.next()? } else { Twin::First };
            *place = Some(Piece::Small(level.max(1) as u8, twin));
        }
        places[column][3] = partial.row[column].map(Piece::Tall);
    }
    Some((Board { places, way, below, last: [Last::Nothing; 3] }, parts))
}

/// Returns everything that a way between choke points of size 2 can make of a partial state;
/// nothing if its events cannot happen.
pub(super) fn outcomes(partial: &Partial, histories: &mut Histories) -> Outcomes {
    let mut outcomes = Outcomes::new();
    let Some((start, parts)) = set_up(partial, histories) else { return outcomes };
    let mut player = Player { histories, parts };
    let mut seen = HashSet::from_iter([start]);
    let mut open = vec![start];
    while let Some(board) = open.pop() {
        if let Some(pattern) = board.pattern().filter(|_| board != start) {
            let row = board.places.map(|column| match column[3] {
                Some(Piece::Tall(occupant)) => Some(occupant),
                _ => None,
            });
            let ending = Ending { pattern, events: player.histories.events(board.way) };
            let events = player.histories.events(board.below);
            outcomes.entry(ending).or_default().insert(Partial { pattern, row, events });
            continue;
        }
        for from in 0..3 {
            let Some((piece, taken)) = player.take(&board, from) else { continue };
            for to in (0..3).filter(|&to| to != from) {
                player.put(&taken, piece, to, |next| {
                    if seen.insert(next) {
                        open.push(next);
                    }
                });
            }
        }
    }
    outcomes
}
