//! Saffron's web server.
//!
//! It serves the page that was built into the program. The page brings the rules and the engine along as WebAssembly;
//! for analysis the server provides its own engine, which is faster ([`AnalysisLimits`]).
//!
//! ```no_run
//! # async fn example() -> Result<(), saffron_server::ServeError> {
//! let server = saffron_server::Server::bind("127.0.0.1:8070").await?;
//! println!("listening on {}", server.local_addr());
//! server.run(saffron_server::stop_signal()).await?;
//! # Ok(())
//! # }
//! ```

mod account;
pub mod admin;
mod analysis;
mod app;
mod archive;
mod budgets;
mod clock;
mod computers;
mod config;
mod error;
mod game;
mod housekeeping;
mod http;
mod jobs;
mod live;
mod lobby;
mod marks;
mod moderation;
mod openapi;
mod page;
mod people;
mod play;
mod random;
mod ratings;
#[doc(hidden)]
pub mod reference;
mod routes;
mod serve;
mod sockets;
mod tables;
mod telemetry;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod testing_games;

pub use account::MailError;
pub use analysis::protocol;
/// A network of IP addresses, such as `10.0.0.0/8`.
pub use ipnet::IpNet;

pub use clock::Clock;
pub use config::{
    AccountConfig, AccountLimits, Allowance, AnalysisLimits, Budget, BudgetLimits, ComputerLimits, ConnectionLimits,
    MailConfig, PlayConfig, Quota, Quotas, ServerConfig, SocketLimits, Storage, VariantFile,
};
pub use page::files::Page;
pub use page::origin::{PublicUrl, PublicUrlError};
pub use play::{Ending, Play, StartError};
pub use routes::router;
pub use serve::{ServeError, Server, Started, stop_signal};
