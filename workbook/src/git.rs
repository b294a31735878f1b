//! What the workbook asks of the `git` program.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// The files of a working tree: those that git tracks, and new ones that it would not ignore.
pub fn files(root: &Path) -> Result<Vec<String>> {
    let list = run(root, &["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"])?;
    Ok(list.split_terminator('\0').map(str::to_owned).collect())
}

fn run(root: &Path, args: &[&str]) -> Result<String> {
    let output = (Command::new("git").arg("-C").arg(root).args(args))
        .output()
        .context("git cannot be started; is it installed?")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("git {} in {} failed: {}", args[0], root.display(), said.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("git {} gave text that is not UTF-8", args[0]))
}
