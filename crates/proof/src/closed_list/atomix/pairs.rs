//! What two atoms need beyond the sum of their distances.

use super::Cells;
use super::distances::{NEVER, double};
use std::collections::HashMap;
use std::sync::Arc;

/// No two atoms of these labels can both reach their places.
pub(super) const IMPOSSIBLE: u8 = u8::MAX;

/// By the cell of an atom of one label and of another one: the least that the two need beyond their
/// distances, over all places of their labels.
pub(super) type Excess = Arc<Vec<u8>>;

/// Tables that are alike are made once.
pub(super) struct Tables {
    /// By the places of two labels.
    known: HashMap<[Vec<u8>; 2], Excess>,
    /// Pairs of cells that may still be looked at.
    left: usize,
}

impl Default for Tables {
    fn default() -> Self {
        Self { known: HashMap::new(), left: Self::SEARCHED }
    }
}

impl Tables {
    /// Twice as many pairs of cells as an engine looks at, which is more than any level of the usual
    /// sets needs: whatever a file says, its tables take a moment and some megabytes.
    const SEARCHED: usize = 64 << 20;

    /// The excess of atoms of two labels with these places; of two atoms of one label if they are
    /// the same. Empty where there is nothing to be known, or the tables would be too many.
    pub fn excess(&mut self, cells: &Cells, singles: &[Vec<u32>], places: [&[u8]; 2]) -> Excess {
        let key = places.map(<[u8]>::to_vec);
        if let Some(known) = self.known.get(&key) {
            return Arc::clone(known);
        }
        let number = cells.len();
        let searched = places[0].len() * places[1].len() * number * number;
        if searched > self.left || places[0] == places[1] && places[0].len() < 2 {
            return Excess::default();
        }
        self.left -= searched;
        let mut least = vec![IMPOSSIBLE; number * number];
        for &first in places[0] {
            for &second in places[1].iter().filter(|&&second| second != first) {
                let together = double(cells, [first, second]);
                let alone = |place: u8, at: usize| singles[usize::from(place)][at];
                for (place, &together) in together.iter().enumerate() {
                    if together != NEVER {
                        let apart = alone(first, place / number) + alone(second, place % number);
                        let excess = (together - apart).min(u32::from(IMPOSSIBLE) - 1) as u8;
                        least[place] = least[place].min(excess);
                    }
                }
            }
        }
        let table = Arc::new(least);
        self.known.insert(key, Arc::clone(&table));
        table
    }
}

/// Whether pairs of which no two share an atom weigh so much together. A pair is two atoms and its
/// weight. `false` says nothing once `steps` are spent.
///
/// # Complexity
/// Exponential in the number of pairs that share atoms; there are a handful, unless a file was
/// made to take long.
pub(super) fn weigh(pairs: &[(usize, usize, u32)], wanted: u32, steps: &mut u32) -> bool {
    if wanted == 0 {
        return true;
    }
    let Some(&(atom, ..)) = pairs.first() else { return false };
    let Some(left) = steps.checked_sub(1) else { return false };
    *steps = left;
    // Twice the weight is at most the sum over the atoms of the heaviest pair of each.
    let mut heaviest: HashMap<usize, u32> = HashMap::new();
    for &(one, other, weight) in pairs {
        for atom in [one, other] {
            let heaviest = heaviest.entry(atom).or_default();
            *heaviest = weight.max(*heaviest);
        }
    }
    if heaviest.values().sum::<u32>() < 2 * wanted {
        return false;
    }
    let has = |pair: &(usize, usize, u32), atom| pair.0 == atom || pair.1 == atom;
    let without = |atoms: &[usize]| -> Vec<_> {
        let is_free = |pair: &&(usize, usize, u32)| !atoms.iter().any(|&atom| has(pair, atom));
        pairs.iter().filter(is_free).copied().collect()
    };
    let takes = |&(one, other, weight): &(usize, usize, u32)| {
        weigh(&without(&[one, other]), wanted.saturating_sub(weight), steps)
    };
    pairs.iter().filter(|pair| has(pair, atom)).any(takes)
        || weigh(&without(&[atom]), wanted, steps)
}
