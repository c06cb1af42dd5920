//! Rust source as tokens: enough to see which paths a file names.

/// A word or a sign of Rust, and its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// An identifier, `::`, or one sign.
    pub text: &'a str,
    /// From 1.
    pub line: usize,
}

/// The tokens of a text without comments, literals, and test-only code.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    without_tests(&all_tokens(text))
}

fn all_tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(c) = rest.chars().next() {
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
        let (word, after) = rest.split_at(rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()));
        let (length, is_token) = match c {
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            '/' if rest.starts_with("/*") => (comment(rest), false),
            '"' => (quoted(rest, c), false),
            // A lifetime has no second quote, and is read as a word.
            '\'' if rest[1..].starts_with('\\') || rest.chars().nth(2) == Some(c) => {
                (quoted(rest, c), false)
            }
            '\'' => (1, false),
            ':' if rest.starts_with("::") => (2, true),
            _ if matches!(word, "r" | "br" | "cr")
                && after.trim_start_matches('#').starts_with('"') =>
            {
                (word.len() + raw_string(after), false)
            }
            _ if !word.is_empty() => (word.len(), true),
            c => (c.len_utf8(), !c.is_whitespace()),
        };
        let (token, after) = rest.split_at(length);
        if is_token {
            found.push(Token { text: token, line });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    found
}

/// The length of the comment at the beginning of a text, with those inside it.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(sign) = text.as_bytes().get(at..at + 2) {
        match sign {
            b"/*" => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The length of the literal at the beginning of a text, with both quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = text[1..].find(|c| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 2)
}

/// The length of a raw string without the letters before it.
fn raw_string(text: &str) -> usize {
    let inside = text.trim_start_matches('#');
    let closing = format!("\"{}", "#".repeat(text.len() - inside.len()));
    let end = inside[1..].find(&closing);
    end.map_or(text.len(), |end| end + 2 * closing.len())
}

/// Leaves out the item after `#[cfg(test)]`, which ends with `;` or a block.
fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut rest = tokens;
    while let Some((first, others)) = rest.split_first() {
        let mark = rest.iter().map(|token| token.text).take(MARK.len());
        if !mark.eq(MARK) {
            kept.push(*first);
            rest = others;
            continue;
        }
        let mut depth = 0;
        let end = rest.iter().position(|token| {
            match token.text {
                "{" => depth += 1,
                "}" => depth -= 1,
                ";" => {}
                _ => return false,
            }
            depth == 0
        });
        rest = end.map_or(&[], |end| &rest[end + 1..]);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
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
        assert_eq!((last.text, last.line), ("a", 6));
    }

    #[test]
    fn what_is_compiled_for_tests_only_is_left_out() {
        assert_eq!(words("#[cfg(test)]\nmod graph;\nmod a;"), ["mod", "a", ";"]);
        assert_eq!(words("#[cfg(test)] mod t { fn f() { {} } } a"), ["a"]);
        assert_eq!(words("#[cfg(unix)] a"), ["#", "[", "cfg", "(", "unix", ")", "]", "a"]);
    }
}
