//! A position as a picture, and its moves.

use crate::command::command;
use crate::sketch::Sketch;
use crate::{Problem, Question};
use fewest::input::Entry;
use fewest::rules::Puzzle as _;
use fewest::rules::atomix::{BUILTIN, BUILTIN_SETS, BuiltinSet};
use fewest::rules::tiles::Goal;
use fewest::{AnyPuzzle, InputOptions};
use fewest_view::svg;
use serde::Serialize;
use serde_json::{Value, json};

/// A position.
#[derive(Serialize)]
pub(crate) struct Position {
    name: String,
    title: Option<String>,
    puzzle: &'static str,
    /// Oddities that are accepted although they look like mistakes.
    warnings: Vec<Problem>,
    /// The start as a picture, in which pieces are groups of class `piece`.
    svg: String,
    goal_svg: String,
    /// The text on each piece.
    labels: Vec<String>,
    /// The place of each piece: column and row, from 0.
    places: Vec<[u16; 2]>,
    moves: Vec<Move>,
    /// The moves made, in our notation.
    played: Vec<String>,
    solved: bool,
    /// The level as rows to paint on.
    #[serde(skip_serializing_if = "Option::is_none")]
    sketch: Option<Sketch>,
    /// The command that solves it.
    command: String,
}

#[derive(Serialize)]
struct Move {
    text: String,
    piece: usize,
    x: u16,
    y: u16,
}

/// The puzzles to choose from.
pub(crate) fn hello() -> Value {
    let levels = BUILTIN.iter().map(|name| ready(name, &format!("Atomix: {name}"), "Atomix"));
    let sets = BUILTIN_SETS.iter().flat_map(level_choices);
    let tiles = [
        ("1 2 3 / 4 0 6 / 7 5 8", "8-puzzle: two moves"),
        ("8 6 7 / 2 5 4 / 3 0 1", "8-puzzle: as hard as it gets"),
        ("5 1 3 4 / 2 6 7 8 / 9 10 11 12 / 13 14 15 0", "15-puzzle"),
    ];
    let tiles = tiles.map(|(input, title)| ready(input, title, "Tiles"));
    let panex = [("panex:3", "Panex: towers of three"), ("panex:5", "Panex: towers of five")];
    let panex = panex.map(|(input, title)| ready(input, title, "Panex"));
    let ready: Vec<_> = levels.chain(sets).chain(tiles).chain(panex).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "ready": ready,
        "goals": Goal::names().collect::<Vec<_>>(),
    })
}

/// A puzzle to choose: its input, its title, and its group.
fn ready(input: &str, title: &str, group: &str) -> Value {
    json!({ "input": input, "title": title, "group": group })
}

/// The levels of a set.
fn level_choices(set: &BuiltinSet) -> Vec<Value> {
    let levels = fewest::read_text(set.name, InputOptions::default()).unwrap_or_default();
    let choice = |level: Entry| {
        let title = format!("{}. {}", level.number, level.title.unwrap_or_default());
        ready(&format!("{}:{}", set.name, level.number), &title, set.title)
    };
    levels.into_iter().map(choice).collect()
}

/// The position after the moves of a question.
pub(crate) fn open(question: &Question) -> Result<Position, Problem> {
    let opened = &question.read()?;
    let instance = &opened.instance;
    let puzzle = &instance.puzzle;
    let steps = instance.read_moves(&question.moves).map_err(Problem::new)?;
    let mut position = puzzle.start();
    let svg = svg::inline(&fewest_view::scene(puzzle, &position), "The board");
    for step in &steps {
        position = puzzle.play(&position, step).unwrap_or(position);
    }
    let scene = fewest_view::scene(puzzle, &position);
    let step = |step: &fewest::Move| {
        let after = puzzle.play(&position, step)?;
        let fewest_view::Step { piece, to, text } =
            fewest_view::step(puzzle, &position, step, &after);
        Some(Move { text, piece, x: to.x, y: to.y })
    };
    let sketch = match &instance.puzzle {
        AnyPuzzle::Atomix(level) => Some(Sketch::of(level)),
        _ => None,
    };
    Ok(Position {
        name: instance.name.clone(),
        title: instance.title.clone(),
        puzzle: instance.puzzle.name(),
        warnings: opened.warnings.clone(),
        svg,
        goal_svg: svg::inline(&fewest_view::goal(puzzle), "The goal"),
        labels: scene.pieces.iter().map(|piece| piece.look.label()).collect(),
        places: scene.pieces.iter().map(|piece| [piece.at.x, piece.at.y]).collect(),
        moves: puzzle.moves(&position).iter().filter_map(step).collect(),
        played: steps.iter().map(ToString::to_string).collect(),
        solved: puzzle.is_goal(&position),
        sketch,
        command: command(question, opened),
    })
}
