//! The students' commands, on branches of a tiny workbook.

use crate::tiny;
use crate::tiny::{Workbook, commit, git, run_in};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

const NUMBERS: &str = "common/src/numbers.rs";
const SHADER: &str = "shaders/scale.vert";
const OPEN_TWICE: &str = "    let _ = number;\n    0\n";
/// The table that describes the first lesson.
const ABOUT: &str = "lessons/01_first/lesson.toml";

/// Returns the authors' workbook, committed, with the students' branches cut.
fn published(name: &str, line_end: &str) -> Workbook {
    let workbook = Workbook::named(name, line_end);
    commit(workbook.root());
    let done = workbook.run(&["branches"]);
    done.ends_with(0);
    workbook
}

/// Returns a student's workbook, in which everything is open.
fn student() -> Workbook {
    let workbook = published("workbook", "\n");
    assert_eq!(workbook.run(&["start"]).code, Some(0));
    workbook
}

fn text(workbook: &Workbook, file: &str) -> String {
    std::fs::read_to_string(workbook.root().join(file)).expect("a file")
}

#[test]
fn a_student_goes_from_exercise_to_exercise() {
    let workbook = student();
    let fresh = workbook.run(&[]);
    assert_eq!(
        fresh.stdout,
        "I Numbers
  01  First             10 min  ○ ○
II More
  02  Second, after 1  100 min  ○

● passed  ◉ our answer  ◐ tried  ○ open
Next: lesson 01. `cargo workbook read 1`, `cargo workbook run 1`; then 01.1 Twice: `twice` in common/src/numbers.rs:5.
"
    );

    let open = workbook.run(&["check"]);
    open.says("01  First\n\n01.1  Twice\n      `twice` in common/src/numbers.rs\n\n  Still open: it gives the same as the starter.\n");
    open.says("  Among other things it was asked for what comes out.\n\n  Came out   0\n  Expected   14\n\n01.2  A larger scale: still open.\n\n0 of 2 are right. Next: 01.1, `twice` in common/src/numbers.rs:5.\n");
    open.ends_with(1);

    workbook.edit(NUMBERS, OPEN_TWICE, "    number * number\n");
    workbook.run(&["list"]).says("10 min  ◐ ○");
    let wrong = workbook.run(&["check", "1.1"]);
    wrong.says("  It was squared. It grew too fast.\n\n  Asked for what comes out.\n\n  Came out   49\n  Expected   14\n");
    wrong.says("\nNext: 01.1, `twice` in common/src/numbers.rs:5. Stuck? `cargo workbook hint 01.1`\n");
    wrong.ends_with(1);

    workbook.edit(NUMBERS, "number * number", "number + number");
    let right = workbook.run(&["check", "1.1"]);
    right.says("\nNext: 01.2, `scale` in shaders/scale.vert:4.\n");
    right.ends_with(0);
    workbook.run(&["list"]).says("10 min  ● ○");

    workbook.edit(SHADER, "return 1;", "return 3;");
    let done = workbook.run(&["check"]);
    done.says("All 2 are right. Lesson 01 is done. Compare with ours: `cargo workbook diff 1`. Next: `cargo workbook read 2`.\n");
    done.ends_with(0);
    // It checks what was begun, and the lesson that the student works in.
    let both = workbook.run(&["check"]);
    both.says("02  Second, after 1\n");
    both.ends_with(1);

    // Progress is no part of the work, and another exercise of the same file does not change it.
    workbook.edit(NUMBERS, "    number\n    // END", "    number - 2\n    // END");
    workbook.run(&["list"]).says("10 min  ● ●\n");
    workbook.run(&["list"]).says("100 min  ◐\n");
    commit(workbook.root());
    std::fs::remove_dir_all(workbook.root().join("target")).expect("cleaned");
    workbook.run(&["list"]).says("10 min  ● ●\n");

    // Of two lessons that were begun, the student works in the one where a check saw something new last.
    workbook.edit(NUMBERS, "number + number", "number * 5");
    workbook.run(&["list"]).says("Next: 02.1 Before: ");
    workbook.run(&["check", "1"]).ends_with(1);
    workbook.run(&["list"]).says("Next: 01.1 Twice: ");
}

#[test]
fn a_program_of_ones_own_is_outside_and_names_what_it_needs() {
    // As awkward as a path of Windows'.
    let workbook = published(r#"the "work\book""#, "\n");
    workbook.run(&["start"]).ends_with(0);
    let program = workbook.root().with_file_name("mine");
    std::fs::create_dir(workbook.root().with_file_name("there")).expect("a folder");
    workbook.run(&["program", "mine"]).complains("error: this course has no `formats` yet\n");
    for manifest in ["formats/Cargo.toml", "gpu/Cargo.toml"] {
        workbook.write(manifest, "");
    }
    for (name, says) in [
        ("common/mine", "common/mine is in the workbook, but a program of your own belongs outside it"),
        ("../none/mine", "there is no "),
        ("there", "there already"),
        ("..", "the path ends without a name"),
        ("3d", "'3d' is no name for a program"),
        ("common", "a crate is called 'common' already"),
    ] {
        let done = workbook.run(&["program", name]);
        done.complains(says);
        assert!(done.code == Some(1) && !program.exists(), "{name}");
    }
    workbook.edit(ABOUT, "id = \"01.1\"\n", "id = \"01.1\"\nseen_in = [\"13\"]\n");
    let done = workbook.run(&["program", "mine"]);
    done.says(&format!("mine is there, with an empty window. Next:\n\n  cd \"{}\"\n", program.display()));
    done.says("because these aren't done: 01.1 (Twice).\n");
    let read = |file: &str| std::fs::read_to_string(program.join(file)).expect("a file");
    let manifest: toml::Table = read("Cargo.toml").parse().expect("a manifest");
    let common = manifest["dependencies"]["common"]["path"].as_str().expect("a path");
    assert_eq!(std::path::Path::new(common), workbook.root().join("common"));
    assert_eq!(read("Cargo.lock"), text(&workbook, "Cargo.lock"));
    workbook.run(&["program", "mine"]).complains("mine is there already");
}

#[test]
fn hints_come_one_by_one_and_the_fitting_one_first() {
    let workbook = student();
    workbook.run(&["hint", "2.1"]).says("02.1  Before\n\nHint 1 of 3\nWhich way?\n");
    workbook.run(&["hint", "2.1"]).says("Hint 2 of 3\nIt is smaller.\n");
    workbook.run(&["hint", "2.1"]).says("Hint 3 of 3\n");
    workbook.run(&["hint", "2.1"]).says("You have seen all 3 hints");
    workbook.run(&["hint", "2.1", "--all"]).says("Hint 1 of 3\nWhich way?\n\nHint 2 of 3\n");

    workbook.edit(NUMBERS, OPEN_TWICE, "    number + 2\n");
    workbook.run(&["check", "1.1"]);
    workbook
        .run(&["hint"])
        .says("The last check said: Two was added. This hint is about that.\n\nHint 3 of 3\n");
    workbook.edit(NUMBERS, "    number + 2\n", "    number + 3\n");
    workbook.run(&["hint", "1.1"]).says("Twice\n\nHint 1 of 3\n");
    // In the order in which they're named.
    let both = workbook.run(&["check", "2", "1.1"]).stdout;
    assert!(both.find("02  Second").zip(both.find("01  First")).is_some_and(|(a, b)| a < b), "{both}");
    let unnamed =
        "The last check had no name for your mistake, so here is the next general hint.\n\nHint 2 of 3\n";
    workbook.run(&["hint", "1.1"]).says(unnamed);
}

#[test]
fn whatever_students_write_has_an_outcome() {
    let workbook = student();
    workbook.edit(NUMBERS, OPEN_TWICE, "    loop { std::hint::black_box(number); }\n");
    workbook.edit(SHADER, "return 1;", "return one;");
    let done = workbook.run(&["check", "1", "--limit", "1"]);
    done.says("01.1  Twice\n      `twice` in common/src/numbers.rs\n\n  It didn't finish within 1 s.\n");
    done.says("01.2  A larger scale\n");
    done.says("  The program ended before the check could say anything.");
    done.says("0 of 2 are right. Next: 01.1");
    done.ends_with(1);

    let endless = "    fn down(n: i64) -> i64 { 1 + std::hint::black_box(down)(n + 1) }\n    down(number)\n";
    workbook.edit(NUMBERS, "    loop { std::hint::black_box(number); }\n", endless);
    workbook.run(&["check", "1.1"]).says("  It ran out of stack.\n");

    workbook.edit(NUMBERS, endless, "    numbr\n");
    let error = workbook.run(&["check", "1"]);
    error.says("In 01.1, Twice:\nerror[E0425]: cannot find value `numbr` in this scope");
    error.says("It does not compile yet. Mend the first error, then check again.\n");
    error.ends_with(1);

    // The exercise's own name counts, for any check.
    workbook.edit(NUMBERS, "    numbr\n", "    number * 5\n");
    workbook.edit(NUMBERS, "    number\n    // END", "    number - one\n    // END");
    workbook
        .run(&["check", "1"])
        .says("In 02.1, Before:\nerror[E0425]: cannot find value `one` in this scope");
    workbook.edit(NUMBERS, "    number - one\n    // END", "    number\n    // END");

    workbook.edit("lessons/01_first/checks.rs", "fn todo_01_1_twice", "fn gone");
    workbook.run(&["check", "1.1"]).says("Its check is gone from lessons/01_first/checks.rs.");
}

#[test]
fn solve_touches_one_exercise_and_unsolve_brings_it_back() {
    let workbook = student();
    workbook.edit(NUMBERS, OPEN_TWICE, "    number * 5\n");
    workbook.edit(NUMBERS, "    number\n    // END", "    number - 7\n    // END");
    let before = text(&workbook, NUMBERS);
    let done = workbook.run(&["solve", "1.1"]);
    done.says("01.1 is solved in common/src/numbers.rs. Yours, as it stood, had not passed its check.\nWhat you wrote is kept: `cargo workbook unsolve 01.1` brings it back.\n");
    let answer = "    let one_more_time = number;\n    number + one_more_time\n";
    let want = before.replace("    number * 5\n", answer).replace("// TODO 01.1:", "// Our answer to 01.1:");
    assert_eq!(text(&workbook, NUMBERS), want);
    workbook.run(&["solve", "1.1"]).says("01.1 is right already.\n");
    assert_eq!(workbook.run(&["check", "1.1"]).code, Some(0));
    workbook.run(&["list"]).says("10 min  ◉ ○\n");

    workbook.run(&["unsolve", "1.1"]).says("01.1 in common/src/numbers.rs is as you had it.\n");
    assert_eq!(text(&workbook, NUMBERS), before);
    let again = workbook.run(&["unsolve", "1.1"]);
    assert_eq!(
        again.stderr,
        "error: nothing of yours is kept for 01.1, because `cargo workbook solve` didn't solve it\n"
    );

    // A change to the answer since then is kept too.
    workbook.run(&["solve", "--through", "1"]);
    assert!(text(&workbook, SHADER).contains("scale_of_things"));
    workbook.edit(NUMBERS, "number + one_more_time", "one_more_time + number");
    workbook.run(&["unsolve", "1"]).says("You changed the answer, so your version of it is kept in ");
    assert_eq!(text(&workbook, NUMBERS), before);
    assert!(text(&workbook, SHADER).contains("return 1;"));
}

#[test]
fn a_line_around_an_exercise_that_is_gone_is_told_and_nothing_changes() {
    let workbook = student();
    let before = text(&workbook, NUMBERS);
    let end = "common/src/numbers.rs lacks the line `// END 01.1`: write it below your answer in `twice`, which begins with `// TODO 01.1: …` in row 5";
    let todo = "common/src/numbers.rs lacks the line `// TODO 01.1: …`: write it above your answer in `twice`, which ends with `// END 01.1` in row 7";
    for (gone, says) in [("    // END 01.1\n", end), ("    // TODO 01.1: Give the double;\n", todo)] {
        let torn = before.replace(gone, "").replace(OPEN_TWICE, "    number * 2\n");
        workbook.write(NUMBERS, &torn);
        for words in [["solve", "1"], ["solve", "1.1"], ["diff", "1.1"]] {
            let done = workbook.run(&words);
            assert_eq!(done.stderr, format!("error: {says}\n"), "{words:?}");
        }
        assert_eq!(text(&workbook, NUMBERS), torn);
        assert!(text(&workbook, SHADER).contains("return 1;"));
        // Its check needs neither.
        workbook.run(&["check", "1.1"]).ends_with(0);
        workbook.run(&["list"]).says("10 min  ● ○");
        workbook.edit(NUMBERS, "    number\n    // END 02.1", "    number - 2\n    // END 02.1");
        workbook.run(&["list"]).says("10 min  ◐ ○");
    }
}

#[test]
fn diff_shows_the_lessons_own_lines_only() {
    let workbook = student();
    workbook.edit(NUMBERS, OPEN_TWICE, "    number * 2\n");
    workbook.edit(NUMBERS, "    number\n    // END", "    number - 7\n    // END");
    // Nobody sits here to be asked.
    let kept_back = workbook.run(&["diff", "1"]);
    kept_back
        .says("\nYours is not right yet. `cargo workbook diff 01.1 --anyway` shows ours all the same.\n");
    assert!(!kept_back.stdout.contains("one_more_time"), "{}", kept_back.stdout);
    let done = workbook.run(&["diff", "1", "--anyway"]);
    done.says("- yours   + solution/01-first\n\n01.1  Twice  common/src/numbers.rs:5\n@@ ");
    done.says("-    number * 2\n+    let one_more_time = number;\n+    number + one_more_time\n");
    done.says("-    return 1;\n+    float scale_of_things = 3;\n");
    done.says("\nYours is still open.\n");
    assert!(!done.stdout.contains("number - 7\n+"), "{}", done.stdout);
    assert!(!done.stdout.contains('\x1b'), "{}", done.stdout);
    done.ends_with(0);
    workbook.run(&["solve", "1"]);
    workbook.run(&["diff", "1.1"]).says("The same as the workbook's.\n");
}

#[test]
fn start_loses_nothing() {
    let workbook = student();
    let again = workbook.run(&["start"]);
    again.complains("error: you have a branch my/workbook already.");
    workbook.edit(NUMBERS, OPEN_TWICE, "    number * 2\n");
    let dirty = workbook.run(&["start", "2"]);
    dirty.complains("error: you have changes that are not committed");
    dirty.complains("\n  common/src/numbers.rs\n");
    git(workbook.root(), &["commit", "--quiet", "--all", "--message", "Mine"]);
    git(workbook.root(), &["checkout", "--quiet", "--detach"]);
    let done = workbook.run(&["start", "2"]);
    let want =
        "You are on my/02-second now, made from exercise/02-second. The lessons before 02 are solved in it, as far as their answers are published.
`cargo workbook read 2` opens the lesson's text, and `cargo workbook run 2` its program.
Next: 02.1, `before` in common/src/numbers.rs:14. `cargo workbook check 2` tells you how far you are.
";
    assert_eq!(done.stdout, want);
    let list = workbook.run(&["list"]);
    list.says("10 min  ● ●\n");
    list.says("Next: lesson 02.");
    git(workbook.root(), &["switch", "--quiet", "my/workbook"]);
    assert!(text(&workbook, NUMBERS).contains("number * 2"));
}

#[test]
fn on_the_short_way_what_lies_beside_it_is_solved() {
    let workbook = Workbook::new();
    workbook.edit("lessons/02_second/lesson.toml", "builds_on = [1]", "builds_on = [1]\nshort = true");
    commit(workbook.root());
    workbook.run(&["branches"]).ends_with(0);
    let done = workbook.run(&["start", "--short"]);
    done.says(
        "You are on my/short now, made from starter. You write lessons 02, and we've solved those between them.\n",
    );
    let list = workbook.run(&["list"]);
    list.says("◉ ◉\n");
    list.says("Next: lesson 02.");
    workbook.run(&["unsolve", "1.1"]).ends_with(0);
    assert!(text(&workbook, NUMBERS).contains(OPEN_TWICE));
    workbook.run(&["start", "--short"]).complains("error: you have a branch my/short already.");
    workbook.run(&["start", "2", "--short"]).complains("error: '--short' cannot go with a lesson");
}

#[test]
fn paths_line_ends_clones_and_worktrees_do_not_matter() {
    let workbook = published("ein Ordner für Übungen", "\r\n");
    let parent = workbook.root().parent().expect("a folder");
    git(parent, &["clone", "--quiet", "ein Ordner für Übungen", "der Klon"]);
    let clone = parent.join("der Klon");
    git(&clone, &["worktree", "add", "--quiet", "--detach", "../Arbeit ä", "HEAD"]);
    for folder in [&clone, &parent.join("Arbeit ä")] {
        let lesson = if folder == &clone { "1" } else { "2" };
        let started = run_in(folder, &["start", lesson]);
        started.ends_with(0);
        let file = folder.join(NUMBERS);
        let before = std::fs::read_to_string(&file).expect("a file");
        assert_eq!(run_in(folder, &["solve", "--through", "2"]).code, Some(0));
        let solved = std::fs::read_to_string(&file).expect("a file");
        assert!(solved.contains("    number - the_step_between_two\r\n"), "{solved}");
        assert_eq!(solved.matches('\n').count(), solved.matches("\r\n").count());
        let check = run_in(folder, &["check", "2"]);
        check.ends_with(0);
        run_in(folder, &["diff", "2"]).says("The same as the workbook's.\n");
        assert_eq!(run_in(folder, &["unsolve", "--through", "2"]).code, Some(0));
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), before);
    }
    // A light clone has no branch but the one that is checked out, and nothing here could cut others.
    let origin = format!("file://{}", workbook.root().display());
    git(parent, &["clone", "--quiet", "--depth", "1", &origin, "leicht"]);
    run_in(&parent.join("leicht"), &["start", "2"]).says("made from exercise/02-second");
}

/// Tests a clone with Windows' line ends. `.gitattributes` must keep scripts free of them, or WSL runs none.
#[test]
#[cfg(unix)]
fn a_clone_by_git_for_windows_works() {
    let workbook = Workbook::named("workbook", "\n");
    for file in [".gitattributes", "setup.sh"] {
        std::fs::copy(course::root().join(file), workbook.root().join(file)).expect("a copy");
    }
    commit(workbook.root());
    workbook.run(&["branches"]).ends_with(0);
    let parent = workbook.root().parent().expect("a folder");
    let windows = "core.autocrlf=true";
    git(parent, &["-c", windows, "clone", "--quiet", "--config", windows, "workbook", "clone"]);
    let clone = parent.join("clone");
    run_in(&clone, &["start"]).ends_with(0);
    let setup = Command::new("./setup.sh").arg("missing").current_dir(&clone).status().expect("a shell");
    assert!(setup.success());
    run_in(&clone, &["solve", "1.1"]).ends_with(0);
    run_in(&clone, &["check", "1.1"]).ends_with(0);
    run_in(&clone, &["diff", "1.1"]).says("The same as the workbook's.\n");
    let lines = git(&clone, &["ls-files", "--eol"]);
    assert!(lines.contains("w/lf") && !lines.contains("w/crlf"), "{lines}");
}

/// Tests that a message names what is missing. The tiny workbook has no programs, so cargo itself then fails.
#[test]
fn whoever_runs_ahead_hears_what_is_not_done() {
    let workbook = student();
    let said = workbook.run(&["run", "2"]).stderr;
    let want = "Lesson 01 isn't right yet, so you may see little here, or a heap. `cargo workbook solve --through 1` fills in what is missing.\n";
    assert!(said.starts_with(want), "{said}");
    let said = workbook.run(&["run", "2", "box.GLB"]).stderr;
    assert!(said.starts_with(want), "there is no lesson 19 here: {said}");
    workbook.edit(ABOUT, "id = \"01.1\"\n", "id = \"01.1\"\nseen_in = [\"2\"]\n");
    let said = workbook.run(&["run", "2"]).stderr;
    let moved = "01.1 (Twice) isn't right yet, so you may see";
    assert!(said.contains(moved), "{said}");
    workbook.edit(NUMBERS, OPEN_TWICE, "    number * 2\n");
    workbook.run(&["check", "1.1"]);
    assert!(workbook.run(&["run", "2"]).stderr.starts_with(want), "01.2 is open");
    workbook.write("lessons/02_second/README.md", "# Second\n\nIt calls your answer to 01.1.\n");
    let said = workbook.run(&["run", "2"]).stderr;
    assert!(!said.contains("right yet"), "all that its text names is right: {said}");
    workbook.run(&["solve", "--through", "1"]).says("01.1 is right already.\n");
    assert!(text(&workbook, NUMBERS).contains("number * 2"));
    workbook.edit(NUMBERS, "number * 2", "number * 9");
    let said = workbook.run(&["solve", "--through", "1"]);
    said.says("01.1 is solved in common/src/numbers.rs. Yours, as it stood, had not passed its check.\n");
    let said = workbook.run(&["run", "2"]).stderr;
    assert!(!said.contains("right yet"), "{said}");
}

#[test]
fn nonsense_gets_one_helpful_sentence() {
    let workbook = student();
    for (args, want) in [
        (&["check", "99"][..], "there is no lesson 99; the lessons are 01 to 02"),
        (
            &["check", "foo"],
            "'foo' is no lesson. Name a lesson by its number, as in 4, or an exercise, as in 4.2; the lessons are 01 to 02.",
        ),
        (&["hint", "1"], "name one exercise: 01.1, 01.2"),
        (&["solve", "1.9"], "there is no exercise 01.9; those of lesson 01 are 01.1, 01.2"),
        (&["solve"], "say what to solve: an exercise, as in 4.2, a lesson, as in 4, or `--through 3`"),
    ] {
        let done = workbook.run(args);
        assert_eq!(done.stderr, format!("error: {want}\n"));
        done.ends_with(1);
    }
}

#[test]
fn what_is_no_students_tree_is_told() {
    let workbook = published("workbook", "\n");
    workbook
        .run(&["list"])
        .says("This is the authors' tree, where everything is solved. `cargo workbook start`");
    for command in ["solve", "diff"] {
        workbook.run(&[command, "1"]).complains("error: this is the authors' tree");
    }
    workbook.run(&["start"]).ends_with(0);
    std::fs::remove_dir_all(workbook.root().join(".git")).expect("deleted");
    workbook.run(&["list"]).says("Next: lesson 01.");
    for args in [&["solve", "1"][..], &["diff", "1"], &["run", "1", "--solved"], &["start"]] {
        workbook.run(args).complains("error: this copy of the workbook has no git history");
    }
}

#[test]
fn a_lesson_is_read_in_the_browser() {
    let workbook = student();
    workbook
        .write("lessons/01_first/README.md", "# First\n\nWhat is $x^2$?\n\n### 01.1 `twice`\n\nDouble.\n");
    let page = workbook.root().join("target/workbook/pages/lessons/01_first/README.html");
    let done = workbook.run(&["read", "1"]);
    assert_eq!(done.stdout, format!("The text is in your browser: {}\n", page.display()));
    let html = std::fs::read_to_string(&page).expect("a page");
    assert!(html.contains("<math") && html.contains("<h3 id=\"011-twice\">"), "{html}");
    let mut tool = tiny::command_in(workbook.root(), tiny::TOOL);
    // Neither program is there.
    let output =
        tool.args(["read", "1"]).env("BROWSER", "none/at/all").env("PATH", "").output().expect("the tool");
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(
        stdout,
        format!("No browser could be started, so open this page yourself: {}\n", page.display())
    );
}

#[test]
fn the_report_can_be_pasted() {
    let workbook = student();
    let done = workbook.run(&["doctor", "--no-build"]);
    for line in [
        "tree       my/workbook, ",
        "branches   starter, 2 of 2 exercise/…, 2 of 2 solution/…\n",
        "rust       rustc ",
        "display    ",
        "opengl     not asked\n",
    ] {
        done.says(line);
    }
    done.ends_with(0);
}

#[cfg(unix)]
#[test]
fn watch_checks_again_after_each_save_and_ends_at_ctrl_c() {
    use std::time::{Duration, Instant};
    let workbook = student();
    let said = workbook.root().join("../said.txt");
    let mut child = Command::new(env!("CARGO_BIN_EXE_author"))
        .args(["watch", "1.1"])
        .current_dir(workbook.root())
        .env_remove("CARGO_TARGET_DIR")
        .stdout(std::fs::File::create(&said).expect("a file"))
        .spawn()
        .expect("the tool");
    let wait = |text: &str| {
        let start = Instant::now();
        while !std::fs::read_to_string(&said).unwrap_or_default().contains(text) {
            assert!(start.elapsed() < Duration::from_secs(60), "not said: {text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    wait("Watching 1.1; Ctrl-C ends it.");
    workbook.edit(NUMBERS, OPEN_TWICE, "    number * number\n");
    wait("──── common/src/numbers.rs was saved");
    wait("Came out   49");
    workbook.edit(NUMBERS, "number * number", "number * 2");
    wait("Next: 01.2");
    // The shell's own kill: a bare machine has no program of that name.
    let interrupt = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &interrupt]).status().expect("a shell").success());
    assert_eq!(child.wait().expect("ended").code(), Some(0));
}

/// Returns a check's messages for an editor, without cargo's own.
fn told(workbook: &Workbook, words: &[&str]) -> Vec<Value> {
    let done = workbook.run(&[&["check", "--message-format", "json"], words].concat());
    done.ends_with(0);
    let lines = done.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|line| line["reason"] == "compiler-message").map(|mut line| line["message"].take()).collect()
}

#[test]
fn an_editor_hears_of_mistakes_in_the_compilers_words() {
    let workbook = student();
    assert_eq!(told(&workbook, &[NUMBERS]), [] as [Value; 0]);
    workbook.edit(NUMBERS, OPEN_TWICE, "    let zwölf = number;\n    zwölf * zwölf\n");
    workbook.edit(SHADER, "return 1;", "return 2;");
    let path = workbook.root().join(NUMBERS);
    let [twice, scale] = &told(&workbook, &[path.to_str().expect("UTF-8")])[..] else { panic!("not two") };
    let says = "It was squared.\nIt grew too fast.\n\nIt was squared. It grew too fast.\n\nAsked for what comes out.\n\nCame out   49\nExpected   14\n\n`cargo workbook hint 01.1` has a hint.";
    let heard =
        |of: &Value| json!([of["code"]["code"], of["level"], of["message"], of["spans"][0]["file_name"]]);
    assert_eq!(heard(twice), json!(["workbook::01.1-squared", "warning", says, NUMBERS]));
    assert_eq!(scale["code"]["code"], "workbook::01.2-too-small");
    let places =
        ["line_start", "column_start", "line_end", "column_end"].map(|place| &twice["spans"][0][place]);
    assert_eq!(json!(places), json!([4, 1, 10, 1]));
    let text = text(&workbook, NUMBERS);
    let at = |name: &str| {
        twice["spans"][0][name].as_u64().and_then(|at| usize::try_from(at).ok()).expect("a place")
    };
    let span = &text[at("byte_start")..at("byte_end")];
    assert!(span.starts_with("pub fn twice(") && span.ends_with("zwölf\n    // END 01.1\n"), "{span}");

    let short = workbook.run(&["check", "--message-format", "short", SHADER]);
    short.says(
        "common/src/numbers.rs:4:1: warning[workbook::01.1-squared]: It was squared. It grew too fast.\n",
    );
    // The hint remembers what an editor has heard. The compiler's errors come alone.
    workbook.run(&["hint", "1.1"]).says("The last check said: It was squared.");
    workbook.edit(NUMBERS, "zwölf * zwölf", "zwölf * ten");
    let error = workbook.run(&["check", "--message-format", "short", "1"]);
    assert_eq!(
        error.stdout,
        "common/src/numbers.rs:8:13: error[E0425]: cannot find value `ten` in this scope\n"
    );
}

#[test]
fn what_an_editor_needs_is_written_beside_what_is_there() {
    let workbook = student();
    workbook.write(".vscode/tasks.json", "{}\n");
    let done = workbook.run(&["editor", "vscode"]);
    done.says(".vscode/settings.json is written.\n");
    done.says(".vscode/tasks.json is yours, so it stays as it is. Add this to it:\n\n{\n");
    assert!(text(&workbook, ".vscode/launch.json").contains("\"01-first\""));
    workbook.run(&["editor", "helix"]).says(".helix/languages.toml is written.\n");
    workbook.run(&["editor", "zed"]).ends_with(0);
    workbook.run(&["editor", "zed"]).says(".zed/settings.json is there already.\n");
    assert_eq!(text(&workbook, ".vscode/tasks.json"), "{}\n");
    workbook.run(&["editor", "emacs"]).complains("'emacs' is none of vscode, helix, zed");
}

/// Returns a workbook whose first lesson has a program, which prints what the student's function returns.
fn with_program() -> Workbook {
    let workbook = Workbook::new();
    let manifest = "[package]\nname = \"lesson-01\"\n";
    let bin = format!("[[bin]]\nname = \"01-first\"\npath = \"main.rs\"\n\n{manifest}");
    workbook.edit("lessons/01_first/Cargo.toml", manifest, &bin);
    workbook.write(
        "lessons/01_first/main.rs",
        "fn main() {\n    println!(\"{}\", common::numbers::twice(7));\n}\n",
    );
    commit(workbook.root());
    workbook.run(&["branches"]).ends_with(0);
    workbook.run(&["start"]).ends_with(0);
    workbook
}

/// Returns the tool's output and complaints when a window calls it.
fn asked_by_a_window(workbook: &Workbook, words: &[&str]) -> [String; 2] {
    let mut command = tiny::command_in(workbook.root(), tiny::TOOL);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut tool = command.spawn().expect("the tool");
    let asker = tool.stdin.take();
    let output = tool.wait_with_output().expect("it ends");
    drop(asker);
    [output.stdout, output.stderr].map(|said| String::from_utf8(said).expect("UTF-8"))
}

#[test]
fn a_window_hears_how_far_its_exercises_have_come_and_what_their_checks_say() {
    let workbook = student();
    workbook.edit(NUMBERS, OPEN_TWICE, "    number * number\n");
    let states =
        "\t01.1\ttried\t`twice` in common/src/numbers.rs:5\n\t01.2\topen\t`scale` in shaders/scale.vert:4\n";
    assert_eq!(asked_by_a_window(&workbook, &["exercises", "1"]), [states, ""]);
    let [said, _] = asked_by_a_window(&workbook, &["exercises", "1", "check"]);
    assert!(said.contains("Came out   49") && said.ends_with(states), "{said}");
}

#[test]
fn ours_is_built_beside_the_students_work() {
    let workbook = with_program();
    let root = workbook.root();
    let before = (git(root, &["status", "--porcelain"]), git(root, &["rev-parse", "HEAD"]));
    let ours = || {
        let done = workbook.run(&["run", "1", "--solved"]);
        done.ends_with(0);
        done.stdout.clone()
    };
    assert_eq!(ours(), "14\n");
    assert_eq!((git(root, &["status", "--porcelain"]), git(root, &["rev-parse", "HEAD"])), before);

    // Another one is published.
    git(root, &["switch", "--quiet", "solution/01-first"]);
    workbook.edit("lessons/01_first/main.rs", "twice(7)", "twice(8)");
    commit(root);
    git(root, &["switch", "--quiet", "my/workbook"]);
    assert_eq!(ours(), "16\n");

    // There is no ours where its answers are not published.
    git(root, &["branch", "--delete", "--force", "solution/01-first"]);
    let none = workbook.run(&["run", "1", "--solved"]);
    none.complains("error: the answers to lesson 01 are not here yet. Your instructor");
}
