//! HTTP requests, each on its own connection.

use std::time::Duration;

use anyhow::{Context, anyhow};
use axum::body::Bytes;
use axum::http::{Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use turmoil::net::TcpStream;

use crate::world::{PORT, SERVER};

/// Timeout of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// Sends a request to the server; returns the status and the JSON body.
pub(crate) async fn ask(
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> anyhow::Result<(StatusCode, Bytes)> {
    tokio::time::timeout(REQUEST_TIMEOUT, ask_now(method, path, token, body))
        .await
        .map_err(|_| anyhow!("no answer in time"))?
}

async fn ask_now(
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> anyhow::Result<(StatusCode, Bytes)> {
    let stream = TcpStream::connect((SERVER, PORT)).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let mut request = Request::builder().method(method).uri(path).header("host", SERVER);
    if let Some(token) = token {
        request = request.header("cookie", format!("saffron={token}"));
    }
    if body.is_some() {
        request = request.header("content-type", "application/json");
    }
    let text = body.map(Value::to_string).unwrap_or_default();
    let request = request.body(Full::new(Bytes::from(text)))?;
    let exchange = async {
        let answer = sender.send_request(request).await?;
        let status = answer.status();
        let body = answer.into_body().collect().await?.to_bytes();
        anyhow::Ok((status, body))
    };
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        biased;
        answer = exchange => answer,
        ended = &mut connection => {
            ended.context("the connection broke")?;
            Err(anyhow!("the connection was closed"))
        }
    }
}
