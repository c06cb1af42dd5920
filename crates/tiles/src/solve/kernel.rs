//! The heuristics that IDA* is compiled for.

use crate::heuristics::SlideHeuristic;
use crate::ida_star::{CompiledHeuristic, InnerLoop};
use crate::pattern::{
    CachedProbe, Partition, PatternDatabases, ProbeCache, Table, UnrolledDatabases,
};
use crate::space::AnyHeuristic;
use fewest_rules::tiles::Size;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// IDA* with one heuristic, and beams with the same one or one of the same values.
pub(super) struct Kernel {
    pub inner_loop: Box<dyn InnerLoop>,
    pub of_beams: AnyHeuristic,
}

impl Kernel {
    /// The search with a heuristic, compiled for it if it is the Manhattan distance.
    pub fn of(heuristic: AnyHeuristic, size: Size) -> Self {
        match heuristic {
            AnyHeuristic::Manhattan(known) if size.cells() <= 32 => Self::with::<32, _>(known),
            AnyHeuristic::Manhattan(known) => Self::with::<{ Size::MAX_CELLS }, _>(known),
            known => Self::any(known),
        }
    }

    /// The search with the tables of partitions like those that searches choose for themselves,
    /// which are those of [`Collection::ladder`](crate::pattern::Collection::ladder). Others are
    /// left to [`PatternDatabases`]. The tables are probed through a cache if it fits into `spare`
    /// bytes of memory.
    pub fn of_tables(sides: &[Partition], tables: Vec<Arc<Table>>, spare: u64) -> Self {
        let room = ProbeCache::reserve(&tables, spare);
        let patterns = sides.iter().map(Partition::patterns).max();
        match (room, sides[0].size().cells(), patterns.unwrap_or(0), sides.len()) {
            (Some(room), ..=32, ..=8, 1) => Self::cached::<32, 8, 1>(sides, tables, room),
            (Some(room), ..=32, ..=4, 2) => Self::cached::<32, 4, 2>(sides, tables, room),
            (Some(room), ..=32, ..=8, 2) => Self::cached::<32, 8, 2>(sides, tables, room),
            (Some(room), ..=32, ..=4, 4) => Self::cached::<32, 4, 4>(sides, tables, room),
            (Some(room), .., ..=12, ..=2) => Self::cached::<36, 12, 2>(sides, tables, room),
            (None, ..=32, ..=4, 2) => Self::direct::<32, 4, 2>(sides, tables),
            (None, ..=32, ..=4, 4) => Self::direct::<32, 4, 4>(sides, tables),
            _ => Self::any(Arc::new(PatternDatabases::new(sides, tables)).into()),
        }
    }

    fn cached<const CELLS: usize, const PATTERNS: usize, const SIDES: usize>(
        sides: &[Partition],
        tables: Vec<Arc<Table>>,
        room: Vec<AtomicU8>,
    ) -> Self
    where
        AnyHeuristic: From<Arc<UnrolledDatabases<PATTERNS, SIDES, CachedProbe<PATTERNS, SIDES>>>>,
    {
        Self::with::<CELLS, _>(Arc::new(CachedProbe::databases(sides, tables, room)))
    }

    fn direct<const CELLS: usize, const PATTERNS: usize, const SIDES: usize>(
        sides: &[Partition],
        tables: Vec<Arc<Table>>,
    ) -> Self {
        let of_beams = Arc::new(PatternDatabases::new(sides, tables.clone())).into();
        let databases = UnrolledDatabases::<PATTERNS, SIDES>::new(sides, tables);
        let inner_loop = CompiledHeuristic::<CELLS, _>(Arc::new(databases));
        Self { inner_loop: Box::new(inner_loop), of_beams }
    }

    fn with<const CELLS: usize, H>(heuristic: Arc<H>) -> Self
    where
        H: SlideHeuristic + Send + 'static,
        AnyHeuristic: From<Arc<H>>,
    {
        let of_beams = heuristic.clone().into();
        Self { inner_loop: Box::new(CompiledHeuristic::<CELLS, H>(heuristic)), of_beams }
    }

    fn any(of_beams: AnyHeuristic) -> Self {
        let inner_loop = CompiledHeuristic::<{ Size::MAX_CELLS }, _>(Arc::new(of_beams.clone()));
        Self { inner_loop: Box::new(inner_loop), of_beams }
    }
}
