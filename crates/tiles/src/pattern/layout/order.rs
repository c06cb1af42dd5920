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

/// The bits of the first tiles of an order.
const MASK: u32 = (1 << (TILE * FRONT)) - 1;

impl Orders {
    pub fn new(tiles: usize) -> Self {
        let first = tiles.min(FRONT as usize);
        let mut sorted = vec![];
        permute(&mut (0..tiles).collect::<Vec<_>>(), 0, &mut |order| {
            // Those with the same first tiles follow one another, in the order of their other ones.
            let packed = pack(order);
            let others = order[first..].iter().fold(0, |tiles, &tile| tiles << TILE | tile);
            sorted.push((u64::from(packed & MASK) << 16 | others as u64) << 32 | u64::from(packed));
        });
        sorted.sort_unstable();
        let packed = sorted.into_iter().map(|order| order as u32).collect();
        let rest: usize = (1..=tiles - first).product();
        let mut orders =
            Self { front: [0; 1 << (TILE * FRONT)], back: [0; 1 << (TILE * FRONT)], packed };
        for (number, &packed) in orders.packed.iter().enumerate() {
            orders.front[(packed & MASK) as usize] = (number - number % rest) as u16;
            orders.back[(packed >> (TILE * FRONT)) as usize] = (number % rest) as u8;
        }
        orders
    }

    /// The number of orders.
    pub fn count(&self) -> usize {
        self.packed.len()
    }

    /// The number of the order with these tiles, three bits each, the first lowest.
    #[inline(always)]
    pub fn number(&self, packed: u32) -> usize {
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
