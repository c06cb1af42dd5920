//! The number of atoms as a constant that states are made of.

/// Calls a function that is generic over the number of atoms with the least capacity that suffices:
/// every stored state has a byte for each. Every capacity is compiled anew, which takes long for many
/// engines.
macro_rules! with_capacity_for {
    ($level:expr, $capacities:tt, $function:ident $arguments:tt) => {
        with_capacity_for!(@ $level, $capacities, $function, $arguments)
    };
    (@ $level:expr, [$($capacity:literal),*], $function:ident, $arguments:tt) => {
        match $level.atoms().len() {
            $(..=$capacity => $function::<$capacity> $arguments,)*
            _ => $function::<MAX_ATOMS> $arguments,
        }
    };
}

pub(super) use with_capacity_for;
