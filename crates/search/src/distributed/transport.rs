//! What ranks need to know of the way between them.

/// A rank of several, and the way to the others.
///
/// Messages may arrive in another order than they were sent in; none is lost and none arrives twice.
/// A rank that panics must end all others.
pub trait Transport {
    /// The number of this rank: less than [`Transport::ranks`].
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn ranks(&self) -> usize;

    /// Whether this is the first rank of its process: what the ranks of a process share is changed by
    /// this one alone.
    fn is_first_of_process(&self) -> bool;

    /// Begins to send a message to another rank.
    ///
    /// # Errors
    /// The message, if too many are under way: it can be sent later, after others were received here.
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), Vec<u8>>;

    /// A message that has arrived, and the rank that sent it. Does not wait for one.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Waits until every rank has called it, and gives what they brought, one after another. All bring
    /// as many bytes; with none it is a barrier. Messages do not arrive meanwhile.
    fn all_gather(&mut self, part: &[u8]) -> Vec<u8>;
}
