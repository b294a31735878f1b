//! Tests that a lesson whose code panics or cannot draw shows that and goes on, and that one whose code does not return is ended
//! with a message.

use crate::support::picture::{Area, Look};
use crate::support::{Folder, command, example, for_each, run};
use anyhow::{Result, ensure};
use gpu::Image;
use std::time::Duration;

/// The environment variable that tells `examples/faulty.rs` what is faulty.
const FAULT: &str = "WORKBOOK_TEST_FAULT";

/// The background of an error's card, in RGB.
const CARD: [u8; 3] = [0xfb, 0xe9, 0xe4];

/// Meets the fault, and begins again, after which nothing is wrong.
const SCRIPT: &str = "wait 0.2\ndrag 800,300 to 820,300 over 0.2\nwait 0.1\npicture told.png\ntap R\nwait 0.2\npicture again.png\n";

#[test]
fn a_faulty_lesson_tells_it_and_begins_again() -> Result<()> {
    let program = example("faulty")?;
    for_each(["open", "pointer", "draw", "an error"].to_vec(), |fault| {
        let folder = Folder::new()?;
        std::fs::write(folder.join("a.txt"), SCRIPT)?;
        let mut lesson = command(&program);
        lesson.args(["--headless", "--script", "a.txt"]).env(FAULT, fault).current_dir(&*folder);
        let ended = run(&mut lesson, Duration::from_secs(120))?;
        ensure!(ended.status.success(), "{fault}: {}: {}", ended.status, ended.stderr);
        let panics = ended.stderr.contains(&format!("on purpose, in {fault}"));
        ensure!(
            panics || fault == "an error" && ended.stderr.is_empty(),
            "{fault}: it says {}",
            ended.stderr
        );
        let view = Area { from: [342, 0], to: [1280, 800] };
        let [told, again] = ["told.png", "again.png"].map(|name| Image::read(&folder.join(name)));
        let [told, again] = [told?, again?].map(|picture| picture.count(view, CARD));
        ensure!(told > 10_000 && again == 0, "{fault}: {told} pixels tell it, and {again} after a reset");
        Ok(())
    })
}

#[test]
fn what_does_not_end_is_ended_with_a_word() -> Result<()> {
    let program = example("faulty")?;
    // On a slow machine a list is not long after ten seconds.
    let endless =
        [("an endless loop", "has computed for 10 seconds"), ("an endless list", "hasn't finished")];
    for_each(endless.to_vec(), |(fault, said)| {
        let folder = Folder::new()?;
        let mut lesson = command(&program);
        lesson.args(["--headless", "--picture", "a.png"]).env(FAULT, fault).current_dir(&*folder);
        let ended = run(&mut lesson, Duration::from_secs(120))?;
        let told = ended.stderr.starts_with("error: The lesson's code") && ended.stderr.contains(said);
        ensure!(ended.status.code() == Some(1) && told, "{fault}: {}: {}", ended.status, ended.stderr);
        Ok(())
    })
}
