//! Atomix: a fast model and its heuristics.
