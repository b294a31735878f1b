//! `cargo workbook arrange`, in a tiny workbook.

use crate::tiny::Workbook;

/// The lessons change places, and so do the exercises of one.
const TABLE: &str = "01_second\n    Before\n02_first\n    A larger scale\n    Twice\n";

const TEXT: &str = "In [01](../lessons/01_first/README.md), or in lessons 01 to 02, 01.1 takes 2.1 s; `cargo workbook check 2.1`.";

#[test]
fn an_order_is_carried_out_everywhere_and_once() {
    let workbook = Workbook::new();
    workbook.write("docs/text.md", &format!("{TEXT}\nNot 3.01.1, nor 99.1 or 01.01.\n| 01.1 | 1 |\n"));
    workbook.write("table.txt", TABLE);
    workbook.write("lessons/01_first/pictures/mistakes/too-small.png", "a picture");
    workbook.run(&["arrange", "table.txt"]).ends_with(0);

    let has = |file: &str, texts: &[&str]| {
        let text = std::fs::read_to_string(workbook.root().join(file)).expect(file);
        texts.iter().for_each(|part| assert!(text.contains(part), "{file} has no {part}:\n{text}"));
    };
    let new = "In [02](../lessons/02_first/README.md), or in lessons 02 to 01, 02.2 takes 2.1 s; `cargo workbook check 1.1`.";
    has("docs/text.md", &[&format!("{new}\nNot 3.01.1, nor 99.1 or 01.01.\n| 01.1 | 1 |\n")]);
    has("common/src/numbers.rs", &["// TODO 02.2: Give the double", "// STARTER 01.1: number\n"]);
    has("lessons/02_first/Cargo.toml", &["name = \"lesson-02\"", "name = \"02-first-checks\""]);
    has("lessons/02_first/README.md", &["# 02 · First", "### 02.2 `twice`", "### 02.1 `scale`"]);
    has("lessons/01_second/lesson.toml", &["builds_on = [2]", "id = \"01.1\"\ntitle = \"Before\""]);
    has("lessons/02_first/mistakes.toml", &["[\"02.2\".squared]", "[\"02.1\".too-small]"]);
    has("lessons/01_second/checks.rs", &["todo_01_1_before()", "(\"02.2\", six == 6)"]);
    has("lessons/01_second/recorded.json", &["\"01.1\": {\"names\"", "\"calls\": [\"02.2\"]"]);
    has("lessons/02_first/pictures/mistakes/too-small.png", &["a picture"]);
    assert!(!workbook.root().join("lessons/01_first").exists());
    workbook.run(&["arrange", "table.txt"]).says("0 files are other ones now");
    assert_eq!(workbook.run(&["arrange"]).stdout, TABLE);
}

#[test]
fn what_has_no_place_is_refused_and_nothing_is_changed() {
    let workbook = Workbook::new();
    workbook.write("table.txt", TABLE);
    workbook.write("docs/text.md", "It takes three, or 01.1 of them.\n");
    let done = workbook.run(&["arrange", "table.txt"]);
    assert_eq!(done.code, Some(1));
    done.complains("docs/text.md:1: 01.1 in 'It takes three, or 01.1 of them.'");
    for (from, to, says) in [
        ("    Before\n", "", "the table has no 'Before'"),
        ("    Before\n", "    Before\n    Before\n", "must be in the table once"),
        (
            "    Before\n",
            "    Before\n    Twice\n",
            "lessons/02_second has no exercise 'Twice': take its pieces there first",
        ),
        ("02_first", "02_third", "there is no lesson third"),
        ("02_first", "01_first", "must be in the table once"),
    ] {
        workbook.write("table.txt", &TABLE.replacen(from, to, 1));
        let done = workbook.run(&["arrange", "table.txt"]);
        assert!(done.code == Some(1) && done.stderr.contains(says), "{}", done.stderr);
    }
    assert!(workbook.root().join("lessons/02_second").exists());
}
