//! Settings of `saffron serve`, from options, environment variables and a file. Options take precedence over variables, and
//! variables over the file.

use std::fmt::Display;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use saffron_server::IpNet;
use saffron_service::config::{
    AccountConfig, AccountLimits, AnalysisLimits, ComputerLimits, ConnectionLimits, MailConfig, MiningLimits,
    PublicUrl, Quota, Quotas, ServerConfig, ServiceConfig, SocketLimits, StandingSimul, Storage,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::data::{database_file, tables_folder};
use crate::error::CliError;

/// Default address to listen on.
const DEFAULT_LISTEN: &str = "127.0.0.1:8070";

/// Default time of mining for puzzles each night, in minutes, and its hour.
const PUZZLE_MINUTES: u16 = 20;
const PUZZLE_HOUR: u8 = 2;

/// Default number of arenas that the server itself holds in an hour.
const STANDING_ARENAS: u8 = 1;
const STANDING_SIMUL: &str = "18:00 UTC";

/// Environment variable with files of variants, separated as in `PATH`.
const VARIANTS: &str = "SAFFRON_VARIANTS";

/// Maximum size of a settings file in bytes.
const MAX_FILE: u64 = 64 * 1024;

/// Settings of the server. Each can be given as an option, as a variable `SAFFRON_...` and in the file, under the same name.
#[derive(Clone, PartialEq, Debug, Default, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Settings {
    /// Address and port to listen on; port 0 picks a free one [default: 127.0.0.1:8070]
    #[arg(long, env = "SAFFRON_LISTEN", value_name = "ADDR")]
    pub(crate) listen: Option<String>,

    /// Folder of the permanent data: accounts, games, ratings [default: the state directory of the systemd unit; otherwise the
    /// folder saffron in the user's data folder]
    #[arg(long, env = "SAFFRON_DATA", value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// Folder of endgame tables made by saffron tables build, with a subfolder for each variant. Tables of three pieces are
    /// part of the program [default: tables in the data folder]
    #[arg(long, env = "SAFFRON_TABLES", value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,

    /// PostgreSQL database for the permanent data, postgres://USER:PASSWORD@HOST/NAME, instead of a file in the data folder;
    /// add ?sslmode=verify-full for encryption. Other users of this machine can see options, but not variables or the file
    #[arg(long, env = "SAFFRON_DATABASE", value_name = "URL", hide_env_values = true)]
    pub(crate) database: Option<String>,

    /// URL at which visitors reach the server, with its scheme; used in links and previews [default: the host that a visitor
    /// requests]
    #[arg(long, env = "SAFFRON_PUBLIC_URL", value_name = "URL")]
    #[serde(deserialize_with = "from_text")]
    pub(crate) public_url: Option<PublicUrl>,

    /// Address or network (10.0.0.0/8) of reverse proxies whose X-Forwarded-For header gives the visitor's address; can be
    /// given several times, or with commas
    #[arg(long, env = "SAFFRON_TRUST_PROXY", value_name = "ADDR", value_delimiter = ',')]
    pub(crate) trust_proxy: Option<Vec<Network>>,

    /// Mail server for confirmations and password resets: smtps://USER:PASSWORD@HOST, smtp://HOST:25?tls=required or
    /// smtp://127.0.0.1:25. Without it no e-mail is sent. Other users of this machine can see options, but not variables or the
    /// file
    #[arg(long, env = "SAFFRON_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub(crate) smtp_url: Option<String>,

    /// Sender of e-mail: "Saffron <noreply@chess.example>"
    #[arg(long, env = "SAFFRON_MAIL_FROM", value_name = "ADDRESS")]
    pub(crate) mail_from: Option<String>,

    /// Origin of a push service that may be used besides the public ones of browsers, such as http://127.0.0.1:8090; can be given
    /// several times, or with commas
    #[arg(long, env = "SAFFRON_PUSH_SERVICE", value_name = "ORIGIN", value_delimiter = ',')]
    pub(crate) push_service: Option<Vec<String>>,

    /// Number of concurrent analyses by visitors with the engine of this machine; 0 disables them [default: the number of
    /// processors less one, at least 1]
    #[arg(long, env = "SAFFRON_ANALYSES", value_name = "N", value_parser = clap::value_parser!(u16).range(..=1024))]
    pub(crate) analyses: Option<u16>,

    /// Number of concurrent searches of the computer players, each on one thread; 0 disables the players [default: half of the
    /// processors, at least 1]
    #[arg(long, env = "SAFFRON_COMPUTERS", value_name = "N", value_parser = clap::value_parser!(u16).range(..=1024))]
    pub(crate) computers: Option<u16>,

    /// Minutes of one processor in which the server makes puzzles of its games each night; 0 makes none [default: 20]
    #[arg(long, env = "SAFFRON_PUZZLE_MINUTES", value_name = "MINUTES", value_parser = clap::value_parser!(u16).range(..=1440))]
    pub(crate) puzzle_minutes: Option<u16>,

    /// Hour at which that begins, from 0 to 23 (UTC) [default: 2]
    #[arg(long, env = "SAFFRON_PUZZLE_HOUR", value_name = "HOUR", value_parser = clap::value_parser!(u8).range(..=23))]
    pub(crate) puzzle_hour: Option<u8>,

    /// Arenas that the server itself holds in an hour: 0, 1 or 2. One to which no one comes leaves nothing [default: 1]
    #[arg(long, env = "SAFFRON_STANDING_ARENAS", value_name = "N", value_parser = clap::value_parser!(u8).range(..=2))]
    pub(crate) standing_arenas: Option<u8>,

    /// Time at which a computer gives a simul every day, with a time zone, or none. One to which no one comes leaves nothing [default:
    /// 18:00 UTC]
    #[arg(long, env = "SAFFRON_STANDING_SIMUL", value_name = "TIME", value_parser = checked_simul)]
    pub(crate) standing_simul: Option<String>,

    /// Files of variants. The option --variants belongs to the whole program and is read before these settings.
    #[arg(skip)]
    pub(crate) variants: Option<Vec<PathBuf>>,

    /// Log to standard error; info logs one line per request [default: the filter in the variable RUST_LOG, otherwise warnings]
    #[arg(long, env = "SAFFRON_LOG", value_name = "LEVEL", value_parser = LOG_LEVELS, help_heading = OPERATION)]
    pub(crate) log: Option<String>,

    /// Format of the log: text, or json with one object per line [default: text]
    #[arg(long, env = "SAFFRON_LOG_FORMAT", value_name = "FORMAT", help_heading = OPERATION)]
    pub(crate) log_format: Option<LogFormat>,

    /// Address and port of a separate listener for /metrics. Without it, /metrics is served only to programs on this machine
    /// that connect to the server directly
    #[arg(long, env = "SAFFRON_METRICS_LISTEN", value_name = "ADDR", help_heading = OPERATION)]
    pub(crate) metrics_listen: Option<String>,

    /// Seconds that open requests have to finish when the server stops [default: 10]
    #[arg(long, env = "SAFFRON_SHUTDOWN_TIMEOUT", value_name = "SECONDS", help_heading = OPERATION,
        value_parser = clap::value_parser!(u16).range(1..=600))]
    pub(crate) shutdown_timeout: Option<u16>,

    /// Seconds to receive the head of a request; also closes idle connections [default: 15]
    #[arg(long, env = "SAFFRON_HEAD_TIMEOUT", value_name = "SECONDS", help_heading = OPERATION,
        value_parser = clap::value_parser!(u16).range(1..=600))]
    pub(crate) head_timeout: Option<u16>,

    /// Seconds from the head of a request to the head of its response, in which its body must arrive [default: 10]
    #[arg(long, env = "SAFFRON_REQUEST_TIMEOUT", value_name = "SECONDS", help_heading = OPERATION,
        value_parser = clap::value_parser!(u16).range(1..=600))]
    pub(crate) request_timeout: Option<u16>,

    /// Seconds after which a response is aborted if the visitor does not read it [default: 30]
    #[arg(long, env = "SAFFRON_WRITE_TIMEOUT", value_name = "SECONDS", help_heading = OPERATION,
        value_parser = clap::value_parser!(u16).range(1..=600))]
    pub(crate) write_timeout: Option<u16>,

    /// Open connections of all visitors, not counting sockets [default: 768]
    #[arg(long, env = "SAFFRON_CONNECTIONS", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) connections: Option<u32>,

    /// Open connections of one visitor [default: 96]
    #[arg(long, env = "SAFFRON_CONNECTIONS_PER_CLIENT", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) connections_per_client: Option<u32>,

    /// Open sockets of all visitors, one for each open page [default: 30000, or as many as the system's limit of file
    /// descriptors allows]
    #[arg(long, env = "SAFFRON_SOCKETS", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) sockets: Option<u32>,

    /// Open sockets of one visitor [default: 64]
    #[arg(long, env = "SAFFRON_SOCKETS_PER_CLIENT", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) sockets_per_client: Option<u32>,

    /// Requests per second of one visitor, after a burst [default: 200]
    #[arg(long, env = "SAFFRON_REQUESTS_PER_SECOND", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) requests_per_second: Option<u32>,

    /// Burst of requests of one visitor [default: 2000]
    #[arg(long, env = "SAFFRON_REQUESTS_BURST", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) requests_burst: Option<u32>,

    /// Searches per second of one visitor, pictures included, after a burst [default: 10]
    #[arg(long, env = "SAFFRON_SEARCHES_PER_SECOND", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) searches_per_second: Option<u32>,

    /// Burst of searches of one visitor [default: 100]
    #[arg(long, env = "SAFFRON_SEARCHES_BURST", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) searches_burst: Option<u32>,

    /// New guests per hour from one visitor, after a burst [default: 720]
    #[arg(long, env = "SAFFRON_GUESTS_PER_HOUR", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) guests_per_hour: Option<u32>,

    /// Burst of new guests from one visitor [default: 100]
    #[arg(long, env = "SAFFRON_GUESTS_BURST", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) guests_burst: Option<u32>,

    /// New accounts per hour from one visitor, after a burst [default: 60]
    #[arg(long, env = "SAFFRON_REGISTRATIONS_PER_HOUR", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) registrations_per_hour: Option<u32>,

    /// Burst of new accounts from one visitor [default: 50]
    #[arg(long, env = "SAFFRON_REGISTRATIONS_BURST", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) registrations_burst: Option<u32>,

    /// Sign-in attempts per hour from one visitor, after a burst [default: 360]
    #[arg(long, env = "SAFFRON_SIGN_INS_PER_HOUR", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) sign_ins_per_hour: Option<u32>,

    /// Burst of sign-in attempts from one visitor [default: 60]
    #[arg(long, env = "SAFFRON_SIGN_INS_BURST", value_name = "N", help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) sign_ins_burst: Option<u32>,
}

/// Section headings of the help.
const OPERATION: &str = "Operation";
const LIMITS: &str = "Limits";

const LOG_LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// Format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// Network, or a single address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Network(IpNet);

impl FromStr for Network {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let address = text.parse::<IpAddr>().map(IpNet::from);
        let network = address.or_else(|_| text.parse());
        network.map(Self).map_err(|_| "not an IP address or a network such as 10.0.0.0/8")
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Deserializes a value from a string.
fn from_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<Option<T>, D::Error> {
    String::deserialize(deserializer)?.parse().map(Some).map_err(D::Error::custom)
}

impl Settings {
    /// Reads a settings file.
    ///
    /// # Errors
    /// If the file cannot be read or parsed. An unknown key or invalid value is reported with its line.
    pub(crate) fn read(file: &Path) -> Result<Self, CliError> {
        use std::io::Read;
        let failed = |reason: &dyn Display| CliError::new(format_args!("{}: {reason}", file.display()));
        let mut text = String::new();
        let opened = std::fs::File::open(file).and_then(|opened| opened.take(MAX_FILE + 1).read_to_string(&mut text));
        opened.map_err(|error| failed(&error))?;
        if text.len() as u64 > MAX_FILE {
            return Err(failed(&"too long for a file of settings"));
        }
        let settings = Self::parse(&text).map_err(|problem| failed(&problem))?;
        settings.check().map_err(|problem| failed(&problem))?;
        Ok(settings)
    }

    /// Parses the text of a settings file.
    ///
    /// # Errors
    /// If the text is invalid; the error names the line.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            format!("line {}: {}", before.matches('\n').count() + 1, error.message())
        })
    }

    /// Checks values from a file as clap checks those of the options.
    fn check(&self) -> Result<(), String> {
        let Self { analyses, computers, log, .. } = self;
        if analyses.is_some_and(|analyses| analyses > 1024) {
            return Err("analyses: at most 1024".to_owned());
        }
        if computers.is_some_and(|computers| computers > 1024) {
            return Err("computers: at most 1024".to_owned());
        }
        if self.puzzle_minutes.is_some_and(|minutes| minutes > 1440) {
            return Err("puzzle-minutes: at most 1440".to_owned());
        }
        if self.puzzle_hour.is_some_and(|hour| hour > 23) {
            return Err("puzzle-hour: at most 23".to_owned());
        }
        if self.standing_arenas.is_some_and(|arenas| arenas > 2) {
            return Err("standing-arenas: at most 2".to_owned());
        }
        if let Some(time) = &self.standing_simul {
            standing_simul(time).map_err(|error| format!("standing-simul: {error}"))?;
        }
        if let Some(log) = log
            && !LOG_LEVELS.contains(&log.as_str())
        {
            return Err(format!("log: {log:?} is not one of {}", LOG_LEVELS.join(", ")));
        }
        let timeouts = [
            ("shutdown-timeout", self.shutdown_timeout),
            ("head-timeout", self.head_timeout),
            ("request-timeout", self.request_timeout),
            ("write-timeout", self.write_timeout),
        ];
        if let Some((name, _)) =
            timeouts.iter().find(|(_, seconds)| seconds.is_some_and(|seconds| !(1..=600).contains(&seconds)))
        {
            return Err(format!("{name}: 1 to 600 seconds"));
        }
        let counts = [
            ("connections", self.connections),
            ("connections-per-client", self.connections_per_client),
            ("sockets", self.sockets),
            ("sockets-per-client", self.sockets_per_client),
            ("requests-per-second", self.requests_per_second),
            ("requests-burst", self.requests_burst),
            ("searches-per-second", self.searches_per_second),
            ("searches-burst", self.searches_burst),
            ("guests-per-hour", self.guests_per_hour),
            ("guests-burst", self.guests_burst),
            ("registrations-per-hour", self.registrations_per_hour),
            ("registrations-burst", self.registrations_burst),
            ("sign-ins-per-hour", self.sign_ins_per_hour),
            ("sign-ins-burst", self.sign_ins_burst),
        ];
        match counts.iter().find(|(_, count)| count.is_some_and(|count| !(1..=1_000_000).contains(&count))) {
            Some((name, _)) => Err(format!("{name}: 1 to 1000000")),
            None => Ok(()),
        }
    }

    /// Returns these settings, with missing values taken from `weaker`.
    pub(crate) fn or(self, weaker: Self) -> Self {
        Self {
            listen: self.listen.or(weaker.listen),
            data: self.data.or(weaker.data),
            tables: self.tables.or(weaker.tables),
            database: self.database.or(weaker.database),
            public_url: self.public_url.or(weaker.public_url),
            trust_proxy: self.trust_proxy.or(weaker.trust_proxy),
            smtp_url: self.smtp_url.or(weaker.smtp_url),
            mail_from: self.mail_from.or(weaker.mail_from),
            push_service: self.push_service.or(weaker.push_service),
            analyses: self.analyses.or(weaker.analyses),
            computers: self.computers.or(weaker.computers),
            puzzle_minutes: self.puzzle_minutes.or(weaker.puzzle_minutes),
            puzzle_hour: self.puzzle_hour.or(weaker.puzzle_hour),
            standing_arenas: self.standing_arenas.or(weaker.standing_arenas),
            standing_simul: self.standing_simul.or(weaker.standing_simul),
            log: self.log.or(weaker.log),
            log_format: self.log_format.or(weaker.log_format),
            metrics_listen: self.metrics_listen.or(weaker.metrics_listen),
            shutdown_timeout: self.shutdown_timeout.or(weaker.shutdown_timeout),
            connections: self.connections.or(weaker.connections),
            connections_per_client: self.connections_per_client.or(weaker.connections_per_client),
            sockets: self.sockets.or(weaker.sockets),
            sockets_per_client: self.sockets_per_client.or(weaker.sockets_per_client),
            requests_per_second: self.requests_per_second.or(weaker.requests_per_second),
            requests_burst: self.requests_burst.or(weaker.requests_burst),
            searches_per_second: self.searches_per_second.or(weaker.searches_per_second),
            searches_burst: self.searches_burst.or(weaker.searches_burst),
            variants: self.variants.or(weaker.variants),
            head_timeout: self.head_timeout.or(weaker.head_timeout),
            request_timeout: self.request_timeout.or(weaker.request_timeout),
            write_timeout: self.write_timeout.or(weaker.write_timeout),
            guests_per_hour: self.guests_per_hour.or(weaker.guests_per_hour),
            guests_burst: self.guests_burst.or(weaker.guests_burst),
            registrations_per_hour: self.registrations_per_hour.or(weaker.registrations_per_hour),
            registrations_burst: self.registrations_burst.or(weaker.registrations_burst),
            sign_ins_per_hour: self.sign_ins_per_hour.or(weaker.sign_ins_per_hour),
            sign_ins_burst: self.sign_ins_burst.or(weaker.sign_ins_burst),
        }
    }

    /// Checks the combination of all sources.
    ///
    /// # Errors
    /// If a required setting or folder is missing.
    pub(crate) fn check_together(&self) -> Result<(), CliError> {
        if let Some(folder) = &self.tables {
            let read = std::fs::read_dir(folder);
            read.map_err(|error| CliError::new(format_args!("--tables: {}: {error}", folder.display())))?;
        }
        match (&self.smtp_url, &self.mail_from) {
            (Some(_), None) => Err(CliError::new("e-mail needs a sender: --mail-from")),
            (None, Some(_)) => Err(CliError::new("e-mail needs a mail server: --smtp-url or SAFFRON_SMTP_URL")),
            _ => Ok(()),
        }
    }

    /// Returns the files of variants from the environment variable, or else from the settings file.
    pub(crate) fn variant_files(&self) -> Vec<PathBuf> {
        match std::env::var_os(VARIANTS) {
            Some(files) => std::env::split_paths(&files).filter(|file| !file.as_os_str().is_empty()).collect(),
            None => self.variants.clone().unwrap_or_default(),
        }
    }

    fn mail(&self) -> Option<MailConfig> {
        Some(MailConfig { server: self.smtp_url.clone()?, from: self.mail_from.clone()? })
    }

    /// Returns the address to listen on.
    pub(crate) fn listen(&self) -> &str {
        self.listen.as_deref().unwrap_or(DEFAULT_LISTEN)
    }

    /// Returns the server's configuration, with defaults for missing settings.
    #[allow(clippy::needless_update, reason = "what cannot be set keeps its default")]
    pub(crate) fn config(&self) -> ServerConfig {
        let analysis = match self.analyses {
            None => AnalysisLimits::default(),
            Some(0) => AnalysisLimits::none(),
            Some(searches) => AnalysisLimits::searches(usize::from(searches)),
        };
        let count = |set: Option<u32>, default| set.map_or(default, |set| usize::try_from(set).unwrap_or(usize::MAX));
        let seconds = |set: Option<u16>, default| set.map_or(default, |seconds| Duration::from_secs(seconds.into()));
        let connections = ConnectionLimits::default();
        let accounts = AccountLimits::default();
        let sockets = SocketLimits::default();
        let quotas = Quotas::default();
        ServerConfig {
            analysis,
            connections: ConnectionLimits {
                total: count(self.connections, connections.total),
                per_client: count(self.connections_per_client, connections.per_client),
                head_timeout: seconds(self.head_timeout, connections.head_timeout),
                request_timeout: seconds(self.request_timeout, connections.request_timeout),
                write_timeout: seconds(self.write_timeout, connections.write_timeout),
                shutdown_timeout: seconds(self.shutdown_timeout, connections.shutdown_timeout),
                ..connections
            },
            quotas: Quotas {
                requests: quota(self.requests_burst, self.requests_per_second, SECOND, quotas.requests),
                searches: quota(self.searches_burst, self.searches_per_second, SECOND, quotas.searches),
            },
            trusted_proxies: self.trust_proxy.iter().flatten().map(|network| network.0).collect(),
            public_url: self.public_url.clone(),
            storage: match &self.database {
                Some(url) => Storage::Postgres(url.clone()),
                None => Storage::File(database_file(self.data.as_deref())),
            },
            metrics_listen: self.metrics_listen.clone(),
            tables: Some(tables_folder(self.tables.as_deref(), self.data.as_deref())),
            service: ServiceConfig {
                push_services: self.push_service.clone().unwrap_or_default(),
                accounts: AccountConfig {
                    mail: self.mail(),
                    limits: AccountLimits {
                        guests: quota(self.guests_burst, self.guests_per_hour, HOUR, accounts.guests),
                        registrations: quota(
                            self.registrations_burst,
                            self.registrations_per_hour,
                            HOUR,
                            accounts.registrations,
                        ),
                        sign_ins: quota(self.sign_ins_burst, self.sign_ins_per_hour, HOUR, accounts.sign_ins),
                        ..accounts
                    },
                },
                computers: match self.computers {
                    None => ComputerLimits::default(),
                    Some(0) => ComputerLimits::none(),
                    Some(threads) => ComputerLimits::threads(usize::from(threads)),
                },
                standing_arenas: self.standing_arenas.unwrap_or(STANDING_ARENAS),
                // A time that cannot be read was refused before.
                standing_simul: standing_simul(self.standing_simul.as_deref().unwrap_or(STANDING_SIMUL)).ok().flatten(),
                puzzles: MiningLimits {
                    minutes: self.puzzle_minutes.unwrap_or(PUZZLE_MINUTES),
                    hour: self.puzzle_hour.unwrap_or(PUZZLE_HOUR),
                },
                sockets: SocketLimits {
                    total: count(self.sockets, sockets.total),
                    per_client: count(self.sockets_per_client, sockets.per_client),
                    ..sockets
                },
                ..ServiceConfig::default()
            },
        }
    }
}

/// Reads the time of the daily simul; `none` for none.
fn standing_simul(text: &str) -> Result<Option<StandingSimul>, String> {
    if text == "none" { Ok(None) } else { StandingSimul::parse(text).map(Some) }
}

/// Checks the time of the daily simul in an option.
fn checked_simul(text: &str) -> Result<String, String> {
    standing_simul(text).map(|_| text.to_owned())
}

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(3600);

/// Returns a quota of `number` per `time` after a burst, with missing values from `default`.
fn quota(burst: Option<u32>, number: Option<u32>, time: Duration, default: Quota) -> Quota {
    Quota {
        burst: burst.unwrap_or(default.burst),
        refill: number.map_or(default.refill, |number| time / number.max(1)),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command};

    use super::*;

    const EXAMPLE: &str = include_str!("../../../../packaging/saffron.toml");

    /// Returns the example with its settings (lines `#name = value`) uncommented.
    fn uncommented() -> String {
        EXAMPLE
            .lines()
            .map(|line| {
                line.strip_prefix('#')
                    .filter(|rest| rest.starts_with(|c: char| c.is_lowercase()))
                    .unwrap_or(line)
                    .to_owned()
                    + "\n"
            })
            .collect()
    }

    #[test]
    fn the_example_changes_nothing_as_it_is() {
        assert_eq!(Settings::parse(EXAMPLE), Ok(Settings::default()));
    }

    #[test]
    fn the_example_has_every_setting_with_its_default() {
        let settings = Settings::parse(&uncommented()).expect("a file of settings");
        let command = Settings::augment_args(Command::new("serve"));
        let text = uncommented();
        for argument in command.get_arguments() {
            let name = argument.get_long().expect("a name");
            assert!(text.lines().any(|line| line.starts_with(&format!("{name} = "))), "{name} is not in the example");
            let variable = argument.get_env().expect("a variable").to_string_lossy().into_owned();
            assert_eq!(variable, format!("SAFFRON_{}", name.to_uppercase().replace('-', "_")));
        }
        assert_eq!(settings.variants, Some(vec![PathBuf::from("/etc/saffron/mini.toml")]));
        // These have no default, or one that depends on the machine.
        let shown = Settings {
            data: None,
            tables: None,
            database: None,
            public_url: None,
            trust_proxy: None,
            smtp_url: None,
            mail_from: None,
            push_service: None,
            analyses: None,
            computers: None,
            metrics_listen: None,
            variants: None,
            ..settings.clone()
        };
        assert_eq!(shown.config(), Settings::default().config());
        assert_eq!(settings.listen(), DEFAULT_LISTEN);
        assert_eq!(settings.log_format, Some(LogFormat::default()));
        assert!(settings.check().is_ok());
        let complete = settings.clone().or(Settings::default());
        assert_eq!(complete, settings);
        assert_eq!(Settings::default().or(settings.clone()), settings, "every setting is taken from the file");
    }

    #[test]
    fn errors_name_their_line() {
        let cases = [
            ("listen = \"x\"\nlisen = 1\n", "line 2: unknown field `lisen`"),
            ("\n\nsockets = \"many\"", "line 3: invalid type: string \"many\""),
            ("sockets = 1\nsockets = 2", "line 2: duplicate key"),
            ("public-url = \"chess.example\"", "line 1: not a URL such as"),
            ("trust-proxy = [\"proxy\"]", "line 1: not an IP address"),
            ("[serve]\nlisten = \"x\"", "line 1: unknown field `serve`"),
            ("log-format = \"xml\"", "line 1: unknown variant `xml`"),
        ];
        for (text, expected) in cases {
            let error = Settings::parse(text).expect_err(text);
            assert!(error.starts_with(expected), "{error}");
        }
        for text in [
            "sockets = 0",
            "log = \"loud\"",
            "analyses = 2000",
            "computers = 2000",
            "puzzle-minutes = 1441",
            "puzzle-hour = 24",
            "standing-arenas = 3",
            "standing-simul = \"24:00\"",
            "shutdown-timeout = 0",
            "head-timeout = 601",
            "guests-burst = 0",
            "sign-ins-per-hour = 0",
        ] {
            let name = text.split(' ').next().expect("a name");
            let error = Settings::parse(text).expect("of the right form").check().expect_err(text);
            assert!(error.starts_with(&format!("{name}: ")), "{error}");
        }
    }

    #[test]
    fn a_folder_of_tables_that_is_named_must_be_there() {
        let settings = Settings::parse("tables = \"/no/such/folder\"").expect("settings");
        let error = settings.check_together().expect_err("there is none");
        let error = format!("{error:?}");
        assert!(error.contains("--tables: /no/such/folder: "), "{error}");
        // The default folder need not exist.
        let settings = Settings::parse("data = \"/no/such\"").expect("settings");
        assert!(settings.check_together().is_ok());
        assert_eq!(settings.config().tables, Some(PathBuf::from("/no/such/tables")));
    }

    #[test]
    fn stronger_settings_win_one_by_one() {
        let file = Settings::parse(
            "listen = \"file:1\"\nsockets = 5\nsearches-per-second = 4\nguests-per-hour = 60\nwrite-timeout = 5",
        )
        .expect("settings");
        let options = Settings { listen: Some("option:1".to_owned()), ..Settings::default() };
        let config = options.clone().or(file.clone()).config();
        assert_eq!(options.or(file).listen(), "option:1");
        assert_eq!(config.service.sockets.total, 5);
        assert_eq!(config.quotas.searches, Quota { burst: 100, refill: Duration::from_millis(250) });
        assert_eq!(config.service.accounts.limits.guests, Quota { burst: 100, refill: Duration::from_secs(60) });
        assert_eq!(config.connections.write_timeout, Duration::from_secs(5));
    }
}
