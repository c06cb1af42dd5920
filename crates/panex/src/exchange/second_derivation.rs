//! The transition table once more, by moving pieces on a board.
//!
//! [`Partial::after`] reasons about events. Here the pieces of sizes 1 to 3 and the four big ones
//! stand on a board of levels 0 to 3 with open channels below, and every way from one choke
//! point of size 2 to the next is played out by the plain rules. Only the vocabulary is shared
//! with the table: events are followed as lists of what the channels held, and reduced in that
//! form.

use super::base;
use super::events::{Big, Event};
use super::partial::{Occupant, Partial, Pattern, Twin};
use super::table::{PartialId, Table};
use fewest_rules::panex::Column;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What the three channels hold, from the top.
type Held = [Vec<Big>; 3];

/// What the channels held from the beginning on, reduced.
type History = Vec<Held>;

fn untouched() -> Held {
    [vec![Big::A], vec![Big::B, Big::C], vec![Big::D]]
}

/// The history with one more state of the channels, reduced; `None` if it is waste.
fn extended(history: &History, held: Held) -> Option<History> {
    let mut history = history.clone();
    history.push(held);
    let count = |held: &Held| held.iter().map(Vec::len).sum::<usize>();
    let mut at = 1;
    while at + 1 < history.len() {
        if history[at - 1] == history[at + 1] {
            if count(&history[at]) < count(&history[at - 1]) {
                return None;
            }
            let is_changed = |c: &usize| history[at][*c] != history[at - 1][*c];
            let channel = (0..3).find(is_changed).expect("neighbours differ");
            let (now, first) = (&history[at - 1][channel], &history[0][channel]);
            if now.len() < first.len() && first[first.len() - now.len()..] == now[..] {
                history.drain(at..at + 2);
                at = 1;
                continue;
            }
        }
        at += 1;
    }
    let whole: Vec<_> = history.iter().filter(|held| count(held) == 4).collect();
    let is_repeated = whole.iter().enumerate().any(|(i, held)| whole[..i].contains(held));
    (!is_repeated).then_some(history)
}

fn events(history: &History) -> Vec<Event> {
    let event = |pair: &[Held]| {
        let channel = (0..3).find(|&c| pair[0][c] != pair[1][c]).expect("neighbours differ");
        let column = Column::ALL[channel];
        match pair[0][channel].len() < pair[1][channel].len() {
            true => Event::Drop(pair[1][channel][0], column),
            false => Event::Lift(pair[0][channel][0], column),
        }
    };
    history.windows(2).map(event).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Piece {
    /// Of size 1 or 2. Colours make no difference to what is possible; those of size 1 are told
    /// apart all the same, for ways that change nothing else.
    Small(usize, Twin),
    /// Of size 3.
    Three(Twin),
    Large(Big),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Last {
    Nothing,
    Lift,
    Drop,
}

/// Levels 0 to 3 of each column, and the histories of the channels below level 2 (for the way)
/// and below level 3 (for the partial state), by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Board {
    columns: [[Option<Piece>; 4]; 3],
    way: usize,
    below: usize,
    /// The last event at level 2 of each column.
    last: [Last; 3],
}

#[derive(Default)]
struct Histories {
    all: Vec<History>,
    numbers: HashMap<History, usize>,
    next: HashMap<(usize, bool, Big, usize), Option<usize>>,
}

impl Histories {
    fn number(&mut self, history: History) -> usize {
        let next = self.all.len();
        *self.numbers.entry(history).or_insert_with_key(|history| {
            self.all.push(history.clone());
            next
        })
    }

    fn held(&self, number: usize) -> &Held {
        self.all[number].last().expect("a history has a beginning")
    }

    fn lifted(&mut self, number: usize, big: Big, column: usize) -> Option<usize> {
        self.moved(number, false, big, column)
    }

    fn dropped(&mut self, number: usize, big: Big, column: usize) -> Option<usize> {
        self.moved(number, true, big, column)
    }

    fn moved(&mut self, number: usize, drops: bool, big: Big, column: usize) -> Option<usize> {
        if let Some(&known) = self.next.get(&(number, drops, big, column)) {
            return known;
        }
        let mut held = self.held(number).clone();
        if drops {
            held[column].insert(0, big);
        } else {
            assert_eq!(held[column].remove(0), big, "only the top piece is lifted");
        }
        let next = extended(&self.all[number], held).map(|history| self.number(history));
        self.next.insert((number, drops, big, column), next);
        next
    }
}

/// Whether a piece can be put onto a column.
fn has_room(board: &Board, to: usize) -> bool {
    let top = board.columns[to].iter().position(Option::is_some).unwrap_or(4);
    top > usize::from(Column::ALL[to].highest_level())
}

struct Player<'a> {
    histories: &'a mut Histories,
    /// The parts that pieces play in the way: A to D of size 2.
    parts: Vec<(Piece, Big)>,
}

impl Player<'_> {
    fn part(&self, piece: Piece) -> Option<Big> {
        self.parts.iter().find(|(player, _)| *player == piece).map(|&(_, part)| part)
    }

    /// The board after the top piece of a column is taken away, and the piece.
    fn take(&mut self, board: &Board, from: usize) -> Option<(Piece, Board)> {
        let mut next = *board;
        let standing = board.columns[from].iter().position(Option::is_some);
        let piece = match standing {
            Some(level) => next.columns[from][level].take()?,
            None => Piece::Large(*self.histories.held(board.below)[from].first()?),
        };
        if standing.is_none_or(|level| level == 3) {
            let Some(part) = self.part(piece) else {
                // The four top pieces are all that can be touched: a fifth finds no room.
                assert!((0..3).all(|to| to == from || !has_room(board, to)), "{piece:?}");
                return None;
            };
            next.way = self.histories.lifted(board.way, part, from)?;
            next.last[from] = Last::Lift;
        }
        if let (None, Piece::Large(big)) = (standing, piece) {
            // A piece that is taken up again need not have fallen deeper than level 3.
            if board.last[from] == Last::Drop {
                return None;
            }
            next.below = self.histories.lifted(board.below, big, from)?;
        }
        Some((piece, next))
    }

    /// The boards after a piece is put onto a column, at every depth that makes a difference.
    fn put(&mut self, board: &Board, piece: Piece, to: usize) -> Vec<Board> {
        let mut boards = Vec::new();
        if !has_room(board, to) {
            return boards;
        }
        let top = board.columns[to].iter().position(Option::is_some).unwrap_or(4);
        let mut stand = |level: usize, base: Board| {
            let mut next = base;
            next.columns[to][level] = Some(piece);
            boards.push(next);
        };
        if let Piece::Small(size, _) = piece {
            stand((top - 1).min(size), *board);
            return boards;
        }
        // Above level 3.
        stand((top - 1).min(2), *board);
        if top < 4 {
            return boards;
        }
        let part = self.part(piece).expect("it was taken from below level 2");
        let Some(way) = self.histories.dropped(board.way, part, to) else {
            return boards;
        };
        let mut entered = Board { way, ..*board };
        entered.last[to] = Last::Drop;
        stand(3, entered);
        if let Piece::Large(big) = piece
            && let Some(below) = self.histories.dropped(board.below, big, to)
        {
            boards.push(Board { below, ..entered });
        }
        boards
    }
}

/// The pattern of the pieces of sizes 1 and 2 if they stand sorted and alone above level 3.
fn pattern(board: &Board) -> Option<Pattern> {
    Pattern::ALL.into_iter().find(|pattern| {
        board.columns.iter().zip(pattern.heights(2)).all(|(column, height)| {
            (0..3).all(|level| {
                let is_filled = level + height as usize >= 3;
                match column[level] {
                    None => !is_filled,
                    Some(Piece::Small(size, _)) => is_filled && size == level.max(1),
                    Some(_) => false,
                }
            })
        })
    })
}

/// For each ending, by its pattern and events, the partial states it leads to.
type Outcomes = BTreeMap<(Pattern, Vec<Event>), BTreeSet<Partial>>;

fn outcomes(partial: &Partial, histories: &mut Histories) -> Outcomes {
    let mut below = vec![untouched()];
    for event in partial.events.as_slice() {
        let mut held = below[below.len() - 1].clone();
        match *event {
            Event::Lift(_, column) => drop(held[column.index()].remove(0)),
            Event::Drop(big, column) => held[column.index()].insert(0, big),
        }
        below.push(held);
    }
    let held = below[below.len() - 1].clone();
    let row = partial.row.map(|place| match place? {
        Occupant::Twin(twin) => Some(Piece::Three(twin)),
        Occupant::Big(big) => Some(Piece::Large(big)),
    });
    let tops = |column: usize| {
        row[column].into_iter().chain(held[column].iter().copied().map(Piece::Large))
    };
    let parts = [(0, 0, Big::A), (1, 0, Big::B), (1, 1, Big::C), (2, 0, Big::D)];
    let parts =
        parts.into_iter().filter_map(|(column, depth, big)| Some((tops(column).nth(depth)?, big)));
    let mut columns = [[None; 4]; 3];
    let mut ones = [Twin::First, Twin::Second].into_iter();
    for (column, height) in partial.pattern.heights(2).into_iter().enumerate() {
        for (level, place) in columns[column].iter_mut().enumerate().take(3) {
            if level + height as usize >= 3 {
                let twin = if level < 2 { ones.next() } else { Some(Twin::First) };
                *place = twin.map(|twin| Piece::Small(level.max(1), twin));
            }
        }
        columns[column][3] = row[column];
    }
    let parts = parts.collect();
    let (way, below) = (histories.number(vec![untouched()]), histories.number(below));
    let start = Board { columns, way, below, last: [Last::Nothing; 3] };
    assert_eq!(pattern(&start), Some(partial.pattern));
    let mut player = Player { histories, parts };
    let mut outcomes = Outcomes::new();
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(board) = open.pop() {
        if let Some(pattern) = pattern(&board).filter(|_| board != start) {
            let way = events(&player.histories.all[board.way]);
            let below = events(&player.histories.all[board.below]);
            let row = board.columns.map(|column| match column[3] {
                Some(Piece::Three(twin)) => Some(Occupant::Twin(twin)),
                Some(Piece::Large(big)) => Some(Occupant::Big(big)),
                _ => None,
            });
            let events = super::events::Events::reduced(below).expect("it is reduced");
            let result = Partial { pattern, row, events };
            outcomes.entry((pattern, way)).or_default().insert(result);
            continue;
        }
        for from in 0..3 {
            let Some((piece, taken)) = player.take(&board, from) else { continue };
            for to in (0..3).filter(|&to| to != from) {
                for next in player.put(&taken, piece, to) {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
    }
    outcomes
}

#[test]
fn the_table_is_what_moving_pieces_gives() {
    let table = Table::new(&base::ways());
    assert_eq!(table.partials().len(), 1172);
    let mut histories = Histories::default();
    let (mut entries, mut transitions) = (0, 0);
    for (at, partial) in table.partials().iter().enumerate() {
        if partial.is_choke_point() && *partial != Partial::start(partial.pattern) {
            continue;
        }
        let mut expected = Outcomes::new();
        for (ending, results) in table.transitions(PartialId(at as u16)) {
            let ending = table.ending(*ending);
            let results = results.iter().map(|&id| table.partial(id).clone()).collect();
            expected.insert((ending.pattern, ending.events.as_slice().to_vec()), results);
        }
        assert_eq!(outcomes(partial, &mut histories), expected, "{partial:?}");
        entries += expected.len();
        transitions += expected.values().map(BTreeSet::len).sum::<usize>();
    }
    assert_eq!((entries, transitions), (9018, 10_485));
}
