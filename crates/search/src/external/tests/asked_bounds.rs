//! A search that is resumed for plans within another bound.

use super::{Method, disk, folder, limited, names, of_nodes, search, way};
use crate::artifact::FileError;
use crate::external::ExternalError;
use crate::problem::DuplicateScope;
use crate::{Depth, Limits, Stop, Verdict};
use std::path::Path;

/// Runs a search for plans of at most this many moves.
fn within(method: Method, folder: &Path, limits: Limits) -> Result<(Verdict, u16), ExternalError> {
    let graph = way(20);
    let problem = graph.problem();
    let disk = disk(folder);
    let scope = DuplicateScope::ALL;
    let outcome = limited(limits, |monitor| search(method, &problem, scope, &disk, monitor))?;
    Ok((outcome.verdict(), outcome.bounds().lower.0))
}

fn of_moves(most: u16) -> Limits {
    Limits { upper_bound: Some(Depth(most)), ..Limits::default() }
}

fn sorted(folder: &Path) -> Vec<String> {
    let mut names = names(folder);
    names.sort();
    names
}

#[test]
fn a_bound_below_the_saved_one_loses_nothing() {
    let folder = folder();
    let folder = folder.path();
    let (verdict, lower) = within(Method::Heuristic, folder, of_nodes(20)).unwrap();
    assert_eq!(verdict, Verdict::Bounded(Stop::Nodes));
    assert!(lower > 4, "{lower}");
    let before = sorted(folder);
    assert!(before.len() > 1, "{before:?}");
    let ended = within(Method::Heuristic, folder, of_moves(3)).unwrap();
    assert_eq!(ended, (Verdict::Bounded(Stop::Bound), lower));
    assert_eq!(sorted(folder), before);
    let ended = within(Method::Heuristic, folder, of_nodes(0)).unwrap();
    assert_eq!(ended, (Verdict::Bounded(Stop::Nodes), lower));
    // A greater bound is searched, and then the search is over.
    let ended = within(Method::Heuristic, folder, of_moves(18)).unwrap();
    assert_eq!(ended, (Verdict::Bounded(Stop::Bound), 19));
    assert_eq!(sorted(folder), Vec::<String>::new());
}

#[test]
fn layers_of_a_blind_search_are_of_one_bound() {
    let folder = folder();
    let folder = folder.path();
    let (verdict, lower) = within(Method::BreadthFirst, folder, of_nodes(6)).unwrap();
    assert_eq!(verdict, Verdict::Bounded(Stop::Nodes));
    let before = sorted(folder);
    for most in [3, 60] {
        match within(Method::BreadthFirst, folder, of_moves(most)) {
            Err(ExternalError::File(FileError::Mismatch { expected, .. })) => {
                assert_eq!(expected, format!("plans of at most {most} moves"));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(sorted(folder), before);
    }
    assert_eq!(within(Method::BreadthFirst, folder, of_nodes(0)).unwrap().1, lower);
    let ended = within(Method::BreadthFirst, folder, Limits::default()).unwrap();
    assert_eq!(ended, (Verdict::Optimal, 19));
}
