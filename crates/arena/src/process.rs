//! An engine process with line-based input and output. It may crash, hang or write too much.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use crate::spec::EngineSpec;

/// The capacity of the channel of output lines; a process that writes more blocks.
const MOST_WAITING: usize = 1024;

/// The maximum length of a line in bytes; longer lines are split.
const LONGEST_LINE: u64 = 1 << 14;

/// The interval at which a wait checks the stop signal.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The time from `quit` until the process is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A signal that ends a match. Clones share the signal.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// A signal that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the signal.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the signal is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why no line can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ReadError {
    /// No line before the deadline.
    Late,
    /// The process has ended; the text says how.
    Gone(String),
    /// The stop signal is set.
    Stopped,
}

/// A line and the time at which it was read.
type Line = (Instant, String);

/// A running process.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// A line that came after the deadline of the call that waited for it.
    ahead: Option<Line>,
    log: Option<Log>,
    stop: StopSignal,
}

/// A log file of the dialogue, shared by several processes.
#[derive(Clone)]
struct Log {
    file: Arc<File>,
    id: u32,
}

impl Log {
    fn line(&self, sign: char, line: &str) {
        // One call a line, so that those of several programs do not mix. A full disk is no reason to end a match.
        let _ = (&*self.file).write_all(format!("{} {sign} {line}\n", self.id).as_bytes());
    }
}

impl Process {
    /// Starts the process of an engine.
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
        // A group of its own: Ctrl-C is for this program, and what the engine has started ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let log = log.map(|file| Log { file: Arc::new(file), id: child.id() });
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or(ErrorKind::BrokenPipe)?;
        let (sender, lines) = mpsc::sync_channel(MOST_WAITING);
        let reader = log.clone();
        std::thread::Builder::new()
            .name("engine output".to_owned())
            .spawn(move || read(output, &sender, reader.as_ref()))?;
        Ok(Self { child, input, lines, ahead: None, log, stop: stop.clone() })
    }

    /// Writes a line. An error is reported by the next [`line`](Self::line).
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

    /// The next line. A line that comes after the deadline is kept for the next call; without a deadline the call blocks.
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
                // A program that never stops talking is late all the same.
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

    /// Discards the lines that have come so far.
    pub(crate) fn discard(&mut self) {
        self.ahead = None;
        // No more than can wait: a program may write faster than its lines are forgotten.
        self.lines.try_iter().take(MOST_WAITING).for_each(drop);
    }

    /// Waits for the process to end, kills it after a timeout, and returns how it ended.
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
            // It may be gone already.
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

/// A file to which is written behind what it holds.
fn appended(file: &Path) -> std::io::Result<File> {
    let opened = File::options().create(true).append(true).open(file);
    opened.map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", file.display())))
}

/// Hands the lines of a program over, with the time of each, until it ends or nobody listens.
fn read(output: ChildStdout, lines: &SyncSender<Line>, log: Option<&Log>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
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

/// The end of a time limit that begins at `from`; `None` without a limit.
pub(crate) fn deadline(from: Instant, allowed: Option<Duration>) -> Option<Instant> {
    allowed.and_then(|allowed| from.checked_add(allowed))
}
