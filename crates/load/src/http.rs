//! HTTP requests to the server. Each [`Http`] is one connection.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::SendRequest;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;

use crate::error::LoadError;

/// Connection for requests.
pub(crate) struct Http {
    host: String,
    sender: SendRequest<Full<Bytes>>,
}

impl Http {
    /// Connects to `HOST:PORT`.
    pub(crate) async fn connect(host: &str) -> Result<Self, LoadError> {
        let stream = TcpStream::connect(host).await.map_err(|error| LoadError::Connect(host.to_owned(), error))?;
        let (sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
        // The task ends with the connection; requests report its errors.
        tokio::spawn(connection);
        Ok(Self { host: host.to_owned(), sender })
    }

    /// Sends a GET request and parses the JSON answer.
    pub(crate) async fn get<T: DeserializeOwned>(&mut self, path: &str, cookie: Option<&str>) -> Result<T, LoadError> {
        let request = self.request(Method::GET, path, cookie).body(Full::default());
        Ok(self.answer(path, request).await?.0)
    }

    /// Sends a POST request with a JSON body; returns the answer and the session cookie, if one was set.
    pub(crate) async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        cookie: Option<&str>,
        body: &impl Serialize,
    ) -> Result<(T, Option<String>), LoadError> {
        let body = serde_json::to_vec(body).unwrap_or_default();
        let request = self.request(Method::POST, path, cookie).header(CONTENT_TYPE, "application/json");
        let request = request.body(Full::new(Bytes::from(body)));
        self.answer(path, request).await
    }

    fn request(&self, method: Method, path: &str, cookie: Option<&str>) -> hyper::http::request::Builder {
        let request = Request::builder().method(method).uri(path).header(HOST, &self.host);
        match cookie {
            Some(cookie) => request.header(COOKIE, cookie),
            None => request,
        }
    }

    async fn answer<T: DeserializeOwned>(
        &mut self,
        path: &str,
        request: hyper::http::Result<Request<Full<Bytes>>>,
    ) -> Result<(T, Option<String>), LoadError> {
        let request = request.map_err(|error| LoadError::Answer(error.to_string()))?;
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        let status = response.status();
        let cookies = response.headers().get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
        let set = cookies.filter_map(|cookie| cookie.split(';').next()).next().map(str::to_owned);
        let bytes = response.into_body().collect().await?.to_bytes();
        if status != StatusCode::OK {
            return Err(LoadError::Answer(format!("{path}: {status} {}", String::from_utf8_lossy(&bytes))));
        }
        let answer = serde_json::from_slice(&bytes).map_err(|error| LoadError::Answer(format!("{path}: {error}")))?;
        Ok((answer, set))
    }
}
