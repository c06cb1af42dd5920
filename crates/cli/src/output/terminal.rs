//! Standard output: whether it is there, and what may be written to a terminal.

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether the command was started without standard output, as far as the system reports it.
static IS_MISSING: AtomicBool = AtomicBool::new(false);

/// The command was started with standard output closed.
#[derive(Debug, thiserror::Error)]
#[error("standard output is closed: there is nowhere to write to")]
pub(crate) struct Closed;

/// Checks that standard output exists.
///
/// # Errors
/// If not. Rust opens the null device in place of a closed standard output, so that no write to
/// it fails.
pub(crate) fn check() -> Result<(), Closed> {
    if IS_MISSING.load(Relaxed) { Err(Closed) } else { Ok(()) }
}

/// Whether the reader of standard output has gone: what is written there is lost.
#[cfg(unix)]
pub(crate) fn is_abandoned() -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd as _;
    let stdout = io::stdout();
    let mut looked_at = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
    let is_ready = poll(&mut looked_at, PollTimeout::ZERO).is_ok_and(|count| count > 0);
    is_ready && looked_at[0].revents().is_some_and(|found| found.contains(PollFlags::POLLERR))
}

#[cfg(not(unix))]
pub(crate) fn is_abandoned() -> bool {
    false
}

/// Called by the system before Rust opens anything.
#[cfg(target_os = "linux")]
#[used]
#[expect(unsafe_code, reason = "the system calls what is listed in this section, before main")]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    use std::fs::symlink_metadata;
    let is_missing =
        symlink_metadata("/proc/self/fd").is_ok() && symlink_metadata("/proc/self/fd/1").is_err();
    IS_MISSING.store(is_missing, Relaxed);
}

/// Writes a message to standard error, each of its lines [printable]. If that fails, the message is
/// dropped: it is never worth more than the work of the command.
pub(crate) fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "{}", printable_lines(message));
}

/// A message that may have several lines, each of them [printable].
pub(crate) fn printable_lines(message: &str) -> String {
    let lines: Vec<_> = message.split('\n').map(printable).collect();
    lines.join("\n")
}

/// A path, [printable].
pub(crate) fn shown(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// A text from a file or the command line, safe to show in a line: characters that a terminal would
/// obey are written as escapes.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return text.into();
    }
    let escaped = |c: char| if is_command(c) { c.escape_default().to_string() } else { c.into() };
    text.chars().map(escaped).collect::<String>().into()
}

/// Control characters, line ends, and characters that change the direction of writing.
fn is_command(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}'..='\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_commands_a_terminal() {
        assert_eq!(printable("Wässer 2"), "Wässer 2");
        assert_eq!(printable("a\nb\u{202e}c\u{2028}"), "a\\nb\\u{202e}c\\u{2028}");
        assert_eq!(printable_lines("a\n\x1bb"), "a\n\\u{1b}b");
        assert_eq!(printable("a\x1b[2Jb\t\u{9b}c"), "a\\u{1b}[2Jb\\t\\u{9b}c");
    }
}
