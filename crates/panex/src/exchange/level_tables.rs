//! The tables of ways at small sizes, by breadth-first search on boards of that size.

use super::base::{self, Sequences};
use super::diagram::Diagrams;
use super::events::{Big, Event, Events};
use super::level::Level;
use super::partial::{Ending, Pattern};
use super::table::Table;
use fewest_rules::panex::{Column, Rule};
use foldhash::fast::FixedState;
use std::collections::{BTreeMap, HashSet};

/// The fewest moves by ending and swaps.
type Costs = BTreeMap<(Ending, usize), usize>;

/// Levels 0 to 4 of each column, four bits each: 0 is nothing, 1 to 8 the small pieces two by two
/// in order of size, then A to D. Level 0 of the left column is lowest.
type Zone = u64;
const COLUMN_BITS: usize = 20;

struct Board {
    size: usize,
    sequences: Sequences,
}

impl Board {
    fn column(zone: Zone, column: usize) -> Zone {
        zone >> (COLUMN_BITS * column) & ((1 << COLUMN_BITS) - 1)
    }

    /// The level of the top piece; that of the channel if there is none.
    fn top(&self, zone: Zone, column: usize) -> usize {
        (Self::column(zone, column).trailing_zeros() as usize / 4).min(self.size + 1)
    }

    fn place(column: usize, level: usize) -> usize {
        COLUMN_BITS * column + 4 * level
    }

    /// All small pieces sorted, the first of each size nearer to the left, then to the top.
    fn sorted(&self, pattern: Pattern) -> Zone {
        let mut zone = 0;
        let mut is_met = [false; 5];
        for (column, height) in pattern.heights(self.size as u32).into_iter().enumerate() {
            for level in self.size + 1 - height as usize..=self.size {
                let size = level.max(1);
                let is_second = std::mem::replace(&mut is_met[size], true);
                let piece = 2 * size as Zone - 1 + Zone::from(is_second);
                zone |= piece << Self::place(column, level);
            }
        }
        zone
    }

    /// The sizes that are swapped, if this is a choke point of a pattern.
    fn swaps(&self, zone: Zone, pattern: Pattern) -> Option<usize> {
        let sorted = self.sorted(pattern);
        let (mut swaps, mut is_met) = (0, [false; 5]);
        for at in (0..3 * COLUMN_BITS).step_by(4) {
            let [piece, other] = [zone, sorted].map(|zone| zone >> at & 15);
            if piece.div_ceil(2) != other.div_ceil(2) {
                return None;
            }
            let size = piece.div_ceil(2) as usize;
            if size > 0 && !std::mem::replace(&mut is_met[size], true) && piece % 2 == 0 {
                swaps |= 1 << (size - 1);
            }
        }
        Some(swaps)
    }

    /// Appends the result of each move.
    fn moves(&mut self, (zone, events): (Zone, u16), next: &mut Vec<(Zone, u16)>) {
        let events = usize::from(events);
        for from in Column::ALL {
            let top = self.top(zone, from.index());
            let (piece, lifted, events) = if top <= self.size {
                let place = Self::place(from.index(), top);
                let piece = zone >> place & 15;
                (piece, zone ^ piece << place, Some(events))
            } else {
                let channels = self.sequences.all[events].channels();
                let Some(&big) = channels.of(from).first() else { continue };
                let events = self.sequences.and(events, Event::Lift(big, from));
                (9 + big as Zone, zone, events)
            };
            let Some(events) = events else { continue };
            for to in Column::ALL.into_iter().filter(|&to| to != from) {
                let top = self.top(zone, to.index());
                if top <= usize::from(Rule::Standard.highest_level(to)) {
                    continue;
                }
                let size = if piece > 8 { self.size } else { piece.div_ceil(2) as usize };
                let place = Self::place(to.index(), size.min(top - 1));
                next.push((lifted | piece << place, events as u16));
                if piece > 8 && top > self.size {
                    let big = Big::ALL[piece as usize - 9];
                    let dropped = self.sequences.and(events, Event::Drop(big, to));
                    next.extend(dropped.map(|events| (lifted, events as u16)));
                }
            }
        }
    }
}

fn costs(size: usize, from: Pattern) -> Costs {
    let mut board = Board { size, sequences: Sequences::default() };
    let start = (board.sorted(from), board.sequences.number(Events::default()) as u16);
    let mut seen: HashSet<_, FixedState> = HashSet::from_iter([start]);
    let mut layer = vec![start];
    let mut costs = Costs::new();
    for depth in 0.. {
        let mut next = Vec::new();
        for state in layer {
            let (zone, events) = state;
            let end = Pattern::ALL
                .into_iter()
                .find_map(|pattern| Some((pattern, board.swaps(zone, pattern)?)));
            if let Some((pattern, swaps)) = end {
                let events = board.sequences.all[usize::from(events)].clone();
                costs.entry((Ending { pattern, events }, swaps)).or_insert(depth);
            }
            if end.is_none() || depth == 0 {
                board.moves(state, &mut next);
            }
        }
        next.retain(|&state| seen.insert(state));
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    costs
}

fn is_subsequence(part: &Events, whole: &Events) -> bool {
    let mut whole = whole.as_slice().iter();
    part.as_slice().iter().all(|event| whole.any(|other| other == event))
}

/// Compares the table of ways from some patterns with search; returns the numbers of equal and of
/// larger entries.
///
/// Search may set a big piece down early and move it again, which is not a way of the table. Then
/// ways without events before and after a way with fewer events must do the same at no more cost.
fn compare(size: usize, patterns: &[Pattern]) -> (usize, usize) {
    let ways = base::ways();
    let table = Table::new(&ways);
    let mut diagrams = Diagrams::default();
    let mut level = Level::base(&table, &ways, &mut diagrams);
    while (level.size as usize) < size {
        level = level.next(&table, &mut diagrams);
    }
    let distances = Pattern::ALL.map(|from| level.distances(&table, &mut diagrams, from));
    let values = |function: &_| -> Vec<Option<usize>> {
        let value = |swaps: usize| diagrams.value(function, size as u32, &swaps.into());
        (0..1 << size).map(|swaps| value(swaps)?.try_into().ok()).collect()
    };
    let tables = level.ways.each_ref().map(|ways| -> Vec<_> {
        ways.iter().map(|(ending, way)| (table.ending(*ending).clone(), values(way))).collect()
    });
    let distances = distances.map(|distances| distances.each_ref().map(values));
    let (mut equal, mut larger) = (0, 0);
    for &from in patterns {
        let searched = costs(size, from);
        let in_table = &tables[from.index()];
        for (ending, values) in in_table {
            for (swaps, value) in values.iter().enumerate() {
                let Some(value) = value else { continue };
                let least = searched.get(&(ending.clone(), swaps));
                assert!(least.is_some_and(|least| least <= value), "{from} {ending} {swaps:b}");
            }
        }
        for ((ending, swaps), least) in &searched {
            let values = in_table.iter().find(|(other, _)| other == ending);
            let value = values.and_then(|(_, values)| values[*swaps]);
            let is_staying = *least == 0;
            if value == Some(*least) || is_staying {
                equal += 1;
                continue;
            }
            let channels = ending.events.channels();
            let explains = |between: Pattern, other: &Ending, values: &[Option<usize>]| {
                let before = &distances[from.index()][between.index()];
                let after = &distances[other.pattern.index()][ending.pattern.index()];
                (0..1 << size).any(|x| {
                    (0..1 << size).any(|y| {
                        let sum = || Some(before[x]? + values[y]? + after[swaps ^ x ^ y]?);
                        sum().is_some_and(|sum| sum <= *least)
                    })
                })
            };
            let is_explained = Pattern::ALL.into_iter().any(|between| {
                tables[between.index()].iter().any(|(other, values)| {
                    other.events.channels() == channels
                        && is_subsequence(&other.events, &ending.events)
                        && explains(between, other, values)
                })
            });
            assert!(is_explained, "{from} {ending} {swaps:b}: {least}, not {value:?}");
            larger += 1;
        }
    }
    (equal, larger)
}

#[test]
fn ways_of_two_and_three_are_as_short_as_search_says() {
    assert_eq!(compare(2, &Pattern::ALL), (1320, 0));
    assert_eq!(compare(3, &Pattern::ALL), (1872, 768));
}

/// The other two patterns are mirror images.
#[test]
fn ways_of_four_are_as_short_as_search_says() {
    assert_eq!(compare(4, &[Pattern::U0, Pattern::U1, Pattern::U2]), (2032, 816));
}
