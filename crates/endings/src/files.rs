//! Paths of the figures and the documents, and comparison with computed ones.

use std::path::{Path, PathBuf};

use crate::data::Endings;

/// Root folder of the repository, with the paths of the files.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Default for Folder {
    fn default() -> Self {
        Self(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")))
    }
}

impl Folder {
    /// Path of the figures of a variant's endings of three and four pieces, for the page.
    pub fn data(&self, variant: &str) -> PathBuf {
        self.0.join("web/app/src/generated/endings").join(format!("{variant}.json"))
    }

    /// Path of the figures of the endings of five pieces; not every variant has any.
    pub fn five(&self, variant: &str) -> PathBuf {
        self.0.join("web/app/src/generated/endings/five").join(format!("{variant}.json"))
    }

    /// Path of the page's English messages on a variant, such as its name.
    pub fn names(&self, variant: &str) -> PathBuf {
        self.0.join("web/app/messages/en/variants").join(format!("{variant}.json"))
    }

    /// Path of the document on three and four pieces.
    pub fn document(&self) -> PathBuf {
        self.0.join("docs/endgames.md")
    }

    /// Path of the document on five pieces.
    pub fn document_of_five(&self) -> PathBuf {
        self.0.join("docs/endgames-five.md")
    }

    /// Path of a picture of a document.
    pub fn picture(&self, name: &str) -> PathBuf {
        self.0.join("docs/endgames").join(name)
    }

    /// Reads the figures of a file.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn figures(path: &Path) -> Result<Endings, String> {
        Endings::parse(&Self::read(path)?).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Reads the figures of endings of five pieces; empty if the variant has no such file.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn figures_of_five(&self, variant: &str) -> Result<Endings, String> {
        let path = self.five(variant);
        if path.exists() {
            Self::figures(&path)
        } else {
            Ok(Endings { variant: variant.to_owned(), endings: Vec::new() })
        }
    }

    /// Reads all figures of a variant, those of five pieces after the others.
    ///
    /// # Errors
    /// One line that names a file.
    pub fn all_figures(&self, variant: &str) -> Result<Endings, String> {
        let mut all = Self::figures(&self.data(variant))?;
        all.endings.append(&mut self.figures_of_five(variant)?.endings);
        Ok(all)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn read(path: &Path) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Writes a file, and creates its folder if necessary. The file is replaced as a whole, so an interrupted run leaves the old one.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn write(path: &Path, text: &str) -> Result<(), String> {
        let new = path.with_extension("new");
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = made.and_then(|()| std::fs::write(&new, text)).and_then(|()| std::fs::rename(&new, path));
        written.map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Describes the first line in which two texts differ; `None` if they are equal.
pub fn difference(found: &str, expected: &str) -> Option<String> {
    if found == expected {
        return None;
    }
    let (mut one, mut other) = (found.lines(), expected.lines());
    let mut line = 1;
    loop {
        match (one.next(), other.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (a, b) => {
                let shown = |text: Option<&str>| {
                    text.map_or_else(|| "no line".to_owned(), |text| text.chars().take(120).collect())
                };
                return Some(format!("line {line}: {}, but computed {}", shown(a), shown(b)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_its_line() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(difference("a\nb\n", "a\nc\n").as_deref(), Some("line 2: b, but computed c"));
        assert_eq!(difference("a\n", "a\nc\n").as_deref(), Some("line 2: no line, but computed c"));
        assert!(difference("a\nb", "a\nb\n").is_some());
    }
}
