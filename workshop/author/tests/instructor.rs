//! The instructors' commands, in tiny workbooks.

use crate::tables;
use crate::tiny::{Workbook, all_files, git, run_in};
use std::fs;
use std::path::Path;

const BRANCHES: [&str; 5] =
    ["starter", "exercise/01-first", "solution/01-first", "exercise/02-second", "solution/02-second"];

#[test]
fn each_command_says_what_the_table_says() {
    tables::follow(include_str!("instructor.txt"));
}

/// Makes an executable of a script, and commits all.
fn commit_with_script(root: &Path) {
    fs::write(root.join("setup.sh"), "#!/bin/sh\n").expect("written");
    git(root, &["add", "--all"]);
    git(root, &["update-index", "--chmod=+x", "setup.sh"]);
    git(root, &["commit", "--quiet", "--message", "A workbook"]);
    git(root, &["reset", "--quiet", "--hard"]);
}

#[test]
fn the_same_commit_gives_the_same_branches_wherever_and_whenever_it_is_cut() {
    let workbook = Workbook::named("über uns, allein", "\r\n");
    let root = workbook.root();
    workbook.write("assets/dürfen \"wir\".txt", "yes\n");
    git(root, &["config", "core.autocrlf", "false"]);
    commit_with_script(root);
    workbook.write("untracked.txt", "mine");
    let cut = |folder: &Path| {
        // Neither index nor status nor HEAD may change.
        let untouched = || {
            let index = git(folder, &["rev-parse", "--path-format=absolute", "--git-path", "index"]);
            let index = fs::read(index).expect("an index");
            (index, git(folder, &["status", "--porcelain"]), git(folder, &["rev-parse", "HEAD"]))
        };
        let before = untouched();
        run_in(folder, &["branches"]).ends_with(0);
        assert_eq!(untouched(), before);
        BRANCHES.map(|branch| git(root, &["rev-parse", branch]))
    };
    let first = cut(root);
    let given = git(root, &["-c", "core.quotePath=false", "ls-tree", "-r", "starter"]);
    assert!(given.contains("100755 blob") && given.contains("dürfen"), "{given}");
    assert!(git(root, &["show", "starter:common/src/numbers.rs"]).contains("let _ = number;\r\n    0\r\n"));

    // A detached head in a worktree of another place, and other settings.
    let worktree = root.with_file_name("worktree");
    git(root, &["worktree", "add", "--quiet", "--detach", worktree.to_str().expect("UTF-8")]);
    git(root, &["config", "i18n.commitEncoding", "ISO-8859-1"]);
    BRANCHES.iter().for_each(|branch| drop(git(root, &["branch", "--quiet", "-D", branch])));
    assert_eq!(cut(&worktree), first);
    assert_eq!(git(root, &["for-each-ref", "refs/workbook"]), "");
}

#[test]
fn a_handout_is_the_exercise_without_git() {
    let workbook = Workbook::new();
    let root = workbook.root();
    workbook.write("README.md", "![Two](lessons/01_first/pictures/b.png) and workshop/docs/exam.md");
    let text = "# 02 · Second, after 1\n\n### 02.1 `before`: before\n\n![c](pictures/mistakes/c.png) ![c](pictures/c.png) ![e](diagrams/e.svg)\n";
    workbook.write("lessons/02_second/README.md", text);
    // A file in a place that nobody has thought of is not given.
    let for_instructors = ["workshop/docs/exam.md", "workshop/assets/make/a.py", "docs/new.md", "notes.txt"];
    let needless = [
        "lessons/01_first/pictures/a.png",
        "lessons/01_first/pictures/b.png",
        "lessons/01_first/diagrams/d.svg",
        "lessons/02_second/pictures/mistakes/c.png",
        "docs/ik.md",
    ];
    let needed = ["lessons/02_second/pictures/c.png", "lessons/02_second/diagrams/e.svg"];
    for file in for_instructors.into_iter().chain(needless).chain(needed) {
        workbook.write(file, "large");
    }
    commit_with_script(root);
    workbook.run(&["branches"]).ends_with(0);
    let clone = root.with_file_name("clone");
    git(root, &["worktree", "add", "--quiet", "../clone", "exercise/02-second"]);
    let mut want = all_files(&clone);
    want.remove(".git");
    assert!(for_instructors.iter().all(|file| !want.contains_key(*file)));
    assert!(needless.iter().all(|file| want.remove(*file).is_some()));

    workbook.run(&["handout", "2", "--out", "../out"]).ends_with(0);
    let folder = root.with_file_name("out");
    assert_eq!(all_files(&folder), want);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(folder.join("setup.sh")).expect("a file").permissions().mode();
        assert_eq!(mode & 0o111, 0o111);
    }
    let zips = ["../a.zip", "../b.zip"].map(|zip| {
        workbook.run(&["handout", "2", "--zip", zip]).ends_with(0);
        fs::read(root.join(zip)).expect("a zip")
    });
    assert!(zips[0] == zips[1], "the same commit gives another zip");
    for args in [["--out", "../out"], ["--zip", "../a.zip"]] {
        workbook.run(&["handout", "2", args[0], args[1]]).complains("stands there already");
    }
    workbook.run(&["handout", "3"]).complains("there is no lesson 3");
}
