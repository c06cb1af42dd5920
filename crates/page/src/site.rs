//! The files of the page.

/// A file: its name, its media type and its contents.
pub type File = (&'static str, &'static str, &'static [u8]);

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// All files but the engine, which is built: see the recipe `page`.
pub const FILES: [File; 12] = [
    ("index.html", "text/html; charset=utf-8", include_bytes!("../site/index.html")),
    ("page.css", "text/css; charset=utf-8", include_bytes!("../site/page.css")),
    ("pieces.css", "text/css; charset=utf-8", fewest_view::svg::STYLE.as_bytes()),
    ("icon.svg", "image/svg+xml", include_bytes!("../site/icon.svg")),
    ("app.js", JAVASCRIPT, include_bytes!("../site/app.js")),
    ("board.js", JAVASCRIPT, include_bytes!("../site/board.js")),
    ("offline.js", JAVASCRIPT, include_bytes!("../site/offline.js")),
    ("paint.js", JAVASCRIPT, include_bytes!("../site/paint.js")),
    ("ruler.js", JAVASCRIPT, include_bytes!("../site/ruler.js")),
    ("share.js", JAVASCRIPT, include_bytes!("../site/share.js")),
    ("solver.js", JAVASCRIPT, include_bytes!("../site/solver.js")),
    ("worker.js", JAVASCRIPT, include_bytes!("../site/worker.js")),
];

/// The file of this name.
pub fn file(name: &str) -> Option<&'static File> {
    FILES.iter().find(|(known, ..)| *known == name)
}
