//! Which structures must overspend by more if some atoms have no routes.
//!
//! `docs/atomix-heuristics.md` has the terms and the proof.

use crate::cell_set::CellSet;
use crate::reach::{Party, Reaches};
use crate::supports::Given;

/// Sets of structures as bits.
pub type Structures = u64;

/// Structures of which one must overspend by more than its cap, since the atoms of `party`, which
/// the rounds have found without routes, have none either if all others overspend by `left` more.
///
/// Structures that are `closed` are not raised. All structures, if the atoms do have routes as far
/// as distances tell.
pub fn conflict<const W: usize>(
    reaches: &Reaches<'_, W>,
    party: Party,
    caps: &[u8],
    closed: Structures,
    left: u8,
) -> Structures {
    let own = party.atoms().iter().fold(0, |own, &atom| own | 1 << reaches.atoms[atom].structure);
    let others = (0..caps.len()).filter(|&other| (own | closed) >> other & 1 == 0);
    let mut rests = CellSet::EMPTY;
    for &atom in party.atoms() {
        rests |= reaches.reach(caps[reaches.atoms[atom].structure]).places[atom].rests;
    }
    let raised = |mut given: Given<W>, structure: usize| {
        let [now, more] = [0, left].map(|left| &reaches.reach(caps[structure] + left).places);
        let mut atoms = reaches.structures[structure].atoms;
        while atoms != 0 {
            let atom = atoms.trailing_zeros() as usize;
            atoms &= atoms - 1;
            for (all, &beside) in given.stops.iter_mut().zip(&more[atom].beside) {
                *all |= beside & rests;
            }
            if more[atom].fixed().is_empty() {
                given.obstacles = given.obstacles - now[atom].fixed();
            }
        }
        given
    };
    let has_routes = |given: &Given<W>| reaches.has_routes(party, caps, given);
    let mut given = reaches.given(party, caps);
    given.stops = given.stops.map(|stops| stops & rests);
    if !has_routes(&others.clone().fold(given, raised)) {
        return own;
    }
    if has_routes(&given) {
        return Structures::MAX;
    }
    let mut conflict = own;
    for structure in others {
        let more = raised(given, structure);
        if more == given || !has_routes(&more) {
            given = more;
        } else {
            conflict |= 1 << structure;
        }
    }
    conflict
}
