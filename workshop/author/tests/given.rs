//! Tests the students' files of this very course: they form a workspace of their own, and are no more than promised.

use author::markers::State;
use author::projection::Course;
use author::tree::{self, Files};
use course::LessonInfo;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The rooms, each with the lines of Rust that it may have and with its folders, in which `*` stands for anything.
/// A file belongs to the first row that has it. `workshop/lines.sh` reads these rows, too.
///
/// A limit is what the room had when it was set last, and 5 % to spare, so that an honest change fits. Lower it with what goes.
const ROOMS: [(&str, usize, &str); 18] = [
    ("checks", 9_500, "lessons/*/checks.rs"),
    ("lessons", 15_530, "lessons/"),
    ("common", 5_560, "common/"),
    ("gpu, gl", 3_880, "gpu/ workshop/gl/"),
    ("formats", 9_330, "formats/"),
    ("editor and drafts", 6_700, "projects/editor/ projects/drafts/"),
    ("ground", 4_470, "projects/ground/"),
    ("play", 3_440, "projects/play/"),
    ("side_scroller", 2_040, "projects/side_scroller/"),
    ("crowd", 1_350, "projects/crowd/"),
    ("stage", 11_500, "workshop/stage/"),
    ("check", 1_960, "workshop/check/ workshop/verdict/"),
    ("command", 5_900, "workshop/command/ workshop/course/ workshop/programs/"),
    ("cut", 2_020, "workshop/cut/"),
    ("gallery", 595, "workshop/gallery/"),
    ("judge", 4_860, "workshop/judge/"),
    ("author", 9_450, "workshop/author/"),
    ("proof", 6_520, "workshop/proof/ workshop/docs/"),
];

/// Lines of TOML that lessons may have. A new lesson raises it; for a new mistake, say something more briefly.
const LINES_OF_TOML: usize = 20_270;

/// Lines of Rust and bytes that a student's tree may have.
const LINES: usize = 79_200;
const BYTES: usize = 32_400_000;

/// Returns the students' files, of the whole course or without most of the projects.
fn given(is_whole: bool) -> Files {
    let root = course::root();
    let mut lessons = LessonInfo::all(root).expect("lessons");
    lessons.retain(|lesson| is_whole || lesson.number <= 14 || lesson.number == 19);
    let files = tree::read(root).expect("files");
    Course::whole(&files, &lessons).expect("a course").for_students(|_| State::Open)
}

#[test]
fn no_tree_grows_beyond_its_limits() {
    let (all, given) = (tree::read(course::root()).expect("files"), given(true));
    let lines = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
    let count = |files: &Files, begin: &str, end: &str| -> usize {
        let those = files.iter().filter(|(file, _)| file.starts_with(begin) && file.ends_with(end));
        those.map(|(_, text)| lines(text)).sum()
    };
    let mut rooms = ROOMS.map(|(room, most, _)| (room, 0, most));
    for (file, text) in all.iter().filter(|(file, _)| file.ends_with(".rs")) {
        let is_in = |folder: &str| {
            let (begin, end) = folder.split_once('*').unwrap_or((folder, ""));
            file.starts_with(begin) && file.ends_with(end)
        };
        let room = ROOMS.iter().position(|(.., folders)| folders.split(' ').any(is_in));
        rooms[room.unwrap_or_else(|| panic!("{file} belongs to no room"))].1 += lines(text);
    }
    for (what, has, most) in rooms.into_iter().chain([
        ("lines of TOML below lessons", count(&all, "lessons/", ".toml"), LINES_OF_TOML),
        ("lines of Rust in a student's tree", count(&given, "", ".rs"), LINES),
        ("bytes in a student's tree", given.values().map(Vec::len).sum(), BYTES),
    ]) {
        println!("{has} {what}");
        assert!(has <= most, "{has} {what}, and at most {most} are allowed");
    }
}

/// Tests that a student's tree, also that of a shorter course, has nothing that only authors need, no link that leads out of
/// it, and a `Cargo.lock` that cargo takes as it is.
#[test]
fn what_is_given_is_whole_and_no_more() {
    for is_whole in [true, false] {
        let given = given(is_whole);
        for (file, text) in &given {
            let own = ["assets", "author", "book", "docs", "proof"].map(|room| format!("workshop/{room}"));
            let kept = own.iter().any(|folder| file.starts_with(folder)) || file.contains("/tests/");
            assert!(!kept, "{file} is given");
            let text = String::from_utf8_lossy(text);
            assert!(!file.ends_with(".rs") || !text.contains("#[cfg(test)]"), "{file} has tests");
            let folder = Path::new(file).parent().expect("a folder");
            let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
            for target in links.filter(|target| file.ends_with(".md") && !target.contains("://")) {
                let mut path = PathBuf::new();
                for part in folder.join(target).components() {
                    if part == Component::ParentDir {
                        path.pop();
                    } else {
                        path.push(part);
                    }
                }
                let is_here = target.is_empty() || given.contains_key(path.to_str().expect("UTF-8"));
                assert!(is_here, "{file} links to {target}");
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        tree::write(folder.path(), &given).expect("written");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["tree", "--locked", "--offline", "--workspace"]).current_dir(&folder);
        let said = cargo.output().expect("cargo");
        let complaints = String::from_utf8_lossy(&said.stderr);
        assert!(said.status.success() && !complaints.contains("warning"), "{complaints}");
    }
}

/// Tests that a shorter course loses the files that only other lessons need, and keeps those it needs from them.
#[test]
fn a_course_is_cut_to_its_lessons() {
    let (all, some) = (given(true), given(false));
    let has = |files: &Files, begin: &str| files.keys().any(|file| file.starts_with(begin));
    for file in ["lessons/17_", "lessons/18_the_knight_plays/README.md"] {
        assert!(has(&all, file) && !has(&some, file), "{file}");
    }
    for file in ["lessons/13_", "docs/pictures/saved.gif", "assets/knight/", "shaders/"] {
        assert!(has(&all, file) && has(&some, file), "{file}");
    }
    let todo = |(file, text): (&String, &Vec<u8>)| {
        file.ends_with(".rs")
            && !file.starts_with("workbook/")
            && String::from_utf8_lossy(text).contains("// TODO 15.")
    };
    assert!(all.iter().any(todo) && !some.iter().any(todo));
    for (file, link) in [
        ("README.md", "](lessons/17_"),
        ("lessons/09_rigged_cylinder/README.md", "](../20_keeping_the_volume/"),
    ] {
        let links = |files: &Files| String::from_utf8_lossy(&files[file]).contains(link);
        assert!(links(&all) && !links(&some), "{file} links to {link}");
    }
}
