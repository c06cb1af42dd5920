//! Arguments that several verbs share.

use crate::abbreviations::engines;
use crate::completions;
use crate::exit::Usage;
use crate::given::{Given, Moves};
use crate::output::tell;
use crate::plan_text::PlanText;
use crate::units;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fewest::atomix::{self, TieBreaking};
#[cfg(feature = "lab")]
use fewest::input::Entry;
use fewest::input::{self, Format};
use fewest::rules::atomix::OpenEdge;
use fewest::rules::pddl::Kind;
use fewest::rules::tiles;
use fewest::search::{
    CachingProbability, Direction, Engine, MultiGoal, OpenList, PerimeterHeuristic, PlanRecovery,
    Replacement, Request, Settings, Switch, TableStart, Weight,
};
use fewest::tiles::automaton::Path as RulePath;
use fewest::{AnyPuzzle, InputOptions, Instance};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;

/// How inputs are read.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// Format of files and standard input, instead of detecting it
    #[arg(long, value_parser = names::<Format>(Format::names()))]
    format: Option<Format>,
    /// Solved board of tile puzzles: blank-last as in the toy, blank-first as in Korf's papers,
    /// blank-centre, snail, or a position like "1 2 3 / 8 0 4 / 7 6 5" [default: blank-last]
    #[arg(long)]
    goal: Option<tiles::Goal>,
    /// Size of tile puzzles, WIDTHxHEIGHT, where the input does not say
    #[arg(long, value_name = "SIZE")]
    size: Option<tiles::Size>,
    /// What happens at the edge of an Atomix field where there is no wall: refuse makes it an error
    /// if an atom can leave the board, stop lets the edge stop atoms
    #[arg(
        long,
        default_value = OpenEdge::default().name(),
        value_parser = names::<OpenEdge>(OpenEdge::ALL.map(OpenEdge::name)),
    )]
    open_edge: OpenEdge,
}

impl Reading {
    pub(crate) fn options(&self) -> InputOptions {
        let Self { format, goal, size, open_edge } = *self;
        let tiles = tiles::Options { size, goal: goal.unwrap_or_default() };
        InputOptions { format, open_edge, tiles }
    }

    /// Reads an input.
    ///
    /// # Errors
    /// If it cannot be read, or if an option for tile puzzles is given and it is not one.
    pub(crate) fn read(&self, input: &OsStr) -> anyhow::Result<Given> {
        let given = Given::default().with(fewest::entries(input, self.options())?);
        let is_tiles = |instance: &Instance| matches!(instance.puzzle, AnyPuzzle::Tiles(_));
        if !given.instances.is_empty() && given.instances.iter().all(is_tiles) {
            // A board that cannot be read may change what the lines before it mean.
            given.check_whole()?;
        }
        let is_other = |instance: &&Instance| !matches!(instance.puzzle, AnyPuzzle::Tiles(_));
        let option = self.goal.map(|_| "--goal").or(self.size.map(|_| "--size"));
        if let Some((option, other)) = option.zip(given.instances.iter().find(is_other)) {
            let (name, puzzle) = (&other.name, other.puzzle.name());
            let message = format!("{option} is only for tile puzzles; {name} belongs to {puzzle}");
            return Err(Usage(message).into());
        }
        Ok(given)
    }
}

/// One or more inputs.
#[derive(Debug, Args)]
pub(crate) struct Inputs {
    /// What to work on: FILE, FILE:5, FILE:1-10, water, katomic:5, gnome:Water, a tile puzzle,
    /// panex:7, DOMAIN.pddl TASK.pddl, or - for standard input
    #[arg(value_name = "INPUT", required = true, add = completions::inputs())]
    inputs: Vec<OsString>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    pub(crate) moves: Moves,
    /// Start from the position after these moves: written out, or in a file as for verify
    #[arg(long, value_name = "MOVES|FILE")]
    after: Option<OsString>,
}

impl Inputs {
    /// Whether one of them is standard input.
    pub(crate) fn are_typed(&self) -> bool {
        self.inputs.iter().any(|input| input == "-")
    }

    /// Whether reading them may block: one is standard input, a named pipe or a device.
    pub(crate) fn may_wait(&self) -> bool {
        let is_stream = |input| fs::metadata(input).is_ok_and(|it| !it.is_file() && !it.is_dir());
        self.are_typed() || self.inputs.iter().any(is_stream)
    }

    /// All levels of all inputs with their numbers, broken ones included.
    #[cfg(feature = "lab")]
    pub(crate) fn entries(&self) -> Result<Vec<Entry>, fewest::InputError> {
        let mut entries = Vec::new();
        for input in &self.inputs {
            entries.extend(fewest::input::entries(input, self.reading.options())?);
        }
        Ok(entries)
    }

    /// All instances of all inputs: an error in one of them is reported before work begins on any.
    ///
    /// # Errors
    /// Those of [`fewest::InputError`]; [`Usage`] if the inputs are the numbers of one board;
    /// moves that cannot be made.
    pub(crate) fn read(&self) -> anyhow::Result<Given> {
        if let Some(board) = self.unquoted_board() {
            let message = format!("these numbers are one board; quote them: \"{board}\"");
            return Err(Usage(message).into());
        }
        let mut all = Given::default();
        let (domain, inputs) = self.with_domain()?;
        for input in inputs {
            let given = match domain {
                Some(domain) => Given::default().with(input::task(domain, input)?),
                None => self.reading.read(input)?,
            };
            if let Some(missing) = input::missing(input, given.len()) {
                tell(&format!("fewest: {missing}"));
            }
            all = all.and(given);
        }
        self.moves.check(&all.instances)?;
        if let Some(after) = &self.after {
            let text = PlanText::read(after)?;
            text.check_is_for(&all.instances)?;
            for instance in &mut all.instances {
                *instance = text.instance_after(instance, self.moves)?;
            }
        }
        Ok(all)
    }

    /// The domain that all inputs are tasks of, if one is given, and the inputs.
    fn with_domain(&self) -> Result<(Option<&OsString>, Vec<&OsString>), Usage> {
        let are_several = self.inputs.len() > 1;
        let is_domain =
            |input: &&OsString| are_several && input::kind_of_pddl(input) == Some(Kind::Domain);
        let (domains, inputs): (Vec<_>, Vec<_>) = self.inputs.iter().partition(is_domain);
        match (&domains[..], &inputs[..]) {
            ([domain], [_, ..]) => Ok((Some(*domain), inputs)),
            ([_, second, ..], [_, ..]) => {
                let message = format!("{}: only one domain can be given", second.display());
                Err(Usage(message))
            }
            _ => Ok((None, self.inputs.iter().collect())),
        }
    }

    /// For each instance of [`Inputs::read`], in order, the inputs that stand for it alone.
    pub(crate) fn one_by_one(&self) -> anyhow::Result<Vec<Vec<OsString>>> {
        let (domain, inputs) = self.with_domain()?;
        let mut all = Vec::new();
        for input in inputs {
            if let Some(domain) = domain {
                all.push(vec![domain.clone(), input.clone()]);
                continue;
            }
            let entries = fewest::entries(input, self.reading.options())?;
            if entries.len() == 1 {
                all.push(vec![input.clone()]);
                continue;
            }
            // The part after the colon selects levels of a source, unless a file has this name.
            let name = input.to_string_lossy();
            let source = name.rsplit_once(':').filter(|_| !Path::new(input).exists());
            for entry in entries {
                let mut one = source.map_or(input.clone(), |(source, _)| source.into());
                one.push(format!(":{}", entry.number));
                all.push(vec![one]);
            }
        }
        Ok(all)
    }

    /// The board that several numbers form, if they are not files.
    fn unquoted_board(&self) -> Option<String> {
        let words: Option<Vec<_>> = self.inputs.iter().map(|input| input.to_str()).collect();
        let words = words.filter(|words| words.len() >= 4)?;
        let is_cell = |word: &str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
        let is_part = |word: &&str| is_cell(word) || ["_", "/", ".", ","].contains(word);
        let is_board =
            words.iter().all(is_part) && !words.iter().any(|word| Path::new(word).exists());
        is_board.then(|| words.join(" "))
    }
}

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
    #[arg(long, value_parser = HeuristicParser)]
    heuristic: Option<&'static str>,
    /// Rule that breaks ties in the open lists of A* for Atomix, or several in order, separated by
    /// commas; by default the least h first
    #[arg(long, value_name = "RULE[,RULE...]", value_parser = TieBreakingParser)]
    tie_breaking: Option<&'static str>,
    /// Data structure of the open lists of A* [default: buckets]
    #[arg(long, value_parser = names::<OpenList>(OpenList::ALL.map(OpenList::name)))]
    open_list: Option<OpenList>,
    /// Whether A* and IDA* for Atomix look for the nearest goal position in one search, or search
    /// for each goal position separately, bound by bound
    #[arg(long, default_value_t, value_parser = names::<MultiGoal>(MultiGoal::ALL.map(MultiGoal::name)))]
    multi_goal: MultiGoal,
    /// Weight of the heuristic in the weighted engines, from 1 to 100: plans are at most this many
    /// times as long as a shortest one [default: 1.5]
    #[arg(long, value_name = "NUMBER")]
    weight: Option<Weight>,
    /// Replacement scheme of the transposition tables of transposition-ida-star and
    /// stochastic-ida-star [default: fifo]
    #[arg(long, value_parser = names::<Replacement>(Replacement::ALL.map(Replacement::name)))]
    replacement: Option<Replacement>,
    /// Whether transposition tables start each bound empty, with the states of the previous bound,
    /// or filled by iterations with all limits up to three below the bound [default: empty]
    #[arg(long, value_parser = names::<TableStart>(TableStart::ALL.map(TableStart::name)))]
    table_start: Option<TableStart>,
    /// How likely stochastic-ida-star is to store a state that it meets [default: 0.25]
    #[arg(long, value_name = "PROBABILITY")]
    caching_probability: Option<CachingProbability>,
    /// Lower bound of perimeter-ida-star for states outside the perimeter: one more than its
    /// distance, or for Atomix its distance plus the least h to one of its states [default:
    /// distance]
    #[arg(long, value_parser = names::<PerimeterHeuristic>(PerimeterHeuristic::ALL.map(PerimeterHeuristic::name)))]
    perimeter: Option<PerimeterHeuristic>,
    /// Whether ida-star and weighted-ida-star skip moves that lead to the same state as others
    /// [default: on]
    #[arg(long, value_parser = names::<Switch>(Switch::ALL.map(Switch::name)))]
    move_pruning: Option<Switch>,
    /// Whether the engines called ida-star search children in order of f [default: on]
    #[arg(long, value_parser = names::<Switch>(Switch::ALL.map(Switch::name)))]
    move_ordering: Option<Switch>,
    /// How frontier finds the plan once its searches have met: with layers that it kept, or by
    /// recursion on the midpoint, which keeps none [default: layers]
    #[arg(long, value_parser = names::<PlanRecovery>(PlanRecovery::ALL.map(PlanRecovery::name)))]
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

/// The heuristics of all puzzles.
fn heuristics() -> Vec<&'static str> {
    let atomix = atomix::HeuristicName::ALL.map(atomix::HeuristicName::name);
    let tiles = fewest::tiles::HeuristicName::ALL.map(fewest::tiles::HeuristicName::name);
    let tasks = fewest::strips::HeuristicName::ALL.map(fewest::strips::HeuristicName::name);
    atomix.into_iter().chain(tiles).chain(tasks).collect()
}

/// The number of moves of the longest rules.
pub(crate) fn rule_length() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(2..=RulePath::LONGEST as i64)
}

/// Reads a heuristic: one of those that have a name, or partitions.
#[derive(Debug, Clone)]
struct HeuristicParser;

impl TypedValueParser for HeuristicParser {
    type Value = &'static str;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        match value.to_str().filter(|text| text.contains(':')) {
            // Leaked: the few bytes are needed as long as the command runs.
            Some(partitions) => Ok(partitions.to_owned().leak()),
            None => listed(heuristics()).parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(heuristics().into_iter().map(PossibleValue::new)))
    }
}

/// Reads tie-breaking rules.
#[derive(Debug, Clone)]
struct TieBreakingParser;

impl TieBreakingParser {
    fn rules() -> Vec<&'static str> {
        TieBreaking::ALL.map(TieBreaking::name).to_vec()
    }
}

impl TypedValueParser for TieBreakingParser {
    type Value = &'static str;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let rule = listed(Self::rules());
        let text = value.to_string_lossy();
        for name in text.split(',') {
            rule.parse_ref(command, argument, name.as_ref())?;
        }
        // Leaked: the few bytes are needed as long as the command runs.
        Ok(text.into_owned().leak())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Self::rules().into_iter().map(PossibleValue::new)))
    }
}

/// Reads one of `names` and keeps it.
fn listed(names: Vec<&'static str>) -> impl TypedValueParser<Value = &'static str> {
    let possible = PossibleValuesParser::new(names.clone());
    let known = move |name: String| names.iter().copied().find(|&known| known == name);
    possible.try_map(move |name| known(name).ok_or("unknown name"))
}

/// Reads one of `names`, which `T` can parse, too.
pub(crate) fn names<T>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}
