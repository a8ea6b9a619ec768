//! The verdicts, and the consistency of the tables.

mod codes;
mod defects;
mod tables;
