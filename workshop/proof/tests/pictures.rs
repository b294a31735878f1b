//! Tests that each lesson renders every picture in its text as it is there.
//!
//! `WORKBOOK_BLESS=1 cargo test -p proof pictures::` writes the pictures that are missing or look different.
//! To renew another one, remove it first.

#[cfg(unix)]
use crate::support::LESSONS_OWN;
use crate::support::picture::{Look, read_gif};
use crate::support::{
    Folder, GALLERY, command, copy_of_workbook, example, for_each, kept_pictures, program_command, run,
};
use anyhow::{Context, Result, bail, ensure};
use course::LessonInfo;
use gpu::Image;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The greatest difference of two pictures, in steps of a colour channel, from 0 to 255.
struct Tolerance {
    mean: f64,
    tile: f64,
}

/// The tolerance of pictures. On one driver a picture is the same to the byte. Another driver, or another
/// version of it, places the samples of a smooth edge elsewhere and rounds colours the other way. Smooth
/// edges differ from none at all by 0.04 on average, and 3.4 in the worst tile. A label of one letter that is
/// missing makes 10 and more in its tile. An NVIDIA H200 draws 96 of 99 so; lesson 21's two crowds are all
/// edges (2.0 on average, 10.8 in a tile), and lesson 03's parts have a tile of 8.8.
const PICTURE: Tolerance = Tolerance { mean: 0.5, tile: 8.0 };

/// The tolerance of films. Their 255 colours are chosen from all pixels, so other edges shift any of them a
/// little: by 0.3 on average, and by 5.2 in the worst tile.
const FILM: Tolerance = Tolerance { mean: 1.0, tile: 12.0 };

/// The program of docs/opengl.md, which is no lesson.
const TRIANGLE: &str = "triangle";

/// The lesson with which the texts show F2 and F3.
#[cfg(unix)]
const TOOLS_OF: &str = "08-blending-on-the-gpu";

/// The time limit for a film, which takes as long as all of its pictures.
const LIMIT: Duration = Duration::from_secs(180);

/// The number of a film's pictures of which one is drawn and compared; `stage` tests how films are made.
const EVERY: usize = 5;

/// A picture or film that a lesson renders for its text.
struct Shot {
    lesson: String,
    /// The path as in lesson.toml.
    file: String,
    /// The path of the picture in the text.
    wanted: PathBuf,
    args: Vec<String>,
}

impl Shot {
    fn is_film(&self) -> bool {
        self.file.ends_with(".gif")
    }

    /// Returns a file name that no other one's has.
    fn name(&self) -> String {
        format!("{}-{}", self.lesson, self.file.replace('/', "-"))
    }

    /// Returns the arguments for the output, besides the settings.
    fn output(&self, to: &Path) -> [String; 3] {
        let kind = if self.is_film() { "--film" } else { "--picture" };
        ["--headless".to_owned(), kind.to_owned(), to.display().to_string()]
    }

    fn render(&self, to: &Path) -> Result<()> {
        let mut command = match &*self.lesson {
            TRIANGLE => command(&example(TRIANGLE)?),
            lesson => program_command(lesson)?,
        };
        if self.lesson == GALLERY {
            // What was checked in this tree would colour its dots.
            command.env("GIT_DIR", "none");
        }
        // The text's own commands run in this folder, so that scripts are found.
        command.current_dir(course::root());
        let mut args = self.args.clone();
        if self.is_film() && to.extension().is_some_and(|extension| extension == "png") {
            let fps = args.iter().position(|word| word == "--fps").unwrap_or_else(|| {
                args.extend(["--fps", "20"].map(str::to_owned));
                args.len() - 2
            });
            args[fps + 1] = (args[fps + 1].parse::<usize>()? / EVERY).to_string();
        }
        let ended = run(command.args(self.output(to)).args(&args), LIMIT)?;
        ensure!(ended.status.success(), "{}: {}: {}", self.lesson, self.file, ended.stderr);
        Ok(())
    }
}

fn shots() -> Result<Vec<Shot>> {
    let mut shots = Vec::new();
    for lesson in LessonInfo::all(course::root())? {
        let name = lesson.slug();
        for picture in lesson.about.data.pictures {
            let file = picture.file.into_inner();
            let wanted = course::root().join(&lesson.folder).join(&file);
            shots.push(Shot { lesson: name.clone(), file, wanted, args: picture.args });
        }
    }
    ensure!(!shots.is_empty(), "no lesson.toml lists a [[picture]]");
    for (program, args) in [
        (GALLERY, &["--size", "1280x800", "--panel"][..]),
        (TRIANGLE, &["--size", "900x560", "--set", "twice=on"]),
    ] {
        let file = format!("docs/pictures/{program}.png");
        let (wanted, args) = (course::root().join(&file), args.iter().map(|&word| word.to_owned()).collect());
        shots.push(Shot { lesson: program.to_owned(), file, wanted, args });
    }
    Ok(shots)
}

/// The end of each message about a picture.
const AGAIN: &str = "Look at both: `WORKBOOK_BLESS=1 cargo test -p proof pictures::` renews it";

/// Returns true if pictures are being renewed.
fn blessing() -> bool {
    std::env::var_os("WORKBOOK_BLESS").is_some_and(|value| value == "1")
}

#[test]
fn every_picture_is_what_its_lesson_renders() -> Result<()> {
    let folder = Folder::new()?;
    for_each(shots()?, |shot| {
        let name = shot.name();
        let rendered = folder.join(if shot.is_film() { format!("{name}-###.png") } else { name.clone() });
        shot.render(&rendered)?;
        let (mut compared, whole) = (compare(&shot, &rendered), folder.join(name));
        if compared.is_err() && shot.is_film() {
            // A film's end is rounded, and a crowd's motion depends on its steps: the whole film decides.
            shot.render(&whole)?;
            compared = compare(&shot, &whole);
        }
        if compared.is_ok() || !blessing() {
            return compared;
        }
        write(&shot, &whole)
    })
}

/// Writes the rendered picture into the text.
fn write(shot: &Shot, rendered: &Path) -> Result<()> {
    std::fs::create_dir_all(shot.wanted.parent().context("a file has a folder")?)?;
    std::fs::copy(rendered, &shot.wanted)?;
    println!("wrote {}", shot.wanted.display());
    Ok(())
}

/// The pictures of F2 and F3, with their scripts, of a lesson whose shader uses only the first weight; and a word that is to
/// be seen in the window, so that no picture of an error is taken for right.
const TOOLS: [(&str, &str, &str); 2] = [
    ("workshop/docs/tools/inspector.png", "tap Space\ntap F3\nmove away\nwait 0.8\n", "inspect=vertex"),
    ("docs/pictures/ours.png", "tap Space\ntap F2\nwait 0.1\n", " % of the pixels differ"),
];

#[cfg(unix)]
#[test]
fn the_tools_in_the_window_look_as_they_did() -> Result<()> {
    let (folder, mistaken) = (Folder::new()?, copy_of_workbook()?);
    let shader = mistaken.join("shaders/skin.vert");
    let right = std::fs::read_to_string(&shader)?;
    let wrong = right.replace("slot < 4", "slot < 1");
    ensure!(wrong != right, "skin.vert has no loop over four slots");
    std::fs::write(&shader, wrong)?;
    for_each(TOOLS.to_vec(), |(file, script, word)| {
        let shot = Shot {
            lesson: TOOLS_OF.to_owned(),
            file: file.to_owned(),
            wanted: course::root().join(file),
            args: Vec::new(),
        };
        let name = file.replace('/', "-");
        let (rendered, keys) = (folder.join(&name), folder.join(format!("{name}.txt")));
        // The script ends with a name that isn't there, so that it tells those that are.
        std::fs::write(&keys, format!("{script}picture {}\nmove \"\"\n", rendered.display()))?;
        let mut command = program_command(TOOLS_OF)?;
        // Ours is the same program, with the shader that is right.
        let program = command.get_program().to_owned();
        let cargo = folder.join(format!("{name}.sh"));
        let root = course::root().display();
        let ours =
            format!("#!/bin/sh\n{LESSONS_OWN}WORKBOOK_ROOT='{root}' exec '{}' \"$@\"\n", program.display());
        std::fs::write(&cargo, ours)?;
        std::fs::set_permissions(&cargo, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        command.env("WORKBOOK_ROOT", &*mistaken).env("CARGO", cargo);
        command.args(["--headless", "--size", "1280x800", "--at", "0.8"]);
        command.args(["--set", "skeleton=off", "--script"]).arg(keys);
        let said = run(&mut command, LIMIT)?.stderr;
        ensure!(said.contains(word), "there is no '{word}' in the window: {said}");
        let compared = compare(&shot, &rendered);
        if compared.is_err() && blessing() { write(&shot, &rendered) } else { compared }
    })
}

fn compare(shot: &Shot, rendered: &Path) -> Result<()> {
    ensure!(shot.wanted.exists(), "there is no {}. {AGAIN}", shot.wanted.display());
    if shot.is_film() {
        let wanted = read_gif(&shot.wanted, EVERY)?;
        let now = if rendered.extension() == shot.wanted.extension() {
            read_gif(rendered, EVERY)?
        } else {
            let name = rendered.to_string_lossy();
            let path = |number| PathBuf::from(name.replace("###", &format!("{number:03}")));
            let paths = (1..).map(path).take_while(|path| path.exists());
            paths.map(|path| Image::read(&path)).collect::<Result<_, gpu::Error>>()?
        };
        ensure!(wanted.len() == now.len(), "{} has another length now. {AGAIN}", shot.wanted.display());
        let mut pairs = wanted.iter().zip(now);
        pairs.try_for_each(|(wanted, now)| compare_pictures(shot, wanted, now, &FILM))
    } else {
        let (wanted, now) = (Image::read(&shot.wanted)?, Image::read(rendered)?);
        compare_pictures(shot, &wanted, now, &PICTURE)
    }
}

fn compare_pictures(shot: &Shot, wanted: &Image, mut now: Image, tolerance: &Tolerance) -> Result<()> {
    if too_different(wanted, &now, tolerance).is_none() {
        return Ok(());
    }
    // A palette alone makes up to 1.6 on average.
    now.in_colours_of(wanted);
    let Some(reason) = too_different(wanted, &now, tolerance) else {
        return Ok(());
    };
    let kept = kept_pictures()?.join(shot.name()).with_extension("png");
    stage::write_png(&kept, now.size.into(), &now.pixels)?;
    bail!("{} looks different: {reason}. It is {} now. {AGAIN}", shot.wanted.display(), kept.display());
}

/// Returns in what two pictures differ too much, if they do.
fn too_different(wanted: &Image, now: &Image, tolerance: &Tolerance) -> Option<String> {
    let found = match wanted.difference(now) {
        Ok(found) => found,
        Err(error) => return Some(error.to_string()),
    };
    if found.worst_tile > tolerance.tile {
        let [x, y] = found.worst_at;
        Some(format!(
            "by {:.1} of 255 around pixel {x},{y}; {} are allowed",
            found.worst_tile, tolerance.tile
        ))
    } else if found.mean > tolerance.mean {
        Some(format!("by {:.2} of 255 on average; {} are allowed", found.mean, tolerance.mean))
    } else {
        None
    }
}
