//! Log lines and panics of the server while a simulation runs on this thread.

use std::cell::RefCell;
use std::fmt::Write;
use std::sync::Once;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

thread_local! {
    static LINES: RefCell<Vec<(Level, String)>> = const { RefCell::new(Vec::new()) };
    static PANICS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Subscriber that collects the log lines of Saffron's crates per thread.
struct LogCollector;

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        // Writing to a string cannot fail.
        let _ = if field.name() == "message" {
            write!(self.0, "{value:?} ")
        } else {
            write!(self.0, "{}={value:?} ", field.name())
        };
    }
}

impl Subscriber for LogCollector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("saffron") && *metadata.level() <= Level::INFO
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut text = Text(String::new());
        event.record(&mut text);
        LINES.with_borrow_mut(|lines| lines.push((*event.metadata().level(), text.0.trim_end().to_owned())));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Runs an action while its log lines and panics are collected.
pub(crate) fn noted<T>(action: impl FnOnce() -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.with_borrow_mut(|panics| panics.push(info.to_string()));
            before(info);
        }));
    });
    drop((lines(), panics()));
    tracing::subscriber::with_default(LogCollector, action)
}

/// Returns the log lines since the last call.
pub(crate) fn lines() -> Vec<(Level, String)> {
    LINES.take()
}

/// Returns the panics of this thread since the last call.
pub(crate) fn panics() -> Vec<String> {
    PANICS.take()
}
