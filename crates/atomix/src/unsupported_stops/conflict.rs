//! How far structures may overspend while some atoms have no routes.
//!
//! `docs/atomix-heuristics.md` has the terms and the proof.

use crate::cell_set::CellSet;
use crate::reach::{Party, Reaches};
use crate::supports::Given;
use arrayvec::ArrayVec;

/// A number for each structure.
pub type Caps = ArrayVec<u8, 64>;

/// The greatest caps found, not above `limits`, with which the atoms of `party` have no routes as
/// far as distances tell, given that the rounds have found none with `caps`.
///
/// The `caps` themselves, if the atoms do have routes then as far as distances tell.
pub fn conflict<const W: usize>(
    reaches: &Reaches<'_, W>,
    party: Party,
    caps: &[u8],
    limits: &[u8],
) -> Caps {
    let mut most: Caps = caps.iter().copied().collect();
    let own =
        party.atoms().iter().fold(0_u64, |own, &atom| own | 1 << reaches.atoms[atom].structure);
    let others = (0..caps.len()).filter(|&other| own >> other & 1 == 0);
    let mut rests = CellSet::EMPTY;
    for &atom in party.atoms() {
        rests |= reaches.reach(caps[reaches.atoms[atom].structure]).places[atom].rests;
    }
    let raised = |mut given: Given<W>, structure: usize, cap: u8| {
        let [now, more] = [caps[structure], cap].map(|cap| &reaches.reach(cap).places);
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
    let all = others.clone().fold(given, |given, other| raised(given, other, limits[other]));
    if !has_routes(&all) {
        others.for_each(|other| most[other] = limits[other]);
    } else if has_routes(&given) {
        return most;
    } else {
        for other in others {
            for cap in (caps[other] + 1..=limits[other]).rev() {
                let more = raised(given, other, cap);
                if more == given || !has_routes(&more) {
                    given = more;
                    most[other] = cap;
                    break;
                }
            }
        }
    }
    most
}
