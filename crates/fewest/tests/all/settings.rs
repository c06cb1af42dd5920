//! Settings of an engine change its counts, but never the length of a plan.

use fewest::search::{
    CachingProbability, Engine, MultiGoal, OpenList, PerimeterHeuristic, Request, Settings, Switch,
    TableStart, Verdict,
};
use fewest::{InputOptions, Instance, Report, Solver, read};

/// A level of the corpus, or a tile puzzle.
fn instance(name: &str) -> Instance {
    let level = format!("{}/../../corpus/levels/{name}.atomix", env!("CARGO_MANIFEST_DIR"));
    let input = if name == TILES { name } else { &level };
    let instances = read(input.as_ref(), InputOptions::default()).expect("an instance");
    instances.into_iter().next().expect("one instance")
}

/// The shortest plan of a level by an engine with some settings.
fn solved(name: &str, engine: Engine, settings: Settings) -> Report {
    asked(name, &Request { engine: Some(engine), settings, ..Request::default() })
}

fn asked(name: &str, request: &Request) -> Report {
    let report = Solver::new().request(*request).solve(&instance(name)).expect("an answer");
    let upper = Solver::new().solve(&instance(name)).expect("an answer").upper;
    assert_eq!(report.status.0, Verdict::Optimal, "{name}: {request:?}");
    assert_eq!(report.upper, upper, "{name}: {request:?}");
    report
}

const LEVELS: [&str; 3] = ["square", "two-pairs", "ring"];
/// A tile puzzle with many bounds below its shortest plan.
const TILES: &str = "724506831";

#[test]
fn move_pruning_saves_states() {
    let without = Settings { move_pruning: Some(Switch::Off), ..Settings::default() };
    for name in ["square", "two-pairs"] {
        let [on, off] = [Settings::default(), without]
            .map(|settings| solved(name, Engine::IdaStar, settings).counts.expanded);
        assert!(on < off, "{name}: {on} and {off}");
    }
}

#[test]
fn move_ordering_changes_the_last_bound_alone() {
    let without = Settings { move_ordering: Some(Switch::Off), ..Settings::default() };
    let mut changed = 0;
    for engine in [Engine::IdaStar, Engine::TranspositionIdaStar, Engine::PerimeterIdaStar] {
        for name in LEVELS {
            let [on, off] =
                [Settings::default(), without].map(|set| solved(name, engine, set).counts);
            changed += u32::from(on.expanded != off.expanded);
            if engine == Engine::IdaStar {
                assert_eq!(on.expanded_until_last_layer, off.expanded_until_last_layer, "{name}");
            }
        }
    }
    assert!(changed >= 3, "{changed} counts changed");
}

#[test]
fn a_cache_that_takes_in_all_states_is_a_transposition_table() {
    let with = |probability: &str| {
        let caching_probability = probability.parse::<CachingProbability>().ok();
        Settings { caching_probability, ..Settings::default() }
    };
    for name in LEVELS {
        let table = solved(name, Engine::TranspositionIdaStar, Settings::default()).counts;
        let [all, few] =
            ["1", "0.05"].map(|text| solved(name, Engine::StochasticIdaStar, with(text)).counts);
        assert_eq!(all, table, "{name}");
        assert!(few.stored <= all.stored && few.expanded >= all.expanded, "{name}: {few:?}");
    }
}

#[test]
fn lower_limits_are_searched_again() {
    let with = |start| Settings { table_start: Some(start), ..Settings::default() };
    let counts = |engine| {
        [TableStart::Empty, TableStart::LowerLimits]
            .map(|start| solved(TILES, engine, with(start)).counts)
    };
    for engine in [Engine::TranspositionIdaStar, Engine::StochasticIdaStar] {
        let [empty, filled] = counts(engine);
        assert!(filled.reexpanded > empty.reexpanded, "{engine}: {empty:?} and {filled:?}");
    }
}

#[test]
fn one_goal_after_another_is_as_good_as_all_at_once() {
    for engine in [Engine::IdaStar, Engine::TranspositionIdaStar, Engine::StochasticIdaStar] {
        for name in LEVELS {
            let request = Request {
                engine: Some(engine),
                multi_goal: MultiGoal::Separate,
                ..Request::default()
            };
            asked(name, &request);
        }
    }
}

#[test]
fn ties_broken_by_no_rule_or_a_reversed_one_change_the_last_layer_alone() {
    let mut counts = std::collections::BTreeSet::new();
    for rule in ["none", "heuristic", "fill-order", "reversed-fill-order"] {
        counts.insert(with_ties("square", rule, None).counts.expanded);
    }
    assert!(counts.len() >= 2, "{counts:?}");
}

/// A* with one tie-breaking rule, or several.
fn with_ties(name: &str, rules: &'static str, open_list: Option<OpenList>) -> Report {
    let settings = Settings { open_list, ..Settings::default() };
    let (engine, tie_breaking) = (Some(Engine::Astar), Some(rules));
    asked(name, &Request { engine, tie_breaking, settings, ..Request::default() })
}

#[test]
fn a_rule_breaks_the_ties_of_those_before_it_alone() {
    let mut differences = 0;
    for name in LEVELS {
        let counts = |rules| with_ties(name, rules, None).counts;
        let first = counts("goal-count");
        // A rule that decides nothing more changes nothing.
        assert_eq!(counts("goal-count,none"), first, "{name}");
        let second = counts("goal-count,heuristic");
        assert_eq!(second.expanded_until_last_layer, first.expanded_until_last_layer, "{name}");
        differences += u32::from(second != first);
        differences += u32::from(counts("heuristic,goal-count") != second);
        counts("realizable-paths,fill-order,heuristic,goal-count");
    }
    assert!(differences >= 2, "{differences}");
}

#[test]
fn open_lists_differ_in_the_last_layer_alone() {
    for name in LEVELS {
        // With a consistent heuristic, no state of a layer is expanded before it.
        let counts = OpenList::ALL.map(|open_list| {
            let settings = Settings { open_list: Some(open_list), ..Settings::default() };
            let heuristic = Some("generalized-distance");
            let (engine, tie_breaking) = (Some(Engine::Astar), Some("goal-count"));
            let request =
                Request { engine, heuristic, tie_breaking, settings, ..Request::default() };
            asked(name, &request).counts
        });
        for other in &counts[1..] {
            let least = counts[0].expanded_until_last_layer;
            assert_eq!(other.expanded_until_last_layer, least, "{name}: {counts:?}");
        }
        for open_list in OpenList::ALL {
            let settings = Settings { open_list: Some(open_list), ..Settings::default() };
            solved(name, Engine::PartialExpansionAstar, settings);
            with_ties(name, "fill-order,reversed-fill-order", Some(open_list));
        }
    }
}

#[test]
fn the_least_h_over_a_perimeter_says_more() {
    let mut less = 0;
    for name in LEVELS {
        let [distance, least_h] = PerimeterHeuristic::ALL.map(|perimeter| {
            let settings = Settings { perimeter: Some(perimeter), ..Settings::default() };
            solved(name, Engine::PerimeterIdaStar, settings).counts.expanded
        });
        less += u32::from(least_h < distance);
    }
    assert!(less > 0);
}
