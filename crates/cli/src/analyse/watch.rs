//! When a search is to end before its limits.

use saffron_engine::{Info, Observer, Settled};

use crate::interrupt::Interrupt;

/// Ends a search when the person asks for it, or when there is nothing more to find.
pub(super) struct Watch {
    interrupt: Interrupt,
    settled: Settled,
}

impl Watch {
    /// For a search of so many lines.
    pub(super) fn new(interrupt: &Interrupt, lines: usize) -> Self {
        Self { interrupt: interrupt.clone(), settled: Settled::new(lines) }
    }
}

impl Observer for Watch {
    fn info(&mut self, info: &Info<'_>) {
        self.settled.info(info);
    }

    fn should_stop(&mut self) -> bool {
        self.settled.is_settled() || self.interrupt.is_asked()
    }
}
