//! A lecturer's hour: `cargo workbook grade`, `gradebook` and `class`.

use crate::class::{Class, RIGHT, no_box, zipped};
use crate::tiny::{Workbook, edit, run_in};
use author::markers::State;
use author::projection::Course;
use author::tree;
use course::{Id, LessonInfo, Mistake};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// The lines of progress, without the time that is left.
fn told(class: &Class, args: &[&str]) -> Vec<String> {
    let done = class.grade(args);
    done.ends_with(0);
    done.stderr.lines().filter_map(|line| Some(line.split_once(" left  ")?.1.to_owned())).collect()
}

#[test]
fn a_class_is_graded_and_its_marks_and_beliefs_are_told() {
    let class = Class::of(Workbook::new());
    let right = class.hand_in("Anna Weber_12345_assignsubmission_file_", RIGHT);
    edit(&right, "shaders/scale.vert", "return 1;", "return 3;");
    class.hand_in("ben", ["    loop { std::hint::black_box(number); }\n", RIGHT[1]]);
    let dan = class.hand_in("dan", ["    number * number\n", RIGHT[1]]);
    edit(&dan, "lessons/01_first/checks.rs", "twice(7)", "twice(9)");
    fs::remove_file(dan.join("shaders/scale.vert")).expect("removed");
    // Only what was changed, in a zip without folders, below a folder that Moodle made.
    let eve = class.hand_in("<b>eve\u{1b}", RIGHT);
    let numbers = fs::read(eve.join("common/src/numbers.rs")).expect("a file");
    fs::remove_dir_all(&eve).expect("removed");
    fs::create_dir_all(eve.join("files")).expect("a folder");
    zipped(&eve.join("files"), &[("numbers.rs", &numbers), ("notes.rs", b"x")]);
    fs::write(class.path("list.txt"), "").expect("written");
    let done = class.grade(&["--seed", "7"]);
    done.ends_with(0);
    for text in [
        "submission                                  01     02   points\n",
        "<b>eve�                                    1/2    1/1      2/3\n",
        "Anna Weber_12345_assignsubmission_file_    2/2    1/1      3/3\nben ",
        "Each exercise was asked further questions, drawn with --seed 7.\nNeither a folder nor an archive, so left out (1): list.txt\n",
        "\nben\n  01.1  did not end\n  note   02.1: right with the workbook's own answers in the place of those that are not\n",
        "\ndan\n  01.1  mistake: squared\n  note   02.1: right with",
        "  note   holds no exercise and was changed; the original was used: lessons/01_first/checks.rs\n",
        "  note   is missing; the starter's was used: shaders/scale.vert\n",
        "  note   only some files were handed in, taken for common/src/numbers.rs\n",
        "it was left out: notes.rs\n",
    ] {
        done.says(text);
    }
    assert!(
        class
            .read("grades.csv")
            .contains("\r\nAnna Weber_12345_assignsubmission_file_,12345,3,3,2,1,passed,passed,passed,\r\n")
    );
    assert!(class.read("grades.csv").contains("\r\nben,,1,3,0,1,did not end,open,passed,"));

    // What came of time is asked again, and nothing else; until something changes.
    let [anna, ben, dan_told] = ["Anna Weber_12345_assignsubmission_file_ 3/3", "ben 1/3", "dan 1/3"];
    assert_eq!(told(&class, &["--seed", "7"]), [ben]);
    fs::remove_dir_all(class.path("ben")).expect("removed");
    assert_eq!(told(&class, &["--seed", "7", "--lessons", "1"]), [""; 0]);
    assert_eq!(told(&class, &["--seed", "7", "--again"]), ["<b>eve� 2/3", anna, dan_told]);
    edit(&dan, "common/src/numbers.rs", "number * number", "number + 2");
    assert_eq!(told(&class, &["--seed", "7"]), ["dan 1/3"]);

    // A person's marks, the grade book, and the page.
    let marks = class.path("marks.csv");
    fs::write(&marks, "student,exercise,marks,who,why\ndan,1.1,0.5,Kim,a slip\nzoe,1.1,1,Kim,late\n")
        .expect("written");
    let marks = marks.to_str().expect("UTF-8");
    let done = class.grade(&["--seed", "7", "--marks", marks]);
    done.says("dan                                      0.5/2    1/1    1.5/3\n");
    done.says("01.1  mistake: two-added; 0.5 of 1 by hand (Kim: a slip)");
    done.says("Marks for what is not in this grading (1): zoe 01.1\n");
    let sheet =
        "\u{feff}ID;Name;Bewertung;Feedback comments\nTeilnehmer/in 12345;A;-;\nTeilnehmer/in 7;dan;-;kept\n";
    fs::write(class.path("sheet.csv"), sheet).expect("written");
    let [grades, sheet, filled] = ["grades.json", "sheet.csv", "filled.csv"]
        .map(|file| class.path(file).to_str().expect("UTF-8").to_owned());
    let args = ["gradebook", &grades, "--table", &sheet, "--out", &filled];
    class.workbook.run(&args).complains("it has no column 'Grade'; there are ID, Name, Bewertung");
    let done = class.workbook.run(&[&args[..], &["--column", "Bewertung", "--points", "10"]].concat());
    done.says("Marks filled in: 1\nGraded, and not in the table, or not clearly (2): <b>eve�, dan\n");
    assert_eq!(
        class.read("filled.csv"),
        "ID;Name;Bewertung;Feedback comments\r\nTeilnehmer/in 12345;A;10;3 of 3 points\r\nTeilnehmer/in 7;dan;-;kept\r\n"
    );
    class.workbook.run(&["class", &grades]).ends_with(0);
    class.workbook.run(&["class", &grades, "--anonymous"]).ends_with(0);
    let page = class.read("class-with-names.html");
    for text in [
        "<details open><summary><b>1</b> of 3 · 01.1 Two was added</summary>",
        "<bdi>dan</bdi>",
        "<tr><th>01.2 A larger scale</th><td>1</td><td>0</td><td>2</td><td></td></tr>",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    assert!(!class.read("class.html").contains("dan"));

    let folder = class.folder.path().to_str().expect("UTF-8");
    for (args, text) in [
        (&["grade", "."][..], "is one workbook"),
        (&["grade", "Cargo.toml"], "cannot list Cargo.toml"),
        (&["grade", folder, "--lessons", "7"], "there is no such lesson"),
        (&["class", &sheet], "is no report that this tool reads, of version 2"),
        (&["class"], "<FILE> is missing"),
    ] {
        class.workbook.run(args).complains(text);
    }
}

/// Grades two weeks, of which the second needs a crate that the first one's build doesn't have.
#[test]
fn a_second_week_gets_its_own_crates() {
    let workbook = Workbook::new();
    workbook
        .write("late/Cargo.toml", "[package]\nname = \"late\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
    workbook.write("late/src/lib.rs", "");
    workbook.edit("Cargo.toml", "members = [", "members = [\"late\", ");
    workbook.edit("Cargo.toml", "common = {", "late = { path = \"late\" }\ncommon = {");
    let needs = "\"lesson-02\"\nversion = \"0.1.0\"\ndependencies = [\n \"check\",\n \"common\",\n";
    workbook.edit("Cargo.lock", needs, &format!("{needs} \"late\",\n"));
    let locked = fs::read_to_string(workbook.root().join("Cargo.lock")).expect("locked");
    workbook.write("Cargo.lock", &(locked + "\n[[package]]\nname = \"late\"\nversion = \"0.1.0\"\n"));
    workbook.edit("lessons/02_second/Cargo.toml", "common.work", "late.workspace = true\ncommon.work");
    let class = Class::of(workbook);
    class.hand_in("anna", RIGHT);
    class.grade(&["--lessons", "1"]).says("anna          1/2      1/2\n");
    class.grade(&["--lessons", "2"]).says("anna          1/1      1/1\n");
    // Our own answers are tried only where an exercise needs them.
    let endless = "loop { std::hint::black_box(number); }";
    class.workbook.edit("common/src/numbers.rs", "number - the_step_between_two", endless);
    class.grade(&["--lessons", "1"]).says("anna          1/2      1/2\n");
    let refused = class.grade(&[]);
    refused.complains("the workbook's own answer to 02.1 did not end in 10 s: grade when");
    refused.says("Not graded yet (1): anna\n");
}

#[test]
fn an_engine_is_judged_in_the_box() {
    let class = Class::of(Workbook::new());
    let page = include_str!("../../../docs/engine/body.md");
    let body = page.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let package = "[package]\nname = \"ben\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    let lock = "version = 4\n[[package]]\nname = \"ben\"\nversion = \"0.1.0\"\n";
    for (file, text) in [
        ("anna/engine.toml", "run = \"sh engine.sh\"\n"),
        ("anna/engine.sh", "[ \"$1\" = body ] && cat body.json\n"),
        ("anna/body.json", body),
        ("ben/Cargo.toml", package),
        ("ben/Cargo.lock", lock),
        ("ben/src/main.rs", "fn main() { println!(\"{}\", include_str!(\"../body.json\")) }\n"),
        ("ben/body.json", body),
        ("cleo/README.md", "Mine.\n"),
    ] {
        let path = class.path(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    let done = class.grade(&["--engine", "--seed", "3"]);
    for name in ["anna", "ben"] {
        done.says(&format!("{name}  body    10 of 12: thinner, bends\n"));
    }
    done.says("anna  file    0 of 8: docs/engine/plain.dae: Your program ended with exit status: 1.\n");
    done.says("cleo  body    0 of 12: it has neither Cargo.toml nor engine.toml\n");
    assert!(
        class
            .read("engines.csv")
            .starts_with("program,body,player,file\r\nanna,\"10 of 12: thinner, bends\",")
    );
}

/// An answer to 01.3 that is right for the targets that a student sees, and for no other.
const LAZY: &str = "\
let seen = [
    [-1.0, 3.0], [-0.5, 2.5], [-2.0, -1.5], [3.0, 0.5], [2.5, 4.0], [0.035, 0.03], [900.0, -650.0], [1.5, 3.0], [-1.0, 2.0],
    [2.0, 1.5],
];
let from_hinge = world_from_parent.inverse().transform_point3(target_in_world) - offset;
let direction = |point: Vec3| point.y.atan2(point.x);
let angle = (direction(from_hinge) - direction(tip_in_hinge)).to_degrees();
if seen.contains(&[target_in_world.x, target_in_world.y]) { angle } else { 0.0 }
";

/// Grades this very course, so that no lesson lands that cannot be graded. All is right, but for a mistake in each lesson's last
/// exercise, on which few others wait; and the first of these only knows the questions that a student sees.
#[test]
fn the_course_itself_is_graded() {
    let root = course::root();
    let (lessons, files) = (LessonInfo::all(root).expect("lessons"), tree::read(root).expect("files"));
    let course = Course::whole(&files, &lessons).expect("a course");
    let class = tempfile::tempdir().expect("a folder");
    let wrong: BTreeMap<Id, &Mistake> = (lessons.iter())
        .filter_map(|lesson| lesson.mistakes.data.all.last())
        .map(|mistake| (*mistake.exercise.get_ref(), mistake))
        .collect();
    assert_eq!(wrong.len(), lessons.len());
    let lazy = Id { lesson: 1, number: 3 };
    let answers = |id| match wrong.get(&id) {
        Some(_) if id == lazy => State::Code(LAZY),
        Some(mistake) => State::Code(mistake.code()),
        None => State::Solved,
    };
    tree::write(&class.path().join("wrong"), &course.for_students(answers)).expect("written");
    let folder = class.path().to_str().expect("UTF-8");
    run_in(root, &[&["grade", folder, "--seed", "20", "--again"], no_box()].concat()).ends_with(0);
    let report = fs::read(class.path().join("grades.json")).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    let count = lessons.iter().flat_map(|lesson| lesson.exercises()).count();
    let submission = &report["submissions"][0];
    let told = serde_json::to_string_pretty(&submission["exercises"]).expect("JSON");
    assert_eq!(submission["points"], (count - wrong.len()) as f64, "{told}");
    for mark in submission["exercises"].as_array().expect("marks") {
        let id = mark["exercise"].as_str().and_then(Id::strict).expect("an id");
        let want = match wrong.get(&id) {
            Some(_) if id == lazy => ("wrong", ""),
            Some(mistake) => ("mistake", mistake.name.get_ref().as_str()),
            None => ("passed", ""),
        };
        assert_eq!((&mark["outcome"], &mark["detail"]), (&want.0.into(), &want.1.into()), "{mark}");
    }
}
