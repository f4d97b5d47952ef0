//! Output of the UCI dialogue.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Output of whole lines, shared by both threads.
pub(super) struct Output<W>(pub(super) Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    pub(super) fn new(output: W) -> Self {
        Self(Arc::new(Mutex::new(output)))
    }

    /// Returns a writer of text that consists of whole lines.
    pub(super) fn lines(&self) -> Lines<'_, W> {
        Lines { out: self, pending: Vec::new() }
    }

    pub(super) fn line(&self, text: impl std::fmt::Display) -> std::io::Result<()> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{text}")?;
        out.flush()
    }

    /// Prints an error. Control characters in quoted input are replaced, since they would break the line.
    pub(super) fn error(&self, text: impl std::fmt::Display) -> std::io::Result<()> {
        self.line(format_args!("info string error: {}", without_controls(text)))
    }

    /// Prints a note that a GUI may show to its user.
    pub(super) fn note(&self, text: impl std::fmt::Display) -> std::io::Result<()> {
        self.line(format_args!("info string {}", without_controls(text)))
    }

    pub(super) fn warning(&self, text: impl std::fmt::Display) -> std::io::Result<()> {
        self.line(format_args!("info string warning: {}", without_controls(text)))
    }
}

/// Writer that passes whole lines on, so that lines of other threads do not break them.
pub(super) struct Lines<'a, W> {
    out: &'a Output<W>,
    pending: Vec<u8>,
}

impl<W: Write> Write for Lines<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        while let Some(end) = self.pending.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.pending.drain(..=end).collect();
            self.out.line(String::from_utf8_lossy(&line[..end]))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Replaces every control character, such as a line end, by a space.
fn without_controls(text: impl std::fmt::Display) -> String {
    text.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
