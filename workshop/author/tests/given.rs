//! Tests the students' files of this very course: they form a workspace of their own, and are no more than promised.

use author::markers::State;
use author::projection::Course;
use author::tree::{self, Files};
use course::LessonInfo;
use std::process::{Command, Output};

/// The rooms, each with the lines of Rust that it may have and with its folders, in which `*` stands for anything.
/// A file belongs to the first row that has it. `workshop/lines.sh` reads these rows, too.
///
/// A limit is what the room had when it was set last, and 5 % to spare, so that an honest change fits. Lower it with what goes.
const ROOMS: [(&str, usize, &str); 18] = [
    ("checks", 9_500, "lessons/*/checks.rs"),
    ("lessons", 16_840, "lessons/"),
    ("common", 7_400, "common/"),
    ("gpu, gl, models", 4_420, "gpu/ workshop/gl/ workshop/models/"),
    ("formats", 9_630, "formats/"),
    ("editor and drafts", 7_710, "projects/editor/ projects/drafts/"),
    ("ground", 4_690, "projects/ground/"),
    ("play", 4_080, "projects/play/"),
    ("side_scroller", 2_310, "projects/side_scroller/"),
    ("crowd", 1_610, "projects/crowd/"),
    ("stage", 12_170, "workshop/stage/"),
    ("check", 1_960, "workshop/check/ workshop/verdict/"),
    ("command", 6_560, "workshop/command/ workshop/course/ workshop/programs/"),
    ("cut", 2_230, "workshop/cut/"),
    ("gallery", 890, "workshop/gallery/"),
    ("judge", 4_860, "workshop/judge/"),
    ("author", 14_200, "workshop/author/"),
    ("proof", 10_060, "workshop/proof/ workshop/docs/"),
];

/// Lines of Rust that a student's tree may have, and those of a course without lessons 15 to 18.
const LINES: usize = 79_200;
const LINES_WITHOUT_PROJECTS: usize = 50_150;

/// Lines of TOML that lessons may have. A new lesson raises it; for a new mistake, say something more briefly.
const LINES_OF_TOML: usize = 20_270;

/// Bytes that a student's tree may have.
const BYTES: usize = 32_400_000;

/// Returns the students' files for a course of some lessons.
fn given_of(taught: impl Fn(u8) -> bool) -> Files {
    let root = course::root();
    let mut lessons = LessonInfo::all(root).expect("lessons");
    lessons.retain(|lesson| taught(lesson.number));
    let files = tree::read(root).expect("files");
    Course::whole(&files, &lessons).expect("a course").for_students(|_| State::Open)
}

fn given() -> Files {
    given_of(|_| true)
}

/// Returns the students' files of a course without most of the projects.
fn given_without_projects() -> Files {
    given_of(|number| number <= 14 || number == 19)
}

/// Counts the lines of files whose paths begin and end like this.
fn lines(files: &Files, begin: &str, end: &str) -> usize {
    let those = files.iter().filter(|(file, _)| file.starts_with(begin) && file.ends_with(end));
    those.map(|(_, text)| text.iter().filter(|byte| **byte == b'\n').count()).sum()
}

#[track_caller]
fn succeeds(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn no_tree_grows_beyond_its_limits() {
    let all = tree::read(course::root()).expect("files");
    let (given, some) = (given(), given_without_projects());
    let bytes = given.values().map(Vec::len).sum();
    let room = |file: &str| {
        let is_in = |folder: &str| {
            let (begin, end) = folder.split_once('*').unwrap_or((folder, ""));
            file.starts_with(begin) && file.ends_with(end)
        };
        ROOMS.iter().position(|(.., folders)| folders.split(' ').any(is_in))
    };
    let mut rooms = ROOMS.map(|_| Files::new());
    for (file, text) in all.iter().filter(|(file, _)| file.ends_with(".rs")) {
        let room = room(file).unwrap_or_else(|| panic!("{file} belongs to no room"));
        rooms[room].insert(file.clone(), text.clone());
    }
    let rooms =
        ROOMS.iter().zip(&rooms).map(|((room, most, _), files)| (*room, lines(files, "", ".rs"), *most));
    for (what, has, most) in rooms.chain([
        ("lines of TOML below lessons", lines(&all, "lessons/", ".toml"), LINES_OF_TOML),
        ("lines of Rust in a student's tree", lines(&given, "", ".rs"), LINES),
        ("lines of Rust without lessons 15 to 18", lines(&some, "", ".rs"), LINES_WITHOUT_PROJECTS),
        ("bytes in a student's tree", bytes, BYTES),
    ]) {
        println!("{has} {what}");
        assert!(has <= most, "{has} {what}, and at most {most} are allowed");
    }
    println!("{} bytes without lessons 15 to 18", some.values().map(Vec::len).sum::<usize>());
}

/// The most bytes of a lesson's zip for students. Lesson 19 has pictures of a whole model.
const ZIPPED: [(&str, u64); 2] = [("2", 4_000_000), ("19", 4_800_000)];

#[test]
fn a_handout_is_small() {
    let folder = tempfile::tempdir().expect("a folder");
    // Handed out is what is committed.
    let (root, clone) = (course::root(), folder.path().join("clone"));
    succeeds(
        Command::new("git")
            .args(["clone", "--quiet", "--depth", "1"])
            .arg(format!("file://{}", root.display()))
            .arg(&clone),
    );
    for (lesson, most) in ZIPPED {
        let zip = folder.path().join(lesson);
        let mut tool = Command::new(env!("CARGO_BIN_EXE_author"));
        succeeds(tool.args(["handout", lesson, "--zip"]).arg(&zip).current_dir(&clone));
        let bytes = zip.metadata().expect("a zip").len();
        println!("lesson {lesson}: {:.2} MB", bytes as f64 / 1e6);
        assert!(bytes <= most, "the handout of lesson {lesson} has {bytes} bytes of {most}");
    }
}

#[test]
fn what_only_authors_need_is_not_given() {
    let given = given();
    for file in given.keys() {
        let own = ["workshop/assets", "workshop/author", "workshop/book", "workshop/docs", "workshop/proof"];
        let kept = own.iter().any(|folder| file.starts_with(folder)) || file.contains("/tests/");
        assert!(!kept, "{file} is given");
    }
    for (file, text) in given.iter().filter(|(file, _)| file.ends_with(".rs")) {
        assert!(!String::from_utf8_lossy(text).contains("#[cfg(test)]"), "{file} has tests");
    }
}

#[test]
fn no_text_links_to_what_is_not_given() {
    for (given, linked) in [(given(), true), (given_without_projects(), false)] {
        for (file, text) in given.iter().filter(|(file, _)| file.ends_with(".md")) {
            let text = String::from_utf8_lossy(text);
            let folder = std::path::Path::new(file).parent().expect("a folder");
            for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
                let is_here = !target.contains("://") && !target.is_empty();
                let path =
                    folder.join(target).components().fold(std::path::PathBuf::new(), |mut path, part| {
                        if part == std::path::Component::ParentDir {
                            path.pop();
                        } else {
                            path.push(part);
                        }
                        path
                    });
                assert!(
                    !is_here || given.contains_key(path.to_str().expect("UTF-8")),
                    "{file} links to {target}"
                );
            }
        }
        let lesson = String::from_utf8_lossy(&given["lessons/09_rigged_cylinder/README.md"]).into_owned();
        assert_eq!(lesson.contains("](../20_keeping_the_volume/README.md)"), linked, "a link to lesson 20");
    }
}

/// Tests that cargo takes a student's tree as it is, without a change of `Cargo.lock`.
#[test]
fn cargo_is_content_with_a_students_tree() {
    for given in [given(), given_without_projects()] {
        is_content_with(&given);
    }
}

#[track_caller]
fn is_content_with(given: &Files) {
    let folder = tempfile::tempdir().expect("a folder");
    tree::write(folder.path(), given).expect("written");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--offline", "--workspace"]).current_dir(&folder);
    let said = succeeds(&mut cargo);
    let complaints = String::from_utf8_lossy(&said.stderr);
    assert!(!complaints.contains("warning"), "{complaints}");
}

/// Tests that a shorter course loses the files that only other lessons need, and keeps those it needs from them.
#[test]
fn a_course_is_cut_to_its_lessons() {
    let (all, some) = (given(), given_without_projects());
    let has = |file: &str| some.keys().any(|other| other.starts_with(file));
    for file in ["lessons/17_", "lessons/18_the_knight_plays/README.md"] {
        assert!(!has(file), "{file} is given");
    }
    for file in [
        "lessons/13_",
        "lessons/18_the_knight_plays/pictures/run.gif",
        "assets/knight/",
        "shaders/reference/",
    ] {
        assert!(has(file) == all.keys().any(|other| other.starts_with(file)), "{file}");
    }
    let todo = |(_, text): (&String, &Vec<u8>)| String::from_utf8_lossy(text).contains("// TODO 15.");
    let is_rust = |(file, _): &(&String, &Vec<u8>)| file.ends_with(".rs") && !file.starts_with("workbook/");
    assert!(all.iter().filter(is_rust).any(todo) && !some.iter().filter(is_rust).any(todo));
    assert!(!String::from_utf8_lossy(&some["README.md"]).contains("](lessons/17_"));
}
