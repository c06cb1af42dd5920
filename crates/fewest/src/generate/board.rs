//! Random boards in several styles.

mod corridors;
mod rooms;
mod symmetry;
mod walls;

use fastrand::Rng;
use fewest_rules::atomix::Level;
use std::collections::BTreeSet;

/// A cell of a board: row and column.
pub(super) type Cell = (usize, usize);

/// The style of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Blocks and short bars anywhere.
    Scattered,
    /// Single blocks in an open hall.
    Pillars,
    /// Rooms with doors between.
    Rooms,
    /// Corridors in loops.
    Corridors,
    /// Mirror-symmetric: the left half is the mirror image of the right half.
    Mirrored,
    /// The same after a rotation by 180 degrees.
    Turned,
}

impl Style {
    /// All styles.
    pub const ALL: [Self; 6] = [
        Self::Scattered,
        Self::Pillars,
        Self::Rooms,
        Self::Corridors,
        Self::Mirrored,
        Self::Turned,
    ];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scattered => "scattered",
            Self::Pillars => "pillars",
            Self::Rooms => "rooms",
            Self::Corridors => "corridors",
            Self::Mirrored => "mirrored",
            Self::Turned => "turned",
        }
    }
}

/// The cells of a board that atoms may stand on; all around is wall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Floor {
    pub cells: BTreeSet<Cell>,
    /// Rows and columns of the board, walls included.
    pub size: (usize, usize),
}

impl Floor {
    /// Draws a random board of a style, walls included; returns `None` if the walls left too little
    /// room.
    pub fn draw(random: &mut Rng, style: Style, size: (usize, usize)) -> Option<Self> {
        let mut floor = Self::open(size);
        match style {
            Style::Scattered => walls::scatter(random, &mut floor),
            Style::Pillars => walls::pillars(random, &mut floor),
            Style::Rooms => rooms::divide(random, &mut floor),
            Style::Corridors => floor = corridors::dig(random, size),
            Style::Mirrored | Style::Turned => {
                let half = random.choice([walls::scatter, walls::pillars, rooms::divide])?;
                walls::cut_corners(random, &mut floor);
                half(random, &mut floor);
                symmetry::complete(&mut floor, style == Style::Turned);
            }
        }
        let drawn = floor.cells.len();
        floor.keep_largest_part();
        (5 * floor.cells.len() >= 4 * drawn).then_some(floor)
    }

    /// Returns the board of a level.
    pub fn of(level: &Level) -> Self {
        let (first, last) = level.corners();
        let cells = level.free_squares().iter();
        let cell = |row: u8, column: u8| {
            (usize::from(row - first.row) + 1, usize::from(column - first.column) + 1)
        };
        let size = cell(last.row, last.column);
        Self {
            cells: cells.map(|square| cell(square.row, square.column)).collect(),
            size: (size.0 + 2, size.1 + 2),
        }
    }

    /// An empty hall.
    fn open(size: (usize, usize)) -> Self {
        let cells =
            (1..size.0 - 1).flat_map(|row| (1..size.1 - 1).map(move |column| (row, column)));
        Self { cells: cells.collect(), size }
    }

    /// Keeps only the largest connected part.
    fn keep_largest_part(&mut self) {
        let mut rest = std::mem::take(&mut self.cells);
        while let Some(&first) = rest.first() {
            let mut part = BTreeSet::new();
            let mut open = vec![first];
            while let Some((row, column)) = open.pop() {
                if rest.remove(&(row, column)) {
                    part.insert((row, column));
                    // Row and column 0 are wall.
                    let below_and_right = [(row + 1, column), (row, column + 1)];
                    open.extend(below_and_right);
                    open.extend([(row - 1, column), (row, column - 1)]);
                }
            }
            if part.len() > self.cells.len() {
                self.cells = part;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_every_style_are_closed_and_connected() {
        for style in Style::ALL {
            let mut random = Rng::with_seed(1);
            let boards: Vec<_> =
                (0..50).filter_map(|_| Floor::draw(&mut random, style, (9, 12))).collect();
            assert!(boards.len() > 10, "{style:?}: {}", boards.len());
            for board in boards {
                let inside =
                    |&(row, column): &Cell| (1..8).contains(&row) && (1..11).contains(&column);
                assert!(board.cells.iter().all(inside), "{style:?}");
                let mut part = board.clone();
                part.keep_largest_part();
                assert_eq!(part, board, "{style:?}");
            }
        }
    }

    #[test]
    fn symmetric_boards_are_symmetric() {
        let mut random = Rng::with_seed(2);
        for style in [Style::Mirrored, Style::Turned] {
            let boards = (0..50).filter_map(|_| Floor::draw(&mut random, style, (9, 11)));
            let mut symmetric = 0;
            for board in boards {
                let image = |&(row, column): &Cell| {
                    (if style == Style::Turned { 8 - row } else { row }, 10 - column)
                };
                assert!(board.cells.iter().all(|cell| board.cells.contains(&image(cell))));
                symmetric += 1;
            }
            assert!(symmetric > 10);
        }
    }
}
