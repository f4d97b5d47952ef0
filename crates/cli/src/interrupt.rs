//! Ctrl-C handling: the first press ends the work in an orderly way, the second ends the program.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, mpsc};

use crate::error::CliError;

/// Exit status that shells report for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Flag that is set when Ctrl-C is pressed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

/// Installs a handler of Ctrl-C; the first press calls `on_first`.
pub(crate) fn at_first(on_first: impl FnOnce() + Send + 'static) -> Result<(), CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let (listening, begun) = mpsc::channel();
    std::thread::spawn(move || {
        runtime.block_on(async {
            let mut on_first = Some(on_first);
            loop {
                let mut pressed = pin!(tokio::signal::ctrl_c());
                // The handler is installed by the first poll.
                let received = poll_fn(|context| {
                    let received = pressed.as_mut().poll(context);
                    let _ = listening.send(());
                    received
                });
                if received.await.is_err() {
                    break;
                }
                match on_first.take() {
                    Some(on_first) => on_first(),
                    None => std::process::exit(INTERRUPTED),
                }
            }
        });
    });
    // If no handler can be installed, Ctrl-C ends the program at once, which is the default.
    let _ = begun.recv();
    Ok(())
}

impl Interrupt {
    /// Installs a handler of Ctrl-C and returns its flag.
    pub(crate) fn listen() -> Result<Self, CliError> {
        let interrupt = Self::default();
        let shared = interrupt.clone();
        at_first(move || shared.0.store(true, Relaxed))?;
        Ok(interrupt)
    }

    /// Returns whether Ctrl-C has been pressed.
    pub(crate) fn is_requested(&self) -> bool {
        self.0.load(Relaxed)
    }
}
