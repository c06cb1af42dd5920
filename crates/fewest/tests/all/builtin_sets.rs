//! The facts stated about the built-in level sets are true.

use fewest::rules::atomix::{BUILTIN_SETS, BuiltinSet, Proved};
use fewest::{InputOptions, Instance, Solver};

/// The levels of a set with the facts stated about each.
fn levels(set: &BuiltinSet) -> Vec<(Instance, Proved)> {
    let instances = fewest::read(set.name.as_ref(), InputOptions::default()).unwrap();
    instances.into_iter().zip(set.proved()).collect()
}

#[track_caller]
fn check((instance, proved): &(Instance, Proved)) {
    let report = Solver::new().all(0).solve(instance).unwrap();
    let found = (report.status.name(), report.upper, report.solutions.unwrap().count);
    let expected = ("OPTIMAL", Some(u64::from(proved.optimum).into()), Ok(proved.solutions.into()));
    assert_eq!(found, expected, "{}", instance.name);
}

#[test]
fn the_first_levels_have_the_optima_that_are_listed() {
    levels(&BUILTIN_SETS[0]).iter().for_each(check);
    levels(&BUILTIN_SETS[1])[..5].iter().for_each(check);
}

#[test]
#[ignore = "all levels of the sets take minutes"]
fn all_levels_have_the_optima_that_are_listed() {
    BUILTIN_SETS.iter().flat_map(levels).for_each(|level| check(&level));
}
