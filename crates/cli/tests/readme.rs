//! Every command in the README, in the guide and on the page of the papers runs and prints the
//! output that is shown.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A document by its name in the repository, and its text.
type Document = (&'static str, &'static str);

macro_rules! documents {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../", $name)))),*]
    };
}

const DOCUMENTS: &[Document] = documents![
    "README.md",
    "book/src/guide/getting-started.md",
    "book/src/guide/install.md",
    "book/src/guide/atomix.md",
    "book/src/guide/tiles.md",
    "book/src/guide/panex.md",
    "book/src/guide/choose-an-engine.md",
    "book/src/guide/levels.md",
    "book/src/guide/verdicts.md",
    "book/src/guide/checkpoints.md",
    "book/src/guide/disk.md",
    "book/src/guide/many-machines.md",
    "book/src/guide/performance.md",
    "book/src/guide/ranks.md",
    "book/src/guide/programs.md",
    "book/src/guide/see-and-play.md",
    "book/src/guide/tasks.md",
    "book/src/reference/papers.md",
];

/// A block of commands and the block of output after it, or a command in a row of a table.
#[derive(Debug)]
struct Example {
    commands: Vec<&'static str>,
    output: Option<&'static str>,
}

fn examples((name, text): Document) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in text.split("```").skip(1).step_by(2) {
        match block.split_once('\n').unwrap() {
            ("sh", commands) => {
                examples.push(Example { commands: commands.lines().collect(), output: None });
            }
            // The tests of the Python package run it and check its output.
            ("python", _) => examples.push(Example { commands: vec![], output: None }),
            ("text", output) => examples.last_mut().unwrap().output = Some(output),
            ("pddl", _) => {}
            (other, _) => panic!("{name}: a block of {other:?} is not tested"),
        }
    }
    let rows = text.lines().filter(|line| line.starts_with("| "));
    let commands = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    let commands = commands.filter(|code| code.starts_with("fewest "));
    examples.extend(commands.map(|command| Example { commands: vec![command], output: None }));
    examples
}

/// The files that a document shows: the first line of each is its name in a comment.
fn files(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let blocks = text.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix("pddl\n; ")?.split_once('\n'))
}

/// The command to run for a command of a document. Commands of cargo are replaced or skipped: this
/// test was built by them.
fn runnable(command: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Some(arguments) = command.strip_prefix("cargo run --release -- ") {
        return Some(format!("fewest {arguments}"));
    }
    if let Some(test) = command.strip_prefix("cargo test ") {
        // The continuous integration runs it from a fresh checkout.
        let run = std::fs::read_to_string(root.join("justfile")).unwrap();
        let words: Vec<_> = test.split(' ').collect();
        let is_run = |line: &str| {
            line.starts_with("    cargo test ") && words.iter().all(|word| line.contains(word))
        };
        assert!(run.lines().any(is_run), "{command} is not in the justfile");
        return None;
    }
    if let Some(arguments) = command.strip_prefix("cargo install --path ") {
        let path = arguments.split(' ').next().unwrap();
        let manifest = std::fs::read_to_string(root.join(path).join("Cargo.toml")).unwrap();
        assert!(manifest.contains("name = \"fewest\""));
        return None;
    }
    let is_lab = command.starts_with("fewest lab ")
        || command.starts_with("fewest work ") && command.contains(" runs");
    if is_lab && !cfg!(feature = "lab") {
        println!("skipped: {command}: built without the laboratory");
        return None;
    }
    assert!(command.starts_with("fewest "), "{command:?} is not tested");
    if ["fewest serve", "fewest play"].iter().any(|waits| command.starts_with(waits)) {
        // They wait for a person.
        return Some(format!("{command} --help"));
    }
    Some(command.to_owned())
}

/// Puts KAtomic's levels, as if it were installed, in `data`; prints a remark if they are absent.
fn install_katomic(data: &Path) -> bool {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let root = std::env::var_os("FEWEST_DATA").map_or_else(|| beside.into(), PathBuf::from);
    let set = root.join("atomix/katomic/default_levels.git-8b9d94d.dat");
    let levels = data.join("katomic/levels");
    std::fs::create_dir_all(&levels).unwrap();
    let is_there = std::fs::copy(&set, levels.join("default_levels.dat")).is_ok();
    if !is_there {
        println!("skipped: {} is not there", set.display());
    }
    is_there
}

#[test]
fn every_command_prints_what_is_shown() {
    for &document in DOCUMENTS {
        let run = every_command_of(document);
        println!("{}: {run} commands ran", document.0);
        assert!(run >= 2, "{}", document.0);
    }
}

/// Runs the commands of a document in an empty folder, and returns how many they are.
fn every_command_of(document: Document) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let has_katomic = install_katomic(&folder.path().join("data"));
    let binary = Path::new(env!("CARGO_BIN_EXE_fewest")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(std::iter::once(binary).chain(std::env::split_paths(&path)));
    for (name, contents) in files(document.1) {
        std::fs::write(folder.path().join(name), contents).unwrap();
    }
    let mut run = 0;
    for Example { commands, output } in examples(document) {
        let mut printed = String::new();
        for command in commands {
            let Some(runnable) = runnable(command) else { continue };
            if !has_katomic && runnable.contains("katomic") {
                println!("skipped: {command}");
                continue;
            }
            let done = Command::new("sh")
                .args(["-c", &runnable])
                .current_dir(folder.path())
                .env("PATH", path.as_ref().unwrap())
                .env("HOME", folder.path())
                .env("XDG_DATA_HOME", folder.path().join("data"))
                .output()
                .unwrap();
            assert_eq!(String::from_utf8_lossy(&done.stderr), "", "{command}");
            let code = done.status.code().unwrap();
            assert!([0, 3, 10, 11, 21].contains(&code), "{command} ended with {code}");
            printed = String::from_utf8(done.stdout).unwrap();
            assert!(!printed.is_empty() || command.contains('>'), "{command} prints nothing");
            run += 1;
        }
        if let Some(shown) = output.filter(|_| !printed.is_empty()) {
            assert!(
                matches(shown, &printed),
                "{} shows\n{shown}\nbut it is\n{printed}",
                document.0
            );
        }
    }
    run
}

/// Whether a text matches what is shown: `...` stands for any lines, and the bound of a search that
/// a limit ended for any number.
fn matches(shown: &str, printed: &str) -> bool {
    let masked = |text: &str| {
        let line = |line: &str| match line.contains("BOUNDED") {
            true => line.replace(|c: char| c.is_ascii_digit(), "") + "\n",
            false => format!("{}\n", line.trim_end()),
        };
        text.lines().map(line).collect::<String>()
    };
    let printed = masked(printed);
    let mut parts = shown.split("...\n");
    let first = masked(parts.next().unwrap());
    let Some(mut rest) = printed.strip_prefix(&first) else { return false };
    let mut ends = true;
    for part in parts {
        let part = masked(part);
        let Some(at) = rest.find(&part) else { return false };
        rest = &rest[at + part.len()..];
        ends = part.is_empty();
    }
    rest.is_empty() || (ends && shown.ends_with("...\n"))
}

#[test]
fn shown_output_is_compared() {
    assert!(matches("a\nb\n", "a\nb\n"));
    assert!(matches("a\n...\nc\n", "a\nb\nb\nc\n"));
    assert!(matches("a\n...\nc\n...\n", "a\nb\nc\nd\n"));
    assert!(matches("BOUNDED 12\n", "BOUNDED 7\n"));
    assert!(!matches("a\nb\n", "a\nb\nc\n"));
    assert!(!matches("a\n...\nc\n", "a\nb\n"));
    assert!(!matches("a 1\n", "a 2\n"));
}
