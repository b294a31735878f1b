//! All tests of texts and programs, in one program, so that both cores are busy and a lesson is built once.
//! `cargo test -p proof pictures` runs those of a file.

#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, unused_imports, reason = "Linux alone asks windows and boxes")
)]

mod clips;
mod collada_errors;
mod command_line;
mod course;
mod editor;
mod export;
mod fades;
mod feet;
#[cfg(target_os = "linux")]
mod gallery;
mod gltf_errors;
mod halt;
mod knight_runs;
mod level_editor;
mod numbers;
mod odd_times;
mod oracles;
#[cfg(target_os = "linux")]
mod own_program;
mod pictures;
mod readers;
mod rounding;
mod scripts;
mod support;
mod swings;
mod tip_and_gaze;
#[cfg(target_os = "linux")]
mod window;
