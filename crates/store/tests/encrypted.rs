//! PostgreSQL over TLS: a server of its own with a certificate of an authority that the test makes.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use saffron_store::{Database, Postgres, PostgresOptions, Statement, StoreError};

/// Makes an authority, a certificate for `localhost`, and a cluster in `$1`, with the programs in `$2`; runs it on port `$3`
/// until the standard input ends. Only encrypted connections are accepted.
const SCRIPT: &str = r#"
set -e
cd "$1"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=test authority" \
    -keyout authority.key -out authority.pem 2>openssl
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost \
    -keyout server.key -out server.csr 2>>openssl
echo subjectAltName=DNS:localhost >names
openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -extfile names \
    -out server.pem 2>>openssl
chmod 600 server.key
"$2/initdb" --pgdata="$1/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >initdb 2>&1
echo "hostssl all all 127.0.0.1/32 trust" >data/pg_hba.conf
"$2/postgres" -D "$1/data" -k "$1" -c listen_addresses=127.0.0.1 -p "$3" -c fsync=off -c ssl=on \
    -c ssl_cert_file="$1/server.pem" -c ssl_key_file="$1/server.key" >log 2>&1 &
server=$!
until "$2/pg_isready" --quiet --host=127.0.0.1 --port="$3"; do
    kill -0 $server
    sleep 0.05
done
chmod 755 "$1"
chmod 644 authority.pem
echo ready
read -r line || true
kill -INT $server
wait $server || true
rm -rf "$1"
"#;

struct Cluster {
    port: u16,
    authority: PathBuf,
    /// Ends when its standard input is closed.
    _child: Child,
}

fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.flatten().map(|version| version.path().join("bin"));
    folders.filter(|folder| folder.join("initdb").exists() && folder.join("postgres").exists()).max()
}

/// The server; or why there is none.
fn start() -> Result<Cluster, String> {
    let programs = programs().ok_or("there is no server")?;
    if !Command::new("openssl").arg("version").output().is_ok_and(|output| output.status.success()) {
        return Err("there is no openssl".to_owned());
    }
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = port.map_err(|error| error.to_string())?.port();
    // Removed by the script, when the server has ended.
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?.keep();
    // The server refuses to run as root.
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    let mut command = Command::new(if root { "runuser" } else { "sh" });
    if root {
        let owned = Command::new("chown").arg("postgres").arg(&folder).status();
        if !owned.is_ok_and(|status| status.success()) {
            return Err("there is no user postgres".to_owned());
        }
        command.args(["-u", "postgres", "--", "sh"]);
    }
    command.args(["-c", SCRIPT, "sh"]).arg(&folder).arg(programs).arg(port.to_string());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let mut ready = [0; 6];
    match child.stdout.as_mut().map(|output| output.read_exact(&mut ready)) {
        Some(Ok(())) if &ready == b"ready\n" => {
            Ok(Cluster { port, authority: folder.join("authority.pem"), _child: child })
        }
        _ => Err(format!("the server did not start: see {}", folder.display())),
    }
}

async fn open(url: &str) -> Result<Postgres, StoreError> {
    let options = PostgresOptions { patience: std::time::Duration::from_millis(500), ..PostgresOptions::default() };
    Postgres::open(url, &options).await
}

fn url(cluster: &Cluster, host: &str, mode: &str, authority: Option<&Path>) -> String {
    let port = cluster.port;
    let authority = authority.map(|path| format!("&sslrootcert={}", path.display())).unwrap_or_default();
    format!("postgres://postgres@{host}:{port}/postgres?sslmode={mode}{authority}")
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_encrypted_and_the_server_is_verified() {
    let cluster = match start() {
        Ok(cluster) => cluster,
        Err(reason) => return println!("left out: {reason}"),
    };
    let authority = Some(cluster.authority.as_path());
    for mode in ["verify-full", "require"] {
        let database = open(&url(&cluster, "localhost", mode, authority)).await.expect("an encrypted connection");
        let sql =
            "SELECT CAST(CASE WHEN ssl THEN 1 ELSE 0 END AS BIGINT) FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        let rows = database.read(Statement::new(sql)).await.expect("a row");
        assert_eq!(rows[0].clone().first::<i64>(), Ok(1));
        database.flush().await.expect("the writer");
        database.close().await.expect("closed");
    }
    for (url, reason) in [
        (url(&cluster, "127.0.0.1", "verify-full", authority), "certificate"),
        (url(&cluster, "localhost", "verify-full", None), "certificate"),
        (url(&cluster, "localhost", "disable", None), "no encryption"),
    ] {
        let Err(StoreError::Io(error)) = open(&url).await else { panic!("{url}") };
        assert!(error.contains(reason), "{url}: {error}");
    }
}
