//! `cargo workbook gradebook`: marks in Moodle's and Canvas' tables, and feedback in files.

mod class;
mod tiny;

use class::grading;
use serde_json::{Value, json};
use std::fs;
use tiny::{Workbook, all_files};

/// Anna has two of three right, Ben none and one to be looked at, and Cleo is in no table.
fn graded(workbook: &Workbook) -> Value {
    let mut report = grading(&[
        ("Anna Weber_12345_assignsubmission_file_", ["passed", "passed", "mistake minus-two"]),
        ("=Öz/../Ben", ["by-hand row 7, `std::process`", "open", "not-compiled row 3, error: ```no"]),
        ("Cleo", ["passed", "passed", "passed"]),
    ]);
    report["submissions"][0]["points"] = json!(2);
    report["submissions"][0]["exercises"][2]["said"] = json!("02.1  Before\n\n```\n# Expected \u{1b}[31m3\n");
    report["submissions"][1]["student"] = json!({ "id": "4711", "name": "=Öz/../Ben" });
    report["submissions"][2]["points"] = json!(3);
    workbook.write("a.json", &report.to_string());
    report
}

#[test]
fn a_worksheet_of_moodle_is_filled_in_and_else_stays_as_it_is() {
    let workbook = Workbook::new();
    let mut report = graded(&workbook);
    let sheet = "\u{feff}Identifier,\"Full name\",Grade,\"Maximum Grade\",\"Grade can be changed\",\"Last modified (grade)\",\"Feedback comments\"\r\n\
        Participant 4711,\"Öz, Ben\",,\"10,00\",Yes,-,\r\n\
        Participant 12345,\"Weber, \"\"Anna\"\"\",3.00,10.00,Yes,\"Monday, 1 June\",\"<p>old</p>\"\r\n\
        Participant 9,Dana,5.00,10.00,Yes,-,kept\r\n";
    workbook.write("sheet.csv", sheet);
    let run = |more: &[&str]| {
        let args = ["gradebook", "a.json", "--moodle", "sheet.csv", "--out", "filled.csv"];
        workbook.run(&[&args[..], more].concat())
    };
    let done = run(&["--feedback", "feedback"]);
    done.ends_with(0);
    done.says("filled.csv written, with 2 marks\n");
    done.says("Graded, and not in the table: Cleo\n");
    done.says("With answers to be looked at by hand, which have no point yet: =Öz/../Ben\n");
    let filled = |file: &str| fs::read_to_string(workbook.root().join(file)).expect("a table");
    let want = sheet
        .replace(",,\"10,00\",Yes,-,\r", ",0,\"10,00\",Yes,-,\"0 of 3 exercises are right; 01.1: to be looked at by hand, 01.2: open, 02.1: not compiled\"\r")
        .replace("3.00,10.00", "6.67,10.00")
        .replace("\"<p>old</p>\"", "2 of 3 exercises are right; 02.1: mistake");
    assert_eq!(filled("filled.csv"), want);

    // The folders are called as Moodle looks for them, and what a check or a student says is shown as it is.
    let files = all_files(&workbook.root().join("feedback"));
    let names: Vec<String> = files.keys().map(|path| path.display().to_string()).collect();
    let want = [
        "-Öz----Ben_4711_assignsubmission_file_/feedback.md",
        "Anna-Weber-12345-assignsubmission-file-_12345_assignsubmission_file_/feedback.md",
        "Cleo.md",
    ];
    assert_eq!(names, want);
    let text = |at: usize| String::from_utf8(files.values().nth(at).expect("a file").clone()).expect("UTF-8");
    assert!(
        text(0).contains(
            "## 02.1 Before\n\nIt does not compile: common/src/numbers.rs\n\n    row 3, error: ```no\n"
        ),
        "{}",
        text(0)
    );
    assert!(text(1).starts_with("# 2 of 3 exercises are right\n\n## 01.1 Twice\n\nRight.\n"), "{}", text(1));
    assert!(
        text(1).ends_with("Not right yet.\n\n    02.1  Before\n    \n    ```\n    # Expected [31m3\n"),
        "{}",
        text(1)
    );

    // By weight, in another language, and where Moodle would not take it.
    for (at, points) in [(0, 15), (1, 0), (2, 20)] {
        report["submissions"][at]["weighted"] = json!({ "points": points, "out_of": 20 });
    }
    workbook.write("a.json", &report.to_string());
    workbook.write("sheet.csv", "ID;Bewertung\nTeilnehmer/in 12345;-\n");
    run(&[]).complains("in sheet.csv: no column is called 'Grade'; there are ID, Bewertung. Say by --column which is for marks");
    run(&["--column", "Bewertung"])
        .complains("it does not say the most that a mark can be: say it by --points");
    run(&["--column", "Bewertung", "--points", "8"]).ends_with(0);
    assert_eq!(filled("filled.csv"), "ID;Bewertung\nTeilnehmer/in 12345;6\n");
    workbook.write("sheet.csv", &sheet.replace("Yes,\"Monday", "No,\"Monday"));
    run(&[]).says("Not to be changed, says the table: Anna Weber_12345_assignsubmission_file_\n");
    assert!(filled("filled.csv").contains("3.00,10.00,No"));
}

#[test]
fn the_header_of_canvas_is_taken_over() {
    let workbook = Workbook::new();
    graded(&workbook);
    let sheet = "Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (77),Week 1 (78),Current Score\n\
        \"    Points Possible\",,,,,9,(read only),(read only)\n\
        \"Öz, Ben\",4711,s1,ben@example.org,A,,5,1\n\
        \"Weber, Anna\",1,12345,anna,A,EX,5,1\n\
        \"Dana\",2,,,A,7,5,1\n";
    workbook.write("export.csv", sheet);
    let run = |column: &[&str]| {
        let args = ["gradebook", "a.json", "--canvas", "export.csv", "--out", "filled.csv"];
        workbook.run(&[&args[..], column].concat())
    };
    run(&[]).complains("say by --column which assignment it is, by its number or title");
    run(&["--column", "Week 1"])
        .complains("'Week 1' is 2 columns; there are Week 1 (77), Week 1 (78), Current Score");
    run(&["--column", "78"]).complains("Canvas takes no marks in 'Week 1 (78)': it is read only");
    let done = run(&["--column", "77"]);
    done.ends_with(0);
    let filled = fs::read_to_string(workbook.root().join("filled.csv")).expect("a table");
    assert_eq!(filled, sheet.replace("A,,5", "A,0,5"));
    done.says("Not to be changed, says the table: Anna Weber_12345_assignsubmission_file_\n");
    workbook.write("export.csv", &sheet.replace("A,EX,5", "A,\"1,5\",5"));
    run(&["--column", "77"]).ends_with(0);
    let filled = fs::read_to_string(workbook.root().join("filled.csv")).expect("a table");
    assert_eq!(filled, sheet.replace("A,,5", "A,0,5").replace("A,EX,5", "A,6,5"));
    workbook.run(&["gradebook", "a.json"]).complains("nothing to do: name a table by --moodle or --canvas");
    workbook.run(&["gradebook", "a.json", "--moodle", "export.csv"]).complains("needs '--out");
}

/// Fields, each with what its value must be.
type Fields<'a> = &'a [(&'a str, fn(&Value) -> bool)];

/// Holds an object to the fields that a service knows, all of them, and no others.
fn knows(object: &Value, fields: Fields<'_>) {
    let all = object.as_object().expect("an object");
    assert!(all.keys().all(|key| fields.iter().any(|(field, _)| field == key)), "{all:#?}");
    fields.iter().for_each(|(field, is_right)| assert!(is_right(&object[field]), "{field}: {all:#?}"));
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty() && text.chars().all(|c| c == '\n' || !c.is_control()))
}

fn is_tests(value: &Value) -> bool {
    value.as_array().is_some_and(|tests| tests.len() == 3)
}

#[test]
fn results_are_as_gradescope_has_published_them() {
    let workbook = Workbook::new();
    let mut report = graded(&workbook);
    report["submissions"][2]["unreadable"] = json!("is no <b>zip</b> \u{1b}[2J");
    workbook.write("a.json", &report.to_string());
    let done = workbook.run(&["gradebook", "a.json", "--gradescope", "results"]);
    done.ends_with(0);
    done.says("results has results for 3\n");
    let files = all_files(&workbook.root().join("results"));
    let names: Vec<String> = files.keys().map(|path| path.display().to_string()).collect();
    let want = [
        "-Öz----Ben-4711/results.json",
        "Anna-Weber-12345-assignsubmission-file--12345/results.json",
        "Cleo/results.json",
    ];
    assert_eq!(names, want);
    let results: Vec<Value> =
        files.values().map(|text| serde_json::from_slice(text).expect("JSON")).collect();
    for result in &results {
        knows(
            result,
            &[
                ("score", |score| score.as_f64().is_some_and(|score| score >= 0.0)),
                ("output", is_text),
                ("output_format", |format| format == "text"),
                ("test_output_format", |format| format == "text"),
                ("visibility", |visibility| visibility == "visible"),
                ("tests", is_tests),
            ],
        );
        for test in result["tests"].as_array().expect("tests") {
            knows(
                test,
                &[
                    ("number", is_text),
                    ("name", is_text),
                    ("score", |score| score.as_f64().is_some_and(|score| score >= 0.0)),
                    ("max_score", |most| most == 1),
                    ("output", is_text),
                    ("visibility", |visibility| visibility == "visible"),
                ],
            );
        }
    }
    assert_eq!(results[1]["score"], 2);
    assert_eq!(results[1]["tests"][2]["output"], "Not right yet.\n\n02.1  Before\n\n```\n# Expected [31m3");
    assert_eq!(
        results[0]["tests"][2]["output"],
        "It does not compile: common/src/numbers.rs\n\nrow 3, error: ```no"
    );
    assert_eq!(results[1]["tests"][0]["output"], "Right.");
    assert!(results[2]["output"].as_str().is_some_and(|text| text.ends_with("read: is no <b>zip</b> [2J")));
}

#[test]
fn marks_that_a_person_has_changed_are_told_with_who_and_why() {
    let workbook = Workbook::new();
    graded(&workbook);
    let run = |changes: &str, more: &[&str]| {
        workbook.write("changed.csv", &format!("student,exercise,marks,who,why\n{changes}"));
        workbook.run(
            &[&["gradebook", "a.json", "--marks", "changed.csv", "--feedback", "feedback"], more].concat(),
        )
    };
    run("Cleo,2.1,1.5,Kim,much\n", &[]).complains("row 2: 1.5 is more than 02.1 can have, which is 1");
    run("Cleo,2.1,x,Kim,much\n", &[]).complains("in changed.csv: row 2: 'x': marks are a number");
    workbook.write("sheet.csv", "Identifier,Grade,Maximum Grade,Feedback comments\nParticipant 4711,,10,\n");
    let done = run(
        "4711,1.1,0.25,Kim,\"<b>half</b>, # of it\"\n4711,2.1,0.5,Kim,x\n",
        &["--moodle", "sheet.csv", "--out", "filled.csv", "--gradescope", "results"],
    );
    done.ends_with(0);
    assert!(!done.stdout.contains("looked at by hand"), "{}", done.stdout);
    let read = |file: &str| fs::read_to_string(workbook.root().join(file)).expect(file);
    assert!(
        read("filled.csv").ends_with("Participant 4711,2.5,10,\"0.75 of 3 points; 01.1: 0.25 of 1 by hand, 01.2: open, 02.1: 0.5 of 1 by hand\"\n"),
        "{}",
        read("filled.csv")
    );
    let feedback = read("feedback/-Öz----Ben_4711_assignsubmission_file_/feedback.md");
    assert!(
        feedback
            .contains("A person has given the mark.\n\n    0.25 of 1 by hand (Kim: <b>half</b>, # of it)\n"),
        "{feedback}"
    );
    let result: Value = serde_json::from_str(&read("results/-Öz----Ben-4711/results.json")).expect("JSON");
    assert_eq!([&result["score"], &result["tests"][0]["score"]], [0.75, 0.25]);
    run("Dana,1.1,1,Kim,x\nCleo,9.1,1,Kim,x\n", &[])
        .says("Marks for what is not in this grading: row 2: Dana 01.1; row 3: Cleo 09.1\n");
}
