//! `saffron serve`: the web server.

mod descriptors;
mod log;
mod settings;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use saffron_server::{Server, stop_signal};
use saffron_service::config::{ServerConfig, VariantFile};

use crate::error::CliError;
use crate::serve::settings::Settings;
use crate::user_variants::{Loaded, load_files};

/// Run the web server until Ctrl-C
///
/// Each setting can also be given by the variable shown with it, and in a file (--config) under the name of its option without
/// the dashes. Options take precedence over variables, and variables over the file. For files of variants (--variants) these
/// are the variable SAFFRON_VARIANTS, with the files separated as in PATH, and the list variants.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Settings file (TOML); packaging/saffron.toml and the release archives contain an example with all settings
    #[arg(long, env = "SAFFRON_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    settings: Settings,

    /// Lift the limits per visitor or account on requests, searches, connections, sockets, their messages and watched games,
    /// lines of chats, reports, guests, registrations, sign-ins, e-mails, seeks, challenges and games: for load tests on this
    /// machine. Refused if other machines can reach the server
    #[arg(long)]
    no_quotas: bool,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Serves until the program is stopped.
pub(crate) fn run(arguments: &Arguments, variants: Vec<Loaded>) -> Result<(), CliError> {
    let file = arguments.config.as_deref().map(Settings::read).transpose()?;
    let settings = arguments.settings.clone().or(file.unwrap_or_default());
    settings.check_together()?;
    log::start(settings.log.as_deref(), settings.log_format.unwrap_or_default())?;
    let mut config = settings.config();
    let variants = if variants.is_empty() { load_files(settings.variant_files())? } else { variants };
    config.service.variants = variants.into_iter().map(variant_file).collect();
    if arguments.no_quotas {
        config = config.without_quotas();
    }
    let wished = settings.sockets.map(|_| config.service.sockets.total);
    let connections = config.connections.total.saturating_add(config.connections.reserve);
    let others = connections.saturating_add(descriptors::tables(config.tables.as_deref()));
    config.service.sockets.total = descriptors::sockets(wished, config.service.sockets.total, others);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::new(format_args!("cannot start the server: {error}")))?;
    runtime.block_on(serve(settings.listen(), config, arguments.open))
}

fn variant_file(loaded: Loaded) -> VariantFile {
    let Loaded { path, text, variants } = loaded;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    VariantFile { name, text, variants }
}

async fn serve(listen: &str, config: ServerConfig, open: bool) -> Result<(), CliError> {
    let server = Server::bind(listen)
        .await
        .map_err(|error| CliError::new(format_args!("{error} (choose another address with --listen ADDR)")))?
        .with_config(config);
    let stop = stop_signal();
    let url = url(server.local_addr());
    let (address, has_page) = (server.local_addr(), server.has_page());
    let server = server.start().await.map_err(CliError::new)?;
    announce(address, has_page, &url);
    if open {
        open_browser(&url);
    }
    server.run(stop).await;
    Ok(())
}

/// Prints the server's URL. The server continues even if standard output is closed.
fn announce(address: SocketAddr, has_page: bool, url: &str) {
    let mut out = std::io::stdout();
    let _ = if address.ip().is_unspecified() {
        writeln!(out, "Saffron listens on {address}; on this machine it is {url}")
    } else {
        writeln!(out, "Saffron is ready: {url}")
    };
    if !has_page {
        let _ = writeln!(out, "The page is not built into this program: `cargo saffron` builds both.");
    }
    let _ = writeln!(out, "Press Ctrl-C to stop.");
    let _ = out.flush();
}

/// Returns the URL by which a browser on this machine reaches a server that listens on this address.
fn url(mut address: SocketAddr) -> String {
    match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    format!("http://{address}")
}

/// Opens the page in the default browser. A failure is only a warning.
fn open_browser(url: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // Waiting for the child prevents a zombie process.
            std::thread::spawn(move || child.wait());
        }
        Err(_) => {
            let _ = writeln!(std::io::stderr(), "warning: no browser could be opened; open {url} yourself");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::url;

    #[test]
    fn the_url_is_one_that_a_browser_here_can_open() {
        let cases = [
            ("127.0.0.1:8070", "http://127.0.0.1:8070"),
            ("0.0.0.0:80", "http://127.0.0.1:80"),
            ("[::]:8070", "http://[::1]:8070"),
            ("192.0.2.7:1", "http://192.0.2.7:1"),
        ];
        for (address, expected) in cases {
            assert_eq!(url(address.parse().expect("an address")), expected);
        }
    }
}
