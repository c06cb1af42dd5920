//! The heuristic of a level: lower bounds, their incremental form, and the lazy test.

mod assignment;
mod cave;
mod incremental;
mod lazy_table;
mod lazy_test;
mod level;
mod lower_bound;
mod name;

pub use assignment::FORBIDDEN;
pub use cave::CaveBound;
pub use incremental::Child;
pub use lazy_test::LazyTest;
pub use level::HeuristicLevel;
pub use lower_bound::LowerBound;
pub use name::HeuristicName;
