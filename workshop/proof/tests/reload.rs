//! Tests that a window reloads shaders and assets when they are saved, and shows what is broken. How long
//! that takes: `cargo test -p proof reload:: -- --nocapture --test-threads 1`.

use crate::support::picture::{Look, distance};
use crate::support::screen::{Opening, Screen, Window};
use crate::support::{FIRST, Folder, copy_of_workbook};
use anyhow::{Context, Result, ensure};
use gpu::Image;
use std::path::Path;
use std::time::Instant;

const MAGENTA: [u8; 3] = [255, 0, 255];

/// A lesson in a window, with a copy of the workbook whose files can be changed.
struct Student<'a> {
    window: Window<'a>,
    copy: &'a Folder,
}

impl<'a> Student<'a> {
    fn start(screen: &'a Screen, copy: &'a Folder, lesson: &str) -> Result<Self> {
        let opening = Opening { root: copy.path(), ..Opening::lesson(lesson) };
        let window = Window::open(screen, &opening)?;
        window.stop()?;
        Ok(Self { window, copy })
    }

    /// Saves a file, waits until the window shows its effect, and prints how long the first change took.
    fn save(&self, file: &str, text: &str, seen: &str, shows: impl Fn(&Image) -> bool) -> Result<()> {
        let (screen, before) = (self.window.screen, self.window.settled()?);
        let saved = Instant::now();
        std::fs::write(self.copy.join(file), text)?;
        self.window.comes_true(&format!("{file} was saved, and nothing changes"), || {
            Ok(screen.picture()? != before)
        })?;
        println!("{file} saved: {seen} after {} ms", saved.elapsed().as_millis());
        self.window.comes_true(&format!("{file} was saved, and {seen} is not seen"), || {
            Ok(shows(&screen.picture()?))
        })
    }

    fn read(&self, file: &str) -> Result<String> {
        let path = self.copy.join(file);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    fn shows_error(&self, picture: &Image) -> bool {
        self.window.shows_error(picture)
    }

    fn end(mut self) -> Result<()> {
        ensure!(self.window.process.is_running(), "it ended early, and says: {}", self.window.process.said());
        self.window.keys("Escape")?;
        let ended = self.window.end()?;
        ensure!(ended.status.success() && ended.stderr.is_empty(), "{}: {}", ended.status, ended.stderr);
        Ok(())
    }
}

#[test]
fn a_shader_that_is_saved_is_seen() -> Result<()> {
    const FILE: &str = "shaders/flat.frag";
    let (screen, copy) = (Screen::open(1280, 800)?, copy_of_workbook()?);
    let student = Student::start(&screen, &copy, FIRST)?;
    let good = student.read(FILE)?;
    let magenta =
        "#version 330 core\nout vec4 o_colour;\nvoid main() { o_colour = vec4(1.0, 0.0, 1.0, 1.0); }\n";
    let view = student.window.view();
    let is_magenta = |picture: &Image| picture.count(view, MAGENTA) > 10_000;

    student.save(FILE, magenta, "its new colour", is_magenta)?;
    student
        .save(FILE, "#version 330 core\nnonsense\n", "an error", |picture| student.shows_error(picture))?;
    let shown = student.window.settled()?;
    ensure!(is_magenta(&shown), "the last good shader does not go on drawing while there is an error");
    let words = shown.part(view).filter(|pixel| distance(*pixel, [0xa8, 0x32, 0x2a]) < 40).count();
    ensure!(words > 100, "the error's words are not seen: only {words} pixels have their colour");

    std::fs::remove_file(copy.join(FILE))?;
    std::thread::sleep(std::time::Duration::from_millis(300));
    ensure!(student.shows_error(&student.window.settled()?), "that the file is gone is no error");

    student.save(FILE, &good, "the lesson as it was", |picture| {
        !student.shows_error(picture) && picture.count(view, MAGENTA) == 0
    })?;
    // As some editors do it: under another name first.
    std::fs::write(copy.join("shaders/flat.frag.new"), magenta)?;
    std::fs::rename(copy.join("shaders/flat.frag.new"), copy.join(FILE))?;
    student.window.comes_true("a shader that was saved by renaming is not seen", || {
        Ok(is_magenta(&screen.picture()?))
    })?;
    student.save(FILE, &good, "the lesson as it was", |picture| picture.count(view, MAGENTA) == 0)?;
    // This one is drawn once for many pictures.
    student.save("shaders/background.frag", magenta, "its new colour", |picture| {
        picture.count(view, MAGENTA) > 100_000
    })?;
    student.end()
}

#[test]
fn a_shader_that_is_wrong_from_the_start_is_shown_and_saved_right_it_goes_on() -> Result<()> {
    for file in ["shaders/flat.frag", "shaders/joint_lines.geom"] {
        let (screen, copy) = (Screen::open(1280, 800)?, copy_of_workbook()?);
        let good = std::fs::read_to_string(copy.join(file))?;
        std::fs::write(copy.join(file), "#version 330 core\nnonsense\n")?;
        // Nothing moves in it.
        let student = Student::start(&screen, &copy, "05-collada-joints")?;
        ensure!(student.shows_error(&student.window.settled()?), "{file} is wrong, and no error is seen");
        student.save(file, &good, "the lesson", |picture| !student.shows_error(picture))?;
        let saved = student.window.settled()?;
        student.window.keys("r")?;
        student.window.stop()?;
        let changed = student.window.settled()?.changed(&saved, student.window.view());
        ensure!(changed == 0, "{changed} pixels are not as in a lesson that began well with {file}");
        student.end()?;
    }
    Ok(())
}

#[test]
fn a_shader_that_takes_other_things_is_an_error() -> Result<()> {
    const FILE: &str = "shaders/mesh.vert";
    let (screen, copy) = (Screen::open(1280, 800)?, copy_of_workbook()?);
    let student = Student::start(&screen, &copy, FIRST)?;
    let (good, shown) = (student.read(FILE)?, student.window.settled()?);
    // They compile; but glium would panic or fail when it draws with them.
    let renamed = [("a_normal;", "a_norm;"); 2];
    let shorter = [("in vec3 a_normal;", "in vec2 a_normal;"), ("* a_normal;", "* vec3(a_normal, 0.0);")];
    let colour =
        [("uniform vec4 u_colour;", "uniform vec3 u_colour;"), ("= u_colour;", "= vec4(u_colour, 1.0);")];
    // This compiles, but does not fit lit.frag, where it is a vec3.
    let two_types = [
        ("uniform vec4 u_colour;", "uniform vec4 u_colour;\nuniform float u_eye;"),
        ("= u_colour;", "= u_colour * u_eye;"),
    ];
    for changes in [renamed, shorter, colour, two_types] {
        let wrong = changes.iter().fold(good.clone(), |text, (from, to)| text.replace(from, to));
        student.save(FILE, &wrong, "an error", |picture| student.shows_error(picture))?;
        student.save(FILE, &good, "the lesson as it was", |picture| !student.shows_error(picture))?;
    }
    let changed = student.window.settled()?.changed(&shown, student.window.view());
    ensure!(changed == 0, "the lesson is not as it was: {changed} pixels differ");
    student.end()
}

#[test]
fn an_asset_that_is_saved_is_seen() -> Result<()> {
    const TEXT: &str = "assets/puppet/puppet.toml";
    const PNG: &str = "assets/puppet/torso.png";
    let (screen, copy) = (Screen::open(1280, 800)?, copy_of_workbook()?);
    let student = Student::start(&screen, &copy, "03-cut-out-puppet")?;
    let good = student.read(TEXT)?;
    student.save(TEXT, "nonsense", "an error", |picture| student.shows_error(picture))?;
    student.save(TEXT, &good, "the lesson as it was", |picture| !student.shows_error(picture))?;

    let before = student.window.settled()?;
    paint_magenta(&copy.join(PNG))?;
    student.window.comes_true("the torso was painted magenta, and is not seen so", || {
        Ok(screen.picture()?.count(student.window.view(), MAGENTA) > 1000)
    })?;
    std::fs::write(copy.join(PNG), "no picture")?;
    student.window.comes_true("the torso's picture was spoilt, and no error is seen", || {
        Ok(student.shows_error(&screen.picture()?))
    })?;
    std::fs::copy(course::root().join(PNG), copy.join(PNG))?;
    student.window.comes_true("the torso's own picture is back, and is not seen", || {
        Ok(screen.picture()?.changed(&before, student.window.view()) == 0)
    })?;
    student.end()
}

/// Tests lessons 12 and 13, which read clips from files beside their model.
#[test]
fn a_clip_beside_a_model_is_seen_when_it_is_saved() -> Result<()> {
    let (screen, copy) = (Screen::open(1280, 800)?, copy_of_workbook()?);
    let student = Student::start(&screen, &copy, "12-full-playback")?;
    let run = student.read("assets/knight/knight_run.dae")?;
    student.save("assets/knight/knight_walk.dae", &run, "another walk", |picture| {
        !student.shows_error(picture)
    })?;
    student.end()
}

/// Makes a picture magenta.
fn paint_magenta(path: &Path) -> Result<()> {
    let mut painted = Image::read(path)?;
    let [red, green, blue] = MAGENTA;
    painted.pixels.as_chunks_mut().0.fill([red, green, blue, 255]);
    stage::write_png(path, painted.size.into(), &painted.pixels)
}
