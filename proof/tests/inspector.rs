//! The inspector of all lessons that have joints: its ladder denies nothing where all is right, and it is used by hand, by
//! keys and by the mouse.
#![cfg(target_os = "linux")]

mod support;

use anyhow::{Context as _, Result, ensure};
use course::root;
use support::clipboard::Editor;
use support::picture::{Part, Picture};
use support::screen::{Opening, Screen, Window};
use support::{Folder, ends_well, for_each, lesson_command};

/// Lessons, and what is set in them.
const RIGHT: &[(&str, &[&str])] = &[
    ("01-hierarchical-transforms", &["base x=1"]),
    ("02-bones-and-flesh", &["seen from=bone 2"]),
    ("03-cut-out-puppet", &[]),
    ("04-joint-chain-lines", &["look at=tree"]),
    ("05-collada-joints", &[]),
    ("05-collada-joints", &["model=steps"]),
    ("06-joint-playback", &["model=curves"]),
    ("07-two-triangles", &[]),
    ("07-two-triangles", &["figure=long arm"]),
    ("08-blending-on-the-gpu", &[]),
    ("08-blending-on-the-gpu", &["weights by=envelopes", "radius=0.6"]),
    ("09-rigged-cylinder", &[]),
    ("09-rigged-cylinder", &["margin=0.15"]),
    ("10-keyframes", &[]),
    ("10-keyframes", &["look at=gimbal"]),
    ("11-a-skin-from-a-file", &["model=cylinder"]),
    ("11-a-skin-from-a-file", &["node=upper_arm.R", "turn x=40", "node=hand.L", "hand over=on", "turn z=50"]),
    ("12-full-playback", &[]),
    ("12-full-playback", &["model=tick"]),
    ("13-changing-your-mind", &[]),
    ("14-animation-editor", &[]),
    ("15-inverse-kinematics", &[]),
    ("15-inverse-kinematics", &["whose=a model's"]),
    ("15-inverse-kinematics", &["scene=chain"]),
    ("15-inverse-kinematics", &["scene=feet"]),
    ("17-the-knight-plays", &[]),
    ("18-gltf", &[]),
    ("18-gltf", &["model=ways"]),
    ("19-keeping-the-volume", &[]),
    ("19-keeping-the-volume", &["thick=0.5"]),
];

#[test]
fn nothing_is_denied_where_all_is_right() -> Result<()> {
    for_each(RIGHT.to_vec(), |(lesson, settings)| {
        let mut command = lesson_command(lesson)?;
        command.args(["--headless", "--ladder", "--at", "0.7", "--size", "400x300"]);
        command.args(settings.iter().flat_map(|setting| ["--set", setting]));
        all_ticks(&ends_well(&mut command)?.stdout).with_context(|| format!("{lesson}, {settings:?}"))
    })
}

/// Models of one's own: from other programs, with other units and axes.
#[test]
fn nothing_is_denied_of_models_from_elsewhere() -> Result<()> {
    let mut models = Vec::new();
    for folder in ["assets/gltf", "assets/knight", "assets/joints", "assets/play"] {
        for entry in std::fs::read_dir(root().join(folder))? {
            let path = entry?.path();
            models.extend(
                path.extension()
                    .is_some_and(|end| end == "glb" || end == "gltf" || end == "dae")
                    .then_some(path),
            );
        }
    }
    ensure!(models.len() > 9, "there are only {models:?}");
    for_each(models, |model| {
        let mut command = lesson_command("12-full-playback")?;
        command.arg(&model).args(["--headless", "--ladder", "--at", "0.4", "--size", "400x300"]);
        all_ticks(&ends_well(&mut command)?.stdout).with_context(|| model.display().to_string())
    })
}

/// As from a reader that gives each joint the matrix of the next: a skin that is torn, though the file agrees with itself.
#[test]
fn inverse_binds_of_the_next_joints_are_denied_by_the_lengths_of_bones() -> Result<()> {
    let knight = std::fs::read_to_string(root().join("assets/knight/knight.dae"))?;
    let list = "<float_array id=\"Armature_Knight-skin-bind_poses-array\" count=\"352\">";
    let (_, rest) = knight.split_once(list).context("the knight's matrices stand elsewhere")?;
    let (as_written, _) = rest.split_once('<').context("a list has no end")?;
    let numbers: Vec<&str> = as_written.split_whitespace().collect();
    let folder = Folder::new()?;
    for further in [1, numbers.len() / 16 - 1] {
        let mut numbers = numbers.clone();
        numbers.rotate_left(16 * further);
        let model = folder.join("shifted.dae");
        std::fs::write(&model, knight.replace(as_written, &numbers.join(" ")))?;
        let mut command = lesson_command("12-full-playback")?;
        command.arg(&model).args(["--headless", "--ladder", "--size", "400x300"]);
        let said = ends_well(&mut command)?.stdout;
        let denied: Vec<&str> = said.lines().filter(|line| line.starts_with("✗ ")).collect();
        ensure!(denied.len() == 1 && denied[0].starts_with("✗ bone lengths: No: "), "{said}");
    }
    Ok(())
}

fn all_ticks(said: &str) -> Result<()> {
    ensure!(said.lines().count() >= 3 && said.lines().all(|line| line.starts_with("✓ ")), "{said}");
    Ok(())
}

#[test]
fn a_lesson_without_joints_says_so() -> Result<()> {
    let said = support::run(
        lesson_command("16-side-scroller")?.args(["--headless", "--ladder"]),
        support::PATIENCE,
    )?;
    ensure!(!said.status.success() && said.stderr.contains("There is no joint here"), "{}", said.stderr);
    Ok(())
}

/// A number that has changed is lit for half a second.
const KEYS: &str = "tap Space
tap F3
wait 0.1
picture a.png
click \"joint joint 4\"
wait 0.7
picture b.png
tap F5
wait 0.1
picture c.png
click \"inspect=vertex\"
wait 0.1
click 600,330
wait 0.7
picture d.png
tap F3
wait 0.1
tap F3
wait 0.1
picture e.png
";

#[test]
fn what_is_chosen_by_a_click_stays_chosen() -> Result<()> {
    let folder = Folder::new()?;
    std::fs::write(folder.join("keys.txt"), KEYS)?;
    let mut command = lesson_command("08-blending-on-the-gpu")?;
    command.args(["--headless", "--script", "keys.txt"]).current_dir(folder.path());
    ends_well(&mut command)?;
    let picture = |name: &str| Picture::read_png(&folder.join(format!("{name}.png")));
    let right = Part { from: [904, 0], to: [1280, 800] };
    let changed = |a: &str, b: &str| Ok::<_, anyhow::Error>(picture(a)?.changed(&picture(b)?, right));
    ensure!(changed("a", "b")? > 500, "a click on a joint chooses nothing");
    ensure!(changed("b", "c")? == 0, "F5 changes what is chosen");
    ensure!(changed("c", "d")? > 500, "a click on a vertex chooses nothing");
    ensure!(changed("d", "e")? == 0, "closing and opening changes what is chosen");
    Ok(())
}

#[test]
fn it_is_used_by_keys_in_a_window_of_any_size() -> Result<()> {
    let screen = Screen::open(1400, 900)?;
    let mut window = Window::open(&screen, &Opening::lesson("08-blending-on-the-gpu"))?;
    let editor = Editor::new(screen.name())?;
    window.stop()?;
    let right = Part { from: [920, 0], to: [1280, 800] };
    window.changes("the key F3", right, 20_000, || window.keys("F3"))?;
    // From the view into the panel at the left, and on into the inspector: down to its tree of joints, and to the third.
    window.keys("F6 F6")?;
    window.await_pictures();
    window.changes("keys in the inspector", right, 100, || window.keys("Down Down Down space"))?;
    window.keys("Escape")?;
    window.xdotool(&["keydown", "ctrl"])?;
    window.await_pictures();
    window.keys("c")?;
    window.xdotool(&["keyup", "ctrl"])?;
    window.comes_true("nothing was copied", || {
        Ok(editor
            .paste()?
            .is_some_and(|text| text.starts_with("✓ chain: ") && text.contains("model_from_joint 0")))
    })?;
    window.to_window("windowsize 700 480")?;
    window.size = [700, 480];
    window.settled()?;
    ensure!(window.process.is_running(), "it ends; it says: {}", window.process.said());
    window.changes("the key F3, again,", Part { from: [560, 0], to: [700, 480] }, 5_000, || {
        window.keys("F3")
    })?;
    window.keys("Escape")?;
    let ended = window.end()?;
    ensure!(ended.status.success() && ended.stderr.is_empty(), "{}", ended.stderr);
    Ok(())
}
