//! The variants of the library, one file each; building a variant from its description; and the registry of those that
//! are made at run time.

mod brusky;
mod build;
mod checkmating_material;
mod devasa;
mod glinski;
mod hexofen;
mod library;
mod material;
mod mccooey;
mod parts;
mod registry;
mod shafran;

pub use self::build::VariantError;
pub use self::registry::RegisterError;
