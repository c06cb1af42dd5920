//! One function for certificates of all kinds: the checkers of [`proof`](crate::proof) under one
//! name.

use crate::proof::OnProgress;
use crate::proof::audit::{self, AuditError, Audited, Sample};
use crate::proof::closed_list::{self, Checked, ClosedListError, Digest, Header};
use crate::proof::layers::{self, LayersError};
use crate::proof::move_pruning::{self, RulesError};
use crate::proof::panex::{CertificateError, Checker, HEADER, Theorem};
use crate::proof::pattern_database::{self, TableError};
use crate::rules::TextPosition;
use std::io::{self, BufRead, Read};

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

/// The reason why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum NotVerified {
    /// The certificate proves nothing: something in it does not hold.
    #[error("{0}")]
    Rejected(String),
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The file is not a certificate, or its text has a mistake.
    #[error("{at}: {message}")]
    Invalid {
        /// Where the mistake is.
        at: TextPosition,
        /// What it is.
        message: String,
    },
    /// The check takes more memory than there is.
    #[error("out of memory: checking it takes {0} bytes")]
    Memory(u64),
    /// The check was stopped early.
    #[error("the check was stopped")]
    Stopped,
}

/// Bytes that are enough to distinguish the kinds.
const BEGIN: u64 = 64;
/// No certificate of Panex towers is longer.
const LONGEST_TEXT: u64 = 64 << 20;

/// Whether a file that begins like this is of a kind that [`check`] checks, of any version.
pub(crate) fn begins(file: &[u8]) -> bool {
    let of_exchanges = HEADER.trim_end_matches('1').as_bytes();
    closed_list::begins(file)
        || move_pruning::begins(file)
        || pattern_database::begins(file)
        || layers::begins(file)
        || audit::begins(file)
        || file.starts_with(of_exchanges)
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
    if closed_list::begins(&begin) {
        Ok(of_search(closed_list::check(open, memory, on_progress)?))
    } else if move_pruning::begins(&begin) {
        let move_pruning::Checked { size, rules } = move_pruning::check(open()?)?;
        Ok(Verified::claim(format!(
            "all {rules} rules for {size} hold: the first of all shortest plans follows no forbidden path"
        )))
    } else if pattern_database::begins(&begin) {
        let checked = pattern_database::check(open()?, memory, on_progress)?;
        let pattern_database::Checked { pattern, states, farthest } = checked;
        Ok(Verified::claim(format!(
            "{pattern}: all {states} distances are right, the largest is {farthest}"
        )))
    } else if layers::begins(&begin) {
        let layers::Checked { start, layers } = layers::check(open()?, memory, on_progress)?;
        let positions: u64 = layers.iter().map(|layer| layer.positions).sum();
        let farthest = moves(layers.len() - 1);
        Ok(Verified::claim(format!(
            "{positions} positions can be reached from {start}, the farthest after {farthest}"
        )))
    } else if audit::begins(&begin) {
        let sample = Sample::at_random(Sample::UNITS);
        Ok(of_audit(audit::check(open()?, sample, memory, on_progress)?))
    } else if begin.starts_with(b"fewest") {
        of_exchanges(open()?)
    } else {
        let message = "neither a certificate nor a stored table: both begin with \"fewest\"";
        Err(NotVerified::Invalid { at: TextPosition::START, message: message.to_owned() })
    }
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

fn of_search(Checked { header, states, digest }: Checked) -> Verified {
    let claim = claim(&header);
    Verified { header: Some(header), listed: Some((states, digest)), ..Verified::claim(claim) }
}

/// The result of an audit, which is not a proof unless all units were searched again.
fn of_audit(audited: Audited) -> Verified {
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
    Verified { header: is_proof.then_some(header), is_proof, ..Verified::claim(claim) }
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
fn of_exchanges(file: impl BufRead) -> Result<Verified, NotVerified> {
    let mut text = vec![];
    file.take(LONGEST_TEXT + 1).read_to_end(&mut text)?;
    let invalid = |message: &str| {
        let (at, message) = (TextPosition::START, message.to_owned());
        NotVerified::Invalid { at, message }
    };
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

impl From<ClosedListError> for NotVerified {
    fn from(error: ClosedListError) -> Self {
        match error {
            ClosedListError::Unreadable(error) => Self::Unreadable(error),
            ClosedListError::Stopped => Self::Stopped,
            rejected => Self::Rejected(rejected.to_string()),
        }
    }
}

impl From<RulesError> for NotVerified {
    fn from(error: RulesError) -> Self {
        match error {
            RulesError::Unreadable(error) => Self::Unreadable(error),
            rejected => Self::Rejected(rejected.to_string()),
        }
    }
}

impl From<TableError> for NotVerified {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Unreadable(error) => Self::Unreadable(error),
            TableError::Memory(bytes) => Self::Memory(bytes),
            TableError::Stopped => Self::Stopped,
            rejected => Self::Rejected(rejected.to_string()),
        }
    }
}

impl From<LayersError> for NotVerified {
    fn from(error: LayersError) -> Self {
        match error {
            LayersError::Unreadable(error) => Self::Unreadable(error),
            LayersError::Memory(bytes) => Self::Memory(bytes),
            LayersError::Stopped => Self::Stopped,
            rejected => Self::Rejected(rejected.to_string()),
        }
    }
}

impl From<AuditError> for NotVerified {
    fn from(error: AuditError) -> Self {
        match error {
            AuditError::Unreadable(error) => Self::Unreadable(error),
            AuditError::Memory(bytes) => Self::Memory(bytes),
            AuditError::Stopped => Self::Stopped,
            rejected => Self::Rejected(rejected.to_string()),
        }
    }
}

impl From<CertificateError> for NotVerified {
    fn from(error: CertificateError) -> Self {
        match error {
            CertificateError::Unreadable(error) => {
                Self::Invalid { at: error.at, message: error.error.to_string() }
            }
            CertificateError::Rejected(rejection) => Self::Rejected(rejection.to_string()),
        }
    }
}
