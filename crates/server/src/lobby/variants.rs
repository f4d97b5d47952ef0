//! The variants that the operator has added, for pages that play them.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use saffron_protocol::lobby::{VariantFile, VariantFiles};

use crate::app::App;
use crate::http::answer::{Answer, answer};

/// The route of the texts of variants.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/variants", get(files))
}

async fn files(State(app): State<Arc<App>>) -> Answer<VariantFiles> {
    let file = |file: &crate::config::VariantFile| VariantFile { name: file.name.clone(), text: file.text.clone() };
    answer(VariantFiles { files: app.config.variants.iter().map(file).collect() })
}
