//! The verdicts, and the tables behind them.

mod codes;
mod defects;
mod tables;
