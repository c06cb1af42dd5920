//! Plans that were replayed by the rules, their lengths, and the positions along them.

pub mod count;
mod exchange_plan;
mod plan;
pub mod positions;
mod replayed;

pub use count::MoveCount;
pub use exchange_plan::ExchangePlan;
pub use plan::{Move, Plan};
pub use replayed::Replayed;
