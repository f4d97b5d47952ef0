//! Observer that ends a search before its limits.

use std::io::{self, Write};

use saffron_engine::{EngineWarning, Info, Observer, ProvenMates};

use crate::interrupt::Interrupt;

/// Observer that ends a search at Ctrl-C, or when mates are proved for all lines.
pub(super) struct StopObserver {
    interrupt: Interrupt,
    mates: ProvenMates,
}

impl StopObserver {
    /// Creates an observer of a search with this number of lines.
    pub(super) fn new(interrupt: &Interrupt, lines: usize) -> Self {
        Self { interrupt: interrupt.clone(), mates: ProvenMates::new(lines) }
    }
}

impl Observer for StopObserver {
    fn info(&mut self, info: &Info<'_>) {
        self.mates.update(info);
    }

    fn should_stop(&mut self) -> bool {
        self.mates.all_proven() || self.interrupt.is_requested()
    }

    fn warning(&mut self, warning: &EngineWarning) {
        let _ = writeln!(io::stderr(), "warning: {warning}");
    }
}
