//! Uses every lesson by keys and a mouse, some in a real window on a virtual display, the rest by a script.

use crate::support::picture::{Area, Look};
use crate::support::screen::{Opening, Screen, Window, panel, sliders, view};
use crate::support::{
    Ended, FIRST, Folder, PATIENCE, PAUSED_BY_P, copy_of_workbook, ending, ends_well, for_each,
    lesson_command, lesson_names,
};
use anyhow::{Context, Result, ensure};
use gl::colour::{AXES, CHANGED};
use gpu::Image;
use std::os::unix::fs::PermissionsExt;

/// The lessons without a motion when they open, where Space and the arrows do nothing.
const WITHOUT_TIME: &[&str] =
    &["05-collada-joints", "16-inverse-kinematics", "17-side-scroller", "18-the-knight-plays"];

/// The lessons where R, which resets elsewhere, has another meaning, or that keep moving after it.
const WITHOUT_RESET: &[&str] = &["15-animation-editor", "17-side-scroller", "18-the-knight-plays"];

/// The lessons whose first panel has no slider but that of the time.
const WITHOUT_SLIDER: &[&str] = &[
    "10-keyframes",
    "11-a-skin-from-a-file",
    "12-full-playback",
    "14-through-the-world",
    "17-side-scroller",
    "18-the-knight-plays",
    "21-a-thousand-knights",
];

/// The lesson whose panel changes a document.
const EDITOR: &str = "15-animation-editor";

/// The number of pixels below which a change does not count.
const FEW: usize = 200;

/// The width and height of the lessons here, small since most of the time goes into filling the view.
const SMALL: [usize; 2] = [800, 800];

/// A place in the view where nothing is, at scale 1.
const EMPTY: [f64; 2] = [420.0, 120.0];

/// A place in the panel, its title, where no control is.
const TITLE: [f64; 2] = [200.0, 28.0];

/// The lessons that are used in windows: an example, one with menus, one that is played, and one that draws
/// fewer than twenty frames a second. The rest have the same program around them.
const IN_WINDOWS: [&str; 4] = [FIRST, EDITOR, "18-the-knight-plays", "21-a-thousand-knights"];

/// A folder of pictures that a script has taken of a lesson.
struct Seen(Folder);

impl Seen {
    fn by(script: &str, name: &str) -> Result<Self> {
        let (folder, [width, height]) = (Folder::new()?, SMALL);
        std::fs::write(folder.join("script"), script)?;
        let mut command = lesson_command(name)?;
        command.args(["--headless", "--script", "script", "--rate", "20"]);
        command.args(["--size", &format!("{width}x{height}")]);
        ends_well(command.current_dir(folder.path()))?;
        Ok(Self(folder))
    }

    fn picture(&self, name: &str) -> Result<Image> {
        Ok(Image::read(&self.0.join(format!("{name}.png")))?)
    }

    /// Counts the pixels in which two pictures differ.
    fn changed(&self, [before, after]: [&str; 2], part: Area) -> Result<usize> {
        Ok(self.picture(after)?.changed(&self.picture(before)?, part))
    }
}

#[test]
fn a_student_can_use_every_lesson() -> Result<()> {
    for_each(lesson_names()?, |name| {
        let used = if IN_WINDOWS.contains(&&*name) { use_in_window(&name) } else { use_by_script(&name) };
        used.with_context(|| format!("lesson {name}"))
    })
}

fn use_by_script(name: &str) -> Result<()> {
    let [x, y] = EMPTY;
    let pause = if PAUSED_BY_P.contains(&name) { "tap P\n" } else { "" };
    let begin = format!("{pause}tap Left\nmove {x},{y}\nwait 1\npicture begin.png\n");
    let seen = Seen::by(&begin, name)?;
    let slider = sliders(&seen.picture("begin")?, 1.0).first().copied();
    ensure!(slider.is_some() != WITHOUT_SLIDER.contains(&name), "its first slider is {slider:?}");
    let slide =
        slider.map_or(String::new(), |slider| format!("drag 220,{slider} to 290,{slider} over 0.2\n"));

    let mut script = begin;
    if !WITHOUT_TIME.contains(&name) {
        script += "tap Right\ntap Right\ntap Right\nwait 0.1\npicture right.png\n\
                   tap Left\ntap Left\nwait 0.1\npicture left.png\n\
                   tap Space\nwait 0.3\npicture plays.png\nwait 0.3\npicture still.png\n\
                   tap Space\nwait 1\npicture paused.png\nwait 0.3\npicture rests.png\n";
    }
    script += &format!(
        "picture before.png\ndrag {x},{y} to {},{} over 0.2\npicture turned.png\n\
         {slide}picture slid.png\ntap R\nwait 0.1\npicture reset.png\n\
         wait 1\npicture held.png\nmove {x},{y}\nwait 0.2\npicture left_alone.png\n",
        x + 90.0,
        y + 40.0
    );
    let seen = Seen::by(&script, name)?;
    let (view, panel) = (view(SMALL, 1.0), panel(SMALL, 1.0));
    let mut wanted = vec![("a drag of the view", ["before", "turned"], view, FEW)];
    if slider.is_some() {
        wanted.extend([
            ("a drag of the first slider", ["turned", "slid"], panel, FEW / 4),
            ("the mouse, which leaves the slider,", ["held", "left_alone"], panel, FEW),
        ]);
    }
    if !WITHOUT_TIME.contains(&name) {
        wanted.extend([
            ("the key Right", ["begin", "right"], panel, FEW / 10),
            ("the key Left", ["right", "left"], panel, FEW / 10),
            ("playing after Space", ["plays", "still"], view, 50),
        ]);
        let whole = Area { from: [0, 0], to: SMALL };
        ensure!(seen.changed(["paused", "rests"], whole)? == 0, "Space does not pause it");
    }
    if !WITHOUT_RESET.contains(&name) {
        wanted.push(("the key R", ["slid", "reset"], panel, FEW / 4));
    }
    for (what, names, part, pixels) in wanted {
        let changed = seen.changed(names, part)?;
        ensure!(changed >= pixels, "{what} changes {changed} pixels within {part:?}");
    }
    Ok(())
}

fn use_in_window(name: &str) -> Result<()> {
    let screen = Screen::open(1400, 900)?;
    let mut window = Window::open(&screen, &Opening { size: SMALL, ..Opening::lesson(name) })?;
    if PAUSED_BY_P.contains(&name) {
        window.keys("p")?;
    }
    window.stop()?;
    press_keys(&window, name)?;
    use_mouse(&window, name)?;
    // The room of the window does this for all lessons alike.
    if name == FIRST {
        use_room(&window)?;
        take_picture(&window, name)?;
        resize(&mut window)?;
    }
    if name == EDITOR {
        // It asks before it drops a change.
        window.keys("ctrl+z ctrl+z ctrl+z ctrl+z")?;
        window.await_pictures();
    }
    window.keys(ending(name))?;
    ended_well(window.end()?)
}

fn ended_well(ended: Ended) -> Result<()> {
    ensure!(ended.status.success(), "it ended with {}: {}", ended.status, ended.stderr);
    ensure!(ended.stderr.is_empty(), "it complained: {}", ended.stderr);
    Ok(())
}

fn press_keys(window: &Window<'_>, name: &str) -> Result<()> {
    let (view, panel) = (window.view(), window.panel());
    if !WITHOUT_TIME.contains(&name) {
        // The numbers and the bar of the time always change, what moves in the view may be small.
        window.changes("the key Right", panel, FEW / 10, || window.keys("Right Right Right"))?;
        window.changes("the key Left", panel, FEW / 10, || window.keys("Left Left"))?;
        window.keys("space")?;
        window.changes_by_itself("a lesson that plays after Space", view)?;
        window.keys("space")?;
        window.settled().context("Space does not pause it")?;
    }
    Ok(())
}

fn use_mouse(window: &Window<'_>, name: &str) -> Result<()> {
    let [x, y] = EMPTY;
    window.drag_changes(1, [EMPTY, [x + 90.0, y + 40.0]], window.view(), FEW)?;
    let first = window.sliders()?.first().copied();
    ensure!(first.is_some() != WITHOUT_SLIDER.contains(&name), "its first slider is {first:?}");
    if let Some(first) = first {
        window.drag_changes(1, [[220.0, first], [290.0, first]], window.panel(), FEW / 4)?;
    }
    if !WITHOUT_RESET.contains(&name) {
        window.changes("the key R", window.panel(), FEW / 4, || window.keys("r"))?;
    }
    window.stop()?;
    if first.is_none() {
        return Ok(());
    }
    // Seen, all before it has come to its end too: a slider that is held would take the next key for itself.
    window.changes("the mouse, which leaves the slider,", window.panel(), FEW, || window.point(EMPTY))
}

/// Uses the mouse where the camera takes it, and where it must not.
fn use_room(window: &Window<'_>) -> Result<()> {
    let view = window.view();
    let [x, y] = EMPTY;
    window.drag_changes(3, [EMPTY, [x + 60.0, y + 80.0]], view, FEW)?;
    window.changes("the wheel", view, FEW, || window.wheel(EMPTY, true))?;
    window.changes("the key R", view, FEW, || window.keys("r"))?;
    window.stop()?;
    window.keeps("a drag that begins in the panel", view, || {
        window.press(1, TITLE)?;
        window.point(EMPTY)
    })?;
    window.release(1)?;
    // A thing under the mouse may be marked: the mouse leaves the view first.
    window.point(TITLE)?;
    window.keeps("the wheel over the panel", view, || window.wheel(TITLE, true))
}

/// Takes a picture by F12 without the panel, and compares it with the screen.
fn take_picture(window: &Window<'_>, name: &str) -> Result<()> {
    window.changes("the key H", window.panel(), 10 * FEW, || window.keys("h"))?;
    let shown = window.settled()?;
    let path = window.folder.join(format!("{name}-1.png"));
    window.keys("F12")?;
    window.comes_true(&format!("the key F12 writes no {}", path.display()), || Ok(path.exists()))?;
    let picture = Image::read(&path)?;
    let size = [picture.size.0, picture.size.1].map(|side| side as usize);
    ensure!(size == window.size, "F12 writes {size:?} pixels of {:?}", window.size);
    let changed = picture.changed(&shown, Area { from: [0, 0], to: size });
    ensure!(changed == 0, "{changed} pixels of F12's picture are not as on the screen");
    Ok(())
}

/// Resizes the window to be smaller, larger, and smaller than its panel.
fn resize(window: &mut Window<'_>) -> Result<()> {
    for size in [[900, 600], [1360, 860], [100, 50]] {
        let [width, height] = size;
        window.to_window(&format!("windowsize {width} {height}"))?;
        window.size = size;
        let last_columns = Area { from: [width - 20, 0], to: size };
        let beside = Area { from: [width, 0], to: [width + 20, height] };
        window.comes_true(&format!("the window does not become {width}x{height}"), || {
            let picture = window.screen.picture()?;
            let drawn = |part| picture.part(part).filter(|pixel| *pixel != [0; 3]).count();
            Ok(drawn(last_columns) > 19 * height && drawn(beside) == 0)
        })?;
        window.settled()?;
        ensure!(window.process.is_running(), "resizing ends it; it says: {}", window.process.said());
    }
    Ok(())
}

#[test]
fn the_mouse_meets_the_controls_at_every_scale() -> Result<()> {
    for scale in [1.0, 1.25, 2.0] {
        use_at_scale(scale).with_context(|| format!("at scale {scale}"))?;
    }
    Ok(())
}

fn use_at_scale(scale: f64) -> Result<()> {
    let screen = Screen::open((820.0 * scale) as u32, (820.0 * scale) as u32)?;
    let window = Window::open(&screen, &Opening { size: SMALL, scale, ..Opening::lesson(FIRST) })?;
    let view = window.view();
    let scaled = |x: f64| (x * scale) as usize;
    window.stop()?;
    let sliders = window.sliders()?;
    ensure!(sliders.len() == 4, "lesson 01 has four sliders; found at {sliders:?}");
    let (theta, time) = (sliders[2], 751.0);
    // To the beginning of the time, where it stands still.
    let at_start = || {
        window.press(1, [160.0, time])?;
        window.point([40.0, time])?;
        window.await_pictures();
        window.release(1)?;
        window.settled()
    };
    let start = at_start()?;

    // From its handle at 40° to 0°, the middle: the arm comes down.
    window.drag_changes(1, [[240.0, theta], [220.0, theta]], view, FEW)?;
    window.drag_changes(1, [[220.0, theta], [300.0, theta]], view, FEW)?;
    let untouched = |what: &str, now: Image, part| {
        let changed = now.changed(&start, part);
        ensure!(changed == 0, "{what} leaves {changed} pixels unlike those at the start, within {part:?}");
        Ok(())
    };
    window.keys("r")?;
    untouched("the key R", at_start()?, view)?;

    // The robot's upper arm, in the view.
    window.drag_changes(1, [[545.0, 390.0], [575.0, 430.0]], view, FEW)?;
    // Far from the robot only the camera can change anything.
    let grid = Area { from: [680.0, 60.0].map(scaled), to: [800.0, 330.0].map(scaled) };
    untouched("a drag of the robot's arm", window.settled()?, grid)?;

    let play = [36.0, time];
    window.click(play)?;
    window.changes_by_itself("a lesson whose button Play was clicked", view)?;
    window.click(play)?;
    window.settled().context("a click on Pause does not pause it")?;
    window.keys("Escape")?;
    ended_well(window.end()?)
}

#[test]
fn keys_go_to_a_number_while_it_is_typed() -> Result<()> {
    let screen = Screen::open(1280, 800)?;
    let mut window = Window::open(&screen, &Opening::lesson(FIRST))?;
    window.stop()?;
    let (view, theta) = (window.view(), window.sliders()?[2]);
    let begin = || -> Result<()> {
        window.xdotool(&["keydown", "ctrl"])?;
        window.click([150.0, theta])?;
        window.xdotool(&["keyup", "ctrl"])?;
        // The number takes the keys from the next picture on.
        window.await_pictures();
        Ok(())
    };
    window.changes("a number typed into θ", view, FEW, || {
        begin()?;
        window.keys("1 0 0 Return")
    })?;
    window.keeps("H, R, Space and Escape in a number", view, || {
        begin()?;
        window.keys("h r space Escape")
    })?;
    ensure!(window.process.is_running(), "Escape in a number ends the lesson");
    window.changes("the key H after a number was typed", window.panel(), 10 * FEW, || window.keys("h"))?;
    window.keys("Escape")?;
    ended_well(window.end()?)
}

/// The source of a fake tool that notes that it was called, and prints what checks have found once it may.
const TOOL: &str = r#"#!/bin/sh
echo "$@" >> asked
while [ ! -e found ]; do sleep 0.05; done
cat found
"#;
const FOUND: &str = "03.2  Where the hand is\n\n  It is elsewhere.\n\t03.1\tpassed\t`a` in a.rs:1\n\t03.2\ttried\t`b` in b.rs:2\n";

#[test]
fn a_key_checks_the_exercises_and_so_does_saving_one_if_that_is_wanted() -> Result<()> {
    let (screen, workbook) = (Screen::open(1280, 800)?, copy_of_workbook()?);
    let (tool, asked, found) = (workbook.join("tool"), workbook.join("asked"), workbook.join("found"));
    std::fs::write(&tool, TOOL)?;
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755))?;
    let mut command = lesson_command("03-cut-out-puppet")?;
    command.env("WORKBOOK_ROOT", workbook.path()).env("CARGO", tool);
    let window = Window::start(&screen, &mut command)?;
    window.stop()?;
    let (panel, before) = (window.panel(), window.settled()?);
    let dots = Area { from: [0, 0], to: [80, 34] };
    let manifest = workbook.join("Cargo.toml");
    let asks =
        |words| format!("run --bin workbook --manifest-path {} --quiet -- {words}\n", manifest.display());
    let was_asked = |count: usize| {
        let all = std::fs::read_to_string(&asked).unwrap_or_default();
        Ok(all == asks("exercises 3 check").repeat(count))
    };
    window.changes("F4 (they are being checked)", panel, FEW, || window.keys("F4"))?;
    window.comes_true("F4 asks no tool", || was_asked(1))?;
    window.keys("F4")?;
    window.comes_true("F4, again, does not put an end to it", || {
        Ok(screen.picture()?.changed(&before, panel) == 0)
    })?;
    std::fs::write(&found, FOUND)?;
    window.keys("F4")?;
    window.comes_true("nobody sees what the checks have found", || {
        let picture = screen.picture()?;
        let seen = [AXES[1], CHANGED]
            .map(|dot| picture.count(dots, [0, 1, 2].map(|i| (255.0 * dot[i]).round() as u8)));
        Ok(seen.iter().all(|pixels| *pixels > 9))
    })?;
    window.keys("shift+F4")?;
    window.settled()?;
    ensure!(was_asked(2)?, "something else asks the tool");
    let exercise = workbook.join("lessons/03_cut_out_puppet/puppet.rs");
    std::fs::write(&exercise, std::fs::read(&exercise)?)?;
    window.comes_true("saving an exercise asks no tool", || was_asked(3))?;
    // It closes the words, below which messages are.
    window.keys("Escape")?;
    window.settled()?;
    window.changes("F1 (where the page lies)", window.corner(), FEW, || window.keys("F1"))?;
    let all = std::fs::read_to_string(&asked)?;
    ensure!(all.ends_with(&asks("read 3")), "the tool is asked for {all}");
    window.keys("Escape")?;
    ended_well(window.end()?)
}

#[test]
fn a_window_that_is_lost_ends_the_lesson() -> Result<()> {
    for loss in ["windowkill", "windowclose", "display"] {
        let mut screen = Screen::open(1280, 800)?;
        let window = Window::open(&screen, &Opening::lesson(FIRST))?;
        if loss != "display" {
            window.to_window(loss)?;
        }
        let process = window.process;
        if loss == "display" {
            screen.close();
        }
        let ended = process.end(PATIENCE).with_context(|| format!("after {loss}"))?;
        let said = format!("after {loss} it ended with {} and said: {}", ended.status, ended.stderr);
        ensure!(ended.status.code().is_some_and(|code| code != 0), "it should fail; {said}");
        ensure!(!ended.stderr.contains("panicked at"), "it should not panic; {said}");
        ensure!(!ended.stderr.trim().is_empty(), "it should say what happened; {said}");
    }
    Ok(())
}
