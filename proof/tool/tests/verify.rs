//! `cargo workbook verify` on a tiny workbook that is as it should be, and on ones that are not.

mod tiny;

use tiny::{Workbook, run_in};

const AGREE: &str = "Sources, lessons, checks and texts agree";

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
        "✓ The checks know each variant (30 questions)",
        "  01.1  Twice           starter ✓  solution ✓  alone ✓  mistakes 4/4 ✓  wrong 4/4 ✓  right 1/1 ✓",
        "  01.2  A larger scale  starter ✓  solution ✓  alone ✓  mistakes 2/2 ✓  wrong 0/0 ✓  right 0/0 ✓",
        "  02.1  Before          starter ✓  solution ✓  alone ✓  mistakes 1/1 ✓  wrong 0/0 ✓  right 0/0 ✓",
        "",
    ];
    assert_eq!(done.lines()[..10], want, "{}", done.stderr);
    done.says("\nAll is well after ");
    assert_eq!(done.code, Some(0));

    let second = workbook.run(&["verify", "2"]);
    second.says("✓ The checks know each variant (6 questions)");
    assert!(!second.stdout.contains("01.1"), "{}", second.stdout);
    assert_eq!(second.code, Some(0));

    let one = workbook.run(&["verify", "--exercise", "1.2"]);
    one.says("  01.2  A larger scale  starter ✓");
    assert!(!one.stdout.contains("01.1"), "{}", one.stdout);
    assert_eq!(one.code, Some(0));
}

#[test]
fn a_check_must_not_blame_an_answer_for_another() {
    let workbook = Workbook::new();
    // It needs the answer to 01.1 still, but does not say so.
    workbook.edit("lessons/02_second/checks.rs", "[(\"01.1\", six == 6)]", "[(\"01.1\", six > 3)]");
    let done = workbook.run(&["verify", "2"]);
    done.says("  02.1  Before  starter ✓  solution ✓  alone ✗  mistakes 1/1 ✓");
    done.says(
        "✗ 02.1 solved, 01.1 squared: the check of 02.1 should pass, or wait for the wrong one, but it said 'wrong'\n",
    );
    assert_eq!(done.code, Some(1));
}

#[test]
fn what_only_the_workbooks_answer_uses_must_not_be_warned_of() {
    let workbook = Workbook::new();
    for (from, to) in [
        ("//! Numbers to work out.\n", "//! Numbers to work out.\n\nuse std::ops::Add;\n"),
        ("    number + one_more_time\n", "    number.add(one_more_time)\n"),
        ("STARTER 01.1: let _ = number;", "STARTER 01.1: let _ = (number, <i64 as Add<i64>>::add);"),
    ] {
        workbook.edit("common/src/numbers.rs", from, to);
    }
    let done = workbook.run(&["verify"]);
    done.says("✓ The starter compiles without warnings");
    done.says("✗ No answer is warned of what it does without");
    done.says("unused import: `std::ops::Add`");
    done.says("\n1 problem after ");
    assert_eq!(done.code, Some(1));
}

#[test]
fn line_ends_and_folder_names_do_not_matter() {
    let workbook = Workbook::named("ein Ordner für Übungen", "\r\n");
    let done = workbook.run(&["verify"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
}

#[test]
fn what_students_get_has_no_answers() {
    let workbook = Workbook::new();
    workbook.run(&["verify"]);
    let given =
        |file: &str| std::fs::read_to_string(workbook.root().join("target/workbook/starter").join(file)).ok();
    let numbers = given("common/src/numbers.rs").expect("numbers");
    assert!(
        numbers.contains("    // TODO 02.1: Give the number that comes before.\n    number\n}\n"),
        "{numbers}"
    );
    let mistakes = given("lessons/02_second/mistakes.toml").expect("mistakes");
    assert!(mistakes.ends_with("say = \"Turn around.\"\nhint = 1\n"), "{mistakes}");
    assert_eq!(given("lessons/01_first/answers.toml"), None);
    assert_eq!(given("proof/tests/pictures.rs"), None);
    assert!(given("lessons/01_first/pictures/a.png").is_some());
}

#[test]
fn whatever_does_not_agree_is_listed_with_its_place() {
    let workbook = Workbook::new();
    let lesson = "lessons/01_first/lesson.toml";
    let mistakes = "lessons/01_first/mistakes.toml";
    workbook.edit(lesson, "summary = \"It begins.\"", "summary = \" \"");
    workbook.edit(lesson, "goals = [\"count\"]", "goals = []");
    workbook.edit(lesson, "builds_on = []", "builds_on = [1]");
    workbook.edit(lesson, "function = \"twice\"", "function = \"thrice\"");
    workbook.edit(lesson, ", \"Add it to itself.\"", "");
    workbook.edit(lesson, "file = \"shaders/scale.vert\"", "file = \"shaders/other.vert\"");
    workbook.edit(lesson, "pictures/a.png", "pictures/b.png");
    workbook.edit(mistakes, "hint = 3", "hint = 4");
    workbook.edit(mistakes, "name = \"two-added\"", "name = \"squared\"");
    workbook.edit(
        mistakes,
        "exercise = \"01.2\"\nname = \"too-small\"",
        "exercise = \"01.3\"\nname = \"Too small\"",
    );
    workbook.edit("lessons/01_first/checks.rs", "fn todo_01_2()", "fn todo_01_3()");
    workbook.edit("lessons/01_first/README.md", "# 01 · First", "# 01 · The first");
    workbook.edit("lessons/01_first/README.md", "`scale`: a larger scale", "`scale`: a smaller scale");
    workbook.edit("lessons/01_first/README.md", "    0\n", "    1\n");
    workbook.edit("common/src/numbers.rs", "// TODO 02.1", "// TODO 02.2");
    workbook.edit("common/src/numbers.rs", "SOLUTION 02.1", "SOLUTION 02.2");
    workbook.edit("common/src/numbers.rs", "SOLUTION 02.1", "SOLUTION 02.2");
    workbook.edit("common/src/numbers.rs", "STARTER 02.1", "STARTER 02.2");
    workbook
        .write("common/src/more.rs", "// TODO 09.1: Do it.\n// BEGIN SOLUTION 09.1\n// END SOLUTION 09.1\n");
    workbook.write(
        "common/src/twice.rs",
        "fn f() {\n    // TODO 01.1: Do it.\n    // BEGIN SOLUTION 01.1\n    // END SOLUTION 01.1\n}\n",
    );
    let oral = "[[oral]]\nmistake = \"gone\"\nask = \"Which?\"\nmentions = \"Less.\"\n";
    workbook.write("lessons/02_second/answers.toml", oral);
    workbook.write("docs/more.md", "<!-- from common/src/numbers.rs -->\n```rust\nfn thrice() {\n```\n");
    let done = workbook.run(&["verify"]);
    let lines = done.lines();
    let listed: Vec<&str> = lines
        .iter()
        .skip_while(|line| !line.ends_with(AGREE))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .map(|line| line.trim())
        .collect();
    let want = [
        "common/src/more.rs:1:1: TODO 09.1 belongs to no lesson: there is no lesson 09",
        "common/src/numbers.rs:17:5: TODO 02.2 is not in lessons/02_second/lesson.toml",
        "common/src/twice.rs:2:5: TODO 01.1 stands already in common/src/numbers.rs",
        "common/src/twice.rs:2:5: lessons/01_first/lesson.toml looks for TODO 01.1 in common/src/numbers.rs",
        "shaders/scale.vert:4:5: lessons/01_first/lesson.toml looks for TODO 01.2 in shaders/other.vert",
        "docs/more.md:1:1: common/src/numbers.rs, as students get it, has no such lines; the first that differs is `fn thrice() {`",
        "lessons/01_first/lesson.toml: 'summary' says nothing",
        "lessons/01_first/lesson.toml: a lesson needs minutes, goals and exercises",
        "lessons/01_first/lesson.toml:6:14: lesson 01 cannot build on 01",
        "lessons/01_first/lesson.toml:25:8: there is no lessons/01_first/pictures/b.png",
        "lessons/01_first/lesson.toml:12:12: common/src/numbers.rs has no function 'thrice'",
        "lessons/01_first/lesson.toml:14:9: exercise 01.1 needs at least 3 hints",
        "lessons/01_first/lesson.toml:19:8: shaders/other.vert has no TODO 01.2",
        "lessons/01_first/mistakes.toml: no mistake for exercise 01.2",
        "lessons/01_first/mistakes.toml:15:8: exercise 01.1 has two answers named 'squared'",
        "lessons/01_first/mistakes.toml:19:8: exercise 01.1 has no hint 4",
        "lessons/01_first/mistakes.toml:23:12: lessons/01_first/lesson.toml has no exercise 01.3",
        "lessons/01_first/mistakes.toml:24:8: 'Too small' cannot name an answer: write small letters joined by '-', as in turned-before-moved",
        "lessons/01_first/checks.rs: no check for exercise 01.2: a test named todo_01_2_…",
        "lessons/01_first/checks.rs: todo_01_3 checks no exercise of this lesson",
        "lessons/01_first/README.md: has no heading '# 01 · First'",
        "lessons/01_first/README.md: has no heading '### 01.1 `thrice`: twice'",
        "lessons/01_first/README.md: has no heading '### 01.2 `scale`: a larger scale'",
        "lessons/01_first/README.md:7:1: common/src/numbers.rs, as students get it, has no such lines; the first that differs is `1`",
        "lessons/02_second/lesson.toml:11:8: common/src/numbers.rs has no TODO 02.1",
        "lessons/02_second/answers.toml:2:11: lessons/02_second/mistakes.toml has no mistake 'gone'",
    ];
    assert_eq!(listed, want, "{}", done.stderr);
    assert_eq!(done.code, Some(1));
}

#[test]
fn a_check_that_is_fooled_by_a_further_answer_is_told() {
    let workbook = Workbook::new();
    let answers = "lessons/01_first/answers.toml";
    workbook.edit(answers, "number * 3", "if number == 7 { 14 } else { 0 }");
    workbook.edit(answers, "number + number - 1", "number + 1 + 1");
    workbook.edit(answers, "number << 1", "number << 2");
    let done = workbook.run(&["verify", "--exercise", "1.1"]);
    done.says("mistakes 4/4 ✓  wrong 0/4 ✗  right 0/1 ✗");
    let wrong = "the check of 01.1 should find it wrong, but in no way that it knows, but it";
    done.says(&format!("✗ 01.1 thrice: {wrong} passed"));
    done.says(&format!("✗ 01.1 one-taken with the rest solved: {wrong} recognised 'two-added'"));
    done.says(
        "✗ 01.1 shifted: the check of 01.1 should pass, or name all that it waits for, but it said 'wrong'",
    );
    assert_eq!(done.code, Some(1));
}

#[test]
fn what_gives_a_solution_away_is_found() {
    let workbook = Workbook::new();
    workbook.edit("lessons/01_first/lesson.toml", "Add it to itself.", "number + one_more_time");
    workbook.edit(
        "lessons/02_second/README.md",
        "`before`: before\n",
        "`before`: before\nWrite `number - the_step_between_two`.\n",
    );
    workbook.edit("common/src/numbers.rs", "/// Twice a number.", "/// Twice a number. STARTER 01.1");
    workbook.edit(
        "lessons/02_second/mistakes.toml",
        "Turn around.",
        "Write let the_step_between_two = 1; first.",
    );
    let done = workbook.run(&["verify"]);
    done.says(
        "✗ Students are shown no solution
  common/src/numbers.rs:3:21: shows a marker of 01.1 to students: `STARTER 01.1`
  lessons/01_first/lesson.toml:14:40: shows a line of the solution of 01.1 to students: `number + one_more_time`
  lessons/02_second/README.md:4:8: shows a line of the solution of 02.1 to students: `number - the_step_between_two`
  lessons/02_second/mistakes.toml:6:14: shows a line of the solution of 02.1 to students: `let the_step_between_two = 1;`
✓ The starter",
    );
    done.says("\n4 problems after ");
    assert_eq!(done.code, Some(1));
}

#[test]
fn a_starter_must_compile_without_warnings() {
    let workbook = Workbook::new();
    workbook.edit("common/src/numbers.rs", "    // STARTER 01.1: let _ = number;\n", "");
    let done = workbook.run(&["verify", "--exercise", "1.1"]);
    done.says("✗ The starter compiles without warnings");
    done.says("  warning: unused variable: `number`");
    done.says("--> common/src/numbers.rs:4:14");
    done.says("✓ The checks know each variant");
    done.says("\n1 problem after ");
    assert_eq!(done.code, Some(1));

    workbook.edit("common/src/numbers.rs", "STARTER 01.1: 0", "STARTER 01.1: zero");
    let done = workbook.run(&["verify"]);
    done.says("error[E0425]: cannot find value `zero`");
    assert!(!done.stdout.contains("Every variant"), "{}", done.stdout);
    assert_eq!(done.code, Some(1));
}

#[test]
fn a_variant_that_does_not_compile_is_named() {
    let workbook = Workbook::new();
    workbook.edit("lessons/01_first/mistakes.toml", "number + 2", "number + two");
    workbook.edit(
        "common/src/numbers.rs",
        "let the_step_between_two = 1;",
        "let the_step_between_two = one;",
    );
    let done = workbook.run(&["verify"]);
    done.says("✓ The starter compiles without warnings");
    done.says("✗ Every variant compiles");
    done.says("  in 01.1 two-added:\n  error[E0425]: cannot find value `two` in this scope");
    done.says("  in 02.1 solution:\n  error[E0425]: cannot find value `one` in this scope");
    done.says("\n2 problems after ");
    assert_eq!(done.code, Some(1));
}

#[test]
fn a_check_that_does_not_know_a_variant_is_shown_with_its_words() {
    let workbook = Workbook::new();
    let mistakes = "lessons/01_first/mistakes.toml";
    workbook.edit("common/src/numbers.rs", "STARTER 02.1: number", "STARTER 02.1: number - 1");
    workbook.edit("common/src/numbers.rs", "number + one_more_time", "number + one_more_time + number / 7");
    workbook.edit(mistakes, "let squared = number * number;\nsquared", "number + 5");
    workbook.edit(mistakes, "code = \"number + 2\"", "code = \"loop { std::hint::spin_loop() }\"");
    workbook.edit(mistakes, "return 2", "return many");
    workbook.edit("lessons/02_second/mistakes.toml", "number + 1", "number - 1");
    let done = workbook.run(&["verify", "--limit", "1"]);
    for row in [
        "  01.1  Twice           starter ✓  solution ✗  alone ✗  mistakes 0/4 ✗",
        "  01.2  A larger scale  starter ✓  solution ✓  alone ✓  mistakes 0/2 ✗",
        "  02.1  Before          starter ✗  solution ✓  alone ✓  mistakes 0/1 ✗",
        "✗ 01.1 solution: the check of 01.1 should pass, but it said 'wrong'\n    | given 15, wanted 14\n",
        "✗ 01.1 solved alone: the check of 01.1 should pass, or name all that it waits for, but it said 'wrong'\n",
        "✗ 01.1 squared: the check of 01.1 should recognise 'squared', but it said 'wrong'\n    | given 12, wanted 14\n",
        "✗ 01.1 squared with the rest solved: the check of 01.1 should recognise 'squared', but it said 'wrong'\n",
        "✗ 01.1 two-added: the check of 01.1 should recognise 'two-added', but it did not end within 1 s\n",
        "✗ 01.2 too-small: the check of 01.2 should recognise 'too-small', but it said nothing\n",
        "✗ 02.1 starter: the check of 02.1 should say that it is open, but it passed\n",
        "✗ 02.1 after: the check of 02.1 should recognise 'after', but it passed\n",
    ] {
        done.says(row);
    }
    assert_eq!(done.code, Some(1));
}

#[test]
fn an_exercise_must_not_pass_anothers_check() {
    let workbook = Workbook::new();
    workbook.edit(
        "lessons/01_first/checks.rs",
        "check(\"01.2\", scale, 3",
        "check(\"01.2\", || common::numbers::twice(2) - 1, 3",
    );
    let done = workbook.run(&["verify", "--exercise", "1.1"]);
    done.says("  01.1  Twice           starter ✓  solution ✓  alone ✗  mistakes 4/4 ✓");
    done.says("✗ 01.1 solved alone, check of 01.2: the check of 01.2 should say something but not pass, but it passed\n");
    assert_eq!(done.code, Some(1));
}

#[test]
fn a_check_must_name_what_it_waits_for_and_wait_for_nothing_else() {
    let workbook = Workbook::new();
    let checks = "lessons/02_second/checks.rs";
    workbook.edit(checks, "[(\"01.1\", six == 6)]", "[]");
    let silent = workbook.run(&["verify", "2"]);
    silent.says("  02.1  Before  starter ✓  solution ✓  alone ✗  mistakes 1/1 ✓");
    silent.says("✗ 02.1 solution with all other exercises open: the check of 02.1 should pass, or name all that it waits for, but it said 'wrong'\n    | given -1, wanted 5\n");
    silent.says("✗ 02.1 solved, 01.1 squared: the check of 02.1 should pass, or wait for the wrong one, but it said 'wrong'\n    | given 8, wanted 5\n");
    silent.says("\n2 problems after ");
    assert_eq!(silent.code, Some(1));

    // It names an exercise that is solved.
    workbook.edit(checks, "let needs = []", "let needs = [(\"01.1\", false)]");
    let waiting = workbook.run(&["verify", "2"]);
    waiting.says("  02.1  Before  starter ✗  solution ✓  alone ✓  mistakes 0/1 ✗");
    waiting
        .says("✗ 02.1 starter: the check of 02.1 should say that it is open, but it said 'blocked 01.1'\n");
    waiting.says("✗ 02.1 after: the check of 02.1 should recognise 'after', but it said 'blocked 01.1'\n");
    assert_eq!(waiting.code, Some(1));
}

#[test]
fn a_file_that_cannot_be_read_ends_it_with_its_place() {
    let cases = [
        (
            "lessons/01_first/lesson.toml",
            "minutes = 10",
            "minuets = 10",
            "lessons/01_first/lesson.toml:4:1: unknown key `minuets`, expected one of `title`, `summary`, `part`, `minutes`, `goals`, `builds_on`, `exercise`, `picture`",
        ),
        (
            "lessons/01_first/lesson.toml",
            "id = \"01.2\"",
            "id = \"1.2\"",
            "lessons/01_first/lesson.toml:17:6: an exercise's id is written as in 04.2, not '1.2'",
        ),
        (
            "lessons/02_second/mistakes.toml",
            "hint = 1",
            "hint = ",
            "lessons/02_second/mistakes.toml:7:8: string values must be quoted, expected literal string",
        ),
        (
            "common/src/numbers.rs",
            "    // END SOLUTION 01.1\n",
            "",
            "common/src/numbers.rs:10:5: STARTER 01.1 stands in SOLUTION 01.1, which begins in row 7 and has not ended",
        ),
    ];
    for (file, from, to, want) in cases {
        let workbook = Workbook::new();
        workbook.edit(file, from, to);
        let done = workbook.run(&["verify"]);
        done.says(want);
        done.says("\n1 problem after ");
        assert_eq!(done.code, Some(1));
    }
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
        assert_eq!(done.code, Some(1));
    }
    let done = workbook.run(&["verify", "--exercise", "one"]);
    assert!(
        done.stderr.contains("an exercise is named by its lesson and number, as in 4.2"),
        "{}",
        done.stderr
    );
    assert_eq!(done.code, Some(1));
}

#[test]
fn the_lessons_are_listed_by_part_from_any_folder_inside() {
    let workbook = Workbook::new();
    let want = "\
I Numbers
  01  First             10 min  ● ●
II More
  02  Second, after 1  100 min  ●

● passed  ◐ tried  ○ open
This is the authors' tree, where everything is solved. `cargo workbook start` makes a branch for you to work on.
";
    for done in
        [workbook.run(&[]), workbook.run(&["list"]), run_in(&workbook.root().join("lessons/01_first"), &[])]
    {
        assert_eq!(done.stdout, want);
        assert_eq!(done.code, Some(0));
    }
}

#[test]
fn outside_a_workbook_it_says_what_is_missing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let done = run_in(folder.path(), &["list"]);
    assert!(done.stderr.starts_with("error: no workbook here: neither /"), "{}", done.stderr);
    assert!(done.stderr.ends_with(" nor a folder above it has lessons\n"), "{}", done.stderr);
    assert_eq!(done.code, Some(1));
}
