//! `cargo workbook class`: what a class believes, on one page.

#![cfg(unix)]

mod browser;
mod class;
mod tiny;

use anyhow::Result;
use browser::Browser;
use class::{Class, RIGHT, grading};
use serde_json::{Value, json};
use std::fs;
use tiny::Workbook;

/// Names as nobody has them, but as folders may.
const HOSTILE: [&str; 5] = [
    "<img src=x onerror=\"document.title='broken in'\"><script>document.title='broken in'</script>",
    "=HYPERLINK(1)",
    "\u{202e}txt.exe",
    "'\"></title>&amp;\u{1b}[31m",
    "\tadd@home",
];

fn write(workbook: &Workbook, file: &str, report: &Value) {
    workbook.write(file, &report.to_string());
}

/// The lines of a table, cell by cell; no cell here has a comma in it.
fn cells(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().map(|line| line.split(',').collect()).collect()
}

#[test]
fn beliefs_are_counted_and_what_changed_is_told() {
    let workbook = Workbook::new();
    let before = [
        ("anna", ["mistake squared", "passed", "open"]),
        ("ben", ["mistake squared", "open", "open"]),
        ("cleo", ["mistake two-added", "mistake too-small", "passed"]),
        ("dan", ["wrong", "by-hand row 7", "blocked 01.1"]),
    ];
    let now = [
        ("anna", ["passed", "passed", "passed"]),
        ("ben", ["mistake squared+two-added", "open", "open"]),
        ("cleo", ["mistake squared", "mistake too-small", "passed"]),
        ("eve", ["mistake squared", "not-compiled row 3", "missing nothing could be read"]),
    ];
    write(&workbook, "a.json", &grading(&before));
    write(&workbook, "b.json", &grading(&now));
    let done = workbook.run(&["class", "a.json", "b.json"]);
    done.ends_with(0);
    // Both of ben's beliefs count, and dan, who handed in nothing this time, does not.
    done.says("  3 of 4   01.1  It was squared\n           Twice is times itself.\n  1 of 4   01.1  Two was added\n");
    let page = fs::read_to_string(workbook.root().join("class-with-names.html")).expect("a page");
    for text in [
        "<p class=\"dim\">5 students, 3 exercises of lessons 01, 02; from a → b.",
        "<p class=\"count\"><b>3</b> of 4 answers</p>\n<p>a 2 → b 3. Of those in the last two, 1 has left it (1 is right now), and 1 is new to it.</p>\n<h3><q>Twice is times itself.</q></h3>",
        "<summary>Who</summary><bdi>ben</bdi>, <bdi>cleo</bdi>, <bdi>eve</bdi></details>",
        "<td class=\"none new\" data-key=\"7\" title=\"nothing handed in; before: wrong, and no belief known\">",
        "1&nbsp;× does not compile",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    let csv = fs::read_to_string(workbook.root().join("class-with-names.csv")).expect("a table");
    assert_eq!(
        cells(&csv)[..2],
        [
            vec![
                "exercise", "title", "right", "tried", "open", "beliefs", "anna", "ben", "cleo", "dan", "eve"
            ],
            vec![
                "01.1",
                "Twice",
                "1",
                "3",
                "0",
                "squared: 3; two-added: 1",
                "right",
                "a known belief: squared+two-added",
                "a known belief: squared",
                "nothing handed in",
                "a known belief: squared"
            ]
        ]
    );
    // A week that has another lesson changes nothing of this one's.
    let mut later = grading(&[]);
    later["lessons"] = json!(["02-second"]);
    write(&workbook, "c.json", &later);
    let later = workbook.run(&["class", "a.json", "b.json", "c.json", "--out", "later.html"]);
    later.says("  3 of 4   01.1  It was squared\n");
}

#[test]
fn what_was_graded_is_read_and_other_forms_are_refused() {
    let class = Class::new();
    class.hand_in("anna", RIGHT[0], RIGHT[1]);
    class.hand_in("ben", "    number * number\n", RIGHT[1]);
    class.grade(&["--json", "a.json"]).ends_with(0);
    let workbook = &class.workbook;
    workbook.run(&["class", "a.json"]).says("  1 of 2   01.1  It was squared\n");
    let graded: Value =
        serde_json::from_str(&fs::read_to_string(workbook.root().join("a.json")).expect("a report"))
            .expect("JSON");
    let refused = |file: &str, report: Value, why: &str| {
        write(workbook, file, &report);
        for command in [&["class"][..], &["grade", "merge"]] {
            let done = workbook.run(&[command, &[file]].concat());
            done.complains(why);
            assert_ne!(done.code, Some(0));
        }
    };
    let with = |key: &str, value: Value| {
        let mut report = graded.clone();
        report[key] = value;
        report
    };
    refused(
        "new.json",
        with("version", json!(2)),
        "new.json has a form (version 2) that this tool does not know, which reads version 1: use the tool that has written it, or grade once more with this one",
    );
    refused(
        "old.json",
        with("version", Value::Null),
        "old.json does not say which form it has, so an older tool has written it: grade once more",
    );
    refused("other.json", json!({ "a": 1 }), "other.json is no report of this tool");
    refused("list.json", json!([]), "list.json is no report of this tool");
    write(workbook, "b.json", &with("lessons", json!(["01-other"])));
    workbook.run(&["class", "b.json"]).complains("b is about 01-other, which this workbook does not have");
    workbook.run(&["class", "none.json"]).complains("cannot read none.json");
    workbook.run(&["class"]).complains("<FILES>... is missing, as in `cargo workbook class marks.json`");
}

#[test]
fn names_do_no_harm_and_can_be_left_out() -> Result<()> {
    let workbook = Workbook::new();
    let long = "n".repeat(300);
    let names: Vec<&str> = HOSTILE.into_iter().chain([long.as_str(), "مريم"]).collect();
    let outcomes = [
        ["mistake squared", "open", "open"],
        ["passed", "passed", "open"],
        ["by-hand <b>row</b> 7", "open", "not-compiled `</td>`"],
    ];
    let students: Vec<(&str, [&str; 3])> =
        names.iter().enumerate().map(|(at, name)| (*name, outcomes[at % 3])).collect();
    let mut report = grading(&students);
    report["submissions"][1]["unreadable"] = json!("is <i>no</i> zip");
    report["missing"] = json!(["<b>late</b>"]);
    write(&workbook, "a.json", &report);
    workbook.run(&["class", "a.json", "--out", "named.html"]).ends_with(0);
    workbook.run(&["class", "a.json", "--anonymous"]).ends_with(0);

    let csv = fs::read_to_string(workbook.root().join("named.csv"))?;
    for cell in ["'=HYPERLINK(1)", "'\tadd@home"] {
        assert!(csv.contains(&format!(",{cell},")), "{csv}");
    }
    for file in ["class.html", "class.csv"] {
        let text = fs::read_to_string(workbook.root().join(file))?;
        for name in names.iter().chain(&["late&lt;", "late<", "onerror", "txt.exe", "&lt;img"]) {
            assert!(!text.contains(name), "{file} has {name}");
        }
        assert!(!text.contains("Who</summary>"));
    }
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(folder.path())?;
    for file in ["named.html", "class.html"] {
        let address = format!("file://{}", workbook.root().join(file).display());
        for width in [1280, 360] {
            browser.resize(width, 900)?;
            browser.open(&address)?;
            assert_eq!(browser.value("document.title")?, "What the class believes");
            assert_eq!(browser.value("document.querySelectorAll('main img, main script').length")?, 0);
            let room = browser
                .value("document.documentElement.scrollWidth - document.documentElement.clientWidth")?;
            assert_eq!(room, 0, "{file} is wider than {width}");
            let beliefs = "document.querySelector('.exercises td:last-child').clientWidth > 200";
            assert_eq!(browser.value(beliefs)?, true, "beliefs have no room at {width}");
            assert_eq!(browser.requests(), [address.as_str()]);
            assert_eq!(browser.complaints(), [""; 0]);
        }
        // A click on the head of a column puts those first who have it right, and a second one last.
        let first = "document.querySelector('.who tbody tr td:nth-of-type(2)').className";
        for want in ["right", "none"] {
            browser.value("document.querySelectorAll('.who thead button')[2].click()")?;
            assert_eq!(browser.value(first)?, want);
        }
        let sorted = "document.querySelector('.who thead [aria-sort]').getAttribute('aria-sort')";
        assert_eq!(browser.value(sorted)?, "descending");
        // A link to what is folded opens it.
        browser.value("document.querySelector('td a').click()")?;
        let shown = "document.querySelector(location.hash).getBoundingClientRect().height > 0";
        assert_eq!(browser.value(shown)?, true);
    }
    Ok(())
}
