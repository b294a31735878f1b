//! `cargo workbook verify` on a tiny workbook that is as it should be, and on ones that are not.

use crate::tables;
use crate::tiny::{TOOL, Workbook, command_in};

#[test]
fn a_good_workbook_is_proven_and_whatever_is_wrong_is_told() {
    tables::follow(include_str!("verify.txt"));
}

#[test]
fn what_mistakes_answer_is_recorded_and_must_stay_so() {
    let workbook = Workbook::new();
    let file = "lessons/02_second/recorded.json";
    let recorded = || std::fs::read_to_string(workbook.root().join(file)).expect("a recording");
    let before = recorded();
    workbook.edit(
        "lessons/02_second/mistakes.toml",
        "code = \"number + 1\"",
        "code = [\"number + 1\", \"number + 2\"]",
    );
    let done = workbook.run(&["verify", "2"]);
    done.says(&format!("  {file}: what solution and mistakes of 02.1 answer is not what is recorded"));
    done.ends_with(1);

    let mut bless = command_in(workbook.root(), TOOL);
    let blessed = bless.args(["verify", "2"]).env("WORKBOOK_BLESS", "1").output().expect("the tool");
    assert!(blessed.status.success(), "{}", String::from_utf8_lossy(&blessed.stdout));
    let both = before
        .replace("\"after\"]", "\"after\",\"after\"]")
        .replace("[2,[1,\"7\"]]", "[2,[1,\"7\"]],[2,[1,\"8\"]]");
    assert_eq!(recorded(), both);
    workbook.run(&["verify", "2"]).ends_with(0);
}
