//! The rules of Panex.
