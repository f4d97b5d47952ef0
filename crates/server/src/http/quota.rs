//! Request quotas per client.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use axum::response::{IntoResponse, Response};
use saffron_service::analysis::protocol::ApiError;
use saffron_service::client::Client;
use saffron_service::config::Quota;
use tower_governor::governor::GovernorConfigBuilder;
use tower_governor::key_extractor::KeyExtractor;
use tower_governor::{GovernorError, GovernorLayer};

use crate::http::client::client_of;
use crate::http::error::ErrorResponse;

/// Interval at which clients whose allowance is full are forgotten.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60);

/// Forgets the clients of one quota whose allowance is full.
type Cleanup = Box<dyn Fn() + Send + Sync>;

/// Tables of all quotas, which are cleaned up periodically.
#[derive(Default)]
pub(crate) struct QuotaTables(Vec<Cleanup>);

impl QuotaTables {
    /// Adds a quota to all routes of a router, or to one method of them.
    /// [`identify_client`](crate::http::client::identify_client) must run first.
    pub(crate) fn limit(&mut self, router: Router, quota: Quota, method: Option<Method>) -> Router {
        let mut builder = GovernorConfigBuilder::default().key_extractor(ByClient);
        builder.burst_size(quota.burst.max(1)).period(quota.refill.max(Duration::from_nanos(1)));
        if let Some(method) = method {
            builder.methods(vec![method]);
        }
        let config = Arc::new(builder.finish().expect("burst and period are above 0"));
        let limiter = Arc::clone(config.limiter());
        self.0.push(Box::new(move || {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }));
        router.layer(GovernorLayer::new(config).error_handler(refuse))
    }

    /// Cleans the tables up periodically; never completes.
    pub(crate) async fn clean_up(self) {
        let mut interval = tokio::time::interval(CLEANUP_INTERVAL);
        loop {
            interval.tick().await;
            self.0.iter().for_each(|cleanup| cleanup());
        }
    }
}

/// Key of a quota: the client of the request.
#[derive(Clone, Debug)]
struct ByClient;

impl KeyExtractor for ByClient {
    type Key = Client;

    fn extract<B>(&self, request: &Request<B>) -> Result<Client, GovernorError> {
        Ok(client_of(request))
    }
}

fn refuse(error: GovernorError) -> Response<Body> {
    match error {
        // `wait_time` is rounded down to seconds; a client that waits that long would still be too early.
        GovernorError::TooManyRequests { wait_time, .. } => {
            ErrorResponse::from(ApiError::TooManyRequests { retry_after: wait_time.saturating_add(1) }).into_response()
        }
        error => error.into(),
    }
}
