//! The second implementation: lists of boxes, and a keeper who walks the rows of the level.

use fewest_proof::closed_list::Graph;
use std::collections::BTreeSet;

/// The signs of the cells, eight to a row. A state has the cells of the boxes in order, and the
/// first of those that the keeper can walk to.
pub struct Naive(Vec<u8>);

pub fn read(level: &str) -> Result<Naive, String> {
    let rows: Vec<String> = level.lines().map(|row| format!("{row:8}")).collect();
    if rows.iter().any(|row| row.len() > 8) || rows.len() > 8 {
        return Err("it is larger than eight rows of eight".to_owned());
    }
    Ok(Naive(rows.concat().into_bytes()))
}

impl Naive {
    /// The cells with one of some signs.
    fn all(&self, signs: &str) -> Vec<u8> {
        let is_one = |cell: &u8| signs.contains(char::from(self.0[usize::from(*cell)]));
        (0..self.0.len() as u8).filter(is_one).collect()
    }
    fn is_free(&self, boxes: &[u8], cell: u8) -> bool {
        self.0.get(usize::from(cell)).is_some_and(|sign| *sign != b'#') && !boxes.contains(&cell)
    }
    fn walk(&self, boxes: &[u8], keeper: u8) -> BTreeSet<u8> {
        let (mut reached, mut next) = (BTreeSet::from([keeper]), vec![keeper]);
        while let Some(cell) = next.pop() {
            for to in [-1, 1, -8, 8].map(|way| cell.wrapping_add_signed(way)) {
                if self.is_free(boxes, to) && reached.insert(to) {
                    next.push(to);
                }
            }
        }
        reached
    }
    /// A state as one string: boxes in order, the keeper in the first cell that he can walk to.
    fn state(&self, mut boxes: Vec<u8>, keeper: u8) -> Vec<u8> {
        boxes.sort_unstable();
        let first = self.walk(&boxes, keeper).first().copied();
        boxes.into_iter().chain(first).collect()
    }
}

impl Graph for Naive {
    fn roots(&self) -> Vec<Vec<u8>> {
        self.all("@+").into_iter().map(|keeper| self.state(self.all("$*"), keeper)).collect()
    }
    fn is_goal(&self, state: &[u8]) -> bool {
        let places = self.all(".*+");
        state[..state.len() - 1].iter().all(|cell| places.contains(cell))
    }
    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let Some((keeper, boxes)) = state.split_last() else { return };
        let reached = self.walk(boxes, *keeper);
        for (number, &from) in boxes.iter().enumerate() {
            for way in [-1, 1, -8, 8] {
                let (behind, to) = (from.wrapping_add_signed(-way), from.wrapping_add_signed(way));
                if reached.contains(&behind) && self.is_free(boxes, to) {
                    let mut pushed = boxes.to_vec();
                    pushed[number] = to;
                    visit(&self.state(pushed, from));
                }
            }
        }
    }
    /// A box that is not on a place needs a push.
    fn needs(&self, state: &[u8], moves: Option<u16>) -> bool {
        let places = self.all(".*+");
        let outside = state[..state.len() - 1].iter().filter(|cell| !places.contains(cell)).count();
        moves.is_some_and(|moves| outside >= moves.into())
    }
}
