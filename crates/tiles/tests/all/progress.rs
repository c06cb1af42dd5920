//! What a search reports while it runs.

use fewest_rules::tiles::{Options, parse};
use fewest_search::{Interrupt, Limits, Monitor, Progress, Request, Verdict};
use fewest_tiles::solve;

/// Stages that were given up were forgotten (19,927 positions expanded, then 171), and the layers
/// of tables were reported as bounds.
#[test]
fn neither_counts_nor_bounds_fall_from_stage_to_stage() {
    let instance = parse("ca6098dfb73254e1", Options::default()).unwrap();
    let never = Interrupt::new();
    let mut reported: Vec<Progress> = vec![];
    let mut report = |progress: &Progress| reported.push(*progress);
    let mut monitor = Monitor::new(Limits::default(), &never, &mut report);
    let outcome = solve(&instance, &Request::default(), &mut monitor).unwrap().outcome;
    assert_eq!(outcome.verdict(), Verdict::Optimal);
    assert!(outcome.statistics().expanded > 50_000, "the search has stages");
    for pair in reported.windows(2) {
        let [before, after] = [pair[0], pair[1]];
        assert!(before.lower <= after.lower, "{before:?} {after:?}");
        let (before, after) = (before.statistics, after.statistics);
        assert!(before.expanded <= after.expanded, "{before:?} {after:?}");
        assert!(before.generated <= after.generated, "{before:?} {after:?}");
        assert!(before.reexpanded <= after.reexpanded, "{before:?} {after:?}");
    }
    let last = reported.last().unwrap();
    assert!(last.lower <= outcome.bounds().lower, "{last:?}");
    assert!(last.statistics.expanded <= outcome.statistics().expanded, "{last:?}");
    let stages = reported.iter().filter(|progress| progress.statistics.expanded > 50_000);
    assert!(stages.count() > 1, "the stage with tables reports as well");
}
