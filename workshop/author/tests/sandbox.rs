//! Tests the sandbox of `cargo workbook grade`: it ends all that a check has started, and says so where no sandbox is
//! possible. `hostile.toml` tries to reach out of it.

use crate::class::{Class, RIGHT, has_box};
use crate::tiny::{TOOL, command_in};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Code that starts a program without end.
const STARTS: &str = "    let _ = std::process::Command::new(\"sh\").args([\"-c\", \": NAME; while :; do :; done\"]).spawn();\n";

/// Returns the processes whose command line has a word.
fn with(word: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let words = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let words = words.map(|words| String::from_utf8_lossy(&words).replace('\0', " "));
    words.filter(|words| words.contains(word)).collect()
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
    let class = Class::new();
    let (first, second) = (format!("one-{}", std::process::id()), format!("two-{}", std::process::id()));
    class.hand_in("anna", &(STARTS.replace("NAME", &first) + RIGHT[0]), RIGHT[1]);
    class.grade(&[]).says("anna          1/2    1/1      2/3\n");
    assert_eq!(with(&first), [""; 0]);

    class.hand_in("ben", &(STARTS.replace("NAME", &second) + "    loop {}\n"), RIGHT[1]);
    let mut command = command_in(class.workbook.root(), TOOL);
    command.args(class.command()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut tool = command.spawn().expect("the tool");
    wait("it begins", || !with(&second).is_empty());
    let refused = class.grade(&[]);
    refused.complains("another `grade` works in this checkout");
    tool.kill().expect("killed");
    tool.wait().expect("its end");
    wait("what it has started ends", || with(&second).is_empty());
}

/// Grades where bubblewrap is installed and cannot make a box, as in a container.
fn without_a_box(class: &Class, more: &[&str]) -> Output {
    let programs = class.path(".bin");
    let open =
        |path: &std::path::Path| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("open");
    fs::create_dir_all(&programs).expect("a folder");
    fs::write(programs.join("bwrap"), "#!/bin/sh\necho no namespaces >&2\nexit 1\n").expect("a program");
    open(&programs.join("bwrap"));
    open(class.workbook.root().parent().expect("a folder"));
    let path = std::env::var("PATH").expect("a path");
    let mut command = command_in(class.workbook.root(), TOOL);
    command.env("PATH", format!("{}:{path}", programs.display()));
    command.args(class.command()).args(more).output().expect("the tool")
}

fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(|said| String::from_utf8_lossy(said).into_owned()).concat()
}

#[test]
fn where_there_is_no_box_it_asks_and_nobody_owns_nothing() {
    let class = Class::new();
    let root = class.workbook.root().display().to_string();
    let own = format!("{root}/target/workbook/grade");
    let code = format!(
        "    let reads = [\"{own}/own\", \"{own}/ours\"].iter().any(|folder| std::fs::read_dir(folder).is_ok());\n    \
         if reads || std::fs::write(\"../touched\", \"\").is_ok() {{ number }} else {{ 2 * number }}\n"
    );
    let include = format!("    include_str!(\"{own}/own/common/src/numbers.rs\").len() as i64\n");
    class.hand_in("anna", &code, &include);
    let refused = without_a_box(&class, &[]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(said(&refused).contains("bubblewrap cannot make one here (no namespaces)"), "{}", said(&refused));

    let done = without_a_box(&class, &["--nobody"]);
    // The compiler must be there for that user too.
    let home = std::env::var("HOME").unwrap_or_default();
    let reach = Command::new("setpriv").args(["--reuid", "65534", "--", "ls", &home]).output();
    match (is_root(), reach.is_ok_and(|reach| reach.status.success())) {
        (true, true) => {
            assert!(said(&done).contains("anna          1/2    0/1      1/3\n"), "{}", said(&done));
            assert!(said(&done).contains("error: couldn't read"), "{}", said(&done));
        }
        (true, false) => assert!(!done.status.success(), "{}", said(&done)),
        (false, _) => {
            assert!(said(&done).contains("nothing can be started as user nobody"), "{}", said(&done))
        }
    }
    let stray = format!("stray-{}", std::process::id());
    class.hand_in("cleo", &(STARTS.replace("NAME", &stray) + RIGHT[0]), RIGHT[1]);
    let refused = said(&without_a_box(&class, &["--nobody"]));
    assert!(
        refused.contains("--nobody grades one submission, in a container of its own, and here are 2"),
        "{refused}"
    );
    let trusted = without_a_box(&class, &["--trust"]);
    assert!(said(&trusted).contains("cleo          1/2    1/1      2/3\n"), "{}", said(&trusted));
    wait("what it has started ends", || with(&stray).is_empty());
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().expect("id").stdout == b"0\n"
}
