//! The number of atoms as a compile-time capacity of states.

/// Calls a function that is generic over the number of atoms, with the least sufficient capacity:
/// every stored state takes that many bytes. Each capacity is compiled separately, which is slow
/// for many engines.
macro_rules! with_capacity_for {
    ($level:expr, $function:ident $arguments:tt) => {
        match $level.atoms().len() {
            ..=8 => $function::<8> $arguments,
            9..=16 => $function::<16> $arguments,
            17..=32 => $function::<32> $arguments,
            _ => $function::<MAX_ATOMS> $arguments,
        }
    };
}

pub(super) use with_capacity_for;
