//! A program that is talked to line by line, and that may crash, hang or talk too much.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use crate::spec::EngineSpec;

/// Lines that wait to be read; a program that writes more has to wait.
const MOST_WAITING: usize = 1024;

/// The most bytes of a line that are taken at once.
const LONGEST_LINE: u64 = 1 << 14;

/// How often a wait looks whether the match has been stopped.
const SLICE: Duration = Duration::from_millis(50);

/// How long a program may take to end after it was told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// Asks a match to end; clones ask the same match.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Not asked yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why there is no line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Silence {
    /// None came in time.
    Late,
    /// The program has ended; how.
    Gone(String),
    /// The match is to stop.
    Stopped,
}

/// A line and when it came.
type Line = (Instant, String);

/// A running program.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// A line that came too late for the one who waited then.
    ahead: Option<Line>,
    log: Option<Log>,
    stop: Stop,
}

/// A file in which the dialogue with a program is kept, several programs in one.
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
    /// Starts the program of an engine.
    pub(crate) fn start(spec: &EngineSpec, stop: &Stop) -> std::io::Result<Self> {
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

    /// Writes a line. That the program has gone shows when an answer is waited for.
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

    /// The next line that comes before the deadline; one that comes after it is kept for the next call. Without a
    /// deadline it waits for ever.
    pub(crate) fn line(&mut self, deadline: Option<Instant>) -> Result<Line, Silence> {
        loop {
            if self.stop.is_asked() {
                return Err(Silence::Stopped);
            }
            let left = deadline.map_or(SLICE, |deadline| deadline.saturating_duration_since(Instant::now()));
            let line = match self.ahead.take() {
                Some(line) => Ok(line),
                None => self.lines.recv_timeout(left.min(SLICE)),
            };
            match line {
                // A program that never stops talking is late all the same.
                Ok(line) if deadline.is_some_and(|deadline| line.0 > deadline) => {
                    self.ahead = Some(line);
                    return Err(Silence::Late);
                }
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone(self.end())),
            }
        }
    }

    /// Forgets what has come so far.
    pub(crate) fn forget(&mut self) {
        self.ahead = None;
        // No more than can wait: a program may write faster than its lines are forgotten.
        self.lines.try_iter().take(MOST_WAITING).for_each(drop);
    }

    /// Waits a little for the program's end, ends it where it does not come, and says how it ended.
    fn end(&mut self) -> String {
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
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

    /// Ends a program that does not answer.
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
