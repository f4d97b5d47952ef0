//! Pictures of positions for link previews and sharing: `/picture/VARIANT.png` and `/picture/VARIANT.svg`.
//!
//! Query parameters are `fen`, `orientation` (`white` or `black`, the side at the bottom) and `width` in pixels.
//! Without a width the picture is a card of 1200x630 pixels with the board in the middle, otherwise the board alone.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use saffron_draw::{CARD_WIDTH, Style, card, png, svg};
use saffron_protocol::error::ErrorCode;
use saffron_rules::{Color, Position, Variant};
use saffron_service::config::Quota;
use saffron_service::config::limits::{MAX_FEN, PICTURE_WIDTHS};
use saffron_service::content::{Content, entity_tag};
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::ErrorResponse;
use crate::http::parameters::Path;
use crate::http::quota;
use crate::http::reply::{Kind, NO_STORE, is_current, reply};

/// One day: a position's picture changes only if the pieces are redrawn.
const ONE_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

const SHARED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));

/// Routes of the pictures, with their own quota.
pub(crate) fn routes(quota: Quota) -> Router {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let drawing = Arc::new(Semaphore::new(processors.div_ceil(2)));
    quota::limit(Router::from(api()).with_state(drawing), quota, None)
}

/// Routes of the pictures with their OpenAPI descriptions.
pub(crate) fn api() -> OpenApiRouter<Arc<Semaphore>> {
    OpenApiRouter::new().routes(routes!(picture))
}

/// Body of a refusal: the code, with details for developers.
#[derive(Serialize)]
struct Refusal {
    error: Code,
}

#[derive(Serialize)]
struct Code {
    code: &'static str,
    params: Params,
}

#[derive(Serialize)]
struct Params {
    /// Name of the invalid parameter.
    field: &'static str,
    message: String,
}

/// Invalid parameter of a picture's address.
#[derive(Debug)]
struct Invalid {
    field: &'static str,
    message: String,
}

impl IntoResponse for Invalid {
    fn into_response(self) -> Response {
        let params = Params { field: self.field, message: self.message };
        let refusal = Refusal { error: Code { code: "invalid_picture", params } };
        (StatusCode::BAD_REQUEST, [(header::CACHE_CONTROL, NO_STORE)], Json(refusal)).into_response()
    }
}

/// Parsed parameters of a picture.
#[derive(Debug)]
struct Request {
    position: Position,
    below: Color,
    /// Width in pixels; `None` for a card.
    width: Option<u32>,
}

impl Request {
    fn parse(variant: &'static Variant, query: &str) -> Result<Self, Invalid> {
        let mut request = Self { position: variant.start(), below: Color::White, width: None };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "fen" => {
                    let invalid = |message: String| Invalid { field: "fen", message };
                    if value.len() > MAX_FEN {
                        return Err(invalid(format!("longer than {MAX_FEN} bytes")));
                    }
                    request.position =
                        Position::from_any_fen(variant, &value).map_err(|error| invalid(error.to_string()))?;
                }
                "orientation" => {
                    request.below = match &*value {
                        "white" => Color::White,
                        "black" => Color::Black,
                        _ => {
                            let message = "white or black".to_owned();
                            return Err(Invalid { field: "orientation", message });
                        }
                    }
                }
                "width" => {
                    let width = value.parse().ok().filter(|width| PICTURE_WIDTHS.contains(width));
                    let message = || format!("pixels, {} to {}", PICTURE_WIDTHS.start(), PICTURE_WIDTHS.end());
                    request.width = Some(width.ok_or_else(|| Invalid { field: "width", message: message() })?);
                }
                // Ignored: links may carry parameters for statistics.
                _ => {}
            }
        }
        Ok(request)
    }

    fn draw(&self) -> String {
        let style = Style { below: self.below, ..Style::default() };
        match self.width {
            None => card(&self.position, &style),
            Some(_) => svg(&self.position, &style),
        }
    }
}

#[utoipa::path(
    get, path = "/picture/{file}", tag = "analysis",
    summary = "Picture of a position, VARIANT.png or VARIANT.svg",
    params(("fen" = String, Query, description = "The position")),
    responses((status = 200, content_type = "image/*", body = String))
)]
async fn picture(
    State(drawing): State<Arc<Semaphore>>,
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let named = file.rsplit_once('.').and_then(|(id, extension)| Some((Variant::by_id(id)?, extension)));
    let (variant, is_png) = match named {
        Some((variant, "png")) => (variant, true),
        Some((variant, "svg")) => (variant, false),
        _ => return ErrorResponse::from(ErrorCode::NotFound).into_response(),
    };
    let request = match Request::parse(variant, query.as_deref().unwrap_or("")) {
        Ok(request) => request,
        Err(invalid) => return invalid.into_response(),
    };
    let drawn = request.draw();
    let content_type = if is_png { "image/png" } else { "image/svg+xml" };
    let kind = Kind { content_type, cache_control: ONE_DAY, encoding: None, varies: false };
    // The tag covers the drawing and the width, so no pixels are rendered if the client's copy is current.
    let width = request.width.unwrap_or(CARD_WIDTH);
    let etag = entity_tag(format!("{content_type} {width} {drawn}").as_bytes());
    let bytes = match (is_png, is_current(&etag, &headers)) {
        (true, false) => match pixels(drawing, drawn, width).await {
            Some(bytes) => bytes,
            None => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        },
        (false, false) => drawn.into(),
        (_, true) => Bytes::new(),
    };
    let mut response = reply(&Content { bytes, etag }, &kind, &headers);
    let (name, value) = SHARED;
    response.headers_mut().insert(name, value);
    response
}

/// Renders the drawing as PNG. The semaphore bounds how many are rendered at once.
async fn pixels(drawing: Arc<Semaphore>, drawn: String, width: u32) -> Option<Bytes> {
    let _permit = drawing.acquire().await.ok()?;
    match tokio::task::spawn_blocking(move || png(&drawn, width)).await {
        Ok(Ok(bytes)) => Some(bytes.into()),
        Ok(Err(error)) => {
            tracing::error!(%error, "a picture could not be drawn");
            None
        }
        Err(error) => {
            tracing::error!(%error, "drawing a picture ended early");
            None
        }
    }
}
