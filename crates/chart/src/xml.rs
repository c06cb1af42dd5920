//! Text in HTML and SVG.

/// Text escaped for HTML and SVG.
pub fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => plain += "&amp;",
            '<' => plain += "&lt;",
            '>' => plain += "&gt;",
            '"' => plain += "&quot;",
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}
