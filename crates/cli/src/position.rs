//! Arguments that name a variant and a position.

use std::str::FromStr;

use saffron_rules::{FenDialect, Position, Variant};

use crate::error::CliError;

/// Variant on the command line, by its id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariantName(pub(crate) &'static Variant);

impl FromStr for VariantName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Variant::known().iter().map(|variant| variant.id()).collect::<Vec<_>>().join(", ");
        Variant::by_id(text).map(Self).ok_or_else(|| format!("there is no variant {text:?}; there are {}", known()))
    }
}

/// Returns the help of an argument that names a variant.
pub(crate) fn variant_help() -> String {
    let ids: Vec<&str> = Variant::all().iter().map(|variant| variant.id()).collect();
    format!("The variant: {}, or one of --variants", ids.join(", "))
}

/// FEN dialect on the command line.
#[derive(Clone, Copy, Debug)]
struct DialectName(FenDialect);

impl FromStr for DialectName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || FenDialect::ALL.map(FenDialect::name).join(", ");
        FenDialect::by_name(text)
            .map(Self)
            .ok_or_else(|| format!("there is no dialect {text:?}; there are {}", known()))
    }
}

/// Arguments for a variant and a position.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArguments {
    #[arg(value_name = "VARIANT", help = variant_help())]
    pub(crate) variant: VariantName,
    /// Position [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Order of the FEN's rows: ranks, files-up, files-down or rising [default: detected]
    #[arg(long, value_name = "NAME", requires = "fen")]
    fen_dialect: Option<DialectName>,
}

impl PositionArguments {
    /// Returns the position that the arguments name.
    pub(crate) fn position(&self) -> Result<Position, CliError> {
        let VariantName(variant) = self.variant;
        match &self.fen {
            None => Ok(variant.start()),
            Some(fen) => match self.fen_dialect {
                Some(DialectName(dialect)) => Position::from_fen_dialect(variant, fen, dialect),
                None => Position::from_any_fen(variant, fen),
            }
            .map_err(|error| CliError::new(format_args!("--fen: {error}"))),
        }
    }
}
