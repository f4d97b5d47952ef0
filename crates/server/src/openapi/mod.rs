//! The description of the HTTP interface: as OpenAPI 3.1, and as a page.

mod document;
mod operations;
mod page;
mod routes;
mod schemas;
#[cfg(test)]
mod tests;

pub(crate) use operations::{Answer, OPERATIONS};
pub(crate) use routes::routes;
