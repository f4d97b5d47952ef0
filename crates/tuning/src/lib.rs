//! Calibration of the strength levels, by games of the engine against itself, and a suite of quiet mates.
//!
//! | program | purpose |
//! |---|---|
//! | `level_ladder` | plays matches between the strength levels and writes their Elo ratings |
//! | `level_mistakes` | compares the mistakes of the levels with those of people in the same positions |
//! | `win_rates` | fits the chances to win, draw and lose to games |
//! | `quiet_mates` | generates positions in which a move can allow a quiet mate in one, and measures the engine in them |
//!
//! This library holds the code that the programs share.
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

pub mod levels_document;
pub mod paired_games;
pub mod program;
pub mod result_file;
