//! Requests for searches.

use fewest::search::{Direction, Engine, MultiGoal};

/// A request for a search; `None` leaves the choice open, or sets no limit.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub engine: Option<Engine>,
    pub direction: Option<Direction>,
    pub heuristic: Option<&'static str>,
    pub tie_breaking: Option<&'static str>,
    pub multi_goal: MultiGoal,
    pub nodes: Option<u64>,
    pub memory: Option<u64>,
    pub upper_bound: Option<u16>,
    pub threads: usize,
}

impl Asked {
    /// A random engine and direction, or now and then none.
    pub fn random(random: &mut fastrand::Rng) -> Self {
        let engine = maybe(random, 19, Engine::ALL);
        let direction = maybe(random, 4, Direction::ALL);
        Self { engine, direction, threads: random.usize(1..=2), ..Self::default() }
    }

    /// The same with limits that are hard to keep.
    pub fn with_limits(self, optimum: Option<u64>, random: &mut fastrand::Rng) -> Self {
        let up_to = |random: &mut fastrand::Rng, bits| 1_u64 << random.u32(0..=bits);
        let about = u16::try_from(optimum.unwrap_or(12)).expect("optima are small");
        // Iterative deepening does not end if there is no plan, and not soon if it is long; anytime
        // does not where memory makes its widest beam too narrow.
        let is_short = optimum.is_some_and(|optimum| optimum <= 6);
        let ends = is_short && self.engine != Some(Engine::Anytime);
        let enough = (!ends).then_some(20_000);
        Self {
            nodes: match random.bool() {
                true => {
                    let most = up_to(random, 12);
                    Some(random.u64(0..=most))
                }
                false => enough,
            },
            memory: (random.u8(0..4) == 0).then(|| up_to(random, 22)),
            upper_bound: random.bool().then(|| (about + random.u16(0..6)).saturating_sub(3)),
            ..self
        }
    }

    pub fn engine_name(&self) -> &'static str {
        self.engine.map_or("default", Engine::name)
    }
}

/// One of several, or in one of `rarely` cases none.
pub fn maybe<T: Copy, const N: usize>(
    random: &mut fastrand::Rng,
    rarely: usize,
    of: [T; N],
) -> Option<T> {
    (random.usize(0..rarely) != 0).then(|| of[random.usize(0..N)])
}
