//! Rust source as tokens: enough to see which paths a file names.

use std::iter::Peekable;
use std::str::Chars;

/// A word or a sign of Rust, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// An identifier, `::`, or one sign.
    pub text: String,
    /// From 1.
    pub line: usize,
}

/// The tokens of a text without comments, literals, and test-only code.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    without_tests(&all_tokens(text))
}

fn all_tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut line = 1;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let begins = line;
        let word = match c {
            '\n' => {
                line += 1;
                continue;
            }
            c if c.is_whitespace() => continue,
            '/' if chars.peek() == Some(&'/') => {
                while chars.next_if(|&c| c != '\n').is_some() {}
                continue;
            }
            '/' if chars.peek() == Some(&'*') => {
                line += skip_comment(&mut chars);
                continue;
            }
            '"' => {
                line += skip_string(&mut chars);
                continue;
            }
            '\'' => {
                skip_char(&mut chars);
                continue;
            }
            ':' if chars.next_if_eq(&':').is_some() => "::".to_owned(),
            c if c.is_alphanumeric() || c == '_' => {
                let mut word = String::from(c);
                while let Some(c) = chars.next_if(|&c| c.is_alphanumeric() || c == '_') {
                    word.push(c);
                }
                if matches!(word.as_str(), "r" | "br" | "cr") && is_raw_string(&chars) {
                    line += skip_raw_string(&mut chars);
                    continue;
                }
                word
            }
            c => c.to_string(),
        };
        found.push(Token { text: word, line: begins });
    }
    found
}

/// Skips a comment whose slash was read; returns the number of lines that it crosses.
fn skip_comment(chars: &mut Peekable<Chars>) -> usize {
    let (mut depth, mut lines, mut last) = (0, 0, '/');
    for c in chars.by_ref() {
        lines += usize::from(c == '\n');
        match (last, c) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                last = c;
                continue;
            }
        }
        if depth == 0 {
            break;
        }
        last = ' ';
    }
    lines
}

fn skip_string(chars: &mut Peekable<Chars>) -> usize {
    let mut lines = 0;
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\n' => lines += 1,
            '\\' => lines += usize::from(chars.next() == Some('\n')),
            _ => {}
        }
    }
    lines
}

/// A character literal ends with its quote; a lifetime has none and is read as a word.
fn skip_char(chars: &mut Peekable<Chars>) {
    if chars.next_if_eq(&'\\').is_some() {
        // The escaped character may be a quote itself.
        chars.next();
        for c in chars.by_ref() {
            if c == '\'' {
                break;
            }
        }
    } else if chars.clone().nth(1) == Some('\'') {
        chars.nth(1);
    }
}

fn is_raw_string(chars: &Peekable<Chars>) -> bool {
    chars.clone().find(|&c| c != '#') == Some('"')
}

fn skip_raw_string(chars: &mut Peekable<Chars>) -> usize {
    let mut hashes = 0;
    while chars.next_if_eq(&'#').is_some() {
        hashes += 1;
    }
    chars.next();
    let (mut lines, mut closing) = (0, None);
    for c in chars.by_ref() {
        lines += usize::from(c == '\n');
        closing = match (c, closing) {
            ('"', _) => Some(0),
            ('#', Some(n)) => Some(n + 1),
            _ => None,
        };
        if closing == Some(hashes) {
            break;
        }
    }
    lines
}

/// Leaves out the item after `#[cfg(test)]`, which ends with `;` or a block.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let marked = tokens[at..].len() >= MARK.len()
            && tokens[at..].iter().zip(MARK).all(|(token, mark)| token.text == mark);
        if marked {
            at += MARK.len();
            let mut depth = 0;
            while let Some(token) = tokens.get(at) {
                at += 1;
                match token.text.as_str() {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    ";" => {}
                    _ => continue,
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_literals_are_left_out() {
        assert_eq!(words("a // crate::b\n/* c /* d */ e */ f"), ["a", "f"]);
        assert_eq!(words(r#"a "crate::\"b" c"#), ["a", "c"]);
        assert_eq!(words("a r#\"\"b\"# c b\"d\" br\"e\" f"), ["a", "c", "b", "f"]);
        assert_eq!(words(r"a '\'' '\u{7f}' 'b' c"), ["a", "c"]);
        assert_eq!(words("&'a T<'_>"), ["&", "a", "T", "<", "_", ">"]);
    }

    #[test]
    fn lines_are_counted_through_comments_and_literals() {
        let text = "/*\n*/ \"\n\\\n\" r\"\n\"\na";
        let last = tokens(text).pop().expect("a word is left");
        assert_eq!((last.text.as_str(), last.line), ("a", 6));
    }

    #[test]
    fn what_is_compiled_for_tests_only_is_left_out() {
        assert_eq!(words("#[cfg(test)]\nmod graph;\nmod a;"), ["mod", "a", ";"]);
        assert_eq!(words("#[cfg(test)] mod t { fn f() { {} } } a"), ["a"]);
        assert_eq!(words("#[cfg(unix)] a"), ["#", "[", "cfg", "(", "unix", ")", "]", "a"]);
    }
}
