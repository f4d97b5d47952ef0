//! The settings of the server: limits, timeouts, quotas, trusted proxies.

pub mod limits;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use http::Uri;
use http::uri::Authority;
use ipnet::IpNet;
use saffron_protocol::limits::{GUEST_BURST, REQUEST_BURST, REQUESTS_PER_SECOND, SOCKETS_PER_CLIENT};

/// All settings of a server. The defaults suit a small public server.
///
/// ```
/// use saffron_service::config::{AnalysisLimits, ServerConfig};
///
/// let config = ServerConfig { analysis: AnalysisLimits::searches(8), ..ServerConfig::default() };
/// assert_eq!(config.analysis.searches_per_client, 4);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ServerConfig {
    /// Limits of analysis by the server's engines.
    pub analysis: AnalysisLimits,
    /// Limits of connections, and timeouts.
    pub connections: ConnectionLimits,
    /// Quotas of requests per client.
    pub quotas: Quotas,
    /// Networks of reverse proxies whose `X-Forwarded-For` is believed. A request that comes from any other address
    /// belongs to that address.
    pub trusted_proxies: Vec<IpNet>,
    /// The URL by which visitors reach the server, for the absolute addresses in its documents; without it they begin with
    /// the host that the request names.
    pub public_url: Option<PublicUrl>,
    /// Storage of accounts, games and ratings.
    pub storage: Storage,
    /// Address of a listener for metrics alone; without it, programs of this machine get them from the server.
    pub metrics_listen: Option<String>,
    /// Settings of what the site does.
    pub service: ServiceConfig,
    /// Folder with endgame tables, in addition to those of three pieces that are in the program.
    pub tables: Option<std::path::PathBuf>,
}

impl ServerConfig {
    /// Lifts the limits for one client or account, for load tests. The server then listens on loopback addresses only.
    /// docs/server.md lists them.
    #[must_use]
    pub fn without_quotas(mut self) -> Self {
        let unlimited = Quota { burst: u32::MAX, refill: Duration::from_nanos(1) };
        self.quotas = Quotas { requests: unlimited, searches: unlimited };
        self.connections.per_client = usize::MAX;
        self.analysis.searches_per_client = self.analysis.searches;
        self.service.sockets.per_client = usize::MAX;
        self.service.accounts.limits = AccountLimits::all(unlimited);
        self.service.budgets = BudgetLimits::none();
        self.service.quotas_off = true;
        self
    }
}

/// Storage of accounts, games and ratings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Storage {
    /// In memory, and gone with the server: for tests.
    #[default]
    Memory,
    /// An SQLite database in a file, which is created if there is none.
    File(std::path::PathBuf),
    /// A PostgreSQL database by its URL, `postgres://...`.
    Postgres(String),
}

/// Settings of the service.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ServiceConfig {
    /// Limits of sockets.
    pub sockets: SocketLimits,
    /// The origin of the public URL, whose pages may make requests whatever host they name.
    pub public_origin: Option<String>,
    /// No limits for one client or account: see [`ServerConfig::without_quotas`].
    pub quotas_off: bool,
    /// The computer players.
    pub computers: ComputerLimits,
    /// The variants that the operator has added. They are known to the rules already.
    pub variants: Vec<VariantFile>,
    /// Accounts.
    pub accounts: AccountConfig,
    /// Time for which a running game without a clock stays in memory without a request; by default a minute.
    pub rest: Option<std::time::Duration>,
    /// Budgets of visitors, accounts and games.
    pub budgets: BudgetLimits,
    /// Mining of the server's games for puzzles.
    pub puzzles: MiningLimits,
    /// Arenas that the server itself holds in an hour: 0, 1 or 2.
    pub standing_arenas: u8,
    /// Time at which a computer gives a simul every day.
    pub standing_simul: Option<StandingSimul>,
    /// Origins of push services that are allowed, besides public ones of HTTPS.
    pub push_services: Vec<String>,
}

/// Time of day by the wall clock of a time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingSimul {
    /// Minutes after midnight.
    pub minute: u16,
    /// Time zone by its IANA name.
    pub zone: String,
}

impl StandingSimul {
    /// Reads a time of day with a zone, such as `18:00 Europe/Budapest`; UTC without one.
    ///
    /// # Errors
    /// A sentence for the operator.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (time, zone) = text.trim().split_once(' ').unwrap_or((text.trim(), "UTC"));
        let number = |digits: &str, limit: u16| {
            let is_short = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u16>().ok().filter(|number| is_short && *number < limit)
        };
        let minute =
            time.split_once(':').and_then(|(hours, minutes)| Some(number(hours, 24)? * 60 + number(minutes, 60)?));
        let minute = minute.ok_or_else(|| format!("{time:?} is not a time such as 18:00"))?;
        let zone = zone.trim();
        jiff::tz::TimeZone::get(zone).map_err(|_| format!("{zone:?} is not a time zone such as Europe/Budapest"))?;
        Ok(Self { minute, zone: zone.to_owned() })
    }
}

impl ServiceConfig {
    /// Address at which the operator is reached, for push services: the sender of e-mail, or the site (RFC 8292, section 2.1).
    pub fn operator(&self) -> String {
        let from = self.accounts.mail.as_ref().map(|mail| mail.from.as_str());
        let address = from.map(|from| from.rsplit('<').next().unwrap_or(from).trim_end_matches('>').trim());
        match (address, &self.public_origin) {
            (Some(address), _) => format!("mailto:{address}"),
            (None, Some(origin)) => origin.clone(),
            (None, None) => "mailto:operator@localhost".to_owned(),
        }
    }
}

/// Limits of mining the server's games for puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MiningLimits {
    /// Minutes of one processor each night; 0 for no mining.
    pub minutes: u16,
    /// Hour at which it begins (UTC), from 0 to 23.
    pub hour: u8,
}

/// Budgets of visitors, accounts and games, for requests whose costs differ. Requests that cost the same each time are counted
/// instead: [`Quotas`], [`AccountLimits`], [`ConnectionLimits`], [`SocketLimits`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BudgetLimits {
    /// Of a client: an address, behind which may be a school.
    pub client: Budget,
    /// Of an account.
    pub account: Budget,
    /// Of a game, for all who play and talk there.
    pub game: Budget,
}

/// Allowances by what is scarce; `None` for no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Bytes of the messages whose content is stored.
    pub stored: Option<Allowance>,
    /// Bytes of libraries that are stored.
    pub library: Option<Allowance>,
    /// Microseconds of a processor, for reading games.
    pub processor: Option<Allowance>,
    /// E-mails that are queued.
    pub mails: Option<Allowance>,
}

/// An amount that is there at once, and what is added to it at a constant rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The full amount.
    pub burst: u64,
    /// Amount added in an hour; 0 counts as 1.
    pub per_hour: u64,
}

impl BudgetLimits {
    /// No limits.
    pub const fn none() -> Self {
        const NONE: Budget = Budget { stored: None, library: None, processor: None, mails: None };
        Self { client: NONE, account: NONE, game: NONE }
    }
}

impl Default for BudgetLimits {
    /// For a client 4 MiB and 32 MiB an hour to store, for libraries two whole ones and 64 MiB an hour, 20 s and a quarter of a
    /// processor to read games; for an account 1 MiB and 4 MiB an hour, a whole library and 16 MiB an hour, and 10 e-mails and 12
    /// an hour; for a game 1 MiB and 8 MiB an hour. A move is some 230 bytes, so these are five moves a second without a pause.
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        const SECOND: u64 = 1_000_000;
        let allowance = |burst, per_hour| Some(Allowance { burst, per_hour });
        Self {
            client: Budget {
                stored: allowance(4 * MIB, 32 * MIB),
                library: allowance(32 * MIB, 64 * MIB),
                processor: allowance(20 * SECOND, 900 * SECOND),
                mails: None,
            },
            account: Budget {
                stored: allowance(MIB, 4 * MIB),
                library: allowance(16 * MIB, 16 * MIB),
                processor: None,
                mails: allowance(10, 12),
            },
            game: Budget { stored: allowance(MIB, 8 * MIB), ..Budget::default() },
        }
    }
}

/// The settings of accounts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccountConfig {
    /// Quotas of attempts.
    pub limits: AccountLimits,
    /// Mail server; without it no e-mail is sent.
    pub mail: Option<MailConfig>,
}

/// Mail server and sender.
#[derive(Clone, PartialEq, Eq)]
pub struct MailConfig {
    /// The mail server: `smtps://USER:PASSWORD@HOST`, `smtp://HOST:25?tls=required`, `smtp://127.0.0.1:25`.
    pub server: String,
    /// The sender: `Saffron <noreply@chess.example>`.
    pub from: String,
}

impl std::fmt::Debug for MailConfig {
    /// Omits the server's URL, which may contain a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailConfig").field("from", &self.from).finish_non_exhaustive()
    }
}

/// Quotas of clients, names and accounts against guessing and flooding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccountLimits {
    /// New guests of a client.
    pub guests: Quota,
    /// New accounts of a client.
    pub registrations: Quota,
    /// Attempts of a client to sign in.
    pub sign_ins: Quota,
    /// Attempts to sign in by one name, from anywhere.
    pub sign_ins_by_name: Quota,
    /// E-mails that a client asks for without having signed in.
    pub mails: Quota,
    /// E-mails to one address.
    pub mails_by_address: Quota,
    /// Times that an account gives its password once more.
    pub confirmations: Quota,
    /// Changes of the settings of an account, and its exports.
    pub changes: Quota,
}

impl AccountLimits {
    /// Uses one quota for all.
    pub const fn all(quota: Quota) -> Self {
        Self {
            guests: quota,
            registrations: quota,
            sign_ins: quota,
            sign_ins_by_name: quota,
            mails: quota,
            mails_by_address: quota,
            confirmations: quota,
            changes: quota,
        }
    }
}

impl Default for AccountLimits {
    /// So many that a school behind one address can sign in, and too few to guess a password.
    fn default() -> Self {
        let quota = |burst, seconds| Quota { burst, refill: Duration::from_secs(seconds) };
        Self {
            guests: quota(GUEST_BURST, 5),
            registrations: quota(50, 60),
            sign_ins: quota(60, 10),
            sign_ins_by_name: quota(100, 36),
            mails: quota(10, 120),
            mails_by_address: quota(3, 900),
            confirmations: quota(20, 30),
            changes: quota(60, 5),
        }
    }
}

/// Limits of the computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComputerLimits {
    /// Searches at a time, each on one thread; 0 for no computer players.
    pub threads: usize,
    /// Games with clocks against computers at a time, of all players together.
    pub games: usize,
}

impl ComputerLimits {
    /// No computer players.
    pub const fn none() -> Self {
        Self { threads: 0, games: 0 }
    }

    /// So many threads, and 50 games for each of them: between its moves a computer waits for its opponent.
    pub const fn threads(threads: usize) -> Self {
        Self { threads, games: threads.saturating_mul(50) }
    }
}

impl Default for ComputerLimits {
    /// Half of the processors, at least one.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::threads((processors / 2).max(1))
    }
}

/// A file with variants that the operator has added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantFile {
    /// The name of the file, without its folder.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The ids of its variants.
    pub variants: Vec<String>,
}

/// Limits of sockets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SocketLimits {
    /// Of all clients together.
    pub total: usize,
    /// Of one client.
    pub per_client: usize,
    /// Messages that may wait for a socket whose client reads slowly; at least 1. With fewer than the commands that a client sends
    /// at once after a reconnection, their answers close the connection again.
    pub queue: usize,
    /// The time without a whole message or an answer to a ping after which a socket is closed.
    pub silence: Duration,
}

impl Default for SocketLimits {
    /// 30,000 sockets, 64 of one client, 256 messages, 75 seconds: pings are sent every 30.
    fn default() -> Self {
        Self { total: 30_000, per_client: SOCKETS_PER_CLIENT, queue: 256, silence: Duration::from_secs(75) }
    }
}

/// Limits of analysis by the server's engines.
///
/// ```
/// use saffron_service::config::AnalysisLimits;
///
/// assert!(AnalysisLimits::default().searches >= 1);
/// assert_eq!(AnalysisLimits::none().searches, 0);
/// assert_eq!(AnalysisLimits::searches(1).searches_per_client, 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisLimits {
    /// The number of searches at a time, each on one thread; 0 disables analysis.
    pub searches: usize,
    /// The number of searches at a time for one client, whatever engine names it uses; at least 1.
    pub searches_per_client: usize,
    /// The maximum duration of a search.
    pub max_duration: Duration,
    /// Time for which a request waits for an engine. The search that it replaces may still be ending.
    pub wait: Duration,
}

impl AnalysisLimits {
    /// No analysis.
    pub const fn none() -> Self {
        Self { searches: 0, searches_per_client: 0, max_duration: Duration::ZERO, wait: Duration::ZERO }
    }

    /// This many searches at a time, half of them for one client, each of up to two minutes.
    pub const fn searches(searches: usize) -> Self {
        Self {
            searches,
            searches_per_client: searches.div_ceil(2),
            max_duration: Duration::from_secs(120),
            wait: Duration::from_secs(2),
        }
    }
}

impl Default for AnalysisLimits {
    /// One search less than there are processors, at least one.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::searches(processors.saturating_sub(1).max(1))
    }
}

/// Limits of connections, and timeouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionLimits {
    /// Open connections of all clients together. A further one gets the place of one that waits for its client: for a request,
    /// for the rest of it, or for the answer to be read.
    pub total: usize,
    /// Open connections of one client; further ones are closed at once. Of a visitor behind a trusted proxy, requests at a time.
    pub per_client: usize,
    /// Connections above the total, in which only health checks are answered; at least 1.
    pub reserve: usize,
    /// The time until the head of a request is complete, from the start of the connection or the end of the previous answer.
    /// So it also closes idle connections.
    pub head_timeout: Duration,
    /// The time from the head of a request to the head of its answer: the request's body must arrive within it.
    pub request_timeout: Duration,
    /// Time for which a request's body may keep the server waiting. Each byte that arrives adds its time at [`Self::body_rate`].
    pub body_grace: Duration,
    /// The least rate of a request's body after that, in bytes a second.
    pub body_rate: u32,
    /// Time for which a client may read nothing of a response that waits for it. Each byte that it reads adds its time at
    /// [`Self::answer_rate`].
    pub write_timeout: Duration,
    /// The least rate at which an answer is read, in bytes a second.
    pub answer_rate: u32,
    /// The time for open requests after the server was told to stop.
    pub shutdown_timeout: Duration,
}

impl Default for ConnectionLimits {
    /// 768 connections, which leaves room below the 1,024 file descriptors that a process often has.
    fn default() -> Self {
        Self {
            total: 768,
            per_client: 96,
            reserve: 32,
            head_timeout: Duration::from_secs(15),
            request_timeout: Duration::from_secs(10),
            body_grace: Duration::from_secs(4),
            body_rate: 1024,
            write_timeout: Duration::from_secs(30),
            answer_rate: 1024,
            shutdown_timeout: Duration::from_secs(10),
        }
    }
}

/// Requests that one client may make. Those above are refused with status 429 and `Retry-After`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quotas {
    /// Requests of any kind.
    pub requests: Quota,
    /// Searches, which count as requests, too.
    pub searches: Quota,
}

impl Default for Quotas {
    /// 200 requests and 10 searches a second, after a burst of 2,000 and 100.
    fn default() -> Self {
        let requests = Quota { burst: REQUEST_BURST, refill: Duration::from_secs(1) / REQUESTS_PER_SECOND };
        Self { requests, searches: Quota { burst: 100, refill: Duration::from_millis(100) } }
    }
}

/// A quota: an allowance of requests that is refilled at a constant rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// The full allowance in requests; 0 counts as 1.
    pub burst: u32,
    /// The time after which one request is added to the allowance; 0 counts as one nanosecond.
    pub refill: Duration,
}

/// The longest name of a host, with its port.
const MAX_HOST: usize = 261;

/// The URL of a server as its visitors know it: scheme, host and port.
///
/// ```
/// use saffron_service::config::PublicUrl;
///
/// let url: PublicUrl = "https://chess.example/".parse().unwrap();
/// assert_eq!(url.to_string(), "https://chess.example");
/// assert!("chess.example".parse::<PublicUrl>().is_err());
/// assert!("https://chess.example/hex".parse::<PublicUrl>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

impl PublicUrl {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text is not the URL of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a URL such as https://chess.example: http or https, a host, and a port where it is another than usual")]
pub struct PublicUrlError;

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<Self, PublicUrlError> {
        let uri: Uri = text.parse().map_err(|_| PublicUrlError)?;
        let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme)).ok_or(PublicUrlError)?;
        let host = uri.authority().map(Authority::as_str).filter(|host| is_host(host));
        match (host, uri.path(), uri.query()) {
            (Some(host), "/" | "", None) => Ok(Self(format!("{scheme}://{host}"))),
            _ => Err(PublicUrlError),
        }
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name or address of a host, with or without a port: nothing that could end the attribute of a document.
pub fn is_host(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
    (1..=MAX_HOST).contains(&text.len()) && text.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_daily_simul_has_a_time_and_a_zone() {
        let read = |text: &str| StandingSimul::parse(text).map(|simul| (simul.minute, simul.zone));
        assert_eq!(read("18:00"), Ok((1080, "UTC".to_owned())));
        assert_eq!(read(" 07:05  Europe/Budapest"), Ok((425, "Europe/Budapest".to_owned())));
        for wrong in ["", "18", "24:00", "18:60", "7:05", "+7:05", "18:00 Moon/Sea", "18:00:00"] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
