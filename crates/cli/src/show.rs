//! `saffron show`: prints a position as text, or writes it as an image.

use std::io::Write;
use std::path::{Path, PathBuf};

use saffron_draw::{Style, png, svg};
use saffron_rules::Color;

use crate::diagram;
use crate::error::CliError;
use crate::position::PositionArguments;

/// Print a position as text, or write it as an image
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Write an SVG image to this file
    #[arg(long, value_name = "FILE", conflicts_with = "png")]
    svg: Option<PathBuf>,
    /// Write a PNG image to this file
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1000, requires = "png")]
    width: u32,
    /// Draw Black at the bottom
    #[arg(long)]
    flip: bool,
    /// Use the colours of the dark theme
    #[arg(long)]
    dark: bool,
}

/// Prints the position or writes the image.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let position = arguments.position.position()?;
    let below = if arguments.flip { Color::Black } else { Color::White };
    let picture = || svg(&position, &Style { below, dark: arguments.dark, ..Style::default() });
    if let Some(file) = &arguments.svg {
        return write(file, picture().as_bytes());
    }
    if let Some(file) = &arguments.png {
        return write(file, &png(&picture(), arguments.width).map_err(CliError::new)?);
    }
    let mut out = std::io::stdout();
    write!(out, "{}", diagram::draw(&position, below))?;
    writeln!(out, "\n{}", position.to_fen())?;
    Ok(())
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), CliError> {
    std::fs::write(file, bytes).map_err(|error| CliError::new(format_args!("{}: {error}", file.display())))
}
