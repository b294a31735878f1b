use super::*;

const SOURCE: &str = "\
//! Numbers.

use glam::Vec3;

/// Twice.
pub fn twice(number: i64) -> i64 {
    // TODO 01.1: Give the double.
    // BEGIN SOLUTION 01.1
    number + number
    // END SOLUTION 01.1
    // STARTER 01.1: let _ = number;
    // STARTER 01.1: 0
}

/// Before.
pub fn before(number: i64) -> i64 {
    let step = 1;
    // TODO 02.1: Give the number before.
    // BEGIN SOLUTION 02.1
    number - step
    // END SOLUTION 02.1
    // STARTER 02.1: let _ = step;
    // STARTER 02.1: number
}
";

const FIRST: Id = Id { lesson: 1, number: 1 };
const SECOND: Id = Id { lesson: 2, number: 1 };

fn template() -> Template {
    Template::new("numbers.rs", &Source::parse("numbers.rs", SOURCE).expect("a source"), &BTreeSet::new())
}

/// What students get, after some changes.
fn changed(changes: &[(&str, &str)]) -> String {
    let source = Source::parse("numbers.rs", SOURCE).expect("a source");
    let text = source.project(|_| State::Open);
    changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "no {from}");
        text.replacen(from, to, 1)
    })
}

const TWICE: (&str, &str) = ("    let _ = number;\n    0\n", "    let more = number;\n    number + more\n");

fn composed(answers: &Answers, without: &[Part]) -> String {
    template().composed(answers, &without.iter().cloned().collect(), &BTreeSet::new()).text
}

#[test]
fn an_answer_stands_in_the_workbooks_own_file() {
    let theirs = changed(&[TWICE, ("let step = 1", "let step = 100"), ("//! Numbers.", "//! Mine.")]);
    let answers = template().read(&theirs);
    assert_eq!(composed(&answers, &[]), changed(&[TWICE]));
    assert_eq!(composed(&answers, &[Part::Exercise(FIRST)]), changed(&[]));
    assert_eq!(answers.notes.len(), 1);
    assert!(answers.notes[0].contains("where the original was used: "), "{:?}", answers.notes);
    assert!(answers.notes[0].contains("fn before"), "{:?}", answers.notes);
    let windows = format!("\u{feff}{}", theirs.replace('\n', "\r\n"));
    assert_eq!(template().read(&windows), answers);
}

#[test]
fn what_was_added_comes_along_and_rows_are_the_students() {
    let theirs = changed(&[
        ("use glam::Vec3;", "use glam::{Mat4, Vec3};\n\nconst TWO: i64 = 2;"),
        ("/// Before.", "/// Mine.\nfn mine(x: i64) -> i64 {\n    x\n}\n\n/// Before."),
        ("    let _ = number;\n    0\n", "    mine(number) * TWO\n"),
    ]);
    let answers = template().read(&theirs);
    assert_eq!(answers.notes, [""; 0]);
    let composed = template().composed(&answers, &BTreeSet::new(), &BTreeSet::new());
    let mut want = changed(&[("    let _ = number;\n    0\n", "    mine(number) * TWO\n")]);
    want += "use glam::Mat4;\nconst TWO: i64 = 2;\n/// Mine.\nfn mine(x: i64) -> i64 {\n    x\n}\n";
    assert_eq!(composed.text, want);
    let row = |text: &str, of: &str| text[..text.find(of).expect("a line")].matches('\n').count() + 1;
    for line in ["mine(number)", "Mat4", "const TWO", "    x\n"] {
        let found = composed.part(row(&composed.text, line)).map(|(_, row)| row);
        assert_eq!(found, Some(row(&theirs, line)), "{line}");
    }
    assert_eq!(composed.around(7).collect::<Vec<_>>(), [FIRST]);
}

#[test]
fn no_check_sees_what_was_added() {
    let theirs = changed(&[])
        + "pub use a::b;\n/// É.\n#[inline]\npub fn mine() {}\npub struct A;\nimpl A {\n    pub fn agrees(&self) {}\n}\n";
    let answers = template().read(&theirs);
    assert_eq!(answers.notes, [""; 0]);
    let want = "pub(crate) use a::b;\n/// É.\n#[inline]\npub(crate) fn mine() {}\npub(crate) struct A;\nimpl A {\npub(crate) fn agrees(&self) {}\n}\n";
    assert_eq!(composed(&answers, &[]), changed(&[]) + want);
}

#[test]
fn one_broken_answer_leaves_the_others_alone() {
    // What stands at the file's end is no part of the last answer, though it ends like one.
    let theirs =
        changed(&[("    let _ = step;\n    number\n", "    (number\n")]) + "\nfn a() {\n    b();\n}\n";
    let answers = template().read(&theirs);
    assert_eq!(composed(&answers, &[]), changed(&[]) + "fn a() {\n    b();\n}\n");
    for broken in ["    (number\n", "    number }\n", "    let x = ;\n", "    \"\n"] {
        let theirs = changed(&[
            ("    let _ = number;\n    0\n", broken),
            ("    let _ = step;\n    number\n", "    number - 1\n"),
        ]);
        let answers = template().read(&theirs);
        assert!(
            matches!(answers.refused.get(&FIRST), Some((Verdict::NotCompiled, _))),
            "{broken} {answers:?}"
        );
        assert_eq!(answers.refused.len(), 1, "{broken}");
        let want = changed(&[("    let _ = step;\n    number\n", "    number - 1\n")]);
        assert_eq!(composed(&answers, &[]), want, "{broken}");
    }
}

#[test]
fn what_reaches_out_is_left_out_with_all_that_uses_it() {
    let theirs = changed(&[
        ("use glam::Vec3;", "use glam::Vec3;\nuse std::fs;"),
        ("/// Before.", "fn a() {\n    fs::read(\"\");\n}\nfn b() { a() }\n\n/// Before."),
        ("    let _ = number;\n    0\n", "    b();\n    0\n"),
        ("    let _ = step;\n    number\n", "    number - step\n"),
    ]);
    let answers = template().read(&theirs);
    let why = "row 4, `std::fs`";
    assert_eq!(answers.refused, BTreeMap::from([(FIRST, (Verdict::ByHand, why.to_owned()))]));
    assert_eq!(
        answers.notes,
        ["use std::fs", "fn a", "fn b"].map(|item| format!("numbers.rs: {item} was left out: {why}"))
    );
    let want = changed(&[("    let _ = step;\n    number\n", "    number - step\n")]);
    assert_eq!(composed(&answers, &[]), want);
}

#[test]
fn a_place_that_is_gone_is_looked_at_by_hand() {
    let answers = template().read("// Nothing.\n");
    assert_eq!(answers.refused.len(), 2);
    assert_eq!(composed(&answers, &[]), changed(&[]));
    let renamed = changed(&[("fn before", "fn after")]);
    assert!(template().read(&renamed).refused.contains_key(&SECOND));
}

#[test]
fn an_answer_is_found_in_its_function_whatever_became_of_the_todos() {
    let want = composed(&template().read(&changed(&[TWICE])), &[]);
    for todo in ["", "    // Done.\n", "    // TODO 02.1: Give the number before.\n"] {
        let theirs = changed(&[TWICE, ("    // TODO 01.1: Give the double.\n", todo)]);
        let answers = template().read(&theirs);
        assert_eq!((answers.refused.len(), &answers.notes), (0, &Vec::new()), "{todo}");
        assert_eq!(composed(&answers, &[]).replace(todo, ""), want.replace(todo, ""));
    }
}

const SHADER: &str = "\
#version 330 core
uniform mat4 a;
vec4 skinned(vec3 p) {
    // TODO 01.1: Move it.
    // BEGIN SOLUTION 01.1
    return a * vec4(p, 1.0);
    // END SOLUTION 01.1
    // STARTER 01.1: return vec4(p, 1.0);
}
void main() {
    gl_Position = skinned(vec3(0.0));
}
";

#[test]
fn of_a_shader_the_answer_counts_and_functions_beside_it() {
    let source = Source::parse("a.vert", SHADER).expect("a source");
    let template = Template::new("a.vert", &source, &BTreeSet::new());
    let open = source.project(|_| State::Open);
    let answered = |text: &str, changes: &[(&str, &str)]| {
        changes.iter().fold(text.to_owned(), |text, (from, to)| text.replacen(from, to, 1))
    };
    let good = [("return vec4(p, 1.0)", "return twice(p)")];
    let helper = ("vec4 skinned", "vec4 twice(vec3 p) {\n    return a * vec4(p, 2.0);\n}\nvec4 skinned");
    let theirs = answered(&open, &[good[0], helper, ("skinned(vec3(0.0))", "vec4(0.0)")]);
    let answers = template.read(&theirs);
    assert_eq!(
        template.composed(&answers, &BTreeSet::new(), &BTreeSet::new()).text,
        answered(&open, &[good[0], helper])
    );
    assert_eq!(answers.notes, ["a.vert: row 10 was changed beside the exercise; the original was used"]);

    let answers =
        template.read(&answered(&open, &[("    return vec4", "#extension GL_a : enable\n    return vec4")]));
    let why = "row 5, `#extension GL_a : enable`".to_owned();
    assert_eq!(answers.refused, BTreeMap::from([(FIRST, (Verdict::ByHand, why))]));
}

/// The workbook that this tool belongs to: what students have really answered in it must be taken as it stands.
#[test]
fn every_answer_that_the_workbook_knows_is_taken() {
    let root = course::root();
    let files = workbook::tree::read(root).expect("files");
    let lessons = course::LessonInfo::all(root).expect("lessons");
    let course = crate::projection::Course::whole(&files, &lessons).expect("a course");
    let starter = course.for_students(|_| State::Open).expect("a starter");
    let given = super::super::handed_in::Given::new(&course, &starter, &starter);
    assert_eq!(given.templates.values().flat_map(Template::exercises).count(), course.regions().count());
    let mut tried = 0;
    for lesson in &lessons {
        let mistakes =
            lesson.mistakes.data.all.iter().map(|mistake| (&mistake.exercise, mistake.code.get_ref()));
        let answers = lesson.answers.data.wrong.iter().chain(&lesson.answers.data.right);
        let answers = answers.map(|answer| (&answer.exercise, &answer.code));
        for (id, code) in mistakes.chain(answers) {
            let (file, _) =
                course.regions().find(|(_, region)| region.id == *id.get_ref()).expect("its file");
            let state = |other| if other == *id.get_ref() { State::Code(code) } else { State::Open };
            let theirs = course.sources[file].project(state);
            let template = &given.templates[file];
            let read = template.read(&theirs);
            assert!(read.refused.is_empty(), "{id:?} {code}\n{:?}", read.refused);
            assert_eq!(read.notes, [""; 0], "{id:?} {code}");
            assert_eq!(template.composed(&read, &BTreeSet::new(), &BTreeSet::new()).text, theirs, "{id:?}");
            tried += 1;
        }
    }
    for (file, template) in &given.templates {
        let solved = course.sources[file.as_str()].project(|_| State::Solved);
        let read = template.read(&solved);
        assert_eq!(read.refused, BTreeMap::new(), "{file}");
        assert_eq!(read.notes, [""; 0], "{file}");
        assert_eq!(template.composed(&read, &BTreeSet::new(), &BTreeSet::new()).text, solved);
        let open = template.read(&course.sources[file.as_str()].project(|_| State::Open));
        assert!(template.exercises().all(|id| template.is_untouched(&open, id)), "{file}");
        assert!(!template.exercises().any(|id| template.is_untouched(&read, id)), "{file}");
        let all = template.exercises().collect();
        // Each of the workbook's own answers begins with a line that keeps it from whom it is not lent.
        let ours = template.composed(&open, &BTreeSet::new(), &all).text;
        let ours: String = ours.split_inclusive('\n').filter(|line| !line.contains(LENT)).collect();
        assert_eq!(ours, solved);
    }
    assert!(tried > 400, "{tried}");
}
