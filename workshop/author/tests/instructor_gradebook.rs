//! `cargo workbook gradebook`: marks in Moodle's and Canvas' tables, and in Gradescope's form.

use crate::class::grading;
use crate::tiny::{Done, Workbook};
use serde_json::{Value, json};
use std::fs;

/// Returns a graded workbook: Anna two of three right, Ben none and one to look at, Cleo only a name.
fn graded() -> Workbook {
    let workbook = Workbook::new();
    let mut report = grading(&[
        ("Anna Weber_12345_assignsubmission_file_", ["passed", "passed", "mistake after"]),
        ("=Öz/../Ben", ["by-hand row 7, `std::process`", "open", "not-compiled row 3, error: ```no"]),
        ("Cleo Ash", ["passed", "passed", "passed"]),
    ]);
    report["submissions"][0]["points"] = json!(2);
    report["submissions"][0]["exercises"][2]["said"] = json!("02.1  Before\n\n```\n# Expected \u{1b}[31m3\n");
    report["submissions"][1]["student"] = json!({ "id": "4711", "name": "=Öz/../Ben", "canvas": "90" });
    report["submissions"][2]["points"] = json!(3);
    report["submissions"][2]["unreadable"] = json!("is no <b>zip</b> \u{1b}[2J");
    workbook.write("a.json", &report.to_string());
    workbook
}

/// Fills a table in, and returns the output and the table's new text.
#[track_caller]
fn filled(workbook: &Workbook, args: &[&str]) -> (Done, String) {
    let done = workbook.run(&[&["gradebook", "a.json", "--out", "filled.csv"], args].concat());
    done.ends_with(0);
    (done, fs::read_to_string(workbook.root().join("filled.csv")).expect("a table"))
}

#[test]
fn a_worksheet_of_moodle_is_filled_in() {
    let workbook = graded();
    let sheet = "Identifier,Full name,Grade,Maximum Grade,Feedback comments\r\n\
        Participant 4711,\"Öz, Ben\",,\"10,00\",\r\n\
        Participant 12345,Anna,3.00,10.00,<p>old</p>\r\n\
        Participant 7,\"Ash, Cleo\",,10.00,\r\n\
        Participant 9,Anna Weber_12345_assignsubmission_file_,5.00,10.00,kept\r\n";
    workbook.write("sheet.csv", sheet);
    let (done, table) = filled(&workbook, &["--table", "sheet.csv", "--points", "10"]);
    done.says("Marks filled in, of at most 10: 3\n");
    done.says("With answers to be looked at by hand, which have no point yet (1): =Öz/../Ben\n");
    let want = sheet
        .replace(",,\"10,00\",", ",0,\"10,00\",\"0 of 3 points; 01.1: to be looked at by hand, 01.2: open, 02.1: does not compile\"")
        .replace("3.00,10.00,<p>old</p>", "6.67,10.00,2 of 3 points; 02.1: mistake (It comes after)")
        .replace("Cleo\",,10.00,", "Cleo\",10,10.00,3 of 3 points");
    assert_eq!(table, want);

    // Nothing is written in a row that may be of two, nor in two that may be of one.
    let more = "Participant 8,Cleo Ash,,10,\r\nParticipant 3,12345,,10,\r\n";
    workbook.write("sheet.csv", &(sheet.to_owned() + more));
    let (done, table) = filled(&workbook, &["--table", "sheet.csv"]);
    done.says("(2): Anna Weber_12345_assignsubmission_file_, Cleo Ash\n");
    assert!(table.contains("Anna,3.00,") && table.ends_with(more), "{table}");

    // In another language.
    workbook.write("sheet.csv", "ID;Name;Bewertung\nTeilnehmer/in 12345;A;-\n");
    let refused = ["gradebook", "a.json", "--table", "sheet.csv", "--out", "filled.csv"];
    workbook
        .run(&refused)
        .complains("in sheet.csv: 'Grade' is 0 columns; there are ID, Name, Bewertung. Say by --column");
    let args = ["--table", "sheet.csv", "--column", "Bewertung"];
    let (done, table) = filled(&workbook, &args);
    done.says("Marks filled in, a point for each exercise: 1\n");
    assert_eq!(table, "ID;Name;Bewertung\r\nTeilnehmer/in 12345;A;2\r\n");
}

#[test]
fn the_grade_book_of_canvas_is_filled_in() {
    let workbook = graded();
    let sheet = "Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (77),Week 1 (78),Current Score\r\n\
        Points Possible,,,,,9,(read only),(read only)\r\n\
        \"Öz, Ben\",90,s1,ben@example.org,A,,5,1\r\n\
        \"Weber, Anna\",1,12345,anna,A,EX,5,1\r\n\
        \"Ash, Cleo\",88,,,A,7,5,1\r\n";
    workbook.write("export.csv", sheet);
    let args = ["gradebook", "a.json", "--table", "export.csv", "--out", "filled.csv", "--column", "Week 1"];
    workbook.run(&args).complains("'Week 1' is 2 columns; there are Student, ID,");
    let (done, table) = filled(&workbook, &["--table", "export.csv", "--column", "77", "--points", "9"]);
    assert_eq!(table, sheet.replace("A,,5", "A,0,5").replace("A,7,5", "A,9,5"));
    done.says("Excused, and still so (1): Anna Weber_12345_assignsubmission_file_\n");

    workbook.run(&["gradebook", "a.json"]).complains("nothing to do: name a table by --table");
    workbook.run(&["gradebook", "a.json", "--table", "export.csv"]).complains("needs '--out");
}

#[test]
fn what_a_person_and_the_checks_say_is_in_gradescopes_results() {
    let workbook = graded();
    let args = ["gradebook", "a.json", "--gradescope", "results.json"];
    workbook.run(&args).complains("Gradescope grades one submission at a time, and here are 3");
    let read = |file: &str| {
        let text = fs::read_to_string(workbook.root().join(file)).expect("a file");
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let all = read("a.json");
    let results = |at: usize, change: &dyn Fn(&mut Value)| {
        let mut one = all["submissions"][at].clone();
        change(&mut one);
        let mut report = all.clone();
        report["submissions"] = json!([one]);
        workbook.write("a.json", &report.to_string());
        workbook.run(&args).ends_with(0);
        read("results.json")
    };
    // As Gradescope has published it: a field that it does not know it would refuse.
    let test = |number, name, score, output: &str| {
        json!({
            "number": number, "name": name, "score": score, "max_score": 1, "output": output, "visibility": "visible",
        })
    };
    let by_hand = "0.25 of 1 by hand (Kim: <b>half</b>, # of it)\n\nrow 7, `std::process`";
    let want = json!({
        "score": 0.25, "output": "0.25 of 3 points.", "output_format": "text", "test_output_format": "text",
        "visibility": "visible", "tests": [
            test("01.1", "Twice", json!(0.25), by_hand),
            test("01.2", "A larger scale", json!(0.0), "open"),
            test("02.1", "Before", json!(0.0), "does not compile, in common/src/numbers.rs\n\nrow 3, error: ```no"),
        ],
    });
    let halved = |one: &mut Value| {
        one["points"] = json!(0.25);
        one["exercises"][0]["changed"] =
            json!({ "points": 0.25, "who": "Kim", "why": "<b>half</b>, # of it" });
    };
    assert_eq!(results(1, &halved), want);
    // Nothing that steers a terminal is left of what a student says.
    let said = |results: Value| results["tests"][2]["output"].clone();
    assert_eq!(said(results(0, &|_| {})), "mistake\n\n02.1  Before\n\n```\n# Expected [31m3");
    let output = results(2, &|_| {})["output"].clone();
    assert_eq!(output, "Nothing was graded. What was handed in cannot be read: it is no <b>zip</b> [2J\n");
}
