//! Uses every lesson by keys and a mouse in a script, and one in a real window on a virtual display, where its files are edited,
//! too.

use crate::support::picture::{Area, Look, distance};
use crate::support::screen::{Screen, Window, panel, sliders, view};
use crate::support::{
    FIRST, Folder, PATIENCE, PAUSED_BY_P, copy_of_workbook, ends_well, for_each, lesson_names,
    program_command,
};
use anyhow::{Context, Result, ensure};
use gl::colour::{AXES, CHANGED};
use gpu::Image;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

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

/// The number of pixels below which a change does not count.
const FEW: usize = 200;

/// The width and height of the lessons here, small since most of the time goes into filling the view.
const SMALL: [usize; 2] = [800, 800];

/// A place in the view where nothing is, at scale 1.
const EMPTY: [f64; 2] = [420.0, 120.0];

/// A place in the panel, its title, where no control is.
const TITLE: [f64; 2] = [200.0, 28.0];

/// A folder of pictures that a script has taken of a lesson.
struct Seen(Folder);

impl Seen {
    fn by(script: &str, name: &str) -> Result<Self> {
        let (folder, [width, height]) = (Folder::new()?, SMALL);
        std::fs::write(folder.join("script"), script)?;
        let mut command = program_command(name)?;
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
    for_each(lesson_names()?, |name| use_by_script(&name).with_context(|| format!("lesson {name}")))
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

/// The lesson that is used in a window, at a scale at which a point is no whole pixel. All have the same program around them.
const USED: &str = "03-cut-out-puppet";
const SCALE: f64 = 1.25;

const MAGENTA: [u8; 3] = [255, 0, 255];

/// The source of a fake tool that notes that it was called, and prints what checks have found once it may.
const TOOL: &str = r#"#!/bin/sh
echo "$@" >> asked
while [ ! -e found ]; do sleep 0.05; done
cat found
"#;
const FOUND: &str = "03.2  Where the hand is\n\n  It is elsewhere.\n\t03.1\tpassed\t`a` in a.rs:1\n\t03.2\ttried\t`b` in b.rs:2\n";

/// A lesson in a window, whose workbook is a copy with a fake tool.
struct Student<'a> {
    window: Window<'a>,
    copy: &'a Folder,
}

#[test]
fn one_window_is_used_edited_saved_broken_and_closed() -> Result<()> {
    let (screen, copy) = (Screen::open(1400, 1010)?, copy_of_workbook()?);
    std::fs::write(copy.join("tool"), TOOL)?;
    std::fs::set_permissions(copy.join("tool"), std::fs::Permissions::from_mode(0o755))?;
    let mut command = program_command(USED)?;
    command.env("WORKBOOK_ROOT", copy.path()).env("CARGO", copy.join("tool")).args(["--size", "800x800"]);
    let window = Window::start_sized(&screen, &mut command, SMALL, SCALE)?;
    let mut student = Student { window, copy: &copy };
    student.window.stop()?;
    student.uses_keys_and_mouse()?;
    student.types_a_number()?;
    student.checks_by_a_key()?;
    student.saves_a_shader()?;
    student.saves_shaders_that_take_other_things()?;
    student.saves_assets()?;
    student.takes_a_picture()?;
    student.resizes()?;
    ensure!(student.window.process.is_running(), "it ended; it says: {}", student.window.process.said());
    student.window.keys("Escape")?;
    let ended = student.window.end()?;
    ensure!(ended.status.success(), "it ended with {}: {}", ended.status, ended.stderr);
    ensure!(ended.stderr.is_empty(), "it complained: {}", ended.stderr);
    Ok(())
}

impl Student<'_> {
    /// Uses the mouse where the camera takes it, and where it must not.
    fn uses_keys_and_mouse(&self) -> Result<()> {
        let (window, view, panel, [x, y]) = (&self.window, self.window.view(), self.window.panel(), EMPTY);
        window.changes("the key Right", panel, FEW / 10, || window.keys("Right Right Right"))?;
        window.keys("space")?;
        window.changes_by_itself("a lesson that plays after Space", view)?;
        window.keys("space")?;
        window.settled().context("Space does not pause it")?;
        window.drag_changes(1, [EMPTY, [x + 90.0, y + 40.0]], view, FEW)?;
        window.drag_changes(3, [EMPTY, [x + 60.0, y + 80.0]], view, FEW)?;
        window.changes("the wheel", view, FEW, || window.wheel(EMPTY, true))?;
        let slider = *window.sliders()?.first().context("no slider")?;
        window.drag_changes(1, [[220.0, slider], [290.0, slider]], panel, FEW / 4)?;
        window.changes("the key R", view, FEW, || window.keys("r"))?;
        window.stop()?;
        // A thing under the mouse may be marked: the mouse leaves the view before one looks.
        window.point(TITLE)?;
        window.keeps("a drag that begins in the panel", view, || {
            window.press(1, TITLE)?;
            window.point(EMPTY)?;
            window.await_pictures();
            window.release(1)?;
            window.point(TITLE)
        })?;
        window.keeps("the wheel over the panel", view, || window.wheel(TITLE, true))
    }

    fn types_a_number(&self) -> Result<()> {
        let (window, view) = (&self.window, self.window.view());
        let slider = *window.sliders()?.first().context("no slider")?;
        let begin = || -> Result<()> {
            window.xdotool(&["keydown", "ctrl"])?;
            window.click([150.0, slider])?;
            window.xdotool(&["keyup", "ctrl"])?;
            // The number takes the keys from the next picture on.
            window.await_pictures();
            Ok(())
        };
        window.changes("a number that is typed", view, FEW, || {
            begin()?;
            window.keys("2 Return")
        })?;
        window.keeps("H, R, Space and Escape in a number", view, || {
            begin()?;
            window.keys("h r space Escape")
        })?;
        window.keys("r")?;
        window.stop()
    }

    fn checks_by_a_key(&self) -> Result<()> {
        let (window, asked) = (&self.window, self.copy.join("asked"));
        let (panel, before) = (window.panel(), window.settled()?);
        let dots = Area { from: [0, 0], to: [100, 43] };
        let manifest = self.copy.join("Cargo.toml");
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
            Ok(window.screen.picture()?.changed(&before, panel) == 0)
        })?;
        std::fs::write(self.copy.join("found"), FOUND)?;
        window.keys("F4")?;
        window.comes_true("nobody sees what the checks have found", || {
            let picture = window.screen.picture()?;
            let seen = [AXES[1], CHANGED]
                .map(|dot| picture.count(dots, [0, 1, 2].map(|i| (255.0 * dot[i]).round() as u8)));
            Ok(seen.iter().all(|pixels| *pixels > 9))
        })?;
        window.keys("shift+F4")?;
        window.settled()?;
        ensure!(was_asked(2)?, "something else asks the tool");
        let exercise = self.copy.join("lessons/03_cut_out_puppet/puppet.rs");
        std::fs::write(&exercise, std::fs::read(&exercise)?)?;
        window.comes_true("saving an exercise asks no tool", || was_asked(3))?;
        // It closes the words, below which messages are.
        window.keys("Escape")?;
        window.settled()?;
        window.changes("F1 (where the page lies)", window.corner(), FEW, || window.keys("F1"))?;
        let all = std::fs::read_to_string(&asked)?;
        ensure!(all.ends_with(&asks("read 3")), "the tool is asked for {all}");
        Ok(())
    }

    /// Saves a file, and waits until the window shows its effect.
    fn save(&self, file: &str, text: &str, seen: &str, shows: impl Fn(&Image) -> bool) -> Result<()> {
        std::fs::write(self.copy.join(file), text)?;
        self.window.comes_true(&format!("{file} was saved, and {seen} is not seen"), || {
            Ok(shows(&self.window.screen.picture()?))
        })
    }

    fn saves_a_shader(&self) -> Result<()> {
        const FILE: &str = "shaders/sprite.frag";
        let (window, view) = (&self.window, self.window.view());
        let good = std::fs::read_to_string(self.copy.join(FILE))?;
        let magenta =
            "#version 330 core\nout vec4 o_colour;\nvoid main() { o_colour = vec4(1.0, 0.0, 1.0, 1.0); }\n";
        let is_magenta = |picture: &Image| picture.count(view, MAGENTA) > 10_000;
        let is_good = |picture: &Image| !window.shows_error(picture) && picture.count(view, MAGENTA) == 0;

        self.save(FILE, magenta, "its new colour", is_magenta)?;
        self.save(FILE, "#version 330 core\nnonsense\n", "an error", |picture| window.shows_error(picture))?;
        let shown = window.settled()?;
        ensure!(is_magenta(&shown), "the last good shader does not go on drawing while there is an error");
        let words = shown.part(view).filter(|pixel| distance(*pixel, [0xa8, 0x32, 0x2a]) < 40).count();
        ensure!(words > 100, "the error's words are not seen: only {words} pixels have their colour");

        std::fs::remove_file(self.copy.join(FILE))?;
        std::thread::sleep(Duration::from_millis(300));
        ensure!(window.shows_error(&window.settled()?), "that the file is gone is no error");

        self.save(FILE, &good, "the lesson as it was", is_good)?;
        // As some editors do it: under another name first.
        std::fs::write(self.copy.join("shaders/new"), magenta)?;
        std::fs::rename(self.copy.join("shaders/new"), self.copy.join(FILE))?;
        window.comes_true("a shader that was saved by renaming is not seen", || {
            Ok(is_magenta(&window.screen.picture()?))
        })?;
        self.save(FILE, &good, "the lesson as it was", is_good)?;
        // This one is drawn once for many pictures.
        self.save("shaders/background.frag", magenta, "its new colour", |picture| {
            picture.count(view, MAGENTA) > 100_000
        })?;
        std::fs::copy(
            course::root().join("shaders/background.frag"),
            self.copy.join("shaders/background.frag"),
        )?;
        window.comes_true("the background as it was is not seen", || Ok(is_good(&window.screen.picture()?)))
    }

    /// Saves shaders that compile; but glium would panic or fail when it draws with them.
    fn saves_shaders_that_take_other_things(&self) -> Result<()> {
        const FILE: &str = "shaders/sprite.vert";
        let (window, shown) = (&self.window, self.window.settled()?);
        let good = std::fs::read_to_string(self.copy.join(FILE))?;
        let (coordinates, matrix) = ("a_texture_coordinates;", "uniform mat4 u_clip_from_model;");
        let shorter =
            [("in vec3 a_position", "in vec2 a_position"), ("vec4(a_position, ", "vec4(a_position, 0.0, ")];
        let other = [
            (matrix, "uniform mat3 u_clip_from_model;"),
            ("u_clip_from_model * ", "mat4(u_clip_from_model) * "),
        ];
        for changes in [[(coordinates, "a_coordinates;"); 2], shorter, other] {
            let wrong = changes.iter().fold(good.clone(), |text, (from, to)| text.replace(from, to));
            self.save(FILE, &wrong, "an error", |picture| window.shows_error(picture))?;
            self.save(FILE, &good, "the lesson as it was", |picture| !window.shows_error(picture))?;
        }
        let changed = window.settled()?.changed(&shown, window.view());
        ensure!(changed == 0, "the lesson is not as it was: {changed} pixels differ");
        Ok(())
    }

    fn saves_assets(&self) -> Result<()> {
        const TEXT: &str = "assets/puppet/puppet.toml";
        const PNG: &str = "assets/puppet/torso.png";
        let (window, path) = (&self.window, self.copy.join(PNG));
        let good = std::fs::read_to_string(self.copy.join(TEXT))?;
        self.save(TEXT, "nonsense", "an error", |picture| window.shows_error(picture))?;
        self.save(TEXT, &good, "the lesson as it was", |picture| !window.shows_error(picture))?;

        let before = window.settled()?;
        let mut painted = Image::read(&path)?;
        painted.pixels.as_chunks_mut().0.fill([255, 0, 255, 255]);
        stage::write_png(&path, painted.size.into(), &painted.pixels)?;
        window.comes_true("the torso was painted magenta, and is not seen so", || {
            Ok(window.screen.picture()?.count(window.view(), MAGENTA) > 1000)
        })?;
        self.save(PNG, "no picture", "an error", |picture| window.shows_error(picture))?;
        std::fs::copy(course::root().join(PNG), &path)?;
        window.comes_true("the torso's own picture is back, and is not seen", || {
            Ok(window.screen.picture()?.changed(&before, window.view()) == 0)
        })
    }

    /// Takes a picture by F12 without the panel, and compares it with the screen.
    fn takes_a_picture(&self) -> Result<()> {
        let window = &self.window;
        window.changes("the key H", window.panel(), 10 * FEW, || window.keys("h"))?;
        let shown = window.settled()?;
        let path = window.folder.join(format!("{USED}-1.png"));
        window.keys("F12")?;
        window.comes_true(&format!("the key F12 writes no {}", path.display()), || Ok(path.exists()))?;
        let picture = Image::read(&path)?;
        let size = [picture.size.0, picture.size.1].map(|side| side as usize);
        ensure!(size == window.size, "F12 writes {size:?} pixels of {:?}", window.size);
        // No message is in it, as is one above the view.
        let changed = picture.changed(&shown, window.view());
        ensure!(changed == 0, "{changed} pixels of F12's picture are not as on the screen");
        Ok(())
    }

    /// Resizes the window to be smaller, larger, and smaller than its panel.
    fn resizes(&mut self) -> Result<()> {
        for size in [[900, 600], [1360, 860], [100, 50]] {
            let [width, height] = size;
            self.window.to_window(&format!("windowsize {width} {height}"))?;
            self.window.size = size;
            let last_columns = Area { from: [width - 20, 0], to: size };
            let beside = Area { from: [width, 0], to: [width + 20, height] };
            self.window.comes_true(&format!("the window does not become {width}x{height}"), || {
                let picture = self.window.screen.picture()?;
                let drawn = |part| picture.part(part).filter(|pixel| *pixel != [0; 3]).count();
                Ok(drawn(last_columns) > 19 * height && drawn(beside) == 0)
            })?;
            self.window.settled()?;
        }
        Ok(())
    }
}

#[test]
fn a_window_that_is_lost_ends_the_lesson() -> Result<()> {
    for loss in ["windowkill", "windowclose", "display"] {
        let mut screen = Screen::open(1280, 800)?;
        let window = Window::start(&screen, &mut program_command(FIRST)?)?;
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

/// Tests lesson 12, which reads clips from files beside its model.
#[test]
fn a_clip_beside_a_model_is_seen_when_it_is_saved() -> Result<()> {
    let (screen, copy) = (Screen::open(1280, 800)?, copy_of_workbook()?);
    let mut command = program_command("12-full-playback")?;
    let window = Window::start(&screen, command.env("WORKBOOK_ROOT", copy.path()))?;
    window.stop()?;
    let run = copy.join("assets/knight/knight_run.dae");
    window.changes("another walk, which is saved,", window.view(), FEW, || {
        std::fs::copy(run, copy.join("assets/knight/knight_walk.dae"))?;
        Ok(())
    })
}
