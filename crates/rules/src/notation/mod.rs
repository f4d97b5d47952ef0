//! Algebraic notation in different languages and forms.

pub(crate) mod dialects;
mod error;
mod language;
pub(crate) mod marks;
mod reading;
mod san;
mod style;
pub(crate) mod text;
mod writing;

pub use error::{IllegalMoveReason, Origin, SanError};
pub use language::Language;
pub use style::{FileLetters, Form, Notation};
