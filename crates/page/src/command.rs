//! The command that proves the result on the page.

use crate::Question;
use crate::question::Opened;
use fewest::AnyPuzzle;
use fewest::rules::atomix::BuiltinSet;
use fewest::rules::tiles::Goal;

/// The page saves texts that do not belong on a command line under this name.
const FILE: &str = "level.txt";

/// The longest text to show in a command.
const LONGEST: usize = 200;

/// The command for a puzzle. Its text may have come with a link, so it is either safe for a shell,
/// or in a file.
pub(crate) fn command(question: &Question, opened: &Opened) -> String {
    let goal = match &opened.instance.puzzle {
        AnyPuzzle::Tiles(puzzle) if puzzle.goal != Goal::default() => {
            word(&puzzle.goal.to_string()).map(|goal| format!(" --goal {goal}"))
        }
        _ => None,
    };
    let goal = goal.unwrap_or_default();
    let text = question.text.trim();
    let which = opened.number.map(|number| format!(":{number}")).unwrap_or_default();
    // One level of `first-steps:1-5` is meant, by its number in the set.
    let source = match text.rsplit_once(':') {
        Some((set, _)) if opened.number.is_some() && BuiltinSet::find(set).is_some() => set,
        _ => text,
    };
    let input = word(&format!("{source}{which}")).unwrap_or_else(|| format!("{FILE}{which}"));
    format!("fewest solve{goal} {input}")
}

/// A text as a word of a command line, in quotes if a shell might read it otherwise; `None` if
/// quotes do not help, if it looks like an option, or if it is long.
fn word(text: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.:/-".contains(c);
    let is_quotable = |c: char| {
        let is_shown = c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric();
        is_shown && !matches!(c, '\'' | '\\')
    };
    if text.starts_with('-') || text.len() >= LONGEST {
        None
    } else if text.chars().all(is_plain) {
        Some(text.to_owned())
    } else {
        text.chars().all(is_quotable).then(|| format!("'{text}'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command for a puzzle of a text.
    fn of(text: &str, number: usize, goal: &str) -> String {
        let question = serde_json::json!({ "text": text, "number": number, "goal": goal });
        let question: Question = serde_json::from_value(question).unwrap();
        command(&question, &question.read().unwrap())
    }

    #[test]
    fn a_shell_takes_the_text_as_it_is() {
        assert_eq!(of("water", 1, ""), "fewest solve water");
        assert_eq!(of(" panex:5\n", 1, "snail"), "fewest solve panex:5");
        let board = "1 2 3 / 4 0 6 / 7 5 8";
        assert_eq!(of(board, 1, "blank-last"), format!("fewest solve '{board}'"));
        assert_eq!(of(board, 1, "snail"), format!("fewest solve --goal snail '{board}'"));
        let goal = "1 2 3 / 8 4 0 / 7 6 5";
        assert_eq!(of(board, 1, goal), format!("fewest solve --goal '{goal}' '{board}'"));
        for name in ["$(id)", "`id`", ";id", "|id", "\"id", "&id"] {
            let text = format!("159d26ae37bf48c0#{name}");
            assert_eq!(of(&text, 1, ""), format!("fewest solve '{text}'"));
        }
    }

    #[test]
    fn what_cannot_be_quoted_is_a_file() {
        for name in ["'$(id)'", "\\", "\u{1b}[201~", "\tid", "\u{202e}", &"a".repeat(200)] {
            let text = format!("159d26ae37bf48c0#{name}.");
            assert_eq!(of(&text, 1, ""), "fewest solve level.txt", "{text}");
        }
        assert_eq!(word("--engine"), None);
    }

    #[test]
    fn one_of_several_puzzles_is_chosen_by_its_number() {
        assert_eq!(of("first-steps", 1, ""), "fewest solve first-steps:1");
        assert_eq!(of("first-steps:7", 1, ""), "fewest solve first-steps:7");
        assert_eq!(of("first-steps:1-5", 3, ""), "fewest solve first-steps:3");
        assert_eq!(of("first-steps:3-5", 2, ""), "fewest solve first-steps:4");
        assert_eq!(of("1 2 3 0\n3 2 1 0", 2, ""), "fewest solve level.txt:2");
    }
}
