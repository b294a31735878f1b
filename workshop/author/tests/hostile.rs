//! `cargo workbook grade`, on submissions that cheat, break out, or were made without care. `hostile.toml` lists them,
//! and `workshop/docs/strength.md` says what they hold.

use crate::class::{Class, RIGHT, has_box, zipped};
use crate::tiny::{TOOL, Workbook, command_in, done, edit};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const NUMBERS: &str = "common/src/numbers.rs";

/// A submission, as the table describes it, with the points and notes that it must get.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    what: String,
    points: usize,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default = "right_twice")]
    twice: String,
    #[serde(default = "right_before")]
    before: String,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    append: BTreeMap<String, String>,
    #[serde(default)]
    edit: BTreeMap<String, [String; 2]>,
    #[serde(default)]
    shell: String,
}

fn right_twice() -> String {
    RIGHT[0].to_owned()
}

fn right_before() -> String {
    RIGHT[1].to_owned()
}

fn make(class: &Class, case: &Case) {
    let folder = class.hand_in(&case.name, [&whole(class, &case.twice), &whole(class, &case.before)]);
    if !case.open {
        edit(&folder, "shaders/scale.vert", "return 1;", "return 3;");
    }
    for (file, text) in &case.append {
        let old = fs::read_to_string(folder.join(file)).unwrap_or_default();
        fs::create_dir_all(folder.join(file).parent().expect("a folder")).expect("made");
        fs::write(folder.join(file), old + &whole(class, text)).expect("written");
    }
    for (file, [from, to]) in &case.edit {
        edit(&folder, file, from, to);
    }
    let done = Command::new("sh").args(["-euc", &whole(class, &case.shell)]).current_dir(&folder).status();
    assert!(done.expect("a shell").success(), "{}", case.name);
    if case.name == "bomb" {
        let large = vec![b' '; 64 << 20];
        let outside = ["../../escaped.rs", "/tmp/escaped.rs", "..\\..\\up.rs"].map(|file| (file, &b"x"[..]));
        zipped(&folder, &[&[(NUMBERS, &large[..]), ("target/a", &large)][..], &outside].concat());
    }
}

/// Returns a text in which `⟪3×a⟫` is `aaa`, and @ the workbook's folder.
fn whole(class: &Class, text: &str) -> String {
    let mut whole = String::new();
    for (at, part) in text.split(['⟪', '⟫']).enumerate() {
        match part.split_once('×').filter(|_| at % 2 == 1) {
            Some((count, part)) => whole += &part.repeat(count.parse().expect("a number")),
            None => whole += part,
        }
    }
    whole.replace('@', class.workbook.root().to_str().expect("UTF-8"))
}

#[test]
fn each_gets_the_marks_and_notes_that_it_must() {
    #[derive(Deserialize)]
    struct Table {
        submission: Vec<Case>,
    }
    let cases = toml::from_str::<Table>(include_str!("hostile.toml")).expect("the table").submission;
    let workbook = Workbook::new();
    workbook.write("assets/a.txt", "A");
    let class = Class::of(workbook);
    cases.iter().for_each(|case| make(&class, case));
    let done = class.grade(&[]);
    done.ends_with(0);
    let mut wrong = String::new();
    for Case { name, what, points, says, .. } in &cases {
        let row = done.stdout.lines().find(|line| line.starts_with(&format!("{name}  ")));
        if !row.is_some_and(|row| row.ends_with(&format!("  {points}/3"))) {
            wrong += &format!("{name}, {what}: {row:?}\n");
        }
        let told = done.stdout.split_once(&format!("\n\n{name}\n")).map_or("", |(_, rest)| rest);
        let told = told.split("\n\n").next().unwrap_or_default();
        if told.is_empty() != says.is_empty() || !says.iter().all(|words| told.contains(words.as_str())) {
            wrong += &format!("{name}, {what}: said, and not {says:?}:\n{told}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    for file in ["grades.csv", "grades.json"] {
        let written = class.read(file).replace("\r\n", "");
        assert!(
            !written.contains(['\u{1b}', '\u{7}', '\u{85}', '\r']) && !written.contains("\\u001b"),
            "{file}"
        );
    }
}

/// Code that starts a program without end.
const STARTS: &str = "    let _ = std::process::Command::new(\"sh\").args([\"-c\", \": NAME; while :; do :; done\"]).spawn();\n";

/// Returns true if a process has a word in its command line.
fn runs(word: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let mut words = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    words.any(|words| String::from_utf8_lossy(&words).contains(word))
}

/// Waits until something holds.
#[track_caller]
fn wait(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(120), "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_an_answer_has_started_ends_with_it_and_with_a_tool_that_is_killed() {
    if !has_box() {
        eprintln!("there is no box here");
        return;
    }
    let class = Class::of(Workbook::new());
    let [first, second] = ["one", "two"].map(|name| format!("{name}-{}", std::process::id()));
    class.hand_in("anna", [&(STARTS.replace("NAME", &first) + RIGHT[0]), RIGHT[1]]);
    class.grade(&[]).says("anna          1/2    1/1      2/3\n");
    // The kernel may take a moment to end what was killed.
    wait("what the answer has started ends", || !runs(&first));
    class.hand_in("ben", [&(STARTS.replace("NAME", &second) + "    loop {}\n"), RIGHT[1]]);
    let mut command = command_in(class.workbook.root(), TOOL);
    command.arg("grade").arg(class.folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut tool = command.spawn().expect("the tool");
    wait("it begins", || runs(&second));
    class.grade(&[]).complains("another `grade` works in this checkout");
    tool.kill().expect("killed");
    tool.wait().expect("its end");
    wait("what it has started ends", || !runs(&second));
}

/// Grades where bubblewrap is installed and cannot make a box, as in a container.
fn without_a_box(class: &Class, more: &[&str]) -> String {
    let programs = class.path(".bin");
    let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("open");
    fs::create_dir_all(&programs).expect("a folder");
    fs::write(programs.join("bwrap"), "#!/bin/sh\necho no namespaces >&2\nexit 1\n").expect("a program");
    open(&programs.join("bwrap"));
    open(class.workbook.root().parent().expect("a folder"));
    let mut path = std::ffi::OsString::from(programs);
    path.push(":");
    path.push(std::env::var_os("PATH").expect("a path"));
    let mut command = command_in(class.workbook.root(), TOOL);
    command.env("PATH", path).arg("grade").arg(class.folder.path());
    let said = done(command.args(more));
    said.stdout + &said.stderr
}

#[test]
fn where_there_is_no_box_it_asks_and_as_root_nobody_owns_nothing() {
    let class = Class::of(Workbook::new());
    let target = class.workbook.root().join("target");
    let target = target.display();
    let code = format!(
        "    let reads = [\"{target}/workbook/grade/own\", \"{target}/debug\"].iter().any(|folder| std::fs::read_dir(folder).is_ok());\n    \
         if reads || std::fs::write(\"../touched\", \"\").is_ok() {{ number }} else {{ 2 * number }}\n"
    );
    class.hand_in("anna", [&code, RIGHT[1]]);
    let refused = without_a_box(&class, &[]);
    assert!(refused.contains("bubblewrap cannot make one here (no namespaces)"), "{refused}");
    let is_root = Command::new("id").arg("-u").output().expect("id").stdout == b"0\n";
    // The compiler must be there for that user too.
    let home = std::env::var("HOME").unwrap_or_default();
    let reach = Command::new("setpriv").args(["--reuid", "65534", "--", "ls", &home]).output();
    let done = without_a_box(&class, &["--no-box"]);
    if is_root && !reach.is_ok_and(|reach| reach.status.success()) {
        assert!(done.contains("error"), "{done}");
        return;
    }
    // Nobody can read what is right; a user of one's own can.
    let points = if is_root { "1/2    1/1      2/3\n" } else { "0/2    1/1      1/3\n" };
    assert!(done.contains(&format!("anna          {points}")), "{done}");
    assert!(done.contains("There was no box around a submission."), "{done}");
    assert!(class.read("grades.csv").contains(",graded without a box\r\n"));
    class.hand_in("cleo", RIGHT);
    let more = without_a_box(&class, &["--no-box"]);
    assert_eq!(is_root, more.contains("in a container of its own, and here are 2"), "{more}");
}
