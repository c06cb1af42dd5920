//! `fewest-interface FILE.json...`: compares rustdoc's description of libraries with
//! `docs/interface`.
//!
//! With `FEWEST_BLESS=1`, an outdated listing is rewritten, unless that would hide a break.

use fewest_interface::{Difference, Listing};
use semver::Version;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let files: Vec<_> = env::args_os().skip(1).map(PathBuf::from).collect();
    let failures = files.iter().filter_map(|file| Some((file, check(file).err()?)));
    let failed = failures.map(|(file, error)| eprintln!("{}: {error}", file.display())).count();
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Compares a library in a file of rustdoc with its listing.
fn check(file: &Path) -> Result<(), String> {
    let public = public_api::Builder::from_rustdoc_json(file)
        .omit_auto_derived_impls(true)
        .omit_auto_trait_impls(true)
        .omit_blanket_impls(true)
        .build()
        .map_err(|error| error.to_string())?;
    // All packages of the workspace have one version.
    let version =
        env!("CARGO_PKG_VERSION").parse::<Version>().map_err(|error| error.to_string())?;
    let found = Listing::new(version, public.items().map(ToString::to_string));

    let name = file.file_stem().unwrap_or_default();
    let listed = Path::new("docs/interface").join(name).with_extension("txt");
    compare(&found, &listed).map_err(|error| format!("{}: {error}", listed.display()))
}

/// Compares a listing with the content of a file, and writes it if that is requested and permitted.
fn compare(found: &Listing, file: &Path) -> Result<(), String> {
    let before = match fs::read_to_string(file) {
        Ok(text) => text,
        // Nothing was public before the first listing.
        Err(error) if error.kind() == ErrorKind::NotFound => "version 0.0.0".to_owned(),
        Err(error) => return Err(error.to_string()),
    };
    let may_write = env::var_os("FEWEST_BLESS").is_some();
    match found.compare(&before.parse()?) {
        Ok(()) => Ok(()),
        Err(Difference::Older { .. }) if may_write => {
            fs::write(file, found.to_string()).map_err(|error| error.to_string())
        }
        Err(difference) => Err(difference.to_string()),
    }
}
