//! Kills the tool at any moment. Nothing may be lost, and the next run must come to what one run would have come to.

use crate::tiny::{TOOL, Workbook, command_in, commit, git, run_in};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const NUMBERS: &str = "common/src/numbers.rs";

/// Kills a command with all that it starts at moments over its whole run, each in a fresh copy of the workbook, in which
/// `check` must hold afterwards.
fn at_any_moment(workbook: &Workbook, args: &[&str], check: impl Fn(&Path)) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copy = |name: &str| {
        let root = folder.path().join(name);
        assert!(Command::new("cp").arg("-R").args([workbook.root(), &root]).status().expect("cp").success());
        root
    };
    let (whole, began) = (copy("whole"), Instant::now());
    run_in(&whole, args).ends_with(0);
    let took = began.elapsed();
    check(&whole);
    for part in 0..24 {
        let root = copy(&part.to_string());
        let mut tool = command_in(&root, TOOL);
        let tool = tool.args(args).process_group(0).stdout(Stdio::piped()).spawn().expect("the tool");
        std::thread::sleep(took * part / 20);
        let group = i32::try_from(tool.id()).expect("a small number");
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        // All that it has started holds its output.
        tool.wait_with_output().expect("its end");
        git(&root, &["fsck", "--no-dangling"]);
        check(&root);
    }
}

#[test]
fn what_is_killed_loses_nothing_and_is_done_by_the_next_run() {
    let workbook = Workbook::new();
    commit(workbook.root());
    run_in(workbook.root(), &["branches"]).ends_with(0);
    run_in(workbook.root(), &["start"]).ends_with(0);
    workbook.edit(NUMBERS, "    number\n    // END", "    number - 7\n    // END");
    commit(workbook.root());
    let edits = |root: &Path| git(root, &["diff", "HEAD"]);
    at_any_moment(&workbook, &["start", "2"], |root| {
        if git(root, &["branch", "--show-current"]) == "my/workbook" {
            assert_eq!(edits(root), "");
            run_in(root, &["start", "2"]).ends_with(0);
        }
        assert_eq!(git(root, &["diff", "exercise/02-second"]), "");
        git(root, &["switch", "--quiet", "my/workbook"]);
        assert_eq!(edits(root), "");
    });

    workbook.edit(NUMBERS, "    let _ = number;\n    0\n", "    number * 5 // or so\n");
    let mine = edits(workbook.root());
    at_any_moment(&workbook, &["solve", "--through", "2"], |root| {
        run_in(root, &["solve", "--through", "2"]).ends_with(0);
        let solved = std::fs::read_to_string(root.join(NUMBERS)).expect("a file");
        assert!(solved.contains("one_more_time") && solved.contains("the_step_between_two"), "{solved}");
        run_in(root, &["unsolve", "--through", "2"]).ends_with(0);
        assert_eq!(edits(root), mine);
    });
}
