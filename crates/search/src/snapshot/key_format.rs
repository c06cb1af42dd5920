//! Keys of states as bytes.

/// The format of the keys of a state space in files; all keys have the same number of bytes.
pub trait KeyFormat<K>: Send + Sync {
    /// Returns the number of bytes of a key.
    fn bytes(&self) -> usize;

    /// Returns how many of the lowest bits of each byte are in use.
    fn bits(&self) -> u32 {
        u8::BITS
    }

    /// Writes a key to that many bytes.
    fn write(&self, key: K, to: &mut [u8]);

    /// Reads the key from that many bytes; returns `None` if no state of the space has it.
    fn read(&self, from: &[u8]) -> Option<K>;
}
