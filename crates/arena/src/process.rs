//! Engine process with line-based input and output. It may crash, hang or write without end.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use crate::spec::EngineSpec;

/// Capacity of the channel of output lines. A process that writes more blocks.
const OUTPUT_CAPACITY: usize = 1024;

/// Maximum length of a line in bytes. Longer lines are split.
const MAX_LINE_LENGTH: u64 = 1 << 14;

/// Interval at which a waiting reader checks the stop signal.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time from `quit` until the process is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Signal that ends a match. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Creates a signal that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Reason why no line can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ReadError {
    /// No line arrived before the deadline.
    Late,
    /// The process ended; the text describes its exit.
    Gone(String),
    /// The stop signal is set.
    Stopped,
}

/// Output line with the time at which it was read.
type Line = (Instant, String);

/// Running engine process.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// Line that arrived after the deadline, kept for the next read.
    ahead: Option<Line>,
    log: Option<Log>,
    stop: StopSignal,
}

/// Log file of the dialogue, shared by several processes.
#[derive(Clone)]
struct Log {
    file: Arc<File>,
    id: u32,
}

impl Log {
    fn line(&self, sign: char, line: &str) {
        // One write per line keeps the lines of several processes apart. A full disk must not end the match.
        let _ = (&*self.file).write_all(format!("{} {sign} {line}\n", self.id).as_bytes());
    }
}

impl Process {
    /// Starts an engine's process.
    pub(crate) fn start(spec: &EngineSpec, stop: &StopSignal) -> std::io::Result<Self> {
        let (program, arguments) = spec.command.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match &spec.stderr {
            Some(file) => Stdio::from(appended(file)?),
            None => Stdio::null(),
        });
        let log = spec.log.as_deref().map(appended).transpose()?;
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        // With a process group of its own, Ctrl-C does not reach the engine, and its children are killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let log = log.map(|file| Log { file: Arc::new(file), id: child.id() });
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or(ErrorKind::BrokenPipe)?;
        let (sender, lines) = mpsc::sync_channel(OUTPUT_CAPACITY);
        let reader = log.clone();
        std::thread::Builder::new()
            .name("engine output".to_owned())
            .spawn(move || read(output, &sender, reader.as_ref()))?;
        Ok(Self { child, input, lines, ahead: None, log, stop: stop.clone() })
    }

    /// Writes a line. A failed write is reported by the next [`line`](Self::line).
    pub(crate) fn send(&mut self, line: &str) {
        if let Some(log) = &self.log {
            log.line('>', line);
        }
        if let Some(input) = &mut self.input {
            let line = format!("{line}\n");
            if input.write_all(line.as_bytes()).is_err() {
                self.input = None;
            }
        }
    }

    /// Reads the next line. A line that arrives after the deadline is kept for the next call; without a deadline the call
    /// blocks.
    pub(crate) fn line(&mut self, deadline: Option<Instant>) -> Result<Line, ReadError> {
        loop {
            if self.stop.is_set() {
                return Err(ReadError::Stopped);
            }
            let left = deadline.map_or(POLL_INTERVAL, |deadline| deadline.saturating_duration_since(Instant::now()));
            let line = match self.ahead.take() {
                Some(line) => Ok(line),
                None => self.lines.recv_timeout(left.min(POLL_INTERVAL)),
            };
            match line {
                // An engine that writes without pause still misses the deadline.
                Ok(line) if deadline.is_some_and(|deadline| line.0 > deadline) => {
                    self.ahead = Some(line);
                    return Err(ReadError::Late);
                }
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(ReadError::Late),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(ReadError::Gone(self.end())),
            }
        }
    }

    /// Discards the lines received so far.
    pub(crate) fn discard(&mut self) {
        self.ahead = None;
        // At most one channel's worth: an engine may write faster than lines are discarded.
        self.lines.try_iter().take(OUTPUT_CAPACITY).for_each(drop);
    }

    /// Waits for the process to exit, kills it after a timeout, and returns a description of its exit.
    fn end(&mut self) -> String {
        self.input = None;
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                Ok(Some(status)) => return status.to_string(),
                Err(error) => return error.to_string(),
            }
        }
        self.kill();
        "it closed its output and was ended".to_owned()
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // The group may have exited already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Kills a process that does not reply.
    pub(crate) fn abort(&mut self) {
        self.input = None;
        self.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            self.send("quit");
            self.end();
        }
    }
}

/// Opens a file for appending, creating it if needed.
fn appended(file: &Path) -> std::io::Result<File> {
    let opened = File::options().create(true).append(true).open(file);
    opened.map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", file.display())))
}

/// Sends each output line with its time, until the process exits or the receiver is dropped.
fn read(output: ChildStdout, lines: &SyncSender<Line>, log: Option<&Log>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let now = Instant::now();
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if let Some(log) = log {
                    log.line('<', &line);
                }
                if lines.send((now, line)).is_err() {
                    return;
                }
            }
        }
    }
}

/// Returns the end of a time limit that begins at `from`; `None` without a limit.
pub(crate) fn deadline(from: Instant, allowed: Option<Duration>) -> Option<Instant> {
    allowed.and_then(|allowed| from.checked_add(allowed))
}
