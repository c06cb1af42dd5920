//! What does not hold in a certificate that is rejected.

use dashu_int::IBig;

/// What does not hold in a certificate that is rejected.
///
/// States are written as hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    // The form of a file of any kind.
    /// There is something else than what must be there.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The first line is not this one.
    #[error("the first line of a certificate is \"{0}\"")]
    FirstLine(&'static str),
    /// Something else about the form, in words.
    #[error("{0}")]
    Form(&'static str),
    /// The number of these lines differs from that in the header.
    #[error("the number of {0} does not match the header")]
    Count(&'static str),
    /// A byte was changed of what the digest covers.
    #[error("the digest does not match")]
    Digest,

    // The header of a list of closed states.
    /// The first line is not that of a list of closed states.
    #[error("this is not a certificate of this version")]
    NoCertificate,
    /// The second line cannot be understood.
    #[error("{0}")]
    Header(String),
    /// The instance cannot be read, or is not valid.
    #[error("the instance: {0}")]
    Instance(String),
    /// The puzzle does not have this direction or heuristic in the checker.
    #[error("this puzzle is not certified in this direction with this heuristic")]
    Unsupported,
    /// The puzzle is not one that this crate knows.
    #[error("its puzzle is {0:?}: only the program that wrote the certificate can check it")]
    Foreign(String),
    /// The plan is not a solution.
    #[error("the plan: {0}")]
    Plan(String),
    /// The plan is shorter than the lower bound that the certificate claims.
    #[error("the plan is shorter than the claimed lower bound")]
    ShorterPlan,

    // The sections of such a list.
    /// The file ends in the middle of a section.
    #[error("the file ends too early")]
    Truncated,
    /// Something follows the last section.
    #[error("something follows the last section")]
    Beyond,
    /// A section longer than any writer makes.
    #[error("it claims to be larger than a section can be")]
    SectionTooLarge,
    /// The states cannot be decoded.
    #[error("its states cannot be decoded")]
    NotCoded,
    /// The states are not in order of layers, or those of a layer are not in ascending order.
    #[error("states are out of order")]
    OutOfOrder,
    /// A layer at or beyond the claimed lower bound.
    #[error("layer {0} is too deep")]
    TooDeep(u32),

    // The states of such a list.
    /// Bytes that are not a state of the puzzle.
    #[error("state {0} is not a state of this puzzle")]
    NoState(String),
    /// A state is listed twice.
    #[error("state {0} is listed twice")]
    Twice(String),
    /// A goal is listed: there is a plan that is shorter than claimed.
    #[error("state {0} is a goal")]
    Goal(String),
    /// A root is not listed, and its lower bound is too small for that.
    #[error("state {0}, a root, is missing")]
    MissingRoot(String),
    /// A child is not listed early enough, and its lower bound is too small for that.
    #[error("state {state} at g = {g}: its child {child} is missing at g = {} or less", g + 1)]
    MissingChild {
        /// The listed state.
        state: String,
        /// The number of moves with which it is listed.
        g: u16,
        /// The child.
        child: String,
    },

    // An audit.
    /// A state of the layer is not a unit, or a unit is not a state of the layer.
    #[error("expected {state}, the next state at a distance of {depth} moves")]
    MissingUnit {
        /// That of the layer.
        depth: u16,
        /// The state that stands nowhere.
        state: String,
    },
    /// There are more units than states of the layer.
    #[error("the layer has no more states")]
    MoreUnits,
    /// A goal lies before the layer.
    #[error("a goal is reached after {0} moves, before the layer")]
    GoalBefore(u16),
    /// The header claims more than follows from the units.
    #[error("the units prove a bound of only {0} moves")]
    Claim(u32),
    /// The unit was searched again, and its bound does not hold.
    #[error("a plan from this state has fewer than {0} moves")]
    Refuted(u16),

    // Layers of a space.
    /// The layer has other positions, or does not exist.
    #[error(
        "there are {positions} positions after {moves} moves, and their digest is {digest:032x}"
    )]
    Layer {
        /// Which layer.
        moves: u64,
        /// How many positions it has.
        positions: u64,
        /// Their digest.
        digest: u128,
    },

    // Rules that prune moves.
    /// The replacement does not come before the forbidden path.
    #[error("the second path does not come before the first one")]
    Order,
    /// The replacement does not lead to the same position from this cell.
    #[error("from cell {0} the second path does not lead where the first one does")]
    OtherPosition(usize),

    // A pattern database.
    /// The table does not have the size that follows from its pattern.
    #[error("the table is too long or too short for its pattern")]
    Length,
    /// The number of states differs from that in the header.
    #[error("the pattern has {0} states, but the header gives another number")]
    States(u64),
    /// The bit of a state is not that of its distance.
    #[error("the entry of {state} is wrong: its distance is {distance}")]
    Distance {
        /// The cells of the tiles, and one where the blank is.
        state: String,
        /// Its distance.
        distance: u16,
    },
    /// A bit that belongs to no reachable state is not 0.
    #[error("a bit that belongs to no state that can be reached is set")]
    Padding,

    // The exchange of two Panex towers.
    /// A statement is made a second time.
    #[error("line {0} has said this already")]
    SaidBefore(usize),
    /// A name refers to something that is not in the certificate.
    #[error("there is no {0}")]
    Unknown(String),
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
        possible(*said), possible(*cost), width = *size as usize
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
        what: &'static str,
        /// What the certificate says.
        said: String,
        /// What follows from the rest of it.
        is: String,
    },
    /// The parts of a way do not combine to it.
    #[error("{0}")]
    NoWay(&'static str),
}

fn possible(value: Option<i64>) -> String {
    value.map_or("impossible".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_numbers_or_impossible() {
        let reason = Reason::NotTheCost { size: 6, swaps: 0b10_0000, said: None, cost: Some(5) };
        let expected = "at size 6 with swaps 100000 this is impossible, but 5 by the rules";
        assert_eq!(reason.to_string(), expected);
    }
}
