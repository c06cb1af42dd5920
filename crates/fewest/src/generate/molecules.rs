//! The molecules of generated levels, drawn as in textbooks.

use super::molecule::Formula;

const fn formula(name: &'static str, rows: &'static [&'static str]) -> Formula {
    Formula { name, rows }
}

/// All of them, by the number of atoms.
pub(super) const FORMULAS: [Formula; 61] = [
    formula("Hydrogen chloride", &["H-L"]),
    formula("Nitrogen", &["N#N"]),
    formula("Oxygen", &["O=O"]),
    formula("Water", &["H   H", r" \ /", "  O"]),
    formula("Carbon dioxide", &["O=C=O"]),
    formula("Carbon disulfide", &["S=C=S"]),
    formula("Hydrogen cyanide", &["H-C#N"]),
    formula("Hydrogen sulfide", &["H-S-H"]),
    formula("Hypochlorous acid", &["H-O-L"]),
    formula("Hypofluorous acid", &["H-O-F"]),
    formula("Oxygen difluoride", &["  O", r" / \", "F   F"]),
    formula("Acetylene", &["H-C#C-H"]),
    formula("Ammonia", &["H-N-H", "  |", "  H"]),
    formula("Carbonyl fluoride", &["F", r" \", "  C=O", " /", "F"]),
    formula("Diazene", &["H", r" \", "  N=N", r"     \", "      H"]),
    formula("Formaldehyde", &["H", r" \", "  C=O", " /", "H"]),
    formula("Formyl fluoride", &["  O", "  :", "H-C-F"]),
    formula("Hydrogen peroxide", &["H", "|", "O-O", "  |", "  H"]),
    formula("Isocyanic acid", &["H-N=C=O"]),
    formula("Nitrogen trifluoride", &["F-N-F", "  |", "  F"]),
    formula("Nitrous acid", &["H-O-N=O"]),
    formula("Phosgene", &["L", r" \", "  C=O", " /", "L"]),
    formula("Phosphine", &["H-P-H", "  |", "  H"]),
    formula("Bromomethane", &["  R", "  |", "H-C-H", "  |", "  H"]),
    formula("Chloroform", &["  H", "  |", "L-C-L", "  |", "  L"]),
    formula("Difluoromethane", &["  H", "  |", "F-C-F", "  |", "  H"]),
    formula("Fluoromethane", &["  F", "  |", "H-C-H", "  |", "  H"]),
    formula("Formic acid", &["  O", "  :", "H-C-O-H"]),
    formula("Hydroxylamine", &["H-N-O", "  | |", "  H H"]),
    formula("Ketene", &["H", r" \", "  C=C=O", " /", "H"]),
    formula("Methane", &["  H", "  |", "H-C-H", "  |", "  H"]),
    formula("Carbonic acid", &["    O", "    :", "H-O-C-O-H"]),
    formula("Difluoroethylene", &["F     H", r" \   /", "  C=C", r" /   \", "H     F"]),
    formula("Ethylene", &["H     H", r" \   /", "  C=C", r" /   \", "H     H"]),
    formula("Formamide", &["  O", "  :", "H-C-N-H", "    |", "    H"]),
    formula("Glyoxal", &["  O", "  :", "H-C-C-H", "    :", "    O"]),
    formula("Hydrazine", &["  H H", "  | |", "H-N-N-H"]),
    formula("Methanol", &["  H", "  |", "H-C-O-H", "  |", "  H"]),
    formula("Acetaldehyde", &["  H O", "  | :", "H-C-C-H", "  |", "  H"]),
    formula("Allene", &["H       H", r" \     /", "  C=C=C", r" /     \", "H       H"]),
    formula("Methylamine", &["  H H", "  | |", "H-C-N-H", "  |", "  H"]),
    formula("Propyne", &["  H", "  |", "H-C-C#C-H", "  |", "  H"]),
    formula("Vinyl alcohol", &["  H H", "  | |", "H-C=C-O-H"]),
    formula("Acetic acid", &["  H O", "  | :", "H-C-C-O-H", "  |", "  H"]),
    formula(
        "Cyclobutadiene",
        &["H     H", r" \   /", "  C=C", "  | |", "  C=C", r" /   \", "H     H"],
    ),
    formula("Ethane", &["  H H", "  | |", "H-C-C-H", "  | |", "  H H"]),
    formula("Methyl formate", &["  O   H", "  :   |", "H-C-O-C-H", "      |", "      H"]),
    formula("Oxalic acid", &["    O", "    :", "H-O-C-C-O-H", "      :", "      O"]),
    formula("Urea", &["    O", "    :", "H-N-C-N-H", "  |   |", "  H   H"]),
    formula("Dimethyl ether", &["  H   H", "  |   |", "H-C-O-C-H", "  |   |", "  H   H"]),
    formula("Ethanol", &["  H H", "  | |", "H-C-C-O-H", "  | |", "  H H"]),
    formula("Propene", &["  H H H", "  | | |", "H-C-C=C-H", "  |", "  H"]),
    formula("Ethylene glycol", &["    H H", "    | |", "H-O-C-C-O-H", "    | |", "    H H"]),
    formula("Dimethylamine", &["  H H H", "  | | |", "H-C-N-C-H", "  |   |", "  H   H"]),
    formula("Acetone", &["  H O H", "  | : |", "H-C-C-C-H", "  |   |", "  H   H"]),
    formula("Butadiene", &["  H H H H", "  | | | |", "H-C=C-C=C-H"]),
    formula("Glycine", &["  H H O", "  | | :", "H-N-C-C-O-H", "    |", "    H"]),
    formula("Propane", &["  H H H", "  | | |", "H-C-C-C-H", "  | | |", "  H H H"]),
    formula("Propanol", &["  H H H", "  | | |", "H-C-C-C-O-H", "  | | |", "  H H H"]),
    formula("Cyclobutane", &["  H H", "  | |", "H-C-C-H", "  | |", "H-C-C-H", "  | |", "  H H"]),
    formula("Lactic acid", &["  H H O", "  | | :", "H-C-C-C-O-H", "  | |", "  H O-H"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The number of bonds of an atom of an element.
    fn valence(element: char) -> u32 {
        match element {
            '1' | '6' | '7' | '8' => 1,
            '3' | '5' => 2,
            '4' | '9' => 3,
            _ => 4,
        }
    }

    #[test]
    fn every_atom_has_its_bonds() {
        for formula in FORMULAS {
            for kind in formula.molecule().kinds {
                let (element, bonds) = kind.split_once('-').unwrap();
                let order = |bond| match bond {
                    'a'..='h' => 1,
                    'A'..='D' => 2,
                    _ => 3,
                };
                let bonds: u32 = bonds.chars().map(order).sum();
                let element = element.chars().next().unwrap();
                assert_eq!(bonds, valence(element), "{}: {kind}", formula.name);
            }
        }
    }

    #[test]
    fn molecules_are_in_order_and_different() {
        let sizes: Vec<_> = FORMULAS.iter().map(|formula| formula.molecule().atoms()).collect();
        assert!(sizes.is_sorted(), "{sizes:?}");
        let names: BTreeSet<_> = FORMULAS.iter().map(|formula| formula.name).collect();
        let drawn: BTreeSet<_> = FORMULAS.iter().map(|formula| formula.rows).collect();
        assert_eq!((names.len(), drawn.len()), (FORMULAS.len(), FORMULAS.len()));
    }
}
