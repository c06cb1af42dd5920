//! The (n²−1)-puzzle: a fast model and its heuristics.
