//! What two atoms need beyond the sum of their distances.

use super::Cells;
use super::distances::{NEVER, double};
use fewest_rules::atomix::MAX_ATOMS;
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

/// Two atoms of a state, the first before the second, and what they need beyond their distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub atoms: [usize; 2],
    pub weight: u32,
}

/// The heaviest set of pairs of which no two share an atom; the first one in the order in which the
/// pairs of an atom are tried, and then none of them. Some set, not the heaviest, once `steps` are
/// spent.
///
/// It need weigh no more than `enough`.
///
/// # Complexity
/// Exponential in the number of pairs that share atoms; there are a handful, unless a file was
/// made to take long.
pub(super) fn heaviest(pairs: &[Pair], enough: u32, steps: u32) -> Vec<Pair> {
    let mut search = Packing { chosen: vec![], best: vec![], weight: 0, enough, steps };
    search.choose(pairs, 0);
    search.best
}

struct Packing {
    chosen: Vec<Pair>,
    best: Vec<Pair>,
    /// That of the best.
    weight: u32,
    enough: u32,
    /// Choices that may still be made.
    steps: u32,
}

impl Packing {
    /// Chooses among some pairs, given that those chosen weigh so much.
    fn choose(&mut self, pairs: &[Pair], weight: u32) {
        if weight > self.weight {
            (self.best, self.weight) = (self.chosen.clone(), weight);
        }
        let Some(&Pair { atoms: [atom, _], .. }) = pairs.first() else { return };
        if self.weight >= self.enough || 2 * (self.weight - weight) >= twice_at_most(pairs) {
            return;
        }
        let Some(fewer) = self.steps.checked_sub(1) else { return };
        self.steps = fewer;
        let without = |atoms: &[usize]| -> Vec<Pair> {
            let is_free = |pair: &&Pair| !pair.atoms.iter().any(|atom| atoms.contains(atom));
            pairs.iter().filter(is_free).copied().collect()
        };
        for &pair in pairs.iter().filter(|pair| pair.atoms.contains(&atom)) {
            self.chosen.push(pair);
            self.choose(&without(&pair.atoms), weight + pair.weight);
            self.chosen.pop();
        }
        self.choose(&without(&[atom]), weight);
    }
}

/// Twice what a set of such pairs weighs at most: the heaviest pair of each atom, summed up.
fn twice_at_most(pairs: &[Pair]) -> u32 {
    let mut heaviest = [0; MAX_ATOMS];
    for pair in pairs {
        for &atom in &pair.atoms {
            heaviest[atom] = pair.weight.max(heaviest[atom]);
        }
    }
    heaviest.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(pairs: &[Pair]) -> u32 {
        let Some((first, rest)) = pairs.split_first() else { return 0 };
        let is_free = |pair: &&Pair| !pair.atoms.iter().any(|atom| first.atoms.contains(atom));
        let others: Vec<Pair> = rest.iter().filter(is_free).copied().collect();
        naive(rest).max(first.weight + naive(&others))
    }

    proptest! {
        #[test]
        fn no_set_of_pairs_is_heavier(
            weights in prop::collection::btree_map((0_usize..7, 0_usize..7), 1_u32..5, 0..12),
            enough in 0_u32..20,
        ) {
            let pairs = weights.into_iter().filter(|((one, other), _)| one < other);
            let pairs = pairs.map(|((one, other), weight)| Pair { atoms: [one, other], weight });
            let pairs: Vec<Pair> = pairs.collect();
            let packing = heaviest(&pairs, enough, u32::MAX);
            let weight: u32 = packing.iter().map(|pair| pair.weight).sum();
            let most = naive(&pairs);
            prop_assert!(weight <= most && (weight == most || weight >= enough));
            for (number, one) in packing.iter().enumerate() {
                prop_assert!(pairs.contains(one));
                let apart = |other: &Pair| !other.atoms.iter().any(|atom| one.atoms.contains(atom));
                prop_assert!(packing[..number].iter().all(apart));
            }
        }
    }
}
