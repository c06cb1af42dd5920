//! A slice of a plan: some of its moves, or one of its positions.

use crate::output::exit;
use clap::Args;
use fewest::{AnyPuzzle, MoveCount, Plan};
use std::io::Write;
use std::str::FromStr;

/// What to write of a plan instead of the report.
#[derive(Debug, Args)]
pub(crate) struct PlanSlice {
    /// Write the moves and nothing else, one per line: all, or those of a range like 1-1000 or
    /// 31500-
    #[arg(
        long, value_name = "RANGE", num_args = 0..=1, require_equals = true,
        default_missing_value = "1-", conflicts_with_all = ["json", "quiet", "at"],
    )]
    moves: Option<Range>,
    /// Write move K and the position after it; 0 is the start
    #[arg(long, value_name = "K", conflicts_with_all = ["json", "quiet"])]
    at: Option<MoveCount>,
}

/// A range of moves, counted from 1.
#[derive(Debug, Clone)]
struct Range {
    before: MoveCount,
    /// `None` stands for the last one.
    last: Option<MoveCount>,
}

impl FromStr for Range {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const HELP: &str = "a range is like 1-1000, 31500- or 7, and moves count from 1";
        let number = |text: &str| text.parse::<MoveCount>().map_err(|_| HELP);
        let (first, last) = match text.split_once('-') {
            None => (number(text)?, Some(number(text)?)),
            Some((first, "")) => (number(first)?, None),
            Some((first, last)) => (number(first)?, Some(number(last)?)),
        };
        let is_empty = first.is_zero() || last.as_ref().is_some_and(|last| *last < first);
        if is_empty { Err(HELP) } else { Ok(Self { before: first.minus(&1.into()), last }) }
    }
}

impl PlanSlice {
    /// Whether a slice is wanted instead of the report.
    pub(crate) fn is_asked(&self) -> bool {
        self.moves.is_some() || self.at.is_some()
    }

    /// Writes it.
    pub(crate) fn write(&self, out: &mut impl Write, plan: &Plan) -> anyhow::Result<()> {
        if let Some(Range { before, last }) = &self.moves {
            let length = plan.len();
            let end = last.as_ref().map_or(&length, |last| last.min(&length));
            let mut left = end.minus(before);
            let mut out = std::io::BufWriter::new(&mut *out);
            for step in plan.texts_after(before) {
                if left.is_zero() {
                    break;
                }
                left = left.minus(&1.into());
                writeln!(out, "{}", step?)?;
            }
            if let (AnyPuzzle::Pddl(_), true, true) =
                (plan.puzzle(), before.is_zero(), last.as_ref().is_none_or(|last| *last >= length))
            {
                // Planners end a plan in this way.
                writeln!(out, "; cost = {length} (unit cost)")?;
            }
            out.flush()?;
        }
        if let Some(at) = &self.at {
            let length = plan.len();
            if *at > length {
                let error = format!("--at: there is no move {at}; the plan has {length} moves");
                return Err(exit::Usage(error).into());
            }
            let before = at.minus(&1.into());
            if let Some(step) = plan.texts_after(&before).next().filter(|_| !at.is_zero()) {
                writeln!(out, "{at}. {}", step?)?;
            }
            writeln!(out, "{}", plan.board_after(at))?;
        }
        Ok(())
    }
}
