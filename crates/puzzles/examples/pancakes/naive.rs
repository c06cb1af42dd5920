//! The second implementation: lists of any length, sharing nothing with the first.

use fewest_proof::closed_list::Graph;

/// The stack to be sorted.
pub struct Naive(Vec<u8>);

pub fn read(instance: &str) -> Result<Naive, String> {
    let sizes: Result<Vec<u8>, _> = instance.split(' ').map(str::parse).collect();
    sizes.map(Naive).map_err(|error| error.to_string())
}

impl Graph for Naive {
    fn roots(&self) -> Vec<Vec<u8>> {
        vec![self.0.clone()]
    }
    fn is_goal(&self, stack: &[u8]) -> bool {
        stack.is_sorted()
    }
    fn children(&self, stack: &[u8], visit: &mut dyn FnMut(&[u8])) {
        for turned in 2..=stack.len() {
            let (above, below) = stack.split_at(turned);
            visit(&above.iter().rev().chain(below).copied().collect::<Vec<u8>>());
        }
    }
    /// A turn makes neighbours of only one pair that was not.
    fn needs(&self, stack: &[u8], moves: Option<u16>) -> bool {
        let gaps = stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) != 1).count();
        moves.is_some_and(|moves| gaps >= moves.into())
    }
}
