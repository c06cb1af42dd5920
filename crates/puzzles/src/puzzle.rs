//! The interface of a puzzle for people and checkers.

use fewest_search::problem::Backward;

/// A graph with texts for its states and moves.
pub trait Puzzle: Backward + Clone {
    /// The name of the rules in a certificate.
    const RULES: &'static str;

    /// Returns the instance as text, which the naive implementation reads from a certificate; by
    /// default, the drawing of its first root.
    fn instance(&self) -> String {
        self.roots().first().map(|root| self.draw(root)).unwrap_or_default()
    }

    /// Returns a state in the form of the naive implementation: the same number of bytes for every
    /// state, and different bytes for different states.
    fn bytes(&self, state: &Self::State) -> Vec<u8>;

    /// Draws a state as lines of text.
    fn draw(&self, state: &Self::State) -> String;

    /// Describes a move in words.
    fn words(&self, action: Self::Action) -> String {
        format!("{action:?}")
    }
}
