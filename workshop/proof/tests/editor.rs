//! Uses lesson 15 from an empty animation to a saved, reopened and exported wave of the hand, and crashes it.

use crate::support::{Folder, PATIENCE, Process, ends_well, played, wait_until};
use anyhow::{Context, Result, ensure};
use course::root;
use editor::save::{self, Saved};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The lesson's own model.
const KNIGHT: &str = "assets/knight/knight.dae";

/// Returns the text's script, with more commands at its end.
fn wave(then: &str) -> Result<String> {
    let path = root().join("lessons/15_animation_editor/scripts/wave.txt");
    Ok(std::fs::read_to_string(path)? + then)
}

fn headless(folder: &Folder, script: &str) -> Result<Command> {
    let mut command = played("15-animation-editor", folder, script)?;
    command.arg("--headless");
    Ok(command)
}

/// Returns all files with an ending in a folder and its subfolders.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, ending)?);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    Ok(found)
}

fn only(folder: &Folder, ending: &str) -> Result<PathBuf> {
    let mut found = files(&folder.join("saves"), ending)?;
    ensure!(found.len() == 1, "not one .{ending}: {found:?}");
    found.pop().context("there is one")
}

fn opened(path: &Path) -> Result<Saved> {
    Ok(save::read(&std::fs::read(path)?, &path.display().to_string())?)
}

/// Checks a wave that was saved and exported against the script.
fn is_a_wave(folder: &Folder) -> Result<()> {
    let Saved { model, document, damage } = opened(&only(folder, "moves")?)?;
    // From the assets, wherever they are.
    ensure!(model.file == "knight/knight.dae", "{}", model.file);
    let asset = formats::read(&root().join(KNIGHT))?;
    ensure!(damage.is_empty(), "{damage:?}");
    let wave = document.animations.iter().find(|animation| animation.name == "wave").context("no wave")?;
    ensure!(wave.columns() == [0.0, 0.5, 1.0] && wave.seconds == 1.0, "{:?}", wave.columns());
    let joint = |name: &str| asset.rig.skeleton.named(name);
    let forearm = joint("forearm.L").context("no forearm")?;
    let at = |time: f32| wave.pose(&asset.rig, time);
    let degrees = at(0.0)[forearm].rotation.angle_between(at(0.5)[forearm].rotation).to_degrees();
    ensure!((degrees - 55.0).abs() < 0.01, "he waves by {degrees}°");
    ensure!(at(0.0)[forearm] == at(1.0)[forearm], "it does not end as it begins");

    let exported = formats::read(&only(folder, "glb")?)?;
    let clip = exported.clips.iter().find(|clip| clip.name == "wave").context("no wave was exported")?;
    ensure!(clip.seconds == 1.0 && exported.clips.len() == document.animations.len());
    Ok(())
}

/// A script that chooses the wave, which the list shows since it was chosen last.
const CHOOSE_THE_WAVE: &str = "wait 0.1\nclick \"animation=wave\"\nwait 0.1\n";

/// A script that saves the knight as he is opened.
const SAVE: &str = "wait 0.1\ntap Save\nwait 0.1\n";

const SAVE_AND_EXPORT: &str =
    "tap Save\nwait 0.1\nclick \"File\"\nwait 0.1\nclick \"File/Export as glTF\"\nwait 0.1\n";

#[test]
fn a_wave_from_nothing_is_saved_opened_and_exported() -> Result<()> {
    let folder = Folder::new()?;
    let script = wave(SAVE_AND_EXPORT)?;
    ends_well(&mut headless(&folder, &script)?)?;
    is_a_wave(&folder)?;

    // Opened by the menu, it is there, and a second save is beside the first.
    let open = "wait 0.1\ntap Open\nwait 0.1\nclick \"save=knight\"\nwait 0.2\n";
    ends_well(&mut headless(&folder, &format!("{open}{CHOOSE_THE_WAVE}{SAVE}"))?)?;
    let saves = files(&folder.join("saves"), "moves")?;
    ensure!(saves.len() == 2, "{saves:?}");
    let [one, other] = [&saves[0], &saves[1]].map(|path| opened(path).map(|saved| saved.document));
    ensure!(one? == other?, "what was opened is not what was saved");
    // Under another name nothing but the save tells its model.
    std::fs::copy(&saves[0], folder.join("mine.moves"))?;
    ends_well(headless(&folder, SAVE)?.arg("mine.moves")).map(drop)
}

#[test]
fn what_a_killed_editor_leaves_is_offered_by_the_next() -> Result<()> {
    let folder = Folder::new()?;
    let mut editor = Process::start(&mut headless(&folder, &wave("wait 3600\n")?)?)?;
    // On a busy machine the first save may be half a wave.
    let has_wave = |path: &PathBuf| {
        let saved = opened(path).map(|saved| saved.document).unwrap_or_default();
        saved.animations.iter().any(|animation| animation.name == "wave" && animation.columns().len() == 3)
    };
    let is_kept = || {
        let saves = folder.join("saves");
        Ok(saves.is_dir() && files(&saves, "moves")?.iter().any(has_wave))
    };
    ensure!(wait_until(8 * PATIENCE, is_kept)?.is_some(), "nothing is kept: {}", editor.said());
    editor.kill();

    // To go on with it is a step: undone, the knight is as he was before.
    let goes_on = format!("wait 0.2\nclick \"Go on with it\"\nwait 0.1\ntap Undo\n{SAVE}tap Redo\n{SAVE}");
    ends_well(&mut headless(&folder, &goes_on)?)?;
    let left = files(&folder.join("saves"), "moves")?;
    ensure!(!format!("{left:?}").contains("autosave"), "what is saved is kept no more: {left:?}");
    ensure!(left.len() == 2 && left.iter().filter(|path| has_wave(path)).count() == 1, "{left:?}");
    Ok(())
}
