//! Compiler of the C code in a program (SQLite, cryptography): Zig's, which includes the headers of musl for every processor.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::text;

/// Finds Zig: the program that the variable `ZIG` names, the program `zig`, or the package ziglang of PyPI.
fn zig() -> Result<String> {
    let named = std::env::var("ZIG").ok();
    let candidates = match &named {
        Some(named) => vec![named.as_str()],
        None => vec!["zig", "python3 -m ziglang"],
    };
    for candidate in candidates {
        let mut words = candidate.split_whitespace();
        let Some(program) = words.next() else { continue };
        if text(Command::new(program).args(words).arg("version")).is_ok() {
            return Ok(candidate.to_owned());
        }
    }
    bail!(
        "Zig is missing, which compiles the C in the programs: `pip install ziglang`, or https://ziglang.org; the variable \
         ZIG names one elsewhere"
    )
}

/// Writes wrapper commands for the compiler and the archiver of a target, and passes them to cargo's build scripts. `paths` are
/// folders that must not be named in a program, with replacements for their names.
///
/// # Errors
/// If Zig is missing, or the commands cannot be written.
pub(crate) fn use_zig(command: &mut Command, target: &str, folder: &Path, paths: &[(String, &str)]) -> Result<()> {
    let zig = zig()?;
    let processor = target.split('-').next().unwrap_or_default();
    let names: String = paths.iter().map(|(path, name)| format!(" '-ffile-prefix-map={path}={name}'")).collect();
    // Zig's name of the target differs from that of build scripts, and Zig checks undefined behaviour at run time by default.
    let compiler = format!(
        "#!/bin/sh\nfor argument do\n    shift\n    case $argument in --target=*) ;; *) set -- \"$@\" \"$argument\" ;; esac\n\
         done\nexec {zig} cc -target {processor}-linux-musl -fno-sanitize=undefined{names} \"$@\"\n"
    );
    let compiler = script(folder, &format!("cc-{processor}"), &compiler)?;
    let archiver = script(folder, "ar", &format!("#!/bin/sh\nexec {zig} ar \"$@\"\n"))?;
    let target = target.replace('-', "_");
    command.env(format!("CC_{target}"), compiler).env(format!("AR_{target}"), archiver);
    Ok(())
}

fn script(folder: &Path, name: &str, contents: &str) -> Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(name);
    // An unchanged file keeps its time, by which build scripts decide whether to run again.
    if std::fs::read_to_string(&path).is_ok_and(|before| before == contents) {
        return Ok(path);
    }
    std::fs::write(&path, contents).with_context(|| format!("cannot write {}", path.display()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&path, mode).with_context(|| format!("cannot change {}", path.display()))?;
    }
    Ok(path)
}
