//! Every level of the heuristic in every state of small boards, against exact distances.

mod worlds;

use fewest_atomix::{HeuristicLevel, Model, Packed, Slide};
use fewest_rules::Puzzle;
use fewest_search::{Asking, Depth, Direction, Fit, StateSpace};
use worlds::{LARGER_WORLDS, WORLDS, exact, levels_and_states};

#[test]
fn no_value_says_more_than_is_true_in_any_state() {
    let mut stronger = 0;
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in &levels {
            for direction in Direction::ALL {
                let [by_rules, generalized] = exact(level, direction);
                let models = HeuristicLevel::ALL
                    .map(|heuristic| Model::<8>::new(level, direction, heuristic));
                for labels in &states {
                    let (exact, relaxed) = (by_rules.get(labels), generalized.get(labels));
                    let position = level.position(labels).expect("a state of the world");
                    let case = || format!("{direction}\n{}", level.draw(&position));
                    let mut before = Some(Depth::ZERO);
                    for model in &models {
                        let state = model.state(&position);
                        let h = model.heuristic(&state);
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
                            match (model.fit(&state, budget), h) {
                                (Fit::Within, Some(h)) => assert!(h <= budget, "{}", case()),
                                (Fit::Beyond(least), h) => {
                                    assert!(budget < least, "{}", case());
                                    assert!(h.is_none_or(|h| least <= h), "{}", case());
                                }
                                (Fit::Never, None) => {}
                                (fit, h) => panic!("{fit:?} but {h:?}: {}", case()),
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
fn no_state_is_refuted_whose_distance_fits_the_budget() {
    const TESTED: [HeuristicLevel; 3] =
        [HeuristicLevel::Triples, HeuristicLevel::SupportedStops, HeuristicLevel::SupportedPairs];
    let (mut beyond, mut refuted) = (0, [0; TESTED.len()]);
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in &levels {
            for direction in Direction::ALL {
                let [by_rules, _] = exact(level, direction);
                for (heuristic, refuted) in TESTED.into_iter().zip(&mut refuted) {
                    let model = Model::<8>::new(level, direction, heuristic);
                    for (number, labels) in states.iter().enumerate() {
                        if number == 1 {
                            // Tables of triples, after what was asked of the first.
                            model.learn(Asking::Anew);
                        }
                        let exact = by_rules.get(labels).copied().map_or(Depth::MAX, Depth);
                        let position = level.position(labels).expect("a state of the world");
                        let state = model.state(&position);
                        let case = || format!("{direction}\n{}", level.draw(&position));
                        let mut before = Fit::Never;
                        for budget in (0..24).map(Depth) {
                            let fit = model.fit_when_new(&state, budget);
                            match fit {
                                Fit::Within => {}
                                Fit::Never => assert_eq!(exact, Depth::MAX, "{}", case()),
                                Fit::Beyond(least) => {
                                    assert!(budget < least && least <= exact, "{}", case());
                                }
                            }
                            let is_monotone = fit == Fit::Within || before != Fit::Within;
                            assert!(is_monotone, "{}", case());
                            before = fit;
                            let fits = model.fit(&state, budget) == Fit::Within;
                            beyond += u32::from(fits && budget < exact);
                            *refuted += u32::from(fits && fit != Fit::Within);
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
fn children_are_refused_together_as_they_are_one_by_one() {
    let (mut refused_in_all, mut beyond_the_sum) = (0, 0);
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in &levels {
            for direction in Direction::ALL {
                let sums = Model::<8>::new(level, direction, HeuristicLevel::Distances);
                let pairs = Model::<8>::new(level, direction, HeuristicLevel::Pairs);
                for labels in &states {
                    let state = sums.state(&level.position(labels).expect("a state of the world"));
                    for budget in (0..12).map(Depth) {
                        let by_sum = refused_children(&sums, &state, budget);
                        let by_pairs = refused_children(&pairs, &state, budget);
                        refused_in_all += by_pairs;
                        beyond_the_sum += by_pairs - by_sum;
                    }
                }
            }
        }
    }
    assert!(beyond_the_sum > 0 && beyond_the_sum < refused_in_all);
}

/// How many children are refused, the same by [`StateSpace::expand_within`] as by
/// [`StateSpace::fit`].
fn refused_children(model: &Model<8>, state: &Packed<8>, budget: Depth) -> u64 {
    let (mut expected, mut least, mut count) = (Vec::new(), None, 0);
    model.expand(state, |slide, child| match model.fit(&child, budget) {
        Fit::Within => expected.push((slide, child)),
        _ => {
            count += 1;
            least = [least, model.heuristic(&child)].into_iter().flatten().min();
        }
    });
    let mut within = Vec::new();
    let refused = model.expand_within(state, budget, |slide, child| within.push((slide, child)));
    assert_eq!(within, expected);
    assert_eq!(refused.count, count);
    // Where no goal can be reached, the sum may be all that was looked at.
    assert!(least.is_none() || refused.least.is_some());
    assert!(refused.least.is_none_or(|refused| budget < refused));
    assert!(least.is_none_or(|least| refused.least <= Some(least)));
    count
}

#[test]
fn predecessors_are_the_states_that_lead_here() {
    for world in &WORLDS {
        for level in world.levels() {
            for direction in Direction::ALL {
                let model = Model::<8>::new(&level, direction, HeuristicLevel::Distances);
                let state = model.state(&level.start());
                let leads_to = |from: &Packed<8>, to: &Packed<8>| {
                    let mut leads = false;
                    model.expand(from, |_, child| leads |= child == *to);
                    leads
                };
                model.predecessors(&state, |before| assert!(leads_to(&before, &state)));
                model.expand(&state, |_, child| {
                    let mut is_known = false;
                    model.predecessors(&child, |before| is_known |= before == state);
                    assert!(is_known);
                });
                let numbers = model.numbering().expect("few atoms");
                assert!(numbers.number(state) >> numbers.bits() == 0);
                assert_eq!(numbers.key(numbers.number(state)), state);
            }
        }
    }
}

/// Two slides, one after the other, and where they lead.
type TwoSlides = (Slide, Slide, Packed<8>);

/// Visits every state of the worlds with all that two slides can do there.
fn for_two_slides(mut visit: impl FnMut(&Model<8>, Packed<8>, &[TwoSlides])) {
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for direction in Direction::ALL {
            let model = Model::<8>::new(&levels[0], direction, HeuristicLevel::Distances);
            for labels in &states {
                let state = model.state(&levels[0].position(labels).expect("a state"));
                let mut pairs = Vec::new();
                model.expand(&state, |first, middle| {
                    model.expand(&middle, |second, last| pairs.push((first, second, last)));
                });
                visit(&model, state, &pairs);
            }
        }
    }
}

#[test]
fn a_slide_is_skipped_only_where_another_way_leads_to_the_same_state() {
    let (mut exchanged, mut shortened, mut kept) = (0, 0, 0);
    for_two_slides(|model, state, pairs| {
        let leads_to = |slides: &[Slide], last| {
            let end = slides.iter().try_fold(state, |at, &slide| {
                let mut next = None;
                model.expand(&at, |found, child| {
                    if found == slide {
                        next = Some(child);
                    }
                });
                next
            });
            end == Some(last)
        };
        for &(first, second, last) in pairs {
            if !model.prunes(first, second) {
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
    for_two_slides(|model, _, pairs| {
        for &(first, second, last) in pairs {
            if pairs.contains(&(second, first, last)) && second.from < first.from {
                both += 1;
                skipped += u32::from(model.prunes(first, second));
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
                let model = Model::<8>::new(&level, direction, HeuristicLevel::Distances);
                let state = model.state(&level.start());
                let here = model.heuristic(&state);
                model.expand(&state, |_, child| match (here, model.heuristic(&child)) {
                    (Some(here), Some(there)) => {
                        assert!(here <= there.next() && there <= here.next());
                    }
                    (here, there) => assert_eq!(here, there, "generalized moves can be taken back"),
                });
            }
        }
    }
}
