//! The tool killed at any moment: no edit is lost, git has nothing to complain about, and the next run goes on.
//!
//! With `WORKBOOK_KILLS=400`, each command is killed so many times.

#![cfg(unix)]

mod class;
mod tiny;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tiny::{TOOL, Workbook, all_files, command_in, commit, git, run_in};

const NUMBERS: &str = "common/src/numbers.rs";
const SHADER: &str = "shaders/scale.vert";
const SOLVE: &[&str] = &["solve", "--through", "2"];
const UNSOLVE: &[&str] = &["unsolve", "--through", "2"];
const START: &[&str] = &["start", "2"];

/// What ends the tool, and whether all of its group get it, as they do from a terminal's `Ctrl-C`.
const WAYS: [(Signal, bool); 4] =
    [(Signal::SIGKILL, false), (Signal::SIGKILL, true), (Signal::SIGINT, true), (Signal::SIGTERM, false)];

/// How the tool is started. What it writes can also be written by all that it starts: so the reader finds the
/// end of it when the last of them is gone.
const PLAIN: &str = r#"exec "$0" "$@" 9>&1"#;

/// The same, and all that the tool starts know its number.
fn marked() -> String {
    format!("export TOOL=$$; {PLAIN}")
}

/// Stands in for git on the way: at one of the calls it kills the tool with its group, and itself unless it
/// was made to outlive the tool.
const DEADLY_GIT: &str = r#"#!/bin/sh
echo >> "$CALLS"
[ "$(wc -l < "$CALLS")" -eq "$AT" ] || exec REAL_GIT "$@"
[ "$WHEN" = before ] || REAL_GIT "$@"
kill -s KILL -- "-$TOOL"
"#;

/// Kills the tool with its group, where it is the tool that has started this.
const DEADLY: &str = r#"[ -z "$TOOL" ] || kill -s KILL -- "-$TOOL" 2>/dev/null"#;

/// Files by their paths.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// The same but those of git, and those that were to take the place of others.
fn files(folder: &Path) -> Tree {
    let mut files = all_files(folder);
    files.retain(|path, _| !path.starts_with(".git") && !path.to_string_lossy().ends_with(".workbook-new"));
    files
}

/// Git has nothing to complain about, and nothing is half done.
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

/// The command does its work and does not complain.
#[track_caller]
fn assert_works(root: &Path, args: &[&str]) {
    let done = run_in(root, args);
    // But for the lines of progress.
    let complaints: Vec<&str> = done.stderr.lines().filter(|line| !line.contains(" left  ")).collect();
    assert_eq!((done.code, complaints), (Some(0), vec![]), "{args:?}");
}

/// A copy of a workbook.
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

/// The tool at work, in a group of its own.
struct Running(Child);

impl Running {
    fn start(root: &Path, args: &[&str], script: &str, variables: &[(&str, &str)]) -> Self {
        let mut command = command_in(root, "sh");
        command.args(["-c", script, TOOL]).args(args).envs(variables.iter().copied()).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        Self(command.spawn().expect("the tool"))
    }

    fn strike(&self, (signal, group): (Signal, bool)) {
        let id = i32::try_from(self.0.id()).expect("a small number");
        // That it is gone already is no error: its status will tell.
        let _ = kill(Pid::from_raw(if group { -id } else { id }), signal);
    }

    /// Waits for it, and for all that it has started.
    fn end(mut self) -> ExitStatus {
        let mut out = self.0.stdout.take().expect("a pipe");
        out.read_to_end(&mut Vec::new()).expect("its end");
        self.0.wait().expect("its status")
    }
}

fn write_program(path: &Path, text: &str) {
    fs::write(path, text).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("made a program");
}

/// Puts a script in front of git; returns the `PATH` on which it is found first.
fn in_front_of_git(folder: &Path, script: &str) -> String {
    let real = Command::new("sh").args(["-c", "command -v git"]).output().expect("sh").stdout;
    let real = String::from_utf8(real).expect("UTF-8");
    write_program(&folder.join("git"), &script.replace("REAL_GIT", &format!("'{}'", real.trim_end())));
    format!("{}:{}", folder.display(), std::env::var("PATH").expect("a PATH"))
}

/// How often to kill a command at moments of no meaning.
fn rounds(usual: usize) -> usize {
    std::env::var("WORKBOOK_KILLS").map_or(usual, |number| number.parse().expect("WORKBOOK_KILLS: a number"))
}

/// How long the tool takes: the shortest of a few times, as others may be at work too.
fn shortest(times: usize, mut run: impl FnMut()) -> Duration {
    let mut time = || {
        let begin = Instant::now();
        run();
        begin.elapsed()
    };
    (0..times).map(|_| time()).min().expect("a time")
}

/// Moments that fill the time evenly however many there are, though none follows from the one before.
fn moment(round: usize, time: Duration) -> Duration {
    time.mul_f64((0.5 + round as f64 * 0.618_034).fract())
}

/// Most kills must have come in time.
fn assert_struck(args: &[&str], struck: usize, rounds: usize, time: Duration) {
    println!("{args:?} takes {time:?}; {struck} of {rounds} kills came in time");
    assert!(struck * 2 > rounds, "{args:?}: only {struck} of {rounds} kills came in time");
}

/// A command that is killed, each time in a fresh copy of a workbook.
struct Case<'a> {
    template: &'a Path,
    args: &'a [&'a str],
    /// What must hold in that copy afterwards, with a number that is another each time.
    check: &'a dyn Fn(&Path, usize),
}

impl Case<'_> {
    /// Kills the command at many moments.
    fn at_any_moment(&self) {
        let copies = [(); 5].map(|()| Copy::of(self.template));
        let mut fresh = copies.iter();
        let time = shortest(copies.len(), || {
            let copy = fresh.next().expect("a copy");
            assert!(Running::start(&copy.root, self.args, PLAIN, &[]).end().success(), "{:?}", self.args);
        });
        let rounds = rounds(16);
        let mut struck = 0;
        for round in 0..rounds {
            let copy = Copy::of(self.template);
            let tool = Running::start(&copy.root, self.args, PLAIN, &[]);
            std::thread::sleep(moment(round, time));
            tool.strike(WAYS[round % WAYS.len()]);
            struck += usize::from(tool.end().signal().is_some());
            (self.check)(&copy.root, round);
        }
        assert_struck(self.args, struck, rounds, time);
    }

    /// Kills the command before and after each time that it calls git.
    fn at_each_call_of_git(&self) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = in_front_of_git(folder.path(), DEADLY_GIT);
        let calls = folder.path().join("calls");
        for when in ["before", "after"] {
            for at in 1.. {
                let copy = Copy::of(self.template);
                let _ = fs::remove_file(&calls);
                let variables = [
                    ("PATH", path.as_str()),
                    ("CALLS", calls.to_str().expect("UTF-8")),
                    ("WHEN", when),
                    ("AT", &at.to_string()),
                ];
                let ended = Running::start(&copy.root, self.args, &marked(), &variables).end();
                (self.check)(&copy.root, at);
                if ended.success() {
                    assert!(at > 1, "{:?} has called no git", self.args);
                    break;
                }
                assert_eq!(ended.signal(), Some(9));
            }
        }
    }

    /// Kills the command in the midst of what git does for it, at a moment that `prepare` has made deadly.
    fn in_the_midst_of_git(&self, prepare: impl Fn(&Path)) {
        let copy = Copy::of(self.template);
        prepare(&copy.root);
        assert_eq!(Running::start(&copy.root, self.args, &marked(), &[]).end().signal(), Some(9));
        (self.check)(&copy.root, 0);
    }

    /// Lets files grow no larger than ever so little, and kills the command in the midst of writing a larger
    /// one; or refuses the rest of it, as a full disk does.
    fn in_the_midst_of_each_write(&self) {
        for then in ["", "trap '' XFSZ; "] {
            for blocks in 0.. {
                let copy = Copy::of(self.template);
                let script = format!("ulimit -c 0; {then}ulimit -f {blocks}; {PLAIN}");
                let ended = Running::start(&copy.root, self.args, &script, &[]).end();
                if !then.is_empty() {
                    assert!(!left_behind(&copy.root), "{blocks} blocks");
                }
                (self.check)(&copy.root, blocks);
                if ended.success() {
                    assert!(blocks > 3, "{:?} has written {blocks} blocks only", self.args);
                    break;
                }
                assert_eq!(ended.signal().is_some(), then.is_empty(), "{ended}");
            }
        }
    }
}

/// Whether a file is left that was to take the place of another.
fn left_behind(folder: &Path) -> bool {
    all_files(folder).keys().any(|path| path.to_string_lossy().ends_with(".workbook-new"))
}

/// A student's workbook with edits of every kind.
fn student() -> Workbook {
    let workbook = Workbook::new();
    let root = workbook.root();
    commit(root);
    assert_works(root, &["branches"]);
    assert_works(root, &["start"]);
    workbook.edit(NUMBERS, "    number\n}", "    number - 7\n}");
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

/// The files of a workbook before and after each of these commands.
fn stages(template: &Path, commands: &[&[&str]]) -> Vec<Tree> {
    let copy = Copy::of(template);
    let mut stages = vec![files(&copy.root)];
    for args in commands {
        assert_works(&copy.root, args);
        stages.push(files(&copy.root));
    }
    stages
}

/// Each file is as it was in one of the stages.
#[track_caller]
fn assert_whole(root: &Path, stages: &[Tree]) {
    let now = files(root);
    assert!(now.keys().eq(stages[0].keys()), "{:?}", now.keys());
    for (file, text) in &now {
        let known = stages.iter().any(|stage| stage[file] == *text);
        assert!(known, "{}\n{}", file.display(), String::from_utf8_lossy(text));
    }
}

/// `unsolve` brings back what the student has written, and then nothing more is kept.
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
    let case = Case { template: workbook.root(), args: SOLVE, check: &check };
    case.at_each_call_of_git();
    case.in_the_midst_of_each_write();
    case.at_any_moment();
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
    let case = Case { template: workbook.root(), args: UNSOLVE, check: &check };
    case.at_each_call_of_git();
    case.in_the_midst_of_each_write();
    case.at_any_moment();
}

#[test]
fn what_solve_was_about_to_replace_may_begin_like_the_answer() {
    let workbook = student();
    let answer = "    let one_more_time = number;\n    number + one_more_time\n";
    workbook.edit(NUMBERS, "    number * 5 // or so\n", &format!("{answer}        - 0\n"));
    let mine = files(workbook.root());
    assert_works(workbook.root(), &["solve", "1.1"]);
    // As if it had been killed when all was kept, and nothing written yet.
    workbook.write(NUMBERS, str::from_utf8(&mine[Path::new(NUMBERS)]).expect("UTF-8"));
    assert_works(workbook.root(), &["unsolve", "1.1"]);
    assert!(files(workbook.root()) == mine);
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
    let ended = Running::start(workbook.root(), SOLVE, PLAIN, &[("PATH", &path)]).end();
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
    let case = Case { template: workbook.root(), args: START, check: &check };
    case.at_each_call_of_git();
    case.in_the_midst_of_git(|root| {
        git(root, &["config", "filter.deadly.smudge", &format!("{DEADLY}; cat")]);
        fs::write(root.join(".git/info/attributes"), "*.vert filter=deadly\n").expect("written");
    });
    case.at_any_moment();
}

#[test]
fn when_git_itself_was_killed_start_says_what_to_do() {
    let workbook = student();
    commit(workbook.root());
    let mine = files(workbook.root());
    for blocks in 0..3 {
        let copy = Copy::of(workbook.root());
        let root = &copy.root;
        let script = format!("ulimit -c 0; ulimit -f {blocks}; {PLAIN}");
        assert_eq!(Running::start(root, START, &script, &[]).end().code(), Some(1));
        let lock = root.canonicalize().expect("the folder").join(".git/index.lock");
        let refused = run_in(root, START);
        let advice = format!("If none is running, delete {}. If `git status`", lock.display());
        refused.complains(&advice);

        fs::remove_file(lock).expect("there was a lock");
        git(root, &["stash"]);
        assert_works(root, START);
        assert_healthy(root);
        git(root, &["switch", "--quiet", "my/workbook"]);
        assert!(files(root) == mine);
    }
}

#[test]
fn branches() {
    let workbook = Workbook::new();
    commit(workbook.root());
    assert_works(workbook.root(), &["branches"]);
    workbook.edit(NUMBERS, "Twice a number", "Two times a number");
    commit(workbook.root());
    workbook.write("untracked.txt", "mine");
    let cut = |root: &Path| git(root, &["for-each-ref", "refs/heads/starter", "refs/heads/*/*"]);
    let old = cut(workbook.root());
    assert_eq!(old.lines().count(), 5);
    let copy = Copy::of(workbook.root());
    assert_works(&copy.root, &["branches"]);
    let new = cut(&copy.root);
    let mine = files(workbook.root());
    let check = |root: &Path, _: usize| {
        assert_healthy(root);
        let now = cut(root);
        assert!(now == old || now == new, "{now}");
        assert!(files(root) == mine);
        assert_works(root, &["branches"]);
        assert_eq!(cut(root), new);
        assert_eq!(git(root, &["for-each-ref", "refs/workbook"]), "");
    };
    let case = Case { template: workbook.root(), args: &["branches"], check: &check };
    case.at_each_call_of_git();
    for moving in ["refs/workbook/cut", "refs/heads/starter"] {
        case.in_the_midst_of_git(|root| {
            let hook =
                format!("#!/bin/sh\n! grep -q {moving} || [ $1 != prepared ] || {{ {DEADLY}; }}\nexit 0\n");
            write_program(&root.join(".git/hooks/reference-transaction"), &hook);
        });
    }
    case.at_any_moment();
}

/// A student's answer that is handed in, in a repository with edits of every kind.
fn hand_in(workbook: &Workbook, folder: &Path) {
    assert_works(workbook.root(), &["handout", "1", "--out", folder.to_str().expect("UTF-8")]);
    git(folder, &["init", "--quiet"]);
    commit(folder);
    fs::write(folder.join("untracked.txt"), "mine").expect("written");
}

/// Answers 01.1 for the student; returns all that is handed in.
fn answer(folder: &Path, answer: &str) -> Tree {
    let text = fs::read_to_string(folder.join(NUMBERS)).expect("a file");
    let (before, rest) = text.split_once("any number.\n").expect("an exercise");
    let (_, after) = rest.split_once("}\n").expect("its end");
    let text = format!("{before}any number.\n    {answer}\n}}\n{after}");
    fs::write(folder.join(NUMBERS), text).expect("written");
    all_files(folder)
}

#[test]
fn grade() {
    let workbook = Workbook::new();
    commit(workbook.root());
    let class = tempfile::tempdir().expect("a temporary folder");
    let reports = tempfile::tempdir().expect("a temporary folder");
    let anna = class.path().join("anna");
    hand_in(&workbook, &anna);
    let paths = ["a.json", "a.csv", "a.xml"].map(|name| reports.path().join(name));
    let [json, csv, junit] = paths.each_ref().map(|path| path.to_str().expect("UTF-8"));
    let class = class.path().to_str().expect("UTF-8");
    let mut args = vec!["grade", class, "--again", "--json", json, "--csv", csv, "--junit", junit];
    if !class::has_box() {
        args.push("--trust");
    }
    let answers = ["number + number", "number * number"];
    let want = answers.map(|text| {
        answer(&anna, text);
        assert_works(workbook.root(), &args);
        files(reports.path())
    });
    assert!(want[0].values().zip(want[1].values()).all(|(a, b)| a != b));
    // Stopped by `Ctrl-C`, it tells who is not graded yet.
    let stopped = std::iter::repeat_with(|| {
        let tool = Running::start(workbook.root(), &args, PLAIN, &[]);
        std::thread::sleep(Duration::from_millis(200));
        tool.strike((Signal::SIGINT, true));
        tool.end();
        files(reports.path())
    });
    let told =
        |reports: &Tree| String::from_utf8_lossy(&reports[Path::new("a.csv")]).contains("not graded yet");
    let stopped = stopped.take(20).find(told).expect("a report on what is missing");

    let time = shortest(2, || assert_works(workbook.root(), &args));
    let rounds = rounds(8);
    let mut struck = 0;
    for round in 0..rounds {
        let handed_in = answer(&anna, answers[round % 2]);
        let old = files(reports.path());
        let mut tool = Running::start(workbook.root(), &args, PLAIN, &[]);
        std::thread::sleep(moment(round, time));
        tool.strike(WAYS[round % 4]);
        // What it has started may still be at work when the next one begins.
        let ended = if round % 8 < 4 { tool.end() } else { tool.0.wait().expect("its status") };
        let killed = WAYS[round % 4].0 == Signal::SIGKILL;
        assert!(ended.success() || ended.signal().is_some() || !killed, "{ended}");
        struck += usize::from(!ended.success());
        assert!(all_files(&anna) == handed_in);
        assert_whole(reports.path(), &[old, want[round % 2].clone(), stopped.clone()]);
        if round % 4 == 3 {
            answer(&anna, answers[0]);
            assert_works(workbook.root(), &args);
            assert!(all_files(reports.path()) == want[0]);
            let left = workbook.root().join("target/workbook/grade");
            for folder in ["scratch", "own"] {
                assert!(!left.join(folder).exists(), "{folder} is left");
            }
            // What was built of the starter stays, and nothing that was handed in.
            let kept = fs::read_to_string(left.join("tree").join(NUMBERS)).expect("the starter");
            assert!(answers.iter().all(|answer| !kept.contains(answer)), "{kept}");
            assert_healthy(workbook.root());
        }
    }
    assert_struck(&["grade"], struck, rounds, time);
}
