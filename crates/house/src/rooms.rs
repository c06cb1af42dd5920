//! Uses between the folders of a crate go one way.
//!
//! A room is an entry of a source folder, a folder or a file at the root. Uses between rooms are
//! found by the paths in the sources; `crate::Depth`, which the root reexports, counts as a use of
//! the room that it comes from. The uses must not form a cycle: the root, which declares all rooms,
//! defines nothing that one of them uses. If an order of rooms is declared in [`ORDERS`], each use
//! must point to a later room.

use crate::rooms::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

mod paths;
mod tree;

pub use tree::files_below;

/// The declared orders of crates with many rooms, relative to the root.
pub const ORDERS: &str = ".ci/rooms.txt";

/// Pairs of rooms of which the first uses the second, with one place where it does.
type Uses = BTreeMap<(String, String), String>;

/// Checks that the uses between the rooms of each crate go one way.
///
/// # Errors
///
/// If a file cannot be read.
pub fn check(root: &Path) -> io::Result<Vec<String>> {
    let mut findings = Vec::new();
    for name in crates(root)? {
        findings.extend(check_crate(root, &name)?);
    }
    Ok(findings)
}

/// The crates, by their folders, sorted.
///
/// # Errors
///
/// If a folder cannot be read.
pub fn crates(root: &Path) -> io::Result<Vec<String>> {
    let folders: io::Result<Vec<_>> = root.join("crates").read_dir()?.collect();
    let crates = folders?.into_iter().filter(|folder| folder.path().join("src").is_dir());
    let mut names: Vec<_> =
        crates.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// The crates with a declared order of their rooms, and this order.
///
/// # Errors
///
/// If the file cannot be read.
pub fn declared(root: &Path) -> io::Result<BTreeMap<String, Vec<String>>> {
    let orders = std::fs::read_to_string(root.join(ORDERS))?;
    let lines = orders.lines().filter(|line| !line.starts_with('#'));
    let orders = lines.filter_map(|line| line.split_once(':')).map(|(name, rooms)| {
        (name.to_owned(), rooms.split_whitespace().map(str::to_owned).collect())
    });
    Ok(orders.collect())
}

/// Checks that the uses between the rooms of one crate go one way.
///
/// # Errors
///
/// If a file cannot be read.
pub fn check_crate(root: &Path, name: &str) -> io::Result<Vec<String>> {
    let mut findings = Vec::new();
    let tree = read(root, name)?;
    let levels = levels(&tree);
    for (level, uses) in &levels {
        findings.extend(circles(uses).into_iter().map(|circle| {
            let inside = if level.is_empty() { name.to_owned() } else { format!("{name}/{level}") };
            format!("{inside}: {circle}")
        }));
    }
    findings.extend(
        tree.uses_of_root()
            .into_iter()
            .map(|place| format!("{name}: a room must not use what the root defines\n    {place}")),
    );
    if let Some(declared) = declared(root)?.get(name) {
        let uses = levels.get("").cloned().unwrap_or_default();
        findings.extend(turned(name, declared, &tree.rooms(), &uses));
    }
    Ok(findings)
}

fn read(root: &Path, name: &str) -> io::Result<Tree> {
    Tree::read(&root.join("crates").join(name).join("src"))
}

/// Which room of a crate uses which.
///
/// # Errors
///
/// If a file cannot be read.
pub fn between(root: &Path, name: &str) -> io::Result<Vec<(String, String)>> {
    Ok(levels(&read(root, name)?).remove("").unwrap_or_default().into_keys().collect())
}

/// An order of a crate's rooms in which every use points to a later one; cycles stay together.
///
/// # Errors
///
/// If a file cannot be read.
pub fn order(root: &Path, name: &str) -> io::Result<Vec<String>> {
    let tree = read(root, name)?;
    let uses = levels(&tree).remove("").unwrap_or_default();
    let mut rooms = tree.rooms();
    let mut ordered = Vec::new();
    while !rooms.is_empty() {
        let used = |room: &&String| {
            rooms
                .iter()
                .any(|other| other != *room && uses.contains_key(&(other.clone(), (*room).clone())))
        };
        // In a cycle every room is used: take the first by name.
        let next = rooms.iter().find(|room| !used(room)).or(rooms.first()).cloned();
        if let Some(next) = next {
            rooms.remove(&next);
            ordered.push(next);
        }
    }
    Ok(ordered)
}

/// The uses between the entries of each folder, by the folder's module path. Below the root only
/// folders are rooms: files of one folder may use each other.
fn levels(tree: &Tree) -> BTreeMap<String, Uses> {
    let mut levels: BTreeMap<String, Uses> = BTreeMap::new();
    for (user, used, place) in tree.uses() {
        let common = user.iter().zip(&used).take_while(|(a, b)| a == b).count();
        let (Some(from), Some(to)) = (user.get(common), used.get(common)) else { continue };
        let level = &user[..common];
        let is_room = |room: &String| level.is_empty() || tree.is_folder(level, room);
        if is_room(from) && is_room(to) {
            levels
                .entry(level.join("/"))
                .or_default()
                .entry((from.clone(), to.clone()))
                .or_insert(place);
        }
    }
    levels
}

/// The cycles, one for every set of rooms that reach each other, with a place for each use.
fn circles(uses: &Uses) -> Vec<String> {
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for (first, second) in uses.keys() {
        if told.contains(first) {
            continue;
        }
        let Some(back) = path(uses, second, first) else { continue };
        let mut circle = vec![first.clone()];
        circle.extend(back);
        let places: Vec<_> = circle
            .windows(2)
            .map(|pair| format!("\n    {}", uses[&(pair[0].clone(), pair[1].clone())]))
            .collect();
        found.push(format!("{}{}", circle.join(" -> "), places.concat()));
        told.extend(circle);
    }
    found
}

/// The shortest path from one room to another along uses, both included.
fn path(uses: &Uses, from: &str, to: &str) -> Option<Vec<String>> {
    let mut ways = vec![vec![from.to_owned()]];
    let mut seen = BTreeSet::from([from.to_owned()]);
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let last = way.last()?;
            if last == to {
                return Some(way);
            }
            for (user, used) in uses.keys() {
                if user == last && seen.insert(used.clone()) {
                    let mut way = way.clone();
                    way.push(used.clone());
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}

/// The uses that do not point to a later room, and the rooms that the order does not list.
fn turned(name: &str, declared: &[String], rooms: &BTreeSet<String>, uses: &Uses) -> Vec<String> {
    let place = |room: &str| declared.iter().position(|known| known == room);
    let mut findings = Vec::new();
    for room in rooms.iter().filter(|room| place(room).is_none()) {
        findings.push(format!("{name}: {room} has no place in {ORDERS}"));
    }
    for room in declared.iter().filter(|room| !rooms.contains(*room)) {
        findings.push(format!("{name}: {ORDERS} names {room}, which is no room"));
    }
    for ((user, used), example) in uses {
        if let (Some(from), Some(to)) = (place(user), place(used))
            && from > to
        {
            findings.push(format!(
                "{name}: {user} must not know {used}, which comes before it in {ORDERS}\n    {example}"
            ));
        }
    }
    findings
}
