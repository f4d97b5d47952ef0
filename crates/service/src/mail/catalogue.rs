//! Source of the list of languages, made by the build script from the page's folder.

use std::fmt::Write;
use std::path::Path;

/// The page's list of languages, below its folder.
pub(crate) const SETTINGS: &str = "project.inlang/settings.json";

/// Folder of the page's texts, with a folder for each language.
pub(crate) const MESSAGES: &str = "messages";

/// Texts that every language has, as names of files in its folder `mail`.
const TEXTS: [&str; 4] = ["confirm", "reset", "changed", "notifications"];

/// Returns a Rust expression: a slice of `Texts`, the base language first.
///
/// # Errors
/// Names the file that is missing or is no list of languages.
pub(crate) fn list(page: &Path) -> Result<String, String> {
    let settings = page.join(SETTINGS);
    let text = std::fs::read_to_string(&settings).map_err(|error| format!("{}: {error}", settings.display()))?;
    let project: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", settings.display()))?;
    let base = project["baseLocale"].as_str().ok_or_else(|| format!("{} has no baseLocale", settings.display()))?;
    let locales = project["locales"].as_array().ok_or_else(|| format!("{} has no locales", settings.display()))?;
    let others = locales.iter().filter_map(serde_json::Value::as_str).filter(|id| *id != base);
    let mut list = String::from("&[\n");
    for id in std::iter::once(base).chain(others) {
        let _ = write!(list, "    Texts {{ id: {id:?}");
        for name in TEXTS {
            let file = page.join(MESSAGES).join(id).join("mail").join(format!("{name}.txt"));
            if !file.is_file() {
                return Err(format!("{} is missing: every language has its e-mails", file.display()));
            }
            let _ = write!(list, ", {name}: include_str!({:?})", file.display().to_string());
        }
        list.push_str(" },\n");
    }
    list.push_str("]\n");
    Ok(list)
}
