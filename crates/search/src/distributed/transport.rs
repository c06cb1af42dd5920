//! The transport of messages between ranks.

/// One of several ranks, with its connection to the others.
///
/// Messages may arrive in a different order from the one they were sent in; none is lost and none
/// arrives twice. A rank that panics must end all others.
pub trait Transport {
    /// Returns the number of this rank: less than [`Transport::ranks`].
    fn rank(&self) -> usize;

    /// Returns the number of ranks.
    fn ranks(&self) -> usize;

    /// Whether this is the first rank of its process: only the first one changes what the ranks of
    /// a process share.
    fn is_first_of_process(&self) -> bool;

    /// Begins to send a message to another rank.
    ///
    /// # Errors
    /// The message, if too many are in transit: it can be sent later, after this rank has received
    /// others.
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), Vec<u8>>;

    /// Returns a message that has arrived, and the rank that sent it. Does not wait for one.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Waits until every rank has called this, and returns the parts of all of them, one after
    /// another. All parts have the same length; empty ones make this a barrier. Messages do not
    /// arrive meanwhile.
    fn all_gather(&mut self, part: &[u8]) -> Vec<u8>;
}
