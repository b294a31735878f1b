//! Lesson 14 as somebody uses it: a wave of the hand from nothing, saved, opened again, exported; and what a crash leaves.

mod support;

use anyhow::{Context, Result, bail, ensure};
use common::pose::{Pose, walk};
use common::transform::Transform;
use course::root;
use editor::Animation;
use editor::save::{self, Saved};
use glam::{Mat4, Quat, Vec3};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use support::screen::Screen;
use support::{Folder, PATIENCE, Process, lesson_command, run, wait_until};

const LESSON: &str = "14-animation-editor";

/// The lesson's own model.
const KNIGHT: &str = "assets/knight/knight.dae";

/// The script of the text, and more commands at its end.
fn wave(then: &str) -> Result<String> {
    let path = root().join("lessons/14_animation_editor/scripts/wave.txt");
    Ok(std::fs::read_to_string(path)? + then)
}

/// The lesson with a script, and its saves in a folder.
fn played(folder: &Folder, script: &str, args: &[&str]) -> Result<Command> {
    let path = folder.join("script.txt");
    std::fs::write(&path, script)?;
    let mut command = lesson_command(LESSON)?;
    command.env("WORKBOOK_SAVES", folder.join("saves")).arg("--script").arg(path).args(args);
    command.current_dir(folder.path());
    Ok(command)
}

fn headless(folder: &Folder, script: &str) -> Result<Command> {
    played(folder, script, &["--headless"])
}

fn ends_well(command: &mut Command) -> Result<()> {
    // A script of hundreds of pictures takes ten seconds even on an idle machine.
    let ended = run(command, 8 * PATIENCE)?;
    ensure!(ended.status.success() && ended.stderr.is_empty(), "{command:?}: {}", ended.stderr);
    Ok(())
}

/// All files with an ending, in a folder and those in it.
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
    let asset = formats::read(Path::new(&model.file))?;
    ensure!(damage.is_empty(), "{damage:?}");
    let wave = document.animations.iter().find(|animation| animation.name == "wave").context("no wave")?;
    ensure!(wave.columns() == [0.0, 0.5, 1.0] && wave.seconds == 1.0, "{:?}", wave.columns());
    let joint = |name: &str| asset.rig.skeleton.joints().iter().position(|joint| joint.name == name);
    let forearm = joint("forearm.L").context("no forearm")?;
    let at = |time: f32| {
        let mut pose = Pose::new();
        wave.pose_into(&asset.rig.rest, time, &mut pose);
        pose
    };
    let degrees = at(0.0)[forearm].rotation.angle_between(at(0.5)[forearm].rotation).to_degrees();
    ensure!((degrees - 55.0).abs() < 0.01, "he waves by {degrees}°");
    ensure!(at(0.0)[forearm] == at(1.0)[forearm], "it does not end as it begins");

    let exported = formats::read(&only(folder, "glb")?)?;
    let clip = exported.clips.iter().find(|clip| clip.name == "wave").context("no wave was exported")?;
    ensure!(clip.seconds == 1.0 && exported.clips.len() == document.animations.len());
    Ok(())
}

/// The wave is chosen as it was last, and so it is in view: the list may show four animations at a time.
const CHOOSE_THE_WAVE: &str = "wait 0.1\nclick \"animation=wave\"\nwait 0.1\n";

const SAVE_AND_EXPORT: &str =
    "tap Save\nwait 0.1\nclick \"File\"\nwait 0.1\nclick \"File/Export as glTF\"\nwait 0.1\n";

#[test]
fn undo_shows_the_animation_of_its_step_and_a_start_the_one_that_was_edited_last() -> Result<()> {
    let folder = Folder::new()?;
    let walk = "wait 0.1\nclick \"animation=walk\"\nwait 0.1\n";
    let script = wave(&format!("{walk}tap Undo\nwait 0.1\nclick \"animation=wave\"\ntap Save\nwait 0.1\n"))?;
    ends_well(&mut headless(&folder, &script)?)?;
    let last = opened(&only(&folder, "moves")?)?.model.edited;
    ensure!(last.as_deref() == Some("wave"), "{last:?}");
    // Only rows in view can be clicked: at its start the list shows the part with the wave.
    ends_well(&mut headless(&folder, "wait 0.1\nclick \"animation=wave\"\n")?)
}

#[test]
fn a_wave_from_nothing_is_saved_opened_and_exported_without_a_window_and_in_one() -> Result<()> {
    let [without, within] = [Folder::new()?, Folder::new()?];
    let script = wave(SAVE_AND_EXPORT)?;
    ends_well(&mut headless(&without, &script)?)?;
    is_a_wave(&without)?;

    let screen = Screen::open(1400, 900)?;
    let mut window = played(&within, &format!("{script}tap Esc\n"), &[])?;
    ends_well(window.env("DISPLAY", screen.name()))?;
    is_a_wave(&within)?;
    ensure!(std::fs::read(only(&without, "glb")?)? == std::fs::read(only(&within, "glb")?)?, "two exports");

    // Opened again, it is there, and a second save is beside the first.
    ends_well(&mut headless(
        &without,
        "wait 0.1\nclick \"animation=wave\"\nwait 0.1\ntap Save\nwait 0.1\n",
    )?)?;
    let saves = files(&without.join("saves"), "moves")?;
    ensure!(saves.len() == 2, "{saves:?}");
    let [one, other] = [&saves[0], &saves[1]].map(|path| opened(path).map(|saved| saved.document));
    ensure!(one? == other?, "what was opened is not what was saved");
    Ok(())
}

#[test]
fn save_as_goes_on_under_another_name_and_what_is_opened_under_its_own() -> Result<()> {
    let folder = Folder::new()?;
    let new = "click \"animation/new\"\nwait 0.1\n";
    let save_as = "tap Save as\nwait 0.1\ntype \"../bow\"\ntap Enter\nwait 0.1\n";
    let open = "tap Open\nwait 0.1\nclick \"save=knight\"\nwait 0.2\n";
    let save = "tap Save\nwait 0.1\n";
    let script = format!("wait 0.1\n{new}{save}{new}{save_as}{new}{save}{open}{save}");
    ends_well(&mut headless(&folder, &script)?)?;
    let animations = |stem: &str| {
        let saves = files(&folder.join("saves").join(stem), "moves")?;
        let count = |path: &PathBuf| Ok(opened(path)?.document.animations.len());
        let mut counts = saves.iter().map(count).collect::<Result<Vec<_>>>()?;
        counts.sort_unstable();
        Ok::<_, anyhow::Error>(counts)
    };
    let [knight, bow] = [animations("knight")?, animations("_bow")?];
    let news = |counts: &[usize]| counts.iter().map(|count| count - knight[0] + 1).collect::<Vec<_>>();
    ensure!([news(&knight), news(&bow)] == [[1, 1], [2, 3]], "{knight:?}, {bow:?}");
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
    editor.kill();

    let goes_on = format!("wait 0.2\nclick \"Go on with it\"\n{CHOOSE_THE_WAVE}tap Save\nwait 0.1\n");
    ends_well(&mut headless(&folder, &goes_on)?)?;
    let left = only(&folder, "moves")?;
    ensure!(!left.display().to_string().contains("autosave"), "what is saved is kept no more: {left:?}");
    ensure!(opened(&left)?.document.animations.iter().any(|animation| animation.name == "wave"));
    Ok(())
}

#[test]
fn of_a_save_that_was_cut_the_animations_before_the_cut_are_gone_on_with() -> Result<()> {
    let folder = Folder::new()?;
    let save = "wait 0.1\ntap Save\nwait 0.1\n";
    ends_well(&mut headless(&folder, save)?)?;
    let older = only(&folder, "moves")?;
    let whole = opened(&older)?.document;
    let gone_on_with = |cut: f64| {
        let newest = older.with_file_name("knight 9000-01-01 00-00-00.moves");
        let bytes = std::fs::read(&older)?;
        std::fs::write(&newest, &bytes[..(cut * bytes.len() as f64) as usize])?;
        ends_well(&mut headless(&folder, save)?)?;
        let made = newest.with_file_name("knight 9000-01-01 00-00-00 2.moves");
        let document = opened(&made)?.document;
        std::fs::remove_file(made)?;
        Ok::<_, anyhow::Error>(document)
    };
    let half = gone_on_with(0.5)?.animations;
    ensure!(half.len() > 1 && half.len() < whole.animations.len() && whole.animations.starts_with(&half));
    ensure!(gone_on_with(0.0)? == whole, "where nothing is left, the older one is opened");
    Ok(())
}

/// Returns the animation that a script makes of one without keys, for some joint.
fn done_to_nothing(joint: &str, script: &str) -> Result<Animation> {
    let folder = Folder::new()?;
    let begun = format!("size 1280x800\nclick \"animation/new\"\nwait 0.1\nclick \"{joint}\"\nwait 0.2\n");
    ends_well(&mut headless(&folder, &format!("{begun}{script}\nwait 0.1\ntap Save\nwait 0.1\n"))?)?;
    let all = opened(&only(&folder, "moves")?)?.document.animations;
    let new = all.iter().find(|animation| animation.name == "new").context("it is gone")?;
    Ok(new.as_ref().clone())
}

#[test]
fn what_gives_up_a_drag_gives_up_nothing_else_and_leaves_no_trace() -> Result<()> {
    let drag = "move \"turn z\"\nwait 0.1\npress left\nmove 975,300\nwait 0.1";
    for cancel in ["tap Undo", "tap Esc", "press right\nrelease right"] {
        let script = format!("{drag}\n{cancel}\nwait 0.1\nmove 985,215\nwait 0.1\nrelease left");
        let new = done_to_nothing("upper_arm.L", &script)?;
        ensure!(new.channels.is_empty(), "{cancel}: a key of the drag stays: {:?}", new.columns());
    }
    Ok(())
}

#[test]
fn a_drag_that_snaps_comes_to_what_is_typed() -> Result<()> {
    for (joint, tool, grip, drag, typed) in [
        (
            "upper_arm.L",
            "turn",
            "\"turn z\"",
            "move 975,300\nmove 985,215",
            "tap R\ntap Z\ntap 1\ntap 0\ntap 5",
        ),
        ("hips", "move", "\"move x\"", "move 985,215", "tap G\ntap X\ntap .\ntap 2"),
        ("chest", "scale", "929,281", "move 985,285", "tap S\ntap X\ntap 1\ntap .\ntap 6"),
    ] {
        let [dragged, typed] = [format!("press left\n{drag}\nrelease left"), format!("{typed}\ntap Enter")]
            .map(|how| {
                let snaps =
                    format!("click \"snap\"\nclick \"by hand={tool}\"\nwait 0.1\nmove {grip}\nwait 0.1");
                done_to_nothing(joint, &format!("{snaps}\n{how}"))
            });
        let dragged = dragged?;
        ensure!(!dragged.channels.is_empty(), "{tool}: the drag does nothing");
        ensure!(dragged == typed?, "{tool}: the keys do something else");
    }
    Ok(())
}

#[test]
fn there_is_a_picture_in_a_window_of_any_size() -> Result<()> {
    let folder = Folder::new()?;
    for size in ["16x16", "60x40", "400x120", "1280x140", "1280x190"] {
        let mut command = lesson_command(LESSON)?;
        command.args(["--headless", "--panel", "--size", size, "--picture"]).arg(folder.join("a.png"));
        ends_well(&mut command).with_context(|| format!("at {size}"))?;
    }
    Ok(())
}

/// A wave that was saved, to be gone on with again and again.
struct Wave(Folder);

impl Wave {
    fn new() -> Result<Self> {
        let folder = Folder::new()?;
        ends_well(&mut headless(&folder, &wave("tap Save\nwait 0.1\n")?)?)?;
        Ok(Self(folder))
    }

    /// Returns the save after a script that begins with it, and its wave.
    fn then(&self, script: &str) -> Result<(Saved, Arc<Animation>)> {
        let before = only(&self.0, "moves")?;
        let script = format!("{CHOOSE_THE_WAVE}{script}tap Save\nwait 0.1\n");
        ends_well(headless(&self.0, &script)?.args(["--size", "900x560"]))?;
        let mut saves = files(&self.0.join("saves"), "moves")?;
        saves.retain(|path| *path != before);
        let path = saves.pop().context("nothing was saved")?;
        let saved = opened(&path)?;
        std::fs::remove_file(path)?;
        let wave = saved.document.animations.iter().find(|animation| animation.name == "wave").cloned();
        Ok((saved, wave.context("no wave")?))
    }
}

#[test]
fn over_the_keys_g_and_s_are_theirs_and_over_the_view_the_gizmos() -> Result<()> {
    let wave = Wave::new()?;
    let columns = |then: &str| Ok::<_, anyhow::Error>(wave.then(then)?.1.columns());
    let near = |columns: Vec<f32>, wanted: &[f32]| {
        let is_near = |(at, wanted): (&f32, &f32)| (at - wanted).abs() < 1e-4;
        let are_near = columns.len() == wanted.len() && columns.iter().zip(wanted).all(is_near);
        ensure!(are_near, "{columns:?} instead of {wanted:?}");
        Ok(())
    };
    let middle = "click \"key 1\"\nwait 0.05\n";
    let six_frames = format!("{middle}tap G\ntap 6\ntap Enter\nwait 0.05\n");
    near(columns(&six_frames)?, &[0.0, 0.7, 1.0])?;
    // The playhead is at the beginning.
    let half = format!("{six_frames}tap S\ntap .\ntap 5\ntap Enter\nwait 0.05\n");
    near(columns(&half)?, &[0.0, 0.35, 1.0])?;
    let undone = format!("{half}tap Undo\nwait 0.05\n");
    near(columns(&undone)?, &[0.0, 0.7, 1.0])?;
    near(columns(&format!("{undone}tap Undo\nwait 0.05\n"))?, &[0.0, 0.5, 1.0])?;
    near(columns(&format!("{middle}tap G\ntap 9\nwait 0.05\ntap Esc\nwait 0.05\n"))?, &[0.0, 0.5, 1.0])?;
    // By the mouse, which may leave the sheet, until a click there: it turns nothing in the view.
    let by_mouse = format!("{middle}tap G\nwait 0.05\nmove \"key 2\"\nwait 0.05\nmove 600,200\nwait 0.05\n");
    let away = columns(&format!("{by_mouse}click 640,220\nwait 0.05\n"))?;
    ensure!(away.len() == 3 && (away[1] - 0.5).abs() > 0.02, "{away:?}");
    near(columns(&format!("{by_mouse}press right\nrelease right\nwait 0.05\n"))?, &[0.0, 0.5, 1.0])?;
    // Shift+D takes copies.
    let copies = columns(&format!("{middle}tap Shift+D\nwait 0.05\ntap 3\ntap Enter\nwait 0.05\n"))?;
    near(copies, &[0.0, 0.5, 0.6, 1.0])?;

    // Over the view it is the joint that moves.
    let (saved, moved) = wave.then("click \"hand.L\"\nwait 0.05\ntap G\ntap 1\ntap Enter\nwait 0.05\n")?;
    let hand = saved.model.joints.iter().position(|joint| joint == "hand.L");
    let channel = hand.and_then(|hand| moved.channel(hand)).context("the hand has no keys")?;
    ensure!(channel.translations.times() == [0.0] && moved.columns() == [0.0, 0.5, 1.0]);
    Ok(())
}

#[test]
fn several_joints_are_turned_keyed_and_laid_to_rest_together() -> Result<()> {
    let (wave, knight) = (Wave::new()?, formats::read(&root().join(KNIGHT))?);
    let two = "click \"forearm.L\"\nwait 0.05\nhold Shift\nclick \"hand.L\"\nrelease Shift\nwait 0.05\n";
    let turn = "tap Turn\ntap X\ntap 3\ntap 0\ntap Enter\nwait 0.05\n";
    // Rotations of three joints at the beginning and at rest, and the number of their keys.
    let stand = |then: &str| {
        let (saved, wave) = wave.then(then)?;
        let (mut pose, rest) = (Pose::new(), &knight.rig.rest);
        wave.pose_into(rest, 0.0, &mut pose);
        let joints = &saved.model.joints;
        let index = |name: &str| joints.iter().position(|joint| joint == name).context("a joint");
        let [upper, fore, hand] = [index("upper_arm.L")?, index("forearm.L")?, index("hand.L")?];
        let of = |joint: usize| (pose[joint].rotation, rest[joint].rotation, wave.key_times(joint).len());
        Ok::<_, anyhow::Error>([of(upper), of(fore), of(hand)])
    };
    let before = stand("")?;
    let after = stand(&format!("{two}{turn}"))?;
    for (joint, ((from, ..), (to, ..))) in before.iter().zip(&after).enumerate() {
        let degrees = if joint == 0 { 0.0f32 } else { 30.0 };
        let away = (from.inverse() * *to).angle_between(Quat::from_rotation_x(degrees.to_radians()));
        ensure!(away < 1e-3, "joint {joint} is {away} off");
    }
    ensure!(stand(&format!("{two}{turn}tap Undo\nwait 0.05\n"))? == before, "more than one step");
    let rested = stand(&format!("{two}{turn}tap Back to rest\nwait 0.05\n"))?;
    ensure!(rested[1..].iter().all(|joint| joint.0 == joint.1) && rested[0].0 == before[0].0);

    // With Ctrl the active joint is chosen no more; and a row of the tree is one more, as in the view.
    let one = stand(&format!("{two}hold Ctrl\nclick \"hand.L\"\nrelease Ctrl\nwait 0.05\n{turn}"))?;
    ensure!([one[1].0, one[2].0] == [after[1].0, before[2].0], "{one:?}");
    ensure!(stand(&format!("{}{turn}", two.replace("\"hand.L", "\"node=hand.L")))? == after, "by the tree");
    let between = "drag \"playhead\" to 700,400 over 0.1\nwait 0.05\n";
    let keyed = stand(&format!("{between}{two}tap Insert for the chosen joints\nwait 0.05\n"))?;
    ensure!(keyed.map(|joint| joint.2) == [2, 4, 1], "{keyed:?}");
    Ok(())
}

#[test]
fn a_hand_or_a_foot_takes_its_limb_along_in_one_step_that_is_undone_and_redone() -> Result<()> {
    /// The visible state of a limb at the beginning: the places and transforms of its three joints, and their keys.
    #[derive(Debug, PartialEq)]
    struct Seen {
        places: [Vec3; 3],
        stands: [Transform; 3],
        /// Of place, rotation and scale.
        keys: [[usize; 3]; 3],
        changed: Vec<usize>,
    }
    let (wave, knight) = (Wave::new()?, formats::read(&root().join(KNIGHT))?);
    let seen = |joints: [&str; 3], then: &str| {
        let (_, wave) = wave.then(then)?;
        let (mut pose, rig) = (Pose::new(), &knight.rig);
        wave.pose_into(&rig.rest, 0.0, &mut pose);
        let index = |name: &str| rig.skeleton.joints().iter().position(|joint| joint.name == name);
        let [Some(root), Some(middle), Some(end)] = joints.map(index) else { bail!("no {joints:?}") };
        let mut placed = vec![Mat4::IDENTITY; pose.len()];
        walk(&rig.skeleton, |i| pose[i].to_matrix(), &mut placed);
        let keys = |joint: usize| match wave.channel(joint) {
            Some(channel) => [
                channel.translations.times().len(),
                channel.rotations.times().len(),
                channel.scales.times().len(),
            ],
            None => [0; 3],
        };
        let joints = [root, middle, end];
        Ok::<_, anyhow::Error>(Seen {
            places: joints
                .map(|joint| (knight.world_from_model * placed[joint]).transform_point3(Vec3::ZERO)),
            stands: joints.map(|joint| pose[joint]),
            keys: joints.map(keys),
            changed: wave.channels.iter().map(|channel| channel.joint).collect(),
        })
    };
    let bone = |seen: &Seen, i: usize| seen.places[i].distance(seen.places[i + 1]);
    let on = "tap Limbs follow (IK)\nwait 0.05\n";
    let arm = |then: &str| seen(["upper_arm.L", "forearm.L", "hand.L"], then);
    let before = arm("")?;

    // By the keys it is known where the hand is to be: 0.1 m along its own axis.
    let hand = "click \"hand.L\"\nwait 0.05\n";
    let typed = format!("{on}{hand}tap G\ntap Y\ntap -\ntap .\ntap 1\ntap Enter\nwait 0.05\n");
    let after = arm(&typed)?;
    ensure!(before.places[0] == after.places[0], "the shoulder stays");
    let moved = after.places[2].distance(before.places[2]);
    ensure!((moved - 0.1).abs() < 1e-4, "by {moved} m");
    ensure!((bone(&before, 0) - bone(&after, 0)).abs() + (bone(&before, 1) - bone(&after, 1)).abs() < 1e-5);
    ensure!(after.stands[2] == before.stands[2] && after.keys[2] == before.keys[2], "the hand turns itself");
    ensure!(after.stands[0] != before.stands[0] && after.stands[1] != before.stands[1], "who turns?");
    // The keys at 0 s were there: they have changed, and no other came, above all none of a place.
    ensure!(after.keys == before.keys && after.changed == before.changed, "{after:?}");
    // One step, back and on again.
    ensure!(arm(&format!("{typed}tap Undo\nwait 0.05\n"))? == before, "more than one step");
    ensure!(arm(&format!("{typed}tap Undo\nwait 0.05\ntap Redo\nwait 0.05\n"))? == after);
    // Without it the hand alone is moved.
    let alone = arm(&typed.replace(on, ""))?;
    ensure!(alone.stands[..2] == before.stands[..2] && alone.keys[2][0] == 1, "{alone:?}");

    // A drag of the dot, farther than the arm is long: it is straight, and back again as it was.
    let pressed = format!("{on}move \"hand.L\"\nwait 0.05\npress left\nwait 0.05\n");
    let far = "move 880,60\nwait 0.05\n";
    let straight = arm(&format!("{pressed}{far}release left\nwait 0.05\n"))?;
    let [upper, lower] = [bone(&straight, 0), bone(&straight, 1)];
    let reach = straight.places[0].distance(straight.places[2]);
    ensure!((upper - bone(&before, 0)).abs() < 1e-5 && (lower - bone(&before, 1)).abs() < 1e-5);
    ensure!((reach - upper - lower).abs() < 1e-5, "{reach} of {upper} and {lower}");
    ensure!(arm(&format!("{pressed}{far}release left\nwait 0.05\ntap Undo\nwait 0.05\n"))? == before);
    let given_up = [
        format!("{pressed}{far}tap Esc\nwait 0.05\nrelease left\nwait 0.05\n"),
        format!("{pressed}{far}tap Undo\nwait 0.05\nrelease left\nwait 0.05\n"),
        // A click changes nothing.
        format!("{pressed}release left\nwait 0.05\n"),
    ];
    for script in given_up {
        ensure!(arm(&script)? == before, "{script}");
    }

    // A leg without any keys gets two, of rotations, and its knee stays in front.
    let leg = |then: &str| seen(["thigh.R", "shin.R", "foot.R"], then);
    let lifted = leg(&format!(
        "{on}move \"foot.R\"\nwait 0.05\npress left\nmove \"shin.R\"\nwait 0.05\nrelease left\nwait 0.05\n"
    ))?;
    ensure!(lifted.keys == [[0, 1, 0], [0, 1, 0], [0; 3]], "{:?}", lifted.keys);
    let [hip, knee, foot] = lifted.places;
    ensure!(knee.z > hip.lerp(foot, 0.5).z + 0.02, "the knee is behind: {:?}", lifted.places);
    Ok(())
}

/// Returns the message over the view after a save that fails. The script's last line looks for a missing name, and the
/// answer lists those that exist.
fn told_of_a_save(folder: &Folder, prepare: impl FnOnce(Command) -> Command) -> Result<String> {
    let script = "wait 0.1\nclick \"animation/new\"\nwait 0.1\ntap Save\nwait 0.1\nmove \"what is there\"\n";
    let ended = run(&mut prepare(headless(folder, script)?), PATIENCE)?;
    let (_, told) = ended.stderr.split_once("message=").with_context(|| ended.stderr.clone())?;
    Ok(told.to_owned())
}

#[test]
fn a_full_disk_and_a_folder_where_nobody_may_write_are_told_and_nothing_is_left_of_the_save() -> Result<()> {
    let folder = Folder::new()?;
    // No file may be longer than 16 kB: to a program that is as if the disk were full.
    let told = told_of_a_save(&folder, |lesson| {
        let mut limited = Command::new("sh");
        limited.args(["-c", "trap '' XFSZ; ulimit -f 32; exec \"$0\" \"$@\""]);
        limited.arg(lesson.get_program()).args(lesson.get_args());
        for (name, value) in lesson.get_envs() {
            match value {
                Some(value) => limited.env(name, value),
                None => limited.env_remove(name),
            };
        }
        limited.current_dir(folder.path());
        limited
    })?;
    ensure!(told.starts_with(&format!("There is no room in {}", folder.join("saves").display())), "{told}");
    ensure!(
        told.contains("Make room and save again, or save onto another disk: your work is still here."),
        "{told}"
    );
    let left =
        files(&folder.join("saves"), "moves")?.into_iter().chain(files(&folder.join("saves"), "part")?);
    ensure!(left.count() == 0, "half a save is left");

    // Not even root may make a folder there.
    let told = told_of_a_save(&folder, |mut lesson| {
        lesson.env("WORKBOOK_SAVES", "/sys/saves");
        lesson
    })?;
    ensure!(told.starts_with("The folder /sys/saves/knight cannot be used ("), "{told}");
    ensure!(told.contains("or into another folder: your work is still here."), "{told}");
    Ok(())
}

#[test]
fn a_save_and_keys_for_other_joints_are_offered_joint_by_joint() -> Result<()> {
    let folder = Folder::new()?;
    let model = folder.join("tick.dae");
    let text = std::fs::read_to_string(root().join("assets/joints/tick.dae"))?;
    std::fs::write(&model, &text)?;
    let model = model.display().to_string();
    let edited = |script: &str| {
        let mut lesson = headless(&folder, &format!("wait 0.05\n{script}tap Save\nwait 0.05\n"))?;
        ends_well(lesson.args(["--size", "900x560", &model]))?;
        let saves = files(&folder.join("saves/tick"), "moves")?;
        let newest = saves.iter().max_by_key(|path| path.file_stem()).context("no save")?;
        let newest = opened(newest)?;
        let joints = &newest.model.joints;
        let called = |animation: &Arc<Animation>| {
            let moved = animation.channels.iter().map(|channel| joints[channel.joint].clone()).collect();
            (animation.name.clone(), moved)
        };
        Ok::<Vec<(String, Vec<String>)>, anyhow::Error>(
            newest.document.animations.iter().map(called).collect(),
        )
    };
    let renamed = "click \"animation/rename\"\nwait 0.1\ntype \"mine\"\ntap Enter\nwait 0.1\n";
    let before = edited(renamed)?;
    ensure!(before.len() == 1 && before[0].0 == "mine" && before[0].1.len() == 3, "{before:?}");
    let [one, other, lost] = [&before[0].1[0], &before[0].1[1], &before[0].1[2]];

    // Since then somebody has called a joint otherwise.
    std::fs::write(&model, text.replace(&format!("name=\"{lost}\""), "name=\"renamed\""))?;
    let leaves_one_out = format!("click \"its joint={other}\"\nwait 0.05\n");
    let dropped = edited("click \"Drop it\"\nwait 0.05\n")?;
    ensure!(dropped[0].0 != "mine" && dropped[0].1[2] == "renamed", "{dropped:?}");
    for path in files(&folder.join("saves/tick"), "moves")? {
        if opened(&path)?.document.animations[0].name != "mine" {
            std::fs::remove_file(path)?;
        }
    }
    let taken = edited(&format!("{leaves_one_out}click \"Take these\"\nwait 0.05\n"))?;
    ensure!(taken == [("mine".to_owned(), vec![one.clone()])], "{taken:?}");

    // Keys are copied from one model to another.
    let heron = root().join("assets/joints/heron.dae");
    let copied = "wait 0.05\ntap Select all\nwait 0.05\ntap Copy keys\nwait 0.05\n";
    let pasted = "wait 0.1\nclick \"animation/new\"\nwait 0.05\ntap Paste keys\nwait 0.05\nclick \"its joint=chest\"\nwait 0.05\nclick \"Take these\"\nwait 0.05\ntap Save\nwait 0.05\n";
    let script = format!("{copied}drop {}\n{pasted}", heron.display());
    ends_well(headless(&folder, &script)?.args(["--size", "900x560"]))?;
    let saved = opened(files(&folder.join("saves/heron"), "moves")?.first().context("nothing was saved")?)?;
    let new =
        saved.document.animations.iter().find(|animation| animation.name == "new").context("it is gone")?;
    let joints = &saved.model.joints;
    let moved: Vec<&str> = new.channels.iter().map(|channel| joints[channel.joint].as_str()).collect();
    ensure!(moved.contains(&"spine") && moved.contains(&"hand.R") && !moved.contains(&"chest"), "{moved:?}");
    Ok(())
}
