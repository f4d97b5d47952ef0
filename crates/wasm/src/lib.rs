//! The rules and the engine for the browser, through wasm-bindgen.
//!
//! The page has two modules of this crate. That of the rules, without default features, is small and loaded before the first
//! board. That with all features runs in the workers of the engine, reads and writes records for the page, and is the rules of
//! a page with user-defined variants.
//!
//! Plain objects go in and out. Every error of the libraries is thrown as a JavaScript `Error`; errors in what a visitor has
//! given also have a code with parameters ([`error::PageError`]). There is no logic of its own here, but for the threads that
//! the browser's workers provide to the engine.

#[cfg(feature = "engine")]
pub mod analysis;
#[cfg(feature = "records")]
pub mod annotations;
#[cfg(feature = "engine")]
pub mod book;
#[cfg(feature = "engine")]
pub mod engine;
pub mod error;
#[cfg(feature = "records")]
pub mod games;
#[cfg(feature = "engine")]
mod page;
pub mod ply;
pub mod premoves;
#[cfg(feature = "records")]
pub mod records;
pub mod rules;
#[cfg(feature = "records")]
pub mod side_lines;
#[cfg(feature = "tables")]
pub mod tables;
#[cfg(all(feature = "engine", any(test, target_feature = "atomics")))]
pub mod threads;
#[cfg(feature = "variant-files")]
pub mod variants;

use wasm_bindgen::prelude::wasm_bindgen;

/// The declarations that the module's own refer to.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
import type {
  AnalysisRequest,
  AnalysisResult,
  AnnotatedMove,
  Annotation,
  Assessment,
  BoardData,
  BookMove,
  EngineLine,
  GameState,
  LevelInfo,
  Limits,
  ListedGame,
  MainLineAnnotations,
  Reason,
  Result,
  Review,
  SearchInfo,
  SearchResult,
  Side,
  SideLine,
  SideLineInput,
  TableAnswer,
  TableOpening,
  VariantInfo,
} from '../generated/types';
";
