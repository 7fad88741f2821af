//! Writes the JavaScript through which a page calls the engine: `bindgen PROGRAM.wasm FOLDER`.
//!
//! A crate of its own, so that nobody who does not make a site builds it.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [program, folder] = &words[..] else {
        eprintln!("usage: bindgen PROGRAM.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(program)
        .out_name("gloryhex")
        .web(true)
        .and_then(|bindgen| bindgen.typescript(true).generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {program}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
