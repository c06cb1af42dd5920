//! The shares of the bound that atoms, places and packed pairs account for.

use crate::closed_list::atomix::assignment::cheapest;
use crate::closed_list::atomix::distances::NEVER;
use crate::closed_list::atomix::packing::Piece;
use std::ops::Range;

/// A pair of an atom and a place that it can go to.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// Where the atom is, and the place.
    pub ends: [u8; 2],
    /// How much of the bound the two account for.
    pub share: i32,
    /// Their distance beyond that.
    pub reduced: u32,
}

/// An atom of the state.
#[derive(Debug, Clone)]
pub struct Atom {
    /// Its structure.
    pub structure: usize,
    /// Its candidates.
    pub candidates: Range<usize>,
}

/// The bound of a state, in shares.
#[derive(Debug)]
pub struct Shares {
    /// The bound.
    pub bound: u32,
    pub atoms: Vec<Atom>,
    pub candidates: Vec<Candidate>,
    /// The weights of the structures: the packed pairs, and every other atom with weight 0.
    pub weights: Vec<u32>,
}

impl Shares {
    /// Computes the shares of a state and one goal; `None` if an atom cannot reach any place.
    ///
    /// `groups` are atoms of equal labels, `singles` the distances by target cell and cell.
    pub fn new(
        groups: &[Range<usize>],
        singles: &[Vec<u32>],
        [state, places]: [&[u8]; 2],
        packing: &[Piece],
    ) -> Option<Self> {
        let atoms = state.len();
        let candidates = groups.iter().map(|group| group.len().pow(2)).sum();
        let mut shares = Self {
            bound: 0,
            atoms: Vec::with_capacity(atoms),
            candidates: Vec::with_capacity(candidates),
            weights: Vec::with_capacity(atoms),
        };
        for &Piece { weight, .. } in packing {
            shares.bound += weight;
            shares.weights.push(weight);
        }
        for group in groups {
            let distance = |atom: u8, place: u8| singles[usize::from(place)][usize::from(atom)];
            let (atoms, places) = (&state[group.clone()], &places[group.clone()]);
            let cheapest =
                cheapest(atoms.len(), |atom, place| distance(atoms[atom], places[place]))?;
            let [of_atom, of_place] = cheapest.potentials;
            shares.bound += cheapest.cost;
            for ((number, &at), own) in group.clone().zip(atoms).zip(of_atom) {
                let packed = packing.iter().position(|piece| piece.atoms >> number & 1 == 1);
                let structure = packed.unwrap_or(shares.weights.len());
                if packed.is_none() {
                    shares.weights.push(0);
                }
                let first = shares.candidates.len();
                for (&place, its) in places.iter().zip(of_place) {
                    let distance = distance(at, place);
                    if distance != NEVER {
                        let share = own + its;
                        let reduced = (distance as i32 - share) as u32;
                        shares.candidates.push(Candidate { ends: [at, place], share, reduced });
                    }
                }
                let candidates = first..shares.candidates.len();
                shares.atoms.push(Atom { structure, candidates });
            }
        }
        Some(shares)
    }
}
