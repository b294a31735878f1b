//! The program behind `cargo workbook judge`.

use anyhow::{Context, Result, ensure};
use std::process::ExitCode;

fn main() -> ExitCode {
    judge().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn judge() -> Result<ExitCode> {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let is_known = words.len() == 2 && words[0] == "tentacle";
    ensure!(is_known, "say what to judge, and the file with its JSON, as in `tentacle out.json`");
    let text = match words[1].to_str() {
        Some("-") => std::io::read_to_string(std::io::stdin()),
        _ => std::fs::read_to_string(&words[1]),
    };
    let name = words[1].display().to_string();
    let report =
        judge::tentacle::judge(&text.with_context(|| format!("cannot read {name}"))?).context(name)?;
    print!("{report}");
    Ok(if report.all_hold() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
