//! Conflict generalization: the largest overruns of the pieces for which some atoms still have no
//! routes.

use super::domains::{Domains, Group};
use super::supports::Conditions;
use crate::board::CellSet;
use arrayvec::ArrayVec;

/// A number for each piece.
pub type Caps = ArrayVec<u8, 64>;

/// Returns the greatest caps found, not above `limits`, with which the atoms of `group` have no
/// routes within the initial domains, given that propagation found none with `caps`.
///
/// Returns `caps` if with them the atoms do have routes within the initial domains.
pub fn generalized<const W: usize>(
    domains: &Domains<'_, W>,
    group: Group,
    caps: &[u8],
    limits: &[u8],
) -> Caps {
    let mut most: Caps = caps.iter().copied().collect();
    let own = group.atoms().iter().fold(0_u64, |own, &atom| own | 1 << domains.atoms[atom].piece);
    let others = (0..caps.len()).filter(|&other| own >> other & 1 == 0);
    let mut rests = CellSet::EMPTY;
    for &atom in group.atoms() {
        rests |= domains.with_cap(caps[domains.atoms[atom].piece]).domains[atom].rests;
    }
    let raised = |mut conditions: Conditions<W>, piece: usize, cap: u8| {
        let [now, more] = [caps[piece], cap].map(|cap| &domains.with_cap(cap).domains);
        let mut atoms = domains.pieces[piece].atoms;
        while atoms != 0 {
            let atom = atoms.trailing_zeros() as usize;
            atoms &= atoms - 1;
            for (all, &beside) in conditions.stops.iter_mut().zip(&more[atom].beside) {
                *all |= beside & rests;
            }
            if more[atom].fixed().is_empty() {
                conditions.obstacles = conditions.obstacles - now[atom].fixed();
            }
        }
        conditions
    };
    let has_routes = |conditions: &Conditions<W>| domains.has_routes(group, caps, conditions);
    let mut conditions = domains.conditions(group, caps);
    conditions.stops = conditions.stops.map(|stops| stops & rests);
    let all = others
        .clone()
        .fold(conditions, |conditions, other| raised(conditions, other, limits[other]));
    if !has_routes(&all) {
        others.for_each(|other| most[other] = limits[other]);
    } else if has_routes(&conditions) {
        return most;
    } else {
        for other in others {
            for cap in (caps[other] + 1..=limits[other]).rev() {
                let more = raised(conditions, other, cap);
                if more == conditions || !has_routes(&more) {
                    conditions = more;
                    most[other] = cap;
                    break;
                }
            }
        }
    }
    most
}
