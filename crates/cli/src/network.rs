//! `saffron network`: error of a network on samples, computed by the engine's own inference.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use saffron_engine::Network;
use saffron_rules::Variant;
use saffron_selfplay::{GameFileError, SampleReader};

use crate::error::CliError;
use crate::position::VariantName;

/// Measure the error of a network on samples; the last line is "samples N loss X error CENTIPAWNS"
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Variant of the network
    variant: VariantName,
    /// Network file
    network: PathBuf,
    /// Samples, made by `saffron samples`
    #[arg(long, value_name = "FILE")]
    samples: PathBuf,
    /// Weight of the game result in the target, as in training, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    share: f64,
    /// Score in centipawns with an expected score of 73 %, as in training; above 0
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 200.0, value_parser = curve)]
    curve: f64,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or("expected a number from 0 to 1".to_owned())
}

fn curve(text: &str) -> Result<f64, String> {
    let above_0 = |curve: &f64| curve.is_finite() && *curve > 0.0;
    text.parse().ok().filter(above_0).ok_or("expected a number above 0".to_owned())
}

/// Reads the network of a variant from a file.
pub(crate) fn open(path: &Path, variant: &'static Variant) -> Result<Network, CliError> {
    let failed = |error: &dyn std::fmt::Display| CliError::new(format_args!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
    Network::from_bytes(variant, &bytes).map_err(|error| failed(&error))
}

/// Reads all samples and prints the trainer's mean loss and the mean distance from the scores.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let failed =
        |path: &PathBuf, error: &dyn std::fmt::Display| CliError::new(format_args!("{}: {error}", path.display()));
    let network = open(&arguments.network, arguments.variant.0)?;
    let file = File::open(&arguments.samples).map_err(|error| failed(&arguments.samples, &error))?;
    let (mut count, mut loss, mut distance) = (0u64, 0.0, 0.0);
    let wrong = |error: GameFileError| failed(&arguments.samples, &error);
    let mut samples = SampleReader::new(BufReader::new(file)).map_err(wrong)?;
    if samples.feature_count() != network.feature_count() {
        return Err(CliError::new(format_args!(
            "{}: samples for {} inputs; the network has {}",
            arguments.samples.display(),
            samples.feature_count(),
            network.feature_count()
        )));
    }
    let expectation = |centipawns: f64| 1.0 / (1.0 + (-centipawns / arguments.curve).exp());
    while let Some(sample) = samples.next_sample().map_err(wrong)? {
        let value =
            network.add_handcrafted(network.evaluate_features(&sample.features), || i32::from(sample.handcrafted));
        let result = f64::from(sample.quarters) / 4.0;
        let target = (1.0 - arguments.share) * expectation(f64::from(sample.score)) + arguments.share * result;
        count += 1;
        loss += (expectation(f64::from(value)) - target).abs().powf(2.5);
        distance += f64::from((value - i32::from(sample.score)).abs());
    }
    let mean = |sum: f64| sum / (count.max(1) as f64);
    writeln!(std::io::stdout(), "samples {count} loss {:.6} error {:.1}", mean(loss), mean(distance))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_within_their_ranges() {
        for (text, read) in [("0", true), ("0.25", true), ("1", true), ("2", false), ("-0.1", false), ("nan", false)] {
            assert_eq!(share(text).is_ok(), read, "{text}");
        }
        for (text, read) in [("200", true), ("0.5", true), ("0", false), ("-1", false), ("nan", false), ("inf", false)]
        {
            assert_eq!(curve(text).is_ok(), read, "{text}");
        }
    }
}
