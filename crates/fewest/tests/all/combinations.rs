//! Every engine with every heuristic on every puzzle: it works, or it is refused with a sentence
//! that names something that would.

use fewest::search::{Engine, Guarantee, OpenList, PerimeterHeuristic, Request, Settings, Verdict};
use fewest::{InputOptions, Instance, Report, SolveError, Solver, atomix, read, tiles};

/// A small instance of each puzzle, the length of a shortest plan, and the heuristics it has.
fn puzzles() -> [(Instance, u64, Vec<&'static str>); 3] {
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/levels/square.atomix");
    let inputs = [
        (level, 12, atomix::HeuristicName::ALL.map(atomix::HeuristicName::name).to_vec()),
        ("2 1 / 4 3 / 0 5", 21, tiles::HeuristicName::ALL.map(tiles::HeuristicName::name).to_vec()),
        ("panex:2", 13, vec![]),
    ];
    inputs.map(|(input, optimum, heuristics)| {
        let instances = read(input.as_ref(), InputOptions::default()).expect("an instance");
        (instances[0].clone(), optimum, heuristics)
    })
}

/// The answer for an engine and a heuristic, or the sentence that refuses them.
fn answer(
    instance: &Instance,
    engine: Engine,
    heuristic: Option<&'static str>,
) -> Result<Report, String> {
    asked(instance, Request { engine: Some(engine), heuristic, ..Request::default() })
}

/// The answer to a request, or the sentence that refuses it.
fn asked(instance: &Instance, request: Request) -> Result<Report, String> {
    match Solver::new().request(request).solve(instance) {
        Ok(report) => Ok(report),
        Err(SolveError::Unsupported(refusal)) => Err(refusal.to_string()),
        Err(error) => panic!("{}: {error}", instance.name),
    }
}

/// The mistake in a report of an instance whose shortest plans have `optimum` moves, if any.
fn mistake(
    report: &Report,
    engine: Engine,
    heuristic: Option<&str>,
    optimum: u64,
) -> Option<String> {
    let length = report.plan.as_ref().map(fewest::Plan::len);
    let is_shortest = length == Some(optimum.into());
    let holds = match engine.guarantee() {
        Guarantee::Shortest => report.status.0 == Verdict::Optimal && is_shortest,
        Guarantee::Weighted => length >= Some(optimum.into()),
        Guarantee::Lossy => report.status.0 != Verdict::Optimal && length >= Some(optimum.into()),
    };
    let as_asked =
        report.engine == engine.name() && heuristic.is_none_or(|h| h == report.heuristic);
    (!holds || !as_asked).then(|| format!("{report:?}"))
}

/// Whether a name is a word of a sentence.
fn names(sentence: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    sentence.split(|c| !is_part(c)).any(|word| word == name)
}

/// Whether a sentence names an engine or a heuristic that would work in place of the requested
/// one, or says to leave the heuristic out, if that would work.
fn says_what_would(
    sentence: &str,
    instance: &Instance,
    (engine, heuristic): (Engine, Option<&'static str>),
    heuristics: &[&'static str],
) -> bool {
    let names = |name: &str| names(sentence, name);
    let works = |engine, heuristic| answer(instance, engine, heuristic).is_ok();
    // If no engine has the heuristic on this puzzle, other engines are tried without it.
    let theirs = heuristic.filter(|heuristic| heuristics.contains(heuristic));
    Engine::ALL.into_iter().any(|other| names(other.name()) && works(other, theirs))
        || heuristics.iter().any(|other| names(other) && works(engine, Some(other)))
        || heuristic.is_some() && names("without") && works(engine, None)
}

#[test]
fn every_combination_works_or_is_refused_with_advice() {
    let puzzles = puzzles();
    let all: Vec<_> = puzzles.iter().flat_map(|(.., heuristics)| heuristics.clone()).collect();
    let mut mistakes = Vec::new();
    for (instance, optimum, heuristics) in &puzzles {
        for engine in Engine::ALL {
            let asked = all.iter().copied().map(Some);
            for heuristic in [None].into_iter().chain(asked) {
                let name = format!("{} {engine} {heuristic:?}", instance.name);
                match answer(instance, engine, heuristic) {
                    Ok(report) => {
                        let wrong = mistake(&report, engine, heuristic, *optimum);
                        mistakes.extend(wrong.map(|wrong| format!("{name}: {wrong}")));
                    }
                    Err(sentence) => {
                        let asked = (engine, heuristic);
                        if !says_what_would(&sentence, instance, asked, heuristics) {
                            mistakes.push(format!("{name}: no advice in \"{sentence}\""));
                        }
                    }
                }
            }
        }
    }
    assert!(mistakes.is_empty(), "{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"));
}

/// Requests of one engine, each with an option that only some engines and puzzles have.
fn choices(engine: Engine) -> Vec<Request> {
    let engine = Some(engine);
    let open_lists = OpenList::ALL
        .map(|open_list| Settings { open_list: Some(open_list), ..Settings::default() });
    let rules = ["goal-count", "realizable-paths,fill-order,heuristic"];
    let perimeters = PerimeterHeuristic::ALL
        .map(|perimeter| Settings { perimeter: Some(perimeter), ..Settings::default() });
    let settings = open_lists.into_iter().chain(perimeters);
    let settings = settings.map(|settings| Request { engine, settings, ..Request::default() });
    let rules = rules.into_iter().map(Some);
    let rules = rules.map(|tie_breaking| Request { engine, tie_breaking, ..Request::default() });
    settings.chain(rules).collect()
}

#[test]
fn every_choice_works_or_is_refused_with_advice() {
    let (mut mistakes, mut answered) = (Vec::new(), 0);
    for (instance, optimum, _) in &puzzles() {
        for engine in Engine::ALL {
            for request in choices(engine) {
                match asked(instance, request) {
                    Ok(report) => {
                        answered += 1;
                        mistakes.extend(mistake(&report, engine, None, *optimum));
                    }
                    Err(sentence) => {
                        let works = |request| asked(instance, request).is_ok();
                        // An engine that is refused in any case is tried without the option.
                        let of = |engine| Request { engine: Some(engine), ..Request::default() };
                        let would_do = |&other: &Engine| {
                            let engine = Some(other);
                            works(Request { engine, ..request }) || works(of(other))
                        };
                        let named =
                            Engine::ALL.into_iter().filter(|other| names(&sentence, other.name()));
                        let is_advice =
                            named.filter(|other| *other != engine).any(|it| would_do(&it))
                                || names(&sentence, "without");
                        if !is_advice {
                            mistakes.push(format!("{request:?}: no advice in \"{sentence}\""));
                        }
                    }
                }
            }
        }
    }
    assert!(mistakes.is_empty(), "{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"));
    assert!(answered > 20, "{answered}");
}
