//! The `gloryhex` binary: arguments in, a library call, words out.
//!
//! Exit status: 0 when all went well, 1 when a check failed, 2 for bad input.

mod args;
mod commands;
mod counting;
mod edition;
mod interrupt;
mod packs;
mod trouble;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    edition::look_for_packs(std::env::args_os().skip(1));
    match commands::run(args::Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => trouble.report(),
    }
}
