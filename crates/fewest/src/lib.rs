//! The facade library.
