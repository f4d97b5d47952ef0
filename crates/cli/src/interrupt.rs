//! Ctrl-C: the first ends the work with what there is, the second ends the program.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, mpsc};

use crate::failure::Failure;

/// The exit status that shells give a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Whether the person has asked for the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

/// Listens to Ctrl-C from now on: the first calls `ask`.
pub(crate) fn at_first(ask: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let (listening, begun) = mpsc::channel();
    std::thread::spawn(move || {
        runtime.block_on(async {
            let mut ask = Some(ask);
            loop {
                let mut pressed = pin!(tokio::signal::ctrl_c());
                // It listens from the first look at it on.
                let heard = poll_fn(|context| {
                    let heard = pressed.as_mut().poll(context);
                    let _ = listening.send(());
                    heard
                });
                if heard.await.is_err() {
                    break;
                }
                match ask.take() {
                    Some(ask) => ask(),
                    None => std::process::exit(INTERRUPTED),
                }
            }
        });
    });
    // Where one cannot listen, Ctrl-C ends the program at once, as it does by itself.
    let _ = begun.recv();
    Ok(())
}

impl Interrupt {
    /// Listens to Ctrl-C from now on.
    pub(crate) fn listen() -> Result<Self, Failure> {
        let interrupt = Self::default();
        let asked = interrupt.clone();
        at_first(move || asked.0.store(true, Relaxed))?;
        Ok(interrupt)
    }

    /// Whether it has been pressed.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Relaxed)
    }
}
