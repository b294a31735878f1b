//! Kills the tool at each step, or fills its disk. No edit may be lost, and git and the next run must work.

use crate::tiny::{TOOL, Workbook, all_files, command_in, commit, git, run_in};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use tempfile::TempDir;

const NUMBERS: &str = "common/src/numbers.rs";
const SHADER: &str = "shaders/scale.vert";
const SOLVE: &[&str] = &["solve", "--through", "2"];
const UNSOLVE: &[&str] = &["unsolve", "--through", "2"];
const START: &[&str] = &["start", "2"];

/// The script that starts the tool. All that the tool starts inherits output 9, so that a reader of it sees
/// the end when the last of them is gone.
const PLAIN: &str = r#"exec "$0" "$@" 9>&1"#;

/// Returns that script, with the tool's process id in a variable for all that it starts.
fn marked() -> String {
    format!("export TOOL=$$; {PLAIN}")
}

/// A stand-in for git that at one call kills the tool and its group, and itself unless meant to survive.
const DEADLY_GIT: &str = r#"#!/bin/sh
echo >> "$CALLS"
[ "$(wc -l < "$CALLS")" -eq "$AT" ] || exec REAL_GIT "$@"
[ "$WHEN" = before ] || REAL_GIT "$@"
kill -s KILL -- "-$TOOL"
"#;

/// Kills the tool with its group, if the tool has started this program.
const DEADLY: &str = r#"[ -z "$TOOL" ] || kill -s KILL -- "-$TOOL" 2>/dev/null"#;

/// Contents of files by their paths.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// Returns the files of a folder, without git's and without temporary ones that were to replace others.
fn files(folder: &Path) -> Tree {
    let mut files = all_files(folder);
    files.retain(|path, _| !path.starts_with(".git") && !path.to_string_lossy().ends_with(".workbook-new"));
    files
}

/// Checks that git finds no fault and that no operation is half done.
#[track_caller]
fn assert_healthy(root: &Path) {
    assert_eq!(git(root, &["fsck", "--no-dangling"]), "");
    git(root, &["status"]);
    assert!(!root.join(".git/worktrees").exists());
    for file in all_files(&root.join(".git")).keys() {
        let path = file.to_string_lossy();
        let half_done = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "rebase-merge", "rebase-apply"];
        assert!(!path.ends_with(".lock") && !half_done.iter().any(|name| path.starts_with(name)), "{path}");
    }
}

/// Checks that the command works and does not complain.
#[track_caller]
fn assert_works(root: &Path, args: &[&str]) {
    let done = run_in(root, args);
    // But for the lines of progress.
    let complaints: Vec<&str> = done.stderr.lines().filter(|line| !line.contains(" left  ")).collect();
    assert_eq!((done.code, complaints), (Some(0), vec![]), "{args:?}");
}

/// A copy of a workbook, deleted on drop.
struct Copy {
    _folder: TempDir,
    root: PathBuf,
}

impl Copy {
    fn of(template: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().join("workbook");
        let copied = Command::new("cp").arg("-R").args([template, &root]).status();
        assert!(copied.expect("cp").success());
        Self { _folder: folder, root }
    }
}

/// Runs the tool in a group of its own, and waits for it and for all that it has started, which hold its output.
fn run(root: &Path, args: &[&str], script: &str, variables: &[(&str, &str)]) -> ExitStatus {
    let mut command = command_in(root, "sh");
    command.args(["-c", script, TOOL]).args(args).envs(variables.iter().copied()).process_group(0);
    command.output().expect("the tool").status
}

/// Puts a script in front of git; returns the `PATH` on which it is found first.
fn in_front_of_git(folder: &Path, script: &str) -> String {
    let real = Command::new("sh").args(["-c", "command -v git"]).output().expect("sh").stdout;
    let real = String::from_utf8(real).expect("UTF-8");
    let program = folder.join("git");
    fs::write(&program, script.replace("REAL_GIT", &format!("'{}'", real.trim_end()))).expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("made a program");
    format!("{}:{}", folder.display(), std::env::var("PATH").expect("a PATH"))
}

/// Kills a command before and after each time that it calls git, in a fresh copy; `check` must hold there afterwards.
fn at_each_call_of_git(template: &Path, args: &[&str], check: &dyn Fn(&Path, usize)) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = in_front_of_git(folder.path(), DEADLY_GIT);
    let calls = folder.path().join("calls");
    let calls_name = calls.to_str().expect("UTF-8");
    for when in ["before", "after"] {
        for at in 1.. {
            let copy = Copy::of(template);
            let _ = fs::remove_file(&calls);
            let number = at.to_string();
            let variables = [("PATH", &*path), ("CALLS", calls_name), ("WHEN", when), ("AT", &*number)];
            let ended = run(&copy.root, args, &marked(), &variables);
            check(&copy.root, at);
            if ended.success() {
                assert!(at > 1, "{args:?} has called no git");
                break;
            }
            assert_eq!(ended.signal(), Some(9));
        }
    }
}

/// Scripts for two ways to hit the limit of file size: the first kills the command in the midst of writing,
/// the other refuses the rest, as a full disk does.
const KILLED: &str = "";
const REFUSED: &str = "trap '' XFSZ; ";

/// Runs the command with each limit of file size from tiny on, until it works; `check` must hold after each.
fn at_each_write(template: &Path, args: &[&str], way: &str, check: &dyn Fn(&Path, usize)) {
    for blocks in 0.. {
        let copy = Copy::of(template);
        let ended = run(&copy.root, args, &format!("ulimit -c 0; {way}ulimit -f {blocks}; {PLAIN}"), &[]);
        assert!(way == KILLED || !left_behind(&copy.root), "{blocks} blocks");
        check(&copy.root, blocks);
        if ended.success() {
            assert!(blocks > 3, "{args:?} has written {blocks} blocks only");
            break;
        }
        assert_eq!(ended.signal().is_some(), way == KILLED, "{ended}");
    }
}

/// Returns true if a temporary file is left that was to replace another.
fn left_behind(folder: &Path) -> bool {
    all_files(folder).keys().any(|path| path.to_string_lossy().ends_with(".workbook-new"))
}

/// Returns a student's workbook with edits of every kind.
fn student() -> Workbook {
    let workbook = Workbook::new();
    let root = workbook.root();
    commit(root);
    assert_works(root, &["branches"]);
    assert_works(root, &["start"]);
    workbook.edit(NUMBERS, "    number\n    // END", "    number - 7\n    // END");
    workbook.write("notes/plan.txt", "First this, then that.\n");
    commit(root);
    workbook.edit(NUMBERS, "    let _ = number;\n    0\n", "    number * 5 // or so\n");
    // Files of different sizes, so that a limit between them stops the tool at the second one.
    workbook.edit(NUMBERS, "//! Numbers", &format!("{}//! My numbers", "// A long thought.\n".repeat(60)));
    workbook.edit(SHADER, "return 1;", "return 2;");
    workbook.edit(
        SHADER,
        "#version 330 core\n",
        &format!("#version 330 core\n{}", "// Light!\n".repeat(250)),
    );
    workbook.write("common/src/untracked.txt", "mine");
    workbook
}

/// Returns the files of a workbook before and after each of these commands.
fn stages(template: &Path, commands: &[&[&str]]) -> Vec<Tree> {
    let copy = Copy::of(template);
    let mut stages = vec![files(&copy.root)];
    for args in commands {
        assert_works(&copy.root, args);
        stages.push(files(&copy.root));
    }
    stages
}

/// Checks that each file is as it was in one of the stages.
#[track_caller]
fn assert_whole(root: &Path, stages: &[Tree]) {
    let now = files(root);
    assert!(now.keys().eq(stages[0].keys()), "{:?}", now.keys());
    for (file, text) in &now {
        let known = stages.iter().any(|stage| stage[file] == *text);
        assert!(known, "{}\n{}", file.display(), String::from_utf8_lossy(text));
    }
}

/// Checks that `unsolve` brings back what the student wrote, and keeps nothing more.
#[track_caller]
fn assert_brought_back(root: &Path, want: &Tree) {
    let nothing = "error: nothing of yours is kept for 01.1, 01.2, 02.1";
    let done = run_in(root, UNSOLVE);
    assert!(
        done.code == Some(0) && done.stderr.is_empty() || done.stderr.starts_with(nothing),
        "{}",
        done.stderr
    );
    assert!(files(root) == *want, "{}", git(root, &["diff"]));
    let again = run_in(root, UNSOLVE);
    assert!(again.stderr.starts_with(nothing), "{}{}", again.stdout, again.stderr);
}

#[test]
fn solve() {
    let workbook = student();
    let stages = stages(workbook.root(), &[SOLVE]);
    let check = |root: &Path, number: usize| {
        assert_healthy(root);
        assert_whole(root, &stages);
        assert_works(root, &["list"]);
        if number % 2 == 1 {
            assert_works(root, SOLVE);
            assert!(files(root) == stages[1]);
        }
        assert_brought_back(root, &stages[0]);
    };
    at_each_call_of_git(workbook.root(), SOLVE, &check);
    at_each_write(workbook.root(), SOLVE, KILLED, &check);
}

#[test]
fn unsolve() {
    let workbook = student();
    assert_works(workbook.root(), SOLVE);
    workbook.edit(SHADER, "float scale()", "// As ours.\nfloat scale()");
    // Such an answer is kept as well when the student's own takes its place.
    let changed = "number - the_step_between_two // why?";
    workbook.edit(NUMBERS, "number - the_step_between_two", changed);
    let commands: [&[&str]; 3] = [&["unsolve", "1.1"], &["unsolve", "1.2"], &["unsolve", "2.1"]];
    let stages = stages(workbook.root(), &commands);
    let numbers = String::from_utf8_lossy(&stages[3][Path::new(NUMBERS)]).into_owned();
    assert!(numbers.contains("number * 5 // or so") && numbers.contains("number - 7"), "{numbers}");
    let holds = |folder: &Path| {
        let has = |text: &Vec<u8>| String::from_utf8_lossy(text).contains(changed);
        all_files(folder).values().any(has)
    };
    let check = |root: &Path, _: usize| {
        assert_healthy(root);
        assert_whole(root, &stages);
        assert!(holds(root));
        assert_works(root, &["list"]);
        assert_brought_back(root, &stages[3]);
        assert!(holds(&root.join(".git/workbook/kept")));
    };
    at_each_write(workbook.root(), UNSOLVE, REFUSED, &check);
}

#[test]
fn what_is_saved_meanwhile_stays() {
    let workbook = student();
    let folder = tempfile::tempdir().expect("a temporary folder");
    // An editor that saves while the workbook's answers are read.
    let editor =
        "#!/bin/sh\n[ $5 != show ] || echo '// just now' >> common/src/numbers.rs\nexec REAL_GIT \"$@\"\n";
    let path = in_front_of_git(folder.path(), editor);
    let mine = files(workbook.root());
    let ended = run(workbook.root(), SOLVE, PLAIN, &[("PATH", &path)]);
    assert_eq!(ended.code(), Some(1));
    let now = files(workbook.root());
    let numbers = |tree: &Tree| String::from_utf8_lossy(&tree[Path::new(NUMBERS)]).into_owned();
    assert_eq!(numbers(&now).replace("// just now\n", ""), numbers(&mine));
    assert!(numbers(&now).contains("// just now\n"));
    assert_works(workbook.root(), SOLVE);
    assert_brought_back(workbook.root(), &now);
}

#[test]
fn start() {
    let workbook = student();
    commit(workbook.root());
    workbook.write("common/src/new.txt", "mine too");
    let committed = git(workbook.root(), &["rev-parse", "my/workbook"]);
    let mine = files(workbook.root());
    let check = |root: &Path, _: usize| {
        assert_healthy(root);
        assert_eq!(git(root, &["rev-parse", "my/workbook"]), committed);
        assert_eq!(git(root, &["status", "--porcelain"]), "?? common/src/new.txt");
        assert_works(root, &["list"]);
        match git(root, &["branch", "--show-current"]).as_str() {
            "my/02-second" => {}
            branch => {
                assert_eq!(branch, "my/workbook");
                assert!(files(root) == mine);
                assert_works(root, START);
            }
        }
        assert_eq!(git(root, &["diff", "exercise/02-second"]), "");
        git(root, &["switch", "--quiet", "my/workbook"]);
        assert!(files(root) == mine);
    };
    at_each_call_of_git(workbook.root(), START, &check);
    // And while git writes the files.
    let copy = Copy::of(workbook.root());
    git(&copy.root, &["config", "filter.deadly.smudge", &format!("{DEADLY}; cat")]);
    fs::write(copy.root.join(".git/info/attributes"), "*.vert filter=deadly\n").expect("written");
    assert_eq!(run(&copy.root, START, &marked(), &[]).signal(), Some(9));
    check(&copy.root, 0);
}
