//! Solves the endings of three and four pieces, and writes or checks the book of endings.

use std::process::ExitCode;
use std::time::Instant;

use saffron_endings::{Endings, Folder, difference, document, survey};
use saffron_rules::Variant;

const USAGE: &str = "usage: saffron-endings compute [VARIANT...] | check [VARIANT...] | write

compute  solve the endings of these variants, or of all, and write their figures and the document (a minute a variant)
check    solve them and compare with the files
write    write the document again, from the figures that are there";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.split_first().map(|(command, rest)| (command.as_str(), rest)) {
        Some(("compute", names)) => variants(names).and_then(|variants| compute(&variants)),
        Some(("check" | "--check", names)) => variants(names).and_then(|variants| check(&variants)),
        Some(("write", [])) => write(),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// The variants with these names; all where there is none.
fn variants(names: &[String]) -> Result<Vec<&'static Variant>, String> {
    if names.is_empty() {
        return Ok(Variant::all().to_vec());
    }
    let by_name = |name: &String| Variant::by_id(name).ok_or_else(|| format!("there is no variant {name:?}"));
    names.iter().map(by_name).collect()
}

fn solved(variant: &'static Variant, start: Instant) -> Result<String, String> {
    let tell = |line: &str| eprintln!("{:7.1} s  {line}", start.elapsed().as_secs_f64());
    let endings = survey(variant, 4, tell).map_err(|error| error.to_string())?;
    endings.to_json().map_err(|error| error.to_string())
}

fn compute(variants: &[&'static Variant]) -> Result<(), String> {
    let start = Instant::now();
    for variant in variants {
        let path = Folder::default().data(variant.id());
        Folder::write(&path, &solved(variant, start)?)?;
        println!("wrote {}", path.display());
    }
    write()
}

/// The figures that are there.
fn recorded() -> Result<Vec<Endings>, String> {
    let read = |variant: &&'static Variant| {
        let path = Folder::default().data(variant.id());
        Endings::parse(&Folder::read(&path)?).map_err(|error| format!("{}: {error}", path.display()))
    };
    Variant::all().iter().map(read).collect()
}

fn write() -> Result<(), String> {
    let (folder, made) = (Folder::default(), document(recorded()?)?);
    for (name, picture) in &made.pictures {
        Folder::write(&folder.picture(name), picture)?;
    }
    Folder::write(&folder.document(), &made.text)?;
    println!("wrote {} and {} pictures", folder.document().display(), made.pictures.len());
    Ok(())
}

fn check(variants: &[&'static Variant]) -> Result<(), String> {
    let (folder, start) = (Folder::default(), Instant::now());
    let mut wrong = Vec::new();
    let mut compare = |path: std::path::PathBuf, expected: &str| -> Result<(), String> {
        let found = Folder::read(&path)?;
        wrong.extend(difference(&found, expected).map(|text| format!("{}: {text}", path.display())));
        Ok(())
    };
    for variant in variants {
        compare(folder.data(variant.id()), &solved(variant, start)?)?;
    }
    let made = document(recorded()?)?;
    compare(folder.document(), &made.text)?;
    for (name, picture) in &made.pictures {
        compare(folder.picture(name), picture)?;
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    println!("{} variants, the document and {} pictures are right", variants.len(), made.pictures.len());
    Ok(())
}
