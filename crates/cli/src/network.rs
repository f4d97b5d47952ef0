//! `saffron network`: what a network makes of samples, by the engine's own arithmetic.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use saffron_engine::Network;
use saffron_selfplay::{GameFileError, SampleReader};

use crate::failure::Failure;
use crate::position::VariantName;

/// Measure a network on samples; the last line is "samples N loss X error CENTIPAWNS"
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant that it is for
    variant: VariantName,
    /// The network's file
    network: PathBuf,
    /// Samples, as `saffron samples` makes them
    #[arg(long, value_name = "FILE")]
    samples: PathBuf,
    /// The game's part of the wanted result, as in training, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    share: f64,
    /// The advantage in centipawns that is worth 73 % of the point, as in training
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 200.0)]
    curve: f64,
}

/// Reads all samples and prints the mean loss, as the trainer does, and the mean distance from the scores.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let failed =
        |path: &PathBuf, error: &dyn std::fmt::Display| Failure::new(format_args!("{}: {error}", path.display()));
    let bytes = std::fs::read(&arguments.network).map_err(|error| failed(&arguments.network, &error))?;
    let network =
        Network::from_bytes(arguments.variant.0, &bytes).map_err(|error| failed(&arguments.network, &error))?;
    let file = File::open(&arguments.samples).map_err(|error| failed(&arguments.samples, &error))?;
    let (mut count, mut loss, mut distance) = (0u64, 0.0, 0.0);
    let wrong = |error: GameFileError| failed(&arguments.samples, &error);
    let mut samples = SampleReader::new(BufReader::new(file)).map_err(wrong)?;
    if samples.input_count() != network.input_count() {
        return Err(Failure::new(format_args!(
            "{}: samples for {} inputs; the network has {}",
            arguments.samples.display(),
            samples.input_count(),
            network.input_count()
        )));
    }
    let expectation = |centipawns: f64| 1.0 / (1.0 + (-centipawns / arguments.curve).exp());
    while let Some(sample) = samples.next_sample().map_err(wrong)? {
        let value = network.mend(network.evaluate_inputs(&sample.men), || i32::from(sample.hand_made));
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
