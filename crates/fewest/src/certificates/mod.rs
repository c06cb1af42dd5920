//! Certificates that are written.

#[cfg(not(target_arch = "wasm32"))]
pub mod certificate;
#[cfg(not(target_arch = "wasm32"))]
mod header;
