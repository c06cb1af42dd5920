//! Manual pages and help.

use crate::run::fewest;

#[test]
fn there_is_a_manual_page_for_the_command_and_for_each_verb() {
    let page = fewest(&["man"]).quietly(0).stdout;
    assert!(page.contains(".TH fewest 1"), "{page}");
    for verb in ["solve", "show", "info", "levels", "verify", "replay", "completions", "man"] {
        assert!(page.contains(&format!("fewest\\-{verb}(1)")), "{verb}: {page}");
        let page = fewest(&["man", verb]).quietly(0).stdout;
        assert!(page.contains(&format!(".TH fewest-{verb} 1")), "{page}");
    }
    for section in ["EXAMPLES", "ENGINES", "FILES", "ENVIRONMENT"] {
        assert!(page.contains(&format!(".SH {section}")), "{section}: {page}");
    }
    for engine in fewest::search::Engine::ALL {
        let name = engine.name().replace('-', "\\-");
        assert!(page.contains(&format!("\\fB{name}\\fR")), "{name}: {page}");
    }
    let solve = fewest(&["man", "solve"]).stdout;
    assert!(solve.contains("UNSOLVABLE") && solve.contains("\\-\\-upper\\-bound"), "{solve}");
    assert_eq!(fewest(&["man", "dance"]).code, Some(2));
}

/// The options that most people want of `solve` come first.
#[test]
fn the_common_options_are_the_first() {
    let help = fewest(&["solve", "-h"]).quietly(0).stdout;
    let options = help.split_once("Options:").unwrap().1;
    let words = options.split_ascii_whitespace().filter(|word| word.starts_with("--"));
    let first: Vec<_> = words.take(6).map(|word| word.split(['[', '=']).next().unwrap()).collect();
    assert_eq!(first, ["--time", "--memory", "--quiet", "--json", "--all", "--certificate"]);
}

#[test]
fn help_and_version_are_answers() {
    for arguments in [&["--help"][..], &["help"], &["solve", "--help"], &["--version"]] {
        let ran = fewest(arguments).quietly(0);
        assert!(ran.stdout.contains("fewest"), "{}", ran.stdout);
    }
}
