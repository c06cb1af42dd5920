//! A reversed use between two rooms is found: in copies of this tree, and in small ones.

use fewest_house::rooms::{self, ORDERS, files_below};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Writes a file below a folder, with the folders above it.
fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("files are in folders")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}

/// The sources of all crates and the declared orders, copied.
fn copy() -> TempDir {
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let copy = tempfile::tempdir().expect("a folder can be made");
    let mut files: Vec<PathBuf> = vec![tree.join(ORDERS)];
    for name in rooms::crates(&tree).expect("it has crates") {
        files.extend(files_below(&tree.join("crates").join(name).join("src")).expect("it exists"));
    }
    for file in files {
        let inside = file.strip_prefix(&tree).expect("it is below the tree").to_owned();
        let text = fs::read_to_string(&file).unwrap_or_default();
        write(copy.path(), inside.to_str().expect("names are plain"), &text);
    }
    copy
}

/// A tree of one crate with the given files.
fn small(name: &str, orders: &str, files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().expect("a folder can be made");
    write(root.path(), ORDERS, orders);
    for (file, text) in files {
        write(root.path(), &format!("crates/{name}/src/{file}"), text);
    }
    root
}

fn findings(root: &Path) -> Vec<String> {
    rooms::check(root).expect("the tree can be read")
}

#[test]
fn every_use_between_rooms_is_found_when_turned() {
    let copy = copy();
    let root = copy.path();
    for name in &rooms::crates(root).expect("it has crates") {
        let uses = rooms::between(root, name).expect("the tree can be read");
        for (user, used) in &uses {
            let source = root.join("crates").join(name).join("src");
            let file = [format!("{used}.rs"), format!("{used}/mod.rs")]
                .map(|file| source.join(file))
                .into_iter()
                .find(|file| file.is_file())
                .expect("a room has a file");
            let text = fs::read_to_string(&file).expect("it can be read");
            fs::write(&file, format!("{text}\nuse crate::{user}::Turned;\n"))
                .expect("it can be written");
            let found = rooms::check_crate(root, name).expect("the tree can be read");
            let told = format!("{used} must not know {user}");
            assert!(
                found.iter().any(|finding| {
                    finding.contains(&told)
                        || finding.contains(&format!("{user} -> {used}"))
                        || finding.contains(&format!("{used} -> {user}"))
                }),
                "{name}: {user} -> {used} was turned; found {found:#?}"
            );
            fs::write(&file, text).expect("it can be written");
        }
    }
}

#[test]
fn a_circle_is_told_with_its_places() {
    let root = small(
        "search",
        "",
        &[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "pub mod deep;"),
            ("b/deep.rs", "\nfn f() { crate::c::g() }"),
            ("c.rs", "use super::a;"),
        ],
    );
    assert_eq!(
        findings(root.path()),
        ["search: a -> b -> c -> a\n    a.rs:1 names crate::b::B\n    \
          b/deep.rs:2 names crate::c::g\n    c.rs:1 names super::a"]
    );
}

#[test]
fn a_reexport_is_a_use_of_the_room_it_comes_from() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use b::Thing; pub use a::*;"),
        ("a.rs", "use crate::Thing; pub struct Other;"),
        ("b.rs", "pub mod deep; pub use deep::Thing;"),
        ("b/deep.rs", "pub struct Thing(crate::Other);"),
    ];
    let root = small("tiles", "", &files);
    assert_eq!(
        findings(root.path()),
        ["tiles: a -> b -> a\n    a.rs:1 names crate::Thing\n    b/deep.rs:1 names crate::Other"]
    );
}

#[test]
fn rooms_do_not_use_what_the_root_defines() {
    let files = [
        ("main.rs", "mod a; pub use a::A; pub use other as b; struct Command; fn main() {}"),
        ("a.rs", "pub struct A; use crate::{A, Command}; use crate::b::B;"),
    ];
    let root = small("cli", "", &files);
    assert_eq!(
        findings(root.path()),
        ["cli: a room must not use what the root defines\n    a.rs:1 names crate::Command"]
    );
}

#[test]
fn tests_may_use_what_they_like_and_files_of_a_folder_each_other() {
    let files = [
        ("lib.rs", "mod a; mod b; #[cfg(test)] mod c;"),
        ("a.rs", "use crate::b;"),
        ("b/mod.rs", "mod x; mod y; #[cfg(test)] mod tests { use crate::a; }"),
        ("b/x.rs", "use super::y;"),
        ("b/y.rs", "use super::x; // crate::a"),
        ("c.rs", "use crate::a; use crate::b;"),
    ];
    let root = small("atomix", "", &files);
    assert_eq!(findings(root.path()), Vec::<String>::new());
}

#[test]
fn folders_within_a_folder_have_one_way_uses_too() {
    let files = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod x; mod y; pub use x::one::X;"),
        ("a/x/mod.rs", "pub mod one;"),
        ("a/x/one.rs", "pub struct X; use crate::a::y::two::Y;"),
        ("a/y/mod.rs", "pub mod two;"),
        ("a/y/two.rs", "pub struct Y(super::super::X);"),
    ];
    let root = small("tiles", "", &files);
    assert_eq!(
        findings(root.path()),
        ["tiles/a: x -> y -> x\n    a/x/one.rs:1 names crate::a::y::two::Y\n    \
          a/y/two.rs:1 names super::super::X"]
    );
}

#[test]
fn a_use_against_the_declared_order_is_found_without_a_circle() {
    let files = [("lib.rs", "mod a; mod b;"), ("a.rs", "fn a() {}"), ("b.rs", "use crate::a::a;")];
    let root = small("search", "search: a b c\n", &files);
    assert_eq!(
        findings(root.path()),
        [
            "search: .ci/rooms.txt names c, which is no room",
            "search: b must not know a, which comes before it in .ci/rooms.txt\n    \
             b.rs:1 names crate::a::a",
        ]
    );
    let root = small("search", "search: b\n", &files);
    assert_eq!(findings(root.path()), ["search: a has no place in .ci/rooms.txt"]);
}
