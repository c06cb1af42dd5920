//! Heuristics in the start positions of the levels of others, against published values.

use fewest_atomix::{HeuristicName, Strength, solve};
use fewest_rules::atomix::{Level, parse};
use fewest_search::{Depth, Engine, Limits, Monitor, Progress, Request};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

fn data() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("FEWEST_DATA").map_or_else(beside, PathBuf::from)
}

/// A row of the table that the file beside this one explains.
struct Row {
    name: &'static str,
    standard: u16,
    static_3: u16,
    dynamic_2: u16,
    multi_goal_2: u16,
}

fn rows() -> Vec<Row> {
    let table = include_str!("gliesch_table_f.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let row = |line: &'static str| {
        let fields: Vec<_> = line.split('\t').collect();
        let number = |at: usize| fields[at].parse().unwrap_or_else(|_| panic!("{line}"));
        Row {
            name: fields[0],
            standard: number(2),
            static_3: number(3),
            dynamic_2: number(4),
            multi_goal_2: number(5),
        }
    };
    rows.map(row).collect()
}

/// The levels that are there, with their rows.
fn levels() -> Vec<(Row, Level)> {
    let mut levels = Vec::new();
    for row in rows() {
        let file = data().join("atomix/levels").join(row.name);
        let Ok(text) = std::fs::read(&file) else { continue };
        let level = parse(&text, None).ok().and_then(|parsed| parsed.into_levels().next());
        let level = level.and_then(|entry| entry.level.ok());
        levels.push((row, level.unwrap_or_else(|| panic!("{}", file.display()))));
    }
    if levels.is_empty() {
        println!("skipped: there is no data folder");
    }
    levels
}

/// What a search shows before it expands anything.
fn start_value(level: &Level, heuristic: HeuristicName) -> u16 {
    let never = AtomicBool::new(false);
    let mut silent = |_: &Progress| {};
    let limits = Limits { nodes: Some(0), ..Limits::default() };
    let (engine, heuristic) = (Some(Engine::IdaStar), Some(heuristic.name()));
    let request = Request { engine, heuristic, ..Request::default() };
    let answer = solve(level, &request, &mut Monitor::new(limits, &never, &mut silent));
    let Depth(lower) = answer.expect("a supported combination").outcome.bounds().lower;
    lower
}

#[test]
fn the_table_has_all_levels() {
    assert_eq!(rows().len(), 155);
}

#[test]
fn the_sum_of_distances_is_as_published() {
    for (row, level) in levels() {
        let value = start_value(&level, HeuristicName::Strength(Strength::Distances));
        assert_eq!(value, row.standard, "{}", row.name);
    }
}

#[test]
fn databases_of_two_atoms_are_as_published() {
    let mut differ = Vec::new();
    for (row, level) in levels() {
        for (heuristic, published) in [
            (HeuristicName::DynamicDatabase, row.dynamic_2),
            (HeuristicName::MultiGoalDatabase, row.multi_goal_2),
        ] {
            let value = start_value(&level, heuristic);
            if value != published {
                differ.push((row.name, heuristic.name(), value, published));
            }
        }
    }
    println!("{differ:#?}");
}

#[test]
fn static_databases_of_three_atoms_are_as_published() {
    let mut differ = Vec::new();
    for (row, level) in levels() {
        let value = start_value(&level, HeuristicName::StaticDatabase(3));
        if value != row.static_3 {
            differ.push((row.name, value, row.static_3));
        }
    }
    println!("{differ:#?}");
}
