//! `cargo workbook verify` on a tiny workbook that is as it should be, and on ones that are not.

use crate::tiny::{TOOL, Workbook, command_in, run_in};
use std::sync::Mutex;

/// Returns a text of the table without its colour escapes.
fn plain(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\s", " ")
}

/// Obeys a line of the table: it changes the workbook, runs a command, or states what was to be said last.
fn follow(workbook: &Workbook, line: &str, said: &mut String, wanted: &mut String) {
    let is_next = line.strip_prefix("& ");
    if let Some(text) = is_next.or_else(|| line.strip_prefix("| ")) {
        *wanted = if is_next.is_some() { format!("{wanted}\n{}", plain(text)) } else { plain(text) };
        assert!(said.contains(&*wanted), "not said: {wanted}\n{said}");
    } else if let Some(text) = line.strip_prefix("! ") {
        assert!(!said.contains(&plain(text)), "said: {text}\n{said}");
    } else if let Some(words) = line.strip_prefix("$ ") {
        let done = workbook.run(&words.split(' ').collect::<Vec<_>>());
        done.ends_with(1);
        *said = done.lines().join("\n") + "\n";
    } else if let Some((file, text)) = line.split_once(" := ") {
        workbook.write(file, &plain(text));
    } else if let Some((file, edit)) = line.split_once(": ") {
        let (from, to) = edit.split_once(" => ").expect("what becomes what");
        workbook.edit(file, &plain(from), &plain(to));
    } else {
        assert!(line.is_empty() || line.starts_with('#'), "{line}");
    }
}

#[test]
fn whatever_is_wrong_is_told_as_the_table_says() {
    let cases = Mutex::new(include_str!("verify.txt").split("\n== ").skip(1));
    let take = || cases.lock().expect("no case has failed").next();
    let follow_each = || {
        while let Some((name, lines)) = take().map(|case| case.split_once('\n').expect("a name")) {
            println!("{name}");
            let (workbook, mut said, mut wanted) = (Workbook::new(), String::new(), String::new());
            lines.lines().for_each(|line| follow(&workbook, line, &mut said, &mut wanted));
        }
    };
    // The tool mostly waits for the compiler.
    std::thread::scope(|scope| {
        (0..4).for_each(|_| drop(scope.spawn(follow_each)));
    });
}

#[test]
fn a_good_workbook_is_proven() {
    let workbook = Workbook::new();
    let done = workbook.run(&["verify"]);
    let want = [
        "✓ Sources, lessons, checks and texts agree",
        "✓ Students are shown no solution",
        "✓ The starter compiles without warnings",
        "✓ No answer is warned of what it does without",
        "✓ Every variant compiles",
        "✓ What solution and mistakes answer is recorded",
        "✓ The checks know each variant (20 questions)",
        "  01.1  Twice           starter ✓  solution ✓  alone ✓  mistakes 2/2 ✓  wrong 2/2 ✓  right 1/1 ✓",
        "  01.2  A larger scale  starter ✓  solution ✓  alone ✓  mistakes 1/1 ✓  wrong 0/0 ✓  right 0/0 ✓",
        "  02.1  Before          starter ✓  solution ✓  alone ✓  mistakes 1/1 ✓  wrong 0/0 ✓  right 0/0 ✓",
        "",
    ];
    assert_eq!(done.lines()[..11], want, "{}", done.stderr);
    done.says("\nAll is well after ");
    done.ends_with(0);

    // The starter that it leaves is as students get it.
    let given =
        |file: &str| std::fs::read_to_string(workbook.root().join("target/workbook/starter").join(file)).ok();
    let numbers = given("common/src/numbers.rs").expect("numbers");
    assert!(
        numbers.contains(
            "    // TODO 02.1: Give the number that comes before.\n    number\n    // END 02.1\n}\n"
        ),
        "{numbers}"
    );
    let mistakes = given("lessons/02_second/mistakes.toml").expect("mistakes");
    assert!(mistakes.ends_with("say = \"Turn around.\"\nhint = 1\n"), "{mistakes}");
    assert_eq!(given("lessons/01_first/answers.toml"), None);
    assert_eq!(given("workshop/proof/tests/pictures.rs"), None);
    assert!(given("lessons/01_first/pictures/a.png").is_some());

    let second = workbook.run(&["verify", "2"]);
    second.says("✓ The checks know each variant (5 questions)");
    assert!(!second.stdout.contains("01.1"), "{}", second.stdout);
    second.ends_with(0);

    let one = workbook.run(&["verify", "--exercise", "1.2"]);
    one.says("  01.2  A larger scale  starter ✓");
    assert!(!one.stdout.contains("01.1"), "{}", one.stdout);
    one.ends_with(0);
}

#[test]
fn what_mistakes_answer_is_recorded_and_must_stay_so() {
    let workbook = Workbook::new();
    let file = "lessons/02_second/recorded.json";
    let recorded = || std::fs::read_to_string(workbook.root().join(file)).expect("a recording");
    let before = recorded();
    workbook.edit(
        "lessons/02_second/mistakes.toml",
        "code = \"number + 1\"",
        "code = [\"number + 1\", \"number + 2\"]",
    );
    let done = workbook.run(&["verify", "2"]);
    done.says(&format!("  {file}: what solution and mistakes of 02.1 answer is not what is recorded"));
    done.ends_with(1);

    let mut bless = command_in(workbook.root(), TOOL);
    let blessed = bless.args(["verify", "2"]).env("WORKBOOK_BLESS", "1").output().expect("the tool");
    assert!(blessed.status.success(), "{}", String::from_utf8_lossy(&blessed.stdout));
    let both = before
        .replace("\"after\"]", "\"after\",\"after\"]")
        .replace("[2,[1,\"7\"]]", "[2,[1,\"7\"]],[2,[1,\"8\"]]");
    assert_eq!(recorded(), both);
    workbook.run(&["verify", "2"]).ends_with(0);
}

#[test]
fn a_scope_that_is_not_there_is_refused() {
    let workbook = Workbook::new();
    for (args, want) in [
        (&["verify", "3"][..], "error: there is no lesson 3\n"),
        (&["verify", "--exercise", "1.3"], "error: lessons/01_first/lesson.toml has no exercise 01.3\n"),
        (&["verify", "2", "--exercise", "1.1"], "error: exercise 01.1 is not in lesson 2\n"),
    ] {
        let done = workbook.run(args);
        assert_eq!(done.stderr, want);
        done.ends_with(1);
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let done = run_in(folder.path(), &["list"]);
    done.complains("error: this is no workbook, because neither /");
    done.ends_with(1);
}

#[test]
fn the_lessons_are_listed_by_part_from_any_folder_inside() {
    let workbook = Workbook::new();
    let want = "\
I Numbers
  01  First             10 min  ● ●
II More
  02  Second, after 1  100 min  ●

● passed  ◉ our answer  ◐ tried  ○ open
This is the authors' tree, where everything is solved. `cargo workbook start` makes a branch for you to work on.
";
    for done in
        [workbook.run(&[]), workbook.run(&["list"]), run_in(&workbook.root().join("lessons/01_first"), &[])]
    {
        assert_eq!(done.stdout, want);
        done.ends_with(0);
    }
}
