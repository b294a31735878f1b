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
// Takes longest, so it begins early: they run in the order of their names.
#[cfg(unix)]
mod course_graded;
#[cfg(target_os = "linux")]
mod desk;
mod given;
#[cfg(unix)]
mod hostile;
mod instructor;
#[cfg(unix)]
mod instructor_class;
mod instructor_grade;
mod instructor_gradebook;
mod instructor_pictures;
#[cfg(unix)]
mod killed;
mod new;
#[cfg(target_os = "linux")]
mod sandbox;
mod student;
mod tables;
mod tiny;
mod verify;
mod whole_tool;
