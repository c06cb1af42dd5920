//! The verbs: one file or folder for each.

pub(crate) mod automaton;
pub(crate) mod completions;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod improve;
pub(crate) mod info;
#[cfg(feature = "lab")]
pub(crate) mod lab;
pub(crate) mod layers;
pub(crate) mod levels;
pub(crate) mod man;
pub(crate) mod pdb;
#[cfg(feature = "play")]
pub(crate) mod play;
pub(crate) mod predict;
pub(crate) mod rate;
pub(crate) mod replay;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod verify;
pub(crate) mod work;
