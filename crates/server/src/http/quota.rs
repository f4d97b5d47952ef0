//! Request quotas per client.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use saffron_protocol::error::ErrorCode;
use saffron_service::analysis::protocol::ApiError;
use saffron_service::client::Client;
use saffron_service::config::Quota;
use saffron_service::parts::limits::Allowances;

use crate::http::client::client_of;
use crate::http::error::ErrorResponse;

/// Allowances of the clients on some routes.
#[derive(Clone)]
struct Counted {
    allowances: Arc<Allowances<Client>>,
    /// Only method that counts; `None` if each does.
    method: Option<Method>,
}

/// Adds a quota to all routes of a router, or to one method of them.
/// [`identify_client`](crate::http::client::identify_client) must run first.
pub(crate) fn limit(router: Router, quota: Quota, method: Option<Method>) -> Router {
    let counted = Counted { allowances: Arc::new(Allowances::new(quota)), method };
    router.layer(from_fn_with_state(counted, count))
}

async fn count(State(counted): State<Counted>, request: Request, next: Next) -> Response {
    if counted.method.as_ref().is_none_or(|method| method == request.method())
        && let Err(ErrorCode::RateLimited { retry_after }) = counted.allowances.take(&client_of(&request))
    {
        return ErrorResponse::from(ApiError::TooManyRequests { retry_after }).into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::Body;
    use axum::http::{StatusCode, header};
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn send(router: &Router, method: Method, client: Client) -> Response {
        let mut request = Request::builder().method(method).uri("/").body(Body::empty()).expect("a request");
        request.extensions_mut().insert(client);
        router.clone().oneshot(request).await.expect("infallible")
    }

    fn client(number: u8) -> Client {
        Client::new(std::net::IpAddr::from([192, 0, 2, number]))
    }

    fn routes(method: Option<Method>) -> Router {
        let quota = Quota { burst: 2, refill: Duration::from_millis(2500) };
        limit(Router::new().route("/", get(|| async {}).post(|| async {})), quota, method)
    }

    #[tokio::test(start_paused = true)]
    async fn each_client_has_a_burst_and_then_waits_by_the_clock_of_tokio() {
        let routes = routes(None);
        for _ in 0..2 {
            assert_eq!(send(&routes, Method::GET, client(1)).await.status(), StatusCode::OK);
        }
        let refused = send(&routes, Method::POST, client(1)).await;
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.headers()[header::RETRY_AFTER], "3", "2.5 s, rounded up");
        assert_eq!(send(&routes, Method::GET, client(2)).await.status(), StatusCode::OK);
        tokio::time::advance(Duration::from_millis(2500)).await;
        assert_eq!(send(&routes, Method::GET, client(1)).await.status(), StatusCode::OK);
        assert_eq!(send(&routes, Method::GET, client(1)).await.status(), StatusCode::TOO_MANY_REQUESTS);
    }

    #[tokio::test(start_paused = true)]
    async fn a_quota_of_one_method_leaves_the_others_free() {
        let routes = routes(Some(Method::POST));
        for _ in 0..2 {
            assert_eq!(send(&routes, Method::POST, client(1)).await.status(), StatusCode::OK);
        }
        assert_eq!(send(&routes, Method::POST, client(1)).await.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(send(&routes, Method::GET, client(1)).await.status(), StatusCode::OK);
    }
}
