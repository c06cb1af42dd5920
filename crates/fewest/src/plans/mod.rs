//! Plans that were replayed by the rules and the positions along them.

mod exchange_plan;
mod plan;
pub mod positions;
mod replayed;

pub use exchange_plan::ExchangePlan;
pub use plan::{Move, Plan};
pub use replayed::Replayed;
