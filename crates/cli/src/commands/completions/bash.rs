//! Completions for bash, which divides words at colons and equals signs.

use clap_complete::engine::complete;
use clap_complete::env::EnvCompleter;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

/// The shell bash, from version 4 on.
pub(super) struct Bash;

/// The variable that holds the index of the word to complete.
const INDEX: &str = "FEWEST_COMPLETE_INDEX";
/// Bash makes these words of their own, even without spaces around them.
const DIVIDERS: [&str; 2] = [":", "="];

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == self.name()
    }

    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        completer: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(
            out,
            r#"_{name}() {{
    mapfile -t COMPREPLY < <({var}=bash {INDEX}=$COMP_CWORD {completer} -- "${{COMP_WORDS[@]}}" 2> /dev/null)
    compopt -o filenames 2> /dev/null
    if [[ ${{COMPREPLY-}} == *[=:/] ]]; then compopt -o nospace 2> /dev/null; fi
}}
complete -o bashdefault -o default -F _{name} {bin}"#
        )
    }

    fn write_complete(
        &self,
        command: &mut clap::Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let index = env::var(INDEX).ok().and_then(|index| index.parse().ok()).unwrap_or(0);
        let CommandLine { words, index, begin } = CommandLine::new(words, index);
        for candidate in complete(command, words, index, folder)? {
            let value = candidate.get_value().to_string_lossy();
            writeln!(out, "{}", value.strip_prefix(&*begin).unwrap_or(&value))?;
        }
        Ok(())
    }
}

/// A command line split into words at spaces only.
struct CommandLine {
    words: Vec<OsString>,
    /// The word to be completed.
    index: usize,
    /// Its beginning, up to and including the last divider: bash replaces only the rest.
    begin: String,
}

impl CommandLine {
    fn new(divided: Vec<OsString>, index: usize) -> Self {
        let is_divider = |word: &OsStr| DIVIDERS.iter().any(|divider| word == *divider);
        let mut words: Vec<OsString> = Vec::new();
        let mut is_begun = false;
        let mut begin = String::new();
        for word in divided.into_iter().take(index + 1) {
            let is_divider = is_divider(&word);
            begin.clear();
            match words.last_mut().filter(|_| is_divider || is_begun) {
                Some(last) => {
                    begin.push_str(&last.to_string_lossy());
                    if is_divider {
                        begin.push_str(&word.to_string_lossy());
                    }
                    last.push(&word);
                }
                None => words.push(word),
            }
            is_begun = is_divider;
        }
        Self { index: words.len().saturating_sub(1), words, begin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_that_bash_has_divided() {
        for (divided, index, last, begin) in [
            (&["fewest", "solve", "katomic", ":", "1"][..], 4, "katomic:1", "katomic:"),
            (&["fewest", "solve", "katomic", ":"], 3, "katomic:", "katomic:"),
            (&["fewest", "solve", "--engine", "=", "as", "water"], 4, "--engine=as", "--engine="),
            (&["fewest", "solve", "wa"], 2, "wa", ""),
            (&["fewest", "solve", "wa", "katomic", ":", "1"], 2, "wa", ""),
        ] {
            let joined = CommandLine::new(divided.iter().map(OsString::from).collect(), index);
            assert_eq!((joined.index, joined.words.len()), (2, 3), "{divided:?}");
            assert_eq!((joined.words[2].to_str(), &*joined.begin), (Some(last), begin));
        }
    }
}
