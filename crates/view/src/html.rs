//! A self-contained HTML file that plays a plan.

use crate::Film;
use crate::svg::{STYLE, escaped, inline};
use std::io::{self, Write};

const PLAYER: &str = include_str!("player.js");
const PLAYER_STYLE: &str = include_str!("player.css");

/// Writes a page that plays a film: `title` is its heading, `remark` is shown below it.
///
/// Steps are written as they come, so that a film of millions of moves takes no memory here. The
/// file has some tens of bytes per move.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, mut film: Film<'_>, title: &str, remark: &str) -> io::Result<()> {
    let board = inline(&film.scene(), "The board");
    let goal = inline(&film.goal(), "The goal");
    begin(out, title, remark, &board, &goal)?;
    for step in &mut film {
        writeln!(out, "{} {} {} {}", step.piece, step.to.x, step.to.y, in_script(&step.text))?;
    }
    end(out)
}

/// A move in words, and the position after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The move.
    pub words: String,
    /// The position after it, drawn as lines of text.
    pub drawing: String,
}

/// Writes a page that plays frames of text after the drawing of a start: for puzzles whose moves do
/// more than move one piece.
///
/// # Errors
/// Those of `out`.
pub fn write_frames(
    out: &mut dyn Write,
    start: &str,
    frames: &[Frame],
    title: &str,
    remark: &str,
) -> io::Result<()> {
    let drawings = || std::iter::once(start).chain(frames.iter().map(|frame| &*frame.drawing));
    let frame = |(number, drawing): (usize, &str)| {
        let hidden = if number == 0 { "" } else { " hidden" };
        format!("<pre{hidden}>{}</pre>", lines(drawing))
    };
    let board: String = drawings().enumerate().map(frame).collect();
    let goal = format!("<pre>{}</pre>", lines(drawings().last().unwrap_or(start)));
    begin(out, title, remark, &board, &goal)?;
    for frame in frames {
        // No piece goes anywhere.
        writeln!(out, "0 0 0 {}", in_script(&frame.words))?;
    }
    end(out)
}

/// Writes lines of text in HTML.
fn lines(drawing: &str) -> String {
    drawing.lines().map(|line| escaped(line) + "\n").collect()
}

/// Escapes a script's text, which is taken literally: it must not contain the end of the script or
/// of a line.
fn in_script(words: &str) -> String {
    words.replace('<', "‹").replace(['\n', '\r'], " ")
}

/// Writes the page before the steps.
fn begin(
    out: &mut dyn Write,
    title: &str,
    remark: &str,
    board: &str,
    goal: &str,
) -> io::Result<()> {
    let (heading, remark) = (escaped(title), escaped(remark));
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{heading}</title>\n<style>\n{STYLE}\n{PLAYER_STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{heading}</h1>\n<p>{remark}</p>\n</header>\n<main>\n\
         <section aria-label=\"Replay\">\n\
         <figure id=\"board\">{board}</figure>\n\
         <div id=\"bar\" role=\"group\" aria-label=\"Controls\">\n\
         <button id=\"first\" aria-label=\"First move\">|◀</button>\n\
         <button id=\"back\" aria-label=\"One move back\">◀</button>\n\
         <button id=\"play\">Play</button>\n\
         <button id=\"forward\" aria-label=\"One move on\">▶</button>\n\
         <button id=\"last\" aria-label=\"Last move\">▶|</button>\n\
         <input id=\"scrub\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"Move\">\n\
         <span id=\"count\"></span>\n\
         <label>Speed <select id=\"speed\"><option value=\"1200\">slow</option>\
         <option value=\"600\" selected>normal</option><option value=\"250\">fast</option>\
         <option value=\"60\">very fast</option><option value=\"10\">as fast as it goes</option>\
         </select></label>\n</div>\n<p id=\"said\" aria-live=\"polite\"></p>\n</section>\n\
         <aside>\n<figure id=\"goal\">{goal}<figcaption>Goal</figcaption></figure>\n\
         <ol id=\"list\" aria-label=\"Moves\" tabindex=\"0\"></ol>\n</aside>\n</main>\n\
         <script type=\"text/plain\" id=\"steps\">\n"
    )
}

/// Writes the page after the steps.
fn end(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "</script>\n<script>\n{PLAYER}</script>\n</body>\n</html>\n")
}
