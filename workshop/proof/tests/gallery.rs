//! Tests the gallery by a script, and in a window, where a fake cargo builds and runs lessons.

use crate::support::picture::{Area, Look};
use crate::support::screen::{Screen, Window};
use crate::support::{Folder, GALLERY, PATIENCE, ends_well, played, program_command, wait_until};
use anyhow::{Result, ensure};
use gpu::Image;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The area of a window in which compile errors are shown.
const BELOW: Area = Area { from: [360, 560], to: [1260, 780] };

/// A fake cargo, which builds nothing while there is a file `broken`, and runs a program that waits for `ends`.
const CARGO: &str = r#"#!/bin/sh
cd "$(dirname "$0")"
if [ "$1" = run ]; then
    touch runs
    while [ ! -e ends ]; do sleep 0.02; done
    touch ended
elif [ -e broken ]; then
    echo 'error: a number is missing' >&2
    exit 101
else
    echo '{"reason":"compiler-artifact","target":{"kind":["bin"],"src_path":"lessons/01_hierarchical_transforms/main.rs"},"executable":"it"}'
fi
"#;

fn appears(file: &Path) -> Result<()> {
    let found = wait_until(2 * PATIENCE, || Ok(file.exists()))?;
    ensure!(found.is_some(), "there is no {}", file.display());
    Ok(())
}

#[test]
fn the_keys_choose_a_lesson() -> Result<()> {
    let folder = Folder::new()?;
    // Below the last card but one of the last full row there is none.
    let script = "picture first.png\ntap End\ntap Up\ntap Right\ntap Down\nwait 1\npicture last.png\n\
                  tap Home\nwait 0.1\nclick \"02\"\nwait 1\npicture other.png\n";
    ends_well(played(GALLERY, &folder, script)?.args(["--headless", "--size", "1100x700"]))?;
    let read = |name: &str| Image::read(&folder.join(name));
    for other in ["first.png", "other.png"] {
        let mean = read("last.png")?.difference(&read(other)?)?.mean;
        ensure!(mean > 1.0, "last.png looks like {other}");
    }
    Ok(())
}

#[test]
fn a_lesson_is_built_and_runs_and_outlives_the_gallery() -> Result<()> {
    let (screen, place) = (Screen::open(1400, 900)?, Folder::new()?);
    let [cargo, broken, runs, ends, ended] =
        ["cargo", "broken", "runs", "ends", "ended"].map(|name| place.join(name));
    std::fs::write(&cargo, CARGO)?;
    std::fs::set_permissions(&cargo, PermissionsExt::from_mode(0o755))?;
    std::fs::write(&broken, "")?;
    let window = Window::start(&screen, program_command(GALLERY)?.env("CARGO", cargo), [1280, 800], 1.0)?;
    window.changes("a lesson that cannot be built", BELOW, 1000, || window.keys("Return"))?;
    std::fs::remove_file(broken)?;
    window.changes("a lesson that can be built now", BELOW, 1000, || window.keys("Return"))?;
    appears(&runs)?;
    std::fs::remove_file(&runs)?;
    window.changes("a second start", window.corner(), 50, || window.keys("Return"))?;
    ensure!(!runs.exists(), "it was started twice");
    window.keys("Escape")?;
    let gallery = window.end()?;
    ensure!(gallery.status.success() && gallery.stderr.is_empty(), "it complained: {}", gallery.stderr);
    ensure!(!ended.exists(), "the lesson has ended with it");
    std::fs::write(ends, "")?;
    appears(&ended)
}
