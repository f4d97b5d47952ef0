//! Folder of tests, in the order in which they were added.

use std::path::{Path, PathBuf};
use std::time::Duration;

use saffron_arena::{Identity, identify};
use serde::{Deserialize, Serialize};

use crate::test::{Plan, Test};

/// File with the names of the tests, in order.
const ORDER: &str = "queue.txt";
/// File of a test in its folder.
const TEST: &str = "test.toml";
/// File with the identities of a test's engines.
const ENGINES: &str = "engines.toml";

/// Timeout for an engine to start and introduce itself.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Queue of tests in a folder.
#[derive(Clone, Debug)]
pub struct Queue {
    folder: PathBuf,
}

/// Test of a queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueuedTest {
    pub name: String,
    pub test: Test,
    /// Folder of the test's results.
    pub(crate) folder: PathBuf,
}

/// Identity of an engine as it is stored.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Stored {
    name: String,
    bench: Option<u64>,
}

/// Identities of both engines as they are stored.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct StoredEngines {
    new: Stored,
    base: Stored,
}

impl Queue {
    /// Opens the queue of a folder, which may not exist yet.
    pub fn new(folder: &Path) -> Queue {
        Queue { folder: folder.to_owned() }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds a test at the end. Its paths are relative to the current folder.
    ///
    /// # Errors
    /// If there is a test of this name, the name is none, the test cannot be played, or the folder cannot be written.
    pub fn add(&self, name: &str, mut test: Test) -> Result<(), String> {
        let is_name = !name.is_empty()
            && name.len() <= 60
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if !is_name {
            return Err(format!("{name:?}: a name has small letters, digits and hyphens, 60 at most"));
        }
        let failed = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        test.openings = std::path::absolute(&test.openings).map_err(|error| failed(&test.openings, &error))?;
        test.plan(Path::new("."))?;
        let mut names = self.names()?;
        if names.iter().any(|known| known == name) {
            return Err(format!("there is a test {name:?} already"));
        }
        let folder = self.folder.join(name);
        std::fs::create_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
        let file = folder.join(TEST);
        std::fs::write(&file, test.to_text()?).map_err(|error| failed(&file, &error))?;
        names.push(name.to_owned());
        let order = self.folder.join(ORDER);
        std::fs::write(&order, names.join("\n") + "\n").map_err(|error| failed(&order, &error))
    }

    fn names(&self) -> Result<Vec<String>, String> {
        let path = self.folder.join(ORDER);
        match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(format!("{}: {error}", path.display())),
            Ok(text) => Ok(text.lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()),
        }
    }

    /// Returns the tests in order, or those of these names.
    ///
    /// # Errors
    /// If a test cannot be read, or there is none of a name.
    pub fn tests(&self, names: &[String]) -> Result<Vec<QueuedTest>, String> {
        let known = self.names()?;
        if let Some(name) = names.iter().find(|name| !known.contains(name)) {
            return Err(format!("there is no test {name:?} in {}", self.folder.display()));
        }
        let mut tests = Vec::new();
        for name in known.into_iter().filter(|name| names.is_empty() || names.contains(name)) {
            let folder = self.folder.join(&name);
            let path = folder.join(TEST);
            let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
            let test = Test::parse(&text).map_err(|error| failed(&error))?;
            tests.push(QueuedTest { name, test, folder });
        }
        Ok(tests)
    }
}

impl QueuedTest {
    pub(crate) fn plan(&self) -> Result<Plan, String> {
        self.test.plan(&self.folder).map_err(|error| format!("test {}: {error}", self.name))
    }

    /// Asks the engines for their identities, and compares them with those with which the test was begun: games of different
    /// engines do not belong in one test.
    pub(crate) fn identify(&self, plan: &Plan) -> Result<[Identity; 2], String> {
        let start = plan.variant.start();
        let [new, base] = &plan.engines;
        let engines = [identify(new, &start, TIMEOUT)?, identify(base, &start, TIMEOUT)?];
        let [new, base] = engines.each_ref().map(|engine| Stored { name: engine.name.clone(), bench: engine.bench });
        let found = StoredEngines { new, base };
        let path = self.folder.join(ENGINES);
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let stored: StoredEngines = toml::from_str(&text).map_err(|error| failed(&error))?;
                for (field, stored, found) in [("new", stored.new, &found.new), ("base", stored.base, &found.base)] {
                    if stored != *found {
                        let of = |Stored { name, bench }: &Stored| match bench {
                            Some(bench) => format!("{name:?} with bench {bench}"),
                            None => format!("{name:?}"),
                        };
                        return Err(format!(
                            "test {}: {field} was {} when the test began, and is {} now; add a new test",
                            self.name,
                            of(&stored),
                            of(found)
                        ));
                    }
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let text = toml::to_string(&found).map_err(|error| failed(&error))?;
                std::fs::write(&path, text).map_err(|error| failed(&error))?;
            }
            Err(error) => return Err(failed(&error)),
        }
        Ok(engines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::tests::test_in;

    #[test]
    fn tests_keep_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let queue = Queue::new(&folder.path().join("farm"));
        assert_eq!(queue.tests(&[]), Ok(Vec::new()));
        let mut test = test_in(folder.path());
        test.openings = folder.path().join("some.openings");
        for name in ["see-pins", "a", "1-more"] {
            queue.add(name, test.clone()).unwrap();
        }
        let names = |wanted: &[&str]| -> Result<Vec<String>, String> {
            let wanted: Vec<String> = wanted.iter().map(|&name| name.to_owned()).collect();
            Ok(queue.tests(&wanted)?.into_iter().map(|queued| queued.name).collect())
        };
        assert_eq!(names(&[]).unwrap(), ["see-pins", "a", "1-more"]);
        assert_eq!(names(&["1-more", "see-pins"]).unwrap(), ["see-pins", "1-more"]);
        assert_eq!(queue.tests(&[]).unwrap()[1].test, test);
        assert!(names(&["b"]).unwrap_err().starts_with("there is no test \"b\""));
        for (name, message) in [("a", "there is a test"), ("../a", "\"../a\": a name has"), ("", "\"\": a name has")] {
            assert!(queue.add(name, test.clone()).unwrap_err().starts_with(message), "{name}");
        }
        test.openings = "nowhere".into();
        assert!(queue.add("b", test).unwrap_err().starts_with("openings: "));
        assert_eq!(names(&[]).unwrap().len(), 3);
    }
}
