//! The rules and the engine for the browser, through wasm-bindgen.
//!
//! Plain objects go in and out. Every error of the libraries is thrown as a JavaScript `Error`; errors in what a visitor has
//! given also have a code with parameters ([`error::PageError`]). There is no logic of its own here, but for the threads that
//! the browser's workers provide to the engine.

pub mod analysis;
pub mod book;
pub mod engine;
pub mod error;
mod page;
mod plain;
pub mod ply;
pub mod rules;
pub mod side_lines;
#[cfg(any(test, target_feature = "atomics"))]
pub mod threads;

use wasm_bindgen::prelude::wasm_bindgen;

/// The declarations that the module's own refer to.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
import type {
  AnalysisRequest,
  AnalysisResult,
  Assessment,
  BoardData,
  BookMove,
  EngineLine,
  GameState,
  LevelInfo,
  Limits,
  PlayedMove,
  Reason,
  Result,
  Review,
  SearchInfo,
  SearchResult,
  Side,
  SideLine,
  SideLineInput,
  VariantInfo,
} from '../generated/types';
";
