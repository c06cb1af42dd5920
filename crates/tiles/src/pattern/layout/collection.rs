//! Collections: several partitions, of which the largest sum counts.

use super::partition::{Partition, bands_around};
use super::pattern::Pattern;
use super::symmetry::Symmetry;
use fewest_rules::tiles::{Board, Cell, Goal, Size};
use std::fmt;
use std::str::FromStr;

/// Partitions of one board towards one goal. On square boards each stands for its reflection in
/// the diagonal as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection(Vec<Partition>);

impl Collection {
    /// The most partitions.
    pub const LARGEST: usize = 4;

    /// One to [`Collection::LARGEST`] partitions; `None` if they are not as many, or not of one
    /// board and goal.
    pub fn new(partitions: Vec<Partition>) -> Option<Self> {
        let first = partitions.first()?;
        let (size, goal) = (first.size(), first.goal());
        let fits = |partition: &Partition| (partition.size(), partition.goal()) == (size, goal);
        let is_one = partitions.len() <= Self::LARGEST && partitions.iter().all(fits);
        is_one.then_some(Self(partitions))
    }

    /// The collections for table escalation, each with larger tables than the one before.
    ///
    /// On 4x4 first three patterns of five tiles, the best of eight partitions tried on Korf's
    /// hundred instances; then Korf and Felner's of seven and eight. On 5x5 first bands, then Korf
    /// and Felner's of six, then the best of 108 pairs from 18 such partitions. Elsewhere bands.
    pub fn ladder(size: Size, goal: Goal) -> Vec<Self> {
        let named = |name| Partition::named(size, name);
        let bands = |tiles| vec![Some(Partition::bands(size, Goal::BlankFirst, tiles))];
        let ladder = match (size.width(), size.height()) {
            (4, 4) => vec![vec![named("5-5-5")], vec![named("7-8")]],
            (5, 5) => {
                vec![
                    bands(least_band(size)),
                    vec![named("6-6-6-6")],
                    vec![named("blocks"), named("ring")],
                ]
            }
            _ => {
                let least = least_band(size);
                vec![bands(least), bands(if size.cells() <= 16 { least + 2 } else { least + 1 })]
            }
        };
        let known = |partitions: Vec<Option<Partition>>| {
            let partitions = partitions.into_iter().flatten();
            Self(partitions.map(|partition| partition.towards(goal)).collect())
        };
        ladder.into_iter().map(known).collect()
    }

    /// The patterns of the smallest collection for a target with its blank in any cell, for each
    /// partition and reflection.
    pub(crate) fn smallest_around(size: Size, blank: Cell) -> Vec<Vec<Vec<Cell>>> {
        let is_there = |&goal: &Goal| Board::solved(size, goal).blank() == blank;
        if let Some(goal) = Goal::ALL.into_iter().find(is_there) {
            let smallest = Self::ladder(size, goal).swap_remove(0);
            return smallest.sides().into_iter().map(|partition| partition.patterns).collect();
        }
        let bands = |blank| bands_around(size, blank, least_band(size));
        let reflected = Symmetry::diagonal(size).map(|diagonal| {
            let mut patterns = bands(diagonal.image(blank));
            patterns.iter_mut().flatten().for_each(|cell| *cell = diagonal.image(*cell));
            patterns
        });
        std::iter::once(bands(blank)).chain(reflected).collect()
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.0[0].size()
    }

    /// Where the blank belongs.
    pub fn goal(&self) -> Goal {
        self.0[0].goal()
    }

    /// The most patterns that one of its partitions has.
    pub fn patterns(&self) -> usize {
        self.0.iter().map(Partition::patterns).max().unwrap_or(0)
    }

    /// Whether all its partitions have names.
    pub fn is_named(&self) -> bool {
        self.0.iter().all(|partition| partition.name().is_some())
    }

    /// The same collection for a goal: turned by 180 degrees if it is for the other one.
    #[must_use]
    pub fn towards(self, goal: Goal) -> Self {
        Self(self.0.into_iter().map(|partition| partition.towards(goal)).collect())
    }

    /// The partitions, each followed by its reflection if the board is square.
    pub fn sides(&self) -> Vec<Partition> {
        let with_reflection =
            |partition: &Partition| std::iter::once(partition.clone()).chain(partition.reflected());
        self.0.iter().flat_map(with_reflection).collect()
    }

    /// The patterns whose tables it takes, without repetition.
    pub fn tables(&self) -> Vec<Pattern> {
        Partition::tables_of(&self.0)
    }
}

/// The tiles of a band in the smallest collection.
fn least_band(size: Size) -> usize {
    match size.cells() {
        ..=25 => 5,
        26..=32 => 4,
        _ => 3,
    }
}

impl From<Partition> for Collection {
    fn from(partition: Partition) -> Self {
        Self(vec![partition])
    }
}

/// The names of its partitions, as in `blocks+ring`.
impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(Partition::to_string).collect();
        f.pad(&names.join("+"))
    }
}

/// A text that names no partitions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no partition: write a name ({names}) or SIZE:DRAWING, with a letter for each \
         cell and . for the blank, or up to {most} of one size and goal like 5x5:blocks+ring",
        names = Partition::names().collect::<Vec<_>>().join(", "), most = Collection::LARGEST)]
pub struct UnknownPartition(pub String);

/// Names or drawings, such as `5x5:blocks+ring` or `3x3:.ABAABBBB`.
impl FromStr for Collection {
    type Err = UnknownPartition;

    fn from_str(text: &str) -> Result<Self, UnknownPartition> {
        let parts = text.split_once(':');
        let read = parts.and_then(|(size, what)| {
            let size = size.parse().ok()?;
            let partition =
                |what| Partition::named(size, what).or_else(|| Partition::drawn(size, what).ok());
            Self::new(what.split('+').map(partition).collect::<Option<_>>()?)
        });
        read.ok_or_else(|| UnknownPartition(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_of_one_board_and_goal_print_and_parse() {
        for text in ["4x4:7-8", "5x5:blocks", "5x5:blocks+ring", "5x5:6-6-6-6+ring+blocks+ring"] {
            let collection: Collection = text.parse().unwrap();
            assert_eq!(format!("{}:{collection}", collection.size()), text);
            assert!(collection.is_named());
            for goal in Goal::ALL {
                let turned = collection.clone().towards(goal);
                assert_eq!((turned.to_string(), turned.goal()), (collection.to_string(), goal));
            }
        }
        let drawn: Collection = "3x3:.ABAABBBB+.AABBBAAB".parse().unwrap();
        assert_eq!((drawn.to_string().as_str(), drawn.is_named()), ("3-5+4-4", false));
        for text in [
            "5x5",
            "5x5:",
            "4x4:blocks",
            "5x5:blocks+",
            "5x5:+ring",
            "3x3:.ABAABBBB+ABAABBBB.",
            "5x5:ring+ring+ring+ring+ring",
            "5x5:blocks,ring",
            "9x9:blocks",
        ] {
            assert_eq!(text.parse::<Collection>(), Err(UnknownPartition(text.to_owned())));
        }
    }

    #[test]
    fn the_largest_tables_of_5x5_are_seven() {
        for goal in Goal::ALL {
            let ladder = Collection::ladder("5x5".parse().unwrap(), goal);
            let [_, one, two] = &ladder[..] else { panic!("three collections") };
            assert_eq!((one.tables().len(), two.tables().len()), (2, 7));
            assert_eq!((one.sides().len(), two.sides().len()), (2, 4));
        }
    }
}
