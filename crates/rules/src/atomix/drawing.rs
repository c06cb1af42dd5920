//! Drawn levels, by people or in [`Level`](super::Level)'s own drawing.
//!
//! A board of `#`, `.` and labels, and the molecule: beside the board under a heading `molecule:`,
//! as `fewest show` prints it, or below the board, after such a heading or an empty line. Rulers
//! with the numbers of rows and columns are also read, so that squares keep their coordinates;
//! without rulers, the first row and the first character of a line have the number 0. A title may
//! stand above the board.

use super::findings::{Fault, Findings};
use super::grid::{Grid, Place, byte_of};
use super::raw::{RawLevel, RawNumbered, RawSet};
use super::{FormatError, Label};
use crate::text::offset;

const HEADING: &str = "molecule:";

/// Returns where the heading of the molecule begins in a line that ends with it.
fn heading(line: &str) -> Option<usize> {
    let line = line.trim_end();
    let start = line.len().checked_sub(HEADING.len()).filter(|&at| line.is_char_boundary(at))?;
    let is_apart = line[..start].ends_with("  ") || is_blank(&line[..start]);
    (is_apart && line[start..].eq_ignore_ascii_case(HEADING)).then_some(start)
}

/// Whether the text has a board and a heading, or a board and the same atoms again below it.
pub(super) fn recognises(text: &str) -> bool {
    if text.lines().any(|line| heading(line).is_some()) {
        return has_board(text);
    }
    let is_drawn = |c: char| matches!(c, '#' | '.' | ' ' | '\t') || Label::new(c).is_some();
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks = blocks(&lines).into_iter();
    let board = blocks.find_map(|block| {
        // There may be a title above.
        let first = block.iter().position(|line| is_wall(line))?;
        Some(block[first..].to_vec())
    });
    let Some((board, molecule)) = board.zip(blocks.next()) else { return false };
    let drawn = board.iter().chain(&molecule).all(|line| line.chars().all(is_drawn));
    drawn && !labels(&board).is_empty() && labels(&board) == labels(&molecule)
}

/// Returns the labels in some lines, in order.
fn labels(lines: &[&str]) -> Vec<Label> {
    let mut labels: Vec<Label> =
        lines.iter().flat_map(|line| line.chars()).filter_map(Label::new).collect();
    labels.sort_unstable();
    labels
}

/// Whether the text has a line of walls, or of walls around something.
fn has_board(text: &str) -> bool {
    text.lines().any(|line| is_wall(line) || line.contains("##") || line.contains('.'))
}

/// Whether a line has only white space.
fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// Whether a line begins and ends with a wall, apart from empty squares around it.
fn is_wall(line: &str) -> bool {
    let line = line.trim_matches([' ', '\t', '.']);
    line.len() >= 3 && line.starts_with('#') && line.ends_with('#')
}

/// Whether a line has words, like a title: it has a space and two letters side by side, and is not
/// enclosed in walls.
fn is_text(line: &str) -> bool {
    let letters = line.chars().map(char::is_alphabetic);
    let has_word = letters.clone().zip(letters.skip(1)).any(|pair| pair == (true, true));
    has_word && line.trim().contains(char::is_whitespace) && !is_wall(line)
}

/// Whether a line can be the first row of a board.
fn is_row(line: &str) -> bool {
    line.contains(['#', '.']) && !is_text(line)
}

/// Returns the error that a line is not part of a drawing.
fn trailing(text: &str, line: &str) -> Fault {
    FormatError::Trailing.at(offset(text, line.trim_start()))
}

/// Splits lines into blocks at empty lines.
fn blocks<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let blocks = lines.split(|line| is_blank(line));
    blocks.filter(|block| !block.is_empty()).map(<[&str]>::to_vec).collect()
}

pub(super) fn parse(text: &str) -> Result<RawSet, Fault> {
    let mut levels = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut lines = &lines[..];
    for number in 1.. {
        let empty = lines.iter().take_while(|line| is_blank(line)).count();
        lines = &lines[empty..];
        let Some(first) = lines.first() else { break };
        if number > 1 && !lines.iter().any(|line| heading(line).is_some() || is_row(line)) {
            return Err(trailing(text, first));
        }
        let (parts, rest) = parts(text, lines)?;
        lines = rest;
        let mut findings = Findings::default();
        let level = level(text, &parts, &mut findings);
        levels.push(RawNumbered { number, id: None, level: Some(level), findings });
    }
    Ok(RawSet { name: None, levels })
}

/// The lines of one drawing.
struct Parts<'a> {
    /// A title, rulers and the board.
    board: Vec<&'a str>,
    molecule: Vec<&'a str>,
    molecule_at: usize,
}

/// Returns the first drawing in these lines, and the lines after it.
fn parts<'a, 'l>(text: &str, lines: &'l [&'a str]) -> Result<(Parts<'a>, &'l [&'a str]), Fault> {
    let headed = lines.iter().enumerate().find_map(|(i, line)| Some((i, heading(line)?)));
    let Some((number, start)) = headed else {
        return Ok((below(text, lines)?, &[]));
    };
    let molecule_at = offset(text, lines[number]) + start;
    let (board, molecule, rest) = if is_blank(&lines[number][..start]) {
        let molecule = &lines[number + 1..];
        let mut below =
            molecule.iter().skip_while(|line| is_blank(line)).skip_while(|line| !is_blank(line));
        if let Some(line) = below.find(|line| is_text(line)) {
            return Err(trailing(text, line));
        }
        (lines[..number].to_vec(), molecule.to_vec(), &[][..])
    } else {
        // Side by side, up to an empty line.
        let column = lines[number][..start].chars().count();
        let end = lines[number..].iter().position(|line| is_blank(line));
        let end = end.map_or(lines.len(), |i| number + i);
        let (above, beside) = lines[..end].split_at(number);
        let halves = beside.iter().map(|line| line.split_at(byte_of(line, column)));
        let left = halves.clone().map(|(left, _)| left);
        let board = above.iter().copied().chain(left).collect();
        (board, halves.skip(1).map(|(_, right)| right).collect(), &lines[end..])
    };
    Ok((Parts { board, molecule, molecule_at }, rest))
}

/// Finds a board and a molecule separated by an empty line.
fn below<'a>(text: &str, lines: &[&'a str]) -> Result<Parts<'a>, Fault> {
    let mut blocks = blocks(lines).into_iter();
    let mut board = Vec::new();
    let is_of_board = if lines.iter().any(|line| is_wall(line)) { is_wall } else { is_row };
    // Blocks above the board are titles.
    for block in blocks.by_ref() {
        let has_row = block.iter().any(|line| is_of_board(line));
        board.extend(block);
        if has_row {
            break;
        }
    }
    let missing = || FormatError::Missing("the molecule (below the board, after \"molecule:\")");
    let molecule = blocks.next().ok_or_else(|| missing().at(text.len()))?;
    if let Some(more) = blocks.next().and_then(|block| block.first().copied()) {
        return Err(trailing(text, more));
    }
    let molecule_at = molecule.first().map_or(text.len(), |line| offset(text, line));
    Ok(Parts { board, molecule, molecule_at })
}

fn level(text: &str, parts: &Parts<'_>, findings: &mut Findings) -> RawLevel {
    let drawn = Board::with_rulers(&parts.board)
        .unwrap_or_else(|| Board::without_rulers(&parts.board, &labels(&parts.molecule)));
    let board_at = drawn.rows.first().map_or(parts.molecule_at, |cells| offset(text, cells));
    let mut board = Grid { at: board_at, ..Grid::default() };
    let mut molecule = Grid { at: parts.molecule_at, ..Grid::default() };
    let mut row = |grid: &mut Grid, place, (row, left), cells: &str| {
        let start = offset(text, cells);
        grid.row(place, (row, left), cells, |byte| start + byte, findings);
    };
    for (number, cells) in (drawn.first_row..).zip(&drawn.rows) {
        row(&mut board, Place::Board, (number, drawn.first_column), cells);
    }
    for (number, cells) in parts.molecule.iter().enumerate() {
        row(&mut molecule, Place::Molecule, (number, 0), cells);
    }
    if let Some(line) = drawn.below.iter().find(|line| !is_blank(line)) {
        findings.error(trailing(text, line));
    }
    let name = drawn.title.map(|title| name_in(title).to_owned());
    RawLevel { name, board, molecule, ..RawLevel::default() }
}

/// Returns the name of a level in its title: the part in quotation marks, or all of it.
fn name_in(title: &str) -> &str {
    let quoted = title.split_once('"').and_then(|(_, rest)| Some(rest.rsplit_once('"')?.0));
    quoted.unwrap_or(title)
}

/// A board with what is above and below it.
struct Board<'a> {
    title: Option<&'a str>,
    first_row: usize,
    first_column: usize,
    rows: Vec<&'a str>,
    below: Vec<&'a str>,
}

impl<'a> Board<'a> {
    /// Finds the board that has no rulers, but these atoms.
    fn without_rulers(lines: &[&'a str], atoms: &[Label]) -> Self {
        // If all atoms are below a line, what it has are no atoms.
        let is_title = |number: usize| {
            let line = lines[number];
            let is_empty = labels(&[line]).is_empty();
            let has_walls = is_wall(line) || line.contains("##");
            !is_empty && !has_walls && labels(&lines[number + 1..]) == atoms
        };
        let is_first = |&number: &usize| is_row(lines[number]) && !is_title(number);
        let first = (0..lines.len()).find(is_first).unwrap_or(lines.len());
        let end = lines.iter().rposition(|line| !is_blank(line)).map_or(0, |i| i + 1);
        let (title, rows) = lines[..end].split_at(first.min(end));
        let last_wall = rows.iter().rposition(|line| is_wall(line)).unwrap_or(0);
        let text = (last_wall..rows.len()).find(|&number| is_text(rows[number]));
        let (rows, below) = rows.split_at(text.unwrap_or(rows.len()));
        Self {
            title: title.first().copied(),
            first_row: 0,
            first_column: 0,
            rows: rows.to_vec(),
            below: below.to_vec(),
        }
    }

    /// Finds the board that has the numbers of its columns above it and those of its rows on the
    /// left, if these count correctly.
    fn with_rulers(lines: &[&'a str]) -> Option<Self> {
        /// A title has one or two lines, and a ruler at most three digits.
        const TRIED: usize = 4;
        (0..TRIED)
            .flat_map(|title| (1..TRIED).map(move |digits| (title, digits)))
            .find_map(|(title, digits)| Self::at(lines, title, digits))
    }

    /// Reads the board below this many lines of title and this many lines of column digits; it ends
    /// where the rows are no longer numbered.
    fn at(lines: &[&'a str], title: usize, digits: usize) -> Option<Self> {
        let rulers = lines.get(title..title + digits)?;
        let rows = &lines[title + digits..];
        let (first_row, width) = row_number(rows.first()?)?;
        let cells = width + 1;
        let number_at = |index: usize| {
            let digits = rulers.iter().map(|ruler| ruler.as_bytes().get(index).copied());
            let digits: Option<Vec<u8>> = digits.collect();
            String::from_utf8(digits?).ok()?.trim().parse::<usize>().ok()
        };
        let first_column = number_at(cells)?;
        let columns = rulers.iter().map(|ruler| ruler.trim_end().len()).max()?;
        let counts_columns =
            (cells..columns).all(|index| number_at(index) == Some(first_column + index - cells));
        let is_beside_numbers = rulers.iter().all(|ruler| ruler.get(..cells).is_some_and(is_blank));
        let is_numbered =
            |(number, row): &(usize, &&str)| row_number(row) == Some((*number, width));
        let numbered = (first_row..).zip(rows).take_while(is_numbered).count();
        let (rows, below) = rows.split_at(numbered);
        (is_beside_numbers && counts_columns).then(|| Self {
            title: lines[..title].first().copied(),
            first_row,
            first_column,
            rows: rows.iter().map(|row| &row[cells.min(row.len())..]).collect(),
            below: below.to_vec(),
        })
    }
}

/// Returns the number in front of a row, and its length with the spaces before it.
fn row_number(row: &str) -> Option<(usize, usize)> {
    let start = row.find(|c: char| c != ' ')?;
    let digits = row[start..].bytes().take_while(u8::is_ascii_digit).count();
    let end = start + digits;
    let is_apart = row.as_bytes().get(end).is_none_or(|&byte| byte == b' ');
    let number: u16 = row[start..end].parse().ok().filter(|_| is_apart)?;
    Some((number.into(), end))
}
