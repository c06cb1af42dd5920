//! One function for certificates of all kinds, and the table of the kinds.

use crate::audit::{self, Audited, Sample};
use crate::closed_list::{self, Digest, Header};
use crate::panex::{self, Checker, Theorem};
use crate::{OnProgress, Reason, layers, move_pruning, pattern_database};
use fewest_rules::TextPosition;
use std::io::{self, BufRead, Read};

pub use crate::NotVerified;

/// What an accepted certificate proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// For a certificate of a search, its instance and its claim.
    pub header: Option<Header>,
    /// The claim, in words.
    pub claim: String,
    /// For a certificate about Panex towers of all heights, the claim in formulas, which hold if
    /// [`Theorem::ASSUMES`] is true.
    pub theorem: Option<Theorem>,
    /// For a certificate of a search, the number of states that it lists, and its digest.
    pub listed: Option<(u64, Digest)>,
    /// Whether the claim is proved. Sampling an audit only shows how few of its units can be wrong.
    pub is_proof: bool,
}

/// A check that is asked for.
struct Asked<'a> {
    open: &'a dyn Fn() -> io::Result<Box<dyn BufRead + 'a>>,
    memory: Option<u64>,
    on_progress: &'a mut OnProgress<'a>,
}

/// A kind of certificate.
struct Kind {
    /// The first line of its files in the version that is checked.
    first_line: &'static str,
    check: fn(Asked<'_>) -> Result<Verified, NotVerified>,
}

/// All of them. What begins with "fewest" and is of no other kind is taken for one of the last.
const KINDS: [Kind; 6] = [
    Kind { first_line: closed_list::MAGIC, check: search },
    Kind { first_line: move_pruning::FORMAT.begin, check: rules },
    Kind { first_line: pattern_database::FORMAT.begin, check: table },
    Kind { first_line: layers::FORMAT.begin, check: all_layers },
    Kind { first_line: audit::FORMAT.begin, check: sample },
    Kind { first_line: panex::HEADER, check: exchanges },
];

impl Kind {
    /// Whether a file that begins like this is of this kind, in any version.
    fn begins(&self, file: &[u8]) -> bool {
        file.starts_with(self.first_line.trim_end_matches(['1', '\n']).as_bytes())
    }
}

/// Bytes that are enough to distinguish the kinds.
const BEGIN: u64 = 64;
/// No certificate of Panex towers is longer.
const LONGEST_TEXT: u64 = 64 << 20;

/// Whether a file that begins like this is of a kind that [`check`] checks, of any version.
pub fn begins(file: &[u8]) -> bool {
    KINDS.iter().any(|kind| kind.begins(file))
}

/// Checks a certificate of any kind. `open` opens the file at its beginning, each time it is
/// called.
///
/// # Errors
/// The first thing that does not hold; what was checked before it proves nothing.
///
/// # Complexity
/// See the checker of each kind.
pub fn check<R: BufRead>(
    open: impl Fn() -> io::Result<R>,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Verified, NotVerified> {
    let mut begin = vec![];
    open()?.take(BEGIN).read_to_end(&mut begin)?;
    let last = KINDS.last().filter(|_| begin.starts_with(b"fewest"));
    let kind = KINDS.iter().find(|kind| kind.begins(&begin)).or(last).ok_or_else(|| {
        invalid("neither a certificate nor a stored table: both begin with \"fewest\"")
    })?;
    let open = || Ok(Box::new(open()?) as Box<dyn BufRead + '_>);
    (kind.check)(Asked { open: &open, memory, on_progress })
}

/// The error that a text is no certificate at all.
fn invalid(form: &'static str) -> NotVerified {
    TextPosition::START.error(Reason::Form(form)).into()
}

impl Verified {
    fn claim(claim: String) -> Self {
        Self { header: None, claim, theorem: None, listed: None, is_proof: true }
    }
}

/// `1 move`, `2 moves`.
fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

fn search(Asked { open, memory, on_progress }: Asked<'_>) -> Result<Verified, NotVerified> {
    let closed_list::Checked { header, states, digest } =
        closed_list::check(open, memory, on_progress)?;
    let claim = claim(&header);
    Ok(Verified { header: Some(header), listed: Some((states, digest)), ..Verified::claim(claim) })
}

fn rules(Asked { open, .. }: Asked<'_>) -> Result<Verified, NotVerified> {
    let move_pruning::Checked { size, rules } = move_pruning::check(open()?)?;
    Ok(Verified::claim(format!(
        "all {rules} rules for {size} hold: the first of all shortest plans follows no forbidden path"
    )))
}

fn table(Asked { open, memory, on_progress }: Asked<'_>) -> Result<Verified, NotVerified> {
    let pattern_database::Checked { pattern, states, farthest } =
        pattern_database::check(open()?, memory, on_progress)?;
    Ok(Verified::claim(format!(
        "{pattern}: all {states} distances are right, the largest is {farthest}"
    )))
}

fn all_layers(Asked { open, memory, on_progress }: Asked<'_>) -> Result<Verified, NotVerified> {
    let layers::Checked { start, layers } = layers::check(open()?, memory, on_progress)?;
    let positions: u64 = layers.iter().map(|layer| layer.positions).sum();
    let farthest = moves(layers.len() - 1);
    Ok(Verified::claim(format!(
        "{positions} positions can be reached from {start}, the farthest after {farthest}"
    )))
}

/// An audit, which is not a proof unless all units were searched again.
fn sample(Asked { open, memory, on_progress }: Asked<'_>) -> Result<Verified, NotVerified> {
    let sample = Sample::at_random(Sample::UNITS);
    let audited = audit::check(open()?, sample, memory, on_progress)?;
    let share = audited.share_of_wrong_units();
    let Audited { header, units, searched, looked_at, .. } = audited;
    let claim = claim(&header);
    let claim = match share {
        None => format!("all {units} units were searched again, {looked_at} states: {claim}"),
        Some(share) => format!(
            "an audit: {searched} of {units} units were searched again, {looked_at} states, without a mismatch, \
             which shows with 95 % confidence that fewer than {:.1} % are wrong; if none is: {claim}",
            // Rounded up: never less than the proved share.
            (1000.0 * share).ceil() / 10.0
        ),
    };
    let is_proof = share.is_none();
    Ok(Verified { header: is_proof.then_some(header), is_proof, ..Verified::claim(claim) })
}

fn claim(header: &Header) -> String {
    let solve =
        |count| format!("{} {} it", moves(count), if count == 1 { "solves" } else { "solve" });
    match (header.lower.map(usize::from), header.plan.as_ref().map(Vec::len)) {
        (None, _) => "it has no solution".to_owned(),
        (Some(lower), Some(upper)) if lower == upper => {
            format!("{}, and no fewer do", solve(upper))
        }
        (Some(lower), None) => format!("it takes at least {} to solve it", moves(lower)),
        (Some(lower), Some(upper)) => {
            format!("{}, and at least {} are needed", solve(upper), moves(lower))
        }
    }
}

/// Exchanges of Panex towers of any height.
fn exchanges(Asked { open, .. }: Asked<'_>) -> Result<Verified, NotVerified> {
    let mut text = vec![];
    open()?.take(LONGEST_TEXT + 1).read_to_end(&mut text)?;
    // A text that is not read whole cannot be checked.
    if text.len() as u64 > LONGEST_TEXT {
        return Err(invalid("longer than 64 MiB: no certificate of Panex towers is that long"));
    }
    let text = String::from_utf8(text).map_err(|_| invalid("not a text in UTF-8"))?;
    let theorem = Checker::new().check(&text)?;
    let claim = format!(
        "X(n) moves exchange two towers of n, T(n) bring one to the middle,\n\
         and no fewer do if {};\n\
         P are the Pell numbers 0, 1, 2, 5, ...",
        Theorem::ASSUMES
    );
    Ok(Verified { theorem: Some(theorem), ..Verified::claim(claim) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart_in_any_version() {
        for (number, kind) in KINDS.iter().enumerate() {
            let name = kind.first_line.trim_end();
            let other = name.replace(" 1", " 2");
            for line in [name, &format!("{name}0\n"), &other] {
                let line = line.as_bytes();
                let kinds: Vec<_> = (0..KINDS.len()).filter(|&at| KINDS[at].begins(line)).collect();
                assert_eq!(kinds, [number], "{name}");
                assert!(begins(line) && !begins(&line[..name.len() - 2]), "{name}");
            }
        }
        assert!(!begins(b"fewest plan\n") && !begins(b"fewest-certificates"));
    }
}
