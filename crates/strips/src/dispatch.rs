//! The smallest states that a task fits into.

/// Evaluates an expression with the [`Model`](crate::Model) of a task, whatever the size of its
/// states.
macro_rules! with_model {
    ($ground:expr, $model:ident => $value:expr) => {
        match $ground.atoms() {
            0..=64 => {
                let $model = $crate::Model::<1>::new($ground);
                $value
            }
            65..=128 => {
                let $model = $crate::Model::<2>::new($ground);
                $value
            }
            129..=256 => {
                let $model = $crate::Model::<4>::new($ground);
                $value
            }
            _ => {
                let $model = $crate::Model::<12>::new($ground);
                $value
            }
        }
    };
}
pub(crate) use with_model;
