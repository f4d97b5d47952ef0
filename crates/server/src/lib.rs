//! Saffron's web server: HTTP and sockets for what [`saffron_service`] does.
//!
//! It serves the page that was built into the program. The page brings the rules and the engine along as WebAssembly;
//! for analysis the server provides its own engine, which is faster ([`AnalysisLimits`](saffron_service::config::AnalysisLimits)).
//!
//! ```no_run
//! # async fn example() -> Result<(), saffron_server::ServeError> {
//! let server = saffron_server::Server::bind("127.0.0.1:8070").await?;
//! println!("listening on {}", server.local_addr());
//! server.run(saffron_server::stop_signal()).await?;
//! # Ok(())
//! # }
//! ```
#![allow(missing_docs, reason = "a crate of this workspace only; a comment that says nothing is worse than none")]

mod api;
mod http;
#[doc(hidden)]
pub mod reference;
mod routes;
mod serve;
mod site;
#[cfg(test)]
mod tests;

/// A network of IP addresses, such as `10.0.0.0/8`.
pub use ipnet::IpNet;

pub use routes::{api_routes, router};
pub use serve::{ServeError, Server, Started, stop_signal};
pub use site::files::Page;
