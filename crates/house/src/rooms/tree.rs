//! The modules of a crate, and the uses between them.

use super::paths::{Named, Paths, paths};
use crate::source::tokens;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// The path of a module from the root of its crate.
type Module = Vec<String>;

/// The modules of a crate, each with the path of its file and the paths that the file names.
#[derive(Debug)]
pub struct Tree {
    modules: BTreeMap<Module, (String, Paths)>,
}

impl Tree {
    /// Reads all sources below a folder. Modules that are declared for tests only, or nowhere, are
    /// left out with all their uses.
    pub fn read(source: &Path) -> io::Result<Self> {
        let mut modules = BTreeMap::new();
        let root = if source.join("lib.rs").is_file() { "lib" } else { "main" };
        for file in files_below(source)? {
            if file.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let inside = file.strip_prefix(source).unwrap_or(&file);
            let words = |path: &Path| -> Module {
                path.iter().map(|word| word.to_string_lossy().into_owned()).collect()
            };
            let mut module = words(&inside.with_extension(""));
            if module == [root] || module.last().is_some_and(|name| name == "mod") {
                module.pop();
            }
            let shown = words(inside).join("/");
            modules.insert(module, (shown, paths(&tokens(&std::fs::read_to_string(&file)?))));
        }
        // In this order a module comes after the one that declares it.
        let mut declared: BTreeSet<Module> = BTreeSet::from([Vec::new()]);
        for (module, (_, paths)) in &modules {
            if declared.contains(module) {
                declared.extend(paths.modules.iter().map(|child| child_of(module, child)));
            }
        }
        modules.retain(|module, _| declared.contains(module));
        Ok(Self { modules })
    }

    /// The entries at the root.
    pub fn rooms(&self) -> BTreeSet<String> {
        self.modules.keys().filter_map(|module| module.first().cloned()).collect()
    }

    /// Whether a module has modules of its own.
    pub fn is_folder(&self, parent: &[String], name: &str) -> bool {
        let module = child_of(parent, name);
        self.modules.keys().any(|other| other.len() > module.len() && other.starts_with(&module))
    }

    /// Pairs of modules of which the first uses the second, and where.
    pub fn uses(&self) -> Vec<(Module, Module, String)> {
        let uses = self.named();
        uses.map(|(module, path, place)| (module.clone(), self.origin(&path, 0), place)).collect()
    }

    /// Where modules use what the root itself defines.
    pub fn uses_of_root(&self) -> Vec<String> {
        let items = self.modules.get(&Vec::new()).map_or(&[][..], |(_, root)| &root.items);
        let is_item = |path: &[String]| path.first().is_some_and(|name| items.contains(name));
        let uses = self.named().filter(|(module, path, _)| !module.is_empty() && is_item(path));
        uses.map(|(_, _, place)| place).collect()
    }

    /// The paths that modules name, from the root, and where.
    fn named(&self) -> impl Iterator<Item = (&Module, Vec<String>, String)> {
        self.modules.iter().flat_map(move |(module, (file, paths))| {
            paths.rooted.iter().filter_map(move |named| {
                let path = self.absolute(module, named)?;
                let place = format!("{file}:{} names {}", named.line, named.words.join("::"));
                Some((module, path, place))
            })
        })
    }

    /// A path from the root of the crate, unless it leads out of the crate.
    fn absolute(&self, module: &[String], named: &Named) -> Option<Vec<String>> {
        let mut base = [module, &named.within].concat();
        let mut words = named.words.as_slice();
        match words.first()?.as_str() {
            "crate" => {
                base.clear();
                words = &words[1..];
            }
            "self" => words = &words[1..],
            "super" => {}
            child => {
                self.modules.get(&child_of(module, child))?;
            }
        }
        while let Some((first, rest)) = words.split_first()
            && first == "super"
        {
            base.pop();
            words = rest;
        }
        base.extend_from_slice(words);
        Some(base)
    }

    /// The module that defines the item at a path from the root, through reexports.
    fn origin(&self, path: &[String], reexports: usize) -> Module {
        /// The most reexports in a chain; more are a cycle.
        const MOST: usize = 16;
        let mut module = Vec::new();
        for (at, word) in path.iter().enumerate() {
            let child = child_of(&module, word);
            if self.modules.contains_key(&child) {
                module = child;
                continue;
            }
            if reexports == MOST {
                break;
            }
            if let Some(mut target) = self.imported(&module, word) {
                target.extend_from_slice(&path[at + 1..]);
                return self.origin(&target, reexports + 1);
            }
            break;
        }
        module
    }

    /// The path that a module imports a name from, if it does not define it.
    fn imported(&self, module: &Module, name: &str) -> Option<Vec<String>> {
        let (_, paths) = self.modules.get(module)?;
        if paths.items.iter().any(|item| item == name) {
            return None;
        }
        let by_name = paths.imports.iter().find(|import| import.name == name);
        if let Some(import) = by_name {
            return self.absolute(module, import);
        }
        paths.imports.iter().filter(|import| import.name == "*").find_map(|import| {
            let mut target = self.absolute(module, import)?;
            target.pop();
            let (_, paths) = self.modules.get(&target)?;
            let has = paths.items.iter().any(|item| item == name)
                || paths.imports.iter().any(|import| import.name == name);
            target.push(name.to_owned());
            has.then_some(target)
        })
    }
}

fn child_of(module: &[String], name: &str) -> Module {
    [module, &[name.to_owned()]].concat()
}

/// The paths of all files below a folder, sorted.
///
/// # Errors
///
/// If a folder cannot be read.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir()? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
