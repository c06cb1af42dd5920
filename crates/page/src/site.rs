//! The files of the page.

/// A file: its name, its media type and its contents.
pub type File = (&'static str, &'static str, &'static [u8]);

macro_rules! files {
    ($($media:literal: $($name:literal)*;)*) => {
        &[$($(($name, $media, include_bytes!(concat!("../site/", $name)).as_slice()),)*)*]
    };
}

/// All files except the engine, which is built, and the style of pieces: see the recipe `page`.
const OWN: &[File] = files! {
    "text/html; charset=utf-8": "index.html";
    "text/css; charset=utf-8": "page.css" "ruler.css" "board.css" "text.css";
    "image/svg+xml": "icon.svg" "icons.svg";
    "text/javascript; charset=utf-8": "app.js" "board.js" "certificate.js" "dom.js" "draw.js" "editor.js" "engine.js"
        "files.js" "film.js" "game.js" "here.js" "keys.js" "kind.js" "lines.js" "offline.js"
        "plot.js" "proof.js" "ruler.js" "share.js" "sketch.js" "solver.js" "study.js" "worker.js";
};

/// The colours of pieces, which replays have, too.
const PIECES: File = ("pieces.css", "text/css; charset=utf-8", fewest_view::svg::STYLE.as_bytes());

/// The file with this name.
pub fn file(name: &str) -> Option<&'static File> {
    OWN.iter().chain([&PIECES]).find(|(known, ..)| *known == name)
}

/// The page for a server: it asks the server instead of an engine of its own.
pub fn served() -> String {
    let (_, _, page) = OWN[0];
    String::from_utf8_lossy(page).replacen("<html ", "<html data-served ", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_kept_for_times_without_a_network() {
        let (_, _, offline) = file("offline.js").expect("the page has it");
        let offline = String::from_utf8_lossy(offline);
        for (name, ..) in OWN.iter().chain([&PIECES]).filter(|(name, ..)| *name != "offline.js") {
            assert!(offline.contains(&format!("\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn the_served_page_says_so() {
        assert!(served().contains("<html data-served lang="));
    }
}
