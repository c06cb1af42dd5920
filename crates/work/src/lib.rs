//! A queue of independent jobs in a folder, for all processes and machines that share it.
//!
//! A [`Unit`] is the arguments of a command. `work.json` has the arguments of all units, and a word
//! that distinguishes the job from all others. The place of a unit is shown by a file with that
//! word, in one of three folders:
//!
//! - `todo/17.json`: nobody has it;
//! - `leased/17.WORKER.json`: a worker has it, and writes to the file as long as it lives;
//! - `done/17.DIGEST.json`: its result, in place of the unit.
//!
//! A file is renamed from one folder to the next. If several workers try, the file system lets one
//! succeed, on network file systems as well. A lease that was not written to for too long is taken
//! over in the same way, judged by the times of the file system, not by the clocks of machines. So
//! a worker that dies loses no more than what it had done of its unit.
//!
//! A unit may be run twice: by a worker that was only slow, and by the one that took it over.
//! Results are named by their digests, without times, so that equal ones are one file, and
//! different ones are noticed. Results of other jobs do not count.
//!
//! [`process`] runs a command, [`record`] reads what it has written.

mod done;
mod error;
pub mod files;
mod folder;
mod lease;
mod name;
pub mod process;
pub mod record;
mod runner;
mod status;

pub use done::Done;
pub use error::WorkError;
pub use folder::{Folder, Unit};
pub use lease::{Claim, Lease, Worker};
pub use runner::{Event, Runner};
pub use status::{Leased, Status};
