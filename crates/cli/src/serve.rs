//! `saffron serve`: the game in the browser.

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use saffron_server::{
    AccountConfig, AnalysisLimits, ComputerLimits, IpNet, MailConfig, PlayConfig, PublicUrl, Server, ServerConfig,
    Storage, VariantFile, stop_signal,
};

use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::data::database_file;
use crate::error::CliError;
use crate::user_variants::Loaded;

const DEFAULT_LISTEN: &str = "127.0.0.1:8070";

/// Serve the game to browsers, until Ctrl-C
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = DEFAULT_LISTEN)]
    listen: String,

    /// Let visitors analyse with the engine of this machine, so many at a time; 0 switches it off [default: one less
    /// than there are processors, at least 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=1024))]
    analyses: Option<u16>,

    /// Address or network (10.0.0.0/8) of reverse proxies whose X-Forwarded-For header names the visitors; may be given
    /// several times
    #[arg(long, value_name = "ADDR", value_parser = parse_network)]
    trust_proxy: Vec<IpNet>,

    /// URL by which visitors reach the server, with its scheme; it is written into links and previews
    /// [default: the host that a visitor asks for]
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,

    /// Folder for what must last: accounts, games, ratings [default: the folder saffron in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Send e-mail (confirmations of addresses, new passwords) by this mail server: smtps://USER:PASSWORD@HOST,
    /// smtp://HOST:587?tls=required; needs --mail-from and --public-url. Without it the variable SAFFRON_SMTP_URL counts,
    /// which other users of this machine cannot see
    #[arg(long, value_name = "URL")]
    smtp_url: Option<String>,

    /// The sender of e-mail: "Saffron <noreply@chess.example>"
    #[arg(long, value_name = "ADDRESS")]
    mail_from: Option<String>,

    /// Log to standard error: info has one line for each request. Without it the filter in the variable RUST_LOG counts,
    /// and without that, warnings are logged
    #[arg(long, value_name = "LEVEL", value_parser = ["off", "error", "warn", "info", "debug", "trace"])]
    log: Option<String>,

    /// Open the game in the browser
    #[arg(long)]
    open: bool,

    /// Threads on which computer players search their moves; 0 for no computer players [default: half of the processors,
    /// at least 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=1024))]
    computers: Option<u16>,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            listen: DEFAULT_LISTEN.to_owned(),
            analyses: None,
            trust_proxy: Vec::new(),
            public_url: None,
            data: None,
            smtp_url: None,
            mail_from: None,
            log: None,
            open: false,
            computers: None,
        }
    }
}

fn parse_network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address.or_else(|_| text.parse()).map_err(|_| "not an IP address or a network such as 10.0.0.0/8".to_owned())
}

/// Serves until the program is told to stop.
pub(crate) fn run(arguments: &Arguments, variants: Vec<Loaded>) -> Result<(), CliError> {
    start_log(arguments.log.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::new(format_args!("cannot start the server: {error}")))?;
    runtime.block_on(serve(arguments, variants))
}

/// Sends log lines to standard error.
fn start_log(level: Option<&str>) -> Result<(), CliError> {
    let (name, filter) = match level {
        Some(level) => ("--log", level.to_owned()),
        None => ("RUST_LOG", std::env::var("RUST_LOG").unwrap_or_else(|_| "warn".to_owned())),
    };
    let filter: Targets = filter.parse().map_err(|error| CliError::new(format_args!("{name}: {error}")))?;
    let colors = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colors);
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    Ok(())
}

async fn serve(arguments: &Arguments, variants: Vec<Loaded>) -> Result<(), CliError> {
    let server = Server::bind(&arguments.listen)
        .await
        .map_err(|error| CliError::new(format_args!("{error} (choose where with --listen ADDR)")))?
        .with_config(config(arguments, variants)?);
    let stop = stop_signal();
    let url = url(server.local_addr());
    let (address, has_page) = (server.local_addr(), server.has_page());
    let server = server.start().await.map_err(CliError::new)?;
    announce(address, has_page, &url);
    if arguments.open {
        open_browser(&url);
    }
    server.run(stop).await;
    Ok(())
}

fn config(arguments: &Arguments, variants: Vec<Loaded>) -> Result<ServerConfig, CliError> {
    let analysis = match arguments.analyses {
        None => AnalysisLimits::default(),
        Some(0) => AnalysisLimits::none(),
        Some(searches) => AnalysisLimits::searches(usize::from(searches)),
    };
    let computers =
        arguments.computers.map_or_else(ComputerLimits::default, |threads| ComputerLimits::threads(threads.into()));
    let file = |Loaded { path, text, variants }| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        VariantFile { name, text, variants }
    };
    let variants = variants.into_iter().map(file).collect();
    let accounts = AccountConfig { mail: mail(arguments)?, ..AccountConfig::default() };
    Ok(ServerConfig {
        analysis,
        trusted_proxies: arguments.trust_proxy.clone(),
        public_url: arguments.public_url.clone(),
        storage: Storage::File(database_file(arguments.data.as_deref())),
        play: PlayConfig { accounts, computers, variants, ..PlayConfig::default() },
        ..ServerConfig::default()
    })
}

/// How e-mail is sent, where it is.
fn mail(arguments: &Arguments) -> Result<Option<MailConfig>, CliError> {
    let by_variable = || std::env::var("SAFFRON_SMTP_URL").ok().filter(|url| !url.is_empty());
    match (arguments.smtp_url.clone().or_else(by_variable), arguments.mail_from.clone()) {
        (Some(server), Some(from)) => Ok(Some(MailConfig { server, from })),
        (Some(_), None) => Err(CliError::new("e-mail needs a sender: --mail-from")),
        (None, Some(_)) => Err(CliError::new("e-mail needs a mail server: --smtp-url or SAFFRON_SMTP_URL")),
        (None, None) => Ok(None),
    }
}

/// Prints where the game is. The server goes on when standard output is closed.
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

/// The URL by which a browser on this machine reaches a server that listens on this address.
fn url(mut address: SocketAddr) -> String {
    match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    format!("http://{address}")
}

/// Opens the page in the default browser. A failure is a warning.
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
            // Waited for, so that no finished process is left behind.
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
