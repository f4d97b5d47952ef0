//! Rules and engine for the browser, through wasm-bindgen.
//!
//! The page has two modules of this crate. The rules module, built without default features, is small and loaded before the
//! first board. The module with all features runs in the engine's workers, reads and writes records for the page, says why a
//! move is impossible, runs exercises, and replaces the rules module on a page with user-defined variants.
//!
//! Functions take and return plain objects. Every error of the libraries is thrown as a JavaScript `Error`; errors in a
//! visitor's input also have a code with parameters ([`error::PageError`]). This crate has no logic of its own, except for the
//! threads that the browser's workers provide to the engine.

#[cfg(feature = "engine")]
pub mod analysis;
#[cfg(feature = "records")]
pub mod annotations;
#[cfg(feature = "engine")]
pub mod book;
#[cfg(feature = "engine")]
pub mod engine;
pub mod error;
#[cfg(feature = "exercises")]
pub mod exercises;
#[cfg(feature = "records")]
pub mod games;
#[cfg(feature = "refusals")]
pub mod move_refusal;
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

/// TypeScript declarations that the module's own refer to.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
import type {
  AnalysisRequest,
  AnalysisResult,
  AnnotatedMove,
  Annotation,
  Assessment,
  AttemptState,
  BoardData,
  BookMove,
  EngineLine,
  GameState,
  LevelInfo,
  Limits,
  ListedGame,
  MainLineAnnotations,
  MoveRefusal,
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
