//! The instructors' commands, in tiny workbooks.

use crate::tiny::{Workbook, all_files, commit, git, run_in};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const BRANCHES: [&str; 5] =
    ["starter", "exercise/01-first", "solution/01-first", "exercise/02-second", "solution/02-second"];

fn committed() -> Workbook {
    let workbook = Workbook::new();
    commit(workbook.root());
    workbook
}

fn hashes(root: &Path) -> Vec<String> {
    BRANCHES.iter().map(|branch| git(root, &["rev-parse", branch])).collect()
}

/// Returns the state of a repository that cutting branches must not change: index, status and HEAD.
fn untouched(root: &Path) -> (Vec<u8>, String, String) {
    let index = git(root, &["rev-parse", "--path-format=absolute", "--git-path", "index"]);
    let index = fs::read(index).expect("an index");
    (index, git(root, &["status", "--porcelain"]), git(root, &["rev-parse", "HEAD"]))
}

#[test]
fn branches_form_one_history_in_which_each_commit_is_an_answer() {
    let workbook = committed();
    let root = workbook.root();
    let done = workbook.run(&["branches"]);
    done.ends_with(0);
    done.says("  starter             new\n  exercise/01-first   the same commit as starter\n  solution/01-first   new\n  exercise/02-second  the same commit as solution/01-first\n  solution/02-second  new\n");

    let [starter, exercise_1, solution_1, exercise_2, solution_2] = hashes(root).try_into().expect("five");
    assert_eq!((&starter, &solution_1), (&exercise_1, &exercise_2));
    let history = git(root, &["log", "--format=%H", "solution/02-second"]);
    assert_eq!(history, format!("{solution_2}\n{solution_1}\n{starter}"));
    let answer = git(root, &["diff", "--name-only", "exercise/01-first...solution/01-first"]);
    assert_eq!(answer, "common/src/numbers.rs\nshaders/scale.vert");
    let numbers = git(root, &["show", "exercise/02-second:common/src/numbers.rs"]);
    assert!(numbers.contains("    number + one_more_time\n"), "{numbers}");
    assert!(!numbers.contains("the_step_between_two") && !numbers.contains("SOLUTION"), "{numbers}");
    assert!(!git(root, &["ls-tree", "-r", "--name-only", "starter"]).contains("workshop/proof/tests/"));
    let message = git(root, &["log", "-1", "--format=%B", "solution/02-second"]);
    let head = git(root, &["rev-parse", "HEAD"]);
    assert_eq!(
        message,
        format!("Lesson 02: Second, after 1\n\nCut by `cargo workbook branches` from {head}.")
    );
}

#[test]
fn answers_are_kept_back_and_published_lesson_by_lesson() {
    let workbook = committed();
    let root = workbook.root();
    let bare = root.with_file_name("bare.git");
    let bare = bare.to_str().expect("UTF-8");
    git(root, &["init", "--quiet", "--bare", "--initial-branch", "starter", bare]);
    let cut = |args: &[&str]| {
        let done = workbook.run(&[&["branches", "--push", bare], args].concat());
        done.ends_with(0);
        done
    };
    let done = cut(&["--without-solutions"]);
    done.says("Clones should begin with starter.");
    done.says("  starter             new\n  exercise/01-first   the same commit as starter\n  exercise/02-second  the same commit as starter\n");
    assert_eq!(git(root, &["for-each-ref", "refs/heads/solution"]), "");

    let clone = root.with_file_name("clone");
    git(root, &["clone", "--quiet", bare, clone.to_str().expect("UTF-8")]);
    let student = |args: &[&str]| run_in(&clone, args);
    assert!(!git(&clone, &["log", "--all", "--patch"]).contains("one_more_time"));
    let done = student(&["start", "2"]);
    done.says("The lessons before 02 are solved in it, as far as their answers are published.");
    student(&["list"]).says("10 min  ○ ○\n");
    for args in [&["solve", "1.1"][..], &["diff", "1", "--anyway"], &["solve", "--through", "2"]] {
        let done = student(args);
        let kind = "error: the answers to lesson 01 are not here yet. Your instructor publishes them later, and then `git fetch` gets them.";
        assert!(done.stderr.starts_with(kind) && done.stdout.is_empty(), "{}{}", done.stdout, done.stderr);
    }

    // The answers that were published stay so, and no more are without a word.
    cut(&[]).says("  as before: exercise/01-first, exercise/02-second, starter\n");
    assert_eq!(git(root, &["for-each-ref", "refs/heads/solution"]), "");
    let grown = cut(&["--solutions-through", "1"]);
    grown.says("  new: solution/01-first\n  grown: exercise/02-second\n");
    cut(&[]).says("  as before: exercise/01-first, exercise/02-second, solution/01-first, starter\n");
    git(&clone, &["fetch", "--quiet"]);
    student(&["solve", "1.1"]).says("01.1 is solved in common/src/numbers.rs.\n");
    assert!(student(&["solve", "2"]).stderr.contains("the answers to lesson 02 are not here yet"));
    assert!(!git(&clone, &["log", "--all", "--patch"]).contains("the_step_between_two"));

    // In the end the branches are those that would have been cut at once.
    cut(&["--solutions-through", "2"]);
    let step_by_step = hashes(root);
    workbook.run(&["branches"]).ends_with(0);
    assert_eq!(hashes(root), step_by_step);
    let heads = git(Path::new(bare), &["for-each-ref", "--format=%(refname:short)", "--sort=refname"]);
    assert_eq!(heads.lines().collect::<BTreeSet<_>>(), BRANCHES.into());
    let nowhere = workbook.run(&["branches", "--push", "/nowhere"]);
    nowhere.complains("git ls-remote");
    nowhere.ends_with(1);
    workbook.run(&["branches", "--without-solutions"]).says("2 branches that were cut earlier are left");
}

#[test]
fn a_course_may_have_some_of_the_lessons() {
    let workbook = Workbook::new();
    let root = workbook.root();
    commit(root);
    assert_eq!(workbook.run(&["branches", "--lessons", "1"]).code, Some(0));
    let branches = git(root, &["branch", "--format=%(refname:short)"]);
    assert!(branches.contains("solution/01-first") && !branches.contains("02-second"), "{branches}");
    let given = git(root, &["ls-tree", "-r", "--name-only", "starter"]);
    assert!(given.contains("lessons/01_first/checks.rs") && !given.contains("lessons/02_second"), "{given}");
    // The other lesson's answer is there, and nobody is asked for it.
    let numbers = git(root, &["show", "starter:common/src/numbers.rs"]);
    assert!(numbers.contains("TODO 01.1") && !numbers.contains("TODO 02.1"), "{numbers}");
    assert!(numbers.contains("number - the_step_between_two"), "{numbers}");
    assert!(!git(root, &["show", "starter:Cargo.lock"]).contains("lesson-02"));
    workbook.run(&["branches", "--lessons", "7"]).complains("there is no such lesson");

    // A remote keeps the lessons that it has, and takes others only by force.
    let bare = root.with_file_name("bare.git");
    let bare_name = bare.to_str().expect("UTF-8");
    git(root, &["init", "--quiet", "--bare", bare_name]);
    let push = |args: &[&str]| workbook.run(&[&["branches", "--push", bare_name], args].concat());
    push(&["--lessons", "1"]).complains("say which answers they begin with: --without-solutions, or");
    push(&["--lessons", "1", "--without-solutions"]).ends_with(0);
    let starter = || git(&bare, &["rev-parse", "starter"]);
    let first = starter();
    push(&["--solutions-through", "1"])
        .says("  new: solution/01-first\n  as before: exercise/01-first, starter\n");
    let refused = push(&["--lessons", "1-2"]);
    refused.ends_with(1);
    let head = git(root, &["rev-parse", "HEAD"]);
    refused.says(&format!(
        "Nothing was pushed: the branches in {bare_name} have another history.\n  They were cut from {}.",
        &head[..10]
    ));
    assert_eq!(starter(), first);
    assert!(!git(&bare, &["branch"]).contains("02-second"));
    push(&["--lessons", "1-2", "--force"]).says("replaced: ");
    assert_ne!(starter(), first);
}

#[test]
fn the_same_commit_gives_the_same_branches_wherever_and_whenever_it_is_cut() {
    let workbook = Workbook::named("über uns, allein", "\r\n");
    let root = workbook.root();
    workbook.write("assets/dürfen \"wir\".txt", "yes\n");
    workbook.write("setup.sh", "#!/bin/sh\n");
    git(root, &["config", "core.autocrlf", "false"]);
    git(root, &["add", "--all"]);
    git(root, &["update-index", "--chmod=+x", "setup.sh"]);
    git(root, &["commit", "--quiet", "--message", "Ein Übungsbuch"]);
    git(root, &["reset", "--quiet", "--hard"]);
    workbook.write("untracked.txt", "mine");
    let before = untouched(root);
    assert_eq!(workbook.run(&["branches"]).code, Some(0));
    let first = hashes(root);
    assert_eq!(untouched(root), before);
    assert!(git(root, &["ls-tree", "-r", "starter"]).contains("100755 blob"));
    assert!(git(root, &["show", "starter:common/src/numbers.rs"]).contains("let _ = number;\r\n    0\r\n"));
    assert!(
        git(root, &["-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "starter"])
            .contains("dürfen")
    );

    // A detached head in a worktree of another place, and other settings.
    let worktree = root.with_file_name("worktree");
    git(root, &["worktree", "add", "--quiet", "--detach", worktree.to_str().expect("UTF-8")]);
    git(root, &["config", "i18n.commitEncoding", "ISO-8859-1"]);
    for branch in BRANCHES {
        git(root, &["branch", "--quiet", "-D", branch]);
    }
    let before = untouched(&worktree);
    let done = run_in(&worktree, &["branches"]);
    done.ends_with(0);
    assert_eq!((hashes(root), untouched(&worktree)), (first, before));
    assert_eq!(git(root, &["for-each-ref", "refs/workbook"]), "");
}

#[test]
fn what_has_changed_since_the_branches_were_cut_is_told() {
    let workbook = committed();
    let verified = workbook.run(&["verify", "2", "--branches"]);
    verified.says("✓ Each step of the branches compiles without warnings");
    verified.ends_with(0);
    workbook.run(&["branches"]).ends_with(0);
    workbook.run(&["branches"]).says("  starter             unchanged\n");
    workbook.edit("common/src/numbers.rs", "the_step_between_two = 1;", "the_step_between_two = 2 - 1;");
    commit(workbook.root());
    let done = workbook.run(&["branches"]);
    done.says("  solution/01-first   unchanged\n");
    done.says("  solution/02-second  changed\n");

    git(workbook.root(), &["mv", "lessons/02_second", "lessons/02_other"]);
    workbook.edit("lessons/02_other/Cargo.toml", "02-second", "02-other");
    commit(workbook.root());
    let done = workbook.run(&["branches"]);
    done.says("  solution/02-other  new\n");
    done.says("2 branches that were cut earlier are left as they were\n");
}

#[test]
fn changes_that_are_not_committed_are_refused_and_named() {
    let workbook = committed();
    let root = workbook.root();
    workbook.edit("common/src/numbers.rs", "Twice", "Double");
    fs::remove_file(root.join("shaders/scale.vert")).expect("removed");
    for command in [&["branches"][..], &["handout", "2"]] {
        let done = workbook.run(command);
        done.ends_with(1);
        done.complains("not committed.\n  common/src/numbers.rs\n  shaders/scale.vert\n");
    }
    assert_eq!(git(root, &["branch", "--list", "starter"]), "");
}

#[test]
fn a_branch_that_someone_works_on_is_left_alone() {
    let workbook = committed();
    let root = workbook.root();
    git(root, &["branch", "starter"]);
    let done = workbook.run(&["branches"]);
    done.complains("the branch starter was not made by this tool");
    assert_eq!(git(root, &["branch", "--list", "solution/*"]), "");
    git(root, &["branch", "--quiet", "-D", "starter"]);

    workbook.run(&["branches"]);
    git(
        root,
        &["worktree", "add", "--quiet", root.with_file_name("other").to_str().expect("UTF-8"), "starter"],
    );
    assert_eq!(workbook.run(&["branches"]).code, Some(0));
    workbook.edit("common/src/numbers.rs", "Twice", "Double");
    commit(workbook.root());
    workbook.run(&["branches"]).complains("the branch starter is checked out");

    git(root, &["checkout", "--quiet", "--detach", "solution/02-second"]);
    let done = workbook.run(&["branches"]);
    let helps = "holds no solutions: it is what students get. Change to the authors' branch";
    done.complains(helps);
    fs::create_dir_all(root.join("class/anna")).expect("a submission");
    workbook.run(&["grade", "class"]).complains(helps);
}

#[test]
fn a_handout_is_the_exercise_without_git() {
    let workbook = Workbook::new();
    workbook.write("setup.sh", "#!/bin/sh\n");
    workbook.write("README.md", "![Two](lessons/01_first/pictures/b.png) and workshop/docs/exam.md");
    // A file in a place that nobody has thought of is not given.
    let for_instructors = ["workshop/docs/exam.md", "workshop/assets/make/a.py", "docs/new.md", "notes.txt"];
    let text = "# 02 · Second, after 1\n\n### 02.1 `before`: before\n\n![c](pictures/mistakes/c.png) ![c](pictures/c.png) ![e](diagrams/e.svg)\n";
    workbook.write("lessons/02_second/README.md", text);
    for file in for_instructors {
        workbook.write(file, "secret");
    }
    let needless = [
        "lessons/01_first/pictures/a.png",
        "lessons/01_first/pictures/b.png",
        "lessons/01_first/diagrams/d.svg",
        "lessons/02_second/pictures/mistakes/c.png",
        "docs/ik.md",
    ];
    for file in
        needless.into_iter().chain(["lessons/02_second/pictures/c.png", "lessons/02_second/diagrams/e.svg"])
    {
        workbook.write(file, "large");
    }
    git(workbook.root(), &["add", "--all"]);
    git(workbook.root(), &["update-index", "--chmod=+x", "setup.sh"]);
    git(workbook.root(), &["commit", "--quiet", "--message", "A workbook"]);
    git(workbook.root(), &["reset", "--quiet", "--hard"]);
    workbook.run(&["branches"]);
    let next_to = |name: &str| workbook.root().with_file_name(name);
    let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();

    let (folder, zip, again, clone) = (next_to("out"), next_to("a.zip"), next_to("b.zip"), next_to("clone"));
    let done = workbook.run(&["handout", "2", "--out", &text(&folder)]);
    done.ends_with(0);
    git(workbook.root(), &["worktree", "add", "--quiet", &text(&clone), "exercise/02-second"]);
    let mut want = all_files(&clone);
    want.remove(Path::new(".git"));
    for file in for_instructors {
        assert!(!want.contains_key(Path::new(file)), "{file}");
    }
    for file in needless {
        assert!(want.remove(Path::new(file)).is_some(), "{file}");
    }
    assert_eq!(all_files(&folder), want);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(folder.join("setup.sh")).expect("a file").permissions().mode();
        assert_eq!(mode & 0o111, 0o111);
    }

    workbook.run(&["handout", "2", "--zip", &text(&zip)]);
    workbook.run(&["handout", "2", "--zip", &text(&again)]);
    assert_eq!(fs::read(&zip).expect("a zip"), fs::read(&again).expect("a zip"));
    for args in [["--out", &text(&folder)], ["--zip", &text(&zip)]] {
        workbook.run(&["handout", "2", args[0], args[1]]).complains("stands there already");
    }
    workbook.run(&["handout", "3"]).complains("there is no lesson 3");
}

#[test]
fn notes_tell_what_an_instructor_needs() {
    let workbook = Workbook::new();
    let oral = "[[oral]]\nmistake = \"after\"\nask = \"Which way?\"\nmentions = \"Less.\"\n";
    workbook.write("lessons/02_second/answers.toml", oral);
    let done = workbook.run(&["notes", "2"]);
    for text in [
        "# Lesson 02: Second, after 1\n\nIt goes on.\n\nPart II More. About 100 minutes. Builds on 01 First.\n",
        "- count on\n",
        "| 02.1 | Before | `before` in common/src/numbers.rs | 5 | 1 | 10, the heart |\n",
        "> Give the number that comes before.\n\nA right answer:\n\n```rust\nlet the_step_between_two = 1;\nnumber - the_step_between_two\n```\n",
        "## To ask aloud\n\n- Which way?\n  A right answer mentions: Less.\n  Behind it (02.1, `after`): *Before is more.*\n",
        "1. Which way?\n2. It is smaller.\n3. Take one away.\n",
        "- **It comes after** (`after`, hint 1). *Before is more.*\n  The check says: Turn around.\n",
        "## Marking\n",
    ] {
        done.says(text);
    }
    let all = workbook.run(&["notes"]).stdout;
    assert!(all.starts_with("# Notes for instructors\n"));
    assert!(all.contains("| | all | 110 | 3 | |\n") && all.contains("```glsl\n"), "{all}");
}
