//! Options shared by `saffron pgn check` and `convert`.

use std::str::FromStr;

use saffron_rules::{Language, Replayer, Variant};
use saffron_text::Encoding;

/// Options for reading files.
#[derive(Debug, clap::Args)]
pub(super) struct ReadingArguments {
    /// Language of the piece letters, such as hungarian or hu; detected for each game by default
    #[arg(long, value_name = "NAME")]
    language: Option<LanguageName>,
    /// Variant of games without a Variant tag
    #[arg(long, value_name = "NAME")]
    variant: Option<TagName>,
    #[command(flatten)]
    encoding: EncodingArgument,
}

/// Option for the encoding of a text file.
#[derive(Debug, clap::Args)]
pub(crate) struct EncodingArgument {
    /// Encoding of the file, such as windows-1250, windows-1251, iso-8859-2 or koi8-r; by default UTF-8, UTF-16 or Windows-1252
    /// is detected
    #[arg(long, value_name = "NAME")]
    encoding: Option<EncodingName>,
}

impl EncodingArgument {
    /// Returns the encoding, if given.
    pub(crate) fn get(&self) -> Option<Encoding> {
        self.encoding.map(|EncodingName(encoding)| encoding)
    }
}

/// Encoding on the command line.
#[derive(Clone, Copy, Debug)]
struct EncodingName(Encoding);

impl FromStr for EncodingName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let examples = "utf-8, windows-1250, windows-1251, windows-1252, iso-8859-2 and koi8-r are some";
        Encoding::for_label(text).map(Self).ok_or_else(|| format!("there is no encoding {text:?}; {examples}"))
    }
}

impl ReadingArguments {
    /// Returns the encoding of the files, if given.
    pub(super) fn encoding(&self) -> Option<Encoding> {
        self.encoding.get()
    }

    /// Returns a replayer for one file.
    pub(super) fn replayer(&self) -> Replayer {
        let mut replayer = Replayer::new();
        if let Some(LanguageName(language)) = self.language {
            replayer = replayer.with_language(language);
        }
        if let Some(TagName(variant)) = self.variant {
            replayer = replayer.with_variant(variant);
        }
        replayer
    }
}

/// Language on the command line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LanguageName(pub(super) Language);

impl FromStr for LanguageName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Language::ALL.map(Language::name).join(", ");
        Language::by_name(text).map(Self).ok_or_else(|| format!("there is no language {text:?}; there are {}", known()))
    }
}

/// Variant by its name in a `Variant` tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagName(&'static Variant);

impl FromStr for TagName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Variant::known().iter().map(|variant| variant.id()).collect::<Vec<_>>().join(", ");
        Variant::by_tag(text).map(Self).ok_or_else(|| format!("there is no variant {text:?}; there are {}", known()))
    }
}
