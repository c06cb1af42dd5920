//! Certificates that are written.

pub mod certificate;
mod header;
