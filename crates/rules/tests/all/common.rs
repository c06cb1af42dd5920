//! What the tests of several formats share.

use fewest_rules::atomix;

/// A level of KAtomic.
pub const PAIR: &str = "\
[Level]
Name=Pair
atom_1=1-c
atom_2=1-g
feld_00=######
feld_01=#1..2#
feld_02=######
mole_0=12
";

/// The error of a text, or the warnings of its first level, then its errors; one per line.
pub fn remarks(text: &str) -> String {
    match atomix::parse(text.as_bytes(), None) {
        Err(error) => error.to_string(),
        Ok(set) => {
            let level = set.into_levels().next().unwrap();
            let warnings = level.warnings.iter().map(ToString::to_string);
            let errors = level.level.err().unwrap_or_default();
            let errors = errors.iter().map(ToString::to_string);
            warnings.chain(errors).collect::<Vec<_>>().join("\n")
        }
    }
}
