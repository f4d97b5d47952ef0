//! `saffron-bindgen`: turns the compiled `saffron-wasm` into a module for the page: JavaScript, its types, and the WebAssembly.
//!
//! It is a separate program since its library takes long to compile and is needed only if the module has changed.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let mut next = |what| arguments.next().with_context(|| format!("{what} is missing: MODULE FOLDER NAME"));
    let module = PathBuf::from(next("MODULE")?);
    let folder = PathBuf::from(next("FOLDER")?);
    let name = next("NAME")?.into_string().ok().context("NAME is not text")?;

    Bindgen::new()
        .input_path(&module)
        .out_name(&name)
        .typescript(true)
        // Function names and the compilers' versions take a third of the module, and the page does not need them.
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)?
        .generate(&folder)
        .with_context(|| format!("cannot make {} into a module in {}", module.display(), folder.display()))
}
