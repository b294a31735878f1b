//! `cargo workbook class`: a class's beliefs, on one page.

use crate::browser::Browser;
use crate::class::grading;
use crate::tiny::Workbook;
use anyhow::Result;
use serde_json::json;
use std::fs;

#[test]
fn beliefs_are_counted_as_the_last_grading_of_each_lesson_has_them() {
    let workbook = Workbook::new();
    let before = [
        ("anna", ["mistake squared", "passed", "open"]),
        ("cleo", ["mistake two-added", "mistake too-small", "passed"]),
    ];
    let now = [
        ("anna", ["passed", "passed", "passed"]),
        ("ben", ["mistake squared+two-added", "open", "open"]),
        ("cleo", ["mistake squared", "mistake too-small", "passed"]),
        ("eve", ["mistake squared", "not-compiled row 3", "missing nothing could be read"]),
    ];
    // A later week with another lesson changes nothing of this one's.
    let mut later = grading(&[]);
    later["lessons"] = json!(["02-second"]);
    for (file, report) in
        [("marks/a.json", grading(&before)), ("marks/b.json", grading(&now)), ("marks/c.json", later)]
    {
        workbook.write(file, &report.to_string());
    }
    workbook.run(&["class", "marks/a.json", "marks/b.json", "marks/c.json"]).ends_with(0);
    let page = fs::read_to_string(workbook.root().join("marks/class-with-names.html")).expect("a page");
    // Both of ben's beliefs count.
    for text in [
        "<p class=\"dim\">Students: 4. Exercises: 3, of lessons 01, 02.",
        "<p class=\"count\"><b>3</b> of 4 answers</p>\n<p class=\"dim\">01.1 Twice: It was squared</p>\n<h3><q>Twice is times itself.</q></h3>",
        "<summary>Who</summary><bdi>ben</bdi>, <bdi>cleo</bdi>, <bdi>eve</bdi></details>",
        "<b>1</b> of 4 answers</p>\n<p class=\"dim\">01.1 Twice: Two was added</p>",
        "1&nbsp;× does not compile",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    // Two who hand in together are one vote, and what waits for a person names its file.
    let mut group = grading(&now);
    for (at, file) in [(1, "ben.zip"), (2, "team"), (3, "team")] {
        group["submissions"][at]["file"] = json!(file);
    }
    group["submissions"][1]["exercises"][2]["outcome"] = json!("by-hand");
    workbook.write("b.json", &group.to_string());
    workbook.run(&["class", "b.json"]).ends_with(0);
    let page = fs::read_to_string(workbook.root().join("class-with-names.html")).expect("a page");
    assert!(
        page.contains("<b>2</b> of 3 answers")
            && page.contains("in <code>ben.zip/common/src/numbers.rs</code>")
    );
    let mut other = grading(&now);
    other["lessons"] = json!(["01-other"]);
    workbook.write("b.json", &other.to_string());
    workbook.run(&["class", "b.json"]).complains("is about 01-other, which this workbook does not have");
    other["version"] = json!(2);
    workbook.write("b.json", &other.to_string());
    workbook
        .run(&["grade", "merge", "b.json"])
        .complains("b.json is no report that this tool reads, of version 1");
    workbook.run(&["class"]).complains("<FILES>... is missing, as in `cargo workbook class ../marks.json`");
}

#[test]
fn names_do_no_harm_and_can_be_left_out() -> Result<()> {
    let workbook = Workbook::new();
    let broken_in =
        "<img src=x onerror=\"document.title='broken in'\"><script>document.title='broken in'</script>";
    let (long, hostile) = ("n".repeat(300), "'\"></title>&amp;\u{1b}[31m");
    let mut report = grading(&[
        (broken_in, ["mistake squared", "open", "open"]),
        ("\u{202e}txt.exe", ["passed", "passed", "open"]),
        (hostile, ["by-hand <b>row</b> 7", "open", "not-compiled `</td>`"]),
        (&long, ["mistake squared", "open", "open"]),
    ]);
    report["submissions"][1]["unreadable"] = json!("is <i>no</i> zip");
    report["missing"] = json!(["<b>late</b>"]);
    workbook.write("a.json", &report.to_string());
    workbook.run(&["class", "a.json"]).ends_with(0);
    workbook.run(&["class", "a.json", "--anonymous"]).ends_with(0);
    let text = fs::read_to_string(workbook.root().join("class.html"))?;
    for name in [&long, "late&lt;", "onerror", "txt.exe", "&lt;img", "Who</summary>", "Student by student"] {
        assert!(!text.contains(name), "it has {name}");
    }
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(folder.path())?;
    for file in ["class-with-names.html", "class.html"] {
        let address = format!("file://{}", workbook.root().join(file).display());
        for width in [1280, 360] {
            browser.resize(width, 900)?;
            browser.open(&address)?;
            assert_eq!(browser.value("document.title")?, "What the class believes");
            assert_eq!(browser.value("document.querySelectorAll('main img, main script').length")?, 0);
            let room = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(browser.value(room)?, 0, "{file} is wider than {width}");
            assert_eq!(browser.requests(), [address.as_str()]);
            assert_eq!(browser.complaints(), [""; 0]);
        }
    }
    Ok(())
}
