//! `saffron admin` on a data folder.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// Temporary folder, removed when the test ends.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn data(&self) -> PathBuf {
        self.0.path().join("data")
    }

    fn admin(&self, arguments: &[&str]) -> Output {
        let mut command = saffron(&["admin"]);
        command.args(arguments).arg("--data").arg(self.data()).output().expect("saffron runs")
    }

    #[track_caller]
    fn done(&self, arguments: &[&str]) -> String {
        let output = self.admin(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    }

    #[track_caller]
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.admin(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).expect("text")
    }
}

fn saffron(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saffron"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    fn start_with(data: &Path, arguments: &[&str]) -> Self {
        let mut command = saffron(&["serve", "--listen", "127.0.0.1:0", "--analyses", "0"]);
        let mut child = command.args(arguments).arg("--data").arg(data).spawn().expect("saffron starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit("http://").next().expect("an address").to_owned();
        Self { child, address }
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.post_as("", path, body)
    }

    fn post_as(&self, cookie: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the server answers");
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Cookie: {cookie}\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        );
        stream.write_all(head.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn register(&self, name: &str) {
        let body = format!(r#"{{"name":"{name}","password":"a kitchen with 7 lamps"}}"#);
        let answer = self.post("/api/account/register", &body);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    fn sign_in(&self, name: &str, password: &str) -> bool {
        let body = format!(r#"{{"name":"{name}","password":"{password}"}}"#);
        self.post("/api/account/sign-in", &body).starts_with("HTTP/1.1 200")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_operator_looks_after_accounts() {
    let folder = Folder::new();
    assert!(folder.refused(&["user", "list"]).contains("there is no database"));
    let server = Server::start(&folder.data());
    server.register("Anna");
    server.register("Bob");
    assert!(folder.refused(&["user", "list"]).contains("the server is running: stop it first"));
    assert!(folder.refused(&["backup", "x"]).contains("the server is running: stop it first"));
    drop(server);

    let list = folder.done(&["user", "list"]);
    assert_eq!(list.lines().count(), 2, "{list}");
    assert!(!list.contains("moderator"));
    folder.done(&["user", "moderator", "anna"]);
    assert!(folder.done(&["user", "show", "Anna"]).contains("moderator: yes\n"));
    assert_eq!(folder.done(&["user", "list"]).matches("moderator").count(), 1);
    folder.done(&["user", "moderator", "anna", "--remove"]);
    assert!(folder.done(&["user", "show", "Anna"]).contains("moderator: no\n"));
    assert!(folder.refused(&["user", "show", "Nobody"]).contains("no account has the name"));

    let link = folder.done(&["user", "reset-link", "Anna", "--public-url", "https://chess.example"]);
    let token = link.trim().strip_prefix("https://chess.example/account/reset?token=").expect("a link").to_owned();
    folder.done(&["user", "close", "Bob"]);
    assert!(folder.done(&["user", "show", "Bob"]).contains("kind: closed\n"));
    assert!(folder.refused(&["user", "close", "Bob"]).contains("not the account of a person"));

    let server = Server::start(&folder.data());
    assert!(!server.sign_in("Bob", "a kitchen with 7 lamps"));
    assert!(server.sign_in("Anna", "a kitchen with 7 lamps"));
    let body = format!(r#"{{"token":"{token}","password":"another 5 good words"}}"#);
    let answer = server.post("/api/account/reset/confirm", &body);
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    assert!(server.sign_in("Anna", "another 5 good words"));
}

#[test]
fn the_operator_frees_the_name_of_an_erased_account() {
    let folder = Folder::new();
    let registration = r#"{"name":"Marisol","password":"a kitchen with 7 lamps"}"#;
    let server = Server::start(&folder.data());
    let registered = server.post("/api/account/register", registration);
    let cookie = registered.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    let cookie = cookie.split(';').next().expect("a cookie");
    let erased = server.post_as(cookie, "/api/account/erase", r#"{"password":"a kitchen with 7 lamps"}"#);
    assert!(erased.starts_with("HTTP/1.1 204"), "{erased}");
    drop(server);
    let backup = folder.file("backup.db");
    folder.done(&["backup", backup.to_str().expect("text")]);
    let export = folder.done(&["export"]);
    assert!(
        export.contains("erased_names") && !export.contains("\"secret\"") && !export.contains("Marisol"),
        "{export}"
    );
    folder.done(&["restore", backup.to_str().expect("text")]);
    assert!(folder.refused(&["user", "show", "Marisol"]).contains("no account has the name"));
    assert!(folder.refused(&["user", "free-name", "Marisa"]).contains("no erased account had the name \"Marisa\""));

    let server = Server::start(&folder.data());
    let refused = server.post("/api/account/register", registration);
    assert!(refused.starts_with("HTTP/1.1 409") && refused.contains("name_taken"), "{refused}");
    drop(server);
    folder.done(&["user", "free-name", "marisól"]);
    assert!(folder.refused(&["user", "free-name", "Marisol"]).contains("no erased account had the name"));
    Server::start(&folder.data()).register("Marisol");
}

#[test]
fn a_backup_is_restored_and_an_export_has_no_secrets() {
    let folder = Folder::new();
    let server = Server::start(&folder.data());
    server.register("Anna");
    drop(server);
    let (backup, export) = (folder.file("backup.db"), folder.file("export.jsonl"));
    let (backup, export) = (backup.to_str().expect("text"), export.to_str().expect("text"));
    folder.done(&["backup", backup]);
    assert!(folder.refused(&["backup", backup]).contains("is there already"));
    folder.done(&["export", export]);
    let text = std::fs::read_to_string(export).expect("a file");
    assert!(text.lines().all(|line| line.starts_with("{\"row\":{") || line.starts_with("{\"table\":")), "{text}");
    assert!(text.contains("Anna") && !text.contains("argon2") && !text.contains("token_hash"), "{text}");

    let server = Server::start(&folder.data());
    server.register("Bob");
    assert!(folder.refused(&["restore", backup]).contains("the server is running: stop it first"));
    drop(server);
    assert!(folder.refused(&["restore", export]).contains("there is no database"));
    assert_eq!(folder.done(&["user", "list"]).lines().count(), 2, "nothing was replaced");
    assert!(folder.done(&["restore", backup]).contains("the replaced database is kept as "));
    let list = folder.done(&["user", "list"]);
    assert!(list.starts_with("Anna\t") && list.lines().count() == 1, "{list}");
    let server = Server::start(&folder.data());
    assert!(server.sign_in("Anna", "a kitchen with 7 lamps"));
}

#[cfg(unix)]
#[test]
fn other_users_of_the_machine_cannot_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    drop(Server::start(&folder.data()));
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o077;
    assert_eq!(mode(&folder.data()), 0);
    let [backup, export] = ["backup.db", "export.jsonl"].map(|name| folder.file(name));
    folder.done(&["backup", backup.to_str().expect("text")]);
    folder.done(&["export", export.to_str().expect("text")]);
    assert_eq!((mode(&backup), mode(&export)), (0, 0));
    assert!(folder.refused(&["export", export.to_str().expect("text")]).contains("export.jsonl"));
    folder.done(&["restore", backup.to_str().expect("text")]);
    for file in std::fs::read_dir(folder.data()).expect("a folder") {
        let file = file.expect("a file").path();
        assert_eq!(mode(&file), 0, "{}", file.display());
    }
}

#[test]
fn the_operator_sees_the_e_mails_that_wait_and_accepts_the_clock() {
    let folder = Folder::new();
    // No mail server listens there.
    let mail = ["--smtp-url", "smtp://127.0.0.1:1", "--mail-from", "a@b.example", "--public-url", "https://b.example"];
    let server = Server::start_with(&folder.data(), &mail);
    let body = r#"{"name":"Anna","password":"a kitchen with 7 lamps","email":"anna@example.org"}"#;
    assert!(server.post("/api/account/register", body).starts_with("HTTP/1.1 200"));
    std::thread::sleep(std::time::Duration::from_millis(500));
    drop(server);
    let list = folder.done(&["jobs"]);
    assert!(list.starts_with("mail-confirm\t") && list.contains("\twaiting\t"), "{list}");
    assert_eq!(folder.done(&["jobs", "--retry"]), "0 enqueued again\n");
    assert!(folder.done(&["accept-clock"]).starts_with("the server's time is 2"));
}

#[test]
fn e_mail_is_refused_where_it_could_not_work() {
    let folder = Folder::new();
    let cases: [(&[&str], &str); 3] = [
        (&["--smtp-url", "smtp://127.0.0.1:25"], "--mail-from"),
        (&["--smtp-url", "smtp://127.0.0.1:25", "--mail-from", "a@b.example"], "public URL"),
        (&["--mail-from", "a@b.example"], "--smtp-url"),
    ];
    for (arguments, expected) in cases {
        let mut command = saffron(&["serve", "--listen", "127.0.0.1:0"]);
        let output = command.args(arguments).arg("--data").arg(folder.data()).output().expect("saffron runs");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let text = String::from_utf8(output.stderr).expect("text");
        assert!(text.contains(expected), "{text}");
    }
}
