//! Whether a certificate is accepted, and whether it is a proof.

use crate::{Limits, Problem};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fewest::proof::Checking;
use fewest::proof::closed_list::Instance;
use fewest::rules::tiles::{self, Goal};
use fewest::verified::{self, NotVerified, Verified};
use serde::Deserialize;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use web_time::Instant;

/// A file to check.
#[derive(Deserialize)]
struct Question {
    /// Its bytes in Base64.
    certificate: String,
    /// Seconds that it may take, if less than the limits allow.
    #[serde(default)]
    seconds: Option<f64>,
}

/// Checks a certificate by the rules alone, and reports its progress.
pub(crate) fn verify(
    question: &str,
    limits: &Limits<'_>,
    progress: &mut dyn FnMut(&Value),
) -> Result<Value, Problem> {
    let Question { certificate, seconds } = serde_json::from_str(question)?;
    let file = STANDARD.decode(certificate);
    let file = file.map_err(|error| Problem::new(format!("invalid request: {error}")))?;
    let deadline = limits.of_search(seconds, None).deadline;
    let mut on_progress = |Checking { done, of }| {
        progress(&json!({ "done": done, "of": of }));
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || limits.interrupt.reason().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    match verified::check(|| Ok(&file[..]), limits.memory, &mut on_progress) {
        Ok(Verified { header, claim, theorem, listed, is_proof }) => Ok(json!({
            "accepted": true,
            "proof": is_proof,
            "name": header.as_ref().map(|header| &header.name),
            "claim": claim,
            "formulas": theorem.map(|theorem| theorem.to_string()),
            "states": listed.map(|(states, _)| states),
            "digest": listed.map(|(_, digest)| digest.to_string()),
            "puzzle": header.and_then(|header| puzzle(header.instance)),
        })),
        Err(NotVerified::Rejected(rejection)) => {
            Ok(json!({ "accepted": false, "reason": rejection.to_string() }))
        }
        Err(error) => Err(Problem::new(error)),
    }
}

/// An instance in the form of a question, if the page can show it.
fn puzzle(instance: Instance) -> Option<Value> {
    Some(match instance {
        Instance::Atomix { level } => json!({ "text": level }),
        Instance::Tiles { start, goal } => {
            let goal = tiles::parse(&goal, tiles::Options::default());
            let goal = goal.map(|read| Goal::of(read.start).to_string());
            json!({ "text": start, "goal": goal.unwrap_or_default() })
        }
        Instance::Panex { instance } => json!({ "text": format!("panex:{instance}") }),
        Instance::Pddl { .. } | Instance::Own { .. } => return None,
    })
}
