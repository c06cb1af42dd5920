//! `fewest play`: puzzles in the terminal.

mod asked;
mod best;
mod key;
mod screen;
mod table;

use crate::arguments::Inputs;
use crate::output::{exit, pictures, printable};
use crate::process::{signals, threads};
use anyhow::Context;
use best::Best;
use clap::Args;
use fewest::Instance;
use key::{Key, next};
use ratatui::DefaultTerminal;
use std::io::{self, IsTerminal};
use std::mem::ManuallyDrop;
use table::Table;

/// Play puzzles in the terminal
///
/// Tab chooses a piece, the arrow keys move it; u takes a move back, h gives a proved hint, ? shows
/// all keys. With several instances a menu comes first. The best number of moves of each is kept.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Over {
    /// The player leaves this puzzle, or the menu.
    Left,
    /// A signal ends the command.
    Ended,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(exit::Usage("play needs a terminal".to_owned()).into());
    }
    let (instances, _) = arguments.inputs.read()?.told()?;
    pictures::check_boards(&instances)?;
    let mut best = Best::read()?;
    threads::start(None)?;
    // From here on a signal is seen by the game, which leaves the terminal as it was.
    signals::watch();
    key::end_with_terminal()?;
    // Dropped, it would panic if there is no terminal left to say that the cursor stays hidden.
    let terminal =
        ratatui::try_init().map(ManuallyDrop::new).context("the terminal cannot be used");
    let played = terminal.and_then(|mut terminal| {
        let played = match &instances[..] {
            [instance] => play(&mut terminal, instance, &mut best),
            instances => choose(&mut terminal, instances, &mut best),
        };
        let shown = terminal.show_cursor();
        let over = played?;
        shown?;
        Ok(over)
    });
    // Not `restore`, which panics if there is no terminal left to say that it failed.
    let restored = ratatui::try_restore();
    let over = played?;
    restored.context("the terminal cannot be restored")?;
    Ok(match over {
        Over::Left => exit::OK,
        Over::Ended => exit::INTERRUPTED,
    })
}

/// Lets the player choose and play puzzles until they quit.
fn choose(
    terminal: &mut DefaultTerminal,
    instances: &[Instance],
    best: &mut Best,
) -> anyhow::Result<Over> {
    let mut entries = screen::entries(instances, best);
    let mut chosen = 0;
    loop {
        terminal.draw(|frame| screen::menu(frame, &entries, chosen))?;
        match next()? {
            Some(Key::Up) => chosen = chosen.saturating_sub(1),
            Some(Key::Down) => chosen = (chosen + 1).min(instances.len() - 1),
            Some(Key::Enter | Key::Right) => match play(terminal, &instances[chosen], best)? {
                Over::Left => entries = screen::entries(instances, best),
                Over::Ended => return Ok(Over::Ended),
            },
            Some(Key::Quit | Key::Escape) => return Ok(Over::Left),
            Some(Key::End) => return Ok(Over::Ended),
            _ => {}
        }
    }
}

/// Plays one puzzle.
fn play(
    terminal: &mut DefaultTerminal,
    instance: &Instance,
    best: &mut Best,
) -> anyhow::Result<Over> {
    let mut table = Table::new(instance);
    loop {
        let known = best.of(instance);
        terminal.draw(|frame| screen::table(frame, &table, known))?;
        match next()? {
            Some(Key::Quit) => return Ok(Over::Left),
            Some(Key::Escape) if !table.is_asking() => return Ok(Over::Left),
            Some(Key::End) => return Ok(Over::Ended),
            Some(key) => {
                table.press(key);
                let kept = table.solved_in().map(|moves| best.solved(instance, moves));
                if let Some(Err(error)) = kept {
                    // The game that was won continues.
                    let failed = format!(" Your result could not be saved: {error:#}");
                    table.said += &printable(&failed);
                }
            }
            None => table.listen(),
        }
    }
}
