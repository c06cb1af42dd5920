//! Random small instances of every puzzle, solved in every way, against breadth-first search by the
//! rules alone.
//!
//! Every search gets a random engine, direction, heuristic and limits: few nodes, little
//! memory, and an upper bound below, at and above the optimum, alone and together. Its claims must
//! be true: see [`claims`].
//!
//! `FEWEST_DIFFERENTIAL=100000` makes that many comparisons instead of a few thousand.
//! `FEWEST_DIFFERENTIAL_SEED=17` makes those of one seed, which a failure prints, and prints each
//! before it is made.

mod all_solutions;
mod atomix;
mod breadth_first;
mod claims;
mod graphs;
mod panex;
mod request;
mod search;
mod tiles;

use claims::Claims;
use fewest::search::{Direction, Engine, Request};
use request::Asked;
use std::collections::BTreeMap;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Comparisons of each puzzle, unless more are asked for: they take some seconds in all.
const COMPARISONS: u64 = 2_000;
/// The most mistakes of each kind to show per engine; others are counted.
const SHOWN: u64 = 3;

/// A random small puzzle whose optimum is known.
trait Small {
    /// The length of a shortest plan, by breadth-first search; `None` if there is none.
    fn optimum(&self) -> Option<u64>;

    /// A random request for it.
    fn ask(&self, random: &mut fastrand::Rng) -> Asked;

    /// The claims of a search, or `None` if it refuses the request.
    fn answer(&self, asked: &Asked) -> Option<Claims>;

    /// The instance, as text for a person who looks for a mistake.
    fn describe(&self) -> String;
}

/// Searches made of each instance.
const SEARCHES: usize = 24;

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Compares the claims of searches of random instances with the truth.
fn compare<P: Small>(puzzle: &str, random_instance: impl Fn(&mut fastrand::Rng) -> P) {
    let only = number("FEWEST_DIFFERENTIAL_SEED");
    let seeds = only.map_or(0..u64::MAX, |seed| seed..seed + 1);
    let wanted = number("FEWEST_DIFFERENTIAL").map_or(COMPARISONS, |all| all.div_ceil(PUZZLES));
    let mut compared = 0;
    let mut mistakes = BTreeMap::<_, u64>::new();
    let mut shown = Vec::new();
    for seed in seeds {
        if compared >= wanted {
            break;
        }
        let mut random = fastrand::Rng::with_seed(seed);
        let instance = random_instance(&mut random);
        let optimum = instance.optimum();
        for _ in 0..SEARCHES {
            let asked = instance.ask(&mut random).with_limits(optimum, &mut random);
            if only.is_some() {
                println!("{asked:?}\nof {}", instance.describe());
            }
            let answer = catch_unwind(AssertUnwindSafe(|| instance.answer(&asked)));
            let mistake = match &answer {
                Ok(None) => continue,
                Ok(Some(claims)) => claims.mistake(optimum, &asked),
                Err(_) => Some("it panics"),
            };
            compared += 1;
            let Some(mistake) = mistake else { continue };
            let of_this_kind = mistakes.entry((asked.engine_name(), mistake)).or_default();
            *of_this_kind += 1;
            if *of_this_kind <= SHOWN {
                let instance = instance.describe();
                shown.push(format!(
                    "seed {seed}: {mistake}: {:?}\nof {instance}, optimum {optimum:?}, {asked:?}\n",
                    answer.ok()
                ));
            }
        }
    }
    println!("{puzzle}: {compared} comparisons, mistakes: {mistakes:#?}");
    assert!(mistakes.is_empty(), "{mistakes:#?}\n{}", shown.join("\n"));
}

/// The number of tests below, which share the requested comparisons.
const PUZZLES: u64 = 5;

#[test]
fn atomix() {
    compare("Atomix", atomix::Random::new);
}

#[test]
fn tiles() {
    compare("tiles", tiles::Random::new);
}

#[test]
fn panex() {
    compare("Panex", panex::Random::new);
}

#[test]
fn directed_graphs() {
    compare("directed graphs", graphs::Random::directed);
}

#[test]
fn undirected_graphs() {
    compare("undirected graphs", graphs::Random::undirected);
}

/// Counts all shortest plans of random instances, found in both directions.
fn count<P>(
    random_instance: impl Fn(&mut fastrand::Rng) -> P,
    has_several: impl Fn(&P, Request) -> bool,
) {
    let mut several = 0;
    for seed in 0..200 {
        let instance = random_instance(&mut fastrand::Rng::with_seed(seed));
        let [forward, backward] = Direction::ALL.map(|direction| {
            let (engine, direction) = (Some(Engine::BreadthFirst), Some(direction));
            Request { engine, direction, ..Request::default() }
        });
        for request in [Request::default(), forward, backward] {
            several += usize::from(has_several(&instance, request));
        }
    }
    assert!(several > 30, "{several}");
}

#[test]
fn all_solutions_of_atomix() {
    count(atomix::Random::new, atomix::Random::has_several_solutions);
}

#[test]
fn all_solutions_of_tiles() {
    count(tiles::Random::new, tiles::Random::has_several_solutions);
}

#[test]
fn all_solutions_of_panex() {
    count(panex::Random::new, panex::Random::has_several_solutions);
}
