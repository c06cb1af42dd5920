//! How soon there are plans of the open levels, and how short they become.
//!
//! `good_plans DATA SECONDS THREADS [LEVEL...]`: DATA is a folder with `known.tsv`, a table of
//! levels with the lengths of the best plans found by hand, and with the levels in `levels`.
//! Without levels, it takes the open ones that have such a plan. Each is searched for SECONDS, and
//! its best plan is replayed by the rules. `benches/GOOD-PLANS.md` keeps the record.

mod shared;

use fewest_atomix::solve;
use fewest_rules::replay;
use fewest_search::{Depth, Engine, Interrupt, Limits, Monitor, Progress, Request};
use shared::Fallible;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A good plan is at most this many moves longer than the one found by hand.
const LONGER: u16 = 3;
/// A plan found within this many seconds counts as soon.
const SOON: f64 = 2.0;

fn main() -> ExitCode {
    shared::run(|arguments| {
        let [data, seconds, threads, asked @ ..] = arguments else {
            return Err("usage: good_plans DATA SECONDS THREADS [LEVEL...]".into());
        };
        let seconds = Duration::from_secs(seconds.parse()?);
        rayon::ThreadPoolBuilder::new().num_threads(threads.parse()?).build_global()?;
        let table = std::fs::read_to_string(format!("{data}/known.tsv"))?;
        let rows = table.lines().map(|row| row.split('\t').collect::<Vec<_>>());
        let known: Vec<(&str, u16)> = rows
            .filter(|row| match asked {
                [] => row.get(7) == Some(&"open"),
                _ => asked.iter().any(|level| level == row[0]),
            })
            .filter_map(|row| Some((row[0], row.get(13)?.parse().ok()?)))
            .collect();
        println!("| level | by hand | first plan | seconds | best plan | seconds | at least |");
        println!("|---|---|---|---|---|---|---|");
        let (mut soon, mut good) = (0, 0);
        for &(name, by_hand) in &known {
            let plans = Plans::of(&format!("{data}/levels/{name}"), seconds)?;
            let (first, best) = (plans.found.first(), plans.found.last());
            let cell = |plan: Option<&(f64, u16)>| {
                plan.map_or("- | -".to_owned(), |(at, moves)| format!("{moves} | {at:.1}"))
            };
            println!("| {name} | {by_hand} | {} | {} | {} |", cell(first), cell(best), plans.lower);
            soon += u32::from(first.is_some_and(|&(at, _)| at <= SOON));
            good += u32::from(best.is_some_and(|&(_, moves)| moves <= by_hand + LONGER));
        }
        println!("\n{soon} of {} within {SOON} s; {good} at most {LONGER} longer", known.len());
        Ok(())
    })
}

/// What a search has found.
struct Plans {
    /// By plan: the seconds it took to find, and its moves.
    found: Vec<(f64, u16)>,
    lower: Depth,
}

impl Plans {
    fn of(file: &str, time: Duration) -> Fallible<Self> {
        let level = shared::level(file)?;
        let begun = Instant::now();
        let mut found = Vec::new();
        let mut report = |progress: &Progress| {
            let known = found.last().map(|&(_, moves)| moves);
            if let Some(Depth(upper)) = progress.upper.filter(|upper| known != Some(upper.0)) {
                found.push((begun.elapsed().as_secs_f64(), upper));
            }
        };
        let limits = Limits { deadline: Some(begun + time), ..Limits::default() };
        let never = Interrupt::new();
        let request = Request { engine: Some(Engine::Anytime), ..Request::default() };
        let outcome =
            solve(&level, &request, &mut Monitor::new(limits, &never, &mut report))?.outcome;
        if let Some(plan) = outcome.plan() {
            replay(&level, plan.iter().copied())?;
            assert_eq!(found.last().map(|&(_, moves)| usize::from(moves)), Some(plan.len()));
        }
        Ok(Self { found, lower: outcome.bounds().lower })
    }
}
