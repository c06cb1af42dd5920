//! The status of a state: its layer, and whether it was expanded.

use crate::Depth;
use crate::snapshot::{Reader, Snapshot, Unreadable, Writer};
use std::io;

/// The depth of a state modulo three.
///
/// With a mark on unexpanded states, it distinguishes the layer that a breadth-first search expands
/// from the one it fills, and shows from where a state can have been reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layer(u8);

impl Layer {
    pub(crate) fn of(depth: Depth) -> Self {
        Self((depth.0 % 3) as u8)
    }
}

/// A store keeps this with a state, in three bits that are never all zero: its layer and whether it
/// is open, or that it was refuted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NodeStatus(u8);

impl NodeStatus {
    /// Number of bits.
    pub(crate) const BITS: u32 = 3;
    const OPEN: u8 = 4;
    /// A state that is on no plan within the bound: it is in no layer.
    pub(crate) const REFUTED: Self = Self(Self::OPEN);

    /// A state of a layer, not expanded yet.
    pub(crate) fn open(layer: Layer) -> Self {
        Self((layer.0 + 1) | Self::OPEN)
    }

    /// The same state once it is expanded.
    #[must_use]
    pub(crate) fn closed(self) -> Self {
        Self(self.0 & !Self::OPEN)
    }

    /// The layer of the state, unless it was refuted.
    #[inline]
    pub(crate) fn layer(self) -> Option<Layer> {
        (self.0 & !Self::OPEN).checked_sub(1).map(Layer)
    }

    #[inline]
    pub(crate) fn bits(self) -> u128 {
        self.0.into()
    }

    /// Zero is not a status: the slot is empty.
    #[inline]
    pub(crate) fn from_bits(bits: u128) -> Option<Self> {
        (bits != 0).then_some(Self(bits as u8))
    }
}

impl Snapshot for NodeStatus {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.0)
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let bits = Some(from.part::<u8>()?).filter(|&bits| bits >> Self::BITS == 0);
        let status = bits.and_then(|bits| Self::from_bits(bits.into()));
        status.ok_or(Unreadable::Invalid("such a status of a state"))
    }
}
