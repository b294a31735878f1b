//! Tests F2, by comparing a lesson with itself, and with itself at other settings.

use crate::support::{FIRST, Folder, LESSONS_OWN, PATIENCE, ends_well, program_command, run};
use anyhow::{Context, Result, ensure};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// A script that moves sliders and the camera, and then compares.
const SCRIPT: &str = "wait 0.5\ndrag \"θ (hinge b)\" to 300,150 over 0.2\ndrag 800,200 to 900,260 over 0.2\nwheel 2\nwait 0.1\n\
                      tap F2\nwait 0.1\nmove \"compared=no pixel differs\"\n";

/// Returns a lesson's command with a fake cargo, which runs these words of a shell for our picture.
fn compared(folder: &Folder, lesson: &str, shell: &str) -> Result<Command> {
    let mut command = program_command(lesson)?;
    let (cargo, script) = (folder.join("cargo"), folder.join("a.txt"));
    let program = command.get_program().to_string_lossy().into_owned();
    std::fs::write(&cargo, format!("#!/bin/sh\n{LESSONS_OWN}ours='{program}'\n{shell}\n"))?;
    std::fs::set_permissions(&cargo, std::fs::Permissions::from_mode(0o755))?;
    std::fs::write(&script, SCRIPT)?;
    command.env("CARGO", cargo).args(["--headless", "--script"]).arg(script);
    Ok(command)
}

/// Returns the sentence about the two pictures, or an error if runs differ in it.
fn told(shell: &str) -> Result<String> {
    let folder = Folder::new()?;
    let said = run(&mut compared(&folder, FIRST, shell)?, 2 * PATIENCE)?.stderr;
    let (_, told) = said.rsplit_once("compared=").with_context(|| format!("nothing is compared: {said}"))?;
    Ok(told.to_owned())
}

#[test]
fn the_same_program_draws_the_same_from_settings_time_and_camera() -> Result<()> {
    let folder = Folder::new()?;
    ends_well(&mut compared(&folder, FIRST, "exec \"$ours\" \"$@\"")?).map(drop)
}

#[test]
fn what_differs_is_counted_and_why_there_is_no_picture_is_told() -> Result<()> {
    let told_of_another = told("exec \"$ours\" \"$@\" '--set=base x=0.3'")?;
    let (percent, _) =
        told_of_another.split_once(" % of the pixels differ").context(told_of_another.clone())?;
    ensure!((1.0..20.0).contains(&percent.parse::<f32>()?), "{percent} % differ");
    let refused = told("echo 'error: the answers are not here yet' >&2; exit 1")?;
    ensure!(refused.starts_with("Ours cannot be shown: the answers are not here yet"), "{refused}");
    Ok(())
}
