//! Tables of distances, and the searches that fill them.

mod blank_free;
mod breadth_first;
mod table;
mod verify;

pub use blank_free::BlankFreeTable;
pub(crate) use table::BitIndex;
pub use table::{Table, TableBytes};
pub use verify::{VerifyError, verify};
