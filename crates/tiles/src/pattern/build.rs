//! The distances of all states of a pattern, by breadth-first search in bits.

use super::arrangement::{Arrangement, TILE};
use super::numbering::{Block, Numbering};
use super::shape::Pattern;
use fewest_search::{Depth, Monitor, Statistics, Stop};
use rayon::prelude::*;

/// The bytes of a table.
pub(super) fn table_bytes(numbering: &Numbering) -> u64 {
    8 * numbering.blocks().0 as u64 * numbering.words_a_block() as u64
}

/// The most bytes that [`build`] takes, the table it makes included.
pub(super) fn building_bytes(numbering: &Numbering) -> u64 {
    let tiles = numbering.tiles();
    3 * table_bytes(numbering) + 2 * (tiles * tiles * numbering.orders()) as u64
}

/// A bit for every state, the second lowest of its distance: the fewest moves *of the pattern's
/// tiles* that bring them home and the blank into the region of its place.
///
/// Layer after layer, each block draws states from the blocks that it can slide to. Only slides
/// past other tiles look at single bits; the others copy words.
///
/// # Errors
/// If a limit is reached.
///
/// # Complexity
/// Three bits a state while it runs.
///
/// # Source
/// Felner, Korf and Hanan, *Additive pattern database heuristics*, JAIR 22 (2004); the region as
/// part of the state: Clausecker and Reinefeld, *Zero-aware pattern databases* (2019).
pub(super) fn build(
    pattern: &Pattern,
    numbering: &Numbering,
    monitor: &mut Monitor<'_>,
) -> Result<Vec<u64>, Stop> {
    monitor.check_memory(building_bytes(numbering))?;
    let (count, even) = numbering.blocks();
    let list = numbering.all_blocks();
    let transfer = Transfer::new(numbering);
    // The states of one layer are all even or all odd: one half is read, the other written.
    let mut halves = [even, count - even].map(|blocks| Half::new(numbering, blocks));
    let solved = Arrangement::new(pattern.cells());
    let block = numbering.block(solved.cells(), pattern.blank());
    let is_odd = block >= even;
    halves[usize::from(is_odd)].enter(
        numbering,
        if is_odd { block - even } else { block },
        numbering.order_number(solved.order()),
    );
    let mut statistics = Statistics::default();
    let mut last = 1;
    let mut depth = 0;
    while last > 0 {
        depth += 1;
        statistics.expanded += last;
        monitor.look_at_the_clock(Depth(depth), &statistics)?;
        let [low, high] = &mut halves;
        let (from, to, first_from, first_to) = match is_odd ^ (depth % 2 == 1) {
            true => (&*low, high, 0, even),
            false => (&*high, low, even, 0),
        };
        let layer = Layer { numbering, transfer: &transfer, from, first: first_from, depth };
        let draw = |(i, target)| layer.draw(list[first_to + i], target);
        last = to.targets(numbering).enumerate().map(draw).sum();
    }
    let [mut low, Half { bits, .. }] = halves;
    (low.seen, low.layer) = (vec![], vec![]);
    low.bits.extend(bits);
    Ok(low.bits)
}

/// The states of all even or all odd blocks.
struct Half {
    /// What is to be found.
    bits: Vec<u64>,
    seen: Vec<u64>,
    /// The states found last.
    layer: Vec<u64>,
    /// How many these are, by block.
    fresh: Vec<u32>,
    /// The states not seen yet, by block.
    unseen: Vec<u32>,
}

/// A block and what is to be changed there.
struct Target<'a> {
    bits: &'a mut [u64],
    seen: &'a mut [u64],
    layer: &'a mut [u64],
    fresh: &'a mut u32,
    unseen: &'a mut u32,
}

impl Half {
    fn new(numbering: &Numbering, blocks: usize) -> Self {
        let words = || vec![0; blocks * numbering.words_a_block()];
        let unseen = vec![numbering.orders() as u32; blocks];
        Self { bits: words(), seen: words(), layer: words(), fresh: vec![0; blocks], unseen }
    }

    /// Enters the solved state.
    fn enter(&mut self, numbering: &Numbering, block: usize, order: usize) {
        let word = block * numbering.words_a_block() + order / 64;
        self.seen[word] = 1 << (order % 64);
        self.layer[word] = 1 << (order % 64);
        self.fresh[block] = 1;
        self.unseen[block] -= 1;
    }

    fn targets(
        &mut self,
        numbering: &Numbering,
    ) -> impl IndexedParallelIterator<Item = Target<'_>> {
        let words = numbering.words_a_block();
        let sets = (self.bits.par_chunks_exact_mut(words))
            .zip(self.seen.par_chunks_exact_mut(words))
            .zip(self.layer.par_chunks_exact_mut(words));
        let counts = self.fresh.par_iter_mut().zip(&mut self.unseen);
        sets.zip(counts).map(|(((bits, seen), layer), (fresh, unseen))| Target {
            bits,
            seen,
            layer,
            fresh,
            unseen,
        })
    }
}

/// One step of the search.
struct Layer<'a> {
    numbering: &'a Numbering,
    transfer: &'a Transfer,
    from: &'a Half,
    /// The number of the first block in it.
    first: usize,
    depth: u16,
}

impl Layer<'_> {
    /// Enters the states of a block that are in this layer; their number.
    fn draw(&self, block: Block, target: Target<'_>) -> u64 {
        // What was found two layers ago is of no more use.
        if *target.fresh > 0 {
            target.layer.fill(0);
            *target.fresh = 0;
        }
        if *target.unseen == 0 {
            return 0;
        }
        let words = self.numbering.words_a_block();
        let mut is_reached = false;
        for slide in self.numbering.slides(block) {
            let source = slide.block - self.first;
            if self.from.fresh[source] > 0 {
                is_reached = true;
                let source = &self.from.layer[source * words..][..words];
                self.transfer.copy(source, slide.from, slide.to, target.layer);
            }
        }
        if !is_reached {
            return 0;
        }
        let mut fresh = 0;
        for ((layer, seen), bits) in target.layer.iter_mut().zip(target.seen).zip(target.bits) {
            *layer &= !*seen;
            *seen |= *layer;
            *bits |= if self.depth & 2 == 0 { 0 } else { *layer };
            fresh += layer.count_ones();
        }
        *target.fresh = fresh;
        *target.unseen -= fresh;
        fresh.into()
    }
}

/// What becomes of orders when a tile goes past others.
struct Transfer {
    tiles: usize,
    orders: usize,
    /// By the places that the tile leaves and takes, and the number of the order.
    after: Vec<u16>,
}

impl Transfer {
    fn new(numbering: &Numbering) -> Self {
        let (tiles, orders) = (numbering.tiles(), numbering.orders());
        let mut all = vec![0; orders];
        let mut permutation: Vec<usize> = (0..tiles).collect();
        permute(&mut permutation, 0, &mut |order| {
            all[numbering.order_number(packed(order))] = packed(order)
        });
        let mut after = vec![0; tiles * tiles * orders];
        for (number, &order) in all.iter().enumerate() {
            let digits: Vec<_> = (0..tiles).map(|i| order >> (TILE as usize * i) & 7).collect();
            for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
                let mut moved = digits.clone();
                let tile = moved.remove(from);
                moved.insert(to, tile);
                after[(from * tiles + to) * orders + number] =
                    numbering.order_number(packed(&moved)) as u16;
            }
        }
        Self { tiles, orders, after }
    }

    /// Adds to a block what comes from another.
    fn copy(&self, source: &[u64], from: usize, to: usize, target: &mut [u64]) {
        if from == to {
            target.iter_mut().zip(source).for_each(|(target, source)| *target |= source);
            return;
        }
        let after = &self.after[(from * self.tiles + to) * self.orders..][..self.orders];
        for (&word, after) in source.iter().zip(after.chunks(u64::BITS as usize)) {
            let mut word = word;
            while word != 0 {
                let order = usize::from(after[word.trailing_zeros() as usize]);
                target[order / 64] |= 1 << (order % 64);
                word &= word - 1;
            }
        }
    }
}

fn packed(order: &[usize]) -> usize {
    order.iter().rev().fold(0, |packed, tile| packed << TILE | tile)
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
