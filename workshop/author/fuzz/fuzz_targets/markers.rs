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
    // All lines are there in their order, but for markers, and for the line that ends an exercise in its place.
    let solved = source.project(|_| State::Solved);
    let mut lines = text.split_inclusive('\n');
    let mut code = solved.split_inclusive('\n').filter(|line| !line.contains("END "));
    assert!(code.all(|line| lines.by_ref().any(|other| other == line)));
    let markers = text.split_inclusive('\n').count() - solved.split_inclusive('\n').count();
    assert!((markers == 0) == source.regions().next().is_none());
});
