//! Analysis of one position.

use std::io::{self, IsTerminal, Stdout, Write};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use saffron_analysis::Eval;
use saffron_engine::{Control, Engine, EngineWarning, Info, Limits, Observer, Root, SearchResult};
use saffron_rules::{Color, Notation, Position};

use super::text;
use crate::analyse::stop_observer::StopObserver;
use crate::diagram;
use crate::error::CliError;
use crate::interrupt::Interrupt;

/// Interval at which a terminal is redrawn.
const TICK: Duration = Duration::from_millis(200);

const HEADER: &str = "depth line    eval      nodes    time  moves";

/// Prints the board, the lines of each depth, and finally the best lines.
pub(super) fn position(position: Position, engine: &mut Engine, limits: &Limits) -> Result<(), CliError> {
    let mut out = io::stdout();
    write!(out, "{}", diagram::draw(&position, Color::White))?;
    let side = if position.turn() == Color::White { "White" } else { "Black" };
    writeln!(out, "\n{}\n{side} to move.\n", position.to_fen())?;
    if let Some(outcome) = position.outcome() {
        return Ok(writeln!(out, "The game is over: {outcome}.")?);
    }
    let interrupt = Interrupt::listen()?;
    let lines = limits.multi_pv.clamp(1, position.count_legal_moves());
    let view = if out.is_terminal() { View::bars(lines) } else { View::plain() };
    let mut printer =
        LinePrinter { position: &position, view, stop: StopObserver::new(&interrupt, lines), output_error: None };
    printer.view.show(0, HEADER.to_owned())?;
    let result = engine.search(&Root::from(position), limits, &Control::new(), &mut printer);
    printer.end()?;
    print_result(&mut out, &position, &result)
}

/// Prints the final lines.
fn print_result(out: &mut Stdout, position: &Position, result: &SearchResult) -> Result<(), CliError> {
    let SearchResult { depth, nodes, time, .. } = result;
    writeln!(out, "\nDepth {depth}, {nodes} nodes, {:.2} s, {} nodes a second.", time.as_secs_f64(), result.nps())?;
    for (index, line) in result.lines.iter().enumerate() {
        let eval = Eval::new(position, line.score, &line.pv);
        let words = text::words(position, &line.pv, Notation::ENGLISH);
        writeln!(out, "{}", text::wrapped(&format!("{:>2}) {eval:>7} ", index + 1), &words, 13))?;
    }
    Ok(())
}

/// Output of the lines during the search.
enum View {
    /// On a terminal: one row per line, updated.
    Bars { all: MultiProgress, rows: Vec<ProgressBar> },
    /// Otherwise: one row per line and depth.
    Plain(Stdout),
}

impl View {
    fn bars(lines: usize) -> Self {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stdout());
        let style = ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        // One more row for the header.
        let row = || all.add(ProgressBar::new_spinner().with_style(style.clone()));
        let rows: Vec<ProgressBar> = (0..=lines).map(|_| row()).collect();
        Self::Bars { all, rows }
    }

    fn plain() -> Self {
        Self::Plain(io::stdout())
    }

    /// Shows row number `row`; 0 is the header.
    fn show(&mut self, row: usize, text: String) -> io::Result<()> {
        match self {
            Self::Bars { rows, .. } => {
                if let Some(bar) = rows.get(row) {
                    bar.set_message(text);
                    bar.enable_steady_tick(TICK);
                }
                Ok(())
            }
            Self::Plain(out) => writeln!(out, "{text}"),
        }
    }

    fn end(&self) -> io::Result<()> {
        match self {
            Self::Bars { all, rows } => {
                rows.iter().for_each(ProgressBar::finish_and_clear);
                all.clear()
            }
            Self::Plain(_) => Ok(()),
        }
    }
}

/// Observer that prints the lines of the search.
struct LinePrinter<'a> {
    position: &'a Position,
    view: View,
    stop: StopObserver,
    /// Error that ended the output.
    output_error: Option<io::Error>,
}

impl LinePrinter<'_> {
    fn end(self) -> Result<(), CliError> {
        self.view.end()?;
        self.output_error.map_or(Ok(()), |error| Err(CliError::from(error)))
    }
}

impl Observer for LinePrinter<'_> {
    fn info(&mut self, info: &Info<'_>) {
        self.stop.info(info);
        let Info { depth, multi_pv, nodes, .. } = *info;
        let eval = Eval::new(self.position, info.score, info.pv);
        let line = text::words(self.position, info.pv, Notation::ENGLISH).join(" ");
        let seconds = info.time.as_secs_f64();
        let row = format!("{depth:>5} {multi_pv:>4} {eval:>7} {nodes:>10} {seconds:>7.2}  {line}");
        if let Err(error) = self.view.show(multi_pv, row) {
            self.output_error = Some(error);
        }
    }

    fn should_stop(&mut self) -> bool {
        self.output_error.is_some() || self.stop.should_stop()
    }

    fn warning(&mut self, warning: &EngineWarning) {
        self.stop.warning(warning);
    }
}
