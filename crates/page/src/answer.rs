//! Answers to questions.

use crate::question::{Limits, Problem, Question};
use crate::{hint, list, open, rate, replay, sketch, solve, survey, verify};
use serde::Serialize;
use serde_json::{Value, json};

/// All verbs.
pub const VERBS: [&str; 10] =
    ["hello", "list", "open", "sketch", "solve", "hint", "rate", "survey", "replay", "verify"];

/// Those that may take long.
pub const SEARCHES: [&str; 5] = ["solve", "hint", "rate", "survey", "verify"];

/// Answers a question.
///
/// `hello` lists the puzzles to choose from; `list` lists the puzzles in the text; `open` shows
/// the position after some moves and the moves from there; `sketch` draws a level that is not yet
/// one; `solve` proves the fewest moves from there, and reports `progress` meanwhile; `hint` judges
/// the moves from there; `rate` says how difficult it is; `survey` counts the states around it and
/// around the goals; `replay` makes a separate page of the moves; `verify` says whether a
/// certificate is a proof, by the rules alone.
///
/// # Errors
/// In the answer: `error` with a message, and the place in the text if there is one.
pub fn answer(
    verb: &str,
    question: &str,
    limits: &Limits<'_>,
    progress: &mut dyn FnMut(&Value),
) -> Value {
    let parsed = || serde_json::from_str::<Question>(question).map_err(Problem::from);
    let answered = match verb {
        "hello" => Ok(open::hello()),
        "list" => parsed().and_then(|question| list::list(&question).map(value)),
        "open" => parsed().and_then(|question| open::open(&question).map(value)),
        "sketch" => sketch::draw(question),
        "solve" => parsed().and_then(|question| solve::solve(&question, limits, progress)),
        "hint" => parsed().and_then(|question| hint::hint(&question, limits).map(value)),
        "rate" => parsed().and_then(|question| rate::rate(&question, limits).map(value)),
        "survey" => parsed().and_then(|question| survey::survey(&question, limits)),
        "replay" => parsed().and_then(|question| replay::replay(&question)),
        "verify" => verify::verify(question, limits, progress),
        _ => Err(Problem::new(format!("there is no verb {verb:?}"))),
    };
    answered.unwrap_or_else(|problem| json!({ "error": problem }))
}

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or(Value::Null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use fewest::search::Interrupt;

    fn answered(verb: &str, question: &Value) -> Value {
        let interrupt = &Interrupt::new();
        let limits = Limits { time: None, memory: None, interrupt };
        answer(verb, &question.to_string(), &limits, &mut |_| {})
    }

    #[test]
    fn difficulty_is_that_of_the_position() {
        let rated = |moves: &[&str]| {
            answered(
                "rate",
                &json!({ "text": "1 2 3 / 4 0 6 / 7 5 8", "number": 1, "moves": moves }),
            )
        };
        let (start, solved) = (rated(&[]), rated(&["5", "8"]));
        assert_eq!((&start["upper"], &start["plans"]), (&json!(2), &json!(1)));
        // There are four moves to choose from, then three.
        assert_eq!(start["difficulty"], json!({ "bits": 3.6, "word": "trivial" }));
        assert_eq!(solved["difficulty"]["bits"], json!(0.0));
    }

    #[test]
    fn states_are_counted_around_both_ends() {
        let question =
            json!({ "text": "1 2 3 0", "number": 1, "heuristic": "manhattan", "moves": [] });
        let answered = answered("survey", &question);
        for (survey, direction) in
            answered["surveys"].as_array().unwrap().iter().zip(["forward", "backward"])
        {
            assert_eq!(survey["direction"], direction);
            assert_eq!(survey["heuristic"], "manhattan");
            // There are twelve positions in a ring.
            assert_eq!(survey["layers"], json!([1, 2, 2, 2, 2, 2, 1]));
            assert_eq!((&survey["is_whole"], &survey["dead_ends"]), (&json!(true), &json!(0)));
        }
        assert_eq!(answered["surveys"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn certificates_are_checked() {
        let certificate = include_bytes!("../tests/browser/water.proof");
        let ask = |bytes: &[u8]| {
            let certificate = base64::engine::general_purpose::STANDARD.encode(bytes);
            answered("verify", &json!({ "certificate": certificate }))
        };
        let accepted = ask(certificate);
        assert_eq!(accepted["claim"], "13 moves solve it, and no fewer do");
        assert_eq!(accepted["proof"], true);
        let text = &accepted["puzzle"]["text"];
        let solved = answered("solve", &json!({ "text": text, "number": 1 }));
        assert_eq!(solved["result"]["upper"], json!(13));
        let mut altered = certificate.to_vec();
        *altered.last_mut().unwrap() ^= 1;
        assert_eq!(ask(&altered)["accepted"], json!(false));
        assert!(ask(b"a plan").get("error").is_some());
        let broken = answered("verify", &json!({ "certificate": "?" }));
        assert!(broken.get("error").is_some());
    }

    #[test]
    fn what_the_claims_about_high_towers_rest_on_is_in_the_answers() {
        let assumed = fewest::proof::panex::Theorem::ASSUMES;
        let towers = |n| json!({ "text": format!("panex:{n}"), "number": 1 });
        assert_eq!(answered("solve", &towers(6))["result"]["assumes"], assumed);
        assert_eq!(answered("rate", &towers(40))["assumes"], assumed);
        assert_eq!(answered("solve", &towers(3))["result"].get("assumes"), None);
    }

    #[test]
    fn every_search_is_a_verb() {
        assert!(SEARCHES.iter().all(|search| VERBS.contains(search)));
    }
}
