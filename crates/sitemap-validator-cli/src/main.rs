//! The program `sitemap-validator`.

use std::process::ExitCode;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    sitemap_validator_cli::main(std::env::args_os()).into()
}
