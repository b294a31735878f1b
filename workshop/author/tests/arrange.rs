//! `cargo workbook arrange`, in a tiny workbook.

use crate::tiny::Workbook;

/// The lessons change places, and one exercise changes its lesson.
const TABLE: &str = "01_second\n    Before\n    A larger scale\n02_first\n    Twice\n";

const TEXT: &str = "In [01](../lessons/01_first/README.md), or in lessons 01 to 02, 01.1 takes 2.1 s; `cargo workbook check 2.1`.";

#[test]
fn an_order_is_carried_out_everywhere_and_once() {
    let workbook = Workbook::new();
    workbook.write("docs/text.md", &format!("{TEXT}\nNot 3.01.1, nor 99.1 or 01.01.\n| 01.1 | 1 |\n"));
    workbook.write("table.txt", TABLE);
    workbook.write("lessons/01_first/pictures/mistakes/too-small.png", "a picture");
    workbook.edit("lessons/01_first/checks.rs", "fn scale", "// ----- 01.2\n\nfn scale");
    workbook.edit("lessons/02_second/checks.rs", "#[test]", "// ----- 02.1\n\n#[test]");
    let fold = |about: &str| format!("<details>\n<summary>{about}</summary>\n\n{about}!\n\n</details>\n\n");
    workbook.edit(
        "lessons/01_first/README.md",
        "![a]",
        &format!("{}{}![a]", fold("01.2, large"), fold("Why?")),
    );
    let done = workbook.run(&["arrange", "table.txt"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);

    let read = |file: &str| std::fs::read_to_string(workbook.root().join(file)).expect(file);
    let has = |file: &str, texts: &[&str]| {
        let text = read(file);
        texts.iter().for_each(|part| assert!(text.contains(part), "{file} has no {part}:\n{text}"));
    };
    let new = "In [02](../lessons/02_first/README.md), or in lessons 02 to 01, 02.1 takes 2.1 s; `cargo workbook check 1.1`.";
    assert_eq!(read("docs/text.md"), format!("{new}\nNot 3.01.1, nor 99.1 or 01.01.\n| 01.1 | 1 |\n"));
    has("common/src/numbers.rs", &["// TODO 02.1: Give the double", "// STARTER 01.1: number\n"]);
    has("lessons/02_first/Cargo.toml", &["name = \"lesson-02\"", "name = \"02-first-checks\""]);
    has("lessons/02_first/README.md", &["# 02 · First", "Why?!", "### 02.1 `twice`"]);
    has("lessons/01_second/README.md", &["### 01.1 `before`: before\n", "### 01.2 `scale`: a larger scale"]);
    has(
        "lessons/01_second/lesson.toml",
        &["builds_on = [2]", "id = \"01.1\"\ntitle = \"Before\"", "id = \"01.2\""],
    );
    has("lessons/01_second/mistakes.toml", &["[\"01.1\".after]", "[\"01.2\".too-small]"]);
    has(
        "lessons/01_second/checks.rs",
        &["// ----- 01.1\n", "(\"02.1\", six == 6)", "// ----- 01.2\n\nfn scale", "todo_01_2()"],
    );
    has(
        "lessons/01_second/recorded.json",
        &["]},\n\"01.2\": {\"names\"", "]}\n}\n", "\"calls\": [\"02.1\"]"],
    );
    has("lessons/02_first/recorded.json", &["{\n\"02.1\": ", "]}\n}\n"]);
    has("lessons/01_second/pictures/mistakes/too-small.png", &["a picture"]);
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
        ("    Before\n", "    Behind\n", "no exercise is called 'Behind'"),
        ("02_first", "02_third", "there is no lesson third"),
        ("02_first", "01_first", "must be in the table once"),
    ] {
        workbook.write("table.txt", &TABLE.replacen(from, to, 1));
        let done = workbook.run(&["arrange", "table.txt"]);
        assert!(done.code == Some(1) && done.stderr.contains(says), "{}", done.stderr);
    }
    assert!(workbook.root().join("lessons/02_second").exists());
}
