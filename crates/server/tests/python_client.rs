//! Tests the Python client that docs/protocol.md contains, in a game on a real server.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use saffron_server::{Page, Server};
use saffron_service::config::{Quota, ServerConfig, Storage};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The client needs about six seconds, most of which the server makes it wait.
const LIMIT: Duration = Duration::from_secs(120);

/// Command of a Python 3, if there is one.
fn python() -> Option<&'static str> {
    ["python3", "python"].into_iter().find(|name| {
        let answer = Command::new(name).args(["-c", "import sys; sys.exit(sys.version_info < (3, 8))"]).output();
        answer.is_ok_and(|answer| answer.status.success())
    })
}

/// Starts the client.
fn play(python: &str, url: &str) -> Child {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients/python/play.py");
    // -B: no compiled files next to the sources.
    let mut command = Command::new(python);
    command.arg("-B").arg(script).args([url, "--restart"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("Python starts")
}

/// Waits for the client. Returns its output, and whether it exited with status 0. `restart` is notified when the client
/// asks for a restart of the server.
fn follow(mut child: Child, restart: oneshot::Sender<()>) -> (String, bool) {
    let (out, mut errors) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let read = std::thread::spawn(move || {
        let (mut text, mut restart) = (String::new(), Some(restart));
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if line == "restart the server now"
                && let Some(restart) = restart.take()
            {
                let _ = restart.send(());
            }
            text.extend([&line, "\n"]);
        }
        let _ = errors.read_to_string(&mut text);
        text
    });
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the state of the client") {
            break Some(status);
        }
        if begun.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    (read.join().expect("text"), status.is_some_and(|status| status.success()))
}

/// A running server and the handle that stops it.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

async fn start(address: &str, file: PathBuf) -> Running {
    let mut config = ServerConfig { storage: Storage::File(file), ..ServerConfig::default() };
    // A quota so small that the client has to wait.
    config.quotas.requests = Quota { burst: 5, refill: Duration::from_millis(250) };
    let server = Server::bind(address).await.expect("a port").with_config(config).with_page(Page::default());
    let address = server.local_addr();
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(async move {
        let stopped = async { drop(stopped.await) };
        server.run(stopped).await.expect("a server");
    });
    Running { address, stop, task }
}

/// Without Python 3.8 the test is skipped with a message; if `CI` is set, it fails.
#[tokio::test(flavor = "multi_thread")]
async fn the_client_of_the_page_plays_a_game_through_broken_connections_and_a_restart() {
    let Some(python) = python() else {
        let is_ci = std::env::var_os("CI").is_some_and(|value| value != "false" && !value.is_empty());
        assert!(!is_ci, "the test of the client in Python needs Python 3.8");
        // Written directly, so that the test's output capture does not hide it.
        let _ = writeln!(std::io::stderr(), "LEFT OUT: the test of the client in Python, since there is no Python 3.8");
        return;
    };
    let folder = std::env::temp_dir().join(format!("saffron-python-client-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("saffron.db");
    let first = start("127.0.0.1:0", file.clone()).await;
    let url = format!("http://{}", first.address);
    let (asked, restart) = oneshot::channel();
    let client = tokio::task::spawn_blocking(move || follow(play(python, &url), asked));
    // If the client exits before it asks, its output says why.
    let mut second = None;
    if restart.await.is_ok() {
        first.stop.send(()).expect("a running server");
        first.task.await.expect("it stops");
        second = Some(start(&first.address.to_string(), file).await);
    }
    let (said, passed) = client.await.expect("it ends");
    drop(second);
    let _ = std::fs::remove_dir_all(&folder);
    assert!(passed, "{said}");
    for stage in [
        "too_many_requests, waiting for",
        "sent three times and carried out once",
        "closed with 1013 session changed",
        "rate_limited, waiting for",
        "White: the connection is closed with 1012 restart",
        "5 plies, Checkmate: all as the page says",
    ] {
        assert!(said.contains(stage), "{stage:?} is missing in:\n{said}");
    }
}
