//! Experiments in files: errors are reported with their place, and the built-in ones agree with
//! their sources.

use fewest_lab::built_in::{BUILT_IN, BuiltIn, from_file};
use fewest_lab::{Bound, Experiment, Limits, Published, Puzzles, Refusal};
use std::ffi::{OsStr, OsString};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;

const GOOD: &str = "\
title = \"Two\"
instances = [\"one\", \"two\"]
published = \"figures.csv\"
per_bound = [\"two\"]

[limits]
seconds = 1.5
mebibytes = 64
threads = 1

[[configuration]]
name = \"A*\"
arguments = [\"--engine\", \"astar\"]
published = \"best\"
";
const FIGURES: &str = "level,method,bound\none,best,=3\n";

fn parse(text: &str) -> Result<Experiment, String> {
    let file = |name: &str| match name {
        "figures.csv" => Ok(FIGURES.to_owned()),
        "broken.csv" => Ok("level,method,bound\none,best,3\n".to_owned()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    let parsed = Experiment::parse("two", text, file);
    parsed.and_then(|experiment| experiment.expanded(&Lists)).map_err(|error| error.to_string())
}

/// `list` stands for two instances, `broken` cannot be read, and `three` is not here.
struct Lists;

impl Puzzles for Lists {
    fn input(&self, _: Option<&str>, name: &str) -> Option<OsString> {
        (name != "three").then(|| name.into())
    }

    fn instances(&self, _: Option<&str>, name: &str, _: &[String]) -> Result<Vec<String>, String> {
        match name {
            "list" => Ok(vec!["list:1".to_owned(), "list:2".to_owned()]),
            "broken" => Err("broken".to_owned()),
            _ => Ok(vec![name.to_owned()]),
        }
    }

    fn check(&self, arguments: &[String], input: &OsStr) -> Result<(), Refusal> {
        let limits = ["--time", "2s", "--memory", "64MiB", "--threads", "1"];
        let engine = arguments.strip_prefix(&limits.map(str::to_owned)[..]);
        match engine {
            None => panic!("without its limits: {arguments:?}"),
            Some([_, engine]) if engine != "astar" => Err(Refusal::Arguments("no engine".into())),
            Some(_) if input == "broken" => Err(Refusal::Input("no puzzle".into())),
            Some(_) => Ok(()),
        }
    }

    fn identity(&self, _: &[String], _: &OsStr) -> Option<String> {
        None
    }

    fn replay(&self, _: &[String], _: &OsStr, _: &[String]) -> Result<(), String> {
        Ok(())
    }

    fn is_lossy(&self, _: &str) -> bool {
        false
    }
}

#[test]
fn an_experiment_is_read() {
    let experiment = parse(GOOD).unwrap();
    assert_eq!(experiment.instances, ["one", "two"]);
    assert_eq!(experiment.limits.seconds, 1.5);
    let figure = experiment.published.figure("one", "best").unwrap();
    assert_eq!(figure.bound, Some(Bound::Exactly(3)));
    let tasks: Vec<_> = experiment.tasks("two").collect();
    assert_eq!(tasks[0].arguments, ["--engine", "astar"]);
}

#[test]
fn without_a_list_the_instances_are_those_published() {
    let text = GOOD.replace("instances = [\"one\", \"two\"]\n", "").replace("\"two\"]", "]");
    assert_eq!(parse(&text).unwrap().instances, ["one"]);
}

#[test]
fn a_list_gives_way_to_its_instances() {
    let with = |instances: &str| parse(&GOOD.replace("[\"one\", \"two\"]", instances));
    let experiment = with("[\"two\", \"list\", \"broken\", \"three\"]").unwrap();
    assert_eq!(experiment.instances, ["two", "list:1", "list:2", "broken", "three"]);
    let error = with("[\"two\", \"list:2\", \"list\"]").unwrap_err();
    assert!(error.starts_with("2:31: the instance \"list:2\" is given twice"), "{error}");
}

#[test]
fn what_would_not_run_is_found_before_the_first_run() {
    let seconds = 2.0;
    let (mebibytes, threads) = (NonZeroU64::new(64).unwrap(), NonZeroUsize::MIN);
    let limits = Limits { seconds, mebibytes, threads };
    let check = |text: &str| {
        parse(text).unwrap().check(None, &limits, &Lists).map_err(|error| error.to_string())
    };
    assert_eq!(check(GOOD), Ok(()));
    // An instance that is not on this machine may be on another.
    assert_eq!(check(&GOOD.replace("[\"one\",", "[\"three\",")), Ok(()));
    let error = check(&GOOD.replace("[\"one\",", "[\"broken\",")).unwrap_err();
    assert_eq!(error, "2:14: the instance \"broken\" cannot be read: no puzzle");
    let error = check(&GOOD.replace("\"astar\"", "\"bstar\"")).unwrap_err();
    assert_eq!(error, "11:1: the configuration \"A*\" cannot run: no engine");
}

#[test]
fn errors_have_a_line_and_a_column() {
    for (good, bad, place) in [
        ("title = \"Two\"", "title = \"Two", "1:"),
        ("title = \"Two\"", "title = 2", "1:9: "),
        ("seconds = 1.5", "secs = 1.5", "7:1: "),
        ("seconds = 1.5", "seconds = -1.5", "6:1: "),
        ("seconds = 1.5", "seconds = nan", "6:1: "),
        ("mebibytes = 64", "mebibytes = 0", "8:13: "),
        ("threads = 1", "threads = -1", "9:11: "),
        (
            "[\"one\", \"two\"]",
            "[\"one\", \"two\", \"one\"]",
            "2:28: the instance \"one\" is given",
        ),
        ("[\"one\", \"two\"]", "[]", "1:1: there must be"),
        ("per_bound = [\"two\"]", "per_bound = [\"three\"]", "4:14: there is no instance"),
        ("published = \"best\"", "published = \"worst\"", "11:1: there is no published method"),
        ("\"figures.csv\"", "\"absent.csv\"", "3:13: absent.csv: "),
        ("\"figures.csv\"", "\"broken.csv\"", "3:13: broken.csv: 2:1: "),
    ] {
        let error = parse(&GOOD.replace(good, bad)).unwrap_err();
        assert!(error.starts_with(place), "{bad}: {error}");
    }
    let twice = format!("{GOOD}\n[[configuration]]\nname = \"A*\"\n");
    assert!(parse(&twice).unwrap_err().contains("the configuration \"A*\" is given twice"));
}

#[test]
fn all_built_in_experiments_are_read_as_they_are_in_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    for built_in in BUILT_IN {
        let experiment = built_in.experiment().map_err(|error| error.to_string()).unwrap();
        let file = folder.join(format!("{}.toml", built_in.name));
        let beside = from_file(&file).unwrap().map_err(|error| error.to_string()).unwrap();
        assert_eq!(experiment, beside, "{}", built_in.name);
    }
}

/// The figures in one of our files.
fn published(name: &str) -> Published {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments").join(name);
    let text = std::fs::read_to_string(file).unwrap();
    Published::parse(&text).map_err(|error| format!("{name}: {error}")).unwrap()
}

/// Gliesch's summaries have for each method the levels solved and the states expanded on them;
/// these are recomputed from his appendices. To the states he adds 10^9 or less for each level
/// that another method solved, which is left out here.
#[test]
fn the_appendices_add_up_to_the_published_totals() {
    for (file, method, solved, expanded) in [
        ("gliesch-appendix-b.csv", "buckets", 70, 455_192_014),
        ("gliesch-appendix-b.csv", "fibonacci-heap", 65, 178_098_034),
        ("gliesch-appendix-c.csv", "one-final-state", 65, 679_552_757),
        ("gliesch-appendix-c.csv", "all-final-states", 65, 275_563_258),
        ("gliesch-appendix-d.csv", "none", 66, 333_304_508),
        ("gliesch-appendix-d.csv", "goal-count", 70, 455_192_014),
        ("gliesch-appendix-d.csv", "realizable-paths", 69, 429_385_324),
        ("gliesch-appendix-d.csv", "fill-order", 70, 468_542_161),
        ("gliesch-appendix-e.csv", "none", 70, 455_192_014),
        ("gliesch-appendix-e.csv", "static", 73, 458_051_038),
        ("gliesch-appendix-e.csv", "dynamic", 72, 192_314_386),
        ("gliesch-appendix-e.csv", "multi-goal", 73, 272_844_946),
        ("gliesch-appendix-g.csv", "hueffner", 77, 6_746_746_521),
        ("gliesch-appendix-g.csv", "gliesch", 73, 458_051_038),
    ] {
        let published = published(file);
        let of_method = published.figures().filter(|(_, name, _)| *name == method);
        let of_solved: Vec<_> =
            of_method.filter(|(_, _, figure)| figure.bound.is_some_and(Bound::is_exact)).collect();
        let sum: u64 = of_solved.iter().filter_map(|(_, _, figure)| figure.expanded).sum();
        assert_eq!((of_solved.len(), sum), (solved, expanded), "{file}, {method}");
        assert_eq!(published.levels().len(), 155, "{file}");
    }
}

/// The optima of Korf's hundred are those of his table, as its sum shows.
#[test]
fn the_hundred_add_up_to_the_published_mean() {
    let published = published("korf-100.csv");
    let figures = || published.figures().map(|(_, _, figure)| figure);
    let moves: u64 = figures().map(|figure| figure.bound.unwrap().moves()).sum();
    let generated: u64 = figures().filter_map(|figure| figure.generated).sum();
    assert_eq!((published.levels().len(), moves), (100, 5305));
    assert_eq!(generated / 100, 359_118_918);
}

/// Misses are counted if the optimum is published.
#[test]
fn misses_are_looked_for_on_the_levels_published_as_solved() {
    let instances = |name: &str| {
        let experiment = BuiltIn::find(name).unwrap().experiment();
        experiment.map_err(|error| error.to_string()).unwrap().instances
    };
    let published = published("atomix-testbed.csv");
    let is_solved = |level: &&String| {
        let figure = published.figure(level, "proved").unwrap();
        figure.bound.is_some_and(Bound::is_exact)
    };
    let solved: Vec<_> = published.levels().iter().filter(is_solved).cloned().collect();
    assert_eq!(instances("misses"), solved);
    let mut all = instances("atomix-solved");
    all.retain(|level| level != "katomic_25");
    assert_eq!(all, solved);
}

/// No two publications prove different optima of a level, or a bound above them.
#[test]
fn published_bounds_do_not_contradict_each_other() {
    let files = ["b", "c", "d", "e", "g"].map(|letter| format!("gliesch-appendix-{letter}.csv"));
    let all: Vec<_> = files.iter().map(|name| published(name)).collect();
    let all = [&all[..], &[published("hueffner-appendix-b.csv")]].concat();
    let figures = || all.iter().flat_map(Published::figures);
    let optima: std::collections::HashMap<_, _> = figures()
        .filter_map(|(level, _, figure)| match figure.bound {
            Some(Bound::Exactly(moves)) => Some((level, moves)),
            _ => None,
        })
        .collect();
    assert!(optima.len() >= 77);
    for (level, method, figure) in figures() {
        let Some(&optimum) = optima.get(level) else { continue };
        match figure.bound {
            Some(Bound::Exactly(moves)) => assert_eq!(moves, optimum, "{level}, {method}"),
            Some(Bound::AtLeast(moves)) => assert!(moves <= optimum, "{level}, {method}"),
            Some(Bound::AtMost(moves)) => assert!(moves >= optimum, "{level}, {method}"),
            Some(Bound::Likely(_)) | None => {}
        }
    }
}
