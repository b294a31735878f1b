//! Uses every lesson by keys and a mouse in a script, and one in a real window on a virtual display, whose files are saved and
//! broken.

use crate::support::picture::{Area, Look};
use crate::support::screen::{Screen, Window, panel, view};
use crate::support::{
    Folder, PATIENCE, PAUSED_BY_P, copy_of_workbook, ends_well, for_each, lesson_names, played,
    program_command, wait_until,
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

/// The number of pixels below which a change does not count.
const FEW: usize = 200;

/// The width and height of the lessons here, small since most of the time goes into filling the view.
const SMALL: [usize; 2] = [800, 800];

/// A place in the view where nothing is, at scale 1.
const EMPTY: [f64; 2] = [420.0, 120.0];

#[test]
fn a_student_can_use_every_lesson() -> Result<()> {
    for_each(lesson_names()?, |name| use_by_script(&name).with_context(|| format!("lesson {name}")))
}

fn use_by_script(name: &str) -> Result<()> {
    let [x, y] = EMPTY;
    let pause = if PAUSED_BY_P.contains(&name) { "tap P\n" } else { "" };
    let mut script = format!("{pause}tap Left\nmove {x},{y}\nwait 1\npicture begin.png\n");
    let (view, panel) = (view(SMALL, 1.0), panel(SMALL, 1.0));
    let mut wanted = vec![("a drag of the view", ["before", "turned"], view, FEW)];
    if !WITHOUT_TIME.contains(&name) {
        script += "tap Right\ntap Right\ntap Right\nwait 0.1\npicture right.png\n\
                   tap Left\ntap Left\nwait 0.1\npicture left.png\n\
                   tap Space\nwait 0.3\npicture plays.png\nwait 0.3\npicture still.png\n\
                   tap Space\nwait 1\npicture paused.png\nwait 0.3\npicture rests.png\n";
        wanted.extend([
            ("the key Right", ["begin", "right"], panel, FEW / 10),
            ("the key Left", ["right", "left"], panel, FEW / 10),
            ("playing after Space", ["plays", "still"], view, 50),
        ]);
    }
    script += &format!("picture before.png\ndrag {x},{y} to {},{} over 0.2\n", x + 90.0, y + 40.0);
    script += "picture turned.png\ntap R\nwait 0.1\npicture reset.png\n";
    if !WITHOUT_RESET.contains(&name) {
        wanted.push(("the key R", ["turned", "reset"], view, FEW));
    }
    let (folder, [width, height]) = (Folder::new()?, SMALL);
    let size = format!("{width}x{height}");
    ends_well(played(name, &folder, &script)?.args(["--headless", "--rate", "20", "--size", &size]))?;
    // The pixels in which two pictures differ.
    let count = |names: [&str; 2], part| -> Result<usize> {
        let [before, after] = names.map(|name| Image::read(&folder.join(format!("{name}.png"))));
        Ok(after?.changed(&before?, part))
    };
    for (what, names, part, pixels) in wanted {
        let changed = count(names, part)?;
        ensure!(changed >= pixels, "{what} changes {changed} pixels within {part:?}");
    }
    let whole = Area { from: [0, 0], to: SMALL };
    ensure!(
        WITHOUT_TIME.contains(&name) || count(["paused", "rests"], whole)? == 0,
        "Space does not pause it"
    );
    Ok(())
}

/// The lesson that is used in a window, at a scale at which a point is no whole pixel. All have the same program around them.
const USED: &str = "03-cut-out-puppet";
const SCALE: f64 = 1.25;

const MAGENTA: [u8; 3] = [255, 0, 255];

/// The shader that colours the puppet.
const FRAG: &str = "shaders/sprite.frag";

/// A shader that compiles, and colours all of it so.
const PAINTS: &str =
    "#version 330 core\nout vec4 o_colour;\nvoid main() { o_colour = vec4(1.0, 0.0, 1.0, 1.0); }\n";

/// The background of an error's card, in RGB.
const CARD: [u8; 3] = [0xfb, 0xe9, 0xe4];

/// The source of a fake tool that notes that it was called, and prints what checks have found.
const TOOL: &str = r#"#!/bin/sh
echo "$@" >> asked
printf '03.2  Where the hand is\n\n  Elsewhere.\n\t03.1\tpassed\t`a` in a.rs:1\n\t03.2\ttried\t`b` in b.rs:2\n'
"#;

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
    let good = std::fs::read(copy.join(FRAG))?;
    std::fs::write(copy.join(FRAG), &good[..good.len() / 2])?;
    let mut command = program_command(USED)?;
    command.env("WORKBOOK_ROOT", &*copy).env("CARGO", copy.join("tool")).args(["--size", "800x800"]);
    let mut student = Student { window: Window::start(&screen, &mut command, SMALL, SCALE)?, copy: &copy };
    student.window.shows("what is broken from the start is not told", |picture| student.is_told(picture))?;
    student.save(FRAG, &good, |picture| !student.is_told(picture))?;
    student.uses_keys_and_mouse()?;
    student.checks_by_a_key()?;
    student.saves_shaders()?;
    student.saves_a_picture()?;
    student.takes_a_picture()?;
    student.resizes()?;
    student.window.keys("Escape")?;
    let ended = student.window.end()?;
    ensure!(
        ended.status.success() && ended.stderr.is_empty(),
        "it ended with {}: {}",
        ended.status,
        ended.stderr
    );
    Ok(())
}

impl Student<'_> {
    /// Returns true if a picture of the screen has an error's card.
    fn is_told(&self, picture: &Image) -> bool {
        picture.count(self.window.view(), CARD) > 5000
    }

    /// Uses the keys and the mouse, where the camera takes it and where it must not.
    fn uses_keys_and_mouse(&self) -> Result<()> {
        let (window, view, panel, [x, y]) = (&self.window, self.window.view(), self.window.panel(), EMPTY);
        window.keys("Left")?;
        window.changes("the key Right", panel, FEW / 10, || window.keys("Right Right Right"))?;
        window.changes("a drag", view, FEW, || window.drag("1", [EMPTY, [x + 90.0, y + 40.0]]))?;
        window.changes("a drag with the right button", view, FEW, || {
            window.drag("3", [EMPTY, [x + 60.0, y + 80.0]])
        })?;
        window.changes("the wheel", view, FEW, || window.screen.xdotool(&["click", "4"]).map(drop))?;
        // In the panel's title, where no control is. What's under the mouse may be marked, so it leaves the view.
        let title = [200.0, 28.0];
        window.point(title)?;
        let before = window.settled()?;
        window.drag("1", [title, EMPTY])?;
        window.point(title)?;
        let changed = window.settled()?.changed(&before, view);
        ensure!(changed == 0, "a drag that begins in the panel turns the view");
        window.changes("the key R", view, FEW, || window.keys("r Left"))
    }

    fn checks_by_a_key(&self) -> Result<()> {
        let (window, asked) = (&self.window, || std::fs::read_to_string(self.copy.join("asked")));
        let dots = Area { from: [0, 0], to: [100, 43] };
        window.keys("F4")?;
        window.shows("nobody sees what the checks have found", |picture| {
            let colours = [AXES[1], CHANGED].map(|dot| [0, 1, 2].map(|i| (255.0 * dot[i]).round() as u8));
            colours.iter().all(|colour| picture.count(dots, *colour) > 9)
        })?;
        window.keys("shift+F4")?;
        window.settled()?;
        let exercise = self.copy.join("lessons/03_cut_out_puppet/puppet.rs");
        std::fs::write(&exercise, std::fs::read(&exercise)?)?;
        let twice = wait_until(PATIENCE, || Ok(asked()?.matches("exercises 3 check").count() == 2))?;
        twice.with_context(|| format!("saving an exercise asks no tool: {:?}", asked()))?;
        // It closes the words, below which messages are.
        window.keys("Escape")?;
        window.changes("F1 (where the page lies)", window.corner(), FEW, || window.keys("F1"))?;
        ensure!(asked()?.ends_with("read 3\n"), "the tool is asked for {}", asked()?);
        Ok(())
    }

    /// Saves a file, and waits until the window shows its effect.
    fn save(&self, file: &str, text: impl AsRef<[u8]>, shows: impl Fn(&Image) -> bool) -> Result<()> {
        std::fs::write(self.copy.join(file), text)?;
        self.window.shows(&format!("{file} was saved, and that is not seen"), shows)
    }

    /// Saves shaders that are wrong, and one that compiles, but glium would fail when it draws with it.
    fn saves_shaders(&self) -> Result<()> {
        const VERT: &str = "shaders/sprite.vert";
        let (window, view, shown) = (&self.window, self.window.view(), self.window.settled()?);
        let is_magenta = |picture: &Image| picture.count(view, MAGENTA) > 10_000;
        let good = std::fs::read_to_string(self.copy.join(FRAG))?;
        self.save(FRAG, PAINTS, is_magenta)?;
        // The last good one goes on drawing while there's an error.
        self.save(FRAG, "#version 330 core\nnonsense\n", |picture| {
            self.is_told(picture) && is_magenta(picture)
        })?;
        // As some editors do it: under another name first.
        std::fs::write(self.copy.join("shaders/new"), good)?;
        std::fs::rename(self.copy.join("shaders/new"), self.copy.join(FRAG))?;
        window
            .shows("a shader that was saved by renaming is not seen", |now| now.changed(&shown, view) == 0)?;

        // It compiles, and can't be drawn with.
        let good = std::fs::read_to_string(self.copy.join(VERT))?;
        let wrong = good
            .replace("u_clip_from_model * ", "mat4(u_clip_from_model) * ")
            .replace("mat4 u_clip_from_model;", "mat3 u_clip_from_model;");
        self.save(VERT, wrong, |picture| self.is_told(picture))?;
        self.save(VERT, good, |picture| picture.changed(&shown, view) == 0)?;
        // This one is drawn once for many pictures.
        self.save("shaders/background.frag", PAINTS, |picture| picture.count(view, MAGENTA) > 100_000)?;
        let good = std::fs::read(course::root().join("shaders/background.frag"))?;
        self.save("shaders/background.frag", good, |picture| picture.changed(&shown, view) == 0)
    }

    fn saves_a_picture(&self) -> Result<()> {
        const PNG: &str = "assets/puppet/torso.png";
        let (view, before, path) = (self.window.view(), self.window.settled()?, self.copy.join(PNG));
        let (good, mut painted) = (std::fs::read(&path)?, Image::read(&path)?);
        painted.pixels.as_chunks_mut().0.fill([255, 0, 255, 255]);
        stage::write_png(&path, painted.size.into(), &painted.pixels)?;
        self.window.shows("a picture that is painted is not seen", |now| now.count(view, MAGENTA) > 1000)?;
        self.save(PNG, "no picture", |picture| self.is_told(picture))?;
        self.save(PNG, good, |picture| picture.changed(&before, view) == 0)
    }

    /// Takes a picture by F12 without the panel, and compares it with the screen.
    fn takes_a_picture(&self) -> Result<()> {
        let window = &self.window;
        window.changes("the key H", window.panel(), 10 * FEW, || window.keys("h"))?;
        let (shown, path) = (window.settled()?, window.folder.join(format!("{USED}-1.png")));
        window.keys("F12")?;
        let is_written = || Ok(Image::read(&path).is_ok());
        wait_until(PATIENCE, is_written)?.with_context(|| format!("F12 writes no {}", path.display()))?;
        let picture = Image::read(&path)?;
        ensure!(
            [picture.size.0, picture.size.1].map(|side| side as usize) == window.size,
            "{:?}",
            picture.size
        );
        // No message is in it, as is one above the view.
        let changed = picture.changed(&shown, window.view());
        ensure!(changed == 0, "{changed} pixels of F12's picture are not as on the screen");
        Ok(())
    }

    /// Resizes the window to be larger, and smaller than its panel.
    fn resizes(&mut self) -> Result<()> {
        for size in [[1360, 860], [100, 50]] {
            let [width, height] = size;
            self.window.resize(size)?;
            let last_columns = Area { from: [width - 20, 0], to: size };
            let beside = Area { from: [width, 0], to: [width + 20, height] };
            self.window.shows(&format!("the window does not become {width}x{height}"), |picture| {
                let drawn = |part| picture.part(part).filter(|pixel| *pixel != [0; 3]).count();
                drawn(last_columns) > 19 * height && drawn(beside) == 0
            })?;
            self.window.settled()?;
        }
        Ok(())
    }
}
