//! The reasons why a certificate that can be read is not a proof.

use super::certificate::Said;
use dashu_int::IBig;

/// What does not hold in a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The certificate lacks something.
    #[error("the certificate lacks {0}")]
    Missing(String),
    /// The certificate contains something that the proof does not need.
    #[error("the proof does not use this line")]
    Unused,
    /// A number of moves is not a whole number or out of bounds.
    #[error("at size {size} this is not a number of moves")]
    NoCount {
        /// The size.
        size: u32,
    },
    /// A cost differs from the cost by the rules.
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
    /// A smallest value is wrong.
    #[error("at size 5 the least value is {least}, not {said}")]
    NotTheLeast {
        /// What the certificate says.
        said: i64,
        /// What was computed.
        least: i64,
    },
    /// A cost would be smaller than the proved minimum.
    #[error("{inequality}: fails at size {size}")]
    Inequality {
        /// The inequality in words.
        inequality: String,
        /// The first size where it fails.
        size: IBig,
    },
    /// A smallest value is never reached.
    #[error("no pair of branches reaches this least value at every size")]
    NotReached,
    /// Two closed forms that must be equal are not.
    #[error("{what} is {is}, not {said}")]
    NotEqual {
        /// What is compared.
        what: String,
        /// What the certificate says.
        said: String,
        /// What follows from the rest of it.
        is: String,
    },
    /// The parts of a way do not combine to it.
    #[error("{0}")]
    NoWay(&'static str),
}

fn shown(value: Option<i64>) -> String {
    value.map_or("impossible".to_owned(), |value| value.to_string())
}

/// What does not hold, and the line of the statement, if there is one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{fault}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct Rejection {
    /// The line of the certificate.
    pub line: Option<usize>,
    /// The fault.
    pub fault: Fault,
}

impl Rejection {
    /// Returns the error that a statement is missing.
    pub(super) fn missing(what: String) -> Self {
        Self { line: None, fault: Fault::Missing(what) }
    }
}

impl<T> Said<T> {
    /// Returns the error that this statement is wrong.
    pub(super) fn is_wrong(&self, fault: Fault) -> Rejection {
        Rejection { line: Some(self.line), fault }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_numbers_or_impossible() {
        let fault = Fault::NotTheCost { size: 6, swaps: 0b10_0000, said: None, cost: Some(5) };
        let expected = "at size 6 with swaps 100000 this is impossible, but 5 by the rules";
        assert_eq!(fault.to_string(), expected);
    }
}
