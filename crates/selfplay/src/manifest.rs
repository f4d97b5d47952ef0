//! Manifest of a run: what its games depend on, and the shards that are complete.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::format::GameFileError;
use crate::play::Settings;

/// Name of the manifest in the folder of its run.
const FILE: &str = "manifest.toml";

/// Contents of a manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Id of the variant.
    pub variant: String,
    /// CRC-32 of the network's file in 8 hexadecimal digits, or `none` for the handcrafted evaluation.
    pub network: String,
    /// Names of the engines that played: version and commit. A resumed run may have several.
    pub engines: Vec<String>,
    /// Number of games in a complete shard: shard n has the games from n times this number on.
    pub shard_games: u64,
    /// Settings of the games.
    pub settings: Settings,
    /// Complete shards, in order.
    #[serde(default, rename = "shard")]
    pub shards: Vec<Shard>,
}

/// Complete shard of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Name of the file.
    pub file: String,
    pub games: u64,
    pub plies: u64,
}

impl Manifest {
    /// Creates the manifest of a run without games.
    pub(crate) fn new(
        variant: &str,
        network: Option<u32>,
        engine: &str,
        settings: &Settings,
        shard_games: u64,
    ) -> Self {
        Manifest {
            variant: variant.to_owned(),
            network: network.map_or_else(|| "none".to_owned(), |checksum| format!("{checksum:08x}")),
            engines: vec![engine.to_owned()],
            shard_games,
            settings: settings.clone(),
            shards: Vec::new(),
        }
    }

    /// Reads the manifest of a folder; `None` if it has none.
    ///
    /// # Errors
    /// If the manifest cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Manifest>, GameFileError> {
        let text = match std::fs::read_to_string(folder.join(FILE)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read?,
        };
        // The first line of the message has the place.
        let manifest = toml::from_str(&text)
            .map_err(|error| GameFileError::Manifest(format!("{FILE}: {}", error.to_string().trim_end())))?;
        Ok(Some(manifest))
    }

    /// Writes the manifest. A reader finds the earlier one or this one, never a part.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), GameFileError> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        let partial = folder.join("manifest.toml.partial");
        std::fs::write(&partial, text)?;
        Ok(std::fs::rename(&partial, folder.join(FILE))?)
    }

    /// Continues a run whose manifest this is, with what a new run would have.
    ///
    /// # Errors
    /// The first setting that differs: games of different settings do not belong in one run.
    pub(crate) fn resume(mut self, new: &Manifest) -> Result<Manifest, GameFileError> {
        let of_run = [
            ("variant", &self.variant, &new.variant),
            ("network", &self.network, &new.network),
            ("shard_games", &self.shard_games.to_string(), &new.shard_games.to_string()),
        ];
        if let Some((setting, found, asked)) = of_run.into_iter().find(|(_, found, asked)| found != asked) {
            return Err(GameFileError::OtherRun {
                setting: setting.to_owned(),
                found: found.clone(),
                asked: asked.clone(),
            });
        }
        let table = |settings| toml::Table::try_from(settings).map_err(io::Error::other);
        let (earlier, asked) = (table(&self.settings)?, table(&new.settings)?);
        if let Some((setting, found)) = earlier.iter().find(|&(setting, found)| asked.get(setting) != Some(found)) {
            let asked = asked.get(setting).map_or_else(String::new, ToString::to_string);
            return Err(GameFileError::OtherRun { setting: setting.clone(), found: found.to_string(), asked });
        }
        for engine in &new.engines {
            if !self.engines.contains(engine) {
                self.engines.push(engine.clone());
            }
        }
        Ok(self)
    }

    /// Number of games and plies in the complete shards.
    pub(crate) fn complete(&self) -> (u64, u64) {
        self.shards.iter().fold((0, 0), |(games, plies), shard| (games + shard.games, plies + shard.plies))
    }
}

/// Name of the file of a shard.
pub(crate) fn shard_file(index: u64) -> String {
    format!("{index:05}.games")
}

/// Returns the game files of a path: itself, or in order those of the folder of a run.
///
/// # Errors
/// If the folder cannot be read, or has no game files.
pub fn game_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "games") {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() { Err(io::Error::other("the folder has no game files")) } else { Ok(files) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest::new("glinski", Some(0x1234), "Saffron 1", &Settings::default(), 100)
    }

    #[test]
    fn a_manifest_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), None);
        let mut manifest = manifest();
        for shards in 0..3 {
            manifest.write(folder.path()).unwrap();
            assert_eq!(Manifest::read(folder.path()).unwrap().as_ref(), Some(&manifest));
            manifest.shards.push(Shard { file: shard_file(shards), games: 100, plies: 9_000 + shards });
        }
        assert_eq!(manifest.complete(), (300, 27_003));
        std::fs::write(folder.path().join(FILE), "variant = 3").unwrap();
        let error = Manifest::read(folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("manifest.toml: "), "{error}");
    }

    #[test]
    fn a_run_is_resumed_with_its_own_settings_only() {
        let mut newer = manifest();
        newer.engines = vec!["Saffron 2".to_owned()];
        assert_eq!(manifest().resume(&newer).unwrap().engines, ["Saffron 1", "Saffron 2"]);
        newer.settings.nodes = 7;
        let error = manifest().resume(&newer).unwrap_err().to_string();
        assert_eq!(error, "the run in this folder has another setting: nodes 5000, not 7");
    }

    #[test]
    fn a_folder_stands_for_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert!(game_files(folder).is_err());
        for name in ["00001.games", "00000.games", "manifest.toml"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        assert_eq!(game_files(folder).unwrap(), [folder.join("00000.games"), folder.join("00001.games")]);
        let file = folder.join("00001.games");
        assert_eq!(game_files(&file).unwrap(), [file]);
    }
}
