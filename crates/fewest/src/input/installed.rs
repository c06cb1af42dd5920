//! Level sets of KAtomic and GNOME Atomix, if they are installed on this machine.
//!
//! KAtomic has one file per set in `katomic/levels` of the data folders, GNOME Atomix one file per
//! level in `atomix/level`, with a file `sequence` that gives their order. The data folders are
//! those of the XDG base directory specification, and those inside Flatpak and Snap packages.

use super::bytes::contents;
use super::entry::Entry;
use super::error::InputError;
use super::levels::levels;
use crate::machine::folders;
use fewest_rules::{TextPosition, atomix};
use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The names of the sets that come with the games. They stand for these sets even if a file has the
/// same name.
pub const GAMES: [&str; 2] = [KATOMIC, GNOME];

const KATOMIC: &str = "katomic";
/// The file of KAtomic's own levels.
const DEFAULT_SET: &str = "default_levels";
const GNOME: &str = "gnome";

/// A level set found on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledSet {
    /// The name that users type: `katomic`, `gnome`, or the name of the file of another set.
    pub name: String,
    /// KAtomic's file, or GNOME Atomix's folder.
    pub path: PathBuf,
}

impl InstalledSet {
    /// Reads the levels in the game's order, broken ones included.
    ///
    /// # Errors
    /// If the set cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, InputError> {
        if self.path.is_dir() {
            return gnome(&self.path);
        }
        let (file, text) = (self.path.display().to_string(), contents(&self.path)?);
        levels(&self.name, &file, &text, Some(atomix::Format::KAtomic).into())
    }
}

/// Returns all level sets on this machine. Of two sets with the same name, it finds the one that
/// the game would find.
pub fn installed() -> Vec<InstalledSet> {
    let katomic = folders_of(&KATOMIC_LEVELS).flat_map(|folder| level_files(&folder, ".dat"));
    let katomic = katomic.map(|(stem, path)| {
        let name = if stem == DEFAULT_SET { KATOMIC.to_owned() } else { stem };
        InstalledSet { name, path }
    });
    let gnome = folders_of(&GNOME_LEVELS);
    let gnome = gnome.filter(|folder| !level_files(folder, LEVEL_SUFFIX).is_empty());
    let gnome = gnome.map(|path| InstalledSet { name: GNOME.to_owned(), path });
    let mut seen = HashSet::new();
    katomic.chain(gnome).filter(|set| seen.insert(set.name.clone())).collect()
}

/// Returns the set of that name, if it is on this machine.
pub fn find(name: &str) -> Option<InstalledSet> {
    installed().into_iter().find(|set| set.name == name)
}

/// The set in the KAtomic file of this name, if it is on this machine.
pub(super) fn katomic_set(file: &str) -> Option<InstalledSet> {
    find(if file == DEFAULT_SET { KATOMIC } else { file })
}

/// Returns the names of all sets on this machine.
pub fn names() -> Vec<String> {
    installed().into_iter().map(|set| set.name).collect()
}

/// Returns the folders in which level sets are looked for.
pub fn folders() -> Vec<PathBuf> {
    folders_of(&KATOMIC_LEVELS).chain(folders_of(&GNOME_LEVELS)).collect()
}

const LEVEL_SUFFIX: &str = ".atomix.xml";

/// Where a game has its levels.
struct Levels {
    /// Relative to a data folder.
    folder: &'static str,
    /// The names of the game in Flatpak and Snap.
    flatpak: &'static str,
    snap: &'static str,
}

const KATOMIC_LEVELS: Levels =
    Levels { folder: "katomic/levels", flatpak: "org.kde.katomic", snap: "katomic" };
const GNOME_LEVELS: Levels =
    Levels { folder: "atomix/level", flatpak: "org.gnome.Atomix", snap: "atomix" };

/// The folders that may hold a game's levels, the user's own first.
fn folders_of(levels: &Levels) -> impl Iterator<Item = PathBuf> + use<> {
    let Levels { folder, flatpak, snap } = levels;
    let (home, data_home) = (folders::home(), folders::data_home());
    let set = env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
    let system = set.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    let in_flatpak = format!("flatpak/app/{flatpak}/current/active/files/share");

    let mut folders = Vec::new();
    folders.extend(data_home.clone());
    folders.extend(home.as_ref().map(|home| home.join(format!(".var/app/{flatpak}/data"))));
    folders.extend(home.map(|home| home.join(format!("snap/{snap}/current/.local/share"))));
    folders.extend(env::split_paths(&system).filter(|path| path.is_absolute()));
    folders.extend(data_home.map(|data| data.join(&in_flatpak)));
    folders.push(Path::new("/var/lib").join(&in_flatpak));
    folders.push(format!("/snap/{snap}/current/usr/share").into());
    let folder = *folder;
    folders.into_iter().map(move |data| data.join(folder))
}

/// The files of a folder whose names end in `suffix`, with the rest of their names, sorted by it.
fn level_files(folder: &Path, suffix: &str) -> Vec<(String, PathBuf)> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = files
        .filter_map(|file| {
            let name = file.file_name();
            Some((name.to_str()?.strip_suffix(suffix)?.to_owned(), file.path()))
        })
        .collect();
    files.sort();
    files
}

/// The levels of GNOME Atomix: one file each, in the order of `sequence`, followed by those
/// that it does not name.
fn gnome(folder: &Path) -> Result<Vec<Entry>, InputError> {
    let format = Some(atomix::Format::Gnome);
    let mut entries = Vec::new();
    for (stem, path) in level_files(folder, LEVEL_SUFFIX) {
        let name = path.display().to_string();
        let read = contents(&path).and_then(|text| levels(&stem, &name, &text, format.into()));
        // A broken file does not spoil the others.
        entries.extend(read.unwrap_or_else(|error| vec![Entry::broken(error)]));
    }
    let sequence = folder.join("sequence");
    let order = if sequence.exists() { titles(&sequence)? } else { Vec::new() };
    let place = |entry: &Entry| {
        let is_named = |title: &String| entry.title.as_ref() == Some(title);
        order.iter().position(is_named).unwrap_or(order.len())
    };
    entries.sort_by_key(place);
    for (number, entry) in (1..).zip(&mut entries) {
        entry.number = number;
        entry.name = format!("{GNOME}_{number:02}");
    }
    Ok(entries)
}

/// The titles in a `sequence` file.
fn titles(path: &Path) -> Result<Vec<String>, InputError> {
    let name = path.display().to_string();
    let bytes = contents(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let document = roxmltree::Document::parse(&text).map_err(|error| {
        let at = error.pos();
        let at = TextPosition { line: at.row as usize, column: at.col as usize };
        InputError::invalid(&name, at, error)
    })?;
    let levels = document.descendants().filter(|node| node.has_tag_name("level"));
    Ok(levels.filter_map(|level| level.attribute("name")).map(str::to_owned).collect())
}
