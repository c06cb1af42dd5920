//! Breadth-first search of all states of a pattern, with three bits per state.

use crate::pattern::layout::{Arrangement, Block, Pattern, Ranking};
use fewest_search::platform::{filled, huge_pages};
use fewest_search::{Depth, Monitor, Statistics, Stop};
use rayon::prelude::*;

/// The bytes of a table.
pub(crate) fn table_bytes(ranking: &Ranking) -> u64 {
    8 * ranking.blocks().0 as u64 * ranking.words_a_block() as u64
}

/// The most bytes that [`search`] takes, the table it makes included.
pub(crate) fn building_bytes(ranking: &Ranking) -> u64 {
    let tiles = ranking.tiles();
    3 * table_bytes(ranking) + 2 * (tiles * tiles * ranking.orders.count()) as u64
}

/// A bit for every state, the second lowest of its distance: the fewest moves *of the pattern's
/// tiles* that bring them home and the blank into the region of its place.
///
/// Calls `found` with the states of each layer. There, every block collects its new states from the blocks that it can slide to. Only
/// slides past other tiles read single bits; the others copy words.
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
pub(crate) fn search(
    pattern: &Pattern,
    ranking: &Ranking,
    monitor: &mut Monitor<'_>,
    mut found: impl FnMut(u16, LayerStates<'_>),
) -> Result<Vec<u64>, Stop> {
    monitor.check_memory(building_bytes(ranking))?;
    let (count, even) = ranking.blocks();
    let list = ranking.all_blocks();
    let transfer = Transfer::new(ranking);
    // The states of one layer are all even or all odd: one half is read, the other written.
    let mut halves = [Half::new(ranking, even)?, Half::new(ranking, count - even)?];
    let solved = Arrangement::new(pattern.cells());
    let block = ranking.block(solved.cells(), pattern.blank());
    let is_odd = block >= even;
    halves[usize::from(is_odd)].enter(
        ranking,
        if is_odd { block - even } else { block },
        ranking.orders.number(solved.order()),
    );
    let first = if is_odd { even } else { 0 };
    found(0, LayerStates { half: &halves[usize::from(is_odd)], first });
    let mut statistics = Statistics::default();
    let mut last = 1;
    let mut depth = 0;
    while last > 0 {
        depth += 1;
        statistics.expanded += last;
        monitor.poll(Depth(depth), &statistics)?;
        let [low, high] = &mut halves;
        let (from, to, first_from, first_to) = match is_odd ^ (depth % 2 == 1) {
            true => (&*low, high, 0, even),
            false => (&*high, low, even, 0),
        };
        let layer = Layer { ranking, transfer: &transfer, from, first: first_from, depth };
        let draw = |(i, target)| layer.draw(list[first_to + i], target);
        last = to.targets(ranking).enumerate().map(draw).sum();
        found(depth, LayerStates { half: to, first: first_to });
    }
    // The other vectors are freed before the halves of the table are joined.
    let [low, high] = halves.map(|half| half.bits);
    let mut bits = huge_pages::words(low.len() + high.len())?;
    bits.extend(low);
    bits.extend(high);
    Ok(bits)
}

/// The states of all even or all odd blocks.
struct Half {
    /// The bits of the table.
    bits: Vec<u64>,
    seen: Vec<u64>,
    /// The states found last.
    layer: Vec<u64>,
    /// Their number, by block.
    fresh: Vec<u32>,
    /// The states not seen yet, by block.
    unseen: Vec<u32>,
}

/// The states of a layer.
pub(crate) struct LayerStates<'a> {
    half: &'a Half,
    /// The number of the first block in it.
    first: usize,
}

impl LayerStates<'_> {
    /// The number of each state's block, and of its order.
    pub fn states(&self) -> impl Iterator<Item = (usize, usize)> {
        let Half { layer, fresh, .. } = self.half;
        let words = layer.len() / fresh.len();
        let reached = fresh.iter().enumerate().filter(|(_, fresh)| **fresh > 0);
        reached.flat_map(move |(block, _)| {
            let states = layer[block * words..][..words].iter().enumerate();
            states.flat_map(move |(word, &bits)| {
                let left =
                    std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
                let orders = left.take_while(|bits| *bits != 0).map(|bits| bits.trailing_zeros());
                orders.map(move |order| (self.first + block, 64 * word + order as usize))
            })
        })
    }
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
    fn new(ranking: &Ranking, blocks: usize) -> Result<Self, Stop> {
        let words = || filled(blocks * ranking.words_a_block(), 0);
        let (fresh, unseen) = (filled(blocks, 0)?, filled(blocks, ranking.orders.count() as u32)?);
        Ok(Self { bits: words()?, seen: words()?, layer: words()?, fresh, unseen })
    }

    /// Enters the solved state.
    fn enter(&mut self, ranking: &Ranking, block: usize, order: usize) {
        let word = block * ranking.words_a_block() + order / 64;
        self.seen[word] = 1 << (order % 64);
        self.layer[word] = 1 << (order % 64);
        self.fresh[block] = 1;
        self.unseen[block] -= 1;
    }

    fn targets(&mut self, ranking: &Ranking) -> impl IndexedParallelIterator<Item = Target<'_>> {
        let words = ranking.words_a_block();
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
    ranking: &'a Ranking,
    transfer: &'a Transfer,
    from: &'a Half,
    /// The number of the first block in it.
    first: usize,
    depth: u16,
}

impl Layer<'_> {
    /// Enters the states of a block that are in this layer; returns their number.
    fn draw(&self, block: Block, target: Target<'_>) -> u64 {
        // The states found two layers ago are no longer needed.
        if *target.fresh > 0 {
            target.layer.fill(0);
            *target.fresh = 0;
        }
        if *target.unseen == 0 {
            return 0;
        }
        let words = self.ranking.words_a_block();
        let mut is_reached = false;
        self.ranking.slides(block, |slide| {
            let source = slide.block - self.first;
            if self.from.fresh[source] > 0 {
                is_reached = true;
                let source = &self.from.layer[source * words..][..words];
                self.transfer.copy(source, slide.from, slide.to, target.layer);
            }
        });
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

/// The orders that result when a tile goes past others.
struct Transfer {
    tiles: usize,
    orders: usize,
    /// By the places that the tile leaves and takes, and the number of the order.
    after: Vec<u16>,
}

impl Transfer {
    fn new(ranking: &Ranking) -> Self {
        let tiles = ranking.tiles();
        let orders = ranking.orders.count();
        let mut after = vec![0; tiles * tiles * orders];
        for order in 0..orders {
            for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
                let mut moved: Vec<_> =
                    (0..tiles).map(|place| ranking.orders.tile(order, place)).collect();
                let tile = moved.remove(from);
                moved.insert(to, tile);
                after[(from * tiles + to) * orders + order] =
                    ranking.orders.number_of(&moved) as u16;
            }
        }
        Self { tiles, orders, after }
    }

    /// Adds to a block the states that come from another.
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
