//! The command `fewest`.

mod command;

fn main() -> std::process::ExitCode {
    command::run()
}
