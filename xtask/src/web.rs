//! Builds the page into `web/app/dist`.

use crate::fingerprint::{Fingerprint, is_stamped, write_stamp};
use crate::npm;
use crate::process::{Error, announce, run};
use crate::program::Profile;
use crate::wasm;

/// The inputs of the page's build, relative to `web/`.
const SOURCES: [&str; 11] = [
    "app",
    "board",
    "build",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "tsconfig.node.json",
    "../docs/variants.md",
    "../variants/mini-hexchess.toml",
];
/// Files in there that the build generates or does not use.
const SKIPPED: [&str; 9] = [
    "app/dist",
    "app/src/paraglide",
    "app/project.inlang/cache",
    "app/project.inlang/README.md",
    "app/project.inlang/.gitignore",
    "app/project.inlang/.meta.json",
    "app/tests",
    "board/dist",
    "board/tests",
];

/// Builds the WebAssembly modules and the page, if their inputs have changed.
pub(crate) fn build(profile: Profile) -> Result<(), Error> {
    npm::install()?;
    wasm::build(profile)?;
    build_page()
}

/// Builds the page with the existing modules.
pub(crate) fn build_page() -> Result<(), Error> {
    let folder = npm::folder();
    let mut fingerprint = Fingerprint::default();
    let skipped = SKIPPED.map(|path| folder.join(path));
    for source in SOURCES {
        fingerprint.add(&folder.join(source), &skipped)?;
    }
    let fingerprint = fingerprint.finish();
    let stamp = npm::cache().join("page");
    if is_stamped(&stamp, &fingerprint) && folder.join("app/dist/addresses.json").is_file() {
        return Ok(());
    }
    announce("the page");
    run(&mut npm::script("build"))?;
    write_stamp(&stamp, &fingerprint)
}
