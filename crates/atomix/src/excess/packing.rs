//! Maximum-weight packing: which sets of atoms to count so that no atom is counted twice.

use arrayvec::ArrayVec;

/// Some atoms and what they cost together beyond what is counted elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// A bit for each atom, at least one.
    pub atoms: u64,
    /// The cost.
    pub weight: u32,
}

/// The pieces of one state.
///
/// There are a handful in practice. Where more than fit are found the rest is left out, which
/// keeps every bound that is made of them admissible.
pub type Pieces = ArrayVec<Piece, 192>;

/// The greatest weight of pieces of which no two share an atom, or any such weight above
/// `enough`.
///
/// # Complexity
/// Exponential in the number of pieces that are to be chosen among; linear for the usual few that
/// hardly touch. After [`STEPS`] branches the best weight so far is returned: every packing is a
/// lower bound.
#[inline]
pub fn heaviest_packing(pieces: &[Piece], enough: u32) -> u32 {
    match pieces {
        [] => 0,
        [piece] => piece.weight,
        _ => Packing::search(pieces, enough).best,
    }
}

/// The pieces of a packing that is as heavy as [`heaviest_packing`] finds.
pub fn packed(pieces: &[Piece]) -> Packed {
    match pieces {
        [] => Packed::new(),
        &[piece] => Packed::from_iter([piece]),
        _ => Packing::search(pieces, u32::MAX).packed,
    }
}

/// Pieces of which no two share an atom.
pub type Packed = ArrayVec<Piece, 32>;

/// Branches that [`heaviest_packing`] follows before it settles for what it has.
const STEPS: u32 = 5_000;

struct Packing<'a> {
    pieces: &'a [Piece],
    enough: u32,
    best: u32,
    steps: u32,
    taken: Packed,
    /// The pieces of the best packing so far.
    packed: Packed,
}

impl<'a> Packing<'a> {
    fn search(pieces: &'a [Piece], enough: u32) -> Self {
        let (taken, packed) = (Packed::new(), Packed::new());
        let mut packing = Self { pieces, enough, best: 0, steps: STEPS, taken, packed };
        packing.branch(0, 0);
        packing
    }

    /// Completes a packing that has `weight` already, with pieces that have no atom in `closed`.
    fn branch(&mut self, closed: u64, weight: u32) {
        if weight > self.best {
            self.best = weight;
            self.packed.clone_from(&self.taken);
        }
        self.steps = self.steps.saturating_sub(1);
        if self.best > self.enough || self.steps == 0 {
            return;
        }
        let open = |piece: &&Piece| piece.atoms & closed == 0;
        let Some(pivot) = self.pieces.iter().find(open) else { return };
        if weight + self.most(closed) <= self.best {
            return;
        }
        let atom = pivot.atoms & pivot.atoms.wrapping_neg();
        for piece in self.pieces {
            if piece.atoms & closed == 0 && piece.atoms & atom != 0 {
                self.taken.push(*piece);
                self.branch(closed | piece.atoms, weight + piece.weight);
                self.taken.pop();
            }
        }
        self.branch(closed | atom, weight);
    }

    /// No packing of the open pieces weighs more: every atom of a piece carries an equal share of
    /// it, and no atom carries more than its greatest share.
    fn most(&self, closed: u64) -> u32 {
        /// Divisible by the sizes of pairs and triples.
        const UNIT: u32 = 6;
        let mut share = [0; u64::BITS as usize];
        let mut sum = 0;
        for piece in self.pieces.iter().filter(|piece| piece.atoms & closed == 0) {
            let each = (piece.weight * UNIT).div_ceil(piece.atoms.count_ones());
            let mut atoms = piece.atoms;
            while atoms != 0 {
                let known = &mut share[atoms.trailing_zeros() as usize];
                sum += each.saturating_sub(*known);
                *known = each.max(*known);
                atoms &= atoms - 1;
            }
        }
        sum / UNIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All subsets, one by one.
    fn by_trying_all(pieces: &[Piece]) -> u32 {
        let weight = |chosen: u32| {
            let mut closed = 0;
            let mut weight = 0;
            for (_, piece) in pieces.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1) {
                if piece.atoms & closed != 0 {
                    return 0;
                }
                closed |= piece.atoms;
                weight += piece.weight;
            }
            weight
        };
        (0..1 << pieces.len()).map(weight).max().unwrap_or(0)
    }

    fn pieces() -> impl Strategy<Value = Vec<Piece>> {
        let atoms = prop::collection::btree_set(0..7_u32, 1..=3);
        let atoms = atoms.prop_map(|atoms| atoms.iter().fold(0, |mask, atom| mask | 1 << atom));
        let piece = (atoms, 1..5_u32).prop_map(|(atoms, weight)| Piece { atoms, weight });
        prop::collection::vec(piece, 0..11)
    }

    proptest! {
        #[test]
        fn no_packing_is_heavier(pieces in pieces(), enough in 0..10_u32) {
            let exact = by_trying_all(&pieces);
            prop_assert_eq!(heaviest_packing(&pieces, u32::MAX), exact);
            let packed = packed(&pieces);
            prop_assert_eq!(by_trying_all(&packed), exact);
            prop_assert_eq!(packed.iter().map(|piece| piece.weight).sum::<u32>(), exact);
            let found = heaviest_packing(&pieces, enough);
            prop_assert!(found <= exact && (found > enough) == (exact > enough));
        }
    }
}
