//! `fewest completions`, and its answers to shells.

use crate::run::{Folder, Ran, fewest};
use std::process::Command;

/// The completions of the last of these words in a shell.
fn told(folder: &Folder, shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = folder.command([&["--", "fewest"], words].concat());
    let index = words.len().to_string();
    command.env("FEWEST_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", &index);
    command.env("FEWEST_COMPLETE_INDEX", &index).env("_CLAP_IFS", "\n");
    let ran = Ran::of(command.output().unwrap()).quietly(0);
    ran.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn every_shell_gets_a_script_that_asks() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = fewest(&["completions", shell]).quietly(0).stdout;
        assert!(script.contains("FEWEST_COMPLETE") && script.contains("fewest"), "{shell}");
        let told = told(&Folder::new(), shell, &["solve", "--upper"]);
        assert!(told[0].starts_with("--upper-bound"), "{shell}: {told:?}");
    }
}

#[test]
fn inputs_are_files_sets_and_their_levels() {
    let folder = Folder::new();
    folder.write("first.txt", "1 2 3 0");
    folder.write(
        "data/katomic/levels/default_levels.dat",
        "[Level1]\nName=Pair\natom_1=1-c\natom_2=1-g\nmole_0=12\nfeld_00=#######\nfeld_01=#1..2.#\nfeld_02=#######\n",
    );
    assert_eq!(told(&folder, "fish", &["solve", "fir"]), ["first.txt", "first-steps"]);
    let first = told(&folder, "fish", &["solve", "first-steps:1"]);
    assert_eq!(first.len(), 11, "{first:?}");
    assert_eq!(told(&folder, "fish", &["replay", "katomic:"]), ["katomic:1\tPair"]);
    assert_eq!(told(&folder, "zsh", &["replay", "katomic:"]), ["katomic\\:1:Pair"]);
    assert_eq!(told(&folder, "bash", &["replay", "katomic:"]), ["katomic:1"]);
    assert_eq!(told(&folder, "fish", &["solve", "nowhere:"]), Vec::<String>::new());
    if cfg!(feature = "lab") {
        assert_eq!(told(&folder, "fish", &["lab", "run", "agr"]), ["agreement"]);
    }
}

/// Bash has a word of its own for a colon, and replaces what is after it.
#[cfg(unix)]
#[test]
fn bash_completes_what_is_after_a_colon() {
    let folder = Folder::new();
    let script = folder.run(&["completions", "bash"]).quietly(0).stdout;
    folder.write("script", script);
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_fewest")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths([binary].into_iter().chain(std::env::split_paths(&path)));
    for (words, index, expected) in [
        ("fewest solve first-steps : 2", 4, "2\n20\n"),
        ("fewest solve --engine = state", 4, "state-table-astar\n"),
        ("fewest sol", 1, "solve\n"),
    ] {
        let line = format!(
            ". ./script; COMP_WORDS=({words}); COMP_CWORD={index}; _fewest; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let mut bash = Command::new("bash");
        bash.args(["--norc", "-c", &line]).current_dir(folder.path());
        bash.env("PATH", path.as_ref().unwrap()).env("HOME", folder.path());
        let ran = Ran::of(bash.output().unwrap());
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), expected), "{words}: {}", ran.stderr);
    }
}
