//! Analysis as plain data that can be sent: what a page asks, what a search of a position finds, and the review of a game.
//!
//! The browser's engine and the server's answer through this crate, so a page gets the same from either, and the review
//! gives the marks that `saffron analyse` gives. Evaluations are from White's side everywhere.
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
mod review;
mod search;

pub use eval::{Assessment, Eval};
pub use game_review::{Mark, Review, ReviewedMove, Summary};
pub use line::{EvalData, LineData};
pub use request::{AnalysisRequest, LimitsData, MOST_LINES, RequestError};
pub use review::{AssessmentData, ReviewData, ReviewError, ReviewedMoveData, SummaryData, review, review_from};
pub use search::{AnalysisObserver, AnalysisResult, analyse};
