//! The orders of a pattern's tiles.

/// Numbers the orders in which tiles can lie in the cells they occupy.
#[derive(Debug)]
pub(crate) struct Orders {
    /// The number of an order is the sum of two: one for the first four tiles, one for the rest.
    front: [u16; 1 << (TILE * FRONT)],
    back: [u8; 1 << (TILE * FRONT)],
    /// The tiles of each order, three bits each, the first lowest.
    packed: Vec<u32>,
}

/// Bits of a tile in an order.
pub(crate) const TILE: u32 = 3;
/// Tiles whose order is read from one table.
const FRONT: u32 = 4;

impl Orders {
    pub fn new(tiles: usize) -> Self {
        let (front, back) = parts(tiles as u32);
        let packed = vec![0; (1..=tiles).product()];
        let mut orders = Self { front, back, packed };
        permute(&mut (0..tiles).collect::<Vec<_>>(), 0, &mut |order| {
            let packed = pack(order);
            let number = orders.number(packed);
            orders.packed[number] = packed;
        });
        orders
    }

    /// The number of orders.
    pub fn count(&self) -> usize {
        self.packed.len()
    }

    /// The number of the order with these tiles, three bits each, the first lowest.
    #[inline(always)]
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
            let orders = Orders::new(tiles);
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
}
