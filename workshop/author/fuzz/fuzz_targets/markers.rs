//! Reads or refuses the markers of any text, and loses nothing but markers.
//!
//! In the folder `workshop/author`, with the course's own sources to begin with:
//! `cargo +nightly fuzz run markers fuzz/corpus/markers ../common/src ../shaders -- -dict=fuzz/markers.dict -max_len=4000`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use author::markers::{Source, State};

fuzz_target!(|text: &str| {
    let source = match Source::parse("fuzz.rs", text) {
        Ok(source) => source,
        Err(problem) => return assert!(problem.at.is_some(), "no place: {problem}"),
    };
    for state in [State::Open, State::Solved, State::Code("one\n  two")] {
        source.project(|_| state);
    }
    // All lines are there in their order, but for markers.
    let solved = source.project(|_| State::Solved);
    let mut lines = text.split_inclusive('\n');
    let all_there = solved.split_inclusive('\n').all(|line| lines.by_ref().any(|other| other == line));
    assert!(all_there);
    let markers = text.split_inclusive('\n').count() - solved.split_inclusive('\n').count();
    assert!(if source.regions().next().is_none() { markers == 0 } else { markers >= 2 });
});
