//! Certificates: written, and verified by the rules alone.

#[cfg(not(target_arch = "wasm32"))]
pub mod certificate;
pub mod verified;
