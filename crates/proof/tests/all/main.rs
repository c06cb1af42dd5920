//! Tests of the checker through its public parts.

mod unsupported_stops;
