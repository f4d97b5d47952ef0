//! Secrets that the log of `saffron serve` must not contain.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

fn request(address: &str, head: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server answers");
    let length = body.len();
    let text = format!(
        "{head}Host: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn the_log_has_no_passwords_tokens_or_addresses() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(["serve", "--listen", "127.0.0.1:0", "--analyses", "0", "--log", "trace", "--data"])
        .arg(folder.path())
        .args(["--smtp-url", "smtp://127.0.0.1:1", "--mail-from", "sender-5@chess.example"])
        .args(["--public-url", "https://chess.example"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("saffron starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let address = line.trim().rsplit("http://").next().expect("an address").to_owned();
    let log = child.stderr.take().expect("its log");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        BufReader::new(log).read_to_string(&mut text).map(|_| text)
    });
    let body = r#"{"name":"Anna","password":"a kitchen with 7 lamps","email":"anna-4@example.org"}"#;
    let answer = request(&address, "POST /api/account/register HTTP/1.1\r\n", body);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let (_, rest) = answer.split_once("saffron=").expect("a cookie");
    let token = rest.split(';').next().expect("a token").to_owned();
    let cookie = format!("Cookie: saffron={token}\r\n");
    let answer = request(&address, &format!("POST /api/account/feed HTTP/1.1\r\n{cookie}"), "");
    let (_, rest) = answer.split_once("/feed/").expect("an address");
    let feed = rest.split('.').next().expect("a token").to_owned();
    request(&address, &format!("GET /feed/{feed}.atom HTTP/1.1\r\n"), "");
    request(&address, "GET /account/reset?token=secret-of-a-link HTTP/1.1\r\n", "");
    request(&address, "POST /api/account/sign-in HTTP/1.1\r\n", r#"{"name":"Anna","password":"guess number 77"}"#);
    request(&address, "POST /api/account/reset HTTP/1.1\r\n", r#"{"email":"anna-4@example.org"}"#);
    // The server tries to send the e-mail and fails.
    std::thread::sleep(std::time::Duration::from_millis(300));
    child.kill().expect("it runs");
    child.wait().expect("it has run");
    let log = reader.join().expect("no panic").expect("text");
    assert!(log.contains("/api/account/sign-in"), "{log}");
    let secrets = ["a kitchen with", "guess number", "anna-4", &token, &feed, "secret-of-a-link"];
    for secret in secrets {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}
