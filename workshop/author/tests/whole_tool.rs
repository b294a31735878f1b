//! Tests that the students' program starts the whole tool.

use std::process::{Command, Output};

fn tool(words: &[&str]) -> Output {
    let mut students = Command::new(env!("CARGO"));
    students.args(["run", "--quiet", "--bin", "workbook", "--"]).args(words);
    students.current_dir(course::root()).output().expect("the tool")
}

#[test]
fn what_is_not_for_students_is_done_by_the_whole_tool() {
    let done = tool(&["notes", "--help"]);
    let (said, complaints) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(said.starts_with("For instructors: print the notes on a lesson"), "{said}{complaints}");
    assert!(said.contains("\nUsage: cargo workbook notes [LESSON]\n"), "{said}");
    // Its exit code is the whole tool's.
    let refused = tool(&["handout"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(refused.stderr, b"error: <LESSON> is missing\n");
}
