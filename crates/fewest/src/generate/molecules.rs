//! Molecules that levels are made for.
//!
//! Drawn from the textbook formulas on a grid; kinds are in KAtomic's letters, see
//! [`Kind`](fewest_rules::atomix::Kind).

/// A molecule: its name, its rows with a label for each kind of atom, and the kinds of the labels
/// `1`, `2`, ... in order.
pub(super) struct Molecule {
    pub name: &'static str,
    pub rows: &'static [&'static str],
    pub kinds: &'static [&'static str],
}

const fn molecule(
    name: &'static str,
    rows: &'static [&'static str],
    kinds: &'static [&'static str],
) -> Molecule {
    Molecule { name, rows, kinds }
}

impl Molecule {
    /// How many atoms it has.
    pub fn atoms(&self) -> usize {
        self.rows.iter().flat_map(|row| row.chars()).filter(|&c| c != '.').count()
    }
}

/// All of them, by the number of atoms.
pub(super) const MOLECULES: [Molecule; 26] = [
    molecule("Nitrogen", &["12"], &["4-F", "4-H"]),
    molecule("Oxygen", &["12"], &["3-B", "3-D"]),
    molecule("Hydrogen chloride", &["12"], &["1-c", "7-g"]),
    molecule("Hydrogen sulfide", &["123"], &["1-c", "5-cg", "1-g"]),
    molecule("Hydrogen cyanide", &["123"], &["1-c", "2-Fg", "4-H"]),
    molecule("Carbon dioxide", &["123"], &["3-B", "2-BD", "3-D"]),
    molecule("Carbon disulfide", &["123"], &["5-B", "2-BD", "5-D"]),
    molecule("Sulfur dioxide", &["123"], &["3-B", "5-BD", "3-D"]),
    molecule("Hypochlorous acid", &["123"], &["1-c", "3-cg", "7-g"]),
    molecule("Hydrogen peroxide", &["1223"], &["1-c", "3-cg", "1-g"]),
    molecule("Acetylene", &["1234"], &["1-c", "2-Fg", "2-Hc", "1-g"]),
    molecule("Ammonia", &["123", ".4."], &["1-c", "4-ceg", "1-g", "1-a"]),
    molecule("Phosphine", &["123", ".4."], &["1-c", "9-ceg", "1-g", "1-a"]),
    molecule("Formaldehyde", &["1..", ".23", "4.."], &["1-d", "2-Bfh", "3-D", "1-b"]),
    molecule("Phosgene", &["1..", ".23", "4.."], &["7-d", "2-Bfh", "3-D", "7-b"]),
    molecule("Formic acid", &[".1..", "2345"], &["3-C", "1-c", "2-Acg", "3-cg", "1-g"]),
    molecule("Methane", &[".1.", "234", ".5."], &["1-e", "1-c", "2-aceg", "1-g", "1-a"]),
    molecule("Fluoromethane", &[".1.", "234", ".5."], &["6-e", "1-c", "2-aceg", "1-g", "1-a"]),
    molecule("Chloroform", &[".1.", "234", ".5."], &["1-e", "7-c", "2-aceg", "7-g", "7-a"]),
    molecule("Bromomethane", &[".1.", "234", ".5."], &["8-e", "1-c", "2-aceg", "1-g", "1-a"]),
    molecule(
        "Ethylene",
        &["1..2", ".34.", "5..6"],
        &["1-d", "1-f", "2-Bfh", "2-Dbd", "1-b", "1-h"],
    ),
    molecule("Hydrazine", &[".11.", "2334"], &["1-e", "1-c", "4-acg", "1-g"]),
    molecule(
        "Methanol",
        &[".1..", "2345", ".6.."],
        &["1-e", "1-c", "2-aceg", "3-cg", "1-g", "1-a"],
    ),
    molecule(
        "Methylamine",
        &[".11.", "2345", ".6.."],
        &["1-e", "1-c", "2-aceg", "4-acg", "1-g", "1-a"],
    ),
    molecule(
        "Propyne",
        &[".1...", "23456", ".7..."],
        &["1-e", "1-c", "2-aceg", "2-Fg", "2-Hc", "1-g", "1-a"],
    ),
    molecule("Ethane", &[".11.", "2334", ".55."], &["1-e", "1-c", "2-aceg", "1-g", "1-a"]),
];
