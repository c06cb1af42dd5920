//! Packings: disjoint sets of atoms, so that no move is counted twice.

/// Some atoms of a state, and what they need beyond their distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// One bit for each of them, two or three.
    pub atoms: u64,
    pub weight: u32,
}

/// Finds the heaviest set of pieces of which no two share an atom: the first such set if pieces are
/// in order of their atoms, and for each atom first its pieces are tried, then none of them. Once
/// `steps` are spent, just some set.
///
/// Its weight need not exceed `enough`.
///
/// # Complexity
/// Exponential in the number of pieces that share atoms; there are a handful, unless a file was
/// made to take long.
pub(super) fn heaviest(pieces: &[Piece], enough: u32, steps: u32) -> Vec<Piece> {
    let mut search = Packing { chosen: vec![], best: vec![], weight: 0, enough, steps };
    search.choose(pieces, 0);
    search.best
}

struct Packing {
    chosen: Vec<Piece>,
    best: Vec<Piece>,
    /// The weight of the best set.
    weight: u32,
    enough: u32,
    /// Choices that may still be made.
    steps: u32,
}

impl Packing {
    /// Chooses among some pieces, given the weight of those already chosen.
    fn choose(&mut self, pieces: &[Piece], weight: u32) {
        if weight > self.weight {
            (self.best, self.weight) = (self.chosen.clone(), weight);
        }
        let Some(Piece { atoms, .. }) = pieces.first() else { return };
        if self.weight >= self.enough || SHARES * (self.weight - weight) >= shares_at_most(pieces) {
            return;
        }
        let Some(fewer) = self.steps.checked_sub(1) else { return };
        self.steps = fewer;
        let without = |atoms: u64| -> Vec<Piece> {
            pieces.iter().filter(|piece| piece.atoms & atoms == 0).copied().collect()
        };
        let first = atoms & atoms.wrapping_neg();
        for &piece in pieces.iter().filter(|piece| piece.atoms & first != 0) {
            self.chosen.push(piece);
            self.choose(&without(piece.atoms), weight + piece.weight);
            self.chosen.pop();
        }
        self.choose(&without(first), weight);
    }
}

/// The number of parts of a weight that two atoms, or three, can share evenly.
const SHARES: u32 = 6;

/// Returns a bound on the weight of such pieces, in shares: the sum of each atom's greatest share.
fn shares_at_most(pieces: &[Piece]) -> u32 {
    let mut greatest = [0; u64::BITS as usize];
    for &Piece { mut atoms, weight } in pieces {
        let share = SHARES * weight / atoms.count_ones();
        while atoms != 0 {
            let known = &mut greatest[atoms.trailing_zeros() as usize];
            *known = share.max(*known);
            atoms &= atoms - 1;
        }
    }
    greatest.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(pieces: &[Piece]) -> u32 {
        let Some((first, rest)) = pieces.split_first() else { return 0 };
        let is_free = |piece: &&Piece| piece.atoms & first.atoms == 0;
        let others: Vec<Piece> = rest.iter().filter(is_free).copied().collect();
        naive(rest).max(first.weight + naive(&others))
    }

    fn pieces() -> impl Strategy<Value = Vec<Piece>> {
        let atoms = prop::collection::btree_set(0..7_u32, 2..=3);
        prop::collection::btree_map(atoms, 1_u32..5, 0..12).prop_map(|weights| {
            let mask = |atoms: std::collections::BTreeSet<u32>| {
                atoms.iter().fold(0, |mask, atom| mask | 1 << atom)
            };
            weights
                .into_iter()
                .map(|(atoms, weight)| Piece { atoms: mask(atoms), weight })
                .collect()
        })
    }

    /// The book defines which list of states is the right one, so it matters which packing it is.
    #[test]
    fn of_equal_packings_the_first_is_taken() {
        let [one, other] = [0b011, 0b101].map(|atoms| Piece { atoms, weight: 1 });
        for pieces in [[one, other], [other, one]] {
            assert_eq!(heaviest(&pieces, 9, u32::MAX), [pieces[0]]);
        }
    }

    proptest! {
        #[test]
        fn no_set_of_pieces_is_heavier(pieces in pieces(), enough in 0_u32..20) {
            let packing = heaviest(&pieces, enough, u32::MAX);
            let weight: u32 = packing.iter().map(|piece| piece.weight).sum();
            let most = naive(&pieces);
            prop_assert!(weight <= most && (weight == most || weight >= enough));
            for (number, one) in packing.iter().enumerate() {
                prop_assert!(pieces.contains(one));
                prop_assert!(packing[..number].iter().all(|other| other.atoms & one.atoms == 0));
            }
        }
    }
}
