//! When a search is to end before its limits.

use std::io::{self, Write};

use saffron_engine::{EngineWarning, Info, Observer, ProvenMates};

use crate::interrupt::Interrupt;

/// Ends a search when the person asks for it, or when there is nothing more to find.
pub(super) struct Watch {
    interrupt: Interrupt,
    mates: ProvenMates,
}

impl Watch {
    /// For a search of so many lines.
    pub(super) fn new(interrupt: &Interrupt, lines: usize) -> Self {
        Self { interrupt: interrupt.clone(), mates: ProvenMates::new(lines) }
    }
}

impl Observer for Watch {
    fn info(&mut self, info: &Info<'_>) {
        self.mates.update(info);
    }

    fn should_stop(&mut self) -> bool {
        self.mates.all_proven() || self.interrupt.is_asked()
    }

    fn warning(&mut self, warning: &EngineWarning) {
        let _ = writeln!(io::stderr(), "warning: {warning}");
    }
}
