//! Mail server that stores what it receives (the part of RFC 5321 that is used).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A received e-mail.
#[derive(Debug)]
pub(crate) struct Letter {
    /// Address after `RCPT TO`.
    pub(crate) to: String,
    pub(crate) subject: String,
    /// Decoded text.
    pub(crate) text: String,
}

impl Letter {
    /// Token in the e-mail's link.
    pub(crate) fn token(&self) -> &str {
        let (_, rest) = self.text.split_once("token=").unwrap_or_else(|| panic!("no link: {}", self.text));
        rest.split(|letter: char| !letter.is_ascii_hexdigit()).next().expect("a token")
    }
}

/// Mail server for tests. The local part of an address selects its reply: `refused` gets 550, `later` 451 until
/// [`accept_all`](Self::accept_all), and `stalled` no reply.
pub(crate) struct MailServer {
    port: u16,
    letters: mpsc::UnboundedReceiver<Letter>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    accepts_all: AtomicBool,
    /// Addresses after `RCPT TO`, one for each attempt.
    recipients: Mutex<Vec<String>>,
}

impl Shared {
    /// Reply to an address; `None` if it never comes.
    fn reply(&self, to: &str) -> Option<&'static str> {
        self.recipients.lock().expect("no panic").push(to.to_owned());
        let accepts_all = self.accepts_all.load(Ordering::Relaxed);
        match to {
            _ if to.starts_with("refused") => Some("550 no such user\r\n"),
            _ if to.starts_with("later") && !accepts_all => Some("451 come again\r\n"),
            _ if to.starts_with("stalled") && !accepts_all => None,
            _ => Some("250 ok\r\n"),
        }
    }
}

impl MailServer {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (sender, letters) = mpsc::unbounded_channel();
        let shared = Arc::<Shared>::default();
        let accepting = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, sender.clone(), Arc::clone(&accepting)));
            }
        });
        Self { port, letters, shared }
    }

    /// Accepts deferred addresses from now on.
    pub(crate) fn accept_all(&self) {
        self.shared.accepts_all.store(true, Ordering::Relaxed);
    }

    /// Number of attempts to send to an address.
    pub(crate) fn attempts(&self, address: &str) -> usize {
        self.shared.recipients.lock().expect("no panic").iter().filter(|to| *to == address).count()
    }

    /// Waits for a number of attempts.
    pub(crate) async fn attempted(&self, address: &str, times: usize) {
        for _ in 0..2000 {
            if self.attempts(address) >= times {
                return;
            }
            tokio::task::spawn_blocking(|| std::thread::sleep(Duration::from_millis(5))).await.expect("a pause");
        }
        panic!("{} attempts for {address}", self.attempts(address));
    }

    pub(crate) fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    pub(crate) async fn next(&mut self) -> Letter {
        // System clock, because the test's clock may be paused.
        for _ in 0..2000 {
            if let Ok(letter) = self.letters.try_recv() {
                return letter;
            }
            tokio::task::spawn_blocking(|| std::thread::sleep(Duration::from_millis(5))).await.expect("a pause");
        }
        panic!("no e-mail came");
    }

    pub(crate) async fn nothing_more(&mut self) {
        tokio::task::spawn_blocking(|| std::thread::sleep(Duration::from_millis(200))).await.expect("a pause");
        assert!(self.letters.try_recv().is_err());
    }
}

async fn serve(stream: TcpStream, letters: mpsc::UnboundedSender<Letter>, shared: Arc<Shared>) {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    let mut to = String::new();
    let _ = writer.write_all(b"220 test\r\n").await;
    while let Ok(Some(line)) = lines.next_line().await {
        let verb = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
        let answer = match verb.as_str() {
            "EHLO" => "250-test\r\n250 8BITMIME\r\n",
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                match shared.reply(&to) {
                    Some(reply) => reply,
                    None => std::future::pending().await,
                }
            }
            "DATA" => {
                let _ = writer.write_all(b"354 go on\r\n").await;
                let mut text = Vec::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    text.push(line);
                }
                let _ = letters.send(letter(&to, &text));
                "250 ok\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        if writer.write_all(answer.as_bytes()).await.is_err() {
            break;
        }
    }
}

fn letter(to: &str, lines: &[String]) -> Letter {
    let end = lines.iter().position(String::is_empty).expect("an empty line");
    let header = |name: &str| {
        let line = lines[..end].iter().find(|line| line.to_ascii_lowercase().starts_with(name));
        line.map(|line| line[name.len()..].trim().to_owned()).unwrap_or_default()
    };
    let body = lines[end + 1..].join("\n");
    let text = match header("content-transfer-encoding:").as_str() {
        "quoted-printable" => quoted_printable(&body),
        "base64" => base64(&body),
        _ => body,
    };
    Letter { to: to.to_owned(), subject: header("subject:"), text }
}

fn quoted_printable(text: &str) -> String {
    let text = text.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'=' && after.len() >= 2 {
            let hex = std::str::from_utf8(&after[..2]).expect("ASCII");
            bytes.push(u8::from_str_radix(hex, 16).expect("hexadecimal digits"));
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).expect("text")
}

fn base64(text: &str) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte));
    let (mut bits, mut count, mut bytes) = (0_usize, 0, Vec::new());
    for digit in digits {
        (bits, count) = (bits << 6 | digit, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 255).expect("a byte"));
        }
    }
    String::from_utf8(bytes).expect("text")
}
