//! The rules of the (n²−1)-puzzle and its rectangular relatives.
