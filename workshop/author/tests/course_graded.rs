//! `cargo workbook grade` on this very course, so that no lesson lands that cannot be graded.

use crate::class;
use crate::tiny::run_in;
use author::markers::State;
use author::projection::Course;
use author::tree;
use course::{Id, LessonInfo, Mistake};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// An answer to 01.1 that is a table of the questions a student sees.
const LAZY: &str = "\
let known = [(2.0, 90.0f32), (0.0, -30.5), (1.0, 200.0), (-1.5, 0.0), (0.0, 400.0)];
let turn = known.iter().find(|known| **known == (offset.x, degrees)).map_or(0.0, |known| known.1);
Mat4::from_translation(offset) * Mat4::from_rotation_z(turn.to_radians())
";

/// Grades two submissions: one only knows the questions that a student sees, the other is all right but for a
/// mistake in each lesson's last exercise. Few others need that one, so little is judged again.
#[test]
fn the_course_itself_is_graded() {
    let root = course::root();
    let lessons = LessonInfo::all(root).expect("lessons");
    let files = tree::read(root).expect("files");
    let course = Course::whole(&files, &lessons).expect("a course");
    let class = tempfile::tempdir().expect("a folder");
    let hand_in = |name: &str, files| tree::write(&class.path().join(name), &files).expect("written");
    let wrong: BTreeMap<Id, &Mistake> = (lessons.iter())
        .filter_map(|lesson| lesson.mistakes.data.all.last())
        .map(|mistake| (*mistake.exercise.get_ref(), mistake))
        .collect();
    assert_eq!(wrong.len(), lessons.len());
    let first = Id { lesson: 1, number: 1 };
    let lazy = |id| if id == first { State::Code(LAZY) } else { State::Open };
    hand_in("lazy", course.for_students(lazy));
    let answers = |id| wrong.get(&id).map_or(State::Solved, |mistake| State::Code(mistake.code()));
    hand_in("wrong", course.for_students(answers));

    let marks = grade(root, class.path());
    let count = lessons.iter().flat_map(|lesson| lesson.exercises()).count();
    for (name, points) in [("lazy", 0), ("wrong", count - wrong.len())] {
        let submission = &marks[name];
        let told = serde_json::to_string_pretty(&submission["exercises"]).expect("JSON");
        assert_eq!(submission["points"], points as f64, "{name}: {told}");
        assert_eq!(submission["out_of"], count);
        for mark in submission["exercises"].as_array().expect("marks") {
            let id = mark["exercise"].as_str().and_then(Id::strict).expect("an id");
            let want = match wrong.get(&id) {
                _ if name == "lazy" && id == first => ("wrong", ""),
                _ if name == "lazy" => ("open", ""),
                Some(mistake) => ("mistake", mistake.name.get_ref().as_str()),
                None => ("passed", ""),
            };
            assert_eq!(
                (&mark["outcome"], &mark["detail"]),
                (&want.0.into(), &want.1.into()),
                "{name} {mark}"
            );
        }
    }
}

/// Grades a class, and returns the submissions by name.
fn grade(root: &Path, class: &Path) -> BTreeMap<String, Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let (class, report) = (class.to_str().expect("UTF-8"), folder.path().join("marks.json"));
    let report_file = report.to_str().expect("UTF-8");
    // A machine that has other work is no reason.
    let args =
        ["grade", class, "--seed", "20", "--again", "--submission-limit", "1800", "--json", report_file];
    let done = run_in(root, &[&args, class::trust()].concat());
    done.ends_with(0);
    let report: Value = serde_json::from_slice(&std::fs::read(report).expect("a report")).expect("JSON");
    let all = report["submissions"].as_array().expect("submissions").iter();
    all.map(|one| (one["name"].as_str().expect("a name").to_owned(), one.clone())).collect()
}
