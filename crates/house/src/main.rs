//! `cargo run -p fewest-house [-- --report RULE ...]`: checks the tree in the current folder.
//!
//! Findings of the rules named after `--report` are printed, but do not fail the check.
//! `--order CRATE` prints an order of a crate's rooms in which every use points to a later one.

use fewest_house::{RULES, rooms};
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: fewest-house [--report RULE]... | --order CRATE";

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("house: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let root = Path::new(".");
    if let [flag, name] = arguments
        && flag == "--order"
    {
        let order = rooms::order(root, name).map_err(|error| error.to_string())?;
        println!("{name}: {}", order.join(" "));
        return Ok(ExitCode::SUCCESS);
    }
    let mut forgiven = Vec::new();
    for pair in arguments.chunks(2) {
        let [flag, name] = pair else { return Err(USAGE.to_owned()) };
        if flag != "--report" || RULES.iter().all(|(rule, _)| rule != name) {
            return Err(USAGE.to_owned());
        }
        forgiven.push(name.as_str());
    }

    let mut failed = false;
    for (rule, check) in RULES {
        let findings = check(root).map_err(|error| format!("{rule}: {error}"))?;
        let fails = !findings.is_empty() && !forgiven.contains(&rule);
        failed |= fails;
        for finding in &findings {
            println!("house: {rule}: {finding}");
        }
        let verdict = match (findings.len(), fails) {
            (0, _) => "kept".to_owned(),
            (n, true) => format!("broken {n} times"),
            (n, false) => format!("broken {n} times, reported only"),
        };
        println!("house: {rule}: {verdict}");
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
