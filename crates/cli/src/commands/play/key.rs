//! Keys that a player presses.

use crate::output::exit;
use crate::process::{allocator, signals};
use fewest::search::Stop;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use std::io;
use std::time::Duration;

/// A request of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Up,
    Down,
    Left,
    Right,
    /// The next piece that can move.
    Next,
    Previous,
    Enter,
    Undo,
    Redo,
    Restart,
    Hint,
    Help,
    /// Stops a search for a hint, otherwise like [`Key::Quit`].
    Escape,
    Quit,
    /// A signal ends the command.
    End,
}

/// The time to wait for a key before checking anything else.
const MOMENT: Duration = Duration::from_millis(50);

/// The next key; `None` if none of ours comes within a moment.
pub(super) fn next() -> io::Result<Option<Key>> {
    match signals::INTERRUPT.reason() {
        None => {}
        Some(Stop::Memory) => allocator::take_reserve(),
        Some(_) => return Ok(Some(Key::End)),
    }
    match event::poll(MOMENT) {
        // The next call sees the signal.
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
        Ok(true) => Ok(of_event(&event::read()?)),
        nothing => nothing.map(|_| None),
    }
}

/// From here on the command ends when its terminal goes away, as at a hang-up: without a thread for
/// that, the library that reads keys would read from it for ever.
///
/// # Errors
/// If no thread can be started.
#[cfg(unix)]
pub(super) fn end_with_terminal() -> io::Result<()> {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd as _;
    let wait = || {
        let stdin = io::stdin();
        // Only what is wrong with the terminal ends the wait.
        let mut terminal = [PollFd::new(stdin.as_fd(), PollFlags::empty())];
        while poll(&mut terminal, PollTimeout::NONE) == Err(Errno::EINTR) {}
        let gone = PollFlags::POLLHUP | PollFlags::POLLERR;
        if terminal[0].revents().is_some_and(|found| found.intersects(gone)) {
            std::process::exit(exit::INTERRUPTED.into());
        }
    };
    std::thread::Builder::new().name("terminal".into()).spawn(wait).map(drop)
}

#[cfg(not(unix))]
pub(super) fn end_with_terminal() -> io::Result<()> {
    Ok(())
}

fn of_event(event: &Event) -> Option<Key> {
    let Event::Key(pressed) = event else { return None };
    if pressed.kind == KeyEventKind::Release {
        return None;
    }
    match pressed.code {
        KeyCode::Char('c') if pressed.modifiers.contains(KeyModifiers::CONTROL) => Some(Key::Quit),
        KeyCode::Char('q') => Some(Key::Quit),
        KeyCode::Esc => Some(Key::Escape),
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
    }
}
