//! The second implementation: a car moves on by one cell, as long as it can.

use fewest_proof::closed_list::Graph;

/// A state has the letter of each cell.
pub struct Naive(Vec<u8>);

pub fn read(instance: &str) -> Result<Naive, String> {
    let cells: Vec<u8> = instance.bytes().filter(u8::is_ascii_alphabetic).collect();
    if cells.len() == 36 { Ok(Naive(cells)) } else { Err("it has not 36 cells".to_owned()) }
}

/// The board after a car moved to the next cell, which is `way` away.
fn moved(board: &[u8], car: u8, way: i32) -> Option<Vec<u8>> {
    let cells: Vec<i32> = (0..36).filter(|cell| board[*cell as usize] == car).collect();
    let is_level = cells.iter().all(|cell| cell / 6 == cells[0] / 6);
    let mut next = board.to_vec();
    cells.iter().for_each(|cell| next[*cell as usize] = b'o');
    for from in &cells {
        let to = from + way;
        let is_along = if is_level { to.div_euclid(6) == from / 6 } else { way % 6 == 0 };
        let place = next.get_mut(usize::try_from(to).ok()?)?;
        if !is_along || *place != b'o' {
            return None;
        }
        *place = car;
    }
    (!cells.is_empty()).then_some(next)
}

impl Graph for Naive {
    fn roots(&self) -> Vec<Vec<u8>> {
        vec![self.0.clone()]
    }
    /// Car A is at the right edge of the third row.
    fn is_goal(&self, board: &[u8]) -> bool {
        board[17] == b'A'
    }
    fn children(&self, board: &[u8], visit: &mut dyn FnMut(&[u8])) {
        for (car, way) in (b'A'..=b'Z').flat_map(|car| [1, -1, 6, -6].map(|way| (car, way))) {
            let mut board = board.to_vec();
            while let Some(next) = moved(&board, car, way) {
                visit(&next);
                board = next;
            }
        }
    }
}
