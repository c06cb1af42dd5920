//! `fewest info`: what is known of an instance without search.

use super::arguments::Inputs;
use super::{exit, json};
use clap::Args;
use fewest::Instance;
use fewest::facts::facts;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// Say what is known of an instance without search
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Data<'a> {
    puzzle: &'static str,
    instance: &'a str,
    title: Option<&'a str>,
    #[serde(flatten)]
    facts: Value,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    for (i, instance) in arguments.inputs.read()?.iter().enumerate() {
        let facts = serde_json::to_value(facts(&instance.family))?;
        if arguments.json {
            let Instance { name, title, family } = instance;
            let (puzzle, title) = (family.name(), title.as_deref());
            json::write(out, "info", &Data { puzzle, instance: name, title, facts })?;
        } else {
            if i > 0 {
                writeln!(out)?;
            }
            print(out, instance, &facts)?;
        }
    }
    Ok(exit::OK)
}

/// The facts under the names they have in JSON.
fn print(out: &mut impl Write, instance: &Instance, facts: &Value) -> io::Result<()> {
    writeln!(out, "{:12} {}", "instance", instance.name)?;
    writeln!(out, "{:12} {}", "puzzle", instance.family.name())?;
    if let Some(title) = &instance.title {
        writeln!(out, "{:12} {title}", "title")?;
    }
    for (name, value) in facts.as_object().into_iter().flatten() {
        match value {
            Value::Object(parts) => {
                for (part, value) in parts {
                    writeln!(out, "{:12} {}", format!("{name} {part}"), text(value))?;
                }
            }
            value => writeln!(out, "{name:12} {}", text(value))?,
        }
    }
    Ok(())
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "unknown".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
