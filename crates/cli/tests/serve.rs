//! `saffron serve` as a process that listens on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Returns a command with its own empty data folder.
fn saffron(arguments: &[&str]) -> Command {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let data = format!("serve-data-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(data);
    if data.exists() {
        std::fs::remove_dir_all(&data).expect("an old folder");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_saffron"));
    for variable in ["XDG_DATA_HOME", "HOME", "LOCALAPPDATA"] {
        command.env(variable, &data);
    }
    // No settings from the environment.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("SAFFRON_")) {
        command.env_remove(name);
    }
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Program under test, killed when the test ends.
struct Running {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Running {
    fn start(arguments: &[&str]) -> Self {
        Self::spawn(&mut saffron(arguments))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command.spawn().expect("saffron starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }

    /// Returns the host and port from the first line of the output.
    fn address(&mut self) -> String {
        let line = self.line();
        let address = line.strip_prefix("Saffron is ready: http://");
        address.unwrap_or_else(|| panic!("unexpected first line {line:?}")).to_owned()
    }

    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < limit {
            if let Some(status) = self.child.try_wait().expect("its state") {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asserts status 2 and one line on standard error, and returns the line.
fn error_line(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).expect("text");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("error: ") && text.ends_with('\n'), "{text:?}");
    text.trim_end().to_owned()
}

/// The page receives the variants of the operator's files, from an option, the variable or the settings file.
#[test]
fn gives_the_page_the_variants_of_its_operator() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/mini-hexchess.toml");
    let settings = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("variants-{}.toml", std::process::id()));
    std::fs::write(&settings, format!("variants = [{file:?}]\n")).expect("a file");
    let serve = || saffron(&["serve", "--listen", "127.0.0.1:0", "--computers", "0"]);
    for command in [
        serve().args(["--variants", file]).env("SAFFRON_VARIANTS", "/nowhere.toml"),
        serve().env("SAFFRON_VARIANTS", file),
        serve().env("SAFFRON_CONFIG", &settings),
    ] {
        let answer = get(&Running::spawn(command).address(), "/api/variants", "");
        assert!(
            answer.contains(r#"{"files":[{"name":"mini-hexchess.toml","text":"#) && answer.contains("[[variant]]"),
            "{answer}"
        );
    }
    std::fs::remove_file(&settings).expect("removed");
    let output = serve().env("SAFFRON_VARIANTS", "/nowhere.toml").output().expect("saffron runs");
    assert!(error_line(&output).starts_with("error: /nowhere.toml: "), "{output:?}");
}

#[test]
fn serves_on_the_address_that_it_prints() {
    let mut server = Running::start(&["serve", "--listen", "127.0.0.1:0"]);
    let address = server.address();
    let mut stream = TcpStream::connect(&address).expect("the server answers");
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\nok\n"), "{answer}");
}

#[test]
fn listens_on_a_named_host_too() {
    let mut server = Running::start(&["serve", "--listen", "localhost:0"]);
    TcpStream::connect(server.address()).expect("the server answers");
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_with_status_0() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Running::start(&["serve", "--listen", "127.0.0.1:0"]);
        let address = server.address();
        // An idle connection, as browsers keep, must not delay the stop.
        let mut idle = TcpStream::connect(&address).expect("the server answers");
        idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n").expect("sent");
        let mut start = [0; 12];
        idle.read_exact(&mut start).expect("an answer");
        assert_eq!(&start, b"HTTP/1.1 200");

        let told = Command::new("kill").args([signal, &server.child.id().to_string()]).status().expect("kill runs");
        assert!(told.success());
        let status = server.wait(Duration::from_secs(8)).expect("it stops by itself");
        assert_eq!(status.code(), Some(0), "{signal}");
    }
}

#[test]
fn the_option_analyses_sets_the_number_of_searches() {
    for (count, answered) in [("0", "{\"searches\":0,\"seconds\":0}"), ("2", "{\"searches\":2,\"seconds\":120}")] {
        let mut server = Running::start(&["serve", "--listen", "127.0.0.1:0", "--analyses", count]);
        let mut stream = TcpStream::connect(server.address()).expect("the server answers");
        stream.write_all(b"GET /api/analysis HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.ends_with(answered), "{answer}");
    }
    let output = saffron(&["serve", "--analyses", "many"]).output().expect("saffron runs");
    assert!(error_line(&output).contains("--analyses"));
}

/// Returns what the program writes to standard error while it answers one request.
fn log_of_a_request(arguments: &[&str], filter: Option<&str>) -> String {
    let mut command = saffron(&["serve", "--listen", "127.0.0.1:0"]);
    command.args(arguments).env_remove("RUST_LOG");
    if let Some(filter) = filter {
        command.env("RUST_LOG", filter);
    }
    let mut child = command.spawn().expect("saffron starts");
    let output = BufReader::new(child.stdout.take().expect("its output"));
    let mut server = Running { child, output };
    get(&server.address(), "/healthz", "");
    let mut errors = server.child.stderr.take().expect("its errors");
    drop(server);
    let mut text = String::new();
    errors.read_to_string(&mut text).expect("text");
    text
}

#[test]
fn requests_are_logged_when_the_log_level_is_info() {
    assert_eq!(log_of_a_request(&[], None), "");
    assert_eq!(log_of_a_request(&["--log", "off"], Some("info")), "");
    for log in [log_of_a_request(&["--log", "info"], None), log_of_a_request(&[], Some("info"))] {
        let lines: Vec<&str> = log.lines().filter(|line| line.contains("request{")).collect();
        let [log] = lines[..] else { panic!("{log}") };
        for part in ["INFO", "client=127.0.0.1", "method=GET", "path=\"/healthz\"", "status=200"] {
            assert!(log.contains(part), "{part}: {log}");
        }
    }
    let output = saffron(&["serve"]).env("RUST_LOG", "saffron=loud").output().expect("saffron runs");
    assert!(error_line(&output).starts_with("error: RUST_LOG: "), "{output:?}");
    let output = saffron(&["serve", "--log", "loud"]).output().expect("saffron runs");
    assert!(error_line(&output).contains("'--log <LEVEL>'"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_search_does_not_delay_the_stop() {
    let mut server = Running::start(&["serve", "--listen", "127.0.0.1:0", "--analyses", "1"]);
    let mut stream = TcpStream::connect(server.address()).expect("the server answers");
    let fen = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1";
    let body = format!(r#"{{"engine":"e","request":{{"variant":"shafran","fen":"{fen}"}}}}"#);
    let length = body.len();
    let head = "POST /api/analysis HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n";
    write!(stream, "{head}Content-Length: {length}\r\n\r\n{body}").expect("sent");
    let mut text = String::new();
    let mut reader = BufReader::new(stream);
    while !text.contains("{\"line\"") {
        assert!(reader.read_line(&mut text).expect("an answer") > 0, "{text}");
    }
    let told = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().expect("kill runs");
    assert!(told.success());
    let status = server.wait(Duration::from_secs(8)).expect("it stops by itself");
    assert_eq!(status.code(), Some(0));
}

/// Sends a GET request and returns the whole response.
fn get(address: &str, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server answers");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n{headers}\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn options_are_stronger_than_variables_and_these_than_the_file() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("strength-{}.toml", std::process::id()));
    std::fs::write(&file, "listen = \"127.0.0.1:0\"\nanalyses = 1\n").expect("a file");
    let searches = |command: &mut Command| {
        let mut server = Running::spawn(command.env("SAFFRON_CONFIG", &file));
        let answer = get(&server.address(), "/api/analysis", "");
        answer.rsplit("\r\n\r\n").next().expect("a body").to_owned()
    };
    assert!(searches(&mut saffron(&["serve"])).starts_with("{\"searches\":1,"));
    assert!(searches(saffron(&["serve"]).env("SAFFRON_ANALYSES", "2")).starts_with("{\"searches\":2,"));
    let mut command = saffron(&["serve", "--analyses", "3"]);
    assert!(searches(command.env("SAFFRON_ANALYSES", "2")).starts_with("{\"searches\":3,"));

    std::fs::write(&file, "# a comment\nlisen = \"127.0.0.1:0\"\n").expect("a file");
    let path = file.to_str().expect("text");
    let output = saffron(&["serve", "--config", path]).output().expect("saffron runs");
    let line = error_line(&output);
    assert!(line.starts_with(&format!("error: {path}: line 2: unknown field `lisen`, expected")), "{line}");
    std::fs::remove_file(&file).expect("removed");
    let output = saffron(&["serve", "--config", path]).output().expect("saffron runs");
    assert!(error_line(&output).starts_with(&format!("error: {path}: ")), "{output:?}");
}

#[test]
fn mail_needs_a_server_and_a_sender() {
    let output = saffron(&["serve", "--smtp-url", "smtp://127.0.0.1:1"]).output().expect("saffron runs");
    assert_eq!(error_line(&output), "error: e-mail needs a sender: --mail-from");
}

#[test]
fn a_wrong_variable_is_one_clear_error() {
    let output = saffron(&["serve"]).env("SAFFRON_SOCKETS", "many").output().expect("saffron runs");
    assert!(error_line(&output).contains("'--sockets <N>'"), "{output:?}");
}

/// GUIs start an engine without arguments, and must not get a server that outlives them.
#[test]
fn without_arguments_a_program_gets_no_server() {
    for variables in [&[][..], &[("SAFFRON_LISTEN", "127.0.0.1:0"), ("SAFFRON_SOCKETS", "many")][..]] {
        let mut command = saffron(&[]);
        command.envs(variables.iter().copied()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("saffron starts");
        // The input stays open, as a GUI leaves it.
        let input = child.stdin.take();
        let begun = Instant::now();
        while child.try_wait().expect("its status").is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(input);
        let output = child.wait_with_output().expect("its output");
        let line = error_line(&output);
        assert!(line.starts_with("error: this is Saffron, hexagonal chess"), "{line}");
        assert!(line.contains("`saffron uci`") && line.contains("saffron-uci") && line.contains("`saffron serve`"));
        assert!(output.stdout.is_empty(), "{output:?}");
    }
    assert!(error_line(&saffron(&[]).output().expect("saffron runs")).contains("`saffron help`"), "no input at all");
}

/// Runs the program with `script`, part of every Linux system, which provides a terminal.
#[test]
#[cfg(target_os = "linux")]
fn without_arguments_a_person_in_a_terminal_gets_the_page() {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{}", std::process::id()));
    let mut command = Command::new("script");
    command.args(["--quiet", "--flush", "--command", env!("CARGO_BIN_EXE_saffron"), "/dev/null"]);
    command.env("SAFFRON_LISTEN", "127.0.0.1:0").env("SAFFRON_DATA", &data).env("SHELL", "/bin/sh");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut server = Running::spawn(&mut command);
    assert!(get(&server.address(), "/healthz", "").starts_with("HTTP/1.1 200 OK\r\n"));
    // Ctrl-C in the terminal. The server must end with its terminal.
    server.child.stdin.take().expect("its input").write_all(&[3]).expect("written");
    assert!(server.wait(Duration::from_secs(60)).is_some(), "it goes on");
    let _ = std::fs::remove_dir_all(&data);
}

#[test]
fn a_server_without_quotas_is_for_this_machine_only() {
    for arguments in [
        &["serve", "--no-quotas", "--listen", "0.0.0.0:0"][..],
        &["serve", "--no-quotas", "--listen", "127.0.0.1:0", "--trust-proxy", "127.0.0.1"][..],
    ] {
        let output = saffron(arguments).output().expect("saffron runs");
        let line = error_line(&output);
        assert!(line.starts_with("error: a server without quotas is for tests on this machine"), "{line}");
    }
    let mut server = Running::start(&["serve", "--no-quotas", "--listen", "127.0.0.1:0", "--requests-burst", "1"]);
    let address = server.address();
    for _ in 0..20 {
        assert!(get(&address, "/healthz", "").starts_with("HTTP/1.1 200 OK\r\n"));
    }
}

#[test]
fn the_log_can_be_json() {
    let mut command = saffron(&["serve", "--listen", "127.0.0.1:0", "--log", "info", "--log-format", "json"]);
    let mut server = Running::spawn(&mut command);
    get(&server.address(), "/healthz", "");
    let mut errors = server.child.stderr.take().expect("its errors");
    drop(server);
    let mut text = String::new();
    errors.read_to_string(&mut text).expect("text");
    assert!(!text.is_empty());
    for line in text.lines() {
        assert!(line.starts_with('{') && line.ends_with('}') && line.contains("\"level\":\"INFO\""), "{line}");
    }
    assert!(text.contains("\"path\":\"/healthz\""), "{text}");
}

#[test]
fn metrics_have_a_listener_of_their_own_when_asked_for() {
    let mut server = Running::start(&["serve", "--listen", "127.0.0.1:0"]);
    let address = server.address();
    assert!(get(&address, "/metrics", "").contains("\nsaffron_connections 1\n"));
    assert!(get(&address, "/metrics", "X-Forwarded-For: 192.0.2.1\r\n").starts_with("HTTP/1.1 404"));
    assert!(get(&address, "/readyz", "").starts_with("HTTP/1.1 200 OK\r\n"));

    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address").to_string();
    let mut server = Running::start(&["serve", "--listen", "127.0.0.1:0", "--metrics-listen", &port]);
    let address = server.address();
    // The page has no /metrics; the address may be one of its pages, if it is built.
    assert!(!get(&address, "/metrics", "").contains("saffron_connections"));
    let metrics = get(&port, "/metrics", "");
    assert!(metrics.contains("\nsaffron_games 0\n"), "{metrics}");
    assert!(metrics.contains("saffron_requests_total{method=\"GET\",route=\"page\","), "{metrics}");
    assert!(get(&port, "/readyz", "").ends_with("ready\n"));
}

#[test]
fn a_busy_port_is_one_clear_error() {
    let holder = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = holder.local_addr().expect("its address").to_string();
    let output = saffron(&["serve", "--listen", &address]).output().expect("saffron runs");
    assert_eq!(
        error_line(&output),
        format!(
            "error: cannot listen on {address}: another program is using that port (choose another address with --listen ADDR)"
        )
    );
}

#[test]
fn an_invalid_address_is_one_clear_error() {
    for address in ["8070", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:eighty", "", ":", "192.0.2.1:8070", "a\nb:1"] {
        let output = saffron(&["serve", "--listen", address]).output().expect("saffron runs");
        let line = error_line(&output);
        assert!(line.starts_with("error: cannot listen on "), "{line}");
        assert!(line.ends_with("(choose another address with --listen ADDR)"), "{line}");
    }
}

#[test]
fn wrong_arguments_are_one_clear_error() {
    let cases: [(&[&str], &str); 5] = [
        (
            &["serve", "--trust-proxy", "proxy"],
            "error: invalid value 'proxy' for '--trust-proxy <ADDR>': not an IP address or a network such as 10.0.0.0/8",
        ),
        (&["serve", "--lisen", "x"], "error: unexpected argument '--lisen' found"),
        (&["serve", "--listen"], "error: a value is required for '--listen <ADDR>' but none was supplied"),
        (&["serve", "extra"], "error: unexpected argument 'extra' found"),
        (&["sreve"], "error: unrecognized subcommand 'sreve'"),
    ];
    for (arguments, expected) in cases {
        let output = saffron(arguments).output().expect("saffron runs");
        assert_eq!(error_line(&output), expected);
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    for (argument, expected) in [("--help", "serve"), ("--version", concat!("saffron ", env!("CARGO_PKG_VERSION")))] {
        let output = saffron(&[argument]).output().expect("saffron runs");
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stderr.is_empty());
        assert!(String::from_utf8_lossy(&output.stdout).contains(expected));
    }
}
