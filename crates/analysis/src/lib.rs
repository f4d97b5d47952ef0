//! Analysis as plain data for HTTP and WebAssembly: requests, lines and results of a search, and game reviews.
//!
//! The browser's engine and the server's both answer through this crate, so the page gets the same data from either. A review
//! gives the same marks as `saffron analyse`. All evaluations are from White's point of view.
//!
//! ```
//! use saffron_analysis::{LineData, AnalysisObserver, AnalysisRequest, analyse};
//! use saffron_engine::Engine;
//!
//! struct Depths(Vec<u32>);
//!
//! impl AnalysisObserver for Depths {
//!     fn line(&mut self, line: &LineData) {
//!         self.0.push(line.depth);
//!     }
//!     fn should_stop(&mut self) -> bool {
//!         false
//!     }
//! }
//!
//! let request: AnalysisRequest = serde_json::from_str(
//!     r#"{ "variant": "shafran", "fen": "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1",
//!          "moves": ["e2e5"], "limits": { "depth": 3, "lines": 2 } }"#,
//! )?;
//! let mut depths = Depths(Vec::new());
//! let found = analyse(&mut Engine::new(1)?, &request.game()?, &request.limits, &mut depths);
//! assert_eq!(depths.0, [1, 1, 2, 2, 3, 3]);
//! assert_eq!((found.depth, found.lines.len()), (3, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod eval;
mod game_review;
mod line;
mod request;
mod review_data;
mod search;
mod tables;

pub use eval::{Assessment, Eval};
pub use game_review::{Mark, Review, ReviewedMove, Summary};
pub use line::{EvalData, LineData};
pub use request::{AnalysisRequest, LimitsData, MAX_LINES, RequestError};
pub use review_data::{AssessmentData, ReviewData, ReviewError, ReviewedMoveData, SummaryData, review, review_from};
pub use search::{AnalysisObserver, AnalysisResult, analyse};
pub use tables::{TableValue, table_position, table_result};
