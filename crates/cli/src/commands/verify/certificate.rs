//! Checks of certificates, by the rules alone.

use super::{Data, record};
use crate::arguments::Reading;
use crate::output::exit::{self, Stopped, Usage};
use crate::output::printable;
use fewest::proof::Checking;
use fewest::proof::panex::Theorem;
use fewest::verified::{self, NotVerified, Verified};
use fewest::{InputError, memory};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Read as _, Write};
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::NamedTempFile;

/// Checks a certificate by the theorem that `fewest-proof` derives from the rules.
pub(super) fn run(
    input: &OsStr,
    reading: &Reading,
    memory: Option<u64>,
    is_json: bool,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let is_file = input == "-" || Path::new(input).exists();
    let is_instance = || fewest::entries(input, reading.options()).is_ok();
    if !is_file {
        let error = || {
            Usage(format!(
                "{}: no such file; verify takes an instance and a plan, or a certificate file \
                 alone",
                input.display()
            ))
        };
        return Err(if is_instance() { no_plan(input) } else { error() }.into());
    }
    // A certificate is read more than once.
    let kept = (input == "-").then(keep).transpose()?;
    let file = kept.as_ref().map_or(Path::new(input), NamedTempFile::path);
    let name = input.display().to_string();
    // It is drawn on a terminal only.
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} states");
    let bar = ProgressBar::no_length().with_style(style.expect("constant"));
    let open = || File::open(file).map(BufReader::new);
    let verified =
        verified::check(open, memory.or_else(memory::budget), &mut |Checking { done, of }| {
            of.into_iter().for_each(|of| bar.set_length(of));
            bar.set_position(done);
            ControlFlow::Continue(())
        });
    bar.finish_and_clear();
    match verified {
        Ok(verified) => accept(&name, &verified, is_json, out),
        Err(NotVerified::Rejected(rejection)) if is_json => {
            let reason = Some(rejection.to_string());
            record(out, &Data { instance: &name, reason, ..Data::default() })
        }
        Err(NotVerified::Rejected(rejection)) => {
            writeln!(out, "{}", printable(&format!("{name}: rejected: {rejection}")))?;
            Ok(exit::REJECTED)
        }
        Err(NotVerified::Invalid(_)) if input != "-" && is_instance() => Err(no_plan(input).into()),
        Err(NotVerified::Invalid(error)) => {
            Err(InputError::invalid(&name, error.at, error.error).into())
        }
        Err(NotVerified::Unreadable(error)) => Err(InputError::unreadable(&name, &error).into()),
        Err(NotVerified::Memory(bytes)) => {
            let needed = format!("checking it takes {}", HumanBytes(bytes));
            Err(Stopped::memory(&name, &needed).into())
        }
        Err(stopped @ NotVerified::Stopped) => Err(stopped.into()),
    }
}

/// The beginning of certificates of all kinds.
const BEGIN: &[u8] = b"fewest";

/// Keeps standard input in a file, which is removed at the end. If it is not a certificate, and may
/// be endless, only its beginning is kept.
fn keep() -> anyhow::Result<NamedTempFile> {
    let mut file = NamedTempFile::new()?;
    let mut input = io::stdin().lock();
    let mut begin = vec![];
    let kept = input.by_ref().take(BEGIN.len() as u64).read_to_end(&mut begin).and_then(|_| {
        file.write_all(&begin)?;
        if begin == BEGIN { io::copy(&mut input, &mut file) } else { Ok(0) }
    });
    kept.map_err(|error| InputError::unreadable("standard input", &error))?;
    Ok(file)
}

fn no_plan(input: &OsStr) -> Usage {
    let name = input.display();
    Usage(format!("{name}: no plan given; use verify INPUT PLAN, or give a certificate file alone"))
}

fn accept(
    name: &str,
    Verified { header, claim, theorem, listed, is_proof }: &Verified,
    is_json: bool,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let instance = header.as_ref().map(|header| header.name.as_str());
    if is_json {
        let plan = header.as_ref().and_then(|header| header.plan.as_ref());
        let data = Data {
            instance: instance.unwrap_or(name),
            accepted: true,
            moves: plan.map(|plan| (plan.len() as u64).into()),
            theorem: Some(theorem.as_ref().map_or_else(|| claim.clone(), ToString::to_string)),
            assumes: theorem.as_ref().map(|_| Theorem::ASSUMES),
            proof: Some(*is_proof),
            reason: None,
        };
        return record(out, &data);
    }
    // The author of the file chose the name, which may read like a claim.
    let instance = instance.map(|instance| format!("{instance:?}: ")).unwrap_or_default();
    writeln!(out, "{}: accepted: {instance}{claim}", printable(name))?;
    if let Some(theorem) = theorem {
        writeln!(out, "{theorem}")?;
    }
    if let Some((states, digest)) = listed {
        writeln!(out, "{} states, digest {digest}", HumanCount(*states))?;
    }
    Ok(exit::OK)
}
