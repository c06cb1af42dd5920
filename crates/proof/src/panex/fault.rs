//! Why a certificate that can be read is no proof.

use super::certificate::Said;
use dashu_int::IBig;

/// What does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The certificate is silent on something.
    #[error("the certificate does not say {0}")]
    Missing(String),
    /// The certificate says something that the proof does not need.
    #[error("nothing needs this")]
    Unused,
    /// A number that counts moves is broken or out of bounds.
    #[error("at size {size} this is no number of moves")]
    NoCount {
        /// The size.
        size: u32,
    },
    /// A cost is not what it is by the rules.
    #[error(
        "at size {size} with swaps {swaps:0width$b} this is {}, but {} by the rules",
        shown(*said), shown(*cost), width = *size as usize
    )]
    NotTheCost {
        /// The size.
        size: u32,
        /// The sizes that are swapped: s in bit s - 1.
        swaps: usize,
        /// What the certificate says; `None` for impossible.
        said: Option<i64>,
        /// What was computed; `None` for impossible.
        cost: Option<i64>,
    },
    /// A least value is another one.
    #[error("at size 5 the least value is {least}, not {said}")]
    NotTheLeast {
        /// What the certificate says.
        said: i64,
        /// What was computed.
        least: i64,
    },
    /// A cost would be less than what was shown to be the least.
    #[error("{inequality}: fails at size {size}")]
    Inequality {
        /// The inequality in words.
        inequality: String,
        /// The first size where it fails.
        size: IBig,
    },
    /// A least value is never reached.
    #[error("no pair of branches reaches this least value at every size")]
    NotReached,
    /// Two closed forms that must be one are not.
    #[error("{what} is {is}, not {said}")]
    NotEqual {
        /// What is compared.
        what: String,
        /// What the certificate says.
        said: String,
        /// What follows from the rest of it.
        is: String,
    },
    /// The parts of a way do not make it.
    #[error("{0}")]
    NoWay(&'static str),
}

fn shown(value: Option<i64>) -> String {
    value.map_or("impossible".to_owned(), |value| value.to_string())
}

/// What does not hold, and the line that says so, if there is one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{fault}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct Rejection {
    /// The line of the certificate.
    pub line: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

impl Rejection {
    /// The certificate does not say something.
    pub(super) fn missing(what: String) -> Self {
        Self { line: None, fault: Fault::Missing(what) }
    }
}

impl<T> Said<T> {
    /// What is said here is wrong.
    pub(super) fn is_wrong(&self, fault: Fault) -> Rejection {
        Rejection { line: Some(self.line), fault }
    }
}
