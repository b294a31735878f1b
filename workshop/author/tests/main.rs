//! The tests of the whole tool, in one program, so that both cores are busy to its end.
//! `cargo test -p author student` runs those of a file.

#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, unused_imports, reason = "Linux alone asks windows and boxes")
)]

mod arrange;
#[cfg(target_os = "linux")]
mod book;
#[cfg(unix)]
mod browser;
mod class;
#[cfg(target_os = "linux")]
mod desk;
#[cfg(target_os = "linux")]
#[path = "../../proof/tests/support/display.rs"]
mod display;
mod given;
#[cfg(target_os = "linux")]
mod grade;
#[cfg(target_os = "linux")]
mod hostile;
mod instructor;
mod instructor_pictures;
#[cfg(unix)]
mod killed;
mod new;
mod student;
mod tables;
mod tiny;
mod verify;
mod whole_tool;
