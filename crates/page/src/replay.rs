//! A page that plays the moves.

use crate::question::Opened;
use crate::{Problem, Question};
use fewest_view::{Film, html};
use serde_json::{Value, json};

/// Makes the page.
pub(crate) fn replay(question: &Question) -> Result<Value, Problem> {
    let Opened { instance, .. } = question.read()?;
    let title = instance.title.as_ref().unwrap_or(&instance.name);
    let mut page = Vec::new();
    let moves = instance.read_moves(&question.moves).map_err(Problem::new)?;
    let remark = format!("{} moves", moves.len());
    let film = Film::new(&instance.puzzle, moves);
    html::write(&mut page, film, title, &remark).map_err(Problem::new)?;
    Ok(json!({ "html": String::from_utf8_lossy(&page) }))
}
