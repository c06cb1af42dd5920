//! `fewest play`: puzzles in the terminal.

mod best;
mod screen;
mod table;

use crate::arguments::Inputs;
use crate::exit;
use anyhow::Context;
use best::Best;
use clap::Args;
use fewest::Instance;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use std::io::{self, IsTerminal};
use table::{Key, Table};

/// Play puzzles in the terminal
///
/// Tab chooses a piece, the arrow keys move it; u takes a move back, h gives a proved hint, ? shows
/// all keys. With several instances a menu comes first. The best number of moves of each is kept.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let (instances, _) = arguments.inputs.read()?.told()?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(exit::Usage("play needs a terminal".to_owned()).into());
    }
    let mut best = Best::read()?;
    let mut terminal = ratatui::try_init().context("the terminal cannot be used")?;
    let played = play(&mut terminal, &instances, &mut best);
    ratatui::restore();
    played?;
    best.write()?;
    Ok(exit::OK)
}

fn play(
    terminal: &mut ratatui::DefaultTerminal,
    instances: &[Instance],
    best: &mut Best,
) -> anyhow::Result<()> {
    let mut chosen = 0;
    loop {
        if instances.len() > 1 {
            match menu(terminal, instances, best, chosen)? {
                Some(number) => chosen = number,
                None => return Ok(()),
            }
        }
        let mut table = Table::new(&instances[chosen]);
        loop {
            let known = best.of(&instances[chosen]);
            terminal.draw(|frame| screen::table(frame, &table, known))?;
            let Some(key) = key()? else { continue };
            if key == Key::Quit {
                break;
            }
            table.press(key);
            if let Some(moves) = table.solved_in() {
                best.solved(&instances[chosen], moves);
            }
        }
        if instances.len() == 1 {
            return Ok(());
        }
    }
}

/// Lets the player choose; `None` to end.
fn menu(
    terminal: &mut ratatui::DefaultTerminal,
    instances: &[Instance],
    best: &Best,
    mut chosen: usize,
) -> anyhow::Result<Option<usize>> {
    loop {
        terminal.draw(|frame| screen::menu(frame, instances, best, chosen))?;
        match key()? {
            Some(Key::Up) => chosen = chosen.saturating_sub(1),
            Some(Key::Down) => chosen = (chosen + 1).min(instances.len() - 1),
            Some(Key::Enter | Key::Right) => return Ok(Some(chosen)),
            Some(Key::Quit) => return Ok(None),
            _ => {}
        }
    }
}

/// Waits for a key; `None` for what is none of ours.
fn key() -> anyhow::Result<Option<Key>> {
    let Event::Key(pressed) = event::read()? else { return Ok(None) };
    if pressed.kind == KeyEventKind::Release {
        return Ok(None);
    }
    Ok(match pressed.code {
        KeyCode::Char('c') if pressed.modifiers.contains(KeyModifiers::CONTROL) => Some(Key::Quit),
        KeyCode::Char('q') | KeyCode::Esc => Some(Key::Quit),
        KeyCode::Up => Some(Key::Up),
        KeyCode::Down => Some(Key::Down),
        KeyCode::Left => Some(Key::Left),
        KeyCode::Right => Some(Key::Right),
        KeyCode::Tab => Some(Key::Next),
        KeyCode::BackTab => Some(Key::Previous),
        KeyCode::Enter => Some(Key::Enter),
        KeyCode::Char('u') | KeyCode::Backspace => Some(Key::Undo),
        KeyCode::Char('y') => Some(Key::Redo),
        KeyCode::Char('r') => Some(Key::Restart),
        KeyCode::Char('h') => Some(Key::Hint),
        KeyCode::Char('?') => Some(Key::Help),
        _ => None,
    })
}
