//! Uses lesson 15 from an empty animation to a saved, reopened and exported wave of the hand, and crashes it.

use crate::support::{Folder, PATIENCE, Process, ends_well, played, wait_until};
use anyhow::{Context, Result, ensure};
use common::pose::placed;
use course::root;
use drafts::blobs;
use editor::save::{self, Saved};
use editor::{Animation, Document};
use glam::Vec3;
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
fn a_save_for_another_model_stays_as_it_is() -> Result<()> {
    let folder = Folder::new()?;
    ends_well(&mut headless(&folder, SAVE)?)?;
    let older = only(&folder, "moves")?;
    let Saved { mut model, document, .. } = opened(&older)?;
    model.joints.pop();
    let foreign = |name: &str| {
        let (path, mut model) = (older.with_file_name(name), model.clone());
        model.file = name.to_owned();
        std::fs::write(&path, blobs::write(&save::to_blobs(&model, &Document::default())?))?;
        Ok::<_, anyhow::Error>(std::fs::read(path)?)
    };
    let foreign = [foreign("knight 9000-01-01 00-00-00.moves")?, foreign("knight autosave.moves")?];
    ends_well(&mut headless(&folder, SAVE)?)?;
    let saves = files(&folder.join("saves"), "moves")?;
    let left = saves.iter().map(|path| Ok(std::fs::read(path)?)).collect::<Result<Vec<_>>>()?;
    ensure!(saves.len() == 4 && foreign.iter().all(|bytes| left.contains(bytes)), "{saves:?}");
    let newest = opened(&older.with_file_name("knight 9000-01-01 00-00-00 2.moves"))?;
    ensure!(newest.document == document, "the older save of the knight is not what was opened");
    Ok(())
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
    let kept = || {
        files(&folder.join("saves"), "moves")?
            .iter()
            .map(|path| Ok((path.clone(), opened(path)?.document)))
            .collect::<Result<Vec<_>>>()
    };
    let before = kept()?;

    // Another editor beside it takes nothing from it, and neither does one that lets it be decided later.
    let saves = |script: &str| {
        ends_well(&mut headless(&folder, script)?)?;
        let mut now = kept()?;
        now.retain(|kept| !before.contains(kept));
        ensure!(now.len() == 1 && kept()?.len() == before.len() + 1, "{now:?}");
        std::fs::remove_file(&now[0].0).context("a save")
    };
    saves(SAVE)?;
    editor.kill();
    let later = "wait 0.2\nmove \"Decide later\"\ntap Esc\nwait 0.1\n";
    saves(&format!("{later}click \"animation/new\"\nwait 0.1\ntap Enter\n{SAVE}"))?;

    // To go on with it is a step: undone, the knight is as he was before.
    let goes_on = format!("wait 0.2\nclick \"Go on with it\"\nwait 0.1\ntap Undo\n{SAVE}tap Redo\n{SAVE}");
    ends_well(&mut headless(&folder, &goes_on)?)?;
    let left = files(&folder.join("saves"), "moves")?;
    ensure!(!format!("{left:?}").contains("autosave"), "what is saved is kept no more: {left:?}");
    ensure!(left.len() == 2 && left.iter().filter(|path| has_wave(path)).count() == 1, "{left:?}");
    Ok(())
}

#[test]
fn a_newest_save_that_was_cut_is_opened_only_if_somebody_wants_it() -> Result<()> {
    let (folder, model) = (Folder::new()?, root().join("assets/gltf/ways.gltf"));
    let model = model.to_str().context("a path")?;
    let plays =
        |script: &str| ends_well(headless(&folder, script)?.args(["--size", "640x400", model])).map(drop);
    plays(SAVE)?;
    let older = only(&folder, "moves")?;
    let (whole, bytes) = (opened(&older)?.document, std::fs::read(&older)?);
    let [newest, made] =
        ["", " 2"].map(|end| older.with_file_name(format!("ways 9000-01-01 00-00-00{end}.moves")));
    let chosen = |bytes: &[u8], answer: &str| {
        std::fs::write(&newest, bytes)?;
        plays(&format!("wait 0.2\n{answer}\n{SAVE}"))?;
        let document = opened(&made)?.document;
        std::fs::remove_file(&made)?;
        ensure!(std::fs::read(&newest)? == bytes, "the damaged one has changed");
        Ok::<_, anyhow::Error>(document)
    };
    ensure!(chosen(&[], "")? == whole, "where nothing is left, there is nothing to ask");
    let half = &bytes[..bytes.len() / 2];
    ensure!(chosen(half, "move \"Open what is left\"\nwait 0.1\ntap Enter")? == whole);
    let left = chosen(half, "click \"Open what is left\"")?.animations;
    ensure!(left.len() > 1 && left.len() < whole.animations.len() && whole.animations.starts_with(&left));
    Ok(())
}

/// A shell's command that mounts a read-only file system over the folder for the next program.
#[cfg(target_os = "linux")]
const MOUNT: &str = r#"mount -t tmpfs -o ro none "$WORKBOOK_SAVES" && exec "$0" "$@""#;

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_may_be_written_one_saves_into_another_folder() -> Result<()> {
    let folder = Folder::new()?;
    let [disk, other] = ["saves", "other"].map(|name| folder.join(name));
    std::fs::create_dir(&disk)?;
    let mounted = |program: &Command| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", MOUNT]).arg(program.get_program());
        command.args(program.get_args()).env("WORKBOOK_SAVES", &disk).current_dir(folder.path());
        command
    };
    if !mounted(&Command::new("true")).output().is_ok_and(|ended| ended.status.success()) {
        println!("no file system can be mounted here, so none is read-only");
        return Ok(());
    }
    let [at, into] = [disk.join("knight"), other.clone()].map(|path| path.display().to_string());
    let script = format!(
        "wait 0.1\nclick \"animation/new\"\nwait 0.1\ntap Enter\n{SAVE}\
         move \"message=The folder {at} may not be written (Read-only file system (os error 30)). Choose 'Save into …' in the \
         menu and a folder of your own: your work is still here.\"\n\
         tap Save into …\nwait 0.1\ntype \"{into}\"\nwait 0.1\ntap Enter\n{SAVE}"
    );
    ends_well(&mut mounted(&headless(&folder, &script)?))?;
    let saves = files(&other.join("knight"), "moves")?;
    ensure!(saves.len() == 2, "{saves:?}");
    for save in saves {
        ensure!(opened(&save)?.document.animations.iter().any(|one| one.name == "new"), "{save:?}");
    }
    Ok(())
}

#[test]
fn a_hand_takes_its_arm_along_in_one_step_that_is_undone_and_redone() -> Result<()> {
    let (folder, knight) = (Folder::new()?, formats::read(&root().join(KNIGHT))?);
    ends_well(&mut headless(&folder, &wave(SAVE)?)?)?;
    let first = only(&folder, "moves")?;
    // Returns the wave of a save that was made after a script.
    let then = |script: &str| {
        let script = format!("tap Space\n{CHOOSE_THE_WAVE}{script}{SAVE}");
        ends_well(headless(&folder, &script)?.args(["--size", "900x560"]))?;
        let mut saves = files(&folder.join("saves"), "moves")?;
        saves.retain(|path| *path != first);
        let path = saves.pop().context("nothing was saved")?;
        let wave = opened(&path)?.document.animations.iter().find(|one| one.name == "wave").cloned();
        std::fs::remove_file(path)?;
        wave.context("no wave")
    };
    // By the keys it is known where the hand is to be: 0.1 m along its own axis.
    let typed = "tap Limbs follow (IK)\nwait 0.05\nclick \"hand.L\"\nwait 0.05\n\
                 tap G\ntap Y\ntap -\ntap .\ntap 1\ntap Enter\nwait 0.05\n";
    let (before, after) = (then("")?, then(typed)?);
    let rig = &knight.rig;
    let arm = ["upper_arm.L", "forearm.L", "hand.L"].map(|name| rig.skeleton.named(name).expect("an arm"));
    let places = |wave: &Animation| {
        let placed = placed(&rig.skeleton, &wave.pose(rig, 0.0));
        arm.map(|joint| (knight.world_from_model * placed[joint]).transform_point3(Vec3::ZERO))
    };
    let (was, is) = (places(&before), places(&after));
    ensure!(was[0] == is[0], "the shoulder stays");
    ensure!((was[2].distance(is[2]) - 0.1).abs() < 1e-4, "by {} m", was[2].distance(is[2]));
    ensure!([0, 1].iter().all(|&i| (was[i].distance(was[i + 1]) - is[i].distance(is[i + 1])).abs() < 1e-5));
    let pairs = before.pose(rig, 0.0).into_iter().zip(after.pose(rig, 0.0)).enumerate();
    let turned: Vec<usize> = pairs.filter(|(_, (was, is))| was != is).map(|(joint, _)| joint).collect();
    ensure!(turned == arm[..2], "{turned:?} turn");
    // The keys at 0 s were there: they have changed, and no other came, above all none of a place.
    let times = |wave: &Animation| {
        let lists = wave.channels.iter().map(|channel| {
            [channel.translations.times(), channel.rotations.times(), channel.scales.times()]
                .map(<[f32]>::to_vec)
        });
        lists.collect::<Vec<_>>()
    };
    ensure!(times(&before) == times(&after), "there are other keys");
    ensure!(then(&format!("{typed}tap Undo\nwait 0.05\n"))? == before, "more than one step");
    ensure!(then(&format!("{typed}tap Undo\nwait 0.05\ntap Redo\nwait 0.05\n"))? == after);
    Ok(())
}
