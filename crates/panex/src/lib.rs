//! Panex: a fast model and its methods.
