//! Destination and format of the log.

use std::io::IsTerminal;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

use super::settings::LogFormat;
use crate::error::CliError;

/// Starts logging to standard error. The filter is the given level, else the variable RUST_LOG, else warnings.
///
/// # Errors
/// If the filter cannot be parsed.
pub(super) fn start(level: Option<&str>, format: LogFormat) -> Result<(), CliError> {
    let (name, filter) = match level {
        Some(level) => ("--log", level.to_owned()),
        None => ("RUST_LOG", std::env::var("RUST_LOG").unwrap_or_else(|_| "warn".to_owned())),
    };
    let filter: Targets = filter.parse().map_err(|error| CliError::new(format_args!("{name}: {error}")))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match format {
        LogFormat::Text => Box::new(lines.with_ansi(std::io::stderr().is_terminal())),
        LogFormat::Json => Box::new(lines.json().flatten_event(true).with_current_span(true).with_span_list(false)),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    Ok(())
}
