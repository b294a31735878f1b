//! Tests each lesson's first picture against the one that its program draws, as a quick look at what a change
//! does. The package `proof` checks all pictures of the texts, and more strictly.

use anyhow::{Context, Result, ensure};
use course::LessonInfo;
use gpu::Image;
use std::path::Path;
use std::process::Command;

/// The fraction of pixels, at smooth edges, that another driver may draw differently.
const EDGES: f64 = 0.005;

/// The difference in a channel from which a pixel counts as different.
const SEEN: u8 = 24;

fn draws_its_picture(lesson: &LessonInfo, programs: &Path, folder: &Path) -> Result<()> {
    let is_still = |file: &str| file.ends_with(".png");
    let picture = lesson.about.data.pictures.iter().find(|picture| is_still(picture.file.get_ref()));
    let picture = picture.context("its text has no picture")?;
    let path = folder.join(format!("{}.png", lesson.slug()));
    let mut program =
        Command::new(programs.join(format!("{}{}", lesson.slug(), std::env::consts::EXE_SUFFIX)));
    program.args(["--headless", "--picture"]).arg(&path).args(&picture.args).current_dir(course::root());
    let output = program.output().context("it cannot be started")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let wanted = Image::read(&course::root().join(lesson.file(picture.file.get_ref())))?;
    let now = Image::read(&path)?;
    ensure!(now.size == wanted.size, "its picture has {:?} pixels now, not {:?}", now.size, wanted.size);
    let pairs = wanted.pixels.chunks(4).zip(now.pixels.chunks(4));
    let differ = pairs.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > SEEN)).count();
    let share = differ as f64 / (wanted.pixels.len() / 4) as f64;
    ensure!(share < EDGES, "{:.1} % of {} look different", 100.0 * share, picture.file.get_ref());
    Ok(())
}

#[test]
fn every_lesson_draws_its_first_picture() -> Result<()> {
    let lessons = LessonInfo::all(course::root())?;
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--offline"]).current_dir(course::root());
    for lesson in &lessons {
        build.args(["--bin", &lesson.slug()]);
    }
    ensure!(build.status()?.success(), "the lessons' programs cannot be built");
    let here = std::env::current_exe()?;
    let programs = here.parent().and_then(Path::parent).context("a folder of programs")?;
    let folder = tempfile::tempdir()?;
    let draw = |lessons: &[LessonInfo]| {
        lessons.iter().try_for_each(|lesson| {
            draws_its_picture(lesson, programs, folder.path())
                .with_context(|| format!("in {}", lesson.folder))
        })
    };
    let (these, those) = lessons.split_at(lessons.len() / 2);
    std::thread::scope(|scope| {
        let those = scope.spawn(|| draw(those));
        draw(these)?;
        those.join().expect("it returns its errors")
    })
}
