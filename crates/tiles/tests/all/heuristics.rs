//! Every heuristic on whole spaces and along random walks.

use fewest_rules::Puzzle;
use fewest_rules::tiles::{Board, Cell, Goal, Instance, Size, Tile};
use fewest_search::Depth;
use fewest_search::outcome::unlimited;
use fewest_search::problem::Consistent;
use fewest_tiles::pattern::{
    BlankFreeTable, CachedProbe, Collection, Pattern, ProbeCache, Table, UnrolledDatabases,
};
use fewest_tiles::{
    InversionDistance, LinearConflict, Manhattan, Packed, PackedBoard, Partition, PatternDatabases,
    Slide, SlideHeuristic, Solver, WalkingDistance,
};
use proptest::prelude::*;
use std::collections::{HashMap, VecDeque};
use std::num::NonZero;
use std::sync::Arc;

/// The tables of some partitions.
fn tables(partitions: &[Partition]) -> Vec<Arc<Table>> {
    let tables = Partition::tables_of(partitions);
    tables.iter().map(|pattern| Table::without_limits(pattern).unwrap()).collect()
}

/// Databases with tables made for them.
fn databases(partitions: &[Partition]) -> PatternDatabases {
    PatternDatabases::new(partitions, tables(partitions))
}

/// The same for the inner loop.
fn unrolled<const PATTERNS: usize, const SIDES: usize>(
    partitions: &[Partition],
) -> UnrolledDatabases<PATTERNS, SIDES> {
    UnrolledDatabases::new(partitions, tables(partitions))
}

/// The same, probed through a cache.
fn with_cache<const PATTERNS: usize, const SIDES: usize>(
    partitions: &[Partition],
) -> UnrolledDatabases<PATTERNS, SIDES, CachedProbe<PATTERNS, SIDES>> {
    let tables = tables(partitions);
    let room = ProbeCache::reserve(&tables, u64::MAX).expect("there is room");
    CachedProbe::databases(partitions, tables, room)
}

/// Walks through a whole space breadth-first from the target, and carries the value along. Each
/// bound must be admissible and consistent.
fn check_space<H: SlideHeuristic<Value: PartialEq + std::fmt::Debug> + Consistent>(
    solved: &Board,
    heuristic: &H,
) {
    let size = solved.size();
    let start = (Packed::<1, 4>::new(solved), solved.blank());
    let value = heuristic.start(|cell| solved.tile(cell));
    let mut layer = vec![(start.0, start.1, value)];
    let mut seen = HashMap::from([(start.0, heuristic.bound(&value))]);
    assert_eq!(heuristic.bound(&value), Depth::ZERO);
    let mut depth = Depth::ZERO;
    while !layer.is_empty() {
        depth = depth.next();
        let mut next = vec![];
        for (board, to, value) in layer {
            let directions = fewest_rules::tiles::Direction::ALL;
            for from in directions.into_iter().filter_map(|d| size.neighbour(to, d)) {
                let slide = Slide::new(board.tile(from), from, to);
                let tile_at = |cell| board.tile(cell);
                let after = heuristic.after(&value, slide, tile_at, Depth::MAX).unwrap();
                let bound = heuristic.bound(&after);
                let change = bound.0.abs_diff(heuristic.bound(&value).0);
                assert!(change <= 1, "a move changes the bound by {change}");
                let board = board.slide(from, to);
                if let Some(known) = seen.insert(board, bound) {
                    assert_eq!(known, bound, "the bound depends on the path");
                    continue;
                }
                assert!(bound <= depth, "{bound} for {depth} moves");
                if next.len() % 97 == 0 {
                    assert_eq!(heuristic.start(|cell| board.tile(cell)), after);
                }
                next.push((board, from, after));
            }
        }
        layer = next;
    }
    assert_eq!(seen.len() as u64 * 2, (1..=size.cells() as u64).product::<u64>());
}

fn check_without_tables(target: &Board) {
    check_space(target, &Manhattan::new(target));
    check_space(target, &LinearConflict::new(target));
    check_space(target, &WalkingDistance::new(target).unwrap());
    check_space(target, &InversionDistance::new(target));
}

fn check_all(size: &str, goal: Goal) {
    let size: Size = size.parse().unwrap();
    let solved = Board::solved(size, goal);
    check_without_tables(&solved);
    for collection in Collection::ladder(&solved) {
        let sides = collection.sides();
        for sides in [&sides[..1], &sides] {
            check_space(&solved, &databases(sides));
            check_space(&solved, &unrolled::<4, 2>(sides));
            check_space(&solved, &with_cache::<4, 2>(sides));
        }
    }
}

#[test]
fn every_heuristic_is_admissible_on_all_of_3x3() {
    Goal::NAMED.into_iter().for_each(|goal| check_all("3x3", goal));
    // The blank on an edge, on the other diagonal, and in another corner.
    for goal in ["1 0 2 / 3 4 5 / 6 7 8", "8 7 6 / 5 4 3 / 2 1 0", "1 2 0 / 5 4 3 / 8 7 6"] {
        check_all("3x3", goal.parse().unwrap());
    }
}

#[test]
fn every_heuristic_is_admissible_on_all_of_2x4_and_4x2() {
    check_all("2x4", Goal::BlankLast);
    check_all("4x2", Goal::BlankFirst);
    check_all("4x2", Goal::Snail);
    check_all("2x4", Goal::BlankCentre);
}

#[test]
#[ignore = "16 s of processor time: just test-long"]
fn every_heuristic_is_admissible_on_all_of_2x5() {
    check_all("2x5", Goal::BlankLast);
}

#[test]
fn every_heuristic_is_admissible_towards_any_target() {
    let size = |text: &str| text.parse::<Size>().unwrap();
    let targets = [
        (size("3x3"), [7, 2, 4, 5, 0, 6, 8, 3, 1].as_slice()),
        (size("3x3"), &[3, 0, 8, 1, 4, 2, 7, 6, 5]),
        (size("3x3"), &[0, 8, 7, 6, 5, 4, 3, 2, 1]),
        (size("2x4"), &[5, 1, 2, 7, 4, 0, 3, 6]),
        (size("4x2"), &[6, 0, 1, 4, 3, 2, 7, 5]),
    ];
    for (size, tiles) in targets {
        let target = Board::new(size, tiles.iter().map(|&tile| Tile(tile)).collect()).unwrap();
        check_without_tables(&target);
        let sides = Collection::smallest(&target).unwrap().sides();
        check_space(&target, &databases(&sides));
    }
}

/// The same number, computed another way: the blank moved step by step, with the tiles outside the
/// pattern left out.
fn fewest_moves_of(pattern: &[Tile], board: &Board, goal: &Board) -> u16 {
    let places = |board: &Board| -> Vec<Cell> {
        pattern.iter().map(|&tile| board.cell_of(tile).unwrap()).collect()
    };
    let target = (places(goal), goal.blank());
    let mut open = VecDeque::from([((places(board), board.blank()), 0)]);
    let mut done = std::collections::HashSet::new();
    while let Some((state, moves)) = open.pop_front() {
        if state == target {
            return moves;
        }
        if !done.insert(state.clone()) {
            continue;
        }
        let (places, blank) = state;
        for direction in fewest_rules::tiles::Direction::ALL {
            let Some(from) = board.size().neighbour(blank, direction) else { continue };
            match places.iter().position(|&cell| cell == from) {
                None => open.push_front(((places.clone(), from), moves)),
                Some(tile) => {
                    let mut after = places.clone();
                    after[tile] = blank;
                    open.push_back(((after, from), moves + 1));
                }
            }
        }
    }
    panic!("every placement can be brought home");
}

#[test]
fn databases_count_the_moves_of_their_tiles() {
    let size: Size = "3x3".parse().unwrap();
    for (goal, drawing) in [(Goal::BlankFirst, ".AABABCCC"), (Goal::BlankLast, "AABBACBC.")] {
        let databases = databases(&[Partition::drawn(size, drawing).unwrap()]);
        let solved = Board::solved(size, goal);
        let instance = Instance::new(solved, goal);
        let letters: Vec<_> = drawing.chars().collect();
        let tiles = |letter| {
            let cells = size.all_cells().filter(move |cell| letters[cell.index()] == letter);
            cells.map(|cell| solved.tile(cell)).collect::<Vec<_>>()
        };
        let patterns = ['A', 'B', 'C'].map(|letter| tiles.clone()(letter));
        let mut board = solved;
        for step in 0..400_usize {
            let moves = instance.moves(&board);
            board = instance.play(&board, &moves[step * step % 7 % moves.len()]).unwrap();
            let value = databases.start(|cell| board.tile(cell));
            let sum = patterns.iter().map(|pattern| fewest_moves_of(pattern, &board, &solved));
            assert_eq!(databases.bound(&value), Depth(sum.sum()), "{board}");
        }
    }
}

fn check_walk<H: SlideHeuristic<Value: PartialEq + std::fmt::Debug>>(
    instance: &Instance,
    heuristic: &H,
    choices: &[usize],
) {
    let mut board = instance.start();
    let mut value = heuristic.start(|cell| board.tile(cell));
    for (length, choice) in choices.iter().enumerate() {
        let moves = instance.moves(&board);
        let step = moves[choice % moves.len()];
        let from = board.cell_of(step.0).unwrap();
        let slide = Slide::new(step.0, from, board.blank());
        let budget = heuristic.bound(&value).next().next();
        let tile_at = |cell| board.tile(cell);
        value = heuristic.after(&value, slide, tile_at, budget).expect("two moves more is enough");
        board = instance.play(&board, &step).unwrap();
        assert_eq!(heuristic.start(|cell| board.tile(cell)), value, "{board}");
        assert!(heuristic.bound(&value).index() <= length + 1);
        if let Some(less) = heuristic.bound(&value).0.checked_sub(1) {
            let back = Slide::new(slide.tile, slide.to, slide.from);
            let back = heuristic.after(&value, back, |cell| board.tile(cell), Depth(less));
            assert!(back.is_none_or(|value| heuristic.bound(&value) <= Depth(less)));
        }
    }
}

proptest! {
    #[test]
    fn values_kept_up_to_date_equal_those_made_afresh(
        size in prop::sample::select(Size::all().collect::<Vec<_>>()),
        goal in prop::sample::select(Goal::NAMED.to_vec()),
        choices in prop::collection::vec(0..12_usize, 0..120),
    ) {
        let solved = Board::solved(size, goal);
        let instance = Instance::new(solved, goal);
        check_walk(&instance, &Manhattan::new(&solved), &choices);
        check_walk(&instance, &LinearConflict::new(&solved), &choices);
        check_walk(&instance, &InversionDistance::new(&solved), &choices);
        if size.cells() > Pattern::MAX_CELLS {
            return Ok(());
        }
        let partition = Partition::bands(&solved, if size.cells() <= 16 { 4 } else { 3 });
        let partitions = [partition];
        check_walk(&instance, &databases(&partitions), &choices);
        check_walk(&instance, &unrolled::<12, 1>(&partitions), &choices);
        if ProbeCache::reserve(&tables(&partitions), u64::MAX).is_some() {
            check_walk(&instance, &with_cache::<12, 1>(&partitions), &choices);
        }
    }
}

#[test]
fn walking_distance_walks_on_the_boards_it_fits() {
    for size in Size::all().filter(|size| size.cells() <= 16) {
        if size.width().max(size.height()) > 6 {
            assert!(WalkingDistance::new(&Board::solved(size, Goal::BlankLast)).is_none());
            continue;
        }
        let solved = Board::solved(size, Goal::BlankLast);
        let heuristic = WalkingDistance::new(&solved).expect("small boards have small tables");
        let choices: Vec<_> = (0..500).map(|i: usize| i * i * 7 % 101 + i / 7).collect();
        check_walk(&Instance::new(solved, Goal::BlankLast), &heuristic, &choices);
    }
    let large = Board::solved("5x5".parse().unwrap(), Goal::BlankLast);
    assert!(WalkingDistance::new(&large).is_none());
}

/// The distances of one pattern, computed another way: placements as lists, the blank moved step by
/// step, a byte for each.
fn bytes(tiles: &[Tile], solved: &Board) -> HashMap<(Vec<Cell>, Cell), u8> {
    let home: Vec<_> = tiles.iter().map(|&tile| solved.cell_of(tile).unwrap()).collect();
    let mut distance = HashMap::new();
    let mut open = VecDeque::from([(home, solved.blank(), 0)]);
    while let Some((places, blank, moves)) = open.pop_front() {
        if distance.contains_key(&(places.clone(), blank)) {
            continue;
        }
        for direction in fewest_rules::tiles::Direction::ALL {
            let Some(beside) = solved.size().neighbour(blank, direction) else { continue };
            match places.iter().position(|&cell| cell == beside) {
                None => open.push_front((places.clone(), beside, moves)),
                Some(tile) => {
                    let mut after = places.clone();
                    after[tile] = blank;
                    open.push_back((after, beside, moves + 1));
                }
            }
        }
        distance.insert((places, blank), moves);
    }
    distance
}

#[test]
fn blank_free_tables_have_the_distance_of_the_closest_region() {
    for pattern in ["3x3:1,3,4:0", "4x4:1,4,5,6:0", "3x2:1,2,3,4:0"] {
        let pattern: Pattern = pattern.parse().unwrap();
        let (size, cells) = (pattern.size(), pattern.cells());
        let goal = Board::solved(size, Goal::BlankFirst);
        assert_eq!(pattern.blank(), goal.blank());
        let tiles: Vec<_> = cells.iter().map(|&cell| goal.tile(cell)).collect();
        let mut closest = HashMap::new();
        for ((places, _), moves) in bytes(&tiles, &goal) {
            let least = closest.entry(places).or_insert(moves);
            *least = moves.min(*least);
        }
        let table = unlimited(|monitor| BlankFreeTable::build(&pattern, monitor)).unwrap();
        for (places, moves) in closest {
            assert_eq!(table.distance(&places), u16::from(moves), "{pattern} {places:?}");
        }
    }
}

#[test]
#[ignore = "14 s of processor time: just test-long"]
fn bits_equal_bytes_along_a_million_moves_and_regions_never_make_a_bound_smaller() {
    let size: Size = "4x4".parse().unwrap();
    let drawing = ".AAB CCBB CDDD DEEE";
    let partitions = [Partition::drawn(size, drawing).unwrap()];
    let databases = unrolled::<8, 1>(&partitions);
    let cached = with_cache::<8, 1>(&partitions);
    let solved = Board::solved(size, Goal::BlankFirst);
    let letters: Vec<_> = drawing.chars().filter(|c| *c != ' ').collect();
    let patterns: Vec<Vec<_>> = ('A'..='E')
        .map(|letter| (1..16).map(Tile).filter(|tile| letters[tile.index()] == letter).collect())
        .collect();
    let tables: Vec<_> = patterns.iter().map(|tiles| bytes(tiles, &solved)).collect();
    let instance = Instance::new(solved, Goal::BlankFirst);
    let mut board = instance.start();
    let mut value = databases.start(|cell| board.tile(cell));
    let mut cached_value = cached.start(|cell| board.tile(cell));
    let mut random = 1_u64;
    let mut is_ever_larger = false;
    for _ in 0..1_000_000 {
        let moves = instance.moves(&board);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let step = moves[(random >> 33) as usize % moves.len()];
        let (to, from) = (board.blank(), board.cell_of(step.0).unwrap());
        let slide = Slide::new(step.0, from, to);
        value = databases.after(&value, slide, |c| board.tile(c), Depth::MAX).unwrap();
        cached_value = cached.after(&cached_value, slide, |c| board.tile(c), Depth::MAX).unwrap();
        board = board.push(from).unwrap();
        let (mut exact, mut blank_free) = (0, 0);
        for (tiles, table) in patterns.iter().zip(&tables) {
            let places: Vec<_> = tiles.iter().map(|&tile| board.cell_of(tile).unwrap()).collect();
            exact += u16::from(table[&(places.clone(), from)]);
            let blanks = size.all_cells().filter_map(|blank| table.get(&(places.clone(), blank)));
            blank_free += u16::from(*blanks.min().unwrap());
        }
        assert_eq!(databases.bound(&value), Depth(exact), "{board}");
        assert_eq!(cached.bound(&cached_value), Depth(exact), "{board}");
        assert!(blank_free <= exact);
        is_ever_larger |= exact > blank_free;
    }
    assert!(is_ever_larger, "the walk meets positions where the region counts");
}

#[test]
fn every_table_is_asked_for_once() {
    let collection: Collection = "4x4:5-5-5".parse().unwrap();
    assert_eq!(collection.sides().len(), 2);
    let mut asked = vec![];
    let build = |pattern: &Pattern| {
        asked.push(pattern.clone());
        Table::without_limits(pattern)
    };
    assert!(Solver::with_tables(&collection, build, u64::MAX, NonZero::<usize>::MIN).is_ok());
    assert_eq!(asked, collection.tables());
}
