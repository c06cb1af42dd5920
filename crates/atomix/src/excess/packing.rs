//! Maximum-weight set packing: which sets of atoms to count so that no atom is counted twice.

use arrayvec::ArrayVec;

/// A set of atoms and the moves that they need beyond their distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// A bit for each atom, at least one.
    pub atoms: u64,
    /// The excess.
    pub weight: u32,
}

/// The pieces of one state.
///
/// There are a handful in practice. Those that do not fit are left out, which keeps every bound
/// admissible.
pub type Pieces = ArrayVec<Piece, 192>;

/// Returns the weight of a heaviest packing: pieces of which no two share an atom. If that is above
/// `enough`, it may return the weight of any packing above `enough`.
///
/// # Complexity
/// Branch and bound: exponential in the number of pieces, linear for the usual few that hardly
/// overlap. After [`STEPS`] branches the best weight so far is returned: every packing gives a
/// lower bound.
#[inline]
pub fn heaviest_packing(pieces: &[Piece], enough: u32) -> u32 {
    match pieces {
        [] => 0,
        [piece] => piece.weight,
        _ => BranchAndBound::search(pieces, enough).best,
    }
}

/// Returns the pieces of a packing as heavy as [`heaviest_packing`] finds.
pub fn heaviest_pieces(pieces: &[Piece]) -> Packing {
    match pieces {
        [] => Packing::new(),
        &[piece] => Packing::from_iter([piece]),
        _ => BranchAndBound::search(pieces, u32::MAX).packing,
    }
}

/// Pieces of which no two share an atom.
pub type Packing = ArrayVec<Piece, 32>;

/// Branches that [`heaviest_packing`] follows before it returns the best so far.
const STEPS: u32 = 5_000;

struct BranchAndBound<'a> {
    pieces: &'a [Piece],
    enough: u32,
    best: u32,
    steps: u32,
    taken: Packing,
    /// The pieces of the best packing so far.
    packing: Packing,
}

impl<'a> BranchAndBound<'a> {
    fn search(pieces: &'a [Piece], enough: u32) -> Self {
        let (taken, packing) = (Packing::new(), Packing::new());
        let mut search = Self { pieces, enough, best: 0, steps: STEPS, taken, packing };
        search.branch(0, 0);
        search
    }

    /// Extends a packing of some `weight` by pieces that have no atom in `closed`.
    fn branch(&mut self, closed: u64, weight: u32) {
        if weight > self.best {
            self.best = weight;
            self.packing.clone_from(&self.taken);
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

    /// An upper bound on all packings of the open pieces: the weight of a piece is split equally
    /// over its atoms, and each atom counts its greatest share.
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
            let packing = heaviest_pieces(&pieces);
            prop_assert_eq!(by_trying_all(&packing), exact);
            prop_assert_eq!(packing.iter().map(|piece| piece.weight).sum::<u32>(), exact);
            let found = heaviest_packing(&pieces, enough);
            prop_assert!(found <= exact && (found > enough) == (exact > enough));
        }
    }
}
