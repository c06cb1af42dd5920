//! Every level of the heuristic in every state of small boards, against exact distances.

use crate::worlds::{LARGER_WORLDS, WORLDS, exact, levels_and_states};
use BoundedEstimate::{AtLeast, DeadEnd, WithinBudget};
use fewest_atomix::{
    Graph, HeuristicLevel, LevelProblem, Packed, Slide, consistent_problem, problem_at,
};
use fewest_rules::Puzzle;
use fewest_search::outcome::unlimited;
use fewest_search::problem::{
    Backward, BoundedEstimate, Heuristic, IterationStart, LazyTest, MovePruning,
};
use fewest_search::{Depth, Direction, StateSpace};

#[test]
fn no_value_says_more_than_is_true_in_any_state() {
    let mut stronger = 0;
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in &levels {
            for direction in Direction::ALL {
                let [by_rules, generalized] = exact(level, direction);
                let problems =
                    HeuristicLevel::ALL.map(|name| problem_at::<8>(level, direction, name));
                for labels in &states {
                    let (exact, relaxed) = (by_rules.get(labels), generalized.get(labels));
                    let position = level.position(labels).expect("a state of the world");
                    let case = || format!("{direction}\n{}", level.draw(&position));
                    let mut before = Some(Depth::ZERO);
                    for LevelProblem { space, heuristic, .. } in &problems {
                        let state = space.state(&position);
                        let h = heuristic.estimate(&state, &());
                        if let Some(&relaxed) = relaxed {
                            assert!(h.is_some_and(|h| h <= Depth(relaxed)), "{}", case());
                        }
                        assert!(exact.is_none() || h.is_some(), "{}", case());
                        assert_eq!(h == Some(Depth::ZERO), exact == Some(&0), "{}", case());
                        match (before, h) {
                            (Some(before), Some(h)) => {
                                assert!(before <= h, "{}", case());
                                stronger += u32::from(before < h && before > Depth::ZERO);
                            }
                            (before, h) => assert!(h.is_none() || before.is_some()),
                        }
                        before = h;
                        for budget in (0..16).map(Depth) {
                            match (heuristic.estimate_within(&state, &(), budget), h) {
                                (WithinBudget, Some(h)) => assert!(h <= budget, "{}", case()),
                                (AtLeast(least), h) => {
                                    assert!(budget < least, "{}", case());
                                    assert!(h.is_none_or(|h| least <= h), "{}", case());
                                }
                                (DeadEnd, None) => {}
                                (estimate, h) => panic!("{estimate:?} but {h:?}: {}", case()),
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(stronger > 1000, "excesses are found: {stronger}");
}

#[test]
fn no_state_is_refuted_whose_distance_is_within_the_budget() {
    const TESTED: [HeuristicLevel; 3] =
        [HeuristicLevel::Triples, HeuristicLevel::SupportedStops, HeuristicLevel::SupportedPairs];
    let (mut beyond, mut refuted) = (0, [0; TESTED.len()]);
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in &levels {
            for direction in Direction::ALL {
                let [by_rules, _] = exact(level, direction);
                for (name, refuted) in TESTED.into_iter().zip(&mut refuted) {
                    let problem = problem_at::<8>(level, direction, name);
                    let LevelProblem { space, heuristic, test, .. } = &problem;
                    for (number, labels) in states.iter().enumerate() {
                        if number == 1 {
                            // Builds the tables of triples, due after the tests of the first.
                            unlimited(|monitor| {
                                let start = IterationStart::Restart;
                                LazyTest::<Graph<8>>::begin_iteration(test, start, monitor.halt());
                            });
                        }
                        let exact = by_rules.get(labels).copied().map_or(Depth::MAX, Depth);
                        let position = level.position(labels).expect("a state of the world");
                        let state = space.state(&position);
                        let case = || format!("{direction}\n{}", level.draw(&position));
                        let mut before = DeadEnd;
                        for budget in (0..24).map(Depth) {
                            let tested = LazyTest::<Graph<8>>::test(test, &state, budget);
                            match tested {
                                WithinBudget => {}
                                DeadEnd => assert_eq!(exact, Depth::MAX, "{}", case()),
                                AtLeast(least) => {
                                    assert!(budget < least && least <= exact, "{}", case());
                                }
                            }
                            let is_monotone = tested == WithinBudget || before != WithinBudget;
                            assert!(is_monotone, "{}", case());
                            before = tested;
                            let estimate = heuristic.estimate_within(&state, &(), budget);
                            let is_tested = estimate == WithinBudget;
                            beyond += u32::from(is_tested && budget < exact);
                            *refuted += u32::from(is_tested && tested != WithinBudget);
                        }
                    }
                }
            }
        }
    }
    assert!(10 * refuted.iter().sum::<u32>() > beyond, "{refuted:?} of {beyond} refuted");
    assert!(refuted.is_sorted_by(|weaker, stronger| weaker < stronger), "{refuted:?}");
}

#[test]
fn children_are_pruned_together_as_they_are_one_by_one() {
    let (mut pruned_in_all, mut beyond_the_sum) = (0, 0);
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in &levels {
            for direction in Direction::ALL {
                let sums = problem_at::<8>(level, direction, HeuristicLevel::Distances);
                let pairs = problem_at::<8>(level, direction, HeuristicLevel::Pairs);
                for labels in &states {
                    let position = level.position(labels).expect("a state of the world");
                    let state = sums.space.state(&position);
                    for budget in (0..12).map(Depth) {
                        let by_sum = pruned_children(&sums, &state, budget);
                        let by_pairs = pruned_children(&pairs, &state, budget);
                        pruned_in_all += by_pairs;
                        beyond_the_sum += by_pairs - by_sum;
                    }
                }
            }
        }
    }
    assert!(beyond_the_sum > 0 && beyond_the_sum < pruned_in_all);
}

/// Counts pruned children, the same by [`Heuristic::successors_within`] as by
/// [`Heuristic::estimate_within`].
fn pruned_children(problem: &LevelProblem<8>, state: &Packed<8>, budget: Depth) -> u64 {
    let LevelProblem { space, heuristic, .. } = problem;
    let (mut expected, mut least, mut count) = (Vec::new(), None, 0);
    space.successors(state, |slide, child| match heuristic.estimate_within(&child, &(), budget) {
        WithinBudget => expected.push((slide, child)),
        _ => {
            count += 1;
            least = [least, heuristic.estimate(&child, &())].into_iter().flatten().min();
        }
    });
    let mut within = Vec::new();
    let pruned = heuristic.successors_within(space, state, &(), budget, |slide, child, ()| {
        within.push((slide, child));
    });
    assert_eq!(within, expected);
    assert_eq!(pruned.count, count);
    // If no goal can be reached, only the sum may have been computed.
    assert!(least.is_none() || pruned.least.is_some());
    assert!(pruned.least.is_none_or(|pruned| budget < pruned));
    assert!(least.is_none_or(|least| pruned.least <= Some(least)));
    count
}

#[test]
fn the_reversed_graph_leads_to_the_states_that_lead_here() {
    for world in &WORLDS {
        for level in world.levels() {
            for direction in Direction::ALL {
                let graph = Graph::<8>::new(&level, direction);
                let reversed = graph.reversed();
                let state = graph.state(&level.start());
                for (back, before) in successors(&reversed, &state) {
                    let forth = (back.inverse(), state);
                    assert!(successors(&graph, &before).contains(&forth));
                }
                for (slide, child) in successors(&graph, &state) {
                    let back = (slide.inverse(), state);
                    assert!(successors(&reversed, &child).contains(&back));
                }
                let ranking = graph.ranking().expect("few atoms");
                assert!(ranking.rank(state) >> ranking.bits() == 0);
                assert_eq!(ranking.unrank(ranking.rank(state)), state);
            }
        }
    }
}

/// All moves from a state and their results.
fn successors(graph: &Graph<8>, state: &Packed<8>) -> Vec<(Slide, Packed<8>)> {
    let mut successors = Vec::new();
    graph.successors(state, |slide, child| successors.push((slide, child)));
    successors
}

/// Two slides, one after the other, and their result.
type TwoSlides = (Slide, Slide, Packed<8>);

/// Visits every state of the worlds with all that two slides can do there.
fn for_two_slides(mut visit: impl FnMut(&LevelProblem<8>, Packed<8>, &[TwoSlides])) {
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for direction in Direction::ALL {
            let problem = problem_at::<8>(&levels[0], direction, HeuristicLevel::Distances);
            let graph = &problem.space;
            for labels in &states {
                let state = graph.state(&levels[0].position(labels).expect("a state"));
                let mut pairs = Vec::new();
                graph.successors(&state, |first, middle| {
                    graph.successors(&middle, |second, last| pairs.push((first, second, last)));
                });
                visit(&problem, state, &pairs);
            }
        }
    }
}

fn is_pruned(problem: &LevelProblem<8>, first: Slide, second: Slide) -> bool {
    problem.pruning.prunes(first, second)
}

#[test]
fn a_slide_is_skipped_only_where_another_way_leads_to_the_same_state() {
    let (mut exchanged, mut shortened, mut kept) = (0, 0, 0);
    for_two_slides(|problem, state, pairs| {
        let leads_to = |slides: &[Slide], last| {
            let end = slides.iter().try_fold(state, |at, slide| {
                let found = successors(&problem.space, &at);
                found.into_iter().find_map(|(found, child)| (found == *slide).then_some(child))
            });
            end == Some(last)
        };
        for &(first, second, last) in pairs {
            if !is_pruned(problem, first, second) {
                kept += 1;
            } else if second.from == first.to {
                let direct = Slide { from: first.from, to: second.to };
                assert!(last == state || leads_to(&[direct], last), "{first:?} {second:?}");
                shortened += 1;
            } else {
                assert!(second.from < first.from);
                assert!(leads_to(&[second, first], last), "{first:?} {second:?}");
                exchanged += 1;
            }
        }
    });
    assert!(exchanged > 1000 && shortened > 1000, "{exchanged}, {shortened}, {kept} kept");
}

#[test]
fn of_two_slides_that_can_be_exchanged_one_order_is_skipped() {
    let (mut skipped, mut both) = (0, 0);
    for_two_slides(|problem, _, pairs| {
        for &(first, second, last) in pairs {
            if pairs.contains(&(second, first, last)) && second.from < first.from {
                both += 1;
                skipped += u32::from(is_pruned(problem, first, second));
            }
        }
    });
    assert!(both > 1000);
    assert_eq!(skipped, both);
}

#[test]
fn the_distance_sum_is_consistent() {
    for world in &WORLDS {
        for level in world.levels() {
            for direction in Direction::ALL {
                let problem = consistent_problem(Graph::<8>::new(&level, direction));
                let h = |state: &Packed<8>| problem.heuristic.estimate(state, &());
                let state = problem.space.state(&level.start());
                for (_, child) in successors(&problem.space, &state) {
                    match (h(&state), h(&child)) {
                        (Some(here), Some(there)) => {
                            assert!(here <= there.next() && there <= here.next());
                        }
                        (here, there) => {
                            assert_eq!(here, there, "generalized moves can be taken back");
                        }
                    }
                }
            }
        }
    }
}
