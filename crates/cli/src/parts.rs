//! Parts of a plan, for those who want nothing else or could not take the whole.

use crate::exit;
use crate::plan::PlanText;
use clap::Args;
use fewest::instance::draw;
use fewest::rules::Puzzle;
use fewest::{Instance, MoveCount, Plan, for_any_family};
use std::io::Write;
use std::str::FromStr;

/// What to write of a plan instead of the report.
#[derive(Debug, Args)]
pub(crate) struct Parts {
    /// Write the moves and nothing else, one a line: all, or those of a range like 1-1000 or
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

/// Moves from one number to another, counted from 1.
#[derive(Debug, Clone)]
struct Range {
    before: MoveCount,
    /// `None` is the last one.
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

impl Parts {
    /// Whether a part is wanted instead of the report.
    pub(crate) fn is_asked(&self) -> bool {
        self.moves.is_some() || self.at.is_some()
    }

    /// Writes it.
    pub(crate) fn write(
        &self,
        out: &mut impl Write,
        instance: &Instance,
        plan: &Plan,
    ) -> anyhow::Result<()> {
        if let Some(Range { before, last }) = &self.moves {
            let length = plan.len();
            let last = last.as_ref().map_or(&length, |last| last.min(&length));
            let mut left = last.minus(before);
            let mut out = std::io::BufWriter::new(&mut *out);
            for step in plan.moves_after(before) {
                if left.is_zero() {
                    break;
                }
                left = left.minus(&1.into());
                writeln!(out, "{}", step?)?;
            }
            out.flush()?;
        }
        if let Some(at) = &self.at {
            let length = plan.len();
            if *at > length {
                let error = format!("--at: the plan has {length} moves, there is no move {at}");
                return Err(exit::Usage(error).into());
            }
            let before = at.minus(&1.into());
            if let Some(step) = plan.moves_after(&before).next().filter(|_| !at.is_zero()) {
                writeln!(out, "{at}. {}", step?)?;
            }
            writeln!(out, "{}", board_after(instance, plan, at)?)?;
        }
        Ok(())
    }
}

/// The position after the first `count` moves, drawn.
fn board_after(instance: &Instance, plan: &Plan, count: &MoveCount) -> anyhow::Result<String> {
    if let Some(board) = plan.board_after(count) {
        return Ok(board);
    }
    let count = usize::try_from(&count.0).unwrap_or(usize::MAX);
    let moves: Vec<_> =
        plan.moves_after(&MoveCount::default()).take(count).collect::<Result<_, _>>()?;
    let text = PlanText::of_moves(&moves);
    for_any_family!(&instance.family, puzzle => {
        let steps = text.moves(&instance.name, puzzle)?;
        let after = |position, step| puzzle.play(&position, step).unwrap_or(position);
        Ok(draw(puzzle, &steps.iter().fold(puzzle.start(), after)))
    })
}
