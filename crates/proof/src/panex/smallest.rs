//! The costs of ways between choke points of size 2, by breadth-first search.

use super::channels::{Big, Event, Histories};
use super::partial::{Ending, Pattern, Twin};
use fewest_rules::panex::{Column, Rule};
use foldhash::{HashSet, HashSetExt};
use std::collections::BTreeMap;

/// For each ending, the fewest moves of a way, by the set of sizes whose two pieces are swapped
/// (size 1 in bit 0).
pub(super) type Costs = BTreeMap<Ending, [Option<u32>; 4]>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Piece {
    Small(u8, Twin),
    Big(Big),
}

/// Levels 0 to 2 of each column, and the events in the channels below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Zone {
    places: [[Option<Piece>; 3]; 3],
    below: u16,
}

impl Zone {
    /// Returns all small pieces sorted, the first of each size nearer to the left, then to the top.
    fn of(pattern: Pattern, below: u16) -> Self {
        let mut places = [[None; 3]; 3];
        let mut is_met = [false; 3];
        for (column, height) in places.iter_mut().zip(pattern.heights_of_two()) {
            for (level, place) in column.iter_mut().enumerate().skip(3 - height) {
                let size = level.max(1);
                let is_second = std::mem::replace(&mut is_met[size], true);
                let twin = if is_second { Twin::Second } else { Twin::First };
                *place = Some(Piece::Small(size as u8, twin));
            }
        }
        Self { places, below }
    }

    /// Returns the pattern and the swapped sizes if this is a choke point.
    fn choke_point(&self) -> Option<(Pattern, usize)> {
        let stands_as = |pattern: &Pattern| {
            let sorted = Self::of(*pattern, 0).places;
            self.places.iter().flatten().zip(sorted.iter().flatten()).all(|pair| match pair {
                (None, None) => true,
                (Some(Piece::Small(size, _)), Some(Piece::Small(same, _))) => size == same,
                _ => false,
            })
        };
        let pattern = Pattern::ALL.into_iter().find(stands_as)?;
        let is_swapped = |size: u8| {
            let first = self.places.iter().flatten().find_map(|place| match place {
                Some(Piece::Small(s, twin)) if *s == size => Some(*twin),
                _ => None,
            });
            first == Some(Twin::Second)
        };
        Some((pattern, usize::from(is_swapped(1)) | usize::from(is_swapped(2)) << 1))
    }

    /// Returns the zones after each move. A big piece on its way to an empty column may stay in the
    /// zone or drop below it.
    fn moves(&self, histories: &mut Histories) -> Vec<Self> {
        let mut moves = Vec::new();
        let top = |column: usize| self.places[column].iter().position(Option::is_some);
        for from in 0..3 {
            let mut lifted = *self;
            let piece = if let Some(level) = top(from) {
                lifted.places[from][level].take()
            } else if let Some(&big) = histories.channels(self.below)[from].first() {
                let event = Event::Lift(big, Column::ALL[from]);
                let Some(below) = histories.after(self.below, event) else { continue };
                lifted.below = below;
                Some(Piece::Big(big))
            } else {
                let has_room = |to: usize| {
                    top(to).unwrap_or(3) > Rule::Standard.highest_level(Column::ALL[to]).into()
                };
                let is_stuck = (0..3).all(|to| to == from || !has_room(to));
                assert!(is_stuck, "a fifth big piece can be moved: {self:?}");
                None
            };
            let Some(piece) = piece else { continue };
            for to in (0..3).filter(|&to| to != from) {
                let size = match piece {
                    Piece::Small(size, _) => usize::from(size),
                    Piece::Big(_) => 2,
                };
                let level = top(to).unwrap_or(3).checked_sub(1).map(|level| level.min(size));
                let highest = usize::from(Rule::Standard.highest_level(Column::ALL[to]));
                if let Some(level) = level.filter(|&level| level >= highest) {
                    let mut next = lifted;
                    next.places[to][level] = Some(piece);
                    moves.push(next);
                }
                if let (None, Piece::Big(big)) = (top(to), piece) {
                    let event = Event::Drop(big, Column::ALL[to]);
                    let below = histories.after(lifted.below, event);
                    moves.extend(below.map(|below| Self { below, ..lifted }));
                }
            }
        }
        moves
    }
}

/// Returns the costs of all ways from a pattern.
pub(super) fn costs(from: Pattern, histories: &mut Histories) -> Costs {
    let start = Zone::of(from, histories.beginning());
    let mut seen = HashSet::new();
    seen.insert(start);
    let mut layer = vec![start];
    let mut costs = Costs::new();
    for depth in 0_u32.. {
        let mut next = Vec::new();
        for zone in layer {
            if let Some((pattern, swaps)) = zone.choke_point().filter(|_| depth > 0) {
                let ending = Ending { pattern, events: histories.events(zone.below) };
                costs.entry(ending).or_default()[swaps].get_or_insert(depth);
            } else {
                next.extend(zone.moves(histories).into_iter().filter(|zone| seen.insert(*zone)));
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    costs
}
