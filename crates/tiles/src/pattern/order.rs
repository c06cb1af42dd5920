//! The orders of a pattern's tiles.

use fewest_rules::tiles::Size;

/// Numbers the orders in which tiles can lie in the cells they occupy, and knows what becomes of
/// an order when a tile goes past others.
#[derive(Debug)]
pub(super) struct Orders {
    tiles: usize,
    /// The number of an order is the sum of two: one for the first four tiles, one for the rest.
    front: [u16; 1 << (TILE * FRONT)],
    back: [u8; 1 << (TILE * FRONT)],
    /// The tiles of each order, three bits each, the first lowest.
    packed: Vec<u32>,
    /// The most tiles that a slide passes.
    most: usize,
    /// By order, tile, and tiles that it passes upwards, from minus `most` on.
    after: Vec<u16>,
    /// How many of these an order has.
    row: usize,
}

/// Bits of a tile in an order.
const TILE: u32 = 3;
/// Tiles whose order is looked up together.
const FRONT: u32 = 4;

impl Orders {
    pub fn new(size: Size, tiles: usize) -> Self {
        let (front, back) = parts(tiles as u32);
        let count = (1..=tiles).product();
        let most = usize::from(size.width()) - 1;
        let row = tiles * (2 * most + 1);
        let (packed, after) = (vec![0; count], vec![0; count * row]);
        let mut orders = Self { tiles, front, back, packed, most, after, row };
        permute(&mut (0..tiles).collect::<Vec<_>>(), 0, &mut |order| {
            let packed = pack(order);
            let number = orders.number(packed);
            orders.packed[number] = packed;
        });
        orders.go_past();
        orders
    }

    /// Fills in the orders after slides: past one tile by exchanging the two, past more one after
    /// the other.
    fn go_past(&mut self) {
        let most = self.most as isize;
        for order in 0..self.count() {
            for place in 0..self.tiles {
                let at = self.entry(order, self.tile(order, place), 0);
                self.after[at] = order as u16;
            }
        }
        for direction in [1, -1] {
            for passed in 1..=most {
                for order in 0..self.count() {
                    for place in 0..self.tiles {
                        let tile = self.tile(order, place);
                        let before = direction * (passed - 1);
                        let almost = self.after[self.entry(order, tile, before)].into();
                        let place = place as isize + before;
                        let next = place + direction;
                        let tiles = 0..self.tiles as isize;
                        if tiles.contains(&place) && tiles.contains(&next) {
                            let at = self.entry(order, tile, direction * passed);
                            let low = place.min(next) as u32;
                            self.after[at] = self.exchanged(almost, low) as u16;
                        }
                    }
                }
            }
        }
    }

    /// The order with the tiles in two places beside each other exchanged.
    fn exchanged(&self, order: usize, low: u32) -> usize {
        let packed = self.packed[order];
        let shift = TILE * low;
        let both = (packed >> shift ^ packed >> (shift + TILE)) & 7;
        self.number(packed ^ both << shift ^ both << (shift + TILE))
    }

    #[inline(always)]
    fn entry(&self, order: usize, tile: usize, passed: isize) -> usize {
        (order * self.row + self.column(tile)).wrapping_add_signed(passed)
    }

    /// By what [`Orders::after`] knows a tile.
    pub fn column(&self, tile: usize) -> usize {
        tile * (2 * self.most + 1) + self.most
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.packed.len()
    }

    /// The number of the order with these tiles, three bits each, the first lowest.
    pub fn number(&self, packed: u32) -> usize {
        const MASK: u32 = (1 << (TILE * FRONT)) - 1;
        let [front, back] = [packed & MASK, packed >> (TILE * FRONT)];
        usize::from(self.front[front as usize]) + usize::from(self.back[back as usize])
    }

    /// A tile in a place: orders are sums of these.
    pub fn placed(tile: u8, place: u32) -> u32 {
        u32::from(tile) << (TILE * place)
    }

    /// The number of the order with these tiles.
    pub fn number_of(&self, order: &[usize]) -> usize {
        self.number(pack(order))
    }

    /// The tile in a place of an order.
    pub fn tile(&self, order: usize, place: usize) -> usize {
        (self.packed[order] >> (TILE * place as u32) & 7) as usize
    }

    /// The order after the tile of a column went past others, upwards if `passed` is positive.
    #[inline(always)]
    pub fn after(&self, order: usize, column: usize, passed: isize) -> usize {
        self.after[(order * self.row + column).wrapping_add_signed(passed)].into()
    }
}

fn pack(order: &[usize]) -> u32 {
    order.iter().rev().fold(0, |packed, &tile| packed << TILE | tile as u32)
}

/// Calls `visit` with every order of the numbers from `done` on.
fn permute(order: &mut [usize], done: usize, visit: &mut impl FnMut(&[usize])) {
    if done == order.len() {
        return visit(order);
    }
    for i in done..order.len() {
        order.swap(done, i);
        permute(order, done + 1, visit);
        order.swap(done, i);
    }
}

/// For the first tiles of an order and for the others, what they add to its number.
fn parts(tiles: u32) -> ([u16; 1 << (TILE * FRONT)], [u8; 1 << (TILE * FRONT)]) {
    let front = tiles.min(FRONT);
    let back = tiles - front;
    let rest: usize = (1..=back as usize).product();
    let digits = |order: usize, count: u32| -> Vec<usize> {
        (0..count).map(|place| order >> (TILE * place) & 7).collect()
    };
    let is_order = |digits: &[usize]| {
        let ones = digits.iter().fold(0_u32, |set, digit| set | 1 << digit).count_ones();
        ones as usize == digits.len() && digits.iter().all(|&digit| digit < tiles as usize)
    };
    let mut number = 0;
    let fronts = (0..1 << (TILE * FRONT)).map(|order| {
        let is_used = order >> (TILE * front) == 0 && is_order(&digits(order, front));
        let at = number;
        number += if is_used { rest } else { 0 };
        if is_used { at as u16 } else { 0 }
    });
    let backs = (0..1 << (TILE * FRONT)).map(|order| {
        let digits = digits(order, back);
        let smaller = |i: usize| digits[i + 1..].iter().filter(|&&d| d < digits[i]).count();
        let product = |i: usize| (1..=digits.len() - 1 - i).product::<usize>();
        let number = (0..digits.len()).map(|i| smaller(i) * product(i)).sum::<usize>();
        if is_order(&digits) { number as u8 } else { 0 }
    });
    let (mut front, mut back) = ([0; 1 << (TILE * FRONT)], [0; 1 << (TILE * FRONT)]);
    front.iter_mut().zip(fronts).for_each(|(to, number)| *to = number);
    back.iter_mut().zip(backs).for_each(|(to, number)| *to = number);
    (front, back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_order_has_a_number_of_its_own() {
        for tiles in 1..=8 {
            let orders = Orders::new("3x4".parse().unwrap(), tiles);
            let mut seen = HashSet::new();
            for order in 0..1_usize << (TILE as usize * tiles) {
                let digits: HashSet<_> =
                    (0..tiles).map(|place| order >> (TILE as usize * place) & 7).collect();
                if digits.len() == tiles && digits.iter().all(|&digit| digit < tiles) {
                    let number = orders.number(order as u32);
                    assert!(number < orders.count() && seen.insert(number), "{order:o}");
                }
            }
            assert_eq!(seen.len(), orders.count());
        }
    }

    #[test]
    fn a_tile_that_goes_past_others_is_taken_out_and_put_in_again() {
        for (size, tiles) in [("4x4", 7), ("5x5", 6), ("6x6", 3), ("2x3", 4)] {
            let orders = Orders::new(size.parse().unwrap(), tiles);
            for order in 0..orders.count() {
                let digits: Vec<_> = (0..tiles).map(|place| orders.tile(order, place)).collect();
                for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
                    let passed = to as isize - from as isize;
                    if passed.unsigned_abs() <= orders.most {
                        let mut moved = digits.clone();
                        let tile = moved.remove(from);
                        moved.insert(to, tile);
                        let column = orders.column(tile);
                        assert_eq!(orders.after(order, column, passed), orders.number_of(&moved));
                    }
                }
            }
        }
    }
}
