//! mdBook: its settings, and where it is found.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use workbook::cargo::cargo;

/// The version that the book is made with.
const VERSION: &str = "0.5.4";

/// `book.toml`.
pub fn settings(title: &str) -> String {
    format!(
        "[book]\n\
         title = \"{title}\"\n\
         language = \"en\"\n\
         description = \"Skeletal animation, learnt by building it: lessons, live figures, and what goes wrong\"\n\
         \n\
         [output.html]\n\
         default-theme = \"light\"\n\
         preferred-dark-theme = \"navy\"\n\
         smart-punctuation = false\n\
         no-section-label = true\n\
         additional-css = [\"src/page.css\", \"src/book.css\", \"src/live.css\"]\n\
         additional-js = [\"src/page.js\", \"src/book.js\"]\n\
         \n\
         [output.html.fold]\n\
         enable = true\n\
         \n\
         # Its button would ask a server on the network.\n\
         [output.html.playground]\n\
         runnable = false\n\
         \n\
         [output.html.search]\n\
         heading-split-level = 2\n\
         limit-results = 20\n"
    )
}

/// Makes the site of the sources.
pub fn build(root: &Path, sources: &Path, out: &Path) -> Result<()> {
    let program = program(root)?;
    // The site may lie anywhere, but a path that does not begin at the root is taken from the sources.
    let out = std::path::absolute(out)?;
    let output = Command::new(&program).arg("build").arg(sources).arg("--dest-dir").arg(&out).output();
    let output = output.with_context(|| format!("cannot run {}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    // A link that leads nowhere is only a warning to it.
    if !output.status.success() || said.contains("WARN") || said.contains("ERROR") {
        bail!("mdBook is not content:\n{said}");
    }
    Ok(())
}

/// The program: that of the system, if it has the version; else our own, built when it is first asked for.
fn program(root: &Path) -> Result<PathBuf> {
    let ours = root.join("target/book/mdbook");
    let own = ours.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    for program in [PathBuf::from("mdbook"), own.clone()] {
        let answer = Command::new(&program).arg("--version").output();
        if answer.is_ok_and(|answer| String::from_utf8_lossy(&answer.stdout).trim().ends_with(VERSION)) {
            return Ok(program);
        }
    }
    anstream::eprintln!("mdBook {VERSION} is not here; building it takes some minutes");
    let mut install = cargo(root);
    install.args(["install", "mdbook", "--locked", "--version", VERSION, "--root"]).arg(&ours);
    if !install.status().context("cannot run cargo")?.success() {
        bail!("mdBook could not be built; `cargo install mdbook --version {VERSION}` says why");
    }
    Ok(own)
}
