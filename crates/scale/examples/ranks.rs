//! Searches by ranks, which print the same for any number of them: `ranks pancakes 12 3 7` sorts
//! the seventh stack of 12 pancakes with a gap heuristic that ignores the 3 smallest ones, `ranks
//! astar 12 3 7` does so by A*, and `ranks panex 4` exchanges two towers by breadth-first search.
//!
//! `ranks saved FOLDER 12 3 7` is like `ranks pancakes 12 3 7`, and saves the search many times a
//! second. The same command resumes it; nothing is printed of a layer that was already complete.
//!
//! `ranks disk FOLDER 64 12 3 7` is like `ranks pancakes 12 3 7`, with the states of each rank on
//! disk and 64 MiB of memory for it; it resumes in the same way.
//!
//! `ranks list 9 180` lists the positions within 180 moves of that of 9 pieces, layer by layer and
//! in order, as for a certificate.
//!
//! The time, and what the ranks sent, go to standard error.

use fewest_panex::{closed_states, solve_with_storage};
use fewest_rules::panex::Instance;
use fewest_scale::{MpiRank, start};
use fewest_search::artifact::KeyFormat;
use fewest_search::distributed::{
    LayerCount, Notice, RankCheckpoint, Traffic, Transport,
    distributed_breadth_first_heuristic_search, hash_distributed_astar,
};
use fewest_search::external::{
    ExternalError, RankDisk, distributed_external_breadth_first_heuristic_search,
};
use fewest_search::outcome::unlimited;
use fewest_search::problem::Backward;
use fewest_search::{
    Depth, Engine, Limits, OpenList, Problem, Ranks, Request, StateSpace, Statistics, Storage,
};
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A stack of pancakes, four bits each, the topmost lowest. A move turns some of the topmost over.
#[derive(Clone, Copy)]
struct Pancakes {
    count: u32,
    start: u64,
}

impl Pancakes {
    /// Returns the stack of a seed: each pancake swaps places with one below it.
    fn of_seed(count: u32, mut seed: u64) -> Self {
        let mut stack: Vec<u64> = (0..count.into()).collect();
        for place in (1..stack.len()).rev() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            stack.swap(place, (seed >> 33) as usize % (place + 1));
        }
        let start = stack.iter().rev().fold(0, |all, pancake| all << 4 | pancake);
        Self { count, start }
    }

    fn at(stack: u64, place: u32) -> u64 {
        stack >> (4 * place) & 15
    }

    fn is_sorted(&self, stack: u64) -> bool {
        (0..self.count).all(|place| Self::at(stack, place) == u64::from(place))
    }

    /// Counts neighbours that do not belong together: a move separates one pair. Pairs with one of
    /// the `ignored` smallest pancakes are not counted.
    fn gaps(&self, stack: u64, ignored: u64) -> u16 {
        // The plate is the neighbour of the largest.
        let pancake = |place| match place == self.count {
            true => u64::from(self.count),
            false => Self::at(stack, place),
        };
        let is_gap = |place: u32| {
            let pair = [pancake(place), pancake(place + 1)];
            pair.iter().all(|&pancake| pancake >= ignored) && pair[0].abs_diff(pair[1]) != 1
        };
        (0..self.count).map(|place| u16::from(is_gap(place))).sum()
    }
}

impl StateSpace for Pancakes {
    type State = u64;
    type Action = u32;
    type Key = u64;

    fn roots(&self) -> Vec<u64> {
        vec![self.start]
    }

    fn is_goal(&self, &stack: &u64) -> bool {
        self.is_sorted(stack)
    }

    fn successors(&self, &stack: &u64, mut visit: impl FnMut(u32, u64)) {
        for turned in 2..=self.count {
            let below =
                stack.checked_shr(4 * turned).map_or(0, |rest| rest << (4 * turned - 1) << 1);
            let top = (0..turned).fold(0, |top, place| top << 4 | Self::at(stack, place));
            visit(turned, below | top);
        }
    }

    fn pack(&self, &stack: &u64) -> u64 {
        stack
    }

    fn unpack(&self, stack: u64) -> u64 {
        stack
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<u64>>> {
        Some(Box::new(*self))
    }
}

impl KeyFormat<u64> for Pancakes {
    fn bytes(&self) -> usize {
        self.count.div_ceil(2) as usize
    }

    fn write(&self, key: u64, to: &mut [u8]) {
        to.copy_from_slice(&key.to_le_bytes()[..to.len()]);
    }

    fn read(&self, from: &[u8]) -> Option<u64> {
        let mut bytes = [0; 8];
        bytes[..from.len()].copy_from_slice(from);
        Some(u64::from_le_bytes(bytes))
    }
}

/// Every move is its own inverse.
impl Backward for Pancakes {
    type Reversed = Sorted;

    fn reversed(&self) -> Sorted {
        Sorted(*self)
    }
}

/// From the sorted stack to another one.
struct Sorted(Pancakes);

impl StateSpace for Sorted {
    type State = u64;
    type Action = u32;
    type Key = u64;

    fn roots(&self) -> Vec<u64> {
        vec![(0..self.0.count).rev().fold(0, |all, pancake| all << 4 | u64::from(pancake))]
    }

    fn is_goal(&self, &stack: &u64) -> bool {
        stack == self.0.start
    }

    fn successors(&self, stack: &u64, visit: impl FnMut(u32, u64)) {
        self.0.successors(stack, visit);
    }

    fn pack(&self, &stack: &u64) -> u64 {
        stack
    }

    fn unpack(&self, stack: u64) -> u64 {
        stack
    }
}

fn search(arguments: &[&str], rank: &mut MpiRank) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let is_first = rank.rank() == 0;
    let mut traffic = Traffic::default();
    let mut lines = vec![];
    let (moves, statistics) = match arguments {
        ["pancakes" | "astar", count, ignored, seed]
        | ["saved", _, count, ignored, seed]
        | ["disk", _, _, count, ignored, seed] => {
            let count = count.parse().ok().filter(|count| (2..=16).contains(count));
            let count = count.ok_or("there can be from 2 to 16 pancakes")?;
            let (ignored, seed) = (ignored.parse()?, seed.parse()?);
            let pancakes = Pancakes::of_seed(count, seed);
            let gaps = |stack: &u64| Some(Depth(pancakes.gaps(*stack, ignored)));
            let problem = Problem::new(pancakes, gaps);
            let told = |notice: Notice| eprintln!("{notice:?}");
            let names = ["pancakes".to_owned(), format!("{count} {ignored} {seed}")];
            let interval = Duration::from_millis(50);
            let checkpoint = (arguments[0] == "saved")
                .then(|| RankCheckpoint::new(arguments[1], names.clone(), interval, &told));
            let checkpoint = checkpoint.as_ref();
            let memory: u64 = if arguments[0] == "disk" { arguments[2].parse()? } else { 0 };
            let disk =
                (arguments[0] == "disk").then(|| RankDisk::new(arguments[1], names, None, &told));
            let outcome = unlimited(|monitor| match arguments[0] {
                "astar" => {
                    let found =
                        hash_distributed_astar(&problem, OpenList::default(), rank, monitor);
                    let (outcome, sent) = found?;
                    traffic = sent;
                    Ok::<_, ExternalError>(outcome)
                }
                _ => {
                    let mut visit = |layer: &LayerCount| {
                        let LayerCount { bound, depth, states, generated, digest, .. } = layer;
                        let [sum, xor] = digest;
                        lines.push(format!(
                            "{bound} {depth}: {states} states of {generated}, {sum:016x} {xor:016x}"
                        ));
                        traffic = layer.traffic;
                    };
                    match &disk {
                        None => Ok(distributed_breadth_first_heuristic_search(
                            &problem, rank, checkpoint, &mut visit, monitor,
                        )?),
                        Some(disk) => {
                            let memory = Some(memory << 20);
                            let limits = Limits { memory, ..*monitor.limits() };
                            let monitor = &mut monitor.with(limits);
                            distributed_external_breadth_first_heuristic_search(
                                &problem, rank, disk, &mut visit, monitor,
                            )
                        }
                    }
                }
            })?;
            (outcome.plan().map(<[_]>::len), *outcome.statistics())
        }
        ["panex", height] => {
            let instance = Instance::exchange(height.parse()?);
            let request = Request { engine: Some(Engine::BreadthFirst), ..Request::default() };
            let answer = unlimited(|monitor| {
                let mut ranks = Storage::Ranks(Ranks::Transport(rank), None);
                solve_with_storage(&instance, &request, Some(&mut ranks), monitor)
            });
            let outcome = answer?.outcome;
            let Statistics { expanded, generated, .. } = outcome.statistics();
            lines.push(format!("{expanded} expanded, {generated} generated"));
            (outcome.plan().map(<[_]>::len), *outcome.statistics())
        }
        ["list", height, bound] => {
            let instance = Instance::exchange(height.parse()?);
            let width = instance.piece_set().count() + 2;
            // By layer, the number of positions and the FNV-1a of their bytes, one after the other.
            let mut layers: Vec<(usize, u64)> = vec![];
            let mut visit = |Depth(depth), positions: &[u8]| {
                layers.resize(usize::from(depth) + 1, (0, 0xcbf2_9ce4_8422_2325));
                let (count, hash) = &mut layers[usize::from(depth)];
                *count += positions.len() / width;
                let mix =
                    |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                *hash = positions.iter().fold(*hash, mix);
                Ok(())
            };
            let bound = Some(Depth(bound.parse()?));
            let ranks = &mut Storage::Ranks(Ranks::Transport(rank), None);
            let is_closed = unlimited(|monitor| {
                closed_states(&instance, bound, Some(ranks), &mut visit, monitor)
            })?;
            if is_first {
                for (depth, (count, hash)) in layers.iter().enumerate() {
                    println!("{depth}: {count} positions, {hash:016x}");
                }
                println!("a goal among them: {}", !is_closed);
                eprintln!("{:.2} s", began.elapsed().as_secs_f64());
            }
            return Ok(());
        }
        ["panic"] => {
            assert_ne!(rank.rank(), 1, "this rank panics");
            rank.all_gather(&[]);
            return Ok(());
        }
        _ => {
            return Err(
                "usage: ranks pancakes|astar COUNT IGNORED SEED | ranks saved FOLDER COUNT IGNORED \
                 SEED | ranks disk FOLDER MEBIBYTES COUNT IGNORED SEED | ranks panex HEIGHT | ranks list HEIGHT BOUND"
                    .into()
            );
        }
    };
    if is_first {
        lines.iter().for_each(|line| println!("{line}"));
        match moves {
            Some(moves) => println!("{moves} moves"),
            None => println!("no plan"),
        }
        let seconds = began.elapsed().as_secs_f64();
        let rate = statistics.expanded as f64 / seconds;
        eprintln!(
            "{} expanded, {} of them again, {} generated, {seconds:.2} s: {rate:.0} a second",
            statistics.expanded, statistics.reexpanded, statistics.generated
        );
        eprintln!(
            "the first rank sent {} states in {} messages, {} bytes",
            traffic.states, traffic.messages, traffic.bytes
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ended = start(|rank| search(&arguments, rank));
    match ended.map_err(Into::into).flatten() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ranks: {error}");
            ExitCode::FAILURE
        }
    }
}
