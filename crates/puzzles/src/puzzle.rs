//! What people and checkers see of a puzzle.

use fewest_search::problem::Backward;

/// A graph with the names of its things.
pub trait Puzzle: Backward + Clone {
    /// How the rules are called in a certificate.
    const RULES: &'static str;

    /// The instance as text, which the naive implementation reads from a certificate: the drawing of
    /// its first root, unless it says otherwise.
    fn instance(&self) -> String {
        self.roots().first().map(|root| self.draw(root)).unwrap_or_default()
    }

    /// A state as the naive implementation has it: as many bytes for every state, and no two states
    /// alike.
    fn bytes(&self, state: &Self::State) -> Vec<u8>;

    /// A state as lines of text.
    fn draw(&self, state: &Self::State) -> String;

    /// A move in words.
    fn words(&self, action: Self::Action) -> String {
        format!("{action:?}")
    }
}
