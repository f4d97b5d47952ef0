//! PostgreSQL for tests: the server that `SAFFRON_TEST_POSTGRES` names, or one of our own that lives as long as the
//! tests.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Makes a cluster in `$1`, with the programs in `$2`, and runs it until the standard input ends.
const SCRIPT: &str = r#"
set -e
cd "$1"
"$2/initdb" --pgdata="$1/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$1/initdb" 2>&1
"$2/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c max_connections=200 $3 >"$1/log" 2>&1 &
server=$!
until "$2/pg_isready" --quiet --host="$1"; do
    kill -0 $server
    sleep 0.05
done
echo ready
read -r line || true
kill -INT $server
wait $server || true
rm -rf "$1"
"#;

struct Cluster {
    url: String,
    /// Ends when this process does, since its standard input does then.
    _child: Option<Child>,
}

fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<_> = versions.flatten().map(|version| version.path().join("bin")).collect();
    found.retain(|path| path.join("initdb").exists() && path.join("postgres").exists());
    found.sort();
    found.pop()
}

fn start() -> Result<Cluster, String> {
    if let Ok(url) = std::env::var("SAFFRON_TEST_POSTGRES") {
        return Ok(Cluster { url, _child: None });
    }
    let programs = programs().ok_or("there is no server, and SAFFRON_TEST_POSTGRES names none")?;
    // Removed by the script, when the server has ended.
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?.keep();
    // The server refuses to run as root.
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    let mut command = if root {
        let owned = Command::new("chown").arg("postgres").arg(&folder).status();
        if !owned.is_ok_and(|status| status.success()) {
            return Err("there is no user postgres".into());
        }
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    let options = std::env::var("SAFFRON_TEST_POSTGRES_OPTIONS").unwrap_or("-c fsync=off".into());
    command.args(["-c", SCRIPT, "sh"]).arg(&folder).arg(programs).arg(options);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let mut ready = [0; 6];
    let read = child.stdout.as_mut().map(|output| output.read_exact(&mut ready));
    match read {
        Some(Ok(())) if &ready == b"ready\n" => {
            Ok(Cluster { url: format!("postgres://postgres@%2F{}", encode(&folder)), _child: Some(child) })
        }
        _ => Err(format!("the server did not start: see {}", folder.display())),
    }
}

fn encode(folder: &std::path::Path) -> String {
    folder.display().to_string().trim_start_matches('/').replace('/', "%2F")
}

async fn execute(url: &str, sql: &str) -> Result<(), String> {
    let connection = tokio_postgres::connect(url, tokio_postgres::NoTls).await;
    let (client, connection) = connection.map_err(|error| error.to_string())?;
    tokio::spawn(connection);
    client.batch_execute(sql).await.map_err(|error| error.to_string())
}

/// The address of a new, empty database; or why there is none.
pub(crate) async fn database() -> Result<String, String> {
    static CLUSTER: OnceLock<Result<Cluster, String>> = OnceLock::new();
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let cluster = CLUSTER.get_or_init(start).as_ref().map_err(Clone::clone)?;
    let name = format!("saffron_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    execute(&format!("{}/postgres", cluster.url), &format!("CREATE DATABASE {name}")).await?;
    Ok(format!("{}/{name}", cluster.url))
}

/// Removes a database of [`database`].
pub(crate) async fn remove(url: &str) {
    if let Some((server, name)) = url.rsplit_once('/') {
        let removed = execute(&format!("{server}/postgres"), &format!("DROP DATABASE {name} WITH (FORCE)")).await;
        removed.expect("the database is removed");
    }
}
