//! Keys of states as bytes.

/// How the keys of a state space are stored in files, all with as many bytes.
pub trait KeyFormat<K>: Send + Sync {
    /// The bytes of a key.
    fn bytes(&self) -> usize;

    /// How many of the lowest bits of each byte are in use.
    fn bits(&self) -> u32 {
        u8::BITS
    }

    /// Writes a key to so many bytes.
    fn write(&self, key: K, to: &mut [u8]);

    /// The key in so many bytes; none if no state of the space has it.
    fn read(&self, from: &[u8]) -> Option<K>;
}
