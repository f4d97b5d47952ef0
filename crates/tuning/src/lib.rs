//! Calibration of the strength levels and tuning of the search, by games of the engine against itself.
//!
//! | program | what it does |
//! |---|---|
//! | `level_ladder` | plays matches between the strength levels and writes their Elo ratings |
//! | `level_mistakes` | compares the mistakes of the levels with those of people in the same positions |
//! | `quiet_mates` | makes positions in which a move can allow a quiet mate in one, and measures the engine in them |
//! | `tune` | tunes the parameters of the search by SPSA |
//!
//! This library holds what the programs share.

pub mod exit;
pub mod levels_document;
pub mod paired_games;
pub mod result_file;
pub mod workers;
