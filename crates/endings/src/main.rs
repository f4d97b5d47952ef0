//! Solves endings, and writes or checks the book of endings.

use std::process::ExitCode;
use std::time::Instant;

use saffron_endings::data::EndingData;
use saffron_endings::{Endings, Folder, Survey, difference, document, five, small};
use saffron_rules::Variant;
use saffron_tables::{Ending, EndingError};

const USAGE: &str = "usage: saffron-endings compute [VARIANT...] | check [VARIANT...] | five VARIANT [ENDING...] | check-five VARIANT [ENDING...] |
       quiet VARIANT [ENDING...] | long-mates VARIANT [ENDING...] | write

compute     solve the endings of three and four pieces of these variants, or of all, and write their figures and the documents (a
            minute or two per variant)
check       solve the same endings and compare with the files
five        solve these endings of five pieces of a variant, or all without pawns, and write their figures and the documents; endings
            in the file are skipped (5 GiB of memory and a minute or two for each, with a pawn 16 GiB; several times as long if
            mates take more than 50 moves)
check-five  solve these endings of five pieces again, or all of the file, and compare with the file
quiet       count the positions without a legal capture in these endings of five pieces, or in all of the file, and add the counts
            to the figures; endings with these counts are skipped (5 GiB of memory and a minute for each, with a pawn 16 GiB)
long-mates  count the positions with a mate in more than 50 moves, and those whose win the 50-move rule takes away, in these endings of
            five pieces, or in all of the file with such mates; endings with these counts are skipped (7 GiB of memory and some
            minutes for each, with a pawn 19 GiB)
write       write the documents again, from the figures in the files";

/// Memory limit for an ending of five pieces, in bytes.
const MEMORY: u64 = 20 << 30;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.split_first().map(|(command, rest)| (command.as_str(), rest)) {
        Some(("compute", names)) => variants(names).and_then(|variants| compute(&variants)),
        Some(("check" | "--check", names)) => variants(names).and_then(|variants| check(&variants)),
        Some(("five", [variant, names @ ..])) => of_variant(variant, names)
            .and_then(|(variant, endings)| compute_five(variant, &if endings.is_empty() { five() } else { endings })),
        Some(("check-five", [variant, names @ ..])) => {
            of_variant(variant, names).and_then(|(variant, endings)| check_five(variant, &endings))
        }
        Some(("quiet", [variant, names @ ..])) => of_variant(variant, names)
            .and_then(|(variant, endings)| add(variant, &endings, |data| data.quiet.is_none(), Survey::add_quiet)),
        Some(("long-mates", [variant, names @ ..])) => of_variant(variant, names).and_then(|(variant, endings)| {
            let is_missing = |data: &EndingData| data.is_long() && data.long_mates.is_none();
            add(variant, &endings, is_missing, |survey, ending, data| {
                data.long_mates = survey.long_mates(ending).map_err(|error| error.to_string())?;
                Ok(())
            })
        }),
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

/// Returns the variants with these ids, or all if none is given.
fn variants(names: &[String]) -> Result<Vec<&'static Variant>, String> {
    if names.is_empty() {
        return Ok(Variant::all().to_vec());
    }
    let by_name = |name: &String| Variant::by_id(name).ok_or_else(|| format!("there is no variant {name:?}"));
    names.iter().map(by_name).collect()
}

/// Parses a variant and endings of five pieces.
fn of_variant(variant: &String, names: &[String]) -> Result<(&'static Variant, Vec<Ending>), String> {
    let variant = variants(std::slice::from_ref(variant))?[0];
    let by_name = |name: &String| {
        let ending = name.parse::<Ending>().map_err(|error| error.to_string())?;
        if ending.len() == 5 { Ok(ending) } else { Err(format!("{ending} is no ending of five pieces")) }
    };
    Ok((variant, names.iter().map(by_name).collect::<Result<_, _>>()?))
}

fn survey(variant: &'static Variant) -> Result<Survey, String> {
    Survey::new(variant).map(|survey| survey.with_memory(MEMORY)).map_err(|error| error.to_string())
}

/// Computes the file with the figures of the endings of three and four pieces.
fn solved(variant: &'static Variant, start: Instant) -> Result<String, String> {
    let mut survey = survey(variant)?;
    let mut endings = Endings { variant: variant.id().to_owned(), endings: Vec::new() };
    for ending in small() {
        endings.endings.push(survey.ending(&ending).map_err(|error| error.to_string())?);
        eprintln!("{:7.1} s  {}: {ending}", start.elapsed().as_secs_f64(), variant.id());
    }
    endings.to_json().map_err(|error| error.to_string())
}

/// Computes missing figures of endings of five pieces, and writes each as soon as it is solved.
fn compute_five(variant: &'static Variant, endings: &[Ending]) -> Result<(), String> {
    let (path, start) = (Folder::default().five(variant.id()), Instant::now());
    let mut figures = Folder::default().figures_of_five(variant.id())?;
    let mut survey = survey(variant)?;
    let order: Vec<String> = Ending::all(5).iter().map(ToString::to_string).collect();
    for (number, ending) in endings.iter().enumerate() {
        if figures.get(&ending.to_string()).is_some() {
            continue;
        }
        figures.endings.push(survey.ending(ending).map_err(|error| error.to_string())?);
        figures.endings.sort_by_key(|data| order.iter().position(|name| *name == data.ending));
        Folder::write(&path, &figures.to_json().map_err(|error| error.to_string())?)?;
        eprintln!(
            "{:7.1} s  {}: {ending}, {} of {}",
            start.elapsed().as_secs_f64(),
            variant.id(),
            number + 1,
            endings.len()
        );
    }
    println!("{} has {} endings", path.display(), figures.endings.len());
    write()
}

/// Adds missing figures to these endings of five pieces, or to all of the file, and writes each as soon as it is computed.
fn add(
    variant: &'static Variant,
    endings: &[Ending],
    is_missing: impl Fn(&EndingData) -> bool,
    mut find: impl FnMut(&mut Survey, &Ending, &mut EndingData) -> Result<(), String>,
) -> Result<(), String> {
    let (path, start) = (Folder::default().five(variant.id()), Instant::now());
    let mut figures = Folder::figures(&path)?;
    if let Some(ending) = endings.iter().find(|ending| figures.get(&ending.to_string()).is_none()) {
        return Err(format!("{} has no {ending}", path.display()));
    }
    let named: Vec<String> = endings.iter().map(ToString::to_string).collect();
    let all = figures.endings.iter().filter(|data| is_missing(data)).map(|data| data.ending.clone());
    let names: Vec<String> = if named.is_empty() { all.collect() } else { named };
    let mut survey = survey(variant)?;
    for (number, name) in names.iter().enumerate() {
        let ending: Ending = name.parse().map_err(|error: EndingError| error.to_string())?;
        let Some(data) = figures.endings.iter_mut().find(|data| data.ending == *name && is_missing(data)) else {
            continue;
        };
        find(&mut survey, &ending, data).map_err(|error| format!("{}: {error}", path.display()))?;
        Folder::write(&path, &figures.to_json().map_err(|error| error.to_string())?)?;
        let (seconds, number, of) = (start.elapsed().as_secs_f64(), number + 1, names.len());
        eprintln!("{seconds:7.1} s  {}: {ending}, {number} of {of}", variant.id());
    }
    write()
}

fn check_five(variant: &'static Variant, endings: &[Ending]) -> Result<(), String> {
    let (path, start) = (Folder::default().five(variant.id()), Instant::now());
    let recorded = Folder::figures(&path)?;
    let all = Ending::all(5);
    let recorded_endings = all.iter().filter(|ending| recorded.get(&ending.to_string()).is_some());
    let endings: Vec<&Ending> = if endings.is_empty() { recorded_endings.collect() } else { endings.iter().collect() };
    let mut survey = survey(variant)?;
    for ending in &endings {
        let Some(data) = recorded.get(&ending.to_string()) else {
            return Err(format!("{} has no {ending}", path.display()));
        };
        let mut found = survey.without_long_mates(ending).map_err(|error| error.to_string())?;
        if data.long_mates.is_some() {
            found.long_mates = survey.long_mates(ending).map_err(|error| error.to_string())?;
        }
        if data.quiet.is_none() {
            found.quiet = None;
            found.bishops.iter_mut().for_each(|bishops| bishops.quiet = None);
        }
        if *data != found {
            return Err(format!("{}: {ending} is wrong", path.display()));
        }
        eprintln!("{:7.1} s  {}: {ending} is right", start.elapsed().as_secs_f64(), variant.id());
    }
    println!("{} endings are right", endings.len());
    Ok(())
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

/// Reads the figures of all variants.
fn recorded() -> Result<Vec<Endings>, String> {
    Variant::all().iter().map(|variant| Folder::default().all_figures(variant.id())).collect()
}

fn write() -> Result<(), String> {
    let (folder, made) = (Folder::default(), document(recorded()?)?);
    for (name, picture) in &made.pictures {
        Folder::write(&folder.picture(name), picture)?;
    }
    let documents = [(folder.document(), &made.text), (folder.document_of_five(), &made.five)];
    for (path, text) in &documents {
        Folder::write(path, text)?;
        println!("wrote {}", path.display());
    }
    println!("wrote {} pictures", made.pictures.len());
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
    compare(folder.document_of_five(), &made.five)?;
    for (name, picture) in &made.pictures {
        compare(folder.picture(name), picture)?;
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    println!("{} variants, the documents and {} pictures are right", variants.len(), made.pictures.len());
    Ok(())
}
