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
const TWICE: (&str, &str) = ("    let _ = number;\n    0\n", "    let more = number;\n    number + more\n");

fn template() -> Template {
    Template::new("numbers.rs", &Source::parse("numbers.rs", SOURCE).expect("a source"))
}

/// Returns the students' file after some changes.
fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(template().open, |text, (from, to)| {
        assert!(text.contains(from), "no {from}");
        text.replacen(from, to, 1)
    })
}

fn read(text: &str) -> Answers {
    template().read(text)
}

fn composed(answers: &Answers) -> String {
    template().composed(answers, &BTreeSet::new(), &BTreeSet::new()).text
}

#[test]
fn an_answer_stands_in_the_workbooks_own_file() {
    let theirs = changed(&[TWICE, ("let step = 1", "let step = 100")]);
    let answers = read(&theirs);
    assert_eq!(composed(&answers), changed(&[TWICE]));
    let note = "numbers.rs: changed beside the exercises, where the original was used: fn before";
    assert_eq!((answers.notes.as_slice(), answers.left_out), (&[note.to_owned()][..], true));
    let windows = format!("\u{feff}{}", theirs.replace('\n', "\r\n"));
    assert_eq!(read(&windows), answers);
}

#[test]
fn what_was_added_comes_along_and_rows_are_the_students() {
    let mine = ("/// Before.", "/// Mine.\npub fn mine(x: i64) -> i64 {\n    x\n}\n\n/// Before.");
    let answer = ("    let _ = number;\n    0\n", "    mine(number) * TWO\n");
    let theirs =
        changed(&[("use glam::Vec3;", "use glam::{Mat4, Vec3};\n\nconst TWO: i64 = 2;"), mine, answer]);
    let answers = read(&theirs);
    assert_eq!(answers.notes, [""; 0]);
    let composed = template().composed(&answers, &BTreeSet::new(), &BTreeSet::new());
    let added = "use glam::Mat4;\nconst TWO: i64 = 2;\n/// Mine.\npub fn mine(x: i64) -> i64 {\n    x\n}\n";
    assert_eq!(composed.text, changed(&[answer]) + added);
    let row = |text: &str, of: &str| text[..text.find(of).expect("a line")].matches('\n').count() + 1;
    for line in ["mine(number)", "Mat4", "const TWO", "    x\n"] {
        let found = composed.part(row(&composed.text, line)).map(|(_, row)| row);
        assert_eq!(found, Some(row(&theirs, line)), "{line}");
    }
    assert_eq!(composed.around(7).collect::<Vec<_>>(), [FIRST]);
}

#[test]
fn an_answer_is_found_in_its_function_whatever_became_of_the_todos() {
    let want = composed(&read(&changed(&[TWICE])));
    for todo in ["", "    // Done.\n", "    // TODO 02.1: Give the number before.\n"] {
        let answers = read(&changed(&[TWICE, ("    // TODO 01.1: Give the double.\n", todo)]));
        assert_eq!((answers.refused.len(), &answers.notes), (0, &Vec::new()), "{todo}");
        assert_eq!(composed(&answers).replace(todo, ""), want.replace(todo, ""));
    }
    assert!(read(&changed(&[("fn before", "fn after")])).refused.contains_key(&Id { lesson: 2, number: 1 }));
    assert_eq!(read("// Nothing.\n").refused.len(), 2);
}

/// The workbook that this tool belongs to. The students' code in it must be read as it is.
#[test]
fn every_answer_that_the_workbook_knows_is_taken() {
    let root = course::root();
    let files = crate::tree::read(root).expect("files");
    let lessons = course::LessonInfo::all(root).expect("lessons");
    let course = crate::projection::Course::whole(&files, &lessons).expect("a course");
    let with_exercises = course.sources.iter().filter(|(_, source)| source.regions().next().is_some());
    let templates: BTreeMap<&str, Template> =
        with_exercises.map(|(file, source)| (*file, Template::new(file, source))).collect();
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
            let (template, nothing) = (&templates[file], BTreeSet::new());
            let read = template.read(&theirs);
            assert_eq!((&read.refused, &read.notes), (&BTreeMap::new(), &Vec::new()), "{id:?} {code}");
            assert_eq!(template.composed(&read, &BTreeSet::new(), &nothing).text, theirs, "{id:?}");
            tried += 1;
        }
    }
    let mut exercises = 0;
    for (file, template) in &templates {
        let nothing = BTreeSet::new();
        exercises += template.exercises().count();
        let [solved, open] =
            [State::Solved, State::Open].map(|state| course.sources[file].project(|_| state));
        let (read, open) = (template.read(&solved), template.read(&open));
        assert_eq!((&read.refused, &read.notes), (&BTreeMap::new(), &Vec::new()), "{file}");
        assert_eq!(template.composed(&read, &BTreeSet::new(), &nothing).text, solved);
        assert_eq!(open.untouched, template.exercises().collect(), "{file}");
        assert!(read.untouched.is_empty(), "{file}");
        let all = template.exercises().collect();
        let ours = template.composed(&open, &BTreeSet::new(), &all).text;
        assert_eq!(ours, solved);
    }
    assert_eq!(exercises, course.regions().count());
    assert!(tried > 400, "{tried}");
}
