//! Tests of the rules in one program: it is linked once, and no processor is idle while the last test of a file runs.

mod annotations;
mod damaged_records;
mod dialects;
mod draws;
mod foreign_records;
mod hashes;
mod malformed;
mod material;
mod move_refusals;
mod moves;
mod premoves;
mod records;
mod scoring;
mod taken_apart;
mod variants;
mod walks;
