//! Lists the files that students are given. All others stay with the authors.

use crate::projection::inline;
use crate::projection::manifest::Crates;
use crate::tree::Files;
use course::LessonInfo;
use std::collections::{BTreeMap, BTreeSet};
use workbook::page::links::joined;

/// The single files that students get.
const FILES: &[&str] = &[
    ".cargo/config.toml",
    ".devcontainer/devcontainer.json",
    ".gitattributes",
    ".gitignore",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "assets/LICENSE",
    "assets/README.md",
    "clippy.toml",
    "docs/before-you-begin.md",
    "docs/command.md",
    "docs/editors.md",
    "docs/engine/README.md",
    "docs/engine/body.md",
    "docs/engine/file.md",
    "docs/engine/mind.svg",
    "docs/engine/plain.dae",
    "docs/engine/player.md",
    "docs/engine/player.py",
    "docs/engine/scene.dae",
    "docs/engine/skin.dae",
    "docs/engine/window.md",
    "docs/feet.md",
    "docs/files.md",
    "docs/glossary.md",
    "docs/ground.md",
    "docs/how-a-knight-moves.md",
    "docs/ik.md",
    "docs/keys.md",
    "docs/lacks.md",
    "docs/opengl.md",
    "docs/pictures/gallery.png",
    "docs/pictures/inspector.gif",
    "docs/pictures/one-point.png",
    "docs/pictures/ours.png",
    "docs/pictures/squiggle.png",
    "docs/pictures/triangle.png",
    "docs/platforms.md",
    "docs/play.md",
    "docs/save-file.md",
    "docs/scripts.md",
    "docs/six-evenings.md",
    "docs/symbols.md",
    "docs/your-own-model.md",
    "rustfmt.toml",
    "setup.sh",
    "workshop/stage/examples/triangle.rs",
];

/// The folders of which students get the files of these endings, if another given file names them.
const FOLDERS: &[(&str, &[&str])] = &[
    ("assets/", &["bin", "dae", "glb", "gltf", "jpg", "png", "toml", "txt"]),
    ("shaders/", &["comp", "frag", "geom", "glsl", "vert"]),
];

/// The endings of the files in a lesson's folder that students get.
const OF_LESSON: &[&str] = &["gif", "json", "md", "png", "rs", "svg", "toml", "txt"];

/// The folders of a lesson's pictures, of which students get those that a given text or `lesson.toml` names.
const PICTURES: [&str; 2] = ["/pictures/", "/diagrams/"];

/// The text that lists all lessons.
pub const README: &str = "README.md";

/// The section for readers who stay on the authors' branch.
const LOOKING: &str = "Just looking?";

/// Returns the README without the items of its lists that link to lessons or files that this course lacks.
pub fn readme(files: &Files, lessons: &[LessonInfo]) -> String {
    let text = files.get(README).map(|contents| String::from_utf8_lossy(contents)).unwrap_or_default();
    let is_given = |item: &&str| {
        let target =
            item.split_once("](").and_then(|(_, rest)| rest.split_once(')')).map(|(target, _)| target);
        target.is_none_or(|file| of_lesson(file, lessons) || FILES.contains(&file))
    };
    let mut kept = Vec::new();
    for section in text.trim_end().split("\n\n## ").filter(|section| !section.starts_with(LOOKING)) {
        let paragraphs = section.split("\n\n").filter_map(|paragraph| {
            let (items, others): (Vec<&str>, Vec<&str>) =
                paragraph.lines().partition(|line| line.starts_with("- ["));
            let own: Vec<&str> = items.iter().copied().filter(is_given).collect();
            (items.is_empty() || !own.is_empty()).then(|| [others, own].concat().join("\n"))
        });
        kept.push(paragraphs.collect::<Vec<_>>().join("\n\n"));
    }
    let end = if text.ends_with('\n') { "\n" } else { "" };
    kept.join("\n\n## ") + end
}

/// Returns a text whose links to files that are kept back are plain words. Paths are the workbook's.
pub fn unlinked(file: &str, text: &str, is_kept_back: impl Fn(&str) -> bool) -> String {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (mut plain, mut done) = (String::new(), 0);
    for (middle, _) in text.match_indices("](") {
        let Some((from, length)) = text[..middle].rfind('[').zip(text[middle..].find(')')) else { continue };
        let target = text[middle + 2..middle + length].split('#').next().unwrap_or_default();
        if is_kept_back(&joined(folder, target)) {
            plain += &text[done..from];
            plain += &text[from + 1..middle];
            done = middle + length + 1;
        }
    }
    plain + &text[done..]
}

/// Returns the paths of the files that students of these lessons get, sorted.
pub fn given<'a>(files: &'a Files, lessons: &[LessonInfo], crates: &Crates, readme: &str) -> Vec<&'a str> {
    let listed = |file: &&str| {
        let of_crate = crates.folders().any(|folder| {
            let inside = file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
            inside.is_some_and(|inside| {
                ["Cargo.toml", "build.rs"].contains(&inside) || inside.starts_with("src/")
            })
        });
        let of_folder =
            FOLDERS.iter().any(|(folder, endings)| file.starts_with(folder) && ends(file, endings));
        let is_picture = ["gif", "png"].iter().any(|ending| ends(file, &[ending]));
        let of_readme = is_picture && readme.contains(*file);
        FILES.contains(file) || of_crate || of_folder || of_lesson(file, lessons) || of_readme
    };
    let mut given: Vec<&str> = files.keys().map(String::as_str).filter(listed).collect();
    given.retain(|file| !inline::is_test(file));
    // The gallery shows a picture that no text does.
    let texts = given.iter().filter(|file| file.ends_with(".md") || file.ends_with("/lesson.toml"));
    let words = texts.filter_map(|file| str::from_utf8(&files[*file]).ok()).flat_map(|text| {
        let begins = PICTURES.iter().flat_map(|folder| text.match_indices(&folder[1..]));
        begins.map(|(at, _)| text[at..].split(['(', ')', '"', '#', ' ', '\n']).next().unwrap_or_default())
    });
    let shown: BTreeSet<&str> = words.collect();
    let is_shown = |file: &str| {
        let of_lesson = lessons.iter().find_map(|lesson| file.strip_prefix(lesson.folder.as_str()));
        let path = of_lesson.filter(|path| PICTURES.iter().any(|folder| path.starts_with(folder)));
        path.is_none_or(|path| shown.contains(&path[1..]))
    };
    given.retain(|file| is_shown(file));
    drop_unnamed(files, &mut given);
    given
}

/// Removes the folders of models and the shaders that no source of the course names, and inverse kinematics if none
/// does. What is named by chance may stay. The `#include` of another shader counts too.
fn drop_unnamed(files: &Files, given: &mut Vec<&str>) {
    let names = |file: &&&str| ["rs", "toml", "txt"].iter().any(|ending| ends(file, &[ending]));
    let sources: Vec<&str> = (given.iter().filter(names))
        .filter(|file| !FOLDERS.iter().any(|(folder, _)| file.starts_with(folder)))
        .filter_map(|file| str::from_utf8(&files[*file]).ok())
        .collect();
    let shaders = given.iter().filter(|file| file.starts_with("shaders/"));
    let lines = shaders.filter_map(|file| str::from_utf8(&files[*file]).ok()).flat_map(str::lines);
    let includes: Vec<&str> = lines.filter(|line| line.starts_with("#include")).collect();
    let is_named = |name: &str| sources.iter().chain(&includes).any(|text| text.contains(name));
    let mut known: BTreeMap<String, bool> = BTreeMap::new();
    let has_ik = is_named("common::ik");
    given.retain(|file| has_ik || !file.starts_with("common/src/ik/"));
    given.retain(|file| {
        let Some((folder, _)) = FOLDERS.iter().find(|(folder, _)| file.starts_with(folder)) else {
            return true;
        };
        let path = &file[folder.len()..];
        let name = match path.split_once('/') {
            Some((inside, _)) if *folder == "assets/" => format!("{inside}/"),
            _ if *folder == "assets/" => return true,
            _ => stem(path).rsplit('/').next().unwrap_or_default().to_owned(),
        };
        *known.entry(name.clone()).or_insert_with(|| is_named(&name))
    });
}

fn of_lesson(file: &str, lessons: &[LessonInfo]) -> bool {
    let own = |lesson: &&LessonInfo| {
        file.strip_prefix(lesson.folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
    };
    let lesson = lessons.iter().find(own);
    lesson.is_some_and(|lesson| file != lesson.answers.file) && ends(file, OF_LESSON)
}

fn stem(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

fn ends(file: &str, endings: &[&str]) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}
