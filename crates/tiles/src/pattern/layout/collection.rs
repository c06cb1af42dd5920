//! Collections: several partitions, whose largest sum is used.

use super::partition::Partition;
use super::pattern::Pattern;
use crate::heuristics::{HeuristicName, TooLarge};
use fewest_rules::tiles::{Board, Cell, Size};
use std::fmt;
use std::str::FromStr;

/// Partitions of one solved board. On square boards with the blank on a diagonal, each also stands
/// for its reflection in that diagonal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection(Vec<Partition>);

impl Collection {
    /// The largest number of partitions.
    pub const LARGEST: usize = 4;

    /// Creates a collection of one to [`Collection::LARGEST`] partitions; returns `None` if there
    /// are more or none, or if they are not of one solved board.
    pub fn new(partitions: Vec<Partition>) -> Option<Self> {
        let target = *partitions.first()?.target();
        let fits = |partition: &Partition| *partition.target() == target;
        let is_one = partitions.len() <= Self::LARGEST && partitions.iter().all(fits);
        is_one.then_some(Self(partitions))
    }

    /// Returns the collections for table escalation, each with larger tables than the previous one;
    /// none for boards of more than [`Pattern::MAX_CELLS`] cells.
    ///
    /// With the blank in a corner of 4x4: first three patterns of five tiles, the best of eight
    /// partitions that were tried on Korf's hundred instances, then Korf and Felner's partition of
    /// seven and eight. On 5x5: first bands, then Korf and Felner's partition of six, then the best
    /// of 108 pairs from 18 such partitions. Otherwise bands; on square boards without a
    /// reflection, both along and across.
    pub fn ladder(target: &Board) -> Vec<Self> {
        let size = target.size();
        if size.cells() > Pattern::MAX_CELLS {
            return vec![];
        }
        let least = match size.cells() {
            ..=25 => 5,
            26..=32 => 4,
            _ => 3,
        };
        let corner = Board::in_order(size, Cell(0));
        let named = |names: &[&str]| -> Option<Self> {
            let partition = |name: &&str| Partition::named(size, name)?.towards(target);
            names.iter().map(partition).collect::<Option<_>>().and_then(Self::new)
        };
        let bands = |tiles| {
            if let Some(known) = Partition::bands(&corner, tiles).towards(target) {
                return Self::from(known);
            }
            let along = Partition::bands(target, tiles);
            let has_reflection = along.reflected().is_some();
            let across = Partition::bands_across(target, tiles).filter(|_| !has_reflection);
            Self(std::iter::once(along).chain(across).collect())
        };
        let is_corner = Partition::bands(&corner, least).towards(target).is_some();
        let ladder = match (size.width(), size.height()) {
            (4, 4) if is_corner => vec![named(&["5-5-5"]), named(&["7-8"])],
            (5, 5) if is_corner => {
                vec![Some(bands(least)), named(&["6-6-6-6"]), named(&["blocks", "ring"])]
            }
            (4, 4) => vec![Some(bands(5)), Some(bands(8))],
            _ => {
                let more = if size.cells() <= 16 { least + 2 } else { least + 1 };
                vec![Some(bands(least)), Some(bands(more))]
            }
        };
        ladder.into_iter().flatten().collect()
    }

    /// Returns the first collection of the ladder.
    ///
    /// # Errors
    /// If there is none.
    pub fn smallest(target: &Board) -> Result<Self, TooLarge> {
        let (heuristic, size) = (HeuristicName::PatternDatabases, target.size());
        Self::ladder(target).into_iter().next().ok_or(TooLarge { heuristic, size })
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.0[0].size()
    }

    /// Returns the solved board.
    pub fn target(&self) -> &Board {
        self.0[0].target()
    }

    /// Returns the largest number of patterns of its partitions.
    pub fn patterns(&self) -> usize {
        self.0.iter().map(Partition::patterns).max().unwrap_or(0)
    }

    /// Whether all its partitions have names.
    pub fn is_named(&self) -> bool {
        self.0.iter().all(|partition| partition.name().is_some())
    }

    /// Returns the same collection for another solved board: see [`Partition::towards`].
    pub fn towards(&self, target: &Board) -> Option<Self> {
        let partitions = self.0.iter().map(|partition| partition.towards(target));
        partitions.collect::<Option<_>>().map(Self)
    }

    /// Returns the text from which the [`Collection`] can be read: names if all partitions have
    /// one, otherwise drawings.
    pub fn notation(&self) -> String {
        let part = |partition: &Partition| match partition.name().filter(|_| self.is_named()) {
            Some(name) => name.to_owned(),
            None => partition.drawing(),
        };
        let parts: Vec<_> = self.0.iter().map(part).collect();
        format!("{}:{}", self.size(), parts.join("+"))
    }

    /// Returns the partitions, each followed by its reflection if it has one.
    pub fn sides(&self) -> Vec<Partition> {
        let with_reflection =
            |partition: &Partition| std::iter::once(partition.clone()).chain(partition.reflected());
        self.0.iter().flat_map(with_reflection).collect()
    }

    /// Returns the patterns whose tables it uses, without repetition.
    pub fn tables(&self) -> Vec<Pattern> {
        Partition::tables_of(&self.0)
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

/// The error of a text that does not name partitions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a partition: write a name ({names}) or SIZE:DRAWING, with a letter for each \
         cell and . for the blank, or up to {most} with one place of the blank like 5x5:blocks+ring",
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
    use fewest_rules::tiles::Goal;

    #[test]
    fn collections_of_one_board_and_goal_print_and_parse() {
        for text in ["4x4:7-8", "5x5:blocks", "5x5:blocks+ring", "5x5:6-6-6-6+ring+blocks+ring"] {
            let collection: Collection = text.parse().unwrap();
            assert_eq!(format!("{}:{collection}", collection.size()), text);
            assert!(collection.is_named());
            assert_eq!(collection.notation(), text);
            let last = collection.size().cells() as u8 - 1;
            for corner in [0, collection.size().width() - 1, last] {
                let target = Board::in_order(collection.size(), Cell(corner));
                let turned = collection.towards(&target).unwrap();
                assert_eq!(
                    (turned.to_string(), *turned.target()),
                    (collection.to_string(), target)
                );
                assert_eq!(turned.notation(), text);
                assert_eq!(turned.tables(), collection.tables());
            }
            let inside = Board::solved(collection.size(), Goal::BlankCentre);
            assert_eq!(collection.towards(&inside), None);
        }
        let drawn: Collection = "3x3:.ABAABBBB+.AABBBAAB".parse().unwrap();
        assert_eq!((drawn.to_string().as_str(), drawn.is_named()), ("3-5+4-4", false));
        let inside: Collection = "3x3:AAAB.BCCC".parse().unwrap();
        assert_eq!(inside.notation(), "3x3:AAAB.BCCC");
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
        for goal in [Goal::BlankFirst, Goal::BlankLast] {
            let ladder = Collection::ladder(&Board::solved("5x5".parse().unwrap(), goal));
            let [_, one, two] = &ladder[..] else { panic!("three collections") };
            assert_eq!((one.tables().len(), two.tables().len()), (2, 7));
            assert_eq!((one.sides().len(), two.sides().len()), (2, 4));
        }
    }
}
