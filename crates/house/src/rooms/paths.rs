//! The paths that a file names, and the names that it reexports.

use crate::source::Token;

/// A path as it is written, with its name after an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its words; the last is `*` for all of a module.
    pub words: Vec<String>,
    /// The name of an imported thing: its last word, or the one after `as`.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The modules around it within the file.
    pub within: Vec<String>,
}

/// The paths and names in a file.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Paths that begin with `crate`, `super` or `self`, anywhere.
    pub rooted: Vec<Named>,
    /// Imports by `use` into the file's own module.
    pub imports: Vec<Named>,
    /// The items that it defines.
    pub items: Vec<String>,
    /// The modules that it declares in files of their own.
    pub modules: Vec<String>,
}

/// Reads the paths of a file from its tokens.
#[must_use]
pub fn paths(tokens: &[Token<'_>]) -> Paths {
    let mut found = Paths::default();
    // The modules around the token, each with the depth of braces at which it ends.
    let mut within: Vec<(String, usize)> = Vec::new();
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at)).map(|token| token.text);
        let next = |n: usize| tokens.get(at + n).map_or("", |token| token.text);
        match token.text {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                within.pop_if(|(_, ends)| *ends == depth);
            }
            "mod" if next(2) == "{" => within.push((next(1).to_owned(), depth)),
            "mod" if next(2) == ";" => found.modules.push(next(1).to_owned()),
            "struct" | "enum" | "union" | "trait" | "type" | "fn" | "const" | "static"
                if within.is_empty() && depth == 0 =>
            {
                let skip = 1 + usize::from(matches!(next(1), "fn" | "mut" | "unsafe"));
                found.items.push(next(skip).to_owned());
            }
            "macro_rules" => found.items.push(next(2).to_owned()),
            "use" => {
                let around: Vec<_> = within.iter().map(|(name, _)| name.clone()).collect();
                let mut named = Vec::new();
                at = tree(tokens, at + 1, &[], &around, &mut named);
                let is_rooted =
                    |named: &&Named| matches!(named.words[0].as_str(), "crate" | "super" | "self");
                found.rooted.extend(named.iter().filter(is_rooted).cloned());
                if within.is_empty() {
                    found.imports.extend(named);
                }
                continue;
            }
            "crate" | "super" | "self" if next(1) == "::" && before != Some("::") => {
                let around: Vec<_> = within.iter().map(|(name, _)| name.clone()).collect();
                at = tree(tokens, at, &[], &around, &mut found.rooted);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Reads a path, or the tree of paths of a `use`, that begins at a token; returns its end.
fn tree(
    tokens: &[Token<'_>],
    mut at: usize,
    prefix: &[String],
    within: &[String],
    found: &mut Vec<Named>,
) -> usize {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut words = prefix.to_vec();
    if text(at) == "::" {
        at += 1;
    }
    let line = tokens.get(at).map_or(0, |token| token.line);
    loop {
        match text(at) {
            "{" => {
                at += 1;
                while !matches!(text(at), "}" | "") {
                    at = tree(tokens, at, &words, within, found).max(at + 1);
                    at += usize::from(text(at) == ",");
                }
                return at + 1;
            }
            // In a group it stands for the module before the braces.
            "self" if !words.is_empty() && words == prefix => {}
            word if word == "*" || word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                words.push(word.to_owned());
            }
            // Generic arguments, as in `crate::Set::<u8>`.
            _ => break,
        }
        at += 1;
        if text(at) != "::" {
            break;
        }
        at += 1;
    }
    let mut name = words.last().cloned().unwrap_or_default();
    if text(at) == "as" {
        name = text(at + 1).to_owned();
        at += 2;
    }
    if !words.is_empty() {
        found.push(Named { words, name, line, within: within.to_vec() });
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::tokens;

    fn rooted(text: &str) -> Vec<String> {
        paths(&tokens(text)).rooted.into_iter().map(|named| named.words.join("::")).collect()
    }

    #[test]
    fn groups_and_paths_in_code_are_read() {
        assert_eq!(
            rooted("use crate::{a::B, c::{self, D as E, f::*}};"),
            ["crate::a::B", "crate::c", "crate::c::D", "crate::c::f::*"]
        );
        assert_eq!(
            rooted("fn f() -> crate::a::B { super::c::<u8>(self::d(), self.e) }"),
            ["crate::a::B", "super::c", "self::d"]
        );
        assert_eq!(rooted("pub(crate) fn f(); pub(in crate::a) fn g();"), ["crate::a"]);
    }

    #[test]
    fn imports_have_names_and_items_are_found() {
        let found =
            paths(&tokens("pub use a::{B, C as D}; pub const fn f() {} struct S { x: u8 }"));
        let names: Vec<_> = found.imports.iter().map(|named| named.name.as_str()).collect();
        assert_eq!(names, ["B", "D"]);
        assert_eq!(found.items, ["f", "f", "S"]);
    }

    #[test]
    fn modules_within_a_file_are_told() {
        let found = paths(&tokens("mod a { use super::b; mod c { use super::d; } } use super::e;"));
        let within: Vec<_> = found.rooted.iter().map(|named| named.within.len()).collect();
        assert_eq!(within, [1, 2, 0]);
    }
}
