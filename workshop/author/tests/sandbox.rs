//! What surrounds the checks that `cargo workbook grade` runs: what they cannot reach, and what ends with them.
//!
//! No submission gets as far as the code here, which is the workbook's own: so both walls are tried, not the first alone.

#![cfg(target_os = "linux")]

mod class;
mod tiny;

use class::{Class, RIGHT, has_box};
use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tiny::{TOOL, Workbook, command_in};

const CHECKS: &str = "lessons/01_first/checks.rs";
const BEGIN: &str = "fn todo_01_1_twice() {\n";

/// A class of one who has all right, with a workbook whose check of 01.1 begins with this code.
fn class(code: &str) -> Class {
    let workbook = Workbook::new();
    workbook.edit(CHECKS, BEGIN, &format!("{BEGIN}{code}"));
    let class = Class::of(workbook);
    class.hand_in("anna", RIGHT[0], RIGHT[1]);
    class
}

/// How long programs sleep that a test may leave behind: so each test knows its own.
fn sleep(test: u32) -> String {
    format!("{}.{test}", 10_000 + std::process::id())
}

/// Those of them that still run.
fn sleepers(sleep: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let words = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let words = words.map(|words| String::from_utf8_lossy(&words).replace('\0', " "));
    words.filter(|words| words.contains(sleep)).collect()
}

/// Waits until something holds.
#[track_caller]
fn wait(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_a_check_has_started_ends_with_it() {
    // With a box, where there is one, and without.
    let ways: &[&[&str]] = if has_box() { &[&[], &["--trust"]] } else { &[&[]] };
    for (test, args) in (1..).zip(ways) {
        let sleep = sleep(test);
        let start = format!(
            r#"
    for words in [&["setsid", "sleep"][..], &["sleep"]] {{
        let mut command = std::process::Command::new(words[0]);
        command.args(&words[1..]).arg("{sleep}").spawn().expect("started");
    }}
    std::thread::sleep(std::time::Duration::from_millis(200));
"#
        );
        let class = class(&start);
        let done = class.grade(args);
        done.says("anna          1/2    1/1      2/3\n");
        assert_eq!(sleepers(&sleep), [""; 0], "{args:?}");
    }
}

/// As in a container, where bubblewrap is installed and cannot make a box.
#[test]
fn without_a_box_a_user_who_owns_nothing_answers() {
    use std::os::unix::fs::PermissionsExt;
    let is_root = Command::new("id").arg("-u").output().expect("id").stdout == b"0\n";
    let class = class(
        r#"
    // Only what asks stands where the submissions are built.
    if std::env::current_dir().expect("a folder").ends_with("grade/tree/lessons") {
        assert!(std::fs::exists("../Cargo.toml").expect("a workbook to read"));
        assert!(std::fs::read_dir("../../own").is_err(), "it reads the answers");
        assert!(std::fs::write("../touched", "").is_err(), "it writes into the workbook");
        assert!(std::fs::exists("../../judge").expect("a judge to see"));
        assert!(std::fs::read_dir("../../judge").is_err(), "it reads the program that judges");
    }
"#,
    );
    let programs = class.path(".bin");
    let open =
        |path: &std::path::Path| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("open");
    fs::create_dir(&programs).expect("a folder");
    fs::write(programs.join("bwrap"), "#!/bin/sh\nexit 1\n").expect("a program");
    open(&programs.join("bwrap"));
    open(class.workbook.root().parent().expect("a folder"));
    let path = std::env::var("PATH").expect("a path");
    let mut command = command_in(class.workbook.root(), TOOL);
    command.env("PATH", format!("{}:{path}", programs.display()));
    let output = command.args(class.command()).args(["--user", "nobody"]).output().expect("the tool");
    let said = [output.stdout, output.stderr].map(|said| String::from_utf8(said).expect("UTF-8")).concat();
    match is_root {
        true => assert!(said.contains("anna          1/2    1/1      2/3\n"), "{said}"),
        false => assert!(said.contains("nothing can be started as user nobody"), "{said}"),
    }
}

/// Whoever gets past the parser and reaches files can write what it likes. It holds no answer that counts.
#[test]
fn who_holds_the_answers_does_not_decide() {
    let forge = r#"
/// Says that all is right, and ends the program.
pub fn forge(end: bool) {
    for (name, path) in std::env::vars().filter(|(name, _)| name.starts_with("WORKBOOK_")) {
        let lines = "01.1\tpassed\t\n0\t01.1\t14 -\n\t01.1\t14 -\n14 -\n";
        let _ = std::fs::write(&path, lines);
        println!("{name}\n{lines}");
    }
    if end {
        std::process::exit(0);
    }
}
"#;
    let workbook = Workbook::new();
    workbook.edit("common/src/numbers.rs", "work out.\n", &format!("work out.\n{forge}"));
    let class = Class::of(workbook);
    class.hand_in("ends", "    forge(true);\n    number\n", RIGHT[1]);
    class.hand_in("goes-on", "    forge(false);\n    number\n", RIGHT[1]);
    class.hand_in("right", RIGHT[0], RIGHT[1]);
    let done = class.grade(&[]);
    done.says("ends          0/2    1/1      1/3\n");
    done.says("ends\n  01.1  crashed: its answers make no sense\n");
    done.says("goes-on       0/2    1/1      1/3\n");
    done.says("goes-on\n  01.1  crashed: its answers make no sense\n");
    done.says("right         1/2    1/1      2/3\n");
}

#[test]
fn a_check_reaches_nothing_but_what_it_needs() {
    if !has_box() {
        eprintln!("there is no box here");
        return;
    }
    let network = TcpListener::bind("127.0.0.1:0").expect("a port");
    let outside = tempfile::tempdir().expect("a folder");
    let sleep = sleep(3);
    let mut outsider = Command::new("sleep").arg(&sleep).spawn().expect("a sleeper");
    let workbook = Workbook::new();
    let code = format!(
        r#"
    let here = std::env::current_dir().expect("a folder");
    for folder in [here.as_path(), "{outside}".as_ref(), "/tmp".as_ref(), "/dev/shm".as_ref(), "/".as_ref()] {{
        assert!(std::fs::write(folder.join("written"), "x").is_err(), "{{}} can be written to", folder.display());
    }}
    for file in ["{root}/common/src/numbers.rs", "{outside}", "/etc/passwd"] {{
        assert!(std::fs::metadata(file).is_err(), "{{file}} can be seen");
    }}
    let home = std::env::var("HOME").expect("a home");
    assert!(home.starts_with("{root}"), "{{home}}");
    assert!(std::net::TcpStream::connect("{network}").is_err(), "there is a network");
    for process in std::fs::read_dir("/proc").expect("processes").flatten() {{
        let words = std::fs::read_to_string(process.path().join("cmdline")).unwrap_or_default();
        assert!(!words.contains("{sleep}"), "others' programs can be seen");
    }}
"#,
        outside = outside.path().display(),
        root = workbook.root().display(),
        network = network.local_addr().expect("an address"),
    );
    workbook.edit(CHECKS, BEGIN, &format!("{BEGIN}{code}"));
    let class = Class::of(workbook);
    class.hand_in("anna", RIGHT[0], RIGHT[1]);
    // First without a box: what has found the workbook's own answers right is kept, and does not ask for them again.
    let trusted = class.grade(&["--trust"]);
    let boxed = class.grade(&["--json", "/dev/stdout"]);
    outsider.kill().and_then(|()| outsider.wait()).expect("ended");
    boxed.says("anna          1/2    1/1      2/3\n");
    // Without a box it can, and the workbook's own answer is the first to notice.
    trusted.complains("lessons can be written to");
}

/// Begins to grade, kills the tool once a sleeper runs, and waits until it is gone.
fn kill_while_it_sleeps(class: &Class, sleep: &str) {
    let mut command = command_in(class.workbook.root(), TOOL);
    command.args(class.command()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut tool: Child = command.spawn().expect("the tool");
    wait("it begins", || !sleepers(sleep).is_empty());
    tool.kill().expect("killed");
    tool.wait().expect("its end");
    wait("what it has started ends", || sleepers(sleep).is_empty());
    let root = class.workbook.root().to_str().expect("UTF-8");
    wait("cargo ends", || sleepers(root).is_empty());
}

#[test]
fn all_ends_with_a_tool_that_is_killed() {
    if !has_box() {
        eprintln!("there is no box here");
        return;
    }
    let in_check = sleep(4);
    let code = format!(
        "std::process::Command::new(\"setsid\").args([\"sleep\", \"{in_check}\"]).status().expect(\"started\");\n"
    );
    kill_while_it_sleeps(&class(&code), &in_check);

    let in_build = sleep(5);
    let workbook = Workbook::new();
    let code = format!(
        "fn main() {{ std::process::Command::new(\"sleep\").arg(\"{in_build}\").status().unwrap(); }}\n"
    );
    workbook.write("common/build.rs", &code);
    let class = Class::of(workbook);
    class.hand_in("anna", RIGHT[0], RIGHT[1]);
    kill_while_it_sleeps(&class, &in_build);
}

/// Without a box too, what the tool itself has started does not outlive it.
#[test]
fn a_check_ends_with_a_tool_that_is_killed_without_a_box() {
    let class = class("    std::thread::sleep(std::time::Duration::from_secs(3600));\n");
    let root = class.workbook.root().to_str().expect("UTF-8");
    let check_runs = || sleepers(root).iter().any(|words| words.contains(" todo_01_1_twice --exact"));
    let mut command = command_in(class.workbook.root(), TOOL);
    command.args(class.command()).arg("--trust").stdout(Stdio::null()).stderr(Stdio::null());
    let mut tool = command.spawn().expect("the tool");
    wait("the check begins", check_runs);
    tool.kill().expect("killed");
    tool.wait().expect("its end");
    wait("the check ends", || !check_runs());
}

#[test]
fn where_there_is_no_box_it_asks() {
    let class = class("");
    let fake = tempfile::tempdir().expect("a folder");
    let program = fake.path().join("bwrap");
    fs::write(&program, "#!/bin/sh\necho no namespaces >&2\nexit 1\n").expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&program, mode).expect("made a program");
    let path = format!("{}:{}", fake.path().display(), std::env::var("PATH").expect("a path"));
    let grade = |more: &[&str]| {
        let mut command = command_in(class.workbook.root(), TOOL);
        command.args(class.command()).args(more).env("PATH", &path).output().expect("the tool")
    };
    let refused = grade(&[]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("bubblewrap cannot make one here (no namespaces)"), "{said}");
    assert!(said.contains("`--trust`"), "{said}");
    let trusted = grade(&["--trust"]);
    assert!(String::from_utf8_lossy(&trusted.stdout).contains("anna          1/2    1/1      2/3\n"));
}
