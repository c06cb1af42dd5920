//! The rules of Atomix.
