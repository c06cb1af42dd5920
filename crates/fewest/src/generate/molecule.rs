//! Converts a structural formula to the molecule of a level.

/// A structural formula: atoms in even rows and columns, bonds between them.
///
/// Elements are `H C O N S F P`, `L` for chlorine and `R` for bromine. Bonds are `-` or `|` or
/// diagonal `/` and `\`, double `=` or `:`, triple `#`.
pub(super) struct Formula {
    /// The name.
    pub name: &'static str,
    /// The rows; what is missing at their ends is empty.
    pub rows: &'static [&'static str],
}

/// A molecule in KAtomic's terms.
pub(super) struct Molecule {
    /// The name.
    pub name: &'static str,
    /// The rows with a label for each atom and `.` where there is none.
    pub rows: Vec<String>,
    /// The kinds of the labels `1`, `2`, ..., each with at least one atom.
    pub kinds: Vec<String>,
}

/// Where to look for an atom's bonds: rows and columns from it, and the letters of a single, a
/// double and a triple bond.
const BONDS: [(isize, isize, &str, &str); 8] = [
    (-1, 0, "|:", "aA"),
    (-1, 1, "/", "b"),
    (0, 1, "-=#", "cBF"),
    (1, 1, r"\", "d"),
    (1, 0, "|:", "eC"),
    (1, -1, "/", "f"),
    (0, -1, "-=#", "gDH"),
    (-1, -1, r"\", "h"),
];

impl Formula {
    /// Returns the molecule. Atoms of the same element with the same bonds are of the same kind.
    pub fn molecule(&self) -> Molecule {
        let columns = self.rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let mut kinds: Vec<String> = Vec::new();
        let mut rows = Vec::new();
        for row in (0..self.rows.len()).step_by(2) {
            let mut labels = String::new();
            for column in (0..columns).step_by(2) {
                let Some(kind) = self.kind(row, column) else {
                    labels.push('.');
                    continue;
                };
                let number = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
                    kinds.push(kind);
                    kinds.len() - 1
                });
                labels.extend(label(number));
            }
            rows.push(labels);
        }
        Molecule { name: self.name, rows, kinds }
    }

    /// The kind of the atom at a place: its element and its bonds in KAtomic's letters.
    fn kind(&self, row: usize, column: usize) -> Option<String> {
        let element = match self.at(row, column)? {
            'H' => '1',
            'C' => '2',
            'O' => '3',
            'N' => '4',
            'S' => '5',
            'F' => '6',
            'L' => '7',
            'R' => '8',
            'P' => '9',
            _ => return None,
        };
        let bond = |&(rows, columns, drawn, letters): &(isize, isize, &str, &str)| {
            let bond =
                self.at(row.checked_add_signed(rows)?, column.checked_add_signed(columns)?)?;
            letters.chars().nth(drawn.find(bond)?)
        };
        let bonds: String = BONDS.iter().filter_map(bond).collect();
        Some(format!("{element}-{bonds}"))
    }

    fn at(&self, row: usize, column: usize) -> Option<char> {
        self.rows.get(row)?.chars().nth(column)
    }
}

impl Molecule {
    /// Returns the number of atoms.
    pub fn atoms(&self) -> usize {
        self.labels().count()
    }

    /// Returns the labels of its atoms in reading order.
    pub fn labels(&self) -> impl Iterator<Item = char> + '_ {
        self.rows.iter().flat_map(|row| row.chars()).filter(|&cell| cell != '.')
    }
}

/// The label of a kind by its number, from 0: KAtomic counts 1 to 9, a, b, ...
pub(super) fn label(number: usize) -> Option<char> {
    char::from_digit(u32::try_from(number).ok()? + 1, 36)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_read_as_chemists_do() {
        let rows = &["H", r" \", "  C=O", " /", "H"];
        let Molecule { rows, kinds, .. } = Formula { name: "Formaldehyde", rows }.molecule();
        assert_eq!(rows, ["1..", ".23", "4.."]);
        assert_eq!(kinds, ["1-d", "2-Bfh", "3-D", "1-b"]);
    }

    #[test]
    fn like_atoms_have_one_label() {
        let rows = &["  H H", "  | |", "H-C-C-H", "  | |", "  H H"];
        let molecule = Formula { name: "Ethane", rows }.molecule();
        assert_eq!(molecule.rows, [".11.", "2334", ".55."]);
        assert_eq!((molecule.atoms(), molecule.kinds.len()), (8, 5));
    }
}
