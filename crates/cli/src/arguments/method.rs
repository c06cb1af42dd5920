//! How to search.

use super::abbreviations::engines;
use super::names::names;
use super::units;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fewest::atomix::TieBreaking;
use fewest::search::{
    CachingProbability, Direction, Engine, MultiGoal, OpenList, PerimeterHeuristic, PlanRecovery,
    Replacement, Request, Settings, Switch, TableStart, Weight,
};
use fewest::tiles::automaton::Path as RulePath;
use std::ffi::OsStr;
use std::num::NonZeroUsize;

/// How to search.
#[derive(Debug, Args)]
pub(crate) struct Method {
    /// Engine; by default the one that suits the puzzle
    #[arg(long, ignore_case = true, value_parser = engines())]
    pub(crate) engine: Option<Engine>,
    /// Direction; auto takes the one that suits the puzzle
    #[arg(long, default_value = "auto", value_parser = directions())]
    pub(crate) direction: Asked,
    /// Heuristic for Atomix, tiles or tasks in PDDL, which each have their own, or the pattern
    /// databases of partitions of tiles, like 5x5:6-6-6-6; by default the one that suits the engine
    #[arg(long, value_parser = WordsParser::HEURISTICS)]
    heuristic: Option<&'static str>,
    /// Rule that breaks ties in the open lists of A* for Atomix, or several in order, separated by
    /// commas; by default the least h first
    #[arg(long, value_name = "RULE[,RULE...]", value_parser = WordsParser::TIE_BREAKING)]
    tie_breaking: Option<&'static str>,
    /// Data structure of the open lists of A* [default: buckets]
    #[arg(long, value_parser = names(OpenList::ALL, OpenList::name))]
    open_list: Option<OpenList>,
    /// Whether A* and IDA* for Atomix look for the nearest goal position in one search, or search
    /// for each goal position separately, bound by bound
    #[arg(long, default_value_t, value_parser = names(MultiGoal::ALL, MultiGoal::name))]
    multi_goal: MultiGoal,
    /// Weight of the heuristic in the weighted engines, from 1 to 100: plans are at most this many
    /// times as long as a shortest one [default: 1.5]
    #[arg(long, value_name = "NUMBER")]
    weight: Option<Weight>,
    /// Replacement scheme of the transposition tables of transposition-ida-star and
    /// stochastic-ida-star [default: fifo]
    #[arg(long, value_parser = names(Replacement::ALL, Replacement::name))]
    replacement: Option<Replacement>,
    /// Whether transposition tables start each bound empty, with the states of the previous bound,
    /// or filled by iterations with all limits up to three below the bound [default: empty]
    #[arg(long, value_parser = names(TableStart::ALL, TableStart::name))]
    table_start: Option<TableStart>,
    /// How likely stochastic-ida-star is to store a state that it meets [default: 0.25]
    #[arg(long, value_name = "PROBABILITY")]
    caching_probability: Option<CachingProbability>,
    /// Lower bound of perimeter-ida-star for states outside the perimeter: one more than its
    /// distance, or for Atomix its distance plus the least h to one of its states [default:
    /// distance]
    #[arg(long, value_parser = names(PerimeterHeuristic::ALL, PerimeterHeuristic::name))]
    perimeter: Option<PerimeterHeuristic>,
    /// Whether ida-star and weighted-ida-star skip moves that lead to the same state as others
    /// [default: on]
    #[arg(long, value_parser = names(Switch::ALL, Switch::name))]
    move_pruning: Option<Switch>,
    /// Whether the engines called ida-star search children in order of f [default: on]
    #[arg(long, value_parser = names(Switch::ALL, Switch::name))]
    move_ordering: Option<Switch>,
    /// How frontier finds the plan once its searches have met: with layers that it kept, or by
    /// recursion on the midpoint, which keeps none [default: layers]
    #[arg(long, value_parser = names(PlanRecovery::ALL, PlanRecovery::name))]
    plan_recovery: Option<PlanRecovery>,
    /// Length of the longest move-pruning rules for tile puzzles; by default that of the stored
    /// rules, or 10
    #[arg(long, value_name = "MOVES", value_parser = rule_length())]
    rule_length: Option<u8>,
    /// Threads for engines that use several; by default as many as there are processors
    #[arg(long, value_name = "COUNT", allow_hyphen_values = true, value_parser = units::threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

impl Method {
    /// The request that these arguments stand for.
    pub(crate) fn request(&self) -> Request {
        let Self { engine, direction, heuristic, tie_breaking, multi_goal, .. } = *self;
        let settings = Settings {
            weight: self.weight,
            open_list: self.open_list,
            replacement: self.replacement,
            table_start: self.table_start,
            caching_probability: self.caching_probability,
            perimeter: self.perimeter,
            move_pruning: self.move_pruning,
            move_ordering: self.move_ordering,
            plan_recovery: self.plan_recovery,
        };
        Request {
            engine,
            direction: direction.0,
            heuristic,
            tie_breaking,
            multi_goal,
            rule_length: self.rule_length,
            settings,
        }
    }
}

/// A direction, or none if the choice is left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked(pub(crate) Option<Direction>);

fn directions() -> impl TypedValueParser<Value = Asked> {
    let names = Direction::ALL.map(Direction::name).into_iter().chain(["auto"]);
    PossibleValuesParser::new(names).map(|name| Asked(name.parse().ok()))
}

/// The number of moves of the longest rules.
pub(crate) fn rule_length() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(2..=RulePath::LONGEST as i64)
}

/// Reads one of several names and keeps it, or a text of another form.
#[derive(Debug, Clone, Copy)]
struct WordsParser {
    names: fn() -> Vec<&'static str>,
    /// The words of a text that must be names.
    words: fn(&str) -> Vec<&str>,
}

impl WordsParser {
    /// Heuristics have a name, or are partitions.
    const HEURISTICS: Self = Self {
        names: fewest::heuristic_names,
        words: |text| if text.contains(':') { vec![] } else { vec![text] },
    };

    /// Several rules are separated by commas.
    const TIE_BREAKING: Self = Self {
        names: || TieBreaking::ALL.map(TieBreaking::name).to_vec(),
        words: |text| text.split(',').collect(),
    };
}

impl TypedValueParser for WordsParser {
    type Value = &'static str;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let text = value.to_string_lossy();
        let name = PossibleValuesParser::new((self.names)());
        for word in (self.words)(&text) {
            name.parse_ref(command, argument, word.as_ref())?;
        }
        // Leaked: the few bytes are needed as long as the command runs.
        Ok(text.into_owned().leak())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}
