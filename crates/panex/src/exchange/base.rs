//! The smallest case, N = 2, by breadth-first search with all moves.

use super::events::{Big, Event, Events};
use super::partial::{Ending, Pattern, Twin};
use crate::model::Step;
use fewest_rules::panex::{Column, Rule};
use foldhash::fast::FixedState;
use std::collections::{BTreeMap, HashMap};

/// The size up to which pieces are small here.
pub const SIZE: u32 = 2;

/// The effect of a way between choke points: its ending, and the sizes whose pieces changed places
/// (size 1 in bit 0).
pub type Way = (Ending, u32);

/// The shortest ways from a pattern to the next choke points, with their moves.
pub type Ways = BTreeMap<Way, Vec<Step>>;

/// Returns the shortest ways from each pattern.
pub fn ways() -> [Ways; 5] {
    Pattern::ALL.map(ways_from)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Piece {
    Small(u32, Twin),
    Big(Big),
}

/// Sequences of events by number: states are compared millions of times, and few sequences come
/// up.
#[derive(Default)]
pub(super) struct Sequences {
    pub(super) all: Vec<Events>,
    numbers: HashMap<Events, usize, FixedState>,
    longer: HashMap<(usize, Event), Option<usize>, FixedState>,
}

impl Sequences {
    pub(super) fn number(&mut self, events: Events) -> usize {
        let next = self.all.len();
        *self.numbers.entry(events).or_insert_with_key(|events| {
            self.all.push(events.clone());
            next
        })
    }

    /// The sequence with one more event, unless that is waste.
    pub(super) fn and(&mut self, number: usize, event: Event) -> Option<usize> {
        if let Some(&known) = self.longer.get(&(number, event)) {
            return known;
        }
        let longer = self.all[number].and(event).map(|events| self.number(events));
        self.longer.insert((number, event), longer);
        longer
    }
}

/// The zone, level by level, and the number of the sequence of events below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Zone {
    columns: [[Option<Piece>; SIZE as usize + 1]; 3],
    events: usize,
}

impl Zone {
    /// All pieces sorted, the first of each size nearer to the left, then to the top.
    fn of(pattern: Pattern, events: usize) -> Self {
        let mut columns = [[None; SIZE as usize + 1]; 3];
        let mut met = [false; SIZE as usize + 1];
        for (column, height) in columns.iter_mut().zip(pattern.heights(SIZE)) {
            for level in SIZE + 1 - height..=SIZE {
                // Only size 1 stands at level 0.
                let size = level.max(1);
                let twin = if met[size as usize] { Twin::Second } else { Twin::First };
                met[size as usize] = true;
                column[level as usize] = Some(Piece::Small(size, twin));
            }
        }
        Self { columns, events }
    }

    fn top_level(&self, column: usize) -> Option<usize> {
        self.columns[column].iter().position(Option::is_some)
    }

    /// The pattern if this is a choke point.
    fn pattern(&self) -> Option<Pattern> {
        let is_big = |piece: &Option<Piece>| matches!(piece, Some(Piece::Big(_)));
        if self.columns.iter().flatten().any(is_big) {
            return None;
        }
        let heights = self.columns.map(|column| column.iter().flatten().count() as u32);
        let pattern = Pattern::of_heights(heights, SIZE)?;
        // Without gaps, the levels leave no choice to the sizes.
        let has_no_gap = |column: usize, height: u32| {
            self.top_level(column).is_none_or(|top| top as u32 == SIZE + 1 - height)
        };
        (0..3).all(|column| has_no_gap(column, heights[column])).then_some(pattern)
    }

    fn swaps(&self) -> u32 {
        let is_swapped = |size: u32| {
            let first = self.columns.iter().flatten().find_map(|piece| match piece {
                Some(Piece::Small(s, twin)) if *s == size => Some(*twin),
                _ => None,
            });
            first == Some(Twin::Second)
        };
        (1..=SIZE).map(|size| u32::from(is_swapped(size)) << (size - 1)).sum()
    }

    /// Every move, with its result. A big piece on its way to an empty column may stay in the zone
    /// or drop below.
    fn moves(&self, sequences: &mut Sequences) -> Vec<(Step, Self)> {
        let channels = sequences.all[self.events].channels();
        let mut moves = Vec::new();
        for from in Column::ALL {
            let mut lifted = *self;
            let piece = if let Some(level) = self.top_level(from.index()) {
                lifted.columns[from.index()][level].take()
            } else {
                channels.of(from).first().and_then(|&big| {
                    lifted.events = sequences.and(self.events, Event::Lift(big, from))?;
                    Some(Piece::Big(big))
                })
            };
            for to in Column::ALL.into_iter().filter(|&to| to != from) {
                let top = self.top_level(to.index());
                // Only four big pieces can be touched: wherever a fifth would be next, there is no
                // room for it.
                let Some(piece) = piece else {
                    let is_exhausted =
                        self.top_level(from.index()).is_none() && channels.of(from).is_empty();
                    let has_room =
                        top.is_none_or(|top| top > usize::from(Rule::Standard.highest_level(to)));
                    assert!(!is_exhausted || !has_room, "a fifth big piece could be lifted");
                    continue;
                };
                let size = match piece {
                    Piece::Small(size, _) => size as usize,
                    Piece::Big(_) => SIZE as usize,
                };
                let level = top.unwrap_or(SIZE as usize + 1).checked_sub(1).map(|l| l.min(size));
                if let Some(level) =
                    level.filter(|&l| l >= usize::from(Rule::Standard.highest_level(to)))
                {
                    let mut next = lifted;
                    next.columns[to.index()][level] = Some(piece);
                    moves.push((Step { from, to }, next));
                }
                if let (None, Piece::Big(big)) = (top, piece)
                    && let Some(events) = sequences.and(lifted.events, Event::Drop(big, to))
                {
                    moves.push((Step { from, to }, Self { events, ..lifted }));
                }
            }
        }
        moves
    }
}

fn ways_from(pattern: Pattern) -> Ways {
    let mut sequences = Sequences::default();
    let start = Zone::of(pattern, sequences.number(Events::default()));
    // In the order they are found, with the move and the place of the previous zone.
    let mut found = vec![(start, None)];
    let mut seen: HashMap<Zone, (), FixedState> = HashMap::from_iter([(start, ())]);
    let mut ways = Ways::new();
    let mut at = 0;
    while let Some(&(zone, _)) = found.get(at) {
        let end = zone.pattern().filter(|_| at > 0);
        if let Some(pattern) = end {
            let ending = Ending { pattern, events: sequences.all[zone.events].clone() };
            ways.entry((ending, zone.swaps())).or_insert_with(|| {
                let before = |&(_, from): &(Zone, Option<(Step, usize)>)| from;
                let path = std::iter::successors(before(&found[at]), |(_, at)| before(&found[*at]));
                let mut steps: Vec<_> = path.map(|(step, _)| step).collect();
                steps.reverse();
                steps
            });
        } else {
            for (step, next) in zone.moves(&mut sequences) {
                if seen.insert(next, ()).is_none() {
                    found.push((next, Some((step, at))));
                }
            }
        }
        at += 1;
    }
    ways
}
