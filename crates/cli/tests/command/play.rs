//! The game in a terminal of its own.

use crate::limits::HARD;
use crate::run::Folder;
use fewest::rules::Puzzle;
use fewest::{InputOptions, Solver};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use vt100::Parser;

/// A game and the terminal that it runs in.
struct Game {
    child: Child,
    keyboard: File,
    /// The terminal as programs see it, and how it was before the game.
    terminal: OwnedFd,
    before: Termios,
    screen: Arc<Mutex<Parser>>,
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A new terminal: the side of the person, and the side of programs.
fn new_terminal() -> (File, OwnedFd) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let computer = openpt(flags).unwrap();
    grantpt(&computer).unwrap();
    unlockpt(&computer).unwrap();
    let name = ptsname(&computer, vec![]).unwrap();
    let terminal = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    (File::from(computer), terminal)
}

impl Game {
    /// Starts `fewest play` in a terminal of 80 columns and 24 lines.
    fn new(folder: &Folder, inputs: &[&str]) -> Self {
        let (keyboard, terminal) = new_terminal();
        let played = folder.command([&["play"][..], inputs].concat());
        // The person who runs the tests has a terminal, too: the game must not find that one.
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(played.get_program()).args(played.get_args());
        command.current_dir(folder.path()).env_remove("NO_COLOR");
        for (name, value) in played.get_envs() {
            command.env(name, value.unwrap());
        }
        let end = || terminal.try_clone().unwrap();
        let before = tcgetattr(&terminal).unwrap();
        tcsetwinsize(&terminal, size(80, 24)).unwrap();
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        let screen = Arc::new(Mutex::new(Parser::new(number(24), number(80), 0)));
        let (mut shown, parser) = (keyboard.try_clone().unwrap(), screen.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = shown.read(&mut bytes) {
                parser.lock().unwrap().process(&bytes[..read]);
            }
        });
        Self { child, keyboard, terminal, before, screen }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    fn shown(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// The contents of a cell of the screen.
    fn cell(&self, row: u16, column: u16) -> String {
        let parser = self.screen.lock().unwrap();
        parser.screen().cell(row, column).map(|cell| cell.contents().to_owned()).unwrap_or_default()
    }

    /// Waits until the screen is as expected.
    #[track_caller]
    fn wait(&self, is_right: impl Fn(&Self) -> bool) {
        let began = Instant::now();
        while !is_right(self) {
            assert!(began.elapsed() < Duration::from_secs(60), "{}", self.shown());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[track_caller]
    fn wait_for(&self, text: &str) {
        self.wait(|game| game.shown().contains(text));
    }

    fn resize(&self, columns: u16, lines: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(number(lines), number(columns));
        tcsetwinsize(&self.terminal, size(columns, lines)).unwrap();
    }

    /// Waits for the end, and checks that the terminal is as it was.
    #[track_caller]
    fn ends_with(&mut self, code: i32) {
        assert_eq!(self.child.wait().unwrap().code(), Some(code));
        self.wait(|game| !game.screen.lock().unwrap().screen().alternate_screen());
        let after = tcgetattr(&self.terminal).unwrap();
        assert_eq!(after.local_modes, self.before.local_modes);
        assert_eq!(after.input_modes, self.before.input_modes);
        assert!(!self.screen.lock().unwrap().screen().hide_cursor());
    }
}

fn number(lines: u16) -> NonZeroU16 {
    NonZeroU16::new(lines).expect("a screen has lines and columns")
}

fn size(ws_col: u16, ws_row: u16) -> Winsize {
    Winsize { ws_col, ws_row, ws_xpixel: 0, ws_ypixel: 0 }
}

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const ESCAPE: &str = "\x1b";

#[test]
fn water_is_played_to_its_end() {
    let water = fewest::read("water".as_ref(), InputOptions::default()).unwrap().remove(0);
    let report = Solver::new().solve(&water).unwrap();
    let plan = report.plan.unwrap().listed().unwrap();
    let level = &water.puzzle;
    let folder = Folder::new();
    let mut game = Game::new(&folder, &["water"]);
    game.wait_for("0 moves · water \"Water");
    let mut position = level.start();
    for (number, step) in (1..).zip(&plan) {
        let after = level.play(&position, step).unwrap();
        let shown = fewest_view::step(level, &position, step, &after);
        let from = fewest_view::scene(level, &position).pieces[shown.piece].at;
        // A cell has three columns; the piece that the arrow keys move is in brackets.
        let is_chosen = |game: &Game| game.cell(1 + from.y, 3 * from.x) == "[";
        for _ in 0..3 {
            if is_chosen(&game) {
                break;
            }
            let before = game.shown();
            game.press("\t");
            game.wait(|game| game.shown() != before);
        }
        assert!(is_chosen(&game), "{step}: {}", game.shown());
        game.press(match (shown.to.x.cmp(&from.x), shown.to.y.cmp(&from.y)) {
            (std::cmp::Ordering::Less, _) => LEFT,
            (std::cmp::Ordering::Greater, _) => RIGHT,
            (_, std::cmp::Ordering::Less) => UP,
            _ => DOWN,
        });
        let moves = if number == 1 { "move" } else { "moves" };
        game.wait(|game| game.shown().starts_with(&format!("{number} {moves}")));
        position = after;
    }
    game.wait_for("Solved in 13 moves!");
    game.wait_for("best 13");
    game.press("h");
    game.wait_for("It is solved.");
    game.press("u");
    game.wait_for("12 moves, best 13");
    game.press("h");
    game.wait_for("1 move left. On a shortest solution: ");
    game.press("y");
    game.wait_for("Solved in 13 moves!");
    game.press("r");
    game.wait_for("0 moves, best 13");
    game.press("?");
    game.wait_for("Tab: next piece");
    game.press("q");
    game.ends_with(0);
    // The result is still there the next time.
    let mut game = Game::new(&folder, &["water"]);
    game.wait_for("0 moves, best 13");
    game.press("\x03");
    game.ends_with(0);
}

#[test]
fn several_puzzles_make_a_menu() {
    let folder = Folder::new();
    folder.write("list", "1 2 3 / 4 5 6 / 7 0 8\n1 2 3 / 4 5 6 / 0 7 8\n");
    let mut game = Game::new(&folder, &["list", "panex:3"]);
    game.wait_for("Arrows choose");
    game.press(DOWN);
    game.press("\r");
    game.wait_for("0 moves · list_02");
    // Tile 7 goes to the left.
    game.press("\t");
    game.wait_for("[7]");
    game.press(LEFT);
    game.wait_for("1 move · list_02");
    game.press(ESCAPE);
    game.wait_for("Arrows choose");
    game.press(DOWN);
    game.press("\r");
    game.wait_for("0 moves · panex:3");
    game.press("q");
    game.wait_for("Arrows choose");
    game.press("q");
    game.ends_with(0);
}

#[test]
fn the_game_goes_on_while_a_hint_is_searched_for() {
    let folder = Folder::new();
    let mut game = Game::new(&folder, &[HARD]);
    game.wait_for("0 moves · 24 23");
    for _ in 0..2 {
        game.press("h");
        game.wait_for("Looking for a hint");
        let before = game.shown();
        game.press("\t");
        game.wait(|game| game.shown() != before);
        assert!(game.shown().contains("Looking for a hint"));
        game.press(ESCAPE);
        game.wait(|game| !game.shown().contains("Looking"));
    }
    game.press("h");
    game.wait_for("Looking for a hint");
    kill(Pid::from_raw(game.child.id() as i32), Signal::SIGTERM).unwrap();
    game.ends_with(22);
}

#[test]
fn a_small_terminal_is_told_what_is_needed() {
    let folder = Folder::new();
    let mut game = Game::new(&folder, &["water"]);
    game.wait_for("Tab: next piece");
    for (columns, lines) in [(20, 4), (10, 3), (1, 1), (3, 40), (200, 2)] {
        game.resize(columns, lines);
        game.wait(|game| !game.shown().contains("Tab: next piece"));
        game.press("\t");
    }
    game.resize(30, 6);
    game.wait_for("This puzzle takes");
    game.resize(80, 24);
    game.wait_for("0 moves · water \"Water");
    game.press("q");
    game.ends_with(0);
}

#[test]
fn what_was_played_and_cannot_be_read_is_told_with_its_place() {
    let folder = Folder::new();
    let file = folder.path().join("data/fewest/played.json");
    let told = |reason: &str| {
        let mut game = Game::new(&folder, &["water"]);
        // The terminal breaks lines.
        let message = format!("{}{reason}", file.display());
        game.wait(|game| game.shown().replace('\n', "").contains(&message));
        game.ends_with(31);
    };
    folder.write(&file, "{\n  \"é\": 1, moves\n}");
    told(":2:11: key must be a string");
    folder.write(&file, b"\xff");
    told(": cannot be read: stream did not contain valid UTF-8");
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    told(": cannot be read: Is a directory");
}

#[test]
fn a_game_that_is_won_goes_on_where_nothing_can_be_kept() {
    let folder = Folder::new();
    let mut game = Game::new(&folder, &["1 2 3 / 4 5 6 / 7 0 8"]);
    game.wait_for("0 moves");
    folder.write("data", "no folder");
    for _ in 0..3 {
        if game.shown().contains("[8]") {
            break;
        }
        let before = game.shown();
        game.press("\t");
        game.wait(|game| game.shown() != before);
    }
    game.press(LEFT);
    game.wait_for("Solved in 1 move! Your result could not be saved: ");
    game.press("u");
    game.wait_for("0 moves, best 1");
    game.press("q");
    game.ends_with(0);
}

#[test]
fn without_a_terminal_there_is_no_game() {
    let ran = Folder::new().run(&["play", "water"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), "fewest: play needs a terminal\n"));
}

#[test]
fn the_end_of_the_terminal_ends_the_game() {
    let folder = Folder::new();
    let (mut person, terminal) = new_terminal();
    tcsetwinsize(&terminal, size(80, 24)).unwrap();
    let mut command = folder.command(["play", "water"]);
    let end = || terminal.try_clone().unwrap();
    let mut child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
    drop((command, terminal));
    let mut screen = Parser::new(number(24), number(80), 0);
    while !screen.screen().contents().contains("Tab: next piece") {
        let mut bytes = [0; 4096];
        let read = person.read(&mut bytes).unwrap();
        screen.process(&bytes[..read]);
    }
    // It is not the terminal of the session, so that no hang-up tells of it.
    drop(person);
    let began = Instant::now();
    let code = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status.code(),
            None if began.elapsed() > Duration::from_secs(60) => break None,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let _ = child.kill();
    // The last picture may have failed first.
    assert!(matches!(code, Some(22 | 74)), "{code:?}");
}
