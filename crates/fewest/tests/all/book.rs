//! The book and the decisions are complete: every page is listed, every link leads somewhere, every
//! file that is named exists.

use fewest::search::Engine;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

const ALGORITHMS: &str = include_str!("../../../../book/src/reference/algorithms.md");
const ENGINES: &str = include_str!("../../../../book/src/reference/engines.md");
const INDEX: &str = include_str!("../../../../docs/decisions/README.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All Markdown files below a folder, relative to the root.
fn pages_below(folder: &str) -> BTreeSet<PathBuf> {
    let mut pages = BTreeSet::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.insert(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    pages
}

fn documents() -> BTreeSet<PathBuf> {
    let mut documents = pages_below("book/src");
    documents.append(&mut pages_below("docs"));
    documents.extend(["README.md", "CONTRIBUTING.md"].map(PathBuf::from));
    documents
}

fn read(document: &Path) -> String {
    std::fs::read_to_string(root().join(document)).unwrap()
}

fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// The targets of all links and pictures.
fn links(text: &str) -> Vec<String> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.to_string())
        }
        _ => None,
    };
    events(text).filter_map(target).collect()
}

/// The anchors of all headings, as made by forges and mdBook.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let anchor = heading.take().unwrap().to_lowercase().replace(' ', "-");
                anchors.insert(
                    anchor.replace(|c: char| !c.is_alphanumeric() && !"-_".contains(c), ""),
                );
            }
            Event::Text(text) | Event::Code(text) => {
                heading = heading.map(|heading| heading + &text);
            }
            _ => {}
        }
    }
    anchors
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                assert!(normal.pop(), "{} leaves the repository", path.display())
            }
            other => normal.push(other),
        }
    }
    normal
}

#[test]
fn the_summary_lists_every_page() {
    let summary = PathBuf::from("book/src/SUMMARY.md");
    let listed: Vec<_> = links(&read(&summary))
        .into_iter()
        .map(|link| PathBuf::from("book/src").join(link))
        .collect();
    let mut pages = pages_below("book/src");
    assert!(pages.remove(&summary));
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), pages);
    assert_eq!(listed.len(), pages.len(), "no page is listed twice");
}

#[test]
fn every_link_leads_somewhere() {
    let mut checked = 0;
    for document in documents() {
        for link in links(&read(&document)) {
            if link.contains("://") {
                continue;
            }
            let (path, anchor) =
                link.split_once('#').map_or((&*link, None), |(path, anchor)| (path, Some(anchor)));
            let target = match path {
                "" => document.clone(),
                path => normal(&document.parent().unwrap().join(path)),
            };
            let name = document.display();
            assert!(root().join(&target).exists(), "{name} has a link to {link}");
            if let Some(anchor) = anchor {
                assert!(anchors(&read(&target)).contains(anchor), "{name} has a link to {link}");
            }
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked} links");
}

#[test]
fn every_file_that_is_named_exists() {
    for document in documents() {
        for event in events(&read(&document)) {
            if let Event::Code(path) = event
                && path.starts_with("crates/")
                && !path.contains(char::is_whitespace)
            {
                assert!(root().join(&*path).exists(), "{} names {path}", document.display());
            }
        }
    }
}

#[test]
fn every_engine_has_its_place() {
    for engine in Engine::ALL {
        let name = format!("{}`", engine.name());
        assert!(ALGORITHMS.contains(&name) || ALGORITHMS.contains(&format!("{} ", engine.name())));
        assert!(ENGINES.contains(&name), "{name}");
    }
}

#[test]
fn every_decision_has_the_form_and_is_in_the_index_below_its_status() {
    let folder = Path::new("docs/decisions");
    let below = |status: &str| {
        let mut parts = INDEX.split("\n## ");
        parts.find(|part| part.lines().next() == Some(status)).expect(status)
    };
    let mut rows = 0;
    for (number, page) in (1..).zip(
        pages_below("docs/decisions").into_iter().filter(|page| *page != folder.join("README.md")),
    ) {
        let text = read(&page);
        let name = page.file_name().unwrap().to_str().unwrap();
        assert!(
            text.len() <= 5_200,
            "{name} is longer than a page: logs go to docs/decisions/data"
        );
        let headings: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let form = ["Status", "Context", "What was tried", "What was measured", "Decision"];
        assert_eq!(headings, form, "{name}");
        let title = text.lines().next().unwrap();
        let title = title.strip_prefix(&format!("# {number:04}. ")).expect(name);
        let status = text.lines().nth(4).unwrap().trim_end_matches('.');
        assert!(["Kept", "Rejected", "Open"].contains(&status), "{name}");
        let row = format!("\n| [{number:04}]({name}) | {title} | ");
        assert!(below(status).contains(&row), "the index has no line {row} below {status}");
        rows += 1;
    }
    assert_eq!(INDEX.matches("| [0").count(), rows);
}

#[test]
fn the_citation_has_the_version() {
    let version = env!("CARGO_PKG_VERSION");
    let citation = read(Path::new("CITATION.cff"));
    assert!(citation.contains(&format!("\nversion: {version}\n")));
    let page = read(Path::new("book/src/reference/cite.md"));
    assert!(page.contains(&format!("{{Version {version}}}")));
}
