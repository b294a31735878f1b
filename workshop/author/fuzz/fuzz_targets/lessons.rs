//! Reads or refuses any `lesson.toml` and `mistakes.toml`, and gives students no wrong answer's code.
//!
//! In the folder `workshop/author`, with the course's own lessons to begin with:
//! `cargo +nightly fuzz run lessons fuzz/corpus/lessons ../lessons -- -dict=fuzz/lessons.dict -max_len=4000`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use author::markers::State;
use author::projection::Course;
use author::tree::{self, Files};

const ABOUT: &str = "lessons/01_fuzz/lesson.toml";
const MISTAKES: &str = "lessons/01_fuzz/mistakes.toml";
const PLAIN: &[u8] =
    b"title = ''\nsummary = ''\npart = ''\nminutes = 1\ngoals = []\nbuilds_on = []\nexercise = []\n";

fuzz_target!(|bytes: &[u8]| {
    let _ = tree::lessons(&files(bytes, b""));
    let files = files(PLAIN, bytes);
    let Ok(lessons) = tree::lessons(&files) else { return };
    let course = match Course::new(&files, &lessons) {
        Ok(course) => course,
        Err(problems) => return assert!(problems.iter().all(|of| of.at.is_some()), "no place: {problems:?}"),
    };
    let given = course.for_students(|_| State::Open);
    let students = tree::lessons(&given).unwrap_or_else(|problem| panic!("students cannot read it: {problem}"));
    assert!(students[0].mistakes.data.all.iter().all(|mistake| mistake.code().is_empty()));
    assert_eq!(students[0].mistakes.data.all.len(), lessons[0].mistakes.data.all.len());
});

fn files(about: &[u8], mistakes: &[u8]) -> Files {
    [(ABOUT.to_owned(), about.to_vec()), (MISTAKES.to_owned(), mistakes.to_vec())].into()
}
